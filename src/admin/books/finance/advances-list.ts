import { allows } from "#auth/permissions.ts";
import type { Visitor } from "#auth/visitor.ts";
import { type AdvanceRow, countWaiting, openAdvances } from "#db/books/finance-waiting.ts";
import { readRows } from "#db/read.ts";
import { FINANCE_STATES, financeNumber } from "#domain/books/finance/labels.ts";
import { daysBetween } from "#domain/people/index.ts";
import { paths } from "#http/paths.ts";
import { dateInTaipei } from "#kernel/times.ts";
import { dayText } from "#kernel/written.ts";
import { listing } from "#kits/list/listing.ts";
import { noneYet } from "#ui/empty.ts";
import { type Children, html } from "#ui/html.ts";
import { figure, money } from "#ui/money.ts";
import type { Column } from "#ui/table.ts";
import { hrefWith, sortOf } from "#ui/url-state.ts";
import { readerOf, viewerOf } from "./asks.ts";
import { financeTabs } from "./list.ts";
import { FINANCE_CRUMBS, financeStatus } from "./words.ts";

const { finance } = paths.admin;

/** An advance paid more than this number of days ago is shown as long open. */
const LONG_DAYS = 30;

/** The list page 未核銷預支: advances that are not settled yet, by person and with their age. */
export const advanceList = listing({
	path: finance.advances(),
	gate: "finance",
	title: "未核銷預支",
	unit: "筆",
	area: "支出申請",
	crumbs: FINANCE_CRUMBS,
	conditions: {},
	read: async ({ env, who, at }) => {
		const [rows, [waiting]] = await readRows(env.DB, openAdvances(readerOf(who)), countWaiting(viewerOf(who, at)));
		return { rows, total: rows.length, waiting: waiting?.waiting ?? 0 };
	},
	lead: ({ rows, at }) => (rows.length > 0 ? sumWords(rows, dateInTaipei(at)) : undefined),
	tabs: ({ who, waiting }) => financeTabs(finance.advances(), who, waiting),
	by: {
		payee: ({ payee_name }) => payee_name,
		title: ({ title }) => title,
		amount: ({ net }) => net,
		paid: ({ paid_on }) => paid_on,
		age: ({ paid_on }) => -Date.parse(paid_on),
		settlement: ({ settlement_state }) => settlement_state && FINANCE_STATES.indexOf(settlement_state),
	},
	columns: ({ rows, who, at, here }) =>
		columnsOf(rows, { who, today: dateInTaipei(at), isByPerson: sortOf(here, "payee").by === "payee" }),
	none: () => noneYet({ title: "沒有未核銷的預支", text: "預支付款後，在核銷完成前會列在這裡。" }),
});

function sumWords(rows: readonly AdvanceRow[], today: string): string {
	const people = new Set(rows.map(personOf));
	const sum = rows.reduce((all, { net }) => all + net, 0);
	const old = rows.filter(({ paid_on }) => daysBetween(paid_on, today) > LONG_DAYS).length;
	return `${figure(people.size)} 人、${figure(rows.length)} 筆，合計 ${money(sum)}${old > 0 ? `；${figure(old)} 筆超過 ${LONG_DAYS} 天` : ""}。`;
}

const personOf = ({ payee_user_id, payee_name }: AdvanceRow): string => `${payee_user_id ?? ""} ${payee_name}`;

/**
 * Draws the person's name in the first of the person's rows, with the sum when there are several; null in the other
 * rows. In an order that parts the rows of a person, each has the name.
 */
function personCell(row: AdvanceRow, rows: readonly AdvanceRow[], isByPerson: boolean): Children {
	if (!isByPerson) return row.payee_name;
	const own = rows.filter((one) => personOf(one) === personOf(row));
	if (own[0] !== row) return null;
	const sum = own.reduce((all, { net }) => all + net, 0);
	return html`<span><b>${row.payee_name}</b>${own.length > 1 && html`<small class="soft">共 ${money(sum)}</small>`}</span>`;
}

type Looking = { who: Visitor; today: string; isByPerson: boolean };

const columnsOf = (rows: readonly AdvanceRow[], { who, today, isByPerson }: Looking): Column<AdvanceRow>[] => [
	{ label: "領款人", sort: "payee", bare: true, cell: (row) => personCell(row, rows, isByPerson) },
	{
		label: "預支",
		sort: "title",
		head: true,
		cell: (row) =>
			html`<span><a href=${finance.show(row.id)}>${row.title}</a><small class="soft">${financeNumber(row)}</small></span>`,
	},
	{ label: "金額", sort: "amount", end: true, nowrap: true, cell: ({ net }) => figure(net) },
	{ label: "付款日", sort: "paid", nowrap: true, cell: ({ paid_on }) => dayText(paid_on) },
	{ label: "已過", sort: "age", end: true, nowrap: true, cell: ({ paid_on }) => ageWords(daysBetween(paid_on, today)) },
	{ label: "核銷", sort: "settlement", sheet: "corner", bare: true, cell: (row) => settlementOf(row, who) },
];

const ageWords = (days: number): Children =>
	days > LONG_DAYS ? html`<b>${figure(days)} 天</b>` : `${figure(days)} 天`;

const settlementOf = ({ id, settlement_id, settlement_state }: AdvanceRow, who: Visitor): Children => {
	if (settlement_id !== null && settlement_state !== null)
		return html`<a href=${finance.show(settlement_id)}>${financeStatus(settlement_state)}</a>`;
	if (!allows("finance_submit", who)) return html`<span class="soft">尚未核銷</span>`;
	const href = hrefWith({ path: finance.create(), query: {} }, { kind: "settlement", advance: String(id) });
	return html`<a class="btn s" href=${href}>申請核銷</a>`;
};
