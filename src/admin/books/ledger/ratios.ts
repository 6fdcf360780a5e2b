import type { RatioRow } from "#db/books/finance-figures.ts";
import { type Ratio, RESERVE_MOST, ratiosOf, SPENT_LEAST, SURPLUS_FREE } from "#domain/books/ledger/ratios.ts";
import { funds } from "#ui/facts.ts";
import { html, type VNode } from "#ui/html.ts";
import { figure, money } from "#ui/money.ts";
import { status } from "#ui/status.ts";

const shown = ({ percent, isFine }: Ratio, wrong: string): VNode =>
	percent === null
		? html`<span class="soft">還沒有收入</span>`
		: html`<span class="nowrap">${percent.toFixed(1)}%　${status(isFine ? { word: "符合", tone: "ok" } : { word: wrong, tone: "warn", icon: "warn" })}</span>`;

/**
 * Draws the two statutory ratios of a year's income, each with whether it is met: 提撥準備基金 (at most RESERVE_MOST %)
 * and 支出 (at least SPENT_LEAST %).
 */
export function ratioLines(row: RatioRow): VNode {
	const { reserve, spent } = ratiosOf(row);
	return html`<div class="stack tight">
		${funds([
			{ name: `提撥準備基金（${RESERVE_MOST}% 以下）`, value: shown(reserve, "超過") },
			{ name: `支出（${SPENT_LEAST}% 以上）`, value: shown(spent, "不足") },
		])}
		<p class="hint">占本年收入 ${money(row.income)}的比率：提撥 ${money(row.reserved)}、支出 ${money(row.expense - row.reserved)}（不含提撥）。用於創設目的有關活動的支出低於孳息與其他收入的 ${SPENT_LEAST}%、結餘又超過 ${figure(SURPLUS_FREE)} 元，可能影響免稅；有核准的使用計畫（四年內）者不在此限，以主管機關當年度說明為準。</p>
	</div>`;
}
