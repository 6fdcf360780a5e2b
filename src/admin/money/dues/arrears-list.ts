import {
	type ArrearsRow,
	arrearsByYear,
	BOARD_PER_PAGE,
	BOARD_SORTS,
	type UnpaidRow,
	unpaidMembers,
} from "#db/money/dues.ts";
import { readRows } from "#db/read.ts";
import { paths } from "#http/paths.ts";
import { dateInTaipei } from "#kernel/times.ts";
import { listing } from "#kits/list/listing.ts";
import { card } from "#ui/card.ts";
import { noneYet, pastTheEnd } from "#ui/empty.ts";
import { html, type VNode } from "#ui/html.ts";
import { amount, figure, money } from "#ui/money.ts";
import { phoneWords } from "#ui/phone.ts";
import { type Column, table } from "#ui/table.ts";
import { DUES_CRUMBS } from "./show-page.ts";
import { yearWords } from "./words.ts";

const { dues } = paths.admin;

/**
 * The page 欠費: arrears by year, and the list of the members who owe two years, about whom the board decides
 * (docs/workflows.md#fees).
 */
export const arrearsList = listing({
	path: dues.arrears(),
	gate: "dues_view",
	title: "欠費",
	name: "會員",
	unit: "位",
	area: "應繳會費",
	card: "兩年以上未繳",
	caption: "兩年以上未繳的會員",
	crumbs: DUES_CRUMBS,
	conditions: {},
	sorts: BOARD_SORTS,
	sort: "-years",
	size: BOARD_PER_PAGE,
	read: async ({ env, at }, asked) => {
		const thisYear = Number(dateInTaipei(at).slice(0, 4));
		const [years, rows] = await readRows(env.DB, arrearsByYear(thisYear), unpaidMembers(thisYear, asked));
		return { rows, total: rows[0]?.total ?? 0, years, thisYear };
	},
	lead: ({ years, thisYear }) =>
		`到 ${yearWords(thisYear)}為止，未繳的會費共 ${money(years.reduce((sum, { owed }) => sum + owed, 0))}。`,
	above: ({ years }) => yearsCard(years),
	intro: ({ thisYear }) =>
		`常年會費有兩年以上未繳的會員，算到今年（${yearWords(thisYear)}）。名單提供理事會參考，系統不會自動停權或除名。`,
	columns: () => BOARD,
	// The total comes with the rows of the page, so it is unknown on a page past the last one.
	none: ({ asked, here }) =>
		asked.page > 1
			? pastTheEnd(here, "名單已經變短", "會員")
			: noneYet({ title: "沒有兩年以上未繳的會員", text: "有的話會列在這裡，供理事會討論。" }),
});

const yearsCard = (rows: ArrearsRow[]): VNode =>
	card(
		{ flush: true, title: "各年度未繳" },
		table({
			caption: "各年度未繳",
			cards: true,
			columns: YEARS,
			rows,
			empty: noneYet({ title: "沒有未繳的會費", text: "所有應繳會費都已繳清、免繳或取消。" }),
		}),
	);

const YEARS: Column<ArrearsRow>[] = [
	{
		label: "年度",
		head: true,
		cell: ({ dues_year }) =>
			html`<a href=${`${dues.list()}?year=${dues_year}&status=owed`}>${yearWords(dues_year)}</a>`,
	},
	{ label: "人數", end: true, cell: ({ members }) => figure(members) },
	{ label: "常年會費（筆）", end: true, cell: ({ annual }) => amount(annual) },
	{ label: "入會費（筆）", end: true, cell: ({ entrance }) => amount(entrance) },
	{ label: "未繳金額", end: true, nowrap: true, cell: ({ owed }) => figure(owed) },
];

const BOARD: Column<UnpaidRow>[] = [
	{
		label: "會員編號",
		sort: "number",
		nowrap: true,
		cell: ({ member_no }) => member_no ?? html`<span class="soft">—</span>`,
	},
	{ label: "姓名", sort: "name", head: true, cell: ({ id, name }) => html`<a href=${dues.ofMember(id)}>${name}</a>` },
	{ label: "未繳年數", sort: "years", end: true, cell: ({ years }) => figure(years) },
	{
		label: "年度",
		sort: "first",
		nowrap: true,
		cell: ({ first_year, last_year, years }) =>
			years === last_year - first_year + 1
				? `${yearWords(first_year)}至 ${yearWords(last_year)}`
				: `${yearWords(first_year)}、…、${yearWords(last_year)}`,
	},
	{ label: "未繳金額", sort: "owed", end: true, nowrap: true, cell: ({ owed }) => figure(owed) },
	{
		label: "聯絡",
		sort: "contact",
		cell: ({ phone, email }) => (phone ? phoneWords(phone) : email) ?? html`<span class="soft">—</span>`,
	},
];
