import { SITE_CRUMBS } from "#admin/crumbs.ts";
import {
	ARTICLES_PER_PAGE,
	type ArticleListRow,
	type StateCounts,
	type TermOption,
} from "#db/content/article-lists.ts";
import { ARTICLE_TYPE_LABELS } from "#domain/content/articles/schema.ts";
import type { State } from "#domain/content/content/states.ts";
import { paths } from "#http/paths.ts";
import { linkButton } from "#ui/button.ts";
import { card } from "#ui/card.ts";
import { noMatch, noneYet, pastTheEnd } from "#ui/empty.ts";
import { type Filter, filters } from "#ui/filters.ts";
import type { VNode } from "#ui/html.ts";
import { figure } from "#ui/money.ts";
import type { Page, Tab } from "#ui/page.ts";
import { pager } from "#ui/pager.ts";
import { table } from "#ui/table.ts";
import { type Here, hrefWith, sortOf } from "#ui/url-state.ts";
import { bulkBand } from "./bulk-band.ts";
import { articleColumns } from "./list-columns.ts";
import { conditionsOf } from "./query.ts";

const { articles } = paths.admin;

export type ArticleList = {
	rows: ArticleListRow[];
	counts: StateCounts | undefined;
	categories: TermOption[];
	tags: TermOption[];
	authors: { author_name: string }[];
	page: number;
	state: State | undefined;
	/** What the address asks for. */
	query: Record<string, string>;
	at: number;
};

const NONE: StateCounts = { draft: 0, scheduled: 0, published: 0, archived: 0, trashed: 0 };

/** Every article that is not in the trash, or those of one state. */
export function articleListPage(list: ArticleList): Page {
	const { rows, page, state, query, at, tags } = list;
	const counts = list.counts ?? NONE;
	const total = state ? counts[state] : allOf(counts);
	const here: Here = { path: articles.list(), query };
	const add = linkButton({ label: "新增文章", icon: "plus", tone: "primary", href: articles.create() });
	const isFirst = rows.length === 0 && !state && !isNarrowed(query);
	return {
		title: "文章",
		area: "官網管理",
		crumbs: SITE_CRUMBS,
		lead: isNarrowed(query) ? `符合條件的有 ${figure(total)} 篇。` : `共 ${figure(total)} 篇。`,
		actions: !isFirst && add,
		tabs: stateTabs(here, counts, state),
		body: card(
			{ flush: true, label: "文章清單" },
			filters({ here, search: { placeholder: "標題、內文、作者、網址代稱" }, fields: filterFields(list) }),
			rows.length > 0 && bulkBand({ state, total, tags, conditions: conditionsOf(query), here: query }),
			table({
				caption: "文章",
				cards: true,
				columns: articleColumns(at),
				rows,
				sorted: { here, now: sortOf(here, state === "trashed" ? "-trashed" : "-updated") },
				empty: nothing(list, { here, total, add }),
			}),
			rows.length > 0 && pager({ here, page, size: ARTICLES_PER_PAGE, total, unit: "篇" }),
		),
	};
}

const allOf = ({ draft, scheduled, published, archived }: StateCounts): number =>
	draft + scheduled + published + archived;

/** Whether more is asked for than a state. */
const isNarrowed = (query: Record<string, string>): boolean =>
	["q", "type", "category", "tag", "author", "pinned"].some((name) => query[name]);

const TABS: readonly { state?: State; label: string }[] = [
	{ label: "全部" },
	{ state: "draft", label: "草稿" },
	{ state: "scheduled", label: "排程" },
	{ state: "published", label: "已發布" },
	{ state: "archived", label: "已封存" },
	{ state: "trashed", label: "垃圾桶" },
];

const stateTabs = (here: Here, counts: StateCounts, now: State | undefined): Tab[] =>
	TABS.map(({ state, label }) => ({
		label,
		href: hrefWith(here, { state }),
		current: state === now,
		count: state ? counts[state] : allOf(counts),
	}));

type Nothing = { here: Here; total: number; add: VNode };

function nothing({ state, query }: ArticleList, { here, total, add }: Nothing): VNode {
	if (total > 0) return pastTheEnd(here, "清單已經變短", "文章");
	if (isNarrowed(query))
		return noMatch({ title: "找不到符合的文章", clearHref: hrefWith({ ...here, query: {} }, { state }) });
	if (state === "trashed") return noneYet({ title: "垃圾桶是空的", text: "移到垃圾桶的文章會留在這裡，可以還原。" });
	if (state) return noneYet({ title: "沒有這種狀態的文章", text: "文章的狀態改變後，會列在這裡。" });
	return noneYet({
		title: "還沒有文章",
		text: "先寫一篇草稿，預覽滿意後再發布到官網。",
		actions: add,
	});
}

const optionsOf = (terms: readonly TermOption[]) => terms.map(({ id, name }) => ({ value: String(id), label: name }));

const filterFields = ({ categories, tags, authors }: ArticleList): Filter[] => [
	{
		name: "type",
		label: "類型",
		options: Object.entries(ARTICLE_TYPE_LABELS).map(([value, label]) => ({ value, label })),
	},
	{ name: "category", label: "分類", options: optionsOf(categories) },
	{ name: "tag", label: "標籤", options: optionsOf(tags) },
	{
		name: "author",
		label: "作者",
		options: authors.map(({ author_name }) => ({ value: author_name, label: author_name })),
	},
	{ name: "pinned", label: "置頂", options: [{ value: "yes", label: "只看置頂" }] },
];
