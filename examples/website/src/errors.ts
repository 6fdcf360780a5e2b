import { html } from "./html.ts";
import type { View } from "./view.ts";

const SEARCH = html`<form class="search" action="/search" role="search"><label class="unseen" for="q">關鍵字</label>
<input id="q" type="search" name="q" maxlength="100" autocomplete="off" required><button class="press" type="submit">搜尋</button></form>`;

export const nothingHere = (): View => ({
	title: "找不到這一頁",
	status: 404,
	noindex: true,
	body: html`<div class="inner narrow lost"><h1>找不到這一頁</h1><p class="lead">網址可能打錯了，或這一頁換了地方。</p>${SEARCH}
<p>也可以從<a href="/">首頁</a>或<a href="/articles">文章</a>開始找。</p></div>`,
});

export const goneFromHere = (): View => ({
	title: "這一頁已經撤下",
	status: 410,
	noindex: true,
	body: html`<div class="inner narrow lost"><h1>這一頁已經撤下</h1><p class="lead">內容過期或不再提供，所以不再公開。</p>${SEARCH}
<p>也可以從<a href="/">首頁</a>或<a href="/articles">文章</a>開始找。</p></div>`,
});

/** Shown without the association's name and menus, which could not be read. */
export const OUT_OF_ORDER = `<!doctype html><html lang="zh-Hant-TW"><meta charset="utf-8"><meta name="viewport" content="width=device-width, initial-scale=1"><title>網站暫時無法顯示</title><main><h1>網站暫時無法顯示</h1><p>請過一兩分鐘再試。</p></main></html>`;
