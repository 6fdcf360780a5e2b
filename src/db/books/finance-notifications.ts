import { type SQL, sql } from "drizzle-orm";
import type { Write } from "#db/commit.ts";
import { limitTo, type Select, select } from "#db/read.ts";
import { notifyEach } from "#db/system/notifications.ts";
import { financeNumberOf } from "#db/system/record-numbers.ts";
import { FINANCE_STATES, type FinanceState } from "#domain/books/finance/labels.ts";
import { BOTH_REVIEWS } from "#domain/books/finance/rules.ts";
import { type FinancePermission, NEXT_STEP, STAND_IN } from "#domain/books/finance/steps.ts";
import type { KindData } from "#domain/system/notifications/kinds.ts";
import { dateInTaipei } from "#kernel/times.ts";
import { takesBoth } from "./concurrent-posts.ts";
import { asOne } from "./finance.ts";
import { concernsOf, isDocumentStranded } from "./stranded.ts";

const NUMBER = financeNumberOf("d");
/**
 * SQL for the sequence of a document's newest event: it is part of a notification's key, so that each step is notified
 * once.
 */
const NEWEST = "(SELECT max(e.seq) FROM finance_events e WHERE e.document_id = d.id)";

/**
 * Notifies the applicant of a step of their document, in the batch of the step; the caller must relay `mail.due` to the
 * queue afterwards.
 */
export const tellApplicant = (
	id: number,
	step: KindData["finance_status"]["step"],
	{ userId, at }: { userId: number | null; at: number },
): Write =>
	notifyEach("finance_status", {
		id: sql`'finance_status_' || d.id || '_' || ${sql.raw(NEWEST)}`,
		user: sql`u.id`,
		data: sql`json_object('documentId', d.id, 'number', ${sql.raw(NUMBER)}, 'step', ${step})`,
		from: sql`finance_documents d JOIN users u ON u.id = d.applicant_id AND u.status = 'active'
			WHERE d.id = ${id} AND u.id IS NOT ${userId}`,
		at,
	});

type Turn = {
	step: KindData["finance_turn"]["step"];
	/** The permissions for the step: a user needs any one of them. */
	permissions: readonly (FinancePermission | typeof STAND_IN)[];
	at: number;
};

/**
 * Returns the query of the users who may take a step of the document `d`, for themselves or as a deputy today. Left out
 * is who is related to the document, approved another step of this revision, or requested the return of the payment
 * (退匯) that is to be confirmed. When nobody is left or all who are left are away, the chair (理事長) and the
 * supervisors (監事) are included.
 * (The document is named by its id and not as `d.id`, because SQLite does not push an outer column into the view, which
 * is a union, but does push a value.)
 */
const holders = (id: number, { step, permissions, at }: Turn) => {
	const today = dateInTaipei(at);
	const state = FINANCE_STATES.find((one) => NEXT_STEP[one] === step) ?? "";
	const stranded = isDocumentStranded({
		...{ id: "d.id", revision: "d.revision", state: `'${state}'`, day: `'${today}'` },
		concerns: concernsOf(String(Math.trunc(id))),
	});
	const related = sql`SELECT r.user_id FROM finance_related r WHERE r.document_id = ${id}`;
	return sql`SELECT DISTINCT h.user_id FROM (
			SELECT h.user_id, h.person AS on_behalf_of, 0 AS stands_in FROM permission_holders h
				WHERE h.permission IN (${sql.raw(permissions.map((one) => `'${one}'`).join(", "))}) AND ${today} BETWEEN h.starts_on AND h.ends_on
			UNION SELECT h.user_id, h.person, 1 FROM permission_holders h
				WHERE h.permission = ${STAND_IN} AND ${today} BETWEEN h.starts_on AND h.ends_on AND ${sql.raw(stranded)}) h
		WHERE h.user_id NOT IN (${related}) AND (h.on_behalf_of IS NULL OR h.on_behalf_of NOT IN (${related}))
			AND NOT EXISTS (SELECT 1 FROM finance_events e WHERE e.document_id = d.id AND CASE
				WHEN ${step} = 'unpay' THEN e.step = 'unpay_ask' AND e.seq = ${sql.raw(NEWEST)}
					AND (h.user_id IN (e.user_id, e.on_behalf_of) OR h.on_behalf_of IN (e.user_id, e.on_behalf_of))
				WHEN ${step} = 'post' OR (${step} = 'pay' AND h.stands_in = 1 AND e.step <> 'approve_accountant') THEN 0
				ELSE e.stands_in = 0 AND e.user_id = h.user_id AND e.revision = d.revision AND e.step LIKE 'approve_%'
					AND NOT (${step} = 'pay' AND e.step = 'approve_cashier')
					AND NOT (${sql.raw(asOne({ step: `'${step}'`, person: "h.on_behalf_of", user: "h.user_id", day: `'${today}'` }))}) END)`;
};

/**
 * Returns SQL for the step as a user is notified of it: the combined step 財務 when one approval of the user counts for
 * both reviews.
 */
const calledFor = ({ step, at }: Turn) =>
	step === "approve_cashier"
		? sql`iif(${sql.raw(takesBoth("u.id", `'${dateInTaipei(at)}'`))}, ${BOTH_REVIEWS}, ${step})`
		: sql`${step}`;

const tell = (
	kind: "finance_turn" | "finance_waiting",
	{ id, turn, days, where }: { id: number; turn: Turn; days?: number; where?: SQL },
): Write =>
	notifyEach(kind, {
		id: sql`${kind} || '_' || d.id || '_' || ${sql.raw(NEWEST)} || '_' || u.id`,
		user: sql`u.id`,
		data: sql`json_patch(json_object('documentId', d.id, 'number', ${sql.raw(NUMBER)}, 'step', ${calledFor(turn)}), ${JSON.stringify({ days })})`,
		from: sql`finance_documents d JOIN users u ON u.status = 'active' AND u.id IN (${holders(id, turn)})
			WHERE d.id = ${id} AND ${where ?? sql`true`}`,
		at: turn.at,
	});

/**
 * Notifies the users who may take the next step, once for each event; the caller must relay `mail.due` to the queue
 * afterwards.
 */
export const tellHolders = (id: number, turn: Turn): Write => tell("finance_turn", { id, turn });

/**
 * Reminds the users who may take the next step, and marks the document as reminded, if it still waits in this state and
 * was not reminded: of two runs at the same moment only one sends. `days` is the number that the reminder says.
 */
export const remindHolders = ({ id, state }: WaitingDocument, turn: Turn, days: number): Write[] => [
	tell("finance_waiting", { id, turn, days, where: sql`d.state = ${state} AND d.reminded_at IS NULL` }),
	sql`UPDATE finance_documents SET reminded_at = ${turn.at} WHERE id = ${id} AND state = ${state} AND reminded_at IS NULL`,
];

export type WaitingDocument = { id: number; state: FinanceState };
/**
 * Selects the documents that have waited in their state since before `before` (UTC milliseconds) and were not reminded,
 * at most `limit`.
 */
export const waitingDocuments = (before: number, limit: number): Select<WaitingDocument> =>
	select(
		`SELECT id, state FROM finance_documents
		WHERE state IN ('pending_cashier', 'pending_accountant', 'pending_chair', 'approved', 'paid') AND state_since < ?
			AND reminded_at IS NULL
		ORDER BY state_since ${limitTo(limit)}`,
		before,
	);
