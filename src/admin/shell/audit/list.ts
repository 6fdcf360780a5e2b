import { actionWords, KNOWN_ACTIONS } from "#admin/action-words.ts";
import { SYSTEM_CRUMBS } from "#admin/crumbs.ts";
import { actorWords, KNOWN_ACTORS, KNOWN_KINDS } from "#admin/words.ts";
import { type AuditPage, type ListedAuditRow, readAuditPage } from "#db/system/index.ts";
import { paths } from "#http/paths.ts";
import { logging } from "#kits/list/log.ts";
import { disclosure } from "#ui/disclosure.ts";
import { noneYet } from "#ui/empty.ts";
import { fileLink } from "#ui/export-links.ts";
import { facts } from "#ui/facts.ts";
import { fromTo, orEmpty } from "#ui/from-to.ts";
import { type Children, html, type VNode } from "#ui/html.ts";
import { figure } from "#ui/money.ts";
import type { Column } from "#ui/table.ts";
import { ago, dayAndClock } from "#ui/time.ts";
import { type Here, hrefWith } from "#ui/url-state.ts";
import type { ChangeLine } from "./change-line.ts";
import { changeLines, descriptionWords, type Names, recordWords } from "./changes.ts";
import { AUDIT_CONDITIONS, filterOf } from "./query.ts";

/** The page 稽核紀錄, newest first: who did what to which record, from where, and what changed. */
export const auditLog = logging({
	path: paths.admin.audit.list(),
	gate: "audit",
	title: "稽核紀錄",
	name: "紀錄",
	area: "系統",
	caption: "稽核紀錄，新的在前",
	crumbs: SYSTEM_CRUMBS,
	conditions: AUDIT_CONDITIONS,
	size: 50,
	read: ({ db }, asked, cursor) => readAuditPage(db, filterOf(asked), cursor),
	options: ({ people, asked }) => ({
		actor: withChosen(
			[...people.map(({ id, name }) => ({ value: `user:${id}`, label: name })), ...KNOWN_ACTORS],
			asked.actor,
		),
		action: withChosen(KNOWN_ACTIONS, asked.action),
		type: withChosen(KNOWN_KINDS, asked.type),
	}),
	lead: ({ sealing, at }) => sealingWords(sealing, at),
	actions: ({ rows, isNarrowed, here }) =>
		rows.length > 0 &&
		fileLink({
			label: isNarrowed ? "匯出符合的紀錄" : "匯出",
			icon: "download",
			href: hrefWith({ ...here, path: paths.admin.audit.export() }, {}),
		}),
	also: ({ asked }) => (asked.type && asked.id ? [{ name: "id", words: `編號：${asked.id}` }] : []),
	columns: ({ at, roles, here }) => columnsOf({ at, roles }, here),
	none: () => noneYet({ title: "還沒有紀錄", text: "有人登入或修改資料後，會記在這裡。" }),
});

/** Draws until when the log is sealed, so that a later alteration of it would be detected. */
function sealingWords({ sealedAt, unsealed }: AuditPage["sealing"], at: number): VNode {
	const rest = unsealed === 0 ? "全部紀錄都已存證。" : `其後 ${figure(unsealed)} 筆等待存證。`;
	return sealedAt === null
		? html`<span>尚未存證；目前有 ${figure(unsealed)} 筆紀錄。</span>`
		: html`<span>最後存證於${ago(sealedAt, at)}，${rest}</span>`;
}

/**
 * Adds a chosen value that no option has (from a link) to the options, so that it stays chosen when the form is sent.
 */
const withChosen = (options: { value: string; label: string }[], chosen: string | undefined) =>
	!chosen || options.some(({ value }) => value === chosen) ? options : [...options, { value: chosen, label: chosen }];

function columnsOf({ at, roles }: Pick<AuditPage, "roles"> & { at: number }, here: Here): Column<ListedAuditRow>[] {
	const names: Names = { role: (id) => roles.find((role) => role.id === id)?.name };
	const only = (changes: Record<string, string | undefined>) => hrefWith({ ...here, query: {} }, changes);
	return [
		{ label: "時間", nowrap: true, sheet: "corner", cell: (row) => dayAndClock(row.at, at) },
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
