import { HELD_ONCE, isStranded } from "#db/system/index.ts";
import { FINANCE_STATES } from "#domain/books/finance/labels.ts";
import { NEXT_STEP, permissionsFor } from "#domain/books/finance/steps.ts";
import { keepsBoth } from "./concurrent-posts.ts";

/*
 * Who may take the step that a document waits for, once for SQL: mails, waiting lists, the menu's counts and what waits for 理事長
 * and 監事 ask it here. `judge` (rules) says the same of one person and `actorsBy` of all; a test compares them in random offices.
 * `h` is whoever would: h.user_id, in the place of h.person, or of nobody where that is NULL.
 */

/** A document as it is asked about, all SQL; `concerns` says whether it is the own of `h`. */
type Document = { id: string; revision: string; state: string; day: string; concerns: string };

/** Whether `h` approved another step of the revision, which keeps them from this one `unless` it does not (SQL of the approval `e`). */
const approvedOther = ({ id, revision, state }: Document, unless: string): string =>
	`EXISTS (SELECT 1 FROM finance_events e WHERE e.document_id = ${id} AND e.revision = ${revision}
			AND e.stands_in = 0 AND e.user_id = h.user_id AND e.step LIKE 'approve_%' AND ${state} <> 'paid'
			AND NOT ${unless})`;
/** Of a holder: the cashier who reviewed may pay, and by a resolution the cashier's and the accountant's steps are one person's. */
const barsHolder = (of: Document): string =>
	approvedOther(
		of,
		`(${of.state} = 'approved' AND e.step = 'approve_cashier')
			AND NOT (h.person IS NULL AND ${of.state} IN ('pending_accountant', 'approved') AND e.step <> 'approve_chair'
				AND ${keepsBoth("h.user_id", of.day)})`,
	);
/** Of 理事長 and 監事: who did not approve it as the accountant may pay. */
const barsStandIn = (of: Document): string =>
	approvedOther(of, `(${of.state} = 'approved' AND e.step <> 'approve_accountant')`);

/** What the step needs that a document in a state waits for. */
const needs = (state: string): string =>
	`CASE ${state} ${FINANCE_STATES.flatMap((one) => {
		const step = NEXT_STEP[one];
		return step ? [`WHEN '${one}' THEN '${permissionsFor(step, one)[0]}'`] : [];
	}).join(" ")} END`;

type Among = { holders?: string; away?: string };

/**
 * Whether nobody who holds the step that a document waits for can take it on a day: they are concerned, away, or approved another
 * step of the revision. The trigger finance_events_by_stand_ins has this text.
 */
export const isDocumentStranded = (of: Document, among: Among = {}): string =>
	isStranded({
		...among,
		day: of.day,
		permission: needs(of.state),
		hinders: `${of.concerns}
			OR ${barsHolder(of)}`,
	});

/** Whether 退匯／付款更正 was asked for since a document was paid, by another than `but` says (SQL of the event `e`). */
const undoAsked = (id: string, but = "true"): string => `EXISTS (SELECT 1 FROM finance_events e
	WHERE e.document_id = ${id} AND e.step = 'unpay_ask' AND ${but}
		AND e.seq > (SELECT max(p.seq) FROM finance_events p WHERE p.document_id = ${id} AND p.step = 'pay'))`;
const BY_ANOTHER = `e.user_id NOT IN (h.user_id, coalesce(h.person, h.user_id))
		AND coalesce(e.on_behalf_of, 0) NOT IN (h.user_id, coalesce(h.person, h.user_id))`;

/**
 * Whether `h`, who holds h.step, may take it now: the step that the document waits for, with h.stands_in as 理事長 or 監事 for want
 * of its holders, or `unpay`, the confirmation of what another asked for.
 */
export const mayTake = (of: Document, among: Among = {}): string => `(NOT coalesce((${of.concerns}), 0) AND CASE
		WHEN h.step = 'unpay' THEN ${undoAsked(of.id, BY_ANOTHER)}
		WHEN h.stands_in = 0 THEN NOT ${barsHolder(of)}
		ELSE NOT ${barsStandIn(of)} AND ${isDocumentStranded(of, among)} END)`;

/** Those of the staff who approved what they did, and can take the next step in no way: one column, of the document ?1 on the day ?2. */
export const APPROVED_OTHER = ((of: Document) => `SELECT h.user_id FROM finance_documents d
	JOIN (SELECT user_id, NULL AS person FROM finance_events WHERE document_id = ?1) h
	WHERE d.id = ?1 AND ${barsHolder(of)} AND ${barsStandIn(of)}`)({
	...{ id: "?1", revision: "d.revision", state: "d.state", day: "?2" },
	concerns: "false",
});

/** Whether a document, by its id, is the own of a holder: exactly. */
export const concernsOf = (id: string): string =>
	`EXISTS (SELECT 1 FROM finance_related r WHERE r.document_id = ${id} AND r.user_id IN (h.user_id, h.person))`;
const THEM = "(h.user_id, h.person)";
const ofMember = (member: string): string =>
	`EXISTS (SELECT 1 FROM related_users r WHERE r.member_id = ${member} AND r.user_id IN ${THEM})`;
/**
 * The same of a document `d` of a list, part by part: SQLite carries no column from outside into the view, which is a union. A
 * test compares both.
 */
export const CONCERNS = `d.applicant_id IN ${THEM} OR d.payee_user_id IN ${THEM} OR ${ofMember("d.payee_member_id")}
	OR (d.payee_user_id IS NULL AND d.payee_member_id IS NULL AND (EXISTS (SELECT 1 FROM users n WHERE n.id IN ${THEM}
			AND (n.name = d.payee_name OR n.name_folded = d.payee_name_folded))
		OR EXISTS (SELECT 1 FROM members m WHERE m.name_folded = d.payee_name_folded AND ${ofMember("m.id")})))
	OR EXISTS (SELECT 1 FROM members m WHERE m.user_id = d.payee_user_id AND ${ofMember("m.id")})
	OR EXISTS (SELECT 1 FROM finance_documents o WHERE d.payee_account <> '' AND o.payee_account <> ''
		AND replace(o.payee_account, '-', '') = replace(d.payee_account, '-', '')
		AND (o.payee_user_id IN ${THEM} OR ${ofMember("o.payee_member_id")}))
	OR EXISTS (SELECT 1 FROM finance_documents a WHERE a.id = d.advance_id
		AND (a.applicant_id IN ${THEM} OR a.payee_user_id IN ${THEM}))
	OR EXISTS (SELECT 1 FROM payments y WHERE y.id = d.payment_id AND ${ofMember("y.payer_member_id")})`;

/** Whether `h` may take h.step of a document `d` of a list that has read who holds its steps once (`heldOnce`). */
export const mayTakeListed = (day: string): string =>
	mayTake({ ...{ id: "d.id", revision: "d.revision", state: "d.state" }, day, concerns: CONCERNS }, HELD_ONCE);
/** Whether what was asked for waits to be confirmed instead. */
export const IS_UNDO_ASKED = undoAsked("d.id");
