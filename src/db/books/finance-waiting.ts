import { limitTo, type Select, select, selectOne } from "#db/read.ts";
import { heldOnce } from "#db/system/index.ts";
import { FINANCE_STATES, type FinanceState } from "#domain/books/finance/labels.ts";
import { BOTH_REVIEWS, type FinanceReviewers } from "#domain/books/finance/rules.ts";
import {
	FINANCE_PERMISSIONS,
	type FinancePermission,
	type FinanceStep,
	NEXT_STEP,
	permissionsFor,
	STAND_IN,
} from "#domain/books/finance/steps.ts";
import { SETTINGS } from "#domain/system/index.ts";
import { takesBoth } from "./concurrent-posts.ts";
import type { FinanceReader } from "./finance.ts";
import { FINANCE_COLUMNS, type FinanceListRow } from "./finance-lists.ts";
import { CONCERNS, IS_UNDO_ASKED, mayTakeListed } from "./finance-who.ts";

/**
 * A document that waits for the user, with the step that the user would take: `unpay` when the return of the payment
 * (退匯) was requested, `mend` for a returned document of their own.
 */
export type WaitingRow = FinanceListRow & { step: string; is_deputy: 0 | 1; stands_in: 0 | 1 };

/**
 * Returns the WITH tables of the documents that wait for a user (by what the user may do and as whom), and of the
 * user's own returned documents. All arguments are SQL: `me` is the user's id; `acts` selects what the user may do:
 * step, state, as whom, and whether only because no holder can; `today` is the day in Taipei.
 */
export const waitingBy = (me: string, acts: string, today: string): string => `${heldOnce(today, FINANCE_PERMISSIONS)},
	acts (step, state, person, stands_in, user_id) AS MATERIALIZED (SELECT a.*, ${me} FROM (${acts}) a),
	waiting AS (SELECT d.id, h.step, min(h.person IS NOT NULL) AS is_deputy, min(h.stands_in) AS stands_in
		FROM acts h CROSS JOIN finance_documents d ON d.stage = h.state
		WHERE (h.step = 'unpay' OR NOT ${IS_UNDO_ASKED}) AND ${mayTakeListed(today)}
		GROUP BY d.id
		UNION ALL SELECT id, 'mend', 0, 0 FROM finance_documents WHERE +applicant_id = ${me} AND state = 'returned')`;
/** SQL for the step as a row names it: the combined step 財務 when one approval counts for both reviews. */
const CALLED = `iif(w.step = 'approve_cashier' AND w.is_deputy = 0 AND ${takesBoth("?1", "?3")}, '${BOTH_REVIEWS}', w.step) AS step`;
const WAITING = waitingBy("?1", "SELECT value ->> 0, value ->> 1, value ->> 2, value ->> 3 FROM json_each(?2)", "?3");

type Act = {
	permission: FinancePermission | typeof STAND_IN;
	step: string;
	state: FinanceState;
	/** Set when the user may take the step only because no holder of the step's permission can. */
	stands_in?: 1;
};
/**
 * What each permission allows in which state: the next step of the state, and `unpay` when the return of the payment
 * (退匯) was requested.
 */
export const FINANCE_ACTS: readonly Act[] = [
	...FINANCE_STATES.flatMap((state) => {
		const step = NEXT_STEP[state];
		if (!step) return [];
		const held = permissionsFor(step, state).map((permission): Act => ({ permission, step, state }));
		return [...held, { permission: STAND_IN, step, state, stands_in: 1 } as const];
	}),
	...permissionsFor("unpay", "paid").map((permission): Act => ({ permission, step: "unpay", state: "paid" })),
];

/** Returns, as JSON for the query, the steps that a user may take: step, state, person, whether as a stand-in. */
const actsOf = (reviewers: FinanceReviewers): string =>
	JSON.stringify(
		FINANCE_ACTS.flatMap(({ permission, step, state, stands_in = 0 }) =>
			reviewers[permission].standsFor.map((person) => [step, state, person, stands_in]),
		),
	);

/** The user whose waiting documents are read; `today` is the day in Taipei. */
type Waiter = { userId: number; reviewers: FinanceReviewers; today: string };

/** Selects the documents that wait for a user, longest waiting first, at most `most`. */
export const waitingDocuments = ({ userId, reviewers, today }: Waiter, most: number): Select<WaitingRow> =>
	select(
		`WITH ${WAITING} SELECT ${FINANCE_COLUMNS}, ${CALLED}, w.is_deputy, w.stands_in
		FROM waiting w CROSS JOIN finance_documents d ON d.id = w.id JOIN users a ON a.id = d.applicant_id
		ORDER BY d.state_since, d.id ${limitTo(most)}`,
		userId,
		actsOf(reviewers),
		today,
	);

/** Selects what a queue says of the documents that wait for a user, with the step of each, longest waiting first, at most `most`. */
export const waitingOrder = (
	{ userId, reviewers, today }: Waiter,
	most: number,
): Select<Pick<WaitingRow, "id" | "step" | "title" | "net">> =>
	select(
		`WITH ${WAITING} SELECT d.id, d.title, d.net, ${CALLED}
		FROM waiting w CROSS JOIN finance_documents d ON d.id = w.id ORDER BY d.state_since, d.id ${limitTo(most)}`,
		userId,
		actsOf(reviewers),
		today,
	);

/**
 * A document of a step of the user that the user cannot take: it concerns them (`own`), or they approved another step of
 * the same revision.
 */
export type WithheldRow = FinanceListRow & { step: string; reason: "own" | "approved" };

/** Selects the documents that wait for a step of the user which somebody else has to take, longest waiting first. */
export const withheldDocuments = ({ userId, reviewers, today }: Waiter, most: number): Select<WithheldRow> =>
	select(
		`WITH ${WAITING}, others AS (SELECT d.id, h.step, min(${CONCERNS}) AS is_own FROM acts h CROSS JOIN finance_documents d ON d.stage = h.state
			WHERE h.stands_in = 0 AND h.step <> 'unpay' AND NOT ${IS_UNDO_ASKED} AND d.id NOT IN (SELECT id FROM waiting) GROUP BY d.id)
		SELECT ${FINANCE_COLUMNS}, o.step, iif(o.is_own, 'own', 'approved') AS reason
		FROM others o CROSS JOIN finance_documents d ON d.id = o.id JOIN users a ON a.id = d.applicant_id
		ORDER BY d.state_since, d.id ${limitTo(most)}`,
		userId,
		actsOf(reviewers),
		today,
	);

/**
 * How far a document that waits for the user can be approved with others in one press: its attachments, how many of them
 * the user opened since this revision was sent (by the audit log), and the amount of the settings below which it may be.
 */
export type BulkRow = { id: number; version: number; gross: number; files: number; opened: number; below: number };

/** The steps that several documents can take in one press; the accountant chooses accounts for each. */
const BULK_STEPS: readonly FinanceStep[] = ["approve_cashier", "approve_secretary", "approve_chair"];
const BULK_BELOW = `coalesce((SELECT CAST(value AS INTEGER) FROM settings WHERE key = 'approval.bulk_below' AND value <> '' AND value NOT GLOB '*[^0-9]*'),
	${SETTINGS.approval.bulk_below.default})`;

/** Selects the documents that wait for a user at a step that several can take in one press. Registers are left out. */
export const bulkDocuments = ({ userId, reviewers, today }: Waiter): Select<BulkRow> =>
	select(
		`WITH ${WAITING} SELECT d.id, d.version, d.gross, count(t.file_id) AS files, ${BULK_BELOW} AS below,
			coalesce(sum(EXISTS (SELECT 1 FROM audit_log l WHERE l.auditable_type = 'finance_document' AND l.auditable_id = CAST(d.id AS TEXT)
				AND l.action = 'finance.view' AND l.user_id = ?1 AND l.changes ->> '$.file' = t.file_id
				AND l.at > (SELECT max(e.at) FROM finance_events e WHERE e.document_id = d.id AND e.step IN ('submit', 'resubmit')))), 0) AS opened
		FROM waiting w CROSS JOIN finance_documents d ON d.id = w.id LEFT JOIN finance_attachments t ON t.document_id = d.id
		WHERE w.step IN (${BULK_STEPS.map((step) => `'${step}'`).join(", ")}) AND d.register IS NULL
			AND NOT (w.step = 'approve_cashier' AND w.is_deputy = 0 AND ${takesBoth("?1", "?3")})
		GROUP BY d.id ORDER BY d.state_since, d.id`,
		userId,
		actsOf(reviewers),
		today,
	);

/**
 * One of the documents that have waited longest for a user; `waiting` is the number of all documents that wait for the
 * user.
 */
export type FirstWaiting = Pick<
	FinanceListRow,
	"id" | "roc_year" | "seq" | "kind" | "register" | "title" | "net" | "state_since"
> & {
	step: string;
	waiting: number;
};
export const firstWaiting = ({ userId, reviewers, today }: Waiter, most: number): Select<FirstWaiting> =>
	select(
		`WITH ${WAITING} SELECT d.id, d.roc_year, d.seq, d.kind, d.register, d.title, d.net, d.state_since, ${CALLED}, count(*) OVER () AS waiting
		FROM waiting w CROSS JOIN finance_documents d ON d.id = w.id ORDER BY d.state_since, d.id ${limitTo(most)}`,
		userId,
		actsOf(reviewers),
		today,
	);

/** How many documents wait for a user, since when the first one waits (UTC milliseconds), and their sum. */
export type WaitingCount = { waiting: number; since: number | null; sum: number };
export const countWaiting = ({ userId, reviewers, today }: Waiter): Select<WaitingCount> =>
	selectOne(
		`WITH ${WAITING} SELECT count(*) AS waiting, min(d.state_since) AS since, coalesce(sum(d.net), 0) AS sum
		FROM waiting w CROSS JOIN finance_documents d ON d.id = w.id`,
		userId,
		actsOf(reviewers),
		today,
	);

/** An advance that is not settled yet, with the settlement under way, if there is one. */
export type AdvanceRow = {
	id: number;
	roc_year: number | null;
	seq: number | null;
	title: string;
	payee_name: string;
	payee_user_id: number | null;
	net: number;
	paid_on: string;
	settlement_id: number | null;
	settlement_state: FinanceState | null;
};

/**
 * Selects the open advances by payee, oldest first; only those of the user as applicant or payee, unless the user sees
 * all.
 */
export const openAdvances = ({ userId, seesAll }: FinanceReader): Select<AdvanceRow> =>
	select(
		`SELECT d.id, d.roc_year, d.seq, d.title, d.payee_name, d.payee_user_id, d.net, d.paid_on,
			s.id AS settlement_id, s.state AS settlement_state
		FROM finance_documents d LEFT JOIN finance_documents s ON s.advance_id = d.id AND s.state NOT IN ('rejected', 'withdrawn', 'voided')
		WHERE d.kind = 'advance' AND d.state IN ('paid', 'posted') AND coalesce(s.state, '') NOT IN ('paid', 'posted')
			AND (?2 OR ?1 IN (d.applicant_id, d.payee_user_id))
		ORDER BY d.payee_name, d.paid_on, d.id ${limitTo(500)}`,
		userId,
		seesAll ? 1 : 0,
	);
