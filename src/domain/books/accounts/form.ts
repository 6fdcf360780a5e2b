import * as z from "zod";
import { MOST } from "#kernel/field-limits.ts";
import { Checked, line, Version } from "#kernel/form.ts";

const Code = z
	.string()
	.register(MOST, { characters: 7 })
	.transform((text) => text.normalize("NFKC").trim())
	.refine((text) => /^[1-5][0-9]{3}(?:-[0-9]{2})?$/.test(text), {
		error: "代號是四位數字，第一碼 1 到 5，例如 5250；子目再加兩位，例如 1130-02。",
	});
/** The text of a field in which an account is chosen by its code or name; what it names is known with the chart. */
export const AccountText = z.string().max(200).register(MOST, { characters: 80 });
/** The same where an account must be chosen. */
export const NeededAccount = AccountText.refine((text) => text.trim() !== "", { error: "請選擇會計科目。" });
/** What a form whose field `account` names an account becomes when the account is known by its id. */
export type WithAccount<F extends { account: unknown }, Id = number> = Omit<F, "account"> & { account: Id };

const Name = line(60).refine((text) => text !== "", { error: "請填寫科目名稱。" });

/** The 項 of the statements by 款／項／目 that the account stands in; left out, it stays as it is. */
const StatementItem = z
	.union([z.literal("").transform(() => null), z.coerce.number().int().positive()], { error: "請從選項中選擇。" })
	.optional();

/** The form of a new account; 1130-02 becomes a sub-account of 1130. */
export const NewAccount = z.strictObject({ code: Code, name: Name, item: StatementItem });
export type NewAccount = z.infer<typeof NewAccount>;
/** The form that edits an account. The action checks that an account in use keeps its code. */
export const AccountEdit = NewAccount.extend({ version: Version, is_active: Checked });
export type AccountEdit = z.infer<typeof AccountEdit>;
export const AccountRemoval = z.strictObject({ version: Version });

/**
 * The form of the accounts for automatic postings (自動過帳的科目): a list of purposes and, in the same order, their
 * accounts and the versions that were seen.
 */
export const MappingForm = z.strictObject({
	purpose: z.array(z.string().max(40)).max(100),
	seen: z.array(z.string().regex(/^\d{1,9}$/)).max(100),
	account: z.array(AccountText).max(100),
});
export type MappingForm = z.infer<typeof MappingForm>;
