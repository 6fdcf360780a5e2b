import type { Tied } from "#domain/books/vouchers/tied.ts";
import { html, type VNode } from "#ui/html.ts";
import { notice } from "#ui/notice.ts";

/**
 * Draws a warning for a manual voucher that posts to accounts which the system posts to by itself, with the effect on
 * each; false when there are none.
 */
export const tiedNotice = (tied: Tied): VNode | false =>
	tied.length > 0 &&
	notice(
		{ tone: "warn", title: "過帳前請確認：這些科目由系統自動記入" },
		html`<ul>${tied.map(({ account, words }) => html`<li><b>${account}</b>：${words}</li>`)}</ul>`,
	);
