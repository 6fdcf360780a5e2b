import { sql } from "drizzle-orm";
import { refuseWhere, type Write } from "#db/commit.ts";
import { orders } from "#db/orders.ts";
import { limitTo, type Select, select } from "#db/read.ts";
import { isSeen, MEDIA_COLUMNS, type MediaRow } from "./media.ts";

/** The number of pictures on one page of the list. */
export const FAILURES_PER_PAGE = 50;

/**
 * A picture whose smaller copies could not be made at the last try: `due_at` is when it is tried again by itself, null
 * when it is not. `error` is the message of that try; times are UTC milliseconds.
 */
export type FailedPicture = MediaRow & {
	attempts: number;
	due_at: number | null;
	settled_at: number | null;
	error: string;
};

const FAILED = `SELECT attachment_id, attempts, NULL AS due_at, settled_at, error FROM pictures WHERE state = 'failed'
	UNION ALL SELECT attachment_id, attempts, due_at, NULL, last_error FROM pictures
		WHERE state = 'waiting' AND last_error IS NOT NULL`;
const FROM = `(${FAILED}) p JOIN attachments a ON a.id = p.attachment_id JOIN media m ON m.attachment_id = a.id`;

/** The orders of the list; `state` has those first that are not tried again, the newest failure and the next try first. */
const ORDER = orders(
	{
		name: "a.filename",
		state: ["p.due_at IS NOT NULL", "p.settled_at DESC", "p.due_at"],
		why: "p.error",
		attempts: "p.attempts",
	},
	"a.id",
);
export const FAILURE_SORTS = ORDER.sorts;
type FailuresPage = { sort: (typeof FAILURE_SORTS)[number]; page: number };

/**
 * Selects the pictures of one page whose copies could not be made, in an order, and counts
 * all, as two queries of one round trip. Without `all`, files that only non-public announcements name are left out.
 */
export const failuresSelect = (
	{ sort, page }: FailuresPage,
	all: boolean,
): [Select<FailedPicture>, Select<{ total: number }>] => [
	select(
		`SELECT ${MEDIA_COLUMNS}, p.attempts, p.due_at, p.settled_at, p.error
		FROM ${FROM} WHERE ${isSeen("?1")} ${ORDER.by(sort)}
		${limitTo(FAILURES_PER_PAGE, (page - 1) * FAILURES_PER_PAGE)}`,
		Number(all),
	),
	select(`SELECT count(*) AS total FROM ${FROM} WHERE ${isSeen("?1")}`, Number(all)),
];

/** Selects which of these pictures could not be made smaller, of those that the user may see. */
export const failedAmong = (ids: readonly string[], all: boolean): Select<{ id: string; filename: string }> =>
	select(
		`SELECT a.id, a.filename FROM ${FROM} WHERE ${isSeen("?1")} AND a.id IN (SELECT value FROM json_each(?2)) ORDER BY a.id`,
		Number(all),
		JSON.stringify(ids),
	);

/** Lets pictures be tried again, as if they were new. Refuses `picture.stale` when none of them failed any more. */
export const retryPictures = (ids: readonly string[], at: number): Write[] => [
	sql`UPDATE pictures SET state = 'waiting', attempts = 0, due_at = ${at}, settled_at = NULL, error = NULL, last_error = NULL
		WHERE attachment_id IN (SELECT value FROM json_each(${JSON.stringify(ids)})) AND (state = 'failed' OR last_error IS NOT NULL)`,
	refuseWhere("picture.stale", sql`changes() = 0`),
];

/**
 * Forgets copies whose object is gone, so that they are made again (a trigger lets their picture wait): those whose key
 * begins with `prefix`, stored before `before` (UTC milliseconds), when `present`, the keys of all objects there, does
 * not name them. Where the original is gone, too, nothing could be made of it and its copies stay.
 */
export const forgetLost = ({
	prefix,
	present,
	before,
}: {
	prefix: string;
	present: readonly string[];
	before: number;
}): Write =>
	sql`DELETE FROM picture_variants WHERE object_key >= ${prefix} AND object_key < ${`${prefix}~`} AND made_at < ${before}
		AND object_key NOT IN (SELECT value FROM json_each(${JSON.stringify(present)}))
		AND (SELECT a.object_key FROM attachments a WHERE a.id = attachment_id)
			IN (SELECT value FROM json_each(${JSON.stringify(present)}))
		RETURNING attachment_id AS id`;
