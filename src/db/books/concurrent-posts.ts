import { type SQL, sql } from "drizzle-orm";
import { recordAudit } from "#db/audit.ts";
import { type Db, guard, refuseWhere, type Write } from "#db/commit.ts";
import { type Select, select } from "#db/read.ts";
import { dataOf, notifyEach, permissionsOf } from "#db/system/index.ts";
import type { ResolvingBody } from "#domain/books/concurrent-posts/resolution.ts";
import type { FinanceState } from "#domain/books/finance/labels.ts";
import type { By } from "#kernel/by.ts";

/**
 * SQL for JSON of the confirmed and not ended dual-office resolutions, by each of which one person is cashier and
 * accountant (會計、出納由同一人兼辦), in the form that inForceOn (domain/books/concurrent-posts/resolution.ts) reads.
 */
export const CONFIRMED_POSTS = `(SELECT json_group_array(json_object('id', c.id, 'user_id', c.user_id, 'body', c.body,
		'resolution_no', c.resolution_no, 'resolved_on', c.resolved_on, 'starts_on', c.starts_on, 'ends_on', c.ends_on))
	FROM concurrent_posts c WHERE c.confirmed_at > 0 AND c.ended_at IS NULL)`;

/** Returns SQL: whether a dual-office resolution is in force for a user on a day in Taipei; both are SQL. */
export const keepsBoth = (user: string, day: string): string => `EXISTS (SELECT 1 FROM concurrent_posts c
	WHERE c.user_id = ${user} AND c.confirmed_at IS NOT NULL AND c.ended_at IS NULL AND ${day} BETWEEN c.starts_on AND c.ends_on)`;

/** Returns SQL for the dual-office resolution in force at a time (UTC milliseconds, SQL), as JSON; NULL for none. */
export const resolutionAt = (
	at: string,
): string => `(SELECT json_object('body', c.body, 'resolution_no', c.resolution_no,
		'resolved_on', c.resolved_on) FROM concurrent_posts c
	WHERE c.confirmed_at <= ${at} AND coalesce(c.ended_at > ${at}, 1)
		AND date(${at} / 1000, 'unixepoch', '+8 hours') BETWEEN c.starts_on AND c.ends_on)`;

/**
 * Returns SQL for the dual-office resolution with an id (SQL), as JSON of its body, number and day; NULL when there is
 * none.
 */
export const resolutionOf = (
	id: string,
): string => `(SELECT json_object('body', c.body, 'resolution_no', c.resolution_no,
	'resolved_on', c.resolved_on) FROM concurrent_posts c WHERE c.id = ${id})`;

/** A dual-office resolution: one person is cashier and accountant. Days are of Taipei, times UTC milliseconds. */
export type ConcurrentPostRow = {
	id: number;
	user_id: number;
	user_name: string;
	body: ResolvingBody;
	resolution_no: string;
	resolved_on: string;
	starts_on: string;
	ends_on: string;
	created_by: number;
	creator: string;
	created_at: number;
	confirmer: string | null;
	confirmed_at: number | null;
	ender: string | null;
	ended_at: number | null;
};

/** Selects all dual-office resolutions, ended ones too, newest first. */
export const concurrentPosts = (): Select<ConcurrentPostRow> =>
	select(
		`SELECT p.id, p.user_id, u.name AS user_name, p.body, p.resolution_no, p.resolved_on, p.starts_on, p.ends_on, p.created_by,
			c.name AS creator, p.created_at, f.name AS confirmer, p.confirmed_at, e.name AS ender, p.ended_at
		FROM concurrent_posts p JOIN users u ON u.id = p.user_id JOIN users c ON c.id = p.created_by
			LEFT JOIN users f ON f.id = p.confirmed_by LEFT JOIN users e ON e.id = p.ended_by ORDER BY p.id DESC`,
	);

const heldBy = (user: string, permission: string): string => `EXISTS (SELECT 1 FROM user_roles x JOIN role_permissions p
	ON p.role_id = x.role_id WHERE x.user_id = ${user} AND p.permission = '${permission}')`;
/** Returns SQL: whether a user has the review permissions of both offices by their own roles. */
const holdsBoth = (user: string): string =>
	`${heldBy(user, "finance.review.cashier")} AND ${heldBy(user, "finance.review.accountant")}`;

/** Returns SQL: whether one approval of a user counts for both reviews on a day: by resolution and permissions. */
export const takesBoth = (user: string, day: string): string => `(${keepsBoth(user, day)} AND ${holdsBoth(user)})`;

/** Selects the users who could hold both offices: active, with the review permissions of both. */
export const concurrentOptions = (): Select<{ id: number; name: string }> =>
	select(`SELECT id, name FROM users WHERE status = 'active' AND ${holdsBoth("users.id")} ORDER BY name, id`);

/** Refuses with `concurrent_post.unfit` a user who is not active or lacks one of the two review permissions. */
export const refuseUnfit = (userId: number): Write =>
	refuseWhere(
		"concurrent_post.unfit",
		sql`NOT EXISTS (SELECT 1 FROM users WHERE id = ${userId} AND status = 'active')
			OR 2 > (SELECT count(DISTINCT permission) FROM (${permissionsOf(userId)})
				WHERE permission IN ('finance.review.cashier', 'finance.review.accountant'))`,
	);

type New = {
	userId: number;
	body: ResolvingBody;
	resolution_no: string;
	resolved_on: string;
	starts_on: string;
	ends_on: string;
};
export const insertConcurrentPost = (of: New, by: By): Write =>
	sql`INSERT INTO concurrent_posts (user_id, body, resolution_no, resolved_on, starts_on, ends_on, created_by, created_at)
		VALUES (${of.userId}, ${of.body}, ${of.resolution_no}, ${of.resolved_on}, ${of.starts_on}, ${of.ends_on}, ${by.userId}, ${by.at})`;

export const confirmConcurrentPost = (id: number, by: By): Write[] => [
	sql`UPDATE concurrent_posts SET confirmed_by = ${by.userId}, confirmed_at = ${by.at}
		WHERE id = ${id} AND confirmed_at IS NULL AND ended_at IS NULL`,
	guard("concurrent_post.stale"),
];

export const endConcurrentPost = (id: number, by: By): Write[] => [
	sql`UPDATE concurrent_posts SET ended_by = ${by.userId}, ended_at = ${by.at} WHERE id = ${id} AND ended_at IS NULL`,
	guard("concurrent_post.stale"),
];

/** Writes a row about a dual-office resolution into the audit log. */
export const auditConcurrentPost = (
	db: Db,
	step: "write" | "confirm" | "end",
	{ id, changes = {} }: { id: number | SQL; changes?: Record<string, unknown> },
	by: By,
): Write[] =>
	recordAudit(db, {
		...by,
		action: `concurrent_post.${step}`,
		auditableType: "concurrent_post",
		auditableId: id,
		description: typeof id === "number" ? `concurrent_post ${id}` : "",
		changes,
	});

/** A step that needed a dual-office resolution: a review, a payment, or the posting of an income record. */
export type ConcurrentUse = {
	kind: "review" | "pay" | "income";
	id: number;
	roc_year: number;
	seq: number;
	title: string;
	/** The name of the payer or of the payee. */
	other: string;
	amount: number | null;
	state: FinanceState | null;
	name: string;
	/** For a finance document, the name of the user who approved it as the chair. */
	chair: string | null;
	at: number;
	resolution: string;
};

const MONTH = (at: string): string => `strftime('%Y-%m', ${at} / 1000, 'unixepoch', '+8 hours') = ?1`;
/** Selects every step that needed a dual-office resolution in a month (YYYY-MM, in Taipei), oldest first. */
export const concurrentUses = (month: string): Select<ConcurrentUse> =>
	select(
		`SELECT iif(e.step = 'pay', 'pay', 'review') AS kind, d.id, d.roc_year, d.seq, d.title, d.payee_name AS other, d.net AS amount,
			d.state, u.name, (SELECT w.name FROM finance_events a JOIN users w ON w.id = a.user_id
				WHERE a.document_id = d.id AND a.revision = e.revision AND a.step = 'approve_chair') AS chair,
			e.at, ${resolutionOf("e.concurrent_post_id")} AS resolution
		FROM finance_events e JOIN finance_documents d ON d.id = e.document_id JOIN users u ON u.id = e.user_id
		WHERE e.concurrent_post_id IS NOT NULL AND ${MONTH("e.at")}
		UNION ALL SELECT 'income', i.id, i.roc_year, i.seq, i.purpose, i.payer_title, i.amount, NULL, u.name, NULL, i.posted_at,
			${resolutionOf("i.concurrent_post_id")}
		FROM income_records i JOIN users u ON u.id = i.recorded_by
		WHERE i.concurrent_post_id IS NOT NULL AND ${MONTH("i.posted_at")}
		ORDER BY at`,
		month,
	);

/**
 * Selects, of the given months (YYYY-MM), those in which a dual-office resolution was in force on some day and about
 * which the supervisors (監事) were not notified yet.
 */
export const monthsToTell = (months: readonly string[]): Select<{ month: string }> =>
	select(
		`SELECT j.value AS month FROM json_each(?1) j
		WHERE NOT EXISTS (SELECT 1 FROM concurrent_post_months WHERE month = j.value)
			AND EXISTS (SELECT 1 FROM concurrent_posts c WHERE c.confirmed_at IS NOT NULL
				AND strftime('%Y-%m', c.confirmed_at / 1000, 'unixepoch', '+8 hours') <= j.value
				AND substr(c.starts_on, 1, 7) <= j.value AND substr(c.ends_on, 1, 7) >= j.value
				AND coalesce(strftime('%Y-%m', c.ended_at / 1000, 'unixepoch', '+8 hours') >= j.value, 1))
		ORDER BY j.value`,
		JSON.stringify(months),
	);

/**
 * Notifies the supervisors (監事, by the built-in role) about the dual-office resolutions of a month, and marks the
 * month, so that a second run at the same moment does nothing.
 */
export const tellMonth = (month: string, at: number): Write[] => [
	notifyEach("concurrent_month", {
		id: sql`'concurrent_month_' || ${month} || '_' || u.id`,
		user: sql`u.id`,
		data: dataOf("concurrent_month", { year: Number(month.slice(0, 4)), month: Number(month.slice(5)) }),
		from: sql`users u WHERE u.status = 'active'
			AND u.id IN (SELECT x.user_id FROM user_roles x JOIN roles r ON r.id = x.role_id AND r.code = 'auditor')
			AND NOT EXISTS (SELECT 1 FROM concurrent_post_months WHERE month = ${month})`,
		at,
	}),
	sql`INSERT INTO concurrent_post_months (month, told_at) SELECT ${month}, ${at}
		WHERE NOT EXISTS (SELECT 1 FROM concurrent_post_months WHERE month = ${month})`,
];
