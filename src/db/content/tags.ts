import { type SQL, sql } from "drizzle-orm";
import { guard, type Write } from "#db/commit.ts";
import { orders } from "#db/orders.ts";
import { limitTo, readRows, type Select, select } from "#db/read.ts";
import type { TagInput } from "#domain/content/tags/form.ts";
import { planTags } from "#domain/content/tags/rules.ts";
import { articlesOf, knownTerms, type TagRow, type TermRef } from "./terms.ts";

/** The number of tags on one page of the list. */
export const TAGS_PER_PAGE = 50;
/** The maximum number of tag names that a form suggests; any other name may be typed. */
const SUGGESTED = 500;

/**
 * A tag as staff see it. `articles_count` counts published articles, `articles` all articles outside the trash,
 * `trashed` those in it.
 */
export type StaffTag = TagRow & { version: number; articles: number; trashed: number };
/** The tag into which another tag is to be merged; `shared` counts the articles that have both. */
export type MergeTarget = StaffTag & { shared: number };

const STAFF = `SELECT t.id, t.slug, t.name, t.version, t.articles_count, ${articlesOf("tag")}`;

const ORDER = orders({ name: "t.name", published: "t.articles_count", articles: "articles" }, "t.name", "t.id");
export const TAG_SORTS = ORDER.sorts;
const WANTED = "WHERE (?1 = '' OR instr(lower(t.name), ?1) > 0 OR instr(t.slug, ?1) > 0)";

/** Selects the tags of one page, counts those that fit and all tags, as queries of one round trip. */
export function tagsSelect({
	q,
	sort,
	page,
}: {
	q: string;
	sort: (typeof TAG_SORTS)[number];
	page: number;
}): [Select<StaffTag>, Select<{ total: number; every: number }>] {
	const wanted = q.normalize("NFKC").toLowerCase();
	return [
		select(
			`${STAFF} FROM tags t ${WANTED} ${ORDER.by(sort)} ${limitTo(TAGS_PER_PAGE, (page - 1) * TAGS_PER_PAGE)}`,
			wanted,
		),
		select(`SELECT count(*) AS total, (SELECT count(*) FROM tags) AS every FROM tags t ${WANTED}`, wanted),
	];
}

export const tagForStaff = (id: number): Select<StaffTag> => select(`${STAFF} FROM tags t WHERE t.id = ?1`, id);

/** Selects the tag of this name in any letter case, and counts the articles that it shares with the tag `id`. */
export const mergeTarget = (id: number, name: string): Select<MergeTarget> =>
	select(
		`${STAFF}, (SELECT count(*) FROM article_tags x JOIN article_tags y ON y.article_id = x.article_id
			WHERE x.tag_id = t.id AND y.tag_id = ?1) AS shared
		FROM tags t WHERE lower(t.name) = lower(?2) ORDER BY t.name = ?2 DESC, t.id LIMIT 1`,
		id,
		name.normalize("NFC").replace(/\s+/g, " ").trim(),
	);

/** Selects tag names to choose from, those of the most published articles first. */
export const suggestedTags = (): Select<{ name: string }> =>
	select(`SELECT name FROM tags ORDER BY articles_count DESC, name ${limitTo(SUGGESTED)}`);

/** Inserts a tag. */
export const insertTag = ({ name, slug }: TagInput, at: number): Write =>
	sql`INSERT INTO tags (name, slug, created_at, updated_at) VALUES (${name}, ${slug}, ${at}, ${at})`;

/**
 * Changes the name and slug of a tag and raises its version; a trigger keeps the old slug. Refuses with `tag.stale`
 * when another user changed the tag meanwhile.
 */
export const updateTag = ({ id, version }: TermRef, { name, slug }: TagInput, at: number): Write[] => [
	sql`UPDATE tags SET name = ${name}, slug = ${slug}, version = version + 1, updated_at = ${at}
		WHERE id = ${id} AND version = ${version}`,
	guard("tag.stale"),
];

/**
 * Finds tags by their names, for the batch of an article. Returns `names` as they are in the table, `writes` that
 * insert the new tags, and `ids`, a subquery `SELECT id …` of all of them for statements behind those writes:
 * sql`INSERT INTO article_tags (article_id, tag_id) SELECT ${id}, id FROM (${ids})`. It reads once. `at` is UTC
 * milliseconds.
 */
export async function ensureTags(
	d1: D1Database,
	wanted: readonly string[],
	at: number,
): Promise<{ names: string[]; writes: Write[]; ids: SQL }> {
	const [known] = wanted.length > 0 ? await readRows(d1, knownTerms("tag")) : [[]];
	const { names, create } = planTags(wanted, known);
	return { names, writes: create.length > 0 ? [insertMissing(create, at)] : [], ids: idsOfTags(names) };
}

/** Returns the subquery of the ids of tags with exactly these names. */
export const idsOfTags = (names: readonly string[]): SQL =>
	sql`SELECT id FROM tags WHERE name IN (SELECT value FROM json_each(${JSON.stringify(names)}))`;

/**
 * Inserts the tags that do not exist yet: another user may have inserted one meanwhile. A slug that was taken meanwhile
 * is refused with `tag.taken`.
 */
const insertMissing = (create: readonly TagInput[], at: number): Write =>
	sql`INSERT INTO tags (name, slug, created_at, updated_at)
		SELECT j.value ->> 'name', j.value ->> 'slug', ${at}, ${at} FROM json_each(${JSON.stringify(create)}) AS j
		WHERE NOT EXISTS (SELECT 1 FROM tags t WHERE t.name = j.value ->> 'name')`;
