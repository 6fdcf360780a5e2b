import { monthsIn } from "#domain/books/ledger/months.ts";
import { rocYear } from "#kernel/calendar.ts";
import { legend } from "#ui/bar.ts";
import { type Chart, chart } from "#ui/chart.ts";
import { html, type VNode } from "#ui/html.ts";
import { figure } from "#ui/money.ts";
import type { Span } from "./query.ts";
import { type MonthsLine, type TrendYear, yearMonths } from "./statement-months.ts";

type Kind = "income" | "balance";
const SERIES = { income: ["收入", "支出"], balance: ["資產", "負債", "基金暨餘絀"] } as const;

type Drawing = Pick<Chart, "title" | "summary" | "labels" | "endsNow"> & { values: (number | null)[][] };

/** Draws a trend below a statement: its colours, the chart and, in words and as a table, what it shows. */
function drawing(kind: Kind, { values, ...of }: Drawing): VNode {
	const most = Math.max(0, ...values.flat().map((value) => Math.abs(value ?? 0)));
	const per = most >= 100_000 ? 1_000 : 1;
	return html`<section class="card-body stack report-trend" aria-label=${of.title}>
		<div class="row"><h2>${of.title}</h2>${legend(SERIES[kind].map((label) => ({ label })))}<span class="soft small">圖的單位：${per === 1 ? "元" : "千元"}</span></div>
		${chart({
			...of,
			series: SERIES[kind].map((name, nth) => ({ name, values: values[nth] ?? [] })),
			unit: "元",
			per,
		})}
	</section>`;
}

const result = (surplus: number): string => `${surplus < 0 ? "短絀" : "結餘"} ${figure(Math.abs(surplus))} 元`;

/**
 * Draws the years up to the one of a statement; null where no earlier year had anything, and for income and expense of more
 * than a year, which no year can stand beside.
 */
export function yearsChart(kind: Kind, { trend, span: { months } }: { trend: TrendYear[]; span: Span }): VNode | null {
	const [first, last] = [trend[0], trend.at(-1)];
	if (!first || !last || first === last || (kind === "income" && monthsIn(months) > 12)) return null;
	const [begin, end] = [months.from, months.to].map((month) => Number(month.slice(5, 7)));
	const when = kind === "balance" ? `${end} 月底` : begin === end ? `${end} 月` : `${begin} 月至 ${end} 月`;
	const years = `${rocYear(first.year)} 年到 ${rocYear(last.year)} 年`;
	const surplus = ({ values: [income = 0, expense = 0] }: TrendYear): string => result(income - expense);
	return drawing(kind, {
		title: kind === "income" ? `近 ${trend.length} 年收入與支出` : `近 ${trend.length} 年資產、負債與基金暨餘絀`,
		summary:
			kind === "income"
				? `${years}，每年 ${when}：${rocYear(last.year)} 年${surplus(last)}，${rocYear(last.year - 1)} 年${surplus(trend.at(-2) ?? last)}。`
				: `${years}，每年 ${when}：資產從 ${figure(first.values[0])} 元到 ${figure(last.values[0])} 元。`,
		endsNow: true,
		labels: trend.map(({ year }) => `${rocYear(year)} 年`),
		values: SERIES[kind].map((_, nth) => trend.map(({ values }) => values[nth] ?? null)),
	});
}

/** Draws the months of a year. */
export function monthsChart(kind: Kind, { lines, year }: { lines: readonly MonthsLine[]; year: number }): VNode {
	const classes = kind === "income" ? ["4", "5"] : ["1", "2", "3"];
	const values = classes.map((digit) => lines.find(({ level, code }) => level === "class" && code === digit));
	const [first, second] = values;
	return drawing(kind, {
		title: `${rocYear(year)} 年逐月${kind === "income" ? "收入與支出" : "資產、負債與基金暨餘絀"}`,
		summary:
			kind === "income"
				? `全年收入 ${figure(first?.now)} 元、支出 ${figure(second?.now)} 元，${result((first?.now ?? 0) - (second?.now ?? 0))}。`
				: `資產從年初 ${figure(first?.before)} 元到 ${figure(first?.now)} 元。`,
		labels: yearMonths(year).map((_, nth) => `${nth + 1}月`),
		values: values.map((line) => line?.months ?? []),
	});
}
