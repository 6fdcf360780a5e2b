import { HOME } from "#admin/crumbs.ts";
import { MOST_COUNTED } from "#db/system/index.ts";
import { paths } from "#http/paths.ts";
import { mostIn } from "#kernel/field-limits.ts";
import { button, linkButton } from "#ui/button.ts";
import { card } from "#ui/card.ts";
import { noMatch } from "#ui/empty.ts";
import { facts } from "#ui/facts.ts";
import { field } from "#ui/field.ts";
import { freshForm } from "#ui/form-state.ts";
import { type Children, html, type VNode } from "#ui/html.ts";
import type { Commands } from "#ui/islands/commands.ts";
import { items } from "#ui/items.ts";
import { marked } from "#ui/marked.ts";
import type { Page } from "#ui/page.ts";
import { pager } from "#ui/pager.ts";
import { tabs } from "#ui/tabs.ts";
import { hrefWith } from "#ui/url-state.ts";
import type { Group } from "./find.ts";
import { SearchQuery } from "./query.ts";
import type { Hit, Source } from "./source.ts";

const PATH = paths.admin.search();
export const FRAME = { area: "總覽", crumbs: [HOME] };

const ALL = { label: "搜尋全部", what: "要找什麼", placeholder: "姓名、編號、標題、金額" };

/** Draws the form of the search; with a job, it looks for the member with whom the job begins. */
export const form = (
	q: string,
	{ label, what, placeholder, job }: typeof ALL & { job?: string } = ALL,
): VNode => html`<form
	class="filters"
	method="get"
	action=${PATH}
	role="search"
	aria-label=${label}
>
	${job && html`<input type="hidden" name="job" value=${job} />`}
	<div class="filter-search">
		${field({
			name: "q",
			label: what,
			placeholder,
			state: freshForm({ q }),
			type: "search",
			maxlength: mostIn(SearchQuery, "q"),
			autocomplete: "off",
			autofocus: q === "",
		})}
	</div>
	${button({ label: "搜尋" })}
</form>`;

/** Draws the search page before anything is typed: what can be searched, and by which words. */
export const emptySearchPage = (sources: readonly Source[], jobs: Commands["jobs"]): Page => ({
	...FRAME,
	title: "搜尋",
	lead: html`<p class="wide">在任何一頁按 Ctrl+K 都能開始搜尋。</p>`,
	body: html`<div class="stack loose">
		${card({ label: "搜尋", flush: true }, form(""))}
		${
			jobs.length > 0 &&
			card(
				{ title: "可以開始的事" },
				html`<p class="row">${jobs.map(({ label, href }) => html`<a class="btn s quiet" href=${href}>${label}</a>`)}</p>`,
			)
		}
		${card({ title: "可以搜尋的資料" }, facts(sources.map(({ name, by }) => ({ name, value: by }))))}
	</div>`,
});

/** Draws results as a list of links. */
export const hits = (found: readonly Hit[]): VNode => html`<div class="found">
	${items(
		found.map(({ label, sub, href, state, acts = [] }) => ({
			title: marked(label),
			href,
			sub: marked(sub),
			acts: acts.length > 0 && acts.map((act) => linkButton({ ...act, size: "s", tone: "quiet" })),
			...(state ? { side: state.badge } : {}),
		})),
	)}
</div>`;

/** Returns the number of results; "500+" above the most that are counted. */
const counted = (total: number): number | string => (total > MOST_COUNTED ? `${MOST_COUNTED}+` : total);

/** Returns the address and the label of the link to all results of a kind. */
export const allOf = ({ source, found }: Group, q: string): { href: string; label: string } => ({
	href: hrefWith({ path: PATH, query: { q, kind: source.kind } }, {}),
	label: `${found.total > MOST_COUNTED ? "更多" : `全部 ${found.total} ${source.unit}`}${source.name}`,
});

type Results = { q: string; kind: string | undefined; page: number; size: number; groups: readonly Group[] };

function group({ source, found }: Group, { q, kind, page, size }: Results): Children {
	if (found.hits.length === 0) return null;
	const here = { path: PATH, query: { q, kind: source.kind } };
	const isPart = kind === undefined && found.total > found.hits.length;
	const isMore = found.total > MOST_COUNTED;
	return card(
		{
			title: source.name,
			count: counted(found.total),
			flush: true,
			...(isPart ? { link: allOf({ source, found }, q) } : {}),
			...(kind !== undefined && isMore
				? {
						foot: html`<p class="hint">符合的超過 ${MOST_COUNTED} ${source.unit}，這裡列出前 ${MOST_COUNTED} ${source.unit}。多打幾個字，範圍會小一點。</p>`,
					}
				: {}),
		},
		hits(found.hits),
		kind !== undefined && pager({ here, page, size, total: Math.min(found.total, MOST_COUNTED), unit: source.unit }),
	);
}

/** Returns the number of results in several kinds, and whether there are more than were counted. */
const sumOf = (groups: readonly Group[]): { total: number; isMore: boolean } => ({
	total: groups.reduce((sum, { found }) => sum + Math.min(found.total, MOST_COUNTED), 0),
	isMore: groups.some(({ found }) => found.total > MOST_COUNTED),
});

/**
 * Draws the tabs of the kinds that have results, and of the requested kind; null without results or a requested kind.
 */
function kinds({ q, kind, groups }: Results): VNode | null {
	const here = { path: PATH, query: { q } };
	const { total, isMore } = sumOf(groups);
	if (total === 0 && kind === undefined) return null;
	return tabs(
		[
			{
				label: "全部",
				href: hrefWith(here, {}),
				current: kind === undefined,
				count: isMore ? `${total.toLocaleString("en-US")}+` : total,
			},
			...groups
				.filter(({ source, found }) => found.total > 0 || kind === source.kind)
				.map(({ source, found }) => ({
					label: source.name,
					href: hrefWith(here, { kind: source.kind }),
					current: kind === source.kind,
					count: counted(found.total),
				})),
		],
		"結果的類別",
	);
}

/** Draws the results of all kinds, or one page of results of the requested kind. */
export function resultsPage(results: Results): Page {
	const { q, kind, groups } = results;
	const shown = groups.filter(({ source }) => kind === undefined || source.kind === kind);
	const { total, isMore } = sumOf(shown);
	const isEmpty = shown.every(({ found }) => found.hits.length === 0);
	return {
		...FRAME,
		title: `搜尋「${q}」`,
		lead:
			total === 0
				? "找不到符合的資料。"
				: `找到${isMore ? "超過" : ""} ${total.toLocaleString("en-US")} 筆符合的資料。`,
		body: html`<div class="stack loose">
			${card({ label: "搜尋", flush: true }, form(q))}
			<div>
				${kinds(results)}
				<div class="stack loose">
					${isEmpty ? card({ label: "搜尋結果", flush: true }, nothing(results)) : shown.map((one) => group(one, results))}
				</div>
			</div>
		</div>`,
	};
}

function nothing({ q, kind, page, groups }: Results): VNode {
	const here = { path: PATH, query: { q } };
	if (page > 1)
		return noMatch({ title: "沒有這一頁", text: "結果沒有這麼多頁。", clearHref: hrefWith(here, { kind }) });
	const name = groups.find(({ source }) => source.kind === kind)?.source.name;
	return noMatch({
		title: name ? `${name}裡沒有「${q}」` : `找不到「${q}」`,
		text: "換一個說法、少打幾個字，或檢查有沒有打錯。",
		clearHref: name ? hrefWith(here, {}) : PATH,
	});
}
