import { firstMet, orders } from "#db/orders.ts";
import { limitTo, type Select, select, selectOne } from "#db/read.ts";
import type { Queue } from "#domain/people/certificates/form.ts";
import type { ApplicationState } from "#domain/people/certificates/rules.ts";
import { RELATED_LIST } from "./certificates.ts";

export const CERTIFICATES_PER_PAGE = 50;
/** How many days ahead the queue of expiring certificates looks. */
export const EXPIRING_DAYS = 90;

/** A certificate application in a queue. Times are UTC milliseconds, `until` is the last day of an approval. */
export type QueueRow = {
	id: number;
	status: ApplicationState;
	until: string | null;
	is_revoked: 0 | 1;
	on_paper: 0 | 1;
	has_file: 0 | 1;
	/** Whether the member had an approved certificate before: a renewal. */
	is_renewal: 0 | 1;
	applied_at: number;
	decided_at: number | null;
	member_no: string | null;
	name: string;
	reviewer: string | null;
	/** JSON list of the ids of the users who may not review the application. */
	related: string;
};

/**
 * The condition that the member of the application `c` has no later approval and no later revoked one. In the
 * conditions of the queues below, `?1` is today in Taipei and `?2` the last day of `expiring`.
 */
const NEWEST = `NOT EXISTS (SELECT 1 FROM disability_certificates n WHERE n.member_id = c.member_id AND n.id > c.id
	AND (n.status = 'approved' OR n.is_revoked = 1))`;
const IN: Record<Queue, string> = {
	waiting: "c.status = 'pending'",
	approved: `c.status = 'approved' AND ${NEWEST}`,
	expiring: `c.status = 'approved' AND c.valid_until BETWEEN ?1 AND ?2 AND ${NEWEST}`,
	rejected: "c.status = 'rejected'",
};

/** The condition of the search ?3: a part of the member's name (臺 and 台 are the same) or of the member number. */
const SEARCH = `(?3 = '' OR instr(lower(replace(m.name, '臺', '台')), ?3) > 0 OR instr(lower(coalesce(m.member_no, '')), ?3) > 0)`;
const RELATED = `(SELECT json_group_array(user_id) FROM (SELECT m.user_id UNION SELECT g.user_id FROM members g
		WHERE g.id IN (m.guardian_member_id, m.second_guardian_id)
	UNION SELECT d.user_id FROM members d WHERE d.guardian_member_id = m.id OR d.second_guardian_id = m.id UNION SELECT c.uploaded_by) WHERE user_id IS NOT NULL)`;

/** SQL: whether the member of the application `c` had an approved certificate before. */
const IS_RENEWAL = `EXISTS (SELECT 1 FROM disability_certificates o WHERE o.member_id = c.member_id AND o.id < c.id
	AND o.status = 'approved')`;

/** The orders of the list; `state` is that of the certificate on the day ?1. */
const ORDER = orders(
	{
		member: "m.name",
		kind: ["c.file_id IS NULL", IS_RENEWAL, "c.on_paper"],
		sent: "c.created_at",
		until: "c.valid_until",
		decided: "c.reviewed_at",
		state: firstMet([
			"c.status = 'pending'",
			"c.status = 'approved' AND coalesce(c.valid_until, '9999') >= ?1",
			"c.status = 'approved'",
			"c.is_revoked = 0",
			"true",
		]),
	},
	"c.id",
);
export const QUEUE_SORTS = ORDER.sorts;
type Asked = { tab: Queue; q: string; page: number; sort: (typeof QUEUE_SORTS)[number] };

type Days = { today: string; soon: string };
const searched = (q: string): string => q.normalize("NFKC").toLowerCase().replaceAll("臺", "台");

/** Selects one page of a queue in an order, and counts it. */
export function queueSelect(
	{ tab, q, page, sort }: Asked,
	{ today, soon }: Days,
): [Select<QueueRow>, Select<{ total: number }>] {
	const where = `FROM disability_certificates c JOIN members m ON m.id = c.member_id
		WHERE ${IN[tab]} AND ${SEARCH}`;
	const params = [today, soon, searched(q)];
	// Without a search, counting needs no member rows; the last conditions only use up the parameters.
	const all = `FROM disability_certificates c WHERE ${IN[tab]} AND ?1 <= ?2 AND ?3 = ''`;
	return [
		select(
			`SELECT c.id, c.status, c.valid_until AS until, c.is_revoked, c.on_paper, c.file_id IS NOT NULL AS has_file,
				${IS_RENEWAL} AS is_renewal,
				c.created_at AS applied_at, c.reviewed_at AS decided_at, m.member_no, m.name, ${RELATED} AS related,
				(SELECT u.name FROM users u WHERE u.id = c.reviewed_by) AS reviewer
			${where} ${ORDER.by(sort)} ${limitTo(CERTIFICATES_PER_PAGE, (page - 1) * CERTIFICATES_PER_PAGE)}`,
			...params,
		),
		selectOne(`SELECT count(*) AS total ${q === "" ? all : where}`, ...params),
	];
}

/** Counts the applications in each queue. */
export const queueCounts = ({ today, soon }: Days): Select<Record<Queue, number>> =>
	selectOne(
		`SELECT ${Object.entries(IN)
			.map(([tab, where]) => `(SELECT count(*) FROM disability_certificates c WHERE ${where}) AS ${tab}`)
			.join(", ")}`,
		today,
		soon,
	);

/**
 * The place of an application in the queue: how many wait, how many are ahead of it, the ids of its neighbours, and how
 * many the reviewer decided today.
 */
export type QueuePlace = {
	waiting: number;
	ahead: number;
	before: number | null;
	after: number | null;
	/** The id of the waiting application, other than this one, that has waited longest. */
	first: number | null;
	done: number;
};

/**
 * Selects the place of an application in the queue for the reviewer `userId`; `since` is the beginning of today in UTC
 * milliseconds.
 */
export const placeSelect = (id: number, { userId, since }: { userId: number; since: number }): Select<QueuePlace> =>
	selectOne(
		`SELECT
			(SELECT count(*) FROM disability_certificates WHERE status = 'pending') AS waiting,
			(SELECT count(*) FROM disability_certificates p WHERE p.status = 'pending' AND ${EARLIER}) AS ahead,
			(SELECT p.id FROM disability_certificates p WHERE p.status = 'pending' AND ${EARLIER}
				ORDER BY p.created_at DESC, p.id DESC LIMIT 1) AS before,
			(SELECT p.id FROM disability_certificates p WHERE p.status = 'pending' AND NOT ${EARLIER} AND p.id <> ?1
				ORDER BY p.created_at, p.id LIMIT 1) AS after,
			(SELECT p.id FROM disability_certificates p WHERE p.status = 'pending' AND p.id <> ?1
				ORDER BY p.created_at, p.id LIMIT 1) AS first,
			(SELECT count(*) FROM disability_certificates WHERE status IN ('approved', 'rejected') AND reviewed_at >= ?3
				AND reviewed_by = ?2) AS done`,
		id,
		userId,
		since,
	);

const EARLIER = "(p.created_at, p.id) < (SELECT created_at, id FROM disability_certificates WHERE id = ?1)";

/** An application of the queue; `related` is JSON of the users who may not review it. */
export type QueuedCertificate = { id: number; name: string; since: number; related: string };
/**
 * Selects the applications that wait, at most `most`: the application `id` and those after it, then those before it, in
 * the order of the queue.
 */
export const queueFrom = (id: number, most: number): Select<QueuedCertificate> =>
	select(
		`SELECT c.id, m.name, c.created_at AS since, ${RELATED_LIST}
		FROM disability_certificates c JOIN members m ON m.id = c.member_id WHERE ${IN.waiting}
		ORDER BY (c.created_at, c.id) < (SELECT created_at, id FROM disability_certificates WHERE id = ?1), c.created_at, c.id ${limitTo(most)}`,
		id,
	);

/**
 * One of the certificates that have waited longest for review, without those that the user handed in; `waiting` is the
 * number of all of them.
 */
export type OldestCertificate = { id: number; name: string; since: number; is_renewal: 0 | 1; waiting: number };
export const oldestCertificates = (userId: number, most: number): Select<OldestCertificate> =>
	select(
		`SELECT c.id, m.name, c.created_at AS since, ${IS_RENEWAL} AS is_renewal, count(*) OVER () AS waiting
		FROM disability_certificates c JOIN members m ON m.id = c.member_id
		WHERE c.status = 'pending' AND c.uploaded_by IS NOT ?1 ORDER BY c.created_at, c.id ${limitTo(most)}`,
		userId,
	);
