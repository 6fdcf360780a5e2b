import { type SQL, sql } from "drizzle-orm";
import { refuseWhere, type Write } from "#db/commit.ts";
import { orders } from "#db/orders.ts";
import { limitTo, type Select, select } from "#db/read.ts";
import { holdersOf, notifyEach } from "#db/system/index.ts";
import { type StoryMark, TOLD_DAYS } from "#domain/content/releases/rules.ts";
import { dateInTaipei, dayIn } from "#kernel/times.ts";
import { refuseUnknown } from "./releases.ts";

/** By what a story may be public: releases, by their ids, or the tick that nobody can be recognised. */
export type StoryGround = { releases: readonly number[]; nobodyShown: boolean };
type Id = number | SQL<number>;

const listOf = (ids: readonly number[]): SQL => sql`(SELECT value FROM json_each(${JSON.stringify(ids)}))`;

/**
 * Returns the writes that give an article its releases and its mark, in two parts: `more` stands before the article's
 * own update and `less` after it, because a public story must have one of them at every place in the batch. Refuses
 * `release.unknown`, and what the triggers refuse.
 */
export const setGround = (id: Id, { releases, nobodyShown }: StoryGround): { more: Write[]; less: Write[] } => ({
	more: [
		refuseUnknown(releases),
		sql`INSERT INTO article_releases (article_id, release_id) SELECT ${id}, value FROM ${listOf(releases)}
			WHERE value NOT IN (SELECT release_id FROM article_releases WHERE article_id = ${id})`,
		...(nobodyShown
			? [
					sql`UPDATE story_marks SET mark = 'nobody' WHERE article_id = ${id}`,
					sql`INSERT INTO story_marks (article_id, mark) SELECT ${id}, 'nobody'
						WHERE NOT EXISTS (SELECT 1 FROM story_marks WHERE article_id = ${id})`,
				]
			: []),
	],
	less: [
		sql`DELETE FROM article_releases WHERE article_id = ${id} AND release_id NOT IN ${listOf(releases)}`,
		// A story from before there were releases stays as it is until somebody says by what it is public.
		...(nobodyShown
			? []
			: [
					sql`DELETE FROM story_marks WHERE article_id = ${id}
						AND (mark = 'nobody' OR EXISTS (SELECT 1 FROM article_releases WHERE article_id = ${id}))`,
				]),
	],
});

const heldToday = (resource: "article" | "page", id: Id, cause: "story" | "picture"): SQL =>
	sql`EXISTS (SELECT 1 FROM texts_held_today WHERE resource = ${resource} AND id = ${id} AND cause = ${cause})`;

/** Refuses to plan the publishing of a text that could not be published today; the cron asks again when its time comes. */
export const refuseHeld = (resource: "article" | "page", id: Id): Write[] => [
	...(resource === "article"
		? [
				refuseWhere("release.missing", sql`EXISTS (SELECT 1 FROM stories_without_release WHERE id = ${id})`),
				refuseWhere("release.not_valid", heldToday(resource, id, "story")),
			]
		: []),
	refuseWhere("release.picture", heldToday(resource, id, "picture")),
];

/** Selects those of some files, and of a text's, that a release holds back from the website today. */
export const heldPictures = ({
	files = [],
	page = 0,
	article = 0,
	announcement = 0,
}: {
	files?: readonly string[];
	page?: number;
	article?: number;
	announcement?: number;
}): Select<{ id: string; filename: string }> =>
	select(
		`SELECT DISTINCT f.id, f.filename FROM release_pictures p JOIN releases r ON r.id = p.release_id
			JOIN attachments f ON f.id = p.attachment_id
		WHERE p.attachment_id IN (SELECT value FROM json_each(?1)
				UNION ALL SELECT attachment_id FROM attachment_uses WHERE resource = 'page' AND resource_id = ?2
				UNION ALL SELECT attachment_id FROM attachment_uses WHERE resource = 'article' AND resource_id = ?3
				UNION ALL SELECT attachment_id FROM attachment_uses WHERE resource = 'announcement' AND resource_id = ?4
				UNION ALL SELECT cover_id FROM articles WHERE id = ?3)
			AND NOT (r.withdrawn_at IS NULL AND r.for_website = 1 AND r.of_pictures = 1
				AND date('now', '+8 hours') BETWEEN r.given_on AND coalesce(r.until, '9999-12-31'))
		ORDER BY f.filename`,
		JSON.stringify(files),
		page,
		article,
		announcement,
	);

/** SQL: whether the row of a table of texts is held back on a day; a withdrawn picture is in no announcement at all. */
const heldOn = (table: string, day: string): SQL => {
	const resource = table.slice(0, -1);
	const many = sql`id IN (SELECT t.id FROM text_releases t WHERE t.resource = ${resource}
		AND ${day} NOT BETWEEN t.holds_from AND t.holds_until)`;
	if (table !== "announcements") return many;
	return sql`(audience = 'public' AND ${many} OR id IN (SELECT t.id FROM text_releases t
		WHERE t.resource = 'announcement' AND t.is_withdrawn))`;
};

/**
 * Returns the condition of the texts of a table that are public, or due to be, and that a release holds back on the day
 * of `at`, UTC milliseconds.
 */
export function heldRows(table: "articles" | "pages" | "announcements", at: number): SQL {
	const held = heldOn(table, dateInTaipei(at));
	if (table === "announcements")
		return sql`publish_from <= ${at} AND (publish_until IS NULL OR publish_until > ${at}) AND ${held}`;
	const due = sql`state = 'scheduled' AND publish_at <= ${at}`;
	const known = sql`(state = 'published' OR ${due}) AND ${held}`;
	return table === "pages"
		? known
		: sql`(${known} OR ${due} AND EXISTS (SELECT 1 FROM stories_without_release s WHERE s.id = articles.id))`;
}

/** Tells everybody who manages releases that texts of a table stopped being public; it stands before the texts change. */
export const tellHeld = (table: "articles" | "pages" | "announcements", held: SQL, at: number): Write =>
	notifyEach("release_held", {
		user: sql`h.holder`,
		data: sql`json_object('resource', ${table.slice(0, -1)}, 'id', id)`,
		from: sql`${sql.raw(table)} JOIN (${HOLDERS}) h WHERE ${held}`,
		at,
	});

const HOLDERS = sql`SELECT id AS holder FROM users WHERE status = 'active' AND id IN (${holdersOf("consents.manage")})`;

/**
 * Tells everybody who manages releases of each release that ends in so many days and that a text is tied to, once
 * for each of TOLD_DAYS.
 */
export const tellEnding = (at: number): Write[] =>
	TOLD_DAYS.map((days) => {
		// D1 binds a number as a REAL, whose text would be '30.0', which no id of a mail may hold.
		const key = sql.raw(`'release_ending_' || r.id || '_' || r.until || '_${days}_' || h.holder`);
		return notifyEach("release_ending", {
			id: key,
			user: sql`h.holder`,
			data: sql`json_object('id', r.id, 'until', r.until)`,
			from: sql`releases r JOIN (${HOLDERS}) h WHERE r.withdrawn_at IS NULL
				AND r.until BETWEEN ${dayIn(at, 0)} AND ${dayIn(at, days)}
				AND EXISTS (SELECT 1 FROM text_releases t WHERE t.release_id = r.id)`,
			at,
		});
	});

/** A public story that nobody has looked at since there are releases. */
export type UncheckedStory = { id: number; title: string; published_at: number };

/** The number of stories on one page of their list. */
export const STORIES_PER_PAGE = 50;

const STORY_ORDER = orders({ title: "a.title", published: "a.published_at" }, "a.id");
export const STORY_SORTS = STORY_ORDER.sorts;
type StoryPage = { sort: (typeof STORY_SORTS)[number]; page: number };

/** Selects the public stories from before there were releases, and counts them. */
export const uncheckedStories = ({ sort, page }: StoryPage): [Select<UncheckedStory>, Select<{ total: number }>] => [
	select(
		`SELECT a.id, a.title, a.published_at FROM story_marks m JOIN articles a ON a.id = m.article_id WHERE m.mark = 'before'
		${STORY_ORDER.by(sort)} ${limitTo(STORIES_PER_PAGE, (page - 1) * STORIES_PER_PAGE)}`,
	),
	select("SELECT count(*) AS total FROM story_marks WHERE mark = 'before'"),
];

/** Selects the mark of an article. */
export const markOfArticle = (id: number): Select<{ mark: StoryMark }> =>
	select("SELECT mark FROM story_marks WHERE article_id = ?1", id);
