import { actionWords } from "#admin/action-words.ts";
import { SYSTEM_CRUMBS } from "#admin/crumbs.ts";
import { actorWords } from "#admin/words.ts";
import { allows } from "#auth/permissions.ts";
import type { Visitor } from "#auth/visitor.ts";
import type { AccessRow } from "#db/people/access-log.ts";
import { READS } from "#domain/people/privacy/access.ts";
import { paths } from "#http/paths.ts";
import { card } from "#ui/card.ts";
import { noMatch, noneYet } from "#ui/empty.ts";
import { filters } from "#ui/filters.ts";
import { type Children, html } from "#ui/html.ts";
import { keysetPager } from "#ui/keyset-pager.ts";
import { figure } from "#ui/money.ts";
import type { Page } from "#ui/page.ts";
import { type Column, table } from "#ui/table.ts";
import { ago } from "#ui/time.ts";
import { type Here, hrefWith } from "#ui/url-state.ts";

const { members } = paths.admin;

export type AccessPage = {
	rows: AccessRow[];
	newer: boolean;
	older: boolean;
	people: { id: number; name: string }[];
	/** The filter conditions, without the paging parameters `before` and `after`. */
	query: Record<string, string | undefined>;
	who: Visitor;
	at: number;
};

/** Draws the page 個資存取紀錄: who viewed or exported sensitive data, newest first. */
export function accessPage({ rows, newer, older, people, query, who, at }: AccessPage): Page {
	const here: Here = { path: members.privacy.access(), query };
	const isFiltered = Object.values(query).some(Boolean);
	const [first, last] = [rows[0], rows.at(-1)];
	return {
		title: "個資存取紀錄",
		area: "會員",
		crumbs: SYSTEM_CRUMBS,
		lead: "查看身分證字號、病況、身障證明與歷程內容，下載複本，以及匯出、列印或匯入名冊，都會記在這裡，不能修改或刪除。",
		body: card(
			{ flush: true, label: "紀錄" },
			filters({
				here,
				fields: [
					{ name: "member", label: "會員編號", type: "text" },
					{ name: "actor", label: "誰", options: people.map(({ id, name }) => ({ value: `user:${id}`, label: name })) },
					{ name: "action", label: "動作", options: READS.map((value) => ({ value, label: actionWords(value) })) },
					{ name: "from", label: "日期從", type: "date" },
					{ name: "to", label: "日期到", type: "date" },
				],
			}),
			table({
				caption: "個資存取紀錄，新的在前",
				cards: true,
				columns: columnsOf(who, at),
				rows,
				empty: isFiltered
					? noMatch({ title: "找不到符合的紀錄", clearHref: here.path })
					: noneYet({ title: "還沒有紀錄", text: "有人查看敏感資料後，會記在這裡。" }),
			}),
			keysetPager({
				here,
				newerThan: newer && first ? String(first.id) : undefined,
				olderThan: older && last ? String(last.id) : undefined,
			}),
		),
	};
}

const columnsOf = (who: Visitor, at: number): Column<AccessRow>[] => [
	{ label: "時間", nowrap: true, sheet: "corner", cell: (row) => ago(row.at, at) },
	{ label: "誰", head: true, cell: readerWords },
	{ label: "動作", cell: (row) => [actionWords(row.action), detail(row)] },
	{ label: "會員", cell: (row) => memberCell(row, who) },
	{ label: "IP 位址", nowrap: true, cell: (row) => row.ip_address ?? html`<span class="soft">—</span>` },
];

const readerWords = ({ user_name, actor, on_behalf_of }: AccessRow): Children => [
	user_name ?? (actor.startsWith("user:") ? `使用者 ${actor.slice(5)}` : actorWords(actor)),
	on_behalf_of !== null && html`<small>代理 ${on_behalf_of}</small>`,
];

/**
 * Draws the member of a row, or 名冊 for a row about no single member. The name is shown only to users who may see
 * members.
 */
function memberCell({ member_id: id, member_no, member_name }: AccessRow, who: Visitor): Children {
	if (id === null) return html`<span class="soft">名冊</span>`;
	const number = member_no ?? `流水號 ${id}`;
	return allows("members", who)
		? [html`<a href=${members.show(id)}>${member_name}</a>`, html`<small class="soft">${number}</small>`]
		: number;
}

/**
 * Draws how many people an export, print or import covered (`rows`, in 位); nothing when the row does not say. Version
 * 0.1.0 stored the number as `members`.
 */
function detail({ changes }: AccessRow): Children {
	const stored: { rows?: unknown; members?: unknown } = JSON.parse(changes);
	const many = stored.rows ?? stored.members;
	return typeof many === "number" && html`<small class="soft">${figure(many)} 位</small>`;
}

/** Returns the address of the log of accesses to one member. */
export const accessOf = (member: { id: number; member_no: string | null }): string =>
	hrefWith({ path: members.privacy.access(), query: {} }, { member: member.member_no ?? String(member.id) });
