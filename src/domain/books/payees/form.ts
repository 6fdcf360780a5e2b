import * as z from "zod";
import { normalNationalId } from "#domain/people/index.ts";
import { bankCodeIn } from "#kernel/bank-codes.ts";
import { MOST } from "#kernel/field-limits.ts";
import { Checked, line, lines, orNull, Version } from "#kernel/form.ts";
import { isTaxId } from "#kernel/tax-id.ts";
import { ChosenId, dayField, plainAccount } from "#kernel/typed.ts";

export const PAYEE_KINDS = ["person", "company"] as const;
export type PayeeKind = (typeof PAYEE_KINDS)[number];
export const PAYEE_KIND_LABELS: Record<PayeeKind, string> = { person: "個人", company: "公司、行號或團體" };

/** The papers by which no supplementary premium (補充保費) is withheld (補充保費辦法 §§4–5). */
export const EXEMPTION_KINDS = ["class2", "class5"] as const;
export type ExemptionKind = (typeof EXEMPTION_KINDS)[number];
export const EXEMPTION_LABELS: Record<ExemptionKind, string> = {
	class2: "第二類被保險人（職業工會，只免薪資）",
	class5: "第五類被保險人（低收入戶）",
};

/** An account to which a payee is paid: the three digits of its bank, and the number in digits and dashes. */
export type AccountInput = { bankCode: string; branch: string; account: string; holder: string };

/** The fields of a payee. `nationalId` is undefined when the number stays unchanged, null when it is removed. */
export type PayeeInput = {
	kind: PayeeKind;
	name: string;
	nationalId: string | null | undefined;
	taxId: string | null;
	isResident: boolean;
	userId: number | null;
	memberNo: string | null;
	email: string | null;
	phone: string | null;
	address: string;
	note: string;
};
export type ExemptionInput = { kind: ExemptionKind; paper: string; shownOn: string };

const FIELDS = {
	kind: z.enum(PAYEE_KINDS, "請選擇個人，或公司團體。"),
	name: line(80).refine((text) => text !== "", { error: "請填寫姓名或名稱。" }),
	/** The typed 身分證字號 or 居留證號 of a person; empty when it stays unchanged. */
	national_id: z.string().max(40, "證號太長。").default(""),
	no_national_id: Checked,
	tax_id: z
		.string()
		.register(MOST, { characters: 12 })
		.default("")
		.transform((text) => text.normalize("NFKC").replaceAll(/\s/g, "")),
	is_foreign: Checked,
	user: ChosenId,
	member_no: line(20)
		.default("")
		.transform((text) => orNull(text.toUpperCase())),
	email: line(254)
		.default("")
		.transform((text) => text.toLowerCase())
		.refine((text) => text === "" || /^[^\s@]+@[^\s@.]+(?:\.[^\s@.]+)+$/.test(text), {
			error: "請輸入電子郵件，例如 name@example.org。",
		})
		.transform(orNull),
	phone: line(40).default("").transform(orNull),
	address: line(200).default(""),
	note: lines(500).default(""),
};
type Fields = z.infer<z.ZodObject<typeof FIELDS>>;

const ACCOUNT = {
	bank: line(60).default(""),
	branch: line(40).default(""),
	account: line(40).default("").transform(plainAccount),
	holder: line(80).default(""),
};
type AccountFields = z.infer<z.ZodObject<typeof ACCOUNT>>;

function payeeOf(form: Fields, context: z.RefinementCtx): PayeeInput {
	const issue = (field: string, message: string) => context.addIssue({ code: "custom", path: [field], message });
	const isPerson = form.kind === "person";
	const typed = isPerson ? form.national_id.trim() : "";
	const number = typed === "" ? undefined : normalNationalId(typed);
	if (number === null) issue("national_id", "身分證字號或居留證號不正確，請再核對。");
	if (!isPerson && form.tax_id !== "" && !isTaxId(form.tax_id))
		issue("tax_id", "統一編號不正確，請再核對（8 位數字）。");
	if (isPerson && form.user !== null && form.member_no !== null)
		issue("member_no", "同仁與會員只要連結一個；同仁本身是會員時，選同仁就好。");
	return {
		kind: form.kind,
		name: form.name,
		nationalId: number ?? (form.no_national_id ? null : undefined),
		taxId: isPerson ? null : orNull(form.tax_id),
		isResident: !(isPerson && form.is_foreign),
		userId: isPerson ? form.user : null,
		memberNo: isPerson ? form.member_no : null,
		email: form.email,
		phone: form.phone,
		address: form.address,
		note: form.note,
	};
}

/** Reads an account; the holder is the payee when none is typed. Reports what is missing or wrong. */
function accountOf(form: AccountFields, payee: string, context: z.RefinementCtx): AccountInput {
	const issue = (field: string, message: string) => context.addIssue({ code: "custom", path: [field], message });
	const bankCode = bankCodeIn(form.bank);
	if (bankCode === null) issue("bank", "請填金融機構代碼或名稱，例如 004 或臺灣銀行；有好幾家符合時請填三碼的代碼。");
	if (!/^-*\d[\d-]*$/.test(form.account)) issue("account", "請填帳號，只有數字與「-」，例如 0012-345-67890。");
	return { bankCode: bankCode ?? "", branch: form.branch, account: form.account, holder: form.holder || payee };
}

/** The form of a new payee. Its first account may be given with it. */
export const PayeeForm = z.strictObject({ ...FIELDS, ...ACCOUNT }).transform((form, context) => ({
	input: payeeOf(form, context),
	account: form.bank === "" && form.account === "" ? null : accountOf(form, form.name, context),
}));

/** The form that changes a payee: the kind stays as it is. */
export const PayeeEdit = z
	.strictObject({ ...FIELDS, is_active: Checked, version: Version })
	.transform((form, context) => ({
		input: payeeOf(form, context),
		isActive: form.is_active,
		version: form.version,
	}));

/** The form of one more account. Without a holder, the action fills in the payee's name. */
export const AccountForm = z
	.strictObject({ ...ACCOUNT, version: Version })
	.transform((form, context) => ({ input: accountOf(form, "", context), version: form.version }));

/** The form that switches an account off or on. */
export const SwitchForm = z.strictObject({ to: z.enum(["on", "off"]), version: Version });

const DAY = {
	missing: "請填寫日期。",
	unknown: () => "沒有這個日期，或看不懂，請寫成 2026/11/20 或 115/11/20。",
};
/** The form of a paper by which no supplementary premium is withheld. */
export const ExemptionForm = z
	.strictObject({
		kind: z.enum(EXEMPTION_KINDS, "請選擇類別。"),
		paper: line(120).refine((text) => text !== "", { error: "請填寫證明文件，例如「職業工會在保證明」。" }),
		shown_on: dayField(DAY),
		version: Version,
	})
	.transform(({ version, shown_on, ...rest }) => ({ input: { ...rest, shownOn: shown_on }, version }));

/** The form that ends an exemption. */
export const ExemptionEnd = z.strictObject({ until: dayField(DAY), version: Version });
