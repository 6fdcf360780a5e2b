import { allows } from "#auth/permissions.ts";
import { DRAFT_SORTS, type DraftRow, drafts } from "#db/books/voucher-drafts.ts";
import { readRows } from "#db/read.ts";
import { paths } from "#http/paths.ts";
import { dayText } from "#kernel/written.ts";
import { choice, words } from "#kits/list/conditions.ts";
import { listing } from "#kits/list/listing.ts";
import { linkButton } from "#ui/button.ts";
import { noneYet, pastTheEnd } from "#ui/empty.ts";
import { html, type VNode } from "#ui/html.ts";
import { amount } from "#ui/money.ts";
import { status } from "#ui/status.ts";
import type { Column } from "#ui/table.ts";
import { ago } from "#ui/time.ts";
import { VOUCHERS, voucherTabs } from "./voucher-words.ts";
import { LEDGER_CRUMBS } from "./words.ts";

const { ledger } = paths.admin;
const PER_PAGE = 50;

/** The list of drafts of vouchers (傳票草稿): manual vouchers that are not posted yet. */
export const draftList = listing({
	path: ledger.drafts(),
	gate: "ledger",
	title: "傳票草稿",
	name: "草稿",
	unit: "張",
	area: VOUCHERS,
	crumbs: LEDGER_CRUMBS,
	conditions: {
		q: words("摘要", "搜尋草稿"),
		balance: choice("借貸", [["even", "uneven"], { even: "平衡", uneven: "不平衡" }]),
	},
	sorts: DRAFT_SORTS,
	sort: "date",
	size: PER_PAGE,
	read: async ({ env, who }, asked) => {
		const [rows] = await readRows(env.DB, drafts(asked, PER_PAGE));
		return { rows, total: rows[0]?.total ?? 0, mayPost: allows("ledger_post", who) };
	},
	lead: () => "手開的傳票，過帳後才進日記簿；收款、支出申請與收入的傳票由系統自動過帳。",
	tabs: () => voucherTabs(ledger.drafts()),
	actions: ({ rows, isNarrowed, mayPost }) => mayPost && (rows.length > 0 || isNarrowed) && createButton(),
	columns: ({ at }) => columns(at),
	// The total comes with the rows of the page, so it is unknown on a page past the last one.
	none: ({ asked, here, mayPost }) =>
		asked.page > 1
			? pastTheEnd(here, "列表已經變短", "草稿")
			: noneYet({
					title: "沒有傳票草稿",
					text: "銀行利息、折舊、調整這類系統不會自動過帳的交易，用手開的傳票入帳。第一次使用，請先開帳。",
					actions: mayPost && createButton(),
				}),
});

const createButton = (): VNode =>
	linkButton({ label: "開傳票", icon: "plus", tone: "primary", href: ledger.voucherCreate() });

const columns = (at: number): Column<DraftRow>[] => [
	{
		label: "摘要",
		sort: "text",
		head: true,
		cell: ({ id, description, turns_next_year }) =>
			html`<span><a href=${ledger.voucher(id)}>${description}</a><small>草稿 ${id}${turns_next_year === 1 && "，次年迴轉"}</small></span>`,
	},
	{ label: "日期", sort: "date", nowrap: true, cell: ({ date }) => dayText(date) },
	{
		label: "製票",
		sort: "author",
		cell: ({ author, updated_at }) => html`<span>${author ?? "系統"}<small>${ago(updated_at, at)}</small></span>`,
	},
	{ label: "借方", sort: "amount", end: true, pair: true, cell: ({ debit }) => amount(debit) },
	{ label: "貸方", sort: "credit", end: true, cell: ({ credit }) => amount(credit) },
	{
		label: "借貸",
		sort: "balance",
		sheet: "corner",
		bare: true,
		cell: ({ debit, credit }) =>
			debit === credit && debit > 0
				? status({ word: "平衡", tone: "ok" })
				: status({ word: "不平衡", tone: "warn", icon: "warn" }),
	},
];
