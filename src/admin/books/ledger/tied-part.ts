import type { Tied } from "#domain/books/vouchers/tied.ts";
import { html, type VNode } from "#ui/html.ts";
import { notice } from "#ui/notice.ts";

/** What becomes of accounts that the program keeps, where a voucher by hand posts to them; nothing where none does. */
export const tiedNotice = (tied: Tied): VNode | false =>
	tied.length > 0 &&
	notice(
		{ tone: "warn", title: "過帳前請確認：這些科目由系統自動記入" },
		html`<ul>${tied.map(({ account, words }) => html`<li><b>${account}</b>：${words}</li>`)}</ul>`,
	);
