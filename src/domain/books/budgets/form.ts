import * as z from "zod";
import { NeededAccount, type WithAccount } from "#domain/books/accounts/form.ts";
import { line, lines, Version } from "#kernel/form.ts";
import { asked } from "#kernel/query.ts";
import { amountField } from "#kernel/typed.ts";

const Year = z.coerce.number().int().min(1980).max(2199);

const FIELDS = {
	account: NeededAccount,
	name: line(60).refine((text) => text !== "", { error: "請填寫預算項目的名稱。" }),
	amount: amountField("請填寫大於 0 的整數金額，例如 120,000。"),
	note: lines(500).default(""),
};

export const NewBudget = z.strictObject({ year: Year, ...FIELDS });
export type NewBudget = WithAccount<z.infer<typeof NewBudget>>;
export const BudgetEdit = z.strictObject({ ...FIELDS, version: Version });
export type BudgetEdit = WithAccount<z.infer<typeof BudgetEdit>>;
export const BudgetRemoval = z.strictObject({ version: Version });
export const BudgetsQuery = z.strictObject({ year: asked(Year) });

/** The form that copies a budget; the percentage of change may be typed as 5, +5, -3, 5%. */
export const BudgetCopy = z.strictObject({
	year: Year,
	percent: z.string().transform((text, context) => {
		const plain = text.normalize("NFKC").replaceAll(/\s|%$/g, "").replace("−", "-") || "0";
		const percent = /^[+-]?[0-9]{1,3}$/.test(plain) ? Number(plain) : null;
		if (percent !== null && percent > -100 && percent <= 200) return percent;
		context.addIssue({ code: "custom", message: "請填 -99 到 200 的整數，例如 5 或 -3。" });
		return z.NEVER;
	}),
});
