import * as z from "zod";
import { type Ask, IdParams } from "#auth/route.ts";
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
import { waitingOrder } from "#db/books/finance-waiting.ts";
import { lastPayment } from "#db/books/payee-of.ts";
import { allRates } from "#db/books/withholding.ts";
import { readRows } from "#db/read.ts";
import { actorsBy } from "#domain/books/finance/actors.ts";
import { hashOf } from "#domain/books/finance/content.ts";
import { steppingOf } from "#domain/books/finance/stepping.ts";
import { asked } from "#kernel/query.ts";
import { dateInTaipei } from "#kernel/times.ts";
import { financeReviewersOf, readerOf, viewerOf } from "./asks.ts";
import { MOST_WAITING, queueOf } from "./queue.ts";
import type { FinanceShow } from "./shown.ts";

/** The query of a request's page: the attachment that is shown beside the facts. */
export const ShowQuery = z.strictObject({ file: asked(IdParams.shape.id) });
export type AskDocument = Ask<{ id: number }, z.infer<typeof ShowQuery>>;

const REPUBLIC = 1911;

/**
 * Reads all data of a request's page in one round trip; undefined when the current user may not see it. Only its
 * applicant sees a draft.
 */
export async function readDocument({ env, params, query, who, at }: AskDocument): Promise<FinanceShow | undefined> {
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
		waitingOrder(viewerOf(who, at), MOST_WAITING),
	);
	const [holders, vouchers, budgets, before, accounts, [last], waiting] = rest;
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
		queue: queueOf(waiting),
		file: query.file,
		reviewers: financeReviewersOf(who),
		who,
		at,
	};
}
