import * as z from "zod";
import { anyPhone, canonical, email, plain } from "#domain/people/members/field-schemas.ts";
import { readMemberNo } from "#domain/people/members/numbers.ts";
import { Version } from "#kernel/form.ts";
import { isTaxId } from "#kernel/tax-id.ts";
import { dayField, dayOrNone } from "#kernel/typed.ts";

const DAYS = {
	from_on: dayField({ missing: "請填寫第一天。" }),
	until_on: dayOrNone(),
};
type Days = { from_on: string; until_on: string | null };
const inOrder = ({ from_on, until_on }: Days): boolean => until_on === null || from_on <= until_on;
const ORDER = { path: ["until_on"], error: "最後一天不能早於第一天。" };

const CONTACTS = {
	name: plain(80),
	phone: canonical(anyPhone, "請輸入電話號碼，例如 02-2345-6789。", 40),
	email: canonical(email, "請輸入電子郵件，例如 name@example.org。"),
};

/** The form that names a representative: a member by number, or somebody who is none by name. */
export const Naming = z
	.strictObject({
		member_no: canonical(readMemberNo, "會員編號只用英文字母、數字與橫線。", 20),
		...CONTACTS,
		...DAYS,
	})
	.refine(inOrder, ORDER)
	.refine(({ member_no, name }) => (member_no === null) !== (name === ""), {
		path: ["name"],
		error: "是會員的填會員編號，不是會員的填姓名，請填其中一項。",
	})
	.refine(({ member_no, phone, email: mail }) => member_no === null || (phone === null && mail === null), {
		path: ["phone"],
		error: "是會員的，電話與電子郵件在會員資料裡，這裡請留空。",
	});
export type Naming = z.infer<typeof Naming>;

/** The form of a representative that is there: the days, and the name of one who is no member. */
export const RepresentativeEdit = z.strictObject({ ...CONTACTS, ...DAYS, version: Version }).refine(inOrder, ORDER);
export type RepresentativeEdit = z.infer<typeof RepresentativeEdit>;
export const RepresentativeRemoval = z.strictObject({ version: Version });

/** The form of what only an organisation has: 統一編號, which may be found out later, and how many representatives. */
export const OrganisationForm = z.strictObject({
	tax_id: z
		.string()
		.max(20)
		.transform((text) => text.normalize("NFKC").replace(/\s/g, ""))
		.refine((text) => text === "" || isTaxId(text), { error: "統一編號不正確，請逐字核對 8 位數字。" })
		.transform((text) => text || null),
	seats: z
		.string()
		.trim()
		.regex(/^[1-9]\d?$/, { error: "請填寫 1 到 99 的人數。" })
		.transform(Number),
	version: Version,
});
export type OrganisationForm = z.infer<typeof OrganisationForm>;
