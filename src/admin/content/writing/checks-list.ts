import type { Check } from "#domain/content/content/known.ts";
import { html, type VNode } from "#ui/html.ts";
import { notice } from "#ui/notice.ts";

/**
 * Draws the list of things to check before publishing, each with its place in the text; says so when there are none.
 */
export const checksList = (checks: readonly Check[]): VNode =>
	checks.length === 0
		? notice({ tone: "ok" }, "內容檢查沒有發現問題。")
		: notice(
				{ tone: "warn", title: `發布前可以看看 ${checks.length} 處` },
				html`<ul class="bullets">
					${checks.map(({ words, excerpt }) => html`<li>${words}${excerpt && html`<span class="place">${excerpt}</span>`}</li>`)}
				</ul>`,
			);
