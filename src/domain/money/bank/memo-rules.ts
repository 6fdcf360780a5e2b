/** What a bank line with a text turned out to be: a bank fee, a transfer to or from another account, or interest. */
export type MemoRule = { kind: "fee" } | { kind: "transfer"; account: number } | { kind: "interest" };

/** The amount (below zero for money that went out) and the text of a bank line. */
export type Told = { amount: number; memo: string };

/**
 * Returns the words of a bank line by which it is remembered: its direction and its text without digits, which change
 * from one line to the next. Null for a line without words.
 */
export function memoWords({ amount, memo }: Told): string | null {
	const words = memo
		.normalize("NFKC")
		.replaceAll(/[\d*]+/g, "")
		.replaceAll(/\s+/g, " ")
		.trim();
	return words === "" ? null : `${amount < 0 ? "out" : "in"}|${words}`;
}

/** The largest fee, in NT$, that a text alone suggests. */
const USUAL_FEE = 300;

/** Returns what a text says that nobody explained yet: a small 手續費, or 利息. */
export function plainRule({ amount, memo }: Told): MemoRule | undefined {
	if (amount < 0 && amount >= -USUAL_FEE && /手續費|匯費|跨行費|工本費/.test(memo)) return { kind: "fee" };
	if (amount > 0 && /利息|息$/.test(memo)) return { kind: "interest" };
	return undefined;
}

/** Whether a rule can be about a line of this direction and account. */
export const fitsRule = (rule: MemoRule, { amount, bank_account_id }: Told & { bank_account_id: number }): boolean =>
	rule.kind === "transfer" ? rule.account !== bank_account_id : rule.kind === "fee" ? amount < 0 : amount > 0;
