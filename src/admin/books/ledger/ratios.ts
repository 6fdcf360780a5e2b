import * as z from "zod";
import type { RatioRow } from "#db/books/finance-figures.ts";
import { type Ratio, RESERVE_MOST, ratiosOf, SPENT_LEAST, SURPLUS_FREE } from "#domain/books/ledger/ratios.ts";
import { rocYear } from "#kernel/calendar.ts";
import { dayText } from "#kernel/written.ts";
import { funds } from "#ui/facts.ts";
import { type Children, html, type VNode } from "#ui/html.ts";
import { figure, money } from "#ui/money.ts";
import { status } from "#ui/status.ts";

const shown = ({ percent, isFine }: Ratio, wrong: string, fine = "符合"): VNode =>
	percent === null
		? html`<span class="soft">還沒有收入</span>`
		: html`<span class="nowrap">${percent.toFixed(1)}%　${status(isFine ? { word: fine, tone: "ok" } : { word: wrong, tone: "warn", icon: "warn" })}</span>`;

const Plan = z.object({
	first_year: z.int(),
	last_year: z.int(),
	amount: z.int(),
	approval_no: z.string(),
	approved_on: z.string(),
});

/**
 * Draws the two statutory ratios of a year's income, each with whether it is met: 提撥準備基金 (at most RESERVE_MOST %)
 * and 支出 (at least SPENT_LEAST %), and the approved plan for what is left (結餘使用計畫).
 */
export function ratioLines(row: RatioRow): VNode {
	const plan = row.plan === null ? undefined : Plan.parse(JSON.parse(row.plan));
	const { reserve, spent } = ratiosOf({ ...row, hasPlan: plan !== undefined });
	const isByPlan = plan !== undefined && !ratiosOf(row).spent.isFine;
	return html`<div class="stack tight">
		${funds([
			{ name: `提撥準備基金（${RESERVE_MOST}% 以下）`, value: shown(reserve, "超過") },
			{ name: `支出（${SPENT_LEAST}% 以上）`, value: shown(spent, "不足", isByPlan ? "有核准的計畫" : "符合") },
		])}
		${plan && planWords(plan, row)}
		<p class="hint">占本年收入 ${money(row.income)}的比率：提撥 ${money(row.reserved)}、支出 ${money(row.expense - row.reserved)}（不含提撥）。用於創設目的有關活動的支出低於孳息與其他收入的 ${SPENT_LEAST}%、結餘又超過 ${figure(SURPLUS_FREE)} 元，可能影響免稅；有核准的使用計畫（四年內）者不在此限，以主管機關當年度說明為準。</p>
	</div>`;
}

/** Says which plan the authority agreed to, and whether it is for less than what the books have left. */
function planWords(plan: z.infer<typeof Plan>, { income, expense, reserved }: RatioRow): Children {
	const left = income - (expense - reserved);
	const years = [plan.first_year, plan.last_year].map(rocYear);
	const span = years[0] === years[1] ? `${years[0]} 年` : `${years[0]} 至 ${years[1]} 年`;
	return [
		html`<p class="small">結餘使用計畫：${span}使用 ${money(plan.amount)}，主管機關 ${dayText(plan.approved_on)}同意（${plan.approval_no}）。</p>`,
		plan.amount < left && html`<p class="small">計畫的金額比帳上的結餘 ${money(left)}少，請核對。</p>`,
	];
}
