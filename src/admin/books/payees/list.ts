import { FINANCE, FINANCE_CRUMBS } from "#admin/books/finance/words.ts";
import { allows } from "#auth/permissions.ts";
import {
	PAYEE_LACKS,
	PAYEE_SORTS,
	PAYEES_PER_PAGE,
	type PayeeListRow,
	payeePage,
	payeeRows,
} from "#db/books/payees.ts";
import { limitTo, readRows } from "#db/read.ts";
import { PAYEE_KIND_LABELS, PAYEE_KINDS } from "#domain/books/payees/form.ts";
import { paths } from "#http/paths.ts";
import { bankName, bankWords } from "#kernel/bank-codes.ts";
import { dayText } from "#kernel/written.ts";
import { choice, words } from "#kits/list/conditions.ts";
import { listing } from "#kits/list/listing.ts";
import type { FileColumn } from "#kits/list/taking-away.ts";
import { linkButton } from "#ui/button.ts";
import { actionsMenu } from "#ui/disclosure.ts";
import { noneYet } from "#ui/empty.ts";
import { exportLinks } from "#ui/export-links.ts";
import { html, type VNode } from "#ui/html.ts";
import { figure } from "#ui/money.ts";
import { status } from "#ui/status.ts";
import type { Column } from "#ui/table.ts";

const { payees } = paths.admin;

const dash = html`<span class="soft">—</span>`;
const createButton = (tone: "plain" | "primary"): VNode =>
	linkButton({ label: "新增受款人", icon: "plus", tone, href: payees.create() });

const COLUMNS: Column<PayeeListRow>[] = [
	{
		label: "姓名或名稱",
		sort: "name",
		head: true,
		cell: ({ id, name, kind, member_no, user_name }) =>
			html`<span><a href=${payees.show(id)}>${name}</a><small class="soft">${[kind === "company" && PAYEE_KIND_LABELS[kind], member_no && `會員 ${member_no}`, user_name && "協會同仁"].filter(Boolean).join("　")}</small></span>`,
	},
	{
		label: "證號",
		nowrap: true,
		cell: ({ national_id_mask, tax_id, is_resident }) =>
			html`<span>${national_id_mask ?? tax_id ?? dash}${is_resident === 0 && html`<small class="soft">非居住者</small>`}</span>`,
	},
	{
		label: "帳號",
		sort: "account",
		sheet: "line",
		cell: ({ bank_code, account }) =>
			bank_code === null ? dash : html`<span>${account}<small class="soft">${bankWords(bank_code)}</small></span>`,
	},
	{ label: "付款合計", sort: "paid", end: true, nowrap: true, cell: ({ paid }) => figure(paid) },
	{
		label: "最近一次",
		sort: "last",
		nowrap: true,
		cell: ({ last_on }) => (last_on === null ? dash : dayText(last_on)),
	},
	{
		label: "狀態",
		sort: "state",
		sheet: "corner",
		bare: true,
		cell: ({ is_active }) => status(is_active === 1 ? { word: "使用中", tone: "ok" } : { word: "已停用" }),
	},
];

/** The columns of the file: national ids only as masks. */
const FILE_COLUMNS: readonly FileColumn<PayeeListRow>[] = [
	{ label: "姓名或名稱", width: 24, cell: ({ name }) => name },
	{ label: "種類", width: 16, cell: ({ kind }) => PAYEE_KIND_LABELS[kind] },
	{ label: "證號（遮罩）", width: 14, cell: ({ national_id_mask }) => national_id_mask },
	{ label: "統一編號", width: 11, cell: ({ tax_id }) => tax_id },
	{ label: "居住者", width: 8, cell: ({ is_resident }) => (is_resident === 1 ? "是" : "否") },
	{ label: "會員編號", width: 12, cell: ({ member_no }) => member_no },
	{ label: "同仁", width: 12, cell: ({ user_name }) => user_name },
	{ label: "電話", width: 16, cell: ({ phone }) => phone },
	{ label: "電子郵件", width: 24, cell: ({ email }) => email },
	{ label: "地址", width: 32, cell: ({ address }) => address },
	{ label: "金融機構代碼", width: 12, cell: ({ bank_code }) => bank_code },
	{ label: "金融機構", width: 20, cell: ({ bank_code }) => (bank_code && bankName(bank_code)) ?? null },
	{ label: "帳號", width: 20, cell: ({ account }) => account },
	{ label: "付款次數", width: 9, cell: ({ payments }) => payments },
	{ label: "付款合計", width: 12, cell: ({ paid }) => paid },
	{ label: "最近付款日", width: 12, cell: ({ last_on }) => last_on },
	{ label: "狀態", width: 8, cell: ({ is_active }) => (is_active === 1 ? "使用中" : "已停用") },
];

/** The list page 受款人: whom the association pays, with the sums of the payments to each. */
export const payeeList = listing({
	path: payees.list(),
	gate: "payees",
	title: "受款人",
	unit: "位",
	area: FINANCE,
	crumbs: FINANCE_CRUMBS,
	conditions: {
		q: words("名稱、統編、證號、帳號", "搜尋受款人"),
		kind: choice("種類", [PAYEE_KINDS, PAYEE_KIND_LABELS]),
		lacking: choice("缺少", [PAYEE_LACKS, { id: "沒有證號或統一編號", account: "沒有使用中的帳號" }], "不限"),
		resident: choice("居住者", [["1", "0"], { 1: "居住者", 0: "非居住者" }]),
		active: choice("狀態", [["1", "0"], { 1: "使用中", 0: "已停用" }]),
	},
	sorts: PAYEE_SORTS,
	sort: "name",
	size: PAYEES_PER_PAGE,
	read: async ({ env }, { sort, page, ...filter }) => {
		const [rows, [count]] = await readRows(env.DB, ...payeePage(filter, { sort, page }));
		return { rows, total: count?.total ?? 0 };
	},
	actions: ({ total, query, who }) => [
		total > 0 && actionsMenu({ label: "匯出" }, ...exportLinks(payees.export, query)),
		allows("payees_manage", who) && linkButton({ label: "貼上名單", icon: "plus", href: payees.createMany() }),
		allows("payees_manage", who) && createButton("primary"),
	],
	columns: () => COLUMNS,
	none: ({ who }) =>
		noneYet({
			title: "還沒有受款人",
			text: "常付款的廠商、講師與領款人，建立一次資料，之後的申請就不用再打帳號。",
			actions: allows("payees_manage", who) && createButton("plain"),
		}),
	file: {
		path: payees.export,
		holds: "contacts",
		narrow: "請加上條件（例如種類）分次匯出",
		noted: ["payee.export", "payee"],
		columns: FILE_COLUMNS,
		read: async ({ env }, { sort, ...filter }, most) => {
			const [rows] = await readRows(env.DB, payeeRows(filter, sort, limitTo(most)));
			return { rows };
		},
	},
});
