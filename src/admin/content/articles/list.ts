import * as z from "zod";
import { SITE_CRUMBS } from "#admin/crumbs.ts";
import {
	ARTICLE_LIST_SORTS,
	ARTICLES_PER_PAGE,
	type ArticleFilter,
	articleStateCounts,
	articlesForStaff,
	authorOptions,
	categoryOptions,
	publicArticleIds,
	type StateCounts,
	type TermOption,
	tagOptions,
} from "#db/content/article-lists.ts";
import { readRows } from "#db/read.ts";
import { ARTICLE_TYPE_LABELS, ARTICLE_TYPES } from "#domain/content/articles/schema.ts";
import { STATES, type State } from "#domain/content/content/states.ts";
import type { Bindings } from "#env.ts";
import { paths } from "#http/paths.ts";
import { asked } from "#kernel/query.ts";
import { matchQuery, queryParts } from "#kernel/tokens.ts";
import { choice, oneOf, RecordId, tab, words } from "#kits/list/conditions.ts";
import { listing } from "#kits/list/listing.ts";
import { linkButton } from "#ui/button.ts";
import { noneYet } from "#ui/empty.ts";
import type { VNode } from "#ui/html.ts";
import { notice } from "#ui/notice.ts";
import type { Tab } from "#ui/page.ts";
import { tabsOf } from "#ui/tabs.ts";
import type { Here } from "#ui/url-state.ts";
import { bulkBand } from "./bulk-band.ts";
import { articleColumns } from "./list-columns.ts";

const { articles } = paths.admin;
const NONE: StateCounts = { draft: 0, scheduled: 0, published: 0, archived: 0, trashed: 0 };

/** The list page 文章: all articles outside the trash, or the articles of one state. */
export const articleList = listing({
	path: articles.list(),
	gate: "articles",
	title: "文章",
	unit: "篇",
	area: "官網管理",
	crumbs: SITE_CRUMBS,
	conditions: {
		q: words("標題、內文、作者、網址"),
		state: tab(asked(z.enum(STATES))),
		type: choice("類型", [ARTICLE_TYPES, ARTICLE_TYPE_LABELS]),
		category: oneOf("分類", RecordId),
		tag: oneOf("標籤", RecordId),
		author: oneOf("作者", z.string().max(200)),
		pinned: choice("置頂", [["yes"], { yes: "只看置頂" }]),
	},
	sorts: ARTICLE_LIST_SORTS,
	sort: ({ state }) => (state === "trashed" ? "-trashed" : "-updated"),
	size: ARTICLES_PER_PAGE,
	read: async ({ env, who }, { sort, page, ...asked }) => {
		const filter = await filterFrom(env, asked);
		const [rows, [found], categories, tags, authors] = await readRows(
			env.DB,
			articlesForStaff({ filter, sort, page, userId: who.userId }),
			articleStateCounts(filter),
			categoryOptions(),
			tagOptions(),
			authorOptions(),
		);
		const counts = found ?? NONE;
		const total = asked.state ? counts[asked.state] : allOf(counts);
		return { rows, total, counts, categories, tags, authors };
	},
	options: ({ categories, tags, authors }) => ({
		category: optionsOf(categories),
		tag: optionsOf(tags),
		author: authors.map(({ author_name: name }) => ({ value: name, label: name })),
	}),
	lead: ({ state }) =>
		state && notice({ tone: "danger", role: "alert" }, state.problem ?? "沒有文章變動，請重新勾選後再試一次。"),
	actions: ({ rows, asked, isNarrowed }) => (rows.length > 0 || asked.state || isNarrowed) && addButton,
	tabs: ({ here, counts, asked }) => stateTabs(here, counts, asked.state),
	band: ({ asked, total, tags, conditions, query }) =>
		bulkBand({ state: asked.state, total, tags, conditions, here: query }),
	columns: ({ at }) => articleColumns(at),
	none: ({ asked }) => noneIn(asked.state),
	past: "清單已經變短",
});

type ArticlesAsked = Omit<ArticleFilter, "words" | "found" | "pinned"> & { q: string; pinned?: "yes" | undefined };

/**
 * Returns the list's filter: the conditions of the address, with the ids of public articles whose text the search index
 * matches.
 */
export async function filterFrom(env: Bindings, { q, pinned, ...asked }: ArticlesAsked): Promise<ArticleFilter> {
	const match = matchQuery(q);
	const [[found]] = match === null ? [[]] : await readRows(env.SEARCH, publicArticleIds(match));
	return { ...asked, words: wordsOf(q), found: found?.ids, pinned: pinned === "yes" };
}

/**
 * Splits a search into words. A query of punctuation alone is searched as it is, because titles keep their punctuation.
 */
function wordsOf(q: string): string[] {
	const words = queryParts(q).flatMap((part) => part.split(" "));
	return words.length > 0 || q === "" ? [...new Set(words)] : [q.toLowerCase()];
}

const allOf = ({ draft, scheduled, published, archived }: StateCounts): number =>
	draft + scheduled + published + archived;

const addButton = linkButton({ label: "新增文章", icon: "plus", tone: "primary", href: articles.create() });

const TABS: readonly { state?: State; label: string }[] = [
	{ label: "全部" },
	{ state: "draft", label: "草稿" },
	{ state: "scheduled", label: "排程" },
	{ state: "published", label: "已發布" },
	{ state: "archived", label: "已封存" },
	{ state: "trashed", label: "垃圾桶" },
];

const stateTabs = (here: Here, counts: StateCounts, now: State | undefined): Tab[] =>
	tabsOf(
		{ here, name: "state", now },
		TABS.map(({ state, label }) => ({ value: state, label, count: state ? counts[state] : allOf(counts) })),
	);

function noneIn(state: State | undefined): VNode {
	if (state === "trashed") return noneYet({ title: "垃圾桶是空的", text: "移到垃圾桶的文章會留在這裡，可以還原。" });
	if (state) return noneYet({ title: "沒有這種狀態的文章", text: "文章的狀態改變後，會列在這裡。" });
	return noneYet({ title: "還沒有文章", text: "先寫一篇草稿，預覽滿意後再發布到官網。", actions: addButton });
}

const optionsOf = (terms: readonly TermOption[]) => terms.map(({ id, name }) => ({ value: String(id), label: name }));
