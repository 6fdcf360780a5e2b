import { actionWords, KNOWN_ACTIONS } from "#admin/action-words.ts";
import { SYSTEM_CRUMBS } from "#admin/crumbs.ts";
import { actorWords, KNOWN_ACTORS, KNOWN_KINDS } from "#admin/words.ts";
import type { AuditPage, ListedAuditRow } from "#db/system/index.ts";
import { paths } from "#http/paths.ts";
import { card } from "#ui/card.ts";
import { disclosure } from "#ui/disclosure.ts";
import { noMatch, noneYet } from "#ui/empty.ts";
import { fileLink } from "#ui/export-links.ts";
import { facts } from "#ui/facts.ts";
import { type Filter, filters } from "#ui/filters.ts";
import { fromTo, orEmpty } from "#ui/from-to.ts";
import { type Children, html, type VNode } from "#ui/html.ts";
import { keysetPager } from "#ui/keyset-pager.ts";
import { figure } from "#ui/money.ts";
import type { Page } from "#ui/page.ts";
import { type Column, table } from "#ui/table.ts";
import { ago } from "#ui/time.ts";
import { type Here, hrefWith } from "#ui/url-state.ts";
import type { ChangeLine } from "./change-line.ts";
import { changeLines, descriptionWords, type Names, recordWords } from "./changes.ts";

export type AuditList = AuditPage & {
	/** The filter conditions, without the paging parameters `before` and `after`. */
	query: Record<string, string | undefined>;
	at: number;
};

/** Draws the audit log, newest first: who did what to which record, from where, and what changed. */
export function auditListPage(list: AuditList): Page {
	const here: Here = { path: paths.admin.audit.list(), query: list.query };
	const isFiltered = Object.values(list.query).some(Boolean);
	const [first, last] = [list.rows[0], list.rows.at(-1)];
	return {
		title: "稽核紀錄",
		area: "系統",
		crumbs: SYSTEM_CRUMBS,
		lead: sealingWords(list),
		actions:
			list.rows.length > 0 &&
			fileLink({
				label: isFiltered ? "匯出符合的紀錄" : "匯出",
				icon: "download",
				href: hrefWith({ path: paths.admin.audit.export(), query: list.query }, {}),
			}),
		body: card(
			{ flush: true, label: "紀錄" },
			filters({ here, search: { placeholder: "說明裡的文字" }, fields: filterFields(list), also: alsoFiltered(list) }),
			table({
				caption: "稽核紀錄，新的在前",
				cards: true,
				columns: columnsOf(list, here),
				rows: list.rows,
				empty: isFiltered
					? noMatch({ title: "找不到符合的紀錄", clearHref: here.path })
					: noneYet({ title: "還沒有紀錄", text: "有人登入或修改資料後，會記在這裡。" }),
			}),
			keysetPager({
				here,
				newerThan: list.newer && first ? String(first.id) : undefined,
				olderThan: list.older && last ? String(last.id) : undefined,
			}),
		),
	};
}

/** Draws until when the log is sealed, so that a later alteration of it would be detected. */
function sealingWords({ sealing: { sealedAt, unsealed }, at }: AuditList): VNode {
	const rest = unsealed === 0 ? "全部紀錄都已封印。" : `其後 ${figure(unsealed)} 筆等待封印。`;
	return sealedAt === null
		? html`<span>尚未封印；目前有 ${figure(unsealed)} 筆紀錄。</span>`
		: html`<span>最後封印於${ago(sealedAt, at)}，${rest}</span>`;
}

const userActor = (id: number): string => `user:${id}`;

const filterFields = ({ people, query }: AuditList): Filter[] => {
	const actors = [...people.map(({ id, name }) => ({ value: userActor(id), label: name })), ...KNOWN_ACTORS];
	return [
		{ name: "actor", label: "執行者", options: withChosen(actors, query.actor) },
		{ name: "action", label: "動作", options: withChosen(KNOWN_ACTIONS, query.action) },
		{ name: "type", label: "對象", options: withChosen(KNOWN_KINDS, query.type) },
		{ name: "from", label: "日期從", type: "date" },
		{ name: "to", label: "日期到", type: "date" },
	];
};

/**
 * Adds a chosen value that no option has (from a link) to the options, so that it stays chosen when the form is sent.
 */
const withChosen = (options: { value: string; label: string }[], chosen: string | undefined) =>
	!chosen || options.some(({ value }) => value === chosen) ? options : [...options, { value: chosen, label: chosen }];

const alsoFiltered = ({ query }: AuditList): { name: string; words: string }[] =>
	query.type && query.id ? [{ name: "id", words: `編號：${query.id}` }] : [];

function columnsOf({ at, roles }: AuditList, here: Here): Column<ListedAuditRow>[] {
	const names: Names = { role: (id) => roles.find((role) => role.id === id)?.name };
	const only = (changes: Record<string, string | undefined>) => hrefWith({ ...here, query: {} }, changes);
	return [
		{ label: "時間", nowrap: true, sheet: "corner", cell: (row) => ago(row.at, at) },
		{
			label: "執行者",
			cell: (row) => [html`<a href=${only({ actor: row.actor })}>${whoWords(row)}</a>`, deputyWords(row)],
		},
		{ label: "動作", head: true, cell: (row) => [actionWords(row.action), disclosed(row, names)] },
		{
			label: "對象",
			cell: (row) => html`<a href=${only({ type: row.type, id: row.auditableId })}>${recordWords(row, names)}</a>`,
		},
		{ label: "IP 位址", nowrap: true, cell: (row) => row.ip ?? html`<span class="soft">—</span>` },
	];
}

const whoWords = ({ userName, actor }: ListedAuditRow): string =>
	userName ?? (actor.startsWith("user:") ? `使用者 ${actor.slice(5)}` : actorWords(actor));

const deputyWords = ({ onBehalfOfName }: ListedAuditRow): Children =>
	onBehalfOfName !== null && html`<small>代理 ${onBehalfOfName}</small>`;

function disclosed(row: ListedAuditRow, names: Names): Children {
	const lines = changeLines(row, names);
	const words = descriptionWords(row);
	return [
		words && html`<small>${words}</small>`,
		lines.length > 0 &&
			disclosure({ label: "變更內容" }, facts(lines.map((line) => ({ name: line.label, value: lineWords(line) })))),
	];
}

const lineWords = ({ from, to }: ChangeLine): Children => (from === undefined ? orEmpty(to) : fromTo(from, to));
