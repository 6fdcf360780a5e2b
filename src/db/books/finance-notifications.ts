import { type SQL, sql } from "drizzle-orm";
import type { Write } from "#db/commit.ts";
import { limitTo, type Select, select } from "#db/read.ts";
import { financeNumberOf } from "#db/record-numbers.ts";
import { notifyEach } from "#db/system/index.ts";
import { FINANCE_STATES, type FinanceState } from "#domain/books/finance/labels.ts";
import { BOTH_REVIEWS } from "#domain/books/finance/rules.ts";
import { type FinancePermission, NEXT_STEP, STAND_IN } from "#domain/books/finance/steps.ts";
import type { KindData } from "#domain/system/index.ts";
import { dateInTaipei } from "#kernel/times.ts";
import { takesBoth } from "./concurrent-posts.ts";
import { concernsOf, mayTake } from "./finance-who.ts";

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
 * Returns the query of the users who may take a step of the document `d`, in person or for a user whose deputy they are
 * today. The document's id is written into the query as a value, because SQLite passes a value, but no outer column
 * such as d.id, into the view finance_related, which is a union.
 */
const holders = (id: number, { step, permissions, at }: Turn) => {
	const day = `'${dateInTaipei(at)}'`;
	const state = FINANCE_STATES.find((one) => NEXT_STEP[one] === step) ?? "";
	const held = (codes: readonly string[], standsIn: 0 | 1): string =>
		`SELECT '${step}' AS step, h.user_id, h.person, ${standsIn} AS stands_in FROM permission_holders h
			WHERE h.permission IN (${codes.map((one) => `'${one}'`).join(", ")}) AND ${day} BETWEEN h.starts_on AND h.ends_on`;
	const may = mayTake({
		...{ id: "d.id", revision: "d.revision", state: `'${state}'`, day },
		concerns: concernsOf(String(Math.trunc(id))),
	});
	return sql.raw(
		`SELECT DISTINCT h.user_id FROM (${held(permissions, 0)} UNION ${held([STAND_IN], 1)}) h WHERE ${may}`,
	);
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
 * was not reminded: of two runs at the same moment only one sends. `days` is the number of days that the reminder
 * names.
 */
export const remindHolders = ({ id, state }: WaitingDocument, turn: Turn, days: number): Write[] => [
	tell("finance_waiting", { id, turn, days, where: sql`d.stage = ${state} AND d.reminded_at IS NULL` }),
	sql`UPDATE finance_documents SET reminded_at = ${turn.at} WHERE id = ${id} AND stage = ${state} AND reminded_at IS NULL`,
];

export type WaitingDocument = { id: number; state: FinanceState };
/**
 * Selects the documents that have waited in their state since before `before` (UTC milliseconds) and were not reminded,
 * at most `limit`.
 */
export const waitingDocuments = (before: number, limit: number): Select<WaitingDocument> =>
	select(
		`SELECT id, stage AS state FROM finance_documents
		WHERE stage IN ('pending_cashier', 'pending_accountant', 'pending_secretary', 'pending_chair', 'approved', 'paid') AND state_since < ?
			AND reminded_at IS NULL
		ORDER BY state_since ${limitTo(limit)}`,
		before,
	);
