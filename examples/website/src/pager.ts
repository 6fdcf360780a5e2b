import { type Html, html } from "./html.ts";

/** Links to the pages of a list: the first, the last, and those around the one that is open. */
export function pager(open: number, last: number, addressOf: (page: number) => string): Html | null {
	if (last <= 1) return null;
	const numbers = [...new Set([1, open - 1, open, open + 1, last])].filter((one) => one >= 1 && one <= last);
	const items = numbers.map((one, n) => [
		n > 0 && one > (numbers[n - 1] ?? 0) + 1 && html`<li aria-hidden="true">…</li>`,
		one === open
			? html`<li><a href="${addressOf(one)}" aria-current="page"><span class="unseen">第 </span>${one}<span class="unseen"> 頁</span></a></li>`
			: html`<li><a href="${addressOf(one)}"><span class="unseen">第 </span>${one}<span class="unseen"> 頁</span></a></li>`,
	]);
	return html`<nav class="pager" aria-label="分頁">
${open > 1 && html`<a class="step" href="${addressOf(open - 1)}" rel="prev">上一頁</a>`}
<ol>${items}</ol>
${open < last && html`<a class="step" href="${addressOf(open + 1)}" rel="next">下一頁</a>`}
</nav>`;
}
