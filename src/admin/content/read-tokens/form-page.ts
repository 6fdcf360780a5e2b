import type { ReadToken } from "#db/content/read-tokens.ts";
import { ReadTokenInput } from "#domain/content/read-tokens/form.ts";
import { paths } from "#http/paths.ts";
import { fieldsOf } from "#kits/form/fields.ts";
import { linkButton } from "#ui/button.ts";
import { card } from "#ui/card.ts";
import { copyList } from "#ui/copy.ts";
import { facts } from "#ui/facts.ts";
import { form } from "#ui/form.ts";
import type { FormState } from "#ui/form-state.ts";
import { html } from "#ui/html.ts";
import { notice } from "#ui/notice.ts";
import type { Page } from "#ui/page.ts";
import { timeWords } from "#ui/time.ts";
import { TOKEN_CRUMBS } from "./list.ts";

const { readTokens } = paths.admin;
const field = fieldsOf(ReadTokenInput);
const place = { area: "讀取金鑰", crumbs: TOKEN_CRUMBS, slim: true };

/** Draws the page for a new read token. */
export const newTokenPage = (state: FormState): Page => ({
	...place,
	title: "新增讀取金鑰",
	lead: "新增後金鑰只顯示這一次，請交給架設官網的人。",
	body: card(
		{ label: "新增讀取金鑰" },
		form(
			{
				action: readTokens.create(),
				state,
				submit: "新增讀取金鑰",
				busy: "新增中...",
				cancel: readTokens.list(),
				main: true,
				guard: true,
			},
			field({
				name: "name",
				label: "名稱",
				state,
				autocomplete: "off",
				hint: "給哪個網站用，例如「官網」或「會員專區測試站」。",
			}),
		),
	),
});

/** Draws the page that shows a new read token once. */
export const shownTokenPage = (name: string, token: string): Page => ({
	...place,
	title: "已新增讀取金鑰",
	body: html`<div class="stack loose">
		${notice(
			{ tone: "warn", title: "這把金鑰只顯示這一次", role: "status" },
			"請現在複製，存進官網建置環境的密鑰裡。離開這一頁後就無法再看到，只能停用後另發一把。",
		)}
		${card(
			{ label: name },
			copyList([{ name, text: token, shown: html`<code>${token}</code>` }]),
			html`<p class="small">官網讀取時帶上標頭 <code>Authorization: Bearer ${token.slice(0, 8)}…</code>，每分鐘可有 6,000 次未快取的讀取。不要放進瀏覽器會載入的程式。</p>`,
		)}
		<p>${linkButton({ label: "我已複製，繼續", tone: "primary", href: readTokens.list() })}</p>
	</div>`,
});

/** Draws the page that asks before a read token is ended. */
export const revocationPage = ({ id, name, hint, created_at }: ReadToken, state: FormState): Page => ({
	...place,
	title: "停用讀取金鑰",
	body: card(
		{ label: "停用讀取金鑰" },
		notice(
			{ tone: "warn", title: "停用後無法復原" },
			"用這把金鑰的網站仍讀得到內容，但回到一般訪客每分鐘 300 次的限制，一次建置整個網站時可能中斷。",
		),
		facts([
			{ name: "名稱", value: name },
			{ name: "末四碼", value: html`<code>…${hint}</code>` },
			{ name: "建立時間", value: timeWords(created_at) },
		]),
		form({
			action: readTokens.revocation(id),
			state,
			submit: "停用",
			busy: "停用中...",
			danger: true,
			cancel: readTokens.list(),
		}),
	),
});
