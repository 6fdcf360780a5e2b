import { type Listed, limitTo, type Select, select, selectListed, selectOne } from "#db/read.ts";
import type { ArticleListQuery, ArticleSort } from "#domain/content/articles/schema.ts";
import { publishedBetween } from "#domain/content/content/schema.ts";
import { type ArticleRow, BESIDE, FULL, NEIGHBOURS, SUMMARY, type SummaryRow } from "./articles.ts";
import { fitsInAnswer } from "./whole.ts";

export type ArticleFilter = Pick<
	ArticleListQuery,
	"type" | "category" | "tag" | "pinned" | "author" | "published_from" | "published_to"
>;

const ORDER: Record<Exclude<ArticleSort, "relevance">, string> = {
	"-published_at": "a.is_pinned DESC, a.published_at DESC, a.id DESC",
	published_at: "a.published_at, a.id",
	title: "a.title, a.id",
};

/** Returns the SQL condition of the published articles that fit a filter, with its parameters. */
function publicWhere(filter: ArticleFilter): { where: string; params: (string | number)[] } {
	const where = ["a.state = 'published'"];
	const params: (string | number)[] = [];
	const add = (condition: (parameter: string) => string, value: string | number) => {
		params.push(value);
		where.push(condition(`?${params.length}`));
	};
	if (filter.type) add((p) => `a.type = ${p}`, filter.type);
	if (filter.pinned) add((p) => `a.is_pinned = ${p}`, filter.pinned === "true" ? 1 : 0);
	if (filter.author) add((p) => `a.author_name = ${p}`, filter.author);
	const { from, until } = publishedBetween(filter);
	if (from !== undefined) add((p) => `a.published_at >= ${p}`, from);
	if (until !== undefined) add((p) => `a.published_at < ${p}`, until);
	if (filter.category) {
		add(
			(p) => `a.id IN (SELECT x.article_id FROM categories c JOIN article_categories x ON x.category_id = c.id
				WHERE c.slug IN (SELECT value FROM json_each(${p})))`,
			JSON.stringify(filter.category),
		);
	}
	if (filter.tag) {
		add(
			(p) => `a.id IN (SELECT x.article_id FROM tags t JOIN article_tags x ON x.tag_id = t.id
				WHERE t.slug IN (SELECT value FROM json_each(${p})))`,
			JSON.stringify(filter.tag),
		);
	}
	return { where: where.join(" AND "), params };
}

/**
 * Returns the SQL that counts the published articles which fit a filter, with the parameters of `publicWhere`: from
 * stored counts when one gives the answer, else over an index.
 */
function totalOf(filter: ArticleFilter): string {
	const { type, category, tag, pinned, author, published_from, published_to } = filter;
	const isStored = !author && !published_from && !published_to && !pinned;
	const isOnly = (slugs: string[] | undefined, ...others: unknown[]) =>
		isStored && slugs?.length === 1 && !others.some(Boolean);
	if (isStored && !category && !tag)
		return type
			? "(SELECT published FROM article_counts WHERE type = ?1)"
			: "(SELECT sum(published) FROM article_counts)";
	if (isOnly(category, type, tag)) return "(SELECT articles_count FROM categories WHERE slug = ?1 ->> 0)";
	if (isOnly(tag, type, category)) return "(SELECT articles_count FROM tags WHERE slug = ?1 ->> 0)";
	return `(SELECT count(*) FROM articles a WHERE ${publicWhere(filter).where})`;
}

/** Counts the published articles that fit a filter. */
export const countArticles = (filter: ArticleFilter): Select<{ total: number }> =>
	selectOne(`SELECT coalesce(${totalOf(filter)}, 0) AS total`, ...publicWhere(filter).params);

type Page = { sort: Exclude<ArticleSort, "relevance">; limit: number; offset: number };

/** Returns the ids of one page as a table `picked`, read from an index alone, with its parameters and order. */
function pickedPage(filter: ArticleFilter, { sort, limit, offset }: Page) {
	const { where, params } = publicWhere(filter);
	const order = ORDER[sort];
	const picked = `WITH picked (id) AS MATERIALIZED (SELECT a.id FROM articles a WHERE ${where} ORDER BY ${order}
		${limitTo(limit, offset)})`;
	return { picked, params, order };
}

/** Selects one page of article summaries, and how many fit the filter; only the rows of the page are read. */
export function listArticles(filter: ArticleFilter, page: Page): Select<Listed<SummaryRow & { total: number }>> {
	const { picked, params, order } = pickedPage(filter, page);
	return selectListed(
		{
			before: picked,
			columns: `coalesce(${totalOf(filter)}, 0) AS total, ${SUMMARY}`,
			each: `picked ON true LEFT JOIN articles a ON a.id = picked.id LEFT ${BESIDE}`,
			isThere: "t.article_id",
			order,
		},
		...params,
	);
}

const WHOLE = `SELECT ${FULL}, ${NEIGHBOURS} FROM picked JOIN articles a ON a.id = picked.id ${BESIDE}
	WHERE a.state = 'published' AND ${fitsInAnswer("articles")}`;

/** Selects one page of whole articles; no row when their texts together are too large for an answer. */
export function wholeArticles(filter: ArticleFilter, page: Page): Select<ArticleRow> {
	const { picked, params, order } = pickedPage(filter, page);
	return select(`${picked} ${WHOLE} ORDER BY ${order}`, ...params);
}

/** Selects published articles by id, for the hits of a search; articles that are not public any more are left out. */
export const articlesByIds = (ids: number[]): Select<SummaryRow> =>
	select(
		`SELECT ${SUMMARY} FROM json_each(?1) picked JOIN articles a ON a.id = picked.value ${BESIDE}
		WHERE a.state = 'published'`,
		JSON.stringify(ids),
	);

/** As `articlesByIds` with whole articles; no row when their texts together are too large for an answer. */
export const wholeArticlesByIds = (ids: number[]): Select<ArticleRow> =>
	select(`WITH picked (id) AS MATERIALIZED (SELECT value FROM json_each(?1)) ${WHOLE}`, JSON.stringify(ids));
