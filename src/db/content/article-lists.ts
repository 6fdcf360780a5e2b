import { orders, placeOf } from "#db/orders.ts";
import { limitTo, type Select, select } from "#db/read.ts";
import { isOfKind } from "#db/system/index.ts";
import { BULK_MAX, type BulkChange } from "#domain/content/articles/bulk.ts";
import { ARTICLE_TYPES, type ArticleType } from "#domain/content/articles/schema.ts";
import { STATES, type State } from "#domain/content/content/states.ts";
import { changeable } from "./article-bulk.ts";

/** The number of articles on one page of the list. */
export const ARTICLES_PER_PAGE = 30;
const MOST_FOUND = 20_000;
const MOST_AUTHORS = 200;

/**
 * The filter of the list. An article must contain all `words` (folded), in the fields of this database or by the search
 * index: `found` is a JSON list of the ids that the index found.
 */
export type ArticleFilter = {
	words?: readonly string[] | undefined;
	found?: string | undefined;
	state?: State | undefined;
	type?: ArticleType | undefined;
	category?: number | undefined;
	tag?: number | undefined;
	author?: string | undefined;
	pinned?: boolean | undefined;
};

/** The orders of the list; of one state, the articles stand by the time that the list shows beside it. */
const ORDER = orders(
	{
		title: "articles.title",
		type: placeOf("articles.type", ARTICLE_TYPES),
		author: "articles.author_name",
		state: [
			placeOf("articles.state", STATES),
			`CASE articles.state WHEN 'scheduled' THEN articles.publish_at WHEN 'archived' THEN articles.archived_at
				WHEN 'trashed' THEN articles.trashed_at ELSE articles.published_at END`,
		],
		updated: "articles.updated_at",
		published: "articles.published_at",
		trashed: "articles.trashed_at",
	},
	"articles.id",
);
export const ARTICLE_LIST_SORTS = ORDER.sorts;

/** An article in the list of staff. Times are UTC milliseconds; `categories` and `tags` are JSON, [{slug, name}]. */
export type ArticleListRow = {
	id: number;
	slug: string;
	title: string;
	type: ArticleType;
	state: State;
	is_pinned: number;
	pinned_until: number | null;
	published_at: number | null;
	publish_at: number | null;
	unpublish_at: number | null;
	archived_at: number | null;
	trashed_at: number | null;
	author_name: string | null;
	updated_at: number;
	categories: string;
	tags: string;
	/** When the reading user last autosaved an unsaved form of the article (UTC milliseconds). */
	draft_saved_at: number | null;
};

/** Returns SQL that folds a text as the search index does: letter case and 臺/台 do not matter. */
const folded = (text: string): string => `replace(lower(${text}), '臺', '台')`;
const NAMED = folded("articles.title || char(10) || articles.slug || char(10) || coalesce(articles.author_name, '')");
const IN_FULL = folded(
	"n.title || char(10) || n.slug || char(10) || coalesce(n.author_name, '') || char(10) || n.excerpt",
);
/** FROM and WHERE of the articles `n` that are not public: their excerpts are not in the search index. */
const HIDDEN = [
	"articles n INDEXED BY articles_not_public WHERE n.state IN ('draft', 'scheduled', 'archived')",
	"articles n INDEXED BY articles_in_trash WHERE n.state = 'trashed'",
];

type Where = { where: string; params: (string | number)[] };

/** Returns the conditions of a filter. With `byState: false` the state is ignored, to count the tabs of all states. */
function conditions(filter: ArticleFilter, byState: boolean): Where {
	const { words = [], found, state, type, category, tag, author, pinned } = filter;
	const params: (string | number)[] = [];
	const bound = (value: string | number): string => `?${params.push(value)}`;
	const where: string[] = [];
	if (byState) where.push(state ? `articles.state = ${bound(state)}` : "articles.state <> 'trashed'");
	if (words.length > 0) {
		const needles = words.map(bound);
		const all = (text: string) => needles.map((needle) => `instr(${text}, ${needle}) > 0`).join(" AND ");
		const among = (ids: string) => `articles.id IN (${ids})`;
		const ways = [all(NAMED), ...HIDDEN.map((hidden) => among(`SELECT n.id FROM ${hidden} AND ${all(IN_FULL)}`))];
		if (found) ways.push(among(`SELECT value FROM json_each(${bound(found)})`));
		where.push(`(${ways.join(" OR ")})`);
	}
	if (type) where.push(`articles.type = ${bound(type)}`);
	if (category)
		where.push(`articles.id IN (SELECT article_id FROM article_categories WHERE category_id = ${bound(category)})`);
	if (tag) where.push(`articles.id IN (SELECT article_id FROM article_tags WHERE tag_id = ${bound(tag)})`);
	if (author) where.push(`articles.author_name = ${bound(author)}`);
	if (pinned) where.push("articles.is_pinned = 1");
	return { where: where.length > 0 ? `WHERE ${where.join(" AND ")}` : "", params };
}

type ListAsk = {
	filter: ArticleFilter;
	sort?: (typeof ARTICLE_LIST_SORTS)[number] | undefined;
	page: number;
	userId: number;
};

/**
 * Selects one page of the list: articles in every state but the trash, unless the trash is asked for. The last changed
 * come first; in the trash the last trashed. The page is chosen from the index alone; only its rows are read.
 */
export function articlesForStaff({ filter, sort, page, userId }: ListAsk): Select<ArticleListRow> {
	const { where, params } = conditions(filter, true);
	const order = ORDER.by(sort ?? (filter.state === "trashed" ? "-trashed" : "-updated"));
	const user = `?${params.length + 1}`;
	return select(
		`WITH page AS MATERIALIZED (
			SELECT articles.id FROM articles ${where} ${order}
			${limitTo(ARTICLES_PER_PAGE, (page - 1) * ARTICLES_PER_PAGE)}
		)
		SELECT articles.id, articles.slug, articles.title, articles.type, articles.state, articles.is_pinned,
			articles.pinned_until, articles.published_at, articles.publish_at, articles.unpublish_at, articles.archived_at,
			articles.trashed_at, articles.author_name, articles.updated_at, t.categories, t.tags, d.saved_at AS draft_saved_at
		FROM page CROSS JOIN articles ON articles.id = page.id JOIN article_terms t ON t.article_id = page.id
			LEFT JOIN drafts d ON d.user_id = ${user} AND d.resource = 'article' AND d.slot = CAST(page.id AS TEXT)
		${order}`,
		...params,
		userId,
	);
}

export type StateCounts = Record<State, number>;

/** Counts the articles that fit the filter by state, whatever state the filter asks for. */
export function articleStateCounts(filter: ArticleFilter): Select<StateCounts> {
	const { where, params } = conditions(filter, false);
	const count = (state: State) => `count(*) FILTER (WHERE articles.state = '${state}') AS ${state}`;
	return select(
		`SELECT ${(["draft", "scheduled", "published", "archived", "trashed"] as const).map(count).join(", ")}
		FROM articles ${where}`,
		...params,
	);
}

/** A category or tag by which the list can be filtered. */
export type TermOption = { id: number; name: string };
export const categoryOptions = (): Select<TermOption> =>
	select("SELECT id, name FROM categories ORDER BY position, id");
export const tagOptions = (): Select<TermOption> => select("SELECT id, name FROM tags ORDER BY name, id");
/** Selects the author names of articles outside the trash by name, at most MOST_AUTHORS. */
export const authorOptions = (): Select<{ author_name: string }> =>
	select(
		`SELECT DISTINCT author_name FROM articles WHERE author_name IS NOT NULL AND state <> 'trashed'
		ORDER BY author_name ${limitTo(MOST_AUTHORS)}`,
	);

/**
 * Selects from the SEARCH database the ids of at most MOST_FOUND public articles that match `match` (a query made by
 * matchQuery), as a JSON list.
 */
export const publicArticleIds = (match: string): Select<{ ids: string }> =>
	select(
		`SELECT json_group_array(rowid) AS ids FROM (SELECT rowid FROM entries_fts
			WHERE entries_fts MATCH ?1 AND ${isOfKind("article")} ${limitTo(MOST_FOUND)})`,
		match,
	);

/**
 * Selects, of the articles that fit the filter, those to which a bulk change applies, newest first, at most BULK_MAX;
 * and counts how many fit and how many of them it applies to.
 */
export function bulkTargets(
	filter: ArticleFilter,
	change: BulkChange,
	at: number,
): [Select<{ id: number }>, Select<{ fitting: number; changeable: number }>] {
	const { where, params } = conditions(filter, true);
	const can = changeable(change, at);
	return [
		select(
			`SELECT articles.id FROM articles ${where} AND ${can} ${ORDER.by("-updated")} ${limitTo(BULK_MAX)}`,
			...params,
		),
		select(
			`SELECT count(*) AS fitting, count(*) FILTER (WHERE ${can}) AS changeable FROM articles ${where}`,
			...params,
		),
	];
}
