/** A draft in the website's own look, which follows what is saved (PREVIEW_URL of the service). */
import { readFileSync } from "node:fs";
import { fileURLToPath } from "node:url";
import { text } from "./article.ts";
import { type Html, html } from "./html.ts";
import { pageText } from "./pages.ts";
import type { Asked, View } from "./view.ts";

export async function showDraft({ content, site, url }: Asked): Promise<View> {
	const [type, id, token] = ["type", "id", "token"].map((name) => url.searchParams.get(name) ?? "");
	const asked = { id: id ?? "", token: token ?? "" };
	if (type === "page") {
		const page = await content.draft("page", asked);
		return page ? shown(page.title, pageText(page, site, null)) : OVER;
	}
	const article = await content.draft("article", asked);
	return article ? shown(article.title, text(article, site)) : OVER;
}

const shown = (title: string, body: Html): View => ({
	title: `預覽：${title}`,
	noindex: true,
	isDraft: true,
	body: html`<div class="inner"><p class="draft" role="status">這是預覽，還沒有公開，請勿轉傳。編輯儲存後，這一頁會自己更新。</p>${body}</div>`,
});

const OVER: View = {
	title: "預覽連結已失效",
	status: 403,
	noindex: true,
	body: html`<div class="inner narrow"><h1>預覽連結已失效</h1><p class="lead">請向編輯索取新的連結。</p></div>`,
};

/** The only scripts of the website, by their paths: the client, and what follows a draft with it. */
export const watching = (api: string): Record<string, string> => ({
	"/client.js": readFileSync(fileURLToPath(import.meta.resolve("bingyou-client")), "utf8"),
	"/draft.js": `import { watchDraft } from "/client.js";
const { type, id, token } = Object.fromEntries(new URLSearchParams(location.search));
watchDraft({ baseUrl: ${JSON.stringify(api)}, type: type === "page" ? "page" : "article", id, token }, () => location.reload());
`,
});
