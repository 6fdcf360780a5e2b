import * as z from "zod";
import { refusalWords } from "#admin/refusal-words.ts";
import { allows } from "#auth/permissions.ts";
import type { Ask, Route } from "#auth/route.ts";
import { bankAccounts } from "#db/money/bank-accounts.ts";
import { matchingSelects } from "#db/money/bank-booked.ts";
import { doneLines, LINES_PER_PAGE, lineCounts } from "#db/money/bank-lines.ts";
import { memoRules, rulesIn } from "#db/money/bank-memo-rules.ts";
import { readRows } from "#db/read.ts";
import { type Verified, verifyExact } from "#domain/money/bank/actions.ts";
import type { Match } from "#domain/money/bank/candidates.ts";
import { LinesQuery } from "#domain/money/bank/form.ts";
import { matchesOf, mayMatch } from "#domain/money/bank/matches.ts";
import { rulesFor } from "#domain/money/bank/memo-actions.ts";
import { paths } from "#http/paths.ts";
import { Refusal } from "#kernel/refusal.ts";
import { pageWithForms, type Refused } from "#kits/form/form.ts";
import { toldByLines, wantsLines } from "#kits/long-work.ts";
import { relay } from "#platform/queue.ts";
import { isRefusal } from "#refusals.ts";
import type { Page } from "#ui/page.ts";
import { reviewer, tell } from "./asks.ts";
import { lineListPage } from "./lines-list-page.ts";
import { openShown } from "./lines-shown.ts";

const { bank } = paths.admin;
const gate = "bank";
/** The most lines verified in one press: `MOST_AT_ONCE` without, `MOST_TOLD` with a display of the progress. */
const MOST_AT_ONCE = 50;
const MOST_TOLD = 100;

async function listPage(ask: Ask<object, LinesQuery>, { sent }: Refused): Promise<Page> {
	const { c, env, who, query } = ask;
	const { status: tab, account, direction, q, from, to, page } = query;
	const isDone = tab === "matched" || tab === "ignored";
	const filter = { tab: isDone ? tab : ("matched" as const), account, direction, q, from, to };
	const [open, booked, waiting, hints, owed, accounts, [counts], learned, done, [total]] = await readRows(
		env.DB,
		...matchingSelects(),
		bankAccounts(),
		lineCounts(),
		memoRules(),
		...doneLines(filter, page),
	);
	const matches = matchesOf({ lines: open, booked, waiting, hints, owed });
	const shown = openShown(open, { query, matches });
	const found = [...matches.values()];
	const may = ({ candidates: [best] }: Match) => best !== undefined && mayMatch(reviewer(ask), best, { waiting, owed });
	const part = shown.slice((page - 1) * LINES_PER_PAGE, page * LINES_PER_PAGE);
	return lineListPage({
		shown: isDone ? { done } : { open: part },
		rules: isDone ? new Map() : await rulesFor(part, rulesIn(learned)),
		total: isDone ? (total?.total ?? 0) : shown.length,
		tab,
		page,
		counts: counts ?? { open: 0, matched: 0, ignored: 0 },
		suggested: found.filter(({ candidates }) => candidates.length > 0).length,
		exact: found.filter(({ isExact }) => isExact).length,
		pressable: found.filter((match) => match.isExact && may(match)).length,
		matches,
		known: { booked, waiting, owed, seesBooks: allows("ledger", who) },
		may,
		mayMatch: allows("bank_match", who),
		accounts,
		query: c.req.query(),
		told: toldIn(query),
		problem: sent?.problem,
	});
}

/**
 * Parses the result of a verification of several lines from the address; a refused line is written "12:payment.own".
 */
function toldIn({ done, left = 0, refused }: LinesQuery) {
	if (done === undefined) return undefined;
	const parts = refused.split("~").flatMap((part) => {
		const [line = "", code = ""] = part.split(":");
		const isTold = /^\d{1,15}$/.test(line) && isRefusal(code);
		return isTold ? [{ line: Number(line), words: refusalWords(new Refusal(code)) }] : [];
	});
	return { done, left, refused: parts };
}

const list = pageWithForms({ path: bank.lines(), gate, query: LinesQuery, page: listPage });

const resultAddress = ({ done, refused, left }: Verified): string => {
	const told = refused.map(({ line, code }) => `${line}:${code}`).join("~");
	return `${bank.lines()}?${new URLSearchParams({ done: String(done), left: String(left), ...(told ? { refused: told } : {}) })}`;
};

const verifyAll = list.form("sent", {
	path: bank.verification(),
	gate: "bank_match",
	form: z.strictObject({}),
	run: async (ask) => {
		const { c, db, by } = ask;
		const of = { reviewer: reviewer(ask), by };
		if (wantsLines(c))
			return toldByLines(c, {
				work: async (report) => {
					const result = await verifyExact(db, { ...of, most: MOST_TOLD, report });
					await relay(ask.env, "mail.due");
					return resultAddress(result);
				},
				event: "bank.failed",
				failed: "核對時發生錯誤。已核對的不受影響，請重新整理後再試一次。",
			});
		const result = await verifyExact(db, { ...of, most: MOST_AT_ONCE });
		tell(ask);
		return { to: resultAddress(result) };
	},
});

export const BANK_LINES_ROUTES: readonly Route[] = [list.show, verifyAll];
