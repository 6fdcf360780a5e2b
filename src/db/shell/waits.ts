import { FINANCE_ACTS, waitingBy } from "#db/books/index.ts";
import { type Select, select, selectOne } from "#db/read.ts";
import { DEPUTISED } from "#permissions.ts";

const ACTS = JSON.stringify(FINANCE_ACTS);
const CODES = JSON.stringify(DEPUTISED);

/**
 * Returns the WITH tables of what a user may do: `holds` in person (`person` is NULL), or on the day ?2 only in place
 * of another user; `own` is the part in person. `me` is SQL of the user's id.
 */
const holdsBy = (
	me: string,
): string => `mine AS MATERIALIZED (SELECT DISTINCT h.permission, h.person FROM permission_holders h
		WHERE h.user_id = ${me} AND ?2 BETWEEN h.starts_on AND h.ends_on),
	own AS (SELECT permission FROM mine WHERE person IS NULL),
	holds AS MATERIALIZED (SELECT permission, person FROM mine WHERE person IS NULL
		OR (permission IN (SELECT value FROM json_each('${CODES}')) AND permission NOT IN (SELECT permission FROM own)))`;
const actsFrom = (holds: string): string => `SELECT j.value ->> '$.step', j.value ->> '$.state', h.person,
		coalesce(j.value ->> '$.stands_in', 0)
	FROM json_each('${ACTS}') j JOIN ${holds} h ON h.permission = j.value ->> '$.permission'`;

const PAYMENTS = "SELECT count(*) FROM payments WHERE status = 'submitted'";
const CERTIFICATES = "SELECT count(*) FROM disability_certificates WHERE status = 'pending'";

/** The numbers of what waits for the user, as the menu shows them. */
export type MenuCounts = { finance: number; payments: number; certificates: number; confirmations: number };

const ME = "(SELECT user_id FROM me)";
const counted = (holders: string) => (permission: string, count: string) =>
	`iif(EXISTS (SELECT 1 FROM ${holders} WHERE permission = '${permission}'), (${count}), 0)`;
const [held, mayDo] = [counted("own"), counted("holds")];

/**
 * Selects the numbers of what waits for the user of a session, the same as on the dashboard; `today` is the day in
 * Taipei.
 */
export const menuCounts = (sid: string, today: string): Select<MenuCounts> =>
	selectOne(
		`WITH me AS (SELECT user_id FROM sessions WHERE id = ?1), ${holdsBy(ME)}, ${waitingBy(ME, actsFrom("holds"), "?2")}
		SELECT (SELECT count(*) FROM waiting) AS finance, ${mayDo("payments.verify", PAYMENTS)} AS payments,
			${mayDo("certificates.review", CERTIFICATES)} AS certificates,
			(SELECT count(*) FROM confirmations c WHERE c.state = 'waiting' AND EXISTS (
				SELECT 1 FROM confirmation_deciders d WHERE d.confirmation_id = c.id AND d.user_id = ${ME})) AS confirmations`,
		sid,
		today,
	);

/**
 * Something that has to be handed over or ended before a user is disabled or loses a role: its kind and number, and how
 * many other active users could do it; null when only this user can.
 */
export type Hanging = {
	kind:
		| "deputies"
		| "stands_in"
		| "approve_cashier"
		| "approve_accountant"
		| "approve_chair"
		| "pay"
		| "unpay"
		| "post"
		| "mend"
		| "drafts"
		| "payments"
		| "certificates"
		| "tasks"
		| "forms";
	count: number;
	others: number | null;
};

/** Returns SQL for how many active users besides ?1 have any of some permissions by their own roles. */
const othersWith = (permissions: string): string => `(SELECT count(DISTINCT u.id) FROM role_permissions p
	JOIN user_roles x ON x.role_id = p.role_id JOIN users u ON u.id = x.user_id
	WHERE u.status = 'active' AND u.id <> ?1 AND p.permission IN (${permissions}))`;
const STEP = `SELECT j.value ->> '$.permission' FROM json_each('${ACTS}') j WHERE j.value ->> '$.step' = w.step AND j.value ->> '$.stands_in' IS NULL`;
const one = (kind: Hanging["kind"], from: string): string =>
	`json_object('kind', '${kind}', 'count', (SELECT count(*) FROM ${from}))`;
/**
 * Returns SQL for a Hanging as JSON: what waits for the holders of a permission, counted only when the user holds it.
 */
const ofRole = (kind: Hanging["kind"], permission: string, count: string): string =>
	`json_object('kind', '${kind}', 'count', ${held(permission, count)}, 'others', ${othersWith(`'${permission}'`)})`;

/**
 * Selects what a user has to hand over or end before being disabled or losing a role; kinds with nothing are left out.
 * `today` is the day in Taipei.
 */
export const whatHangsOn = (userId: number, today: string): Select<Hanging> =>
	select(
		`WITH ${holdsBy("?1")}, ${waitingBy("?1", actsFrom("(SELECT permission, NULL AS person FROM own)"), "?2")}
		SELECT kind, n AS count, others FROM (
			SELECT w.step AS kind, count(*) AS n, iif(w.step = 'mend', NULL, ${othersWith(STEP)}) AS others FROM waiting w WHERE w.stands_in = 0 GROUP BY w.step
			UNION ALL SELECT value ->> '$.kind', value ->> '$.count', value ->> '$.others' FROM json_each(json_array(
				${one("deputies", "deputies WHERE user_id = ?1 AND ended_at IS NULL AND ends_on >= ?2")},
				${one("stands_in", "deputies WHERE deputy_id = ?1 AND ended_at IS NULL AND ends_on >= ?2")},
				${one("drafts", "finance_documents WHERE applicant_id = ?1 AND state = 'draft'")},
				${ofRole("payments", "payments.verify", PAYMENTS)},
				${ofRole("certificates", "certificates.review", CERTIFICATES)},
				${one("tasks", "tasks WHERE assignee_id = ?1 AND status IN ('todo', 'doing')")},
				${one("forms", "drafts WHERE user_id = ?1")}))
		) WHERE n > 0`,
		userId,
		today,
	);
