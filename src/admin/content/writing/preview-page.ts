import type { Check } from "#domain/content/content/known.ts";
import { card } from "#ui/card.ts";
import { html } from "#ui/html.ts";
import { lengthWords } from "#ui/islands/reading.ts";
import { notice } from "#ui/notice.ts";
import type { Page } from "#ui/page.ts";
import { type Reading, reading } from "#ui/reading.ts";
import { checksList } from "./checks-list.ts";

const UNNAMED = "（還沒有標題）";

/** Draws the text being written as readers will see it, with things to check before publishing. It saves nothing. */
export const previewPage = ({
	title,
	checks,
	characters,
	minutes,
	...text
}: Omit<Reading, "facts" | "attachments"> & {
	title: string;
	checks: Check[];
	characters: number;
	minutes: number;
}): Page => ({
	title: title.trim() || UNNAMED,
	area: "預覽",
	lead: "這是剛才送出的樣子，還沒有儲存。看完請關閉這個分頁，回到編輯頁儲存。",
	slim: true,
	outside: true,
	sheets: ["writing"],
	body: html`<div class="stack loose">
		${checksList(checks)}
		${card({ label: "預覽" }, reading({ ...text, facts: [lengthWords({ characters, minutes })], attachments: [] }))}
	</div>`,
});

/** Draws the page that says why the preview failed. */
export const noPreviewPage = (problem: string): Page => ({
	title: "無法預覽",
	area: "預覽",
	slim: true,
	body: notice({ tone: "warn" }, `${problem}請關閉這個分頁，回到編輯頁修改；您寫的內容都還在那裡。`),
});
