import { HELD_ONCE, isStranded } from "#db/system/index.ts";
import { FINANCE_STATES } from "#domain/books/finance/labels.ts";
import { NEXT_STEP, permissionsFor } from "#domain/books/finance/steps.ts";
import { keepsBoth } from "./concurrent-posts.ts";

/*
 * SQL for the question who may take the step that a finance document waits for. Mails, waiting lists, the menu's counts and the
 * list for 理事長 and 監事 use it. `judge` (domain/books/finance/rules.ts) answers it for one user, `actorsBy` for all; a test
 * compares the three with random holders of offices. `h` is the user who wants to act: h.user_id, in place of the user h.person,
 * or in person when h.person is NULL.
 */

/**
 * A finance document, given by SQL for its id, revision and state and for a day. `concerns` is the SQL condition that
 * the document concerns the user `h` personally.
 */
type Document = { id: string; revision: string; state: string; day: string; concerns: string };

/**
 * Returns SQL: whether `h` approved another step of the same revision, which bars `h` from the present step. An
 * approval `e` does not count when the SQL condition `unless` holds.
 */
const approvedOther = ({ id, revision, state }: Document, unless: string): string =>
	`EXISTS (SELECT 1 FROM finance_events e WHERE e.document_id = ${id} AND e.revision = ${revision}
			AND e.stands_in = 0 AND e.user_id = h.user_id AND e.act LIKE 'approve_%' AND ${state} <> 'paid'
			AND NOT ${unless})`;
/**
 * Returns SQL: whether an earlier approval bars a holder of the step. The cashier who reviewed may still pay, and with
 * a dual-office resolution one person takes the steps of cashier and accountant.
 */
const barsHolder = (of: Document): string =>
	approvedOther(
		of,
		`(${of.state} = 'approved' AND e.act = 'approve_cashier')
			AND NOT (h.person IS NULL AND ${of.state} IN ('pending_accountant', 'approved') AND e.act NOT IN ('approve_secretary', 'approve_chair')
				AND ${keepsBoth("h.user_id", of.day)})`,
	);
/**
 * Returns SQL: whether an earlier approval bars 理事長 or 監事, who act when no holder can. Who did not approve as the
 * accountant may pay.
 */
const barsStandIn = (of: Document): string =>
	approvedOther(of, `(${of.state} = 'approved' AND e.act <> 'approve_accountant')`);

/** Returns SQL for the permission that the step needs for which a document in a state waits. */
const needs = (state: string): string =>
	`CASE ${state} ${FINANCE_STATES.flatMap((one) => {
		const step = NEXT_STEP[one];
		return step ? [`WHEN '${one}' THEN '${permissionsFor(step, one)[0]}'`] : [];
	}).join(" ")} END`;

type Among = { holders?: string; away?: string };

/**
 * Returns SQL: whether none of the holders of the step that a document waits for can take it on a day, because they are
 * concerned, away, or approved another step of the revision. The trigger finance_events_by_stand_ins has the same text.
 */
export const isDocumentStranded = (of: Document, among: Among = {}): string =>
	isStranded({
		...among,
		day: of.day,
		permission: needs(of.state),
		hinders: `${of.concerns}
			OR ${barsHolder(of)}`,
	});

/**
 * Returns SQL: whether 退匯／付款更正 was requested since a document was paid. Only requests `e` for which the SQL
 * condition `but` holds count.
 */
const undoAsked = (id: string, but = "true"): string => `EXISTS (SELECT 1 FROM finance_events e
	WHERE e.document_id = ${id} AND e.step = 'unpay_ask' AND ${but}
		AND e.seq > (SELECT max(p.seq) FROM finance_events p WHERE p.document_id = ${id} AND p.step = 'pay'))`;
const BY_ANOTHER = `e.user_id NOT IN (h.user_id, coalesce(h.person, h.user_id))
		AND coalesce(e.on_behalf_of, 0) NOT IN (h.user_id, coalesce(h.person, h.user_id))`;

/**
 * Returns SQL: whether `h`, who holds h.step, may take it now. The step is the one that the document waits for (with
 * h.stands_in by 理事長 or 監事, because no holder can), or `unpay`, which confirms what another user requested.
 */
export const mayTake = (of: Document, among: Among = {}): string => `(NOT coalesce((${of.concerns}), 0) AND CASE
		WHEN h.step = 'unpay' THEN ${undoAsked(of.id, BY_ANOTHER)}
		WHEN h.stands_in = 0 THEN NOT ${barsHolder(of)}
		ELSE NOT ${barsStandIn(of)} AND ${isDocumentStranded(of, among)} END)`;

/**
 * Selects the users who approved a step of the document ?1 and therefore can take its next step on the day ?2 neither
 * as a holder nor as 理事長 or 監事: one column of ids.
 */
export const APPROVED_OTHER = ((of: Document) => `SELECT h.user_id FROM finance_documents d
	JOIN (SELECT user_id, NULL AS person FROM finance_events WHERE document_id = ?1) h
	WHERE d.id = ?1 AND ${barsHolder(of)} AND ${barsStandIn(of)}`)({
	...{ id: "?1", revision: "d.revision", state: "d.stage", day: "?2" },
	concerns: "false",
});

/** Returns SQL: whether a document (SQL of its id) concerns the holder `h` or the user in whose place `h` acts. */
export const concernsOf = (id: string): string =>
	`EXISTS (SELECT 1 FROM finance_related r WHERE r.document_id = ${id} AND r.user_id IN (h.user_id, h.person))`;
const THEM = "(h.user_id, h.person)";
const ofMember = (member: string): string =>
	`EXISTS (SELECT 1 FROM related_users r WHERE r.member_id = ${member} AND r.user_id IN ${THEM})`;
/** Returns SQL: whether a payee's record is of `h`, or of a member of their family. */
const ofPayee = (payee: string): string => `(${payee}.user_id IN ${THEM} OR EXISTS (SELECT 1 FROM related_users r
	WHERE r.member_id IN (${payee}.member_id, ${payee}.merged_member_id) AND r.user_id IN ${THEM}))`;
/** Returns SQL: whether an account is one that `h`, or their family, was paid to, or has in a payee's record. */
const ofAccount = (account: string): string => `(${account} <> '' AND (EXISTS (SELECT 1 FROM finance_documents o
		WHERE o.payee_account <> '' AND replace(o.payee_account, '-', '') = replace(${account}, '-', '')
			AND (o.payee_user_id IN ${THEM} OR ${ofMember("o.payee_member_id")}))
	OR EXISTS (SELECT 1 FROM payee_accounts a JOIN payees q ON q.id = a.payee_id
		WHERE replace(a.account, '-', '') = replace(${account}, '-', '') AND ${ofPayee("q")})))`;
/**
 * SQL: whether one of the shares of a document `d` is of `h`, their family, somebody of their names, or their account, or
 * gives back what they had paid.
 */
const HAS_SHARE = `EXISTS (SELECT 1 FROM finance_shares s JOIN payees p ON p.id = s.payee_id WHERE s.document_id = d.id
	AND (${ofPayee("p")} OR ${ofAccount("s.account")}
		OR EXISTS (SELECT 1 FROM users n WHERE n.id IN ${THEM} AND n.name_folded IN (s.payee_name_folded, p.name_folded))
		OR EXISTS (SELECT 1 FROM members m WHERE m.name_folded IN (s.payee_name_folded, p.name_folded) AND ${ofMember("m.id")})
		OR EXISTS (SELECT 1 FROM members m WHERE m.user_id = p.user_id AND ${ofMember("m.id")})
		OR ${ofMember("s.member_id")}
		OR EXISTS (SELECT 1 FROM payments y WHERE y.id = s.payment_id AND ${ofMember("y.payer_member_id")})))`;
/**
 * The SQL of `concernsOf` for a document `d` of a list, spelled out part by part, because SQLite passes no outer column
 * into the view, which is a union. A test compares the two.
 */
export const CONCERNS = `d.applicant_id IN ${THEM} OR d.payee_user_id IN ${THEM} OR ${ofMember("d.payee_member_id")}
	OR (d.payee_user_id IS NULL AND d.payee_member_id IS NULL AND (EXISTS (SELECT 1 FROM users n WHERE n.id IN ${THEM}
			AND (n.name = d.payee_name OR n.name_folded = d.payee_name_folded))
		OR EXISTS (SELECT 1 FROM members m WHERE m.name_folded = d.payee_name_folded AND ${ofMember("m.id")})))
	OR EXISTS (SELECT 1 FROM members m WHERE m.user_id = d.payee_user_id AND ${ofMember("m.id")})
	OR ${ofAccount("d.payee_account")} OR EXISTS (SELECT 1 FROM payees p WHERE p.id = d.payee_id AND ${ofPayee("p")}) OR ${HAS_SHARE}
	OR EXISTS (SELECT 1 FROM finance_documents a WHERE a.id = d.advance_id
		AND (a.applicant_id IN ${THEM} OR a.payee_user_id IN ${THEM}))
	OR EXISTS (SELECT 1 FROM payments y WHERE y.id = d.payment_id AND ${ofMember("y.payer_member_id")})`;

/** Returns SQL: whether a document `d` of a list concerns a user personally; `user` is SQL of the id. */
export const concernsUser = (user: string): string =>
	`EXISTS (SELECT 1 FROM (SELECT ${user} AS user_id, NULL AS person) h WHERE ${CONCERNS})`;

/**
 * Returns SQL: whether `h` may take h.step of a document `d` of a list. The list's query must begin with the WITH table
 * of heldOnce (db/system/holders.ts), which reads the holders of steps once.
 */
export const mayTakeListed = (day: string): string =>
	mayTake({ ...{ id: "d.id", revision: "d.revision", state: "d.stage" }, day, concerns: CONCERNS }, HELD_ONCE);
/** SQL: whether a return or correction of the payment of the document `d` was requested and waits to be confirmed. */
export const IS_UNDO_ASKED = undoAsked("d.id");
