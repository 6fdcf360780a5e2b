import { allows } from "#auth/permissions.ts";
import type { FinanceRevisionRow } from "#db/books/finance.ts";
import { type Difference, differences, readContent } from "#domain/books/finance/content.ts";
import { card } from "#ui/card.ts";
import { difference } from "#ui/difference.ts";
import { disclosure } from "#ui/disclosure.ts";
import { type Children, html, type VNode } from "#ui/html.ts";
import { figure } from "#ui/money.ts";
import { ago } from "#ui/time.ts";
import type { FinanceShow } from "./shown.ts";

/** Draws what changed from one revision to the next, the newest shown first; false while there is only one revision. */
export function differencesCard({ revisions, at, who }: FinanceShow): VNode | false {
	if (revisions.length < 2) return false;
	const seesAccounts = allows("finance_all", who);
	const pairs = revisions.slice(1).map((after, n) => ({ before: revisions[n] ?? after, after }));
	const [newest, ...older] = pairs.reverse();
	if (!newest) return false;
	return card(
		{
			title: `第 ${newest.after.revision} 版改了什麼`,
			beside: html`<span class="soft small">${ago(newest.after.at, at)}重新送出</span>`,
		},
		changes(newest.before, newest.after, seesAccounts),
		older.length > 0 &&
			disclosure(
				{ label: `更早的 ${figure(older.length)} 次修改` },
				html`<div class="stack">
					${older.map(({ before, after }) => html`<div class="stack tight"><h3 class="label">第 ${after.revision} 版</h3>${changes(before, after, seesAccounts)}</div>`)}
				</div>`,
			),
	);
}

function changes(before: FinanceRevisionRow, after: FinanceRevisionRow, seesAccounts: boolean): Children {
	const list = differences(readContent(before.content), readContent(after.content), { seesAccounts });
	if (list.length === 0) return html`<p class="soft small">內容沒有變更。</p>`;
	return html`<dl class="facts">${list.map(row)}</dl>`;
}

const row = ({ label, before, after }: Difference): VNode =>
	html`<div><dt>${label}</dt><dd>${apart(before, after)}</dd></div>`;

/** Draws a line before and after its change; when only the amount changed, the summary is shown once. */
function apart(before: string, after: string): Children {
	const [was, is] = [cutLine(before), cutLine(after)];
	if (was !== null && is !== null && was.summary === is.summary)
		return html`<span>${is.summary}　${replaced(was.amount, is.amount)}</span>`;
	return isShort(before, after) ? replaced(before, after) : difference({ before, after });
}

/** Splits a line such as "音響與投影設備　3,600" into its summary and amount; null when it has no amount. */
function cutLine(text: string): { summary: string; amount: string } | null {
	const [, summary = "", amount = ""] = /^(.*)　([\d,]+)$/.exec(text) ?? [];
	return amount === "" ? null : { summary, amount };
}

/**
 * Returns whether both texts are so short (12 characters at most) that a change is drawn as a whole, not letter by
 * letter.
 */
const isShort = (before: string, after: string): boolean => before.length <= 12 && after.length <= 12;
const replaced = (before: string, after: string): VNode =>
	html`<span class="difference">${before !== "" && html`<del>${before}</del>`} ${after !== "" && html`<ins>${after}</ins>`}</span>`;
