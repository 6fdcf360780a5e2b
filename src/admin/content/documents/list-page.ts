import { SITE_CRUMBS } from "#admin/crumbs.ts";
import { DOCUMENTS_PER_PAGE, type DocumentListRow } from "#db/content/document-lists.ts";
import { STATES } from "#domain/content/content/states.ts";
import { STEP_PLACES } from "#domain/content/content/steps.ts";
import { seesAll, VISIBILITIES } from "#domain/content/documents/rules.ts";
import { paths } from "#http/paths.ts";
import type { Permission } from "#kernel/permissions.ts";
import { linkButton } from "#ui/button.ts";
import { card } from "#ui/card.ts";
import { STATE_LOOKS } from "#ui/content-status.ts";
import { noMatch, noneYet, pastTheEnd } from "#ui/empty.ts";
import { errorSummary } from "#ui/error-summary.ts";
import { sizeWords } from "#ui/file-size.ts";
import { type Filter, filters } from "#ui/filters.ts";
import type { FormState } from "#ui/form-state.ts";
import { html } from "#ui/html.ts";
import { island } from "#ui/islands/island.ts";
import { figure } from "#ui/money.ts";
import type { Page } from "#ui/page.ts";
import { pager } from "#ui/pager.ts";
import { status } from "#ui/status.ts";
import { type Column, table } from "#ui/table.ts";
import { ago, moment } from "#ui/time.ts";
import { type Here, hrefWith, sortOf } from "#ui/url-state.ts";
import { permissionWords, VISIBILITY_LOOKS, VISIBILITY_WORDS } from "./words.ts";

const { documents } = paths.admin;
export const DOCUMENT_CRUMBS = [...SITE_CRUMBS, { label: "文件", href: documents.list() }];
const BULK = "documents-bulk";

export type DocumentList = {
	rows: DocumentListRow[];
	total: number;
	categories: readonly string[];
	page: number;
	/** What the address asks for. */
	query: Record<string, string>;
	may: ReadonlySet<Permission>;
	at: number;
};

/** Every document that one may see. `state` holds what a step with several of them was refused for. */
export function documentListPage(list: DocumentList, state?: FormState): Page {
	const { rows, total, page, query, at } = list;
	const here: Here = { path: documents.list(), query };
	const isFiltered = ["q", "visibility", "state", "category"].some((name) => query[name]);
	return {
		title: "文件",
		area: "官網管理",
		crumbs: SITE_CRUMBS,
		lead: isFiltered
			? `符合條件的有 ${figure(total)} 份。`
			: html`<p>共 ${figure(total)} 份，不含<a href=${hrefWith(here, { state: "trashed" })}>垃圾桶</a>。</p>`,
		actions: (total > 0 || isFiltered) && addButton,
		body: html`<div class="stack">
			${state && errorSummary(state)}
			${card(
				{ flush: true, label: "文件列表" },
				filters({ here, search: { placeholder: "標題、網址代稱、檔名" }, fields: filterFields(list) }),
				rows.length > 0 && bulk(here, total),
				table({
					caption: "文件",
					cards: true,
					columns: columns(at),
					rows,
					sorted: { here, now: sortOf(here, "-updated") },
					empty: emptyOf(list, here, isFiltered),
				}),
				rows.length > 0 && pager({ here, page, size: DOCUMENTS_PER_PAGE, total, unit: "份" }),
			)}
		</div>`,
	};
}

const addButton = linkButton({ label: "新增文件", icon: "plus", tone: "primary", href: documents.create() });

/** The conditions travel in the address, so that one comes back to the same list. */
function bulk(here: Here, total: number) {
	const to = (place: string) => hrefWith({ ...here, path: documents.bulk(place) }, { page: undefined });
	return island("bulk-select", {
		id: BULK,
		unit: "份",
		total,
		query: "",
		actions: [
			{ label: "發布", action: to(STEP_PLACES.publish) },
			{ label: "封存", action: to(STEP_PLACES.archive) },
			{ label: "移到垃圾桶", action: to(STEP_PLACES.trash), danger: true },
		],
	});
}

function emptyOf({ total }: DocumentList, here: Here, isFiltered: boolean) {
	if (total > 0) return pastTheEnd(here, "列表已經變短");
	if (isFiltered) return noMatch({ title: "找不到符合的文件", clearHref: here.path });
	return noneYet({
		title: "還沒有文件",
		text: "上傳章程、報告或表單，公開的會出現在官網。",
		actions: addButton,
	});
}

const filterFields = ({ categories, may }: DocumentList): Filter[] => [
	...(seesAll(may)
		? [
				{
					name: "visibility",
					label: "誰看得到",
					options: VISIBILITIES.map((value) => ({ value, label: VISIBILITY_WORDS[value] })),
				},
			]
		: []),
	{
		name: "state",
		label: "狀態",
		empty: "全部（不含垃圾桶）",
		options: STATES.map((value) => ({ value, label: STATE_LOOKS[value].word })),
	},
	{ name: "category", label: "分類", options: categories.map((value) => ({ value, label: value })) },
];

const quiet = (words: string) => html`<span class="soft">${words}</span>`;

const columns = (at: number): Column<DocumentListRow>[] => [
	{
		label: "標題",
		sort: "title",
		head: true,
		cell: ({ id, title, filename, number, size }) =>
			html`<span class="who">
				<input type="checkbox" form=${BULK} name="ids" value=${String(id)} aria-label=${`選取 ${title}`} />
				<span>
					<a href=${documents.show(id)}>${title}</a>
					<small>${filename === null ? "還沒有檔案" : `${filename}，${sizeWords(size ?? 0)}，第 ${number} 版`}</small>
				</span>
			</span>`,
	},
	{ label: "分類", sheet: "line", cell: ({ category }) => category || quiet("未分類") },
	{
		label: "誰看得到",
		cell: ({ visibility, permission }) => [
			status(VISIBILITY_LOOKS[visibility]),
			visibility === "restricted" && permission !== null && html`<small>${permissionWords(permission)}</small>`,
		],
	},
	{ label: "狀態", sheet: "corner", bare: true, cell: ({ state }) => status(STATE_LOOKS[state]) },
	{
		label: "發布",
		sort: "published",
		nowrap: true,
		cell: ({ state, publish_at, published_at }) => {
			if (state === "scheduled" && publish_at !== null) return moment(publish_at);
			return published_at === null ? quiet("—") : ago(published_at, at);
		},
	},
	{ label: "更新", sort: "updated", nowrap: true, cell: ({ updated_at }) => ago(updated_at, at) },
];
