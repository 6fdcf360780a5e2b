import { amountIn } from "#db/money/bank-lines.ts";
import type { OpenLineRow } from "#db/money/bank-matching.ts";
import type { Match } from "#domain/money/bank/candidates.ts";
import type { LinesQuery } from "#domain/money/bank/form.ts";

type Asked = { query: LinesQuery; matches: ReadonlyMap<number, Match> };

/**
 * Returns the open lines that match the list's conditions: first lines with an exact match, then lines with a
 * suggestion, then others; in each group in the order of `lines`.
 */
export const openShown = (lines: readonly OpenLineRow[], { query, matches }: Asked): OpenLineRow[] => {
	const rank = ({ id }: OpenLineRow): number => {
		const match = matches.get(id);
		if (match?.isExact) return 0;
		return match && match.candidates.length > 0 ? 1 : 2;
	};
	return lines
		.filter((line) => isAsked(line, query))
		.filter((line) => {
			if (query.status === "suggested") return rank(line) < 2;
			return query.status !== "unmatched" || rank(line) === 2;
		})
		.toSorted((a, b) => rank(a) - rank(b));
};

function isAsked(line: OpenLineRow, { account, direction, q, from, to }: LinesQuery): boolean {
	const isFound = q === "" || line.memo.includes(q) || line.last5 === q || Math.abs(line.amount) === amountIn(q);
	const isThen = (!from || line.booked_on >= from) && (!to || line.booked_on <= to);
	const isDirected = direction === undefined || line.amount > 0 === (direction === "in");
	return isFound && isThen && isDirected && (account === undefined || line.bank_account_id === account);
}
