import { SITE_CRUMBS } from "#admin/crumbs.ts";
import {
	DOCUMENT_SORTS,
	DOCUMENTS_PER_PAGE,
	type DocumentListRow,
	documentCategories,
	documentsSelect,
} from "#db/content/document-lists.ts";
import { readRows } from "#db/read.ts";
import { STATES } from "#domain/content/content/states.ts";
import { STEP_PLACES } from "#domain/content/content/steps.ts";
import { DOCUMENT_KIND_LABELS, DOCUMENT_KINDS } from "#domain/content/documents/kinds.ts";
import { seesAll, VISIBILITIES } from "#domain/content/documents/rules.ts";
import { paths } from "#http/paths.ts";
import { line } from "#kernel/form.ts";
import { bulkBand, rowBox } from "#kits/list/chosen.ts";
import { choice, oneOf, words } from "#kits/list/conditions.ts";
import { listing } from "#kits/list/listing.ts";
import { linkButton } from "#ui/button.ts";
import { STATE_LOOKS } from "#ui/content-status.ts";
import { noneYet } from "#ui/empty.ts";
import { errorSummary } from "#ui/error-summary.ts";
import { sizeWords } from "#ui/file-size.ts";
import { html } from "#ui/html.ts";
import { figure } from "#ui/money.ts";
import { status } from "#ui/status.ts";
import type { Column } from "#ui/table.ts";
import { ago, moment } from "#ui/time.ts";
import { type Here, hrefWith } from "#ui/url-state.ts";
import { names, sight } from "./asks.ts";
import { permissionWords, VISIBILITY_LOOKS, VISIBILITY_WORDS } from "./words.ts";

const { documents } = paths.admin;
export const DOCUMENT_CRUMBS = [...SITE_CRUMBS, { label: "文件", href: documents.list() }];
const BULK = "documents-bulk";

/** The list page 文件: all documents that the user may see. */
export const documentList = listing({
	path: documents.list(),
	gate: "documents",
	title: "文件",
	unit: "份",
	area: "官網管理",
	crumbs: SITE_CRUMBS,
	conditions: {
		q: words("標題、網址、檔名"),
		visibility: choice("誰看得到", [VISIBILITIES, VISIBILITY_WORDS]),
		state: choice("狀態", [STATES, (state) => STATE_LOOKS[state].word], "全部（不含垃圾桶）"),
		kind: choice("種類", [DOCUMENT_KINDS, DOCUMENT_KIND_LABELS]),
		category: oneOf("分類", line(120)),
	},
	sorts: DOCUMENT_SORTS,
	sort: "-updated",
	size: DOCUMENTS_PER_PAGE,
	read: async (ask, asked) => {
		const [rows, [count], categories] = await readRows(
			ask.env.DB,
			...documentsSelect(asked, sight(ask)),
			documentCategories(sight(ask)),
		);
		return { rows, total: count?.total ?? 0, categories: names(categories) };
	},
	options: ({ categories, who }) => ({
		...(!seesAll(who.permissions) && { visibility: undefined }),
		category: categories.map((value) => ({ value, label: value })),
	}),
	lead: ({ isNarrowed, total, here }) =>
		isNarrowed
			? `符合條件的有 ${figure(total)} 份。`
			: html`<p>共 ${figure(total)} 份，不含<a href=${hrefWith(here, { state: "trashed" })}>垃圾桶</a>。</p>`,
	actions: ({ total, isNarrowed }) => (total > 0 || isNarrowed) && addButton,
	above: ({ state }) => state && errorSummary(state),
	band: ({ here, total }) => bulkBandOf(here, total),
	columns: ({ at }) => columns(at),
	none: () =>
		noneYet({
			title: "還沒有文件",
			text: "上傳章程、報告或表單，公開的會出現在官網。",
			actions: addButton,
		}),
});

const addButton = linkButton({ label: "新增文件", icon: "plus", tone: "primary", href: documents.create() });

/** Draws the bulk buttons. Their addresses carry the list's conditions, so that the user returns to the same list. */
function bulkBandOf(here: Here, total: number) {
	const to = (place: string) => hrefWith({ ...here, path: documents.bulk(place) }, { page: undefined });
	return bulkBand({
		form: BULK,
		unit: "份",
		total,
		conditions: "",
		actions: [
			{ label: "發布", action: to(STEP_PLACES.publish) },
			{ label: "封存", action: to(STEP_PLACES.archive) },
			{ label: "移到垃圾桶", action: to(STEP_PLACES.trash), danger: true },
		],
	});
}

const quiet = (words: string) => html`<span class="soft">${words}</span>`;

const columns = (at: number): Column<DocumentListRow>[] => [
	{
		label: "標題",
		sort: "title",
		head: true,
		cell: ({ id, title, filename, number, size }) =>
			html`<span class="who">
				${rowBox(BULK, { id, name: title })}
				<span>
					<a href=${documents.show(id)}>${title}</a>
					<small>${filename === null ? "還沒有檔案" : `${filename}，${sizeWords(size ?? 0)}，第 ${number} 版`}</small>
				</span>
			</span>`,
	},
	{
		id: "kind",
		label: "種類",
		sort: "kind",
		spare: true,
		nowrap: true,
		cell: ({ kind }) => DOCUMENT_KIND_LABELS[kind],
	},
	{
		id: "category",
		label: "分類",
		sort: "category",
		sheet: "line",
		cell: ({ category }) => category || quiet("未分類"),
	},
	{
		id: "visible",
		label: "誰看得到",
		sort: "visible",
		cell: ({ visibility, permission }) => [
			status(VISIBILITY_LOOKS[visibility]),
			visibility === "restricted" && permission !== null && html`<small>${permissionWords(permission)}</small>`,
		],
	},
	{
		id: "state",
		label: "狀態",
		sort: "state",
		sheet: "corner",
		bare: true,
		cell: ({ state }) => status(STATE_LOOKS[state]),
	},
	{
		id: "published",
		label: "發布",
		spare: true,
		sort: "published",
		nowrap: true,
		cell: ({ state, publish_at, published_at }) => {
			if (state === "scheduled" && publish_at !== null) return moment(publish_at);
			return published_at === null ? quiet("—") : ago(published_at, at);
		},
	},
	{ id: "updated", label: "更新", sort: "updated", nowrap: true, cell: ({ updated_at }) => ago(updated_at, at) },
];
