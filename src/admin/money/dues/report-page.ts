import * as z from "zod";
import { MONEY_CRUMBS } from "#admin/crumbs.ts";
import { allows } from "#auth/permissions.ts";
import type { Visitor } from "#auth/visitor.ts";
import { type DuesSums, MEMBERS_PER_PAGE, type MemberSums, type MonthSum } from "#db/money/dues-report.ts";
import { DUES_KIND_LABELS } from "#domain/money/dues/labels.ts";
import type { DuesKind } from "#domain/people/index.ts";
import { paths } from "#http/paths.ts";
import { PageNumber } from "#kernel/query.ts";
import { always, choice, fieldsOf, oneOf, tab } from "#kits/list/conditions.ts";
import { legend } from "#ui/bar.ts";
import { card } from "#ui/card.ts";
import { chart } from "#ui/chart.ts";
import { actionsMenu } from "#ui/disclosure.ts";
import { noMatch, noneYet, pastTheEnd } from "#ui/empty.ts";
import { fileLink } from "#ui/export-links.ts";
import { facts } from "#ui/facts.ts";
import { filters } from "#ui/filters.ts";
import { html, type VNode } from "#ui/html.ts";
import { amount, figure, money } from "#ui/money.ts";
import type { Page } from "#ui/page.ts";
import { pager } from "#ui/pager.ts";
import { printButton } from "#ui/print-button.ts";
import { type Column, table } from "#ui/table.ts";
import { type Here, hrefWith } from "#ui/url-state.ts";
import { type MonthRow, monthRows, PART_WORDS, REPORT_PARTS, sumOfSums } from "./report-tables.ts";
import { yearWords } from "./words.ts";

const { dues, members: memberPaths } = paths.admin;

/** The conditions of the page, and the page of its list of members. */
export const REPORT = {
	year: always(oneOf("年度", z.coerce.number().int().min(1980).max(2200))),
	owing: choice("會員別", [["1"], { 1: "只看未繳的" }], "全部會員"),
	page: tab(PageNumber),
};

type YearSums = DuesSums & { year: number };
type TypeSums = DuesSums & { kind: DuesKind; type: string };

export type DuesReport = {
	/** The year of the Common Era. */
	year: number;
	years: readonly number[];
	byYear: readonly YearSums[];
	byType: readonly TypeSums[];
	byMonth: readonly MonthSum[];
	members: readonly MemberSums[];
	total: number;
	page: number;
	/** Whether only members who owe are listed. */
	owing: boolean;
	who: Visitor;
};

/** Draws the page 會費收繳報表: the dues collected and the dues outstanding. */
export function duesReportPage(report: DuesReport): Page {
	const { year, years, byYear, byType, byMonth, owing } = report;
	const here: Here = { path: dues.report(), query: { year: String(year), owing: owing ? "1" : undefined } };
	const sums = sumOfSums(byType);
	const months = monthRows(byMonth);
	return {
		title: "會費收繳報表",
		area: "會費與收款",
		crumbs: MONEY_CRUMBS,
		lead: `${yearWords(year)}。單位：新臺幣元。已取消的不計；免繳的不算未繳。`,
		actions: [printButton("plain"), allows("dues_view", report.who) && downloads(here)],
		body: html`<div class="stack loose">
			${card(
				{ title: `${yearWords(year)}會費`, flush: true },
				filters({
					here,
					fields: fieldsOf(REPORT, { year: years.map((one) => ({ value: String(one), label: yearWords(one) })) }),
				}),
				html`<div class="card-body">${facts(
					[
						{ name: "應繳", value: money(sums.due) },
						{ name: "已繳", value: money(sums.paid) },
						{ name: "未繳", value: money(sums.owed) },
						{ name: "免繳", value: money(sums.waived) },
					],
					2,
				)}</div>`,
			)}
			${card({ title: `${yearWords(year)}各月收到的會費`, beside: legend(Object.values(DUES_KIND_LABELS).map((label) => ({ label }))) }, monthChart(year, months))}
			${card(
				{ title: "各年度", flush: true },
				table({
					caption: "各年度會費的應繳與已繳",
					cards: true,
					columns: [
						{
							label: "年度",
							head: true,
							cell: (row: YearSums) =>
								html`<a href=${hrefWith(here, { year: String(row.year) })}>${yearWords(row.year)}</a>`,
						},
						...sumColumns<YearSums>(),
					],
					rows: [...byYear],
					empty: noneYet({ title: "還沒有會費", text: "產生應繳會費之後，這裡就有各年度的數字。" }),
				}),
			)}
			${card(
				{ title: `${yearWords(year)}各種類`, flush: true },
				table({
					caption: `${yearWords(year)}會費，依種類與會員類別`,
					cards: true,
					columns: [
						{
							label: "種類",
							head: true,
							cell: (row: TypeSums) => `${DUES_KIND_LABELS[row.kind]}・${row.type}`,
						},
						...sumColumns<TypeSums>(),
					],
					rows: [...byType],
					empty: noMatch({ title: "這一年沒有會費", clearHref: dues.report() }),
				}),
			)}
			${memberCard(report, here)}
		</div>`,
	};
}

/** Draws the menu of XLSX and CSV downloads of each table. */
const downloads = (here: Here): VNode =>
	actionsMenu(
		{ label: "下載" },
		REPORT_PARTS.flatMap((part) =>
			(["xlsx", "csv"] as const).map((format) =>
				fileLink({
					label: `${PART_WORDS[part]} ${format.toUpperCase()}`,
					tone: "quiet",
					href: hrefWith({ ...here, path: dues.reportExport(format) }, { part }),
				}),
			),
		),
	);

const sumColumns = <Row extends DuesSums>(): Column<Row>[] => [
	{ label: "筆數", end: true, cell: ({ items }) => figure(items) },
	{ label: "應繳", end: true, cell: ({ due }) => amount(due) },
	{ label: "已繳", end: true, cell: ({ paid }) => amount(paid) },
	{ label: "免繳", end: true, cell: ({ waived }) => amount(waived) },
	{ label: "未繳", end: true, cell: ({ owed }) => amount(owed) },
];

/** Draws the dues collected in each month, by the day of the payment, whatever year the dues are for. */
function monthChart(year: number, rows: readonly MonthRow[]): VNode {
	const [entrance, annual, imported] = (["entrance", "annual", "of_import"] as const).map((what) =>
		rows.reduce((sum, row) => sum + row[what], 0),
	);
	const total = (entrance ?? 0) + (annual ?? 0);
	return chart({
		title: `${yearWords(year)}各月收到的會費`,
		summary: `依繳費日期，共收到 ${money(total)}：入會費 ${money(entrance ?? 0)}、常年會費 ${money(annual ?? 0)}${imported ? `；其中 ${money(imported)} 是匯入的過去收款，不在帳上` : ""}。`,
		labels: rows.map(({ month }) => `${month} 月`),
		series: [
			{ name: DUES_KIND_LABELS.entrance, values: rows.map((row) => row.entrance) },
			{ name: DUES_KIND_LABELS.annual, values: rows.map((row) => row.annual) },
		],
		unit: "元",
	});
}

function memberCard({ year, members, total, page, owing, who }: DuesReport, here: Here): VNode {
	const canOpen = allows("members", who);
	return card(
		{ title: `${yearWords(year)}各會員`, count: total, flush: true },
		table({
			caption: `${yearWords(year)}會費，依會員`,
			cards: true,
			columns: [
				{
					label: "會員",
					head: true,
					cell: ({ member_id, member_no, name }: MemberSums) => {
						const words = member_no === null ? name : `${member_no} ${name}`;
						return canOpen ? html`<a href=${memberPaths.show(member_id)}>${words}</a>` : words;
					},
				},
				{ label: "會員類別", cell: ({ type_name }: MemberSums) => type_name },
				...sumColumns<MemberSums>(),
			],
			rows: [...members],
			empty:
				page > 1 && total > 0
					? pastTheEnd(here, `只有 ${figure(total)} 位會員`, "會員")
					: owing
						? noMatch({ title: "沒有人未繳", clearHref: hrefWith(here, { owing: undefined }) })
						: noneYet({ title: "這一年沒有會費", text: "選別的年度，或先產生應繳會費。" }),
		}),
		total > 0 && pager({ here, page, size: MEMBERS_PER_PAGE, total, unit: "位" }),
	);
}
