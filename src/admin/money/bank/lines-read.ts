import { refusalWords } from "#admin/refusal-words.ts";
import { allows } from "#auth/permissions.ts";
import type { Ask } from "#auth/route.ts";
import { bankAccounts } from "#db/money/bank-accounts.ts";
import { matchingSelects } from "#db/money/bank-booked.ts";
import { bankBalances, householdsOf, saidParts } from "#db/money/bank-desk.ts";
import { bankLine, doneLines, LINES_PER_PAGE, lineCounts } from "#db/money/bank-lines.ts";
import { type EvidenceRow, type OpenLineRow, owedByFamily } from "#db/money/bank-matching.ts";
import { memoRules, rulesIn } from "#db/money/bank-memo-rules.ts";
import { movementsNear } from "#db/money/bank-parts.ts";
import { payerRow, payersFound } from "#db/money/bank-payers.ts";
import { readRows } from "#db/read.ts";
import type { Match } from "#domain/money/bank/candidates.ts";
import type { LinesQuery } from "#domain/money/bank/form.ts";
import { leftOf, matchesOf, mayMatch } from "#domain/money/bank/matches.ts";
import { rulesFor } from "#domain/money/bank/memo-actions.ts";
import { searchWords } from "#domain/people/index.ts";
import { paths } from "#http/paths.ts";
import { Refusal } from "#kernel/refusal.ts";
import { isRefusal } from "#refusals.ts";
import { reviewer } from "./asks.ts";
import { actionIn, conditionsOf, type LineList, type OpenRow, type Unexplained } from "./desk.ts";
import { openShown } from "./lines-shown.ts";

const { bank } = paths.admin;

type Asking = { query: LinesQuery; asked: Record<string, string> };

/** What the row that is open needs, for the round trip of the list. */
const openSelects = ({ at = 0, member = 0, find }: LinesQuery) =>
	[
		bankLine(at),
		movementsNear(at),
		householdsOf(at, member),
		saidParts(at),
		payersFound(searchWords(find)),
		payerRow(member),
		owedByFamily(member),
	] as const;

/** Reads the list of bank lines that an address asks for, with the open row, in one round trip. */
export async function readList({ env, who }: Pick<Ask, "env" | "who">, { query, asked }: Asking): Promise<LineList> {
	const { status: tab, account, direction, q, from, to } = query;
	const isDone = tab === "matched" || tab === "ignored" || tab === "all";
	const filter = { tab: isDone ? tab : ("matched" as const), account, direction, q, from, to };
	const base = [
		...matchingSelects(),
		bankAccounts(),
		lineCounts(),
		bankBalances(),
		memoRules(),
		...doneLines(filter, query.page),
	] as const;
	const [open, booked, waiting, hints, owed, accounts, [counts], balances, learned, done, [total], ...more] =
		await readRows(env.DB, ...base, ...openSelects(query));
	const [[line], movements, household, said, found, [payer], family] = more;
	const matches = matchesOf({ lines: open, booked, waiting, hints, owed });
	const shown = openShown(open, { query, matches });
	const place = shown.findIndex(({ id }) => id === query.at);
	const page = isDone || place < 0 ? query.page : Math.floor(place / LINES_PER_PAGE) + 1;
	const lines = isDone ? done : shown.slice((page - 1) * LINES_PER_PAGE, page * LINES_PER_PAGE);
	const order = isDone ? done.filter(isOpen).map(({ id }) => id) : shown.map(({ id }) => id);
	const matched = [...matches.values()];
	const as = reviewer({ who });
	const may = ({ candidates: [best] }: Match) => best !== undefined && mayMatch(as, best, { waiting, owed });
	const known = { booked, waiting, owed, seesBooks: allows("ledger", who) };
	const here = { path: bank.lines(), query: conditionsOf(asked) };
	const rules = await rulesFor(line ? [...lines, line] : lines, rulesIn(learned));
	const mayPair = allows("bank_match", who);
	const of = line && lines.some(({ id }) => id === line.id) && isOpen(line) ? line : undefined;
	const match = of && matches.get(of.id);
	return {
		...{ lines, order, tab, page, matches, known, rules, may, accounts, here, balances },
		total: isDone ? (total?.total ?? 0) : shown.length,
		counts: counts ?? { open: 0, matched: 0, ignored: 0, since: 0 },
		unexplained: sumsOf(open),
		suggested: matched.filter(({ candidates }) => candidates.length > 0).length,
		exact: matched.filter(({ isExact }) => isExact).length,
		pressable: matched.filter((one) => one.isExact && may(one)).length,
		mayMatch: mayPair,
		open: of && {
			...{ line: of, match, known, movements, household, said },
			rule: rules.get(of.id),
			accounts: accounts.filter(({ id, is_active }) => is_active === 1 && id !== of.bank_account_id),
			may: (candidate) => mayMatch(as, candidate, { waiting, owed }),
			mayMatch: mayPair,
			mayRecord: allows("income_manage", who),
			mayReverse: allows("payments_reverse", who),
			search: { q: query.find, found },
			payer: payer && { ...payer, owed: family },
			...suggestedFor({ match, hints: hints.filter(({ line_id }) => line_id === of.id), known, household }),
			key: crypto.randomUUID(),
			to: actionIn({ here, order }, of.id),
		},
		told: toldIn(query),
	};
}

const isOpen = ({ status }: Pick<OpenLineRow, "status">): boolean => status !== "matched" && status !== "ignored";

/** Money in suspense is in the books already, so its lines are no part of a difference. */
const sumsOf = (open: readonly OpenLineRow[]): Map<number, Unexplained> =>
	new Map(
		[
			...Map.groupBy(
				open.filter(({ is_suspense }) => is_suspense === 0),
				({ bank_account_id }) => bank_account_id,
			),
		].map(([account, lines]) => [
			account,
			{ lines: lines.length, left: lines.reduce((sum, line) => sum + leftOf(line), 0) },
		]),
	);

type Suggesting = Pick<OpenRow, "match" | "known" | "household"> & { hints: readonly EvidenceRow[] };
/**
 * Returns the payer whose dues a row offers without a choice: the one of the best suggestion, or the only family to
 * which the line's text points; and the dues items that the suggestion pays.
 */
function suggestedFor({ match, hints, known, household }: Suggesting): Pick<OpenRow, "suggested" | "items"> {
	const [best] = match?.candidates ?? [];
	const heads = new Set(hints.map(({ head_id }) => head_id));
	const id = best?.kind === "dues" ? best.memberId : heads.size === 1 ? hints[0]?.member_id : undefined;
	const person = household.find((one) => one.id === id);
	if (!person) return { suggested: undefined, items: [] };
	const owed = known.owed.filter(({ head_id }) => head_id === person.head_id);
	return { suggested: { ...person, owed }, items: best?.kind === "dues" ? best.itemIds : [] };
}

/**
 * Parses the result of a verification of several lines from the address; a refused line is written "12:payment.own".
 */
function toldIn({ done, left = 0, refused }: LinesQuery): LineList["told"] {
	if (done === undefined) return undefined;
	const parts = refused.split("~").flatMap((part) => {
		const [line = "", code = ""] = part.split(":");
		const isTold = /^\d{1,15}$/.test(line) && isRefusal(code);
		return isTold ? [{ line: Number(line), words: refusalWords(new Refusal(code)) }] : [];
	});
	return { done, left, refused: parts };
}
