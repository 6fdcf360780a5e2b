import { FINANCE_PERMISSIONS } from "#domain/books/finance/steps.ts";
import { keepsBoth } from "./concurrent-posts.ts";

/** Returns SQL: whether a deputy stands in for a user on a day, which means that the user is away; both are SQL. */
export const isAway = (user: string, day: string): string => `EXISTS (SELECT 1 FROM deputies s
	JOIN users v ON v.id = s.deputy_id AND v.status = 'active'
	WHERE s.user_id = ${user} AND s.ended_at IS NULL AND ${day} BETWEEN s.starts_on AND s.ends_on)`;

/**
 * A step as SQL: the permission that it needs, the day, and the condition under which the holder `h` (h.user_id, as the
 * deputy of h.person) may not take it.
 */
type Step = { permission: string; day: string; hinders: string; holders?: string };
const onDay = (day: string): string => `permission_holders h WHERE ${day} BETWEEN h.starts_on AND h.ends_on AND`;

/**
 * Returns SQL: whether some user holds the permission of a step, but none of the holders can take it on a day, because
 * they are hindered or away.
 */
export const isStranded = ({
	permission,
	day,
	hinders,
	holders = onDay(day),
}: Step): string => `(SELECT count(*) > 0 AND sum(is_able) = 0
	FROM (SELECT NOT coalesce((${hinders}), 0)
			AND NOT (h.person IS NULL AND ${isAway("h.user_id", day)}) AS is_able
		FROM ${holders} h.permission = ${permission}))`;

/**
 * A finance document for which holders are looked for, all SQL; `concerns` is the condition that it is the holder `h`'s
 * own.
 */
type Document = Pick<Step, "holders"> & { id: string; revision: string; state: string; day: string; concerns: string };

/**
 * Returns SQL: whether nobody who holds the permission of a document's next step can take it on a day, because they are
 * related to it, away, or approved another step of the revision. `actorsBy` is the same rule; the trigger
 * finance_events_by_stand_ins has the same text.
 */
export const isDocumentStranded = ({ id, revision, state, day, concerns, ...from }: Document): string =>
	isStranded({
		...from,
		day,
		permission: `CASE ${state} WHEN 'pending_cashier' THEN 'finance.review.cashier'
		WHEN 'pending_accountant' THEN 'finance.review.accountant' WHEN 'pending_chair' THEN 'finance.review.chair'
		WHEN 'approved' THEN 'finance.pay' WHEN 'paid' THEN 'ledger.post' END`,
		hinders: `${concerns}
			OR EXISTS (SELECT 1 FROM finance_events e WHERE e.document_id = ${id} AND e.revision = ${revision}
			AND e.stands_in = 0 AND e.user_id = h.user_id AND e.step LIKE 'approve_%' AND ${state} <> 'paid'
			AND NOT (${state} = 'approved' AND e.step = 'approve_cashier')
			AND NOT (h.person IS NULL AND ${state} IN ('pending_accountant', 'approved') AND e.step <> 'approve_chair'
				AND ${keepsBoth("h.user_id", day)}))`,
	});

/** Returns SQL: whether a holder `h` is related to the document with an id, by the view finance_related. */
export const concernsOf = (id: string): string =>
	`EXISTS (SELECT 1 FROM finance_related r WHERE r.document_id = ${id} AND r.user_id IN (h.user_id, h.person))`;
const THEM = "(h.user_id, h.person)";
const ofMember = (member: string): string =>
	`EXISTS (SELECT 1 FROM related_users r WHERE r.member_id = ${member} AND r.user_id IN ${THEM})`;
/**
 * The condition that a holder `h` is related to a document `d` of a list, written part by part, because SQLite does not
 * push an outer column into the view, which is a union. A test compares both.
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

/**
 * Returns a common table expression of the users who hold the steps of documents on a day: they are few, and are read
 * once for a whole list.
 */
export const stepHolders = (
	day: string,
): string => `step_holders AS MATERIALIZED (SELECT h.permission, h.user_id, h.person
	FROM permission_holders h WHERE ${day} BETWEEN h.starts_on AND h.ends_on
		AND h.permission IN (${FINANCE_PERMISSIONS.map((one) => `'${one}'`).join(", ")}))`;
/** Returns SQL: whether no holder can take the next step of a document `d` of a list that has `step_holders`. */
export const isListedStranded = (day: string): string =>
	isDocumentStranded({
		...{ id: "d.id", revision: "d.revision", state: "d.state" },
		day,
		concerns: CONCERNS,
		holders: "step_holders h WHERE",
	});
