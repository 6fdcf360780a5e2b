import type { Ask } from "#auth/route.ts";
import { budgetsLeft } from "#db/books/budgets.ts";
import {
	attachmentsOf,
	documentRow,
	eventsOf,
	financeActors,
	linesOf,
	revisionsOf,
	vouchersOf,
} from "#db/books/finance.ts";
import { postableAccounts } from "#db/books/finance-forms.ts";
import { sharesOf } from "#db/books/finance-shares.ts";
import { lastPayment } from "#db/books/payee-of.ts";
import { allRates } from "#db/books/withholding.ts";
import { readRows } from "#db/read.ts";
import { actorsBy } from "#domain/books/finance/actors.ts";
import { hashOf } from "#domain/books/finance/content.ts";
import { steppingOf } from "#domain/books/finance/stepping.ts";
import { dateInTaipei } from "#kernel/times.ts";
import { financeReviewersOf, readerOf } from "./asks.ts";
import type { FinanceShow } from "./shown.ts";

export type AskDocument = Ask<{ id: number }, object>;

const REPUBLIC = 1911;

/**
 * Reads all data of a request's page in one round trip; undefined when the current user may not see it. Only its
 * applicant sees a draft.
 */
export async function readDocument({ env, params, who, at }: AskDocument): Promise<FinanceShow | undefined> {
	const { id } = params;
	const today = dateInTaipei(at);
	const year = Number(today.slice(0, 4));
	const [[document], lines, shares, rates, events, files, revisions, ...rest] = await readRows(
		env.DB,
		documentRow(id, readerOf(who)),
		linesOf(id),
		sharesOf(id),
		allRates(),
		eventsOf(id),
		attachmentsOf(id),
		revisionsOf(id),
		financeActors(today),
		vouchersOf(id),
		budgetsLeft(year),
		budgetsLeft(year - 1),
		postableAccounts(),
		lastPayment(id),
	);
	const [holders, vouchers, budgets, before, accounts, [last]] = rest;
	if (!document || (document.state === "draft" && document.applicant_id !== who.userId)) return undefined;
	const hashes = new Map(
		await Promise.all(revisions.map(async ({ revision, content }) => [revision, await hashOf(content)] as const)),
	);
	const stepping = steppingOf(document, { at, holders });
	// A document that was requested last year belongs to last year's budget.
	const isOfLastYear = document.roc_year === year - 1 - REPUBLIC;
	return {
		document,
		lines,
		shares,
		rates,
		events,
		files,
		revisions,
		hashes,
		stepping,
		actors: actorsBy(stepping, holders),
		holders,
		vouchers,
		budgets: isOfLastYear ? before : budgets,
		accounts,
		last,
		reviewers: financeReviewersOf(who),
		who,
		at,
	};
}
