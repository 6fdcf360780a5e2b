import { and, eq, type SQL, sql } from "drizzle-orm";
import { type Db, guard, type Write } from "#db/commit.ts";
import { firstMet, orders, placeOf } from "#db/orders.ts";
import { limitTo, type Select, select } from "#db/read.ts";
import { announcements } from "#db/schema/announcements.ts";
import type { NamedAudience } from "#domain/office/announcements/audience.ts";

/** An announcement in the list. Times are UTC milliseconds. */
export type AnnouncementListRow = {
	id: number;
	slug: string;
	title: string;
	audience: string;
	is_pinned: 0 | 1;
	is_live: 0 | 1;
	publish_from: number | null;
	publish_until: number | null;
	planned_from: number | null;
	updated_at: number;
	/** The state of the newest mailing. */
	mailing: "waiting" | "sending" | "done" | "stopped" | null;
};

/**
 * The filter, order and page of the list; `undefined`, "" and false do not restrict. An `audience` that ends in ":"
 * (such as `staff:`) means all audiences that begin with it.
 */
export type AnnouncementFilter = {
	q: string;
	audience: string | undefined;
	state: "draft" | "scheduled" | "open" | "closed" | undefined;
	pinned: boolean;
	sort: (typeof ANNOUNCEMENT_SORTS)[number];
	page: number;
};

export const ANNOUNCEMENTS_PER_PAGE = 30;

/** Whether the user may see all announcements or only public ones; `at` is the present time. */
type Sight = { all: boolean; at: number };

const STATES = {
	draft: "n.publish_from IS NULL",
	scheduled: "n.publish_from IS NOT NULL AND n.is_live = 0 AND (n.publish_until IS NULL OR n.publish_until > ?2)",
	open: "n.is_live = 1",
	closed: "n.publish_from IS NOT NULL AND n.is_live = 0 AND n.publish_until <= ?2",
} as const;

/** The kinds of audiences as the form offers them, by the beginning of their codes. */
const AUDIENCES = ["public", "members", "type:", "group:", "segment:", "staff:"];
const MAILINGS = ["waiting", "sending", "done", "stopped"];
const ORDER = orders(
	{
		title: "n.title",
		audience: [firstMet(AUDIENCES.map((kind) => `n.audience GLOB '${kind}*'`)), "n.audience"],
		state: firstMet(Object.values(STATES)),
		from: "coalesce(n.publish_from, n.planned_from)",
		mail: placeOf("mailing", MAILINGS),
		updated: "n.updated_at",
	},
	"n.id",
);
export const ANNOUNCEMENT_SORTS = ORDER.sorts;

/** Selects the announcements of one page and counts all that fit, as two queries of one round trip. */
export function announcementsSelect(
	{ q, audience, state, pinned, sort, page }: AnnouncementFilter,
	{ all, at }: Sight,
): [Select<AnnouncementListRow>, Select<{ total: number }>] {
	const where = `(?1 = 1 OR n.audience = 'public') AND ${state ? STATES[state] : "?2 IS NOT NULL"}
		AND (?3 IS NULL OR n.audience = ?3 OR (substr(?3, -1) = ':' AND n.audience GLOB ?3 || '*'))
		AND (?4 = 0 OR n.is_pinned = 1)
		AND (?5 = '' OR instr(lower(n.title), lower(?5)) > 0 OR instr(lower(n.body_markdown), lower(?5)) > 0)`;
	const params = [Number(all), at, audience ?? null, Number(pinned), q.normalize("NFC")];
	return [
		select(
			`SELECT n.id, n.slug, n.title, n.audience, n.is_pinned, n.is_live, n.publish_from, n.publish_until, n.planned_from, n.updated_at,
				(SELECT g.state FROM announcement_mailings g WHERE g.announcement_id = n.id ORDER BY g.id DESC LIMIT 1) AS mailing
			FROM announcements n WHERE ${where} ${ORDER.by(sort)} ${limitTo(ANNOUNCEMENTS_PER_PAGE, (page - 1) * ANNOUNCEMENTS_PER_PAGE)}`,
			...params,
		),
		select(`SELECT count(*) AS total FROM announcements n WHERE ${where}`, ...params),
	];
}

/**
 * Selects the membership types, groups and segments whose people and the roles whose users can be the audience of an
 * announcement.
 */
export const namedAudiences = (): Select<NamedAudience> =>
	select(`SELECT code, name, is_open FROM (
			SELECT 'type:' || code AS code, name, is_active AS is_open, 0 AS part, position AS nth FROM membership_types
			UNION ALL SELECT 'group:' || id, name, is_active, 1, NULL FROM member_groups
			UNION ALL SELECT 'segment:' || id, name, is_active, 2, NULL FROM member_segments
			UNION ALL SELECT 'staff:' || code, name, 1, 3, id FROM roles WHERE code <> 'member')
		ORDER BY part, nth, name, code`);

/** An announcement for its editor. `attachments` is JSON: {id, filename, content_type, size, description}. */
export type EditedAnnouncementRow = Omit<AnnouncementListRow, "mailing"> & {
	version: number;
	body_markdown: string;
	attachments: string;
	by_mail: 0 | 1;
	line_text: string;
};

/** Selects a whole announcement, if the user may see it. */
export const editedAnnouncement = (id: number, all: boolean): Select<EditedAnnouncementRow> =>
	select(
		`SELECT n.id, n.slug, n.title, n.audience, n.is_pinned, n.is_live, n.publish_from, n.publish_until, n.planned_from, n.updated_at,
			n.version, n.body_markdown, n.by_mail, n.line_text,
			(SELECT json_group_array(json_object('id', f.id, 'filename', f.filename, 'content_type', f.content_type,
					'size', f.size, 'description', u.description) ORDER BY u.position, f.id)
				FROM attachment_uses u JOIN attachments f ON f.id = u.attachment_id
				WHERE u.resource = 'announcement' AND u.resource_id = n.id AND u.role = 'file') AS attachments
		FROM announcements n WHERE n.id = ?1 AND (?2 = 1 OR n.audience = 'public')`,
		id,
		Number(all),
	);

/** The columns of an announcement on which an action decides, without the long texts. */
export type StandingAnnouncement = {
	id: number;
	version: number;
	slug: string;
	title: string;
	audience: string;
	is_live: 0 | 1;
	publish_from: number | null;
	publish_until: number | null;
	planned_from: number | null;
	by_mail: 0 | 1;
	line_text: string;
	is_empty: 0 | 1;
};
export const standingAnnouncement = (id: number): Select<StandingAnnouncement> =>
	select(
		`SELECT id, version, slug, title, audience, is_live, publish_from, publish_until, planned_from, by_mail, line_text,
			trim(body_markdown, char(9, 10, 13, 32, 12288)) = '' AS is_empty FROM announcements WHERE id = ?1`,
		id,
	);

/** Selects the slugs that equal `slug` or continue it with a number. */
export const announcementSlugsLike = (slug: string): Select<{ slug: string }> =>
	select("SELECT slug FROM announcements WHERE slug = ?1 OR (slug >= ?1 || '-' AND slug < ?1 || '-:')", slug);

export type AnnouncementRef = { id: number; version: number };
type Columns = Omit<typeof announcements.$inferInsert, "id" | "version" | "isLive">;

/**
 * Inserts an announcement. Triggers refuse with `announcement.slug_taken` a slug that another announcement has, and
 * with `announcement.no_audience` an unknown audience, such as a role that does not exist.
 */
export const insertAnnouncement = (db: Db, columns: Columns): Write => db.insert(announcements).values(columns);

/**
 * Changes an announcement and raises its version; triggers open and close it by its times. Refuses with
 * `announcement.stale` when another user changed it meanwhile, and what insertAnnouncement refuses.
 */
export const updateAnnouncement = (
	db: Db,
	{ id, version }: AnnouncementRef,
	changes: { [K in keyof Columns]?: Columns[K] },
): Write[] => [
	db
		.update(announcements)
		.set({ ...changes, version: version + 1 })
		.where(and(eq(announcements.id, id), eq(announcements.version, version))),
	guard("announcement.stale"),
];

/**
 * Deletes a draft for ever, with its planned mailing. Refuses with `announcement.not_draft` when it changed meanwhile
 * or is no draft, and by a trigger with `announcement.was_mailed` when it was mailed.
 */
export const deleteDraft = ({ id, version }: AnnouncementRef): (Write | SQL)[] => [
	sql`DELETE FROM announcements WHERE id = ${id} AND version = ${version} AND publish_from IS NULL`,
	guard("announcement.not_draft"),
];
