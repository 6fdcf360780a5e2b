import * as z from "zod";
import { SHOWN, type Shown } from "#domain/system/users/rules.ts";
import { choices } from "#ui/choices.ts";
import type { FormState } from "#ui/form-state.ts";
import type { VNode } from "#ui/html.ts";

/** The form that requests a code; `shown` (the identity card shown) is sent only for a login that is already in use. */
export const CodeForm = z.strictObject({ version: z.coerce.number().int(), shown: z.enum(SHOWN).optional() });

const WORDS: Record<Shown, string> = {
	national_id: "看過國民身分證",
	health_insurance: "看過健保卡",
	driving: "看過駕照",
	passport: "看過護照",
	resident: "看過居留證",
	disability: "看過身心障礙證明",
	second_person: "請第二人確認",
	nothing: "沒有當面核對",
};
const HINTS: Partial<Record<Shown, string>> = {
	second_person: "另一位同仁確認後，24 小時內再回到這一頁產生；健康資料與證件不用另外等。",
	nothing: "24 小時後才能使用，並立即寄信告知本人；沒有電子郵件的，只能用信寄到登記的地址。",
};

/**
 * Draws, for a login in use, the choice of the identity card that was shown. The log keeps the kind of card, not its
 * number.
 */
export const codeWays = (state: FormState): VNode =>
	choices({
		name: "shown",
		label: "這個帳號已經有人使用，本人當面出示了什麼證件？",
		state,
		options: SHOWN.map((value) => ({ value, label: WORDS[value], sub: HINTS[value] })),
	});
