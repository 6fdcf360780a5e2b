import * as z from "zod";
import { MOST_SHARES } from "#domain/books/finance/form.ts";
import { type ShareDecision, withheldOn, withholdingOf } from "#domain/books/finance/share-withholding.ts";
import { CATEGORIES } from "#domain/books/withholding/rules.ts";
import { readAmount } from "#kernel/amounts.ts";
import { AmountText } from "#kernel/typed.ts";
import type { FinanceShow } from "./shown.ts";

const Chosen = z.enum([...CATEGORIES, ""], "請從選項中選擇。");
const amounts = z.array(AmountText).max(MOST_SHARES).default([]);

/**
 * The form fields of a register's shares in the accountant's review: four lists with one entry per share in the same
 * order, and the category of those for which none was chosen. `step` is the button that computes by the rules.
 */
export const SHARES = {
	share: z
		.array(z.string().regex(/^\d{1,15}$/))
		.max(MOST_SHARES)
		.default([]),
	category: z.array(Chosen).max(MOST_SHARES).default([]),
	tax: amounts,
	premium: amounts,
	category_all: Chosen.default(""),
	step: z.enum(["compute", ""]).default(""),
};
export const SHARES_MANY = ["share", "category", "tax", "premium"];

type Sent = z.infer<z.ZodObject<typeof SHARES>>;

/** Reads an amount that was typed: null when it is empty, undefined when it is no amount. */
function typedAmount(text: string): number | null | undefined {
	if (text === "") return null;
	return /^[0０]+$/.test(text) ? 0 : (readAmount(text) ?? undefined);
}

/** Returns what the accountant decided of each share, and what is wrong with it, in words. */
export function decisionsIn(
	{ share, category, tax, premium, category_all }: Sent,
	{ document, shares, rates, at }: FinanceShow,
): { decisions: ShareDecision[]; problems: string[] } {
	const { register, wanted_on } = document;
	if (register === null || register === "refunds") return { decisions: [], problems: [] };
	const unread: string[] = [];
	const decisions = share.flatMap((id, place): ShareDecision[] => {
		const chosen = category[place] || category_all;
		const [taxed, insured] = [typedAmount(tax[place] ?? ""), typedAmount(premium[place] ?? "")];
		if (taxed === undefined || insured === undefined) unread.push(`第 ${place + 1} 行的代扣金額要是整數，例如 633。`);
		return chosen === ""
			? []
			: [{ shareId: Number(id), category: chosen, tax: taxed ?? null, premium: insured ?? null }];
	});
	if (unread.length > 0) return { decisions, problems: unread };
	const day = { register, rates, on: withheldOn(wanted_on, at) };
	return { decisions, problems: withholdingOf(shares, decisions, day).problems };
}
