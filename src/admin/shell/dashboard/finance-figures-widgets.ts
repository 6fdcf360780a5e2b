import { ratioLines } from "#admin/books/index.ts";
import { allows } from "#auth/permissions.ts";
import type { Visitor } from "#auth/visitor.ts";
import type { FundRow, MonthFigures, RatioRow } from "#db/books/index.ts";
import { paths } from "#http/paths.ts";
import { rocYear } from "#kernel/calendar.ts";
import { legend } from "#ui/bar.ts";
import { card } from "#ui/card.ts";
import { chart } from "#ui/chart.ts";
import { funds } from "#ui/facts.ts";
import { holding } from "#ui/holding.ts";
import { type Children, html } from "#ui/html.ts";
import { figure, money } from "#ui/money.ts";
import { yearAt } from "./money-widgets.ts";

const { ledger } = paths.admin;

/** Draws 資金餘額: the balances of cash, bank accounts and funds; nothing before there are any. */
export const drawFunds = (rows: FundRow[]): Children =>
	rows.length > 0 &&
	card(
		{ title: "資金餘額", link: { href: ledger.cashBook(), label: "現金出納表" } },
		funds([
			...rows.map(({ name, held, least }) => ({
				name: least < 0 && held >= 0 ? html`<span>${name} ${holding(least, "有帳戶小於 0")}</span>` : name,
				value: holding(held, figure(held)),
			})),
			{
				name: html`<b>合計</b>`,
				value: html`<b>${money(rows.reduce((sum, { held }) => sum + held, 0))}</b>`,
			},
		]),
	);

/** Draws 法定比率 of this year, once there is income or expense. */
export const drawRatios = ([row]: RatioRow[]): Children =>
	row !== undefined &&
	(row.income !== 0 || row.expense !== 0) &&
	card(
		{ title: `${rocYear(row.year)} 年的法定比率`, link: { href: ledger.year(row.year), label: "年度作業" } },
		ratioLines(row),
	);

/** Draws 收入與支出 by month of this year; nothing before there are any. */
export function drawMonths(rows: MonthFigures[], at: number, who: Visitor): Children {
	if (rows.length === 0) return null;
	const year = yearAt(at);
	const months = Array.from({ length: 12 }, (_, n) => `${year}-${String(n + 1).padStart(2, "0")}`);
	const found = months.map((month) => rows.find((row) => row.month === month));
	const sum = (of: (row: MonthFigures) => number): number => rows.reduce((all, row) => all + of(row), 0);
	const [income, expense] = [sum((row) => row.income), sum((row) => row.expense)];
	const last = Number(rows.at(-1)?.month.slice(5));
	const title = `${rocYear(year)} 年收入與支出`;
	return card(
		{
			title,
			beside: [legend([{ label: "收入" }, { label: "支出" }]), html`<span class="soft small">圖的單位：千元</span>`],
			link: allows("ledger", who) ? { href: ledger.statements(), label: "收支表" } : undefined,
		},
		chart({
			title,
			summary: [
				`到 ${last} 月為止收入 ${figure(income)} 元、支出 ${figure(expense)} 元，`,
				html`<b>${income >= expense ? "結餘" : "短絀"} ${figure(Math.abs(income - expense))} 元</b>`,
				"。",
			],
			labels: months.map((month) => `${Number(month.slice(5))}月`),
			series: [
				{ name: "收入", values: found.map((row) => row?.income ?? null) },
				{ name: "支出", values: found.map((row) => row?.expense ?? null) },
			],
			unit: "元",
			per: 1000,
		}),
	);
}
