import { linkButton } from "#ui/button.ts";
import { card } from "#ui/card.ts";
import { copyButton } from "#ui/copy.ts";
import { html } from "#ui/html.ts";
import { notice } from "#ui/notice.ts";
import type { Page } from "#ui/page.ts";

/** Draws the page with a link that opens a text for anybody who has the link; `back` is the editor's address. */
export const previewLinkPage = (of: { title: string; url: string; until: string; back: string }): Page => ({
	title: "預覽連結",
	area: of.title,
	lead: of.title,
	slim: true,
	body: card(
		{ title: "給還沒有帳號的人看" },
		html`<p>收到這個連結的人不用登入就能閱讀，內容是<b>最後一次儲存</b>的樣子。連結有效至 ${of.until}，之後自動失效。</p>`,
		html`<div class="field">
			<label for="preview-link">連結</label>
			<input class="input" id="preview-link" readonly value=${of.url} />
		</div>`,
		html`<p class="row">
			${copyButton({ text: of.url, about: "預覽連結", small: false })}
			${linkButton({ label: "開啟預覽", href: of.url, icon: "external" })}
			${linkButton({ label: "回到編輯", href: of.back, tone: "quiet" })}
		</p>`,
	),
});

/** Draws the page that says that a text in the trash has no preview. */
export const noPreviewLinkPage = (of: { title: string; back: string }): Page => ({
	title: "預覽",
	status: 422,
	area: of.title,
	lead: of.title,
	slim: true,
	body: html`<div class="stack loose">
		${notice({ tone: "warn" }, "這份內容在垃圾桶裡，不能預覽。請先還原為草稿。")}
		<p class="row">${linkButton({ label: "回到編輯", href: of.back })}</p>
	</div>`,
});
