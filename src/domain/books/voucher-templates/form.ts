import * as z from "zod";
import { type Account, accountWords, chooseAccount, isPostable } from "#domain/books/accounts/chart.ts";
import { NO_LINE, type TypedLine } from "#domain/books/vouchers/lines.ts";
import { readAmount } from "#kernel/amounts.ts";
import { MOST } from "#kernel/field-limits.ts";
import { line, Version } from "#kernel/form.ts";

/** The stored lines of a template; an amount of null is left for the user to fill in each time. */
export const TemplateLines = z.array(
	z.object({
		account: z.string(),
		side: z.enum(["debit", "credit"]),
		amount: z.int().positive().nullable(),
		memo: z.string(),
	}),
);
export type TemplateLine = z.infer<typeof TemplateLines>[number];

export const MOST_TEMPLATE_LINES = 20;
const Cells = z
	.array(z.string().max(200).register(MOST, { characters: 80 }))
	.max(MOST_TEMPLATE_LINES, `最多 ${MOST_TEMPLATE_LINES} 行。`);

export const TEMPLATE_FIELDS = ["account", "side", "amount", "memo"] as const;

export const TemplateForm = z.strictObject({
	name: line(60).refine((text) => text !== "", { error: "請填寫名稱，例如「繳水電費」。" }),
	description: line(200).default(""),
	account: Cells,
	side: Cells,
	amount: Cells,
	memo: Cells,
	version: Version.optional(),
});
export type TemplateForm = z.infer<typeof TemplateForm>;
export type TemplateInput = { name: string; description: string; lines: TemplateLine[] };

/** Returns the lines of a template's form without empty rows; `problems` are by the index of the row. */
export function templateLines(
	form: Pick<TemplateForm, (typeof TEMPLATE_FIELDS)[number]>,
	accounts: readonly Account[],
): { lines: TemplateLine[]; problems: Map<number, string> } {
	const lines: TemplateLine[] = [];
	const problems = new Map<number, string>();
	for (const [at, text] of form.account.entries()) {
		const [typed = "", memo = ""] = [form.amount[at]?.trim(), form.memo[at]?.trim()];
		if ([text, typed, memo].join("").trim() === "") continue;
		const choice = chooseAccount(text, accounts.filter(isPostable), accounts);
		const amount = typed === "" ? null : readAmount(typed);
		if ("problem" in choice) problems.set(at, `第 ${at + 1} 行：${choice.problem}`);
		else if (typed !== "" && amount === null) problems.set(at, `第 ${at + 1} 行：「${typed}」不是大於 0 的整數金額。`);
		else
			lines.push({ account: choice.account.code, side: form.side[at] === "credit" ? "credit" : "debit", amount, memo });
	}
	if (problems.size === 0 && lines.length < 2) problems.set(0, "請至少填兩行分錄。");
	return { lines, problems };
}

/** A row that a template fills in; `side` is where its amount belongs when the template has none. */
export type TemplateLineTyped = { typed: TypedLine; side: TemplateLine["side"] | undefined };
/** Returns the rows of a voucher that a template fills in. */
export const rowsOfTemplate = (stored: string, accounts: readonly Account[]): TemplateLineTyped[] =>
	TemplateLines.parse(JSON.parse(stored)).map(({ account: code, side, amount, memo }) => {
		const account = accounts.find((one) => one.code === code);
		const typed = { ...NO_LINE, account: account ? accountWords(account) : code, memo };
		return amount === null
			? { typed, side }
			: { typed: { ...typed, [side]: amount.toLocaleString("en-US") }, side: undefined };
	});
