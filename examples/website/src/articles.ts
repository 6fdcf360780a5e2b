/** The list of articles, narrowed by kind, category, tag, year and words. */
import type { ArticleQuery } from "bingyou-client";
import { card } from "./cards.ts";
import type { Content } from "./content.ts";
import { crumbs } from "./crumbs.ts";
import { yearInWords, yearOf } from "./dates.ts";
import { choice, conditions, foundWords, withinYear, wordsField, yearAsked } from "./filters.ts";
import { html } from "./html.ts";
import { listPath } from "./links.ts";
import { pager } from "./pager.ts";
import { type Asked, isType, type Outcome, pageNumber, TYPES, wordsOf } from "./view.ts";

const PER_PAGE = 12;

/** What is asked for; null when it names something that cannot be. */
function asked(url: URL) {
	const page = pageNumber(url);
	const text = (name: string) => url.searchParams.get(name) ?? "";
	const [type, year] = [text("type"), yearAsked(url)];
	if (page === null || year === null || (type && !isType(type))) return null;
	return { page, type, category: text("category"), tag: text("tag"), year, words: wordsOf(url) };
}
type AskedList = NonNullable<ReturnType<typeof asked>>;

const queryOf = ({ page, type, category, tag, year, words }: AskedList): ArticleQuery => ({
	page,
	per_page: PER_PAGE,
	...(isType(type) && { type }),
	...(category && { category }),
	...(tag && { tag }),
	...(words && { search: words }),
	...withinYear(year),
});

/** The years in which something was published, newest first. */
async function yearsOf(content: Content): Promise<number[]> {
	const [[oldest], [newest]] = await Promise.all(
		(["published_at", "-published_at"] as const).map(
			async (sort) => (await content.articles({ sort, per_page: 1 })).data,
		),
	).then(([first = [], last = []]) => [first, last] as const);
	if (!oldest || !newest) return [];
	const last = Math.max(yearOf(newest.published_at), yearOf(Date.now()));
	return Array.from({ length: last - yearOf(oldest.published_at) + 1 }, (_, n) => last - n);
}

export async function listArticles({ content, site, url }: Asked): Promise<Outcome> {
	const list = asked(url);
	if (!list) return "nothing";
	const [found, categories, tags, years] = await Promise.all([
		content.articles(queryOf(list)),
		content.categories(),
		content.tags(),
		yearsOf(content),
	]);
	const category = categories.find(({ slug }) => slug === list.category);
	const tag = tags.find(({ slug }) => slug === list.tag);
	const isUnknown = (list.category && !category) || (list.tag && !tag);
	const { total, last_page } = found.meta;
	if (isUnknown || (list.page > 1 && list.page > last_page)) return "nothing";
	const { words, page, ...kept } = list;
	const address = (one: number) => listPath("/articles", { ...kept, q: words, page: one > 1 ? one : null });
	const title = isType(list.type) ? TYPES[list.type] : "文章";
	const narrowed = [category?.name, tag && `#${tag.name}`, list.year && `${list.year} 年`].filter(Boolean).join("、");
	return {
		title: [narrowed, title].filter(Boolean).join(" "),
		description: category?.description ?? `${site.name}的${title}。`,
		canonical: site.url + address(page),
		noindex: words !== "",
		body: html`<div class="inner">
${crumbs([["/articles", "文章"]])}
<h1>${title}</h1>
<nav class="kinds" aria-label="文章種類"><ul>${[["", "全部"] as const, ...Object.entries(TYPES)].map(
			([type, name]) =>
				html`<li><a href="${listPath("/articles", { type })}"${type === list.type && html` aria-current="page"`}>${name}</a></li>`,
		)}</ul></nav>
${conditions("/articles", [
	list.type !== "" && html`<input type="hidden" name="type" value="${list.type}">`,
	wordsField(words),
	choice({
		name: "category",
		label: "分類",
		chosen: list.category,
		all: categories
			.filter((one) => one.articles_count > 0)
			.map((one) => [one.slug, `${one.name}（${one.articles_count}）`]),
	}),
	choice({ name: "tag", label: "標籤", chosen: list.tag, all: tags.map((one) => [one.slug, one.name]) }),
	choice({ name: "year", label: "年份", chosen: list.year, all: years.map((one) => [String(one), yearInWords(one)]) }),
])}
<p class="count" role="status">${words ? foundWords(words, found.meta, "篇文章") : `共 ${total} 篇文章`}${(narrowed || words) && html`　<a href="${listPath("/articles", { type: list.type })}">清除條件</a>`}</p>
${category?.description && html`<p class="lead">${category.description}</p>`}
${total === 0 ? html`<p class="empty">沒有符合的文章。試試少一點條件，或換個說法。</p>` : html`<ul class="cards">${found.data.map((article, n) => card(article, "h2", n === 0))}</ul>`}
${pager(page, last_page, address)}
</div>`,
	};
}
