import type { BankAccountRow } from "#db/money/bank-accounts.ts";
import type { BalanceRow, HouseholdRow, SaidPartRow } from "#db/money/bank-desk.ts";
import type { LineCounts, LineRow } from "#db/money/bank-lines.ts";
import type { OpenLineRow } from "#db/money/bank-matching.ts";
import type { Match } from "#domain/money/bank/candidates.ts";
import { LinesQuery } from "#domain/money/bank/form.ts";
import type { MemoRule } from "#domain/money/bank/memo-rules.ts";
import { paths } from "#http/paths.ts";
import { type Here, hrefWith } from "#ui/url-state.ts";
import type { LinePage, Refused } from "./line-shown.ts";
import type { Known } from "./suggestion.ts";

const { bank } = paths.admin;

/** The open row of the list: the line as on its own page, and what the row shows besides. */
export type OpenRow = LinePage & {
	household: readonly HouseholdRow[];
	/** The parts of the payments that wait and have the line's amount. */
	said: readonly SaidPartRow[];
	/** The payer whose dues the row offers, with the open dues of the family; undefined where nobody is known. */
	suggested: LinePage["payer"];
	/** The open dues items that the suggestion pays. */
	items: readonly number[];
	/** The form of the row that was refused. */
	refused?: Refused | undefined;
};

export type Unexplained = { lines: number; left: number };

export type LineList = {
	/** The lines of the page, in their order, and the ids of all lines of the list, for the way from one to the next. */
	lines: readonly (OpenLineRow | LineRow)[];
	order: readonly number[];
	total: number;
	tab: LinesQuery["status"];
	page: number;
	counts: LineCounts;
	balances: readonly BalanceRow[];
	/** Of each account how many lines are open and not in suspense, and what is left of them, in NT$. */
	unexplained: ReadonlyMap<number, Unexplained>;
	/** The number of open lines with a suggestion. */
	suggested: number;
	/** The number of open lines with an exact match. */
	exact: number;
	/** The number of lines with an exact match that the current user may verify. */
	pressable: number;
	matches: ReadonlyMap<number, Match>;
	known: Known;
	/** What the shown open lines are by their texts. */
	rules: ReadonlyMap<number, MemoRule>;
	/** Returns whether the current user may confirm a match. */
	may: (match: Match) => boolean;
	/** Whether the current user may match bank lines at all. */
	mayMatch: boolean;
	accounts: readonly BankAccountRow[];
	/** The list's address. */
	here: Here;
	open: OpenRow | undefined;
	/**
	 * The result of verifying several lines: how many were verified, how many are left to verify, and the refused lines
	 * with the reason in words.
	 */
	told: { done: number; left: number; refused: readonly { line: number; words: string }[] } | undefined;
	problem?: string | undefined;
};

/** What the address of the list keeps when a line of it was dealt with: its conditions, and not what is open. */
const OWN = ["at", "member", "find", "done", "left", "refused"];
export const conditionsOf = (query: Record<string, string>): Record<string, string> =>
	Object.fromEntries(Object.entries(query).filter(([name]) => !OWN.includes(name)));

/** Returns the address of the list with a line's row open, at that row. */
export const rowHref = (here: Here, id: number, more: Record<string, string> = {}): string =>
	`${hrefWith(here, { page: here.query.page, ...more, at: String(id) })}#line-${id}`;

/** Returns the line after one of the list, from the last one the first; undefined when there is no other. */
export function nextOf(order: readonly number[], id: number): number | undefined {
	const at = order.indexOf(id);
	const next = order[at + 1] ?? order[0];
	return next === id ? undefined : next;
}

/** Returns the address of a form of a line's row: its answer is the list again, open at the next line. */
export function actionIn({ here, order }: Pick<LineList, "here" | "order">, id: number): (path: string) => string {
	const next = nextOf(order, id);
	const list = hrefWith({ path: "", query: here.query }, { page: here.query.page, at: next?.toString() }).slice(1);
	return (path) => `${path}?list=${encodeURIComponent(list)}`;
}

/** Reads the list from which a form was sent; undefined for a text that is no query of the list. */
export function listIn(text: string | undefined): { query: LinesQuery; asked: Record<string, string> } | undefined {
	if (text === undefined) return undefined;
	const asked = Object.fromEntries(new URLSearchParams(text));
	const read = LinesQuery.safeParse(asked);
	return read.success ? { query: read.data, asked } : undefined;
}

/** Returns the address of the list from which a form was sent, open at the next line, or at the line `stay` again. */
export function backTo(text: string | undefined, stay?: number): string | undefined {
	const list = listIn(text);
	if (!list) return undefined;
	const here = { path: bank.lines(), query: conditionsOf(list.asked) };
	const at = stay ?? list.query.at;
	return at === undefined ? hrefWith(here, { page: here.query.page }) : rowHref(here, at);
}
