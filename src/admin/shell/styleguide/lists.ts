import { linkButton } from "#ui/button.ts";
import { card } from "#ui/card.ts";
import { noMatch } from "#ui/empty.ts";
import { filters } from "#ui/filters.ts";
import { html, type VNode } from "#ui/html.ts";
import { island } from "#ui/islands/island.ts";
import { amount, figure } from "#ui/money.ts";
import { pager } from "#ui/pager.ts";
import { stamps } from "#ui/stamps.ts";
import { status } from "#ui/status.ts";
import { type Column, table } from "#ui/table.ts";
import { tabs } from "#ui/tabs.ts";
import { type Here, sortOf } from "#ui/url-state.ts";
import { section } from "./section.ts";

type Row = { no: string; name: string; contact: string; kind: string; until: string; state: VNode; notes: number };

const ROWS: Row[] = [
	{
		no: "M0312",
		name: "方以晴",
		contact: "0987 654 321",
		kind: "個人會員",
		until: "2026年12月31日",
		state: status({ word: "有效", tone: "ok" }),
		notes: 3,
	},
	{
		no: "M0313",
		name: "方小滿",
		contact: "監護人：方以晴",
		kind: "個人會員",
		until: "2026年12月31日",
		state: status({ word: "有效", tone: "ok" }),
		notes: 0,
	},
	{
		no: "M0288",
		name: "何宗霖",
		contact: "zonglin@mail.example",
		kind: "贊助會員",
		until: "2025年12月31日",
		state: status({ word: "寬限期", tone: "warn" }),
		notes: 1,
	},
	{
		no: "—",
		name: "邱志遠",
		contact: "0921 008 774",
		kind: "個人會員",
		until: "—",
		state: status({ word: "待繳費", tone: "info", icon: "coins" }),
		notes: 0,
	},
];

const HERE: Here = { path: "/admin/styleguide", query: { q: "方", state: "active", sort: "-until" } };

const COLUMNS: Column<Row>[] = [
	{
		label: "會員編號",
		sort: "no",
		bare: true,
		cell: ({ no, name }) =>
			html`<span class="who"><input type="checkbox" form="sample-bulk" name="ids" value=${no} aria-label=${`選取 ${name}`} />${no}</span>`,
	},
	{
		label: "姓名",
		sort: "name",
		head: true,
		cell: ({ name, contact }) => [html`<a href="#main">${name}</a>`, html`<small>${contact}</small>`],
	},
	{ label: "類別", cell: ({ kind }) => kind },
	{ label: "有效期限", sort: "until", sheet: "line", nowrap: true, cell: ({ until }) => until },
	{ label: "狀態", sheet: "corner", cell: ({ state }) => state },
	{ label: "備忘錄", end: true, cell: ({ notes }) => figure(notes) },
	{
		label: "操作",
		end: true,
		sheet: "acts",
		cell: ({ name }) => [
			linkButton({ label: "檢視", about: name, href: "#main", tone: "quiet", size: "s" }),
			linkButton({ label: "編輯", about: name, href: "#main", tone: "quiet", size: "s" }),
		],
	},
];

const SEARCH = { placeholder: "姓名、編號、電話、電子郵件" };

const list = (): VNode =>
	card(
		{ flush: true, label: "名冊" },
		filters({
			here: HERE,
			search: SEARCH,
			fields: [
				{
					name: "state",
					label: "狀態",
					options: [
						{ value: "active", label: "有效" },
						{ value: "grace", label: "寬限期" },
					],
				},
				{
					name: "kind",
					label: "會員類別",
					options: [
						{ value: "person", label: "個人會員" },
						{ value: "sponsor", label: "贊助會員" },
					],
				},
				{ name: "since", label: "入會日起", type: "date" },
			],
		}),
		table({
			caption: "名冊，依有效期限排序",
			columns: COLUMNS,
			rows: ROWS,
			cards: true,
			list: true,
			picked: true,
			sorted: { here: HERE, now: sortOf(HERE, "no") },
		}),
		island("bulk-select", {
			id: "sample-bulk",
			unit: "位",
			total: 38,
			query: "state=active",
			actions: [
				{ label: "寄送繳費提醒", action: "#main" },
				{ label: "匯出所選", action: "#main" },
			],
		}),
		pager({ here: HERE, page: 4, size: 4, total: 38, unit: "位" }),
	);

const none = (): VNode =>
	card(
		{ title: "沒有符合的列", level: 3, flush: true },
		table({
			caption: "沒有符合的列",
			columns: COLUMNS.filter(({ sheet }) => sheet !== "acts"),
			rows: [],
			cards: true,
			empty: noMatch({ title: "找不到符合的會員", text: "試著減少條件，或改用電話末三碼搜尋。", clearHref: "#main" }),
		}),
	);

type Entry = { code: string; name: string; debit: number; credit: number; group?: boolean };
const LEDGER: Entry[] = [
	{ code: "1", name: "資產", debit: 482_300, credit: 18_400, group: true },
	{ code: "1120", name: "銀行存款", debit: 470_800, credit: 0 },
	{ code: "1130", name: "零用金", debit: 11_500, credit: 0 },
	{ code: "1439", name: "累計折舊－辦公設備", debit: 0, credit: 18_400 },
];

const ledger = (): VNode =>
	card(
		{ title: "帳務", level: 3, flush: true },
		table({
			caption: "試算表",
			tight: true,
			columns: [
				{ label: "代號", nowrap: true, cell: ({ code }: Entry) => code },
				{ label: "會計科目", head: true, cell: ({ name }: Entry) => name },
				{ label: "借方", end: true, pair: true, cell: ({ debit }: Entry) => amount(debit) },
				{ label: "貸方", end: true, cell: ({ credit }: Entry) => amount(credit) },
			],
			rows: LEDGER,
			rowClass: ({ group }) => (group ? "group" : undefined),
			foot: html`<tr role="row"><th role="rowheader" scope="row" colspan="2">合計</th><td role="cell" class="num pair">482,300</td><td role="cell" class="num">18,400</td></tr>`,
		}),
	);

/**
 * Draws the samples of lists: a small list page, an empty list, and a ledger; the squares for seals show only in print.
 */
export const lists = (): VNode =>
	section(
		{ title: "列表", words: "條件、排序、頁次都在網址裡；手機上一列成為一張。" },
		tabs(
			[
				{ label: "名冊", href: "#main", current: true, count: 38 },
				{ label: "入會審核", href: "#main" },
				{ label: "家庭", href: "#main" },
			],
			"名冊的分頁",
		),
		list(),
		none(),
		ledger(),
		stamps(["理事長", "秘書長", "會計", "製表"]),
	);
