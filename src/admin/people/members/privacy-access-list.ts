import * as z from "zod";
import { actionWords } from "#admin/action-words.ts";
import { SYSTEM_CRUMBS } from "#admin/crumbs.ts";
import { actorWords } from "#admin/words.ts";
import { allows } from "#auth/permissions.ts";
import type { Visitor } from "#auth/visitor.ts";
import { type AccessRow, listReads, readersOffered } from "#db/people/access-log.ts";
import { readRows } from "#db/read.ts";
import { READS } from "#domain/people/privacy/access.ts";
import { paths } from "#http/paths.ts";
import { choice, day, oneOf, typed } from "#kits/list/conditions.ts";
import { logging } from "#kits/list/log.ts";
import { noneYet } from "#ui/empty.ts";
import { type Children, html } from "#ui/html.ts";
import { figure } from "#ui/money.ts";
import type { Column } from "#ui/table.ts";
import { ago } from "#ui/time.ts";
import { hrefWith } from "#ui/url-state.ts";

const { members } = paths.admin;

const DAY_MS = 86_400_000;
const startOf = (date: string): number => Date.parse(`${date}T00:00:00+08:00`);

/** The page 個資存取紀錄: who viewed or exported sensitive data, newest first. */
export const accessLog = logging({
	path: members.privacy.access(),
	gate: "access_log",
	title: "個資存取紀錄",
	name: "紀錄",
	area: "會員",
	caption: "個資存取紀錄，新的在前",
	crumbs: SYSTEM_CRUMBS,
	conditions: {
		member: typed("會員編號", 40),
		actor: oneOf("誰", z.string().max(40)),
		action: choice("動作", [READS, actionWords]),
		from: day("日期從"),
		to: day("日期到"),
	},
	size: 50,
	read: async ({ env }, { from, to, ...asked }, { limit, ...cursor }) => {
		const filter = {
			...asked,
			from: from === undefined ? undefined : startOf(from),
			to: to === undefined ? undefined : startOf(to) + DAY_MS,
		};
		const chosen = Number(/^user:(\d{1,15})$/.exec(asked.actor ?? "")?.[1] ?? 0);
		const [rows, people] = await readRows(env.DB, listReads(filter, cursor, limit), readersOffered(chosen));
		return { rows, people };
	},
	options: ({ people }) => ({ actor: people.map(({ id, name }) => ({ value: `user:${id}`, label: name })) }),
	lead: () =>
		"查看身分證字號、病況、身障證明與歷程內容，下載複本，以及匯出、列印或匯入名冊，都會記在這裡，不能修改或刪除。",
	columns: ({ who, at }) => columnsOf(who, at),
	none: () => noneYet({ title: "還沒有紀錄", text: "有人查看敏感資料後，會記在這裡。" }),
});

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
