import type { EndpointRow } from "#db/content/webhooks.ts";
import { paths } from "#http/paths.ts";
import { linkButton } from "#ui/button.ts";
import { card } from "#ui/card.ts";
import { copyList } from "#ui/copy.ts";
import { form } from "#ui/form.ts";
import type { FormState } from "#ui/form-state.ts";
import { html } from "#ui/html.ts";
import { notice } from "#ui/notice.ts";
import type { Page } from "#ui/page.ts";
import { timeWords } from "#ui/time.ts";
import { CRUMBS } from "./list.ts";

const { webhooks } = paths.admin;
const here = ({ id, url }: Pick<EndpointRow, "id" | "url">) => [...CRUMBS, { label: url, href: webhooks.show(id) }];

const SNIPPET = `import { createHmac, timingSafeEqual } from "node:crypto";

const key = Buffer.from(process.env.WEBHOOK_SECRET.replace(/^whsec_/, ""), "base64");
const signed = \`\${headers["webhook-id"]}.\${headers["webhook-timestamp"]}.\${body}\`;
const expected = Buffer.from("v1," + createHmac("sha256", key).update(signed).digest("base64"));
const genuine = headers["webhook-signature"].split(" ").some((one) => {
	const given = Buffer.from(one);
	return given.length === expected.length && timingSafeEqual(given, expected);
});`;

/**
 * Draws the page that shows a new secret once; it cannot be read again. `oldUntil` (UTC milliseconds): until when the
 * old secret signs too.
 */
export const secretPage = (
	endpoint: Pick<EndpointRow, "id" | "url">,
	{ secret, oldUntil }: { secret: string; oldUntil?: number },
): Page => ({
	title: oldUntil === undefined ? "已新增通知對象" : "已更換密鑰",
	area: "通知官網",
	crumbs: here(endpoint),
	slim: true,
	body: html`<div class="stack loose">
		${notice(
			{ tone: "warn", title: "這組密鑰只顯示這一次", role: "status" },
			"請現在複製，存進官網的 WEBHOOK_SECRET。離開這一頁後就無法再看到，只能更換。",
			oldUntil !== undefined && html`<p class="small">舊的密鑰同時簽章到 ${timeWords(oldUntil)}，請在此之前換好。</p>`,
		)}
		${card(
			{ label: "密鑰" },
			copyList([
				{ name: "密鑰", text: secret, shown: html`<code>${secret}</code>` },
				{ name: "網址", text: endpoint.url, shown: html`<code>${endpoint.url}</code>` },
			]),
		)}
		${card(
			{ title: "官網如何確認通知是真的" },
			html`<p class="small">
				每則通知都依 Standard Webhooks 簽章，官網應先驗證再處理，並拒收時間相差五分鐘以上的通知。完整的接收程式在原始碼的
				<code>docs/website.md</code>。
			</p>`,
			html`<div class="scroll" tabindex="0" role="region" aria-label="驗證簽章的範例"><pre class="code"><code>${SNIPPET}</code></pre></div>`,
		)}
		<p>${linkButton({ label: "我已複製，繼續", tone: "primary", href: webhooks.show(endpoint.id) })}</p>
	</div>`,
});

/** Draws the page that explains what a new secret changes, before it is made. */
export const rotationPage = (endpoint: EndpointRow, state: FormState, at: number): Page => ({
	title: "更換密鑰",
	area: "通知官網",
	crumbs: here(endpoint),
	slim: true,
	body: card(
		{ label: "更換密鑰" },
		html`<ul class="plain stack tight">
			<li>會產生一組新的密鑰，只顯示一次。</li>
			<li>舊的密鑰還會同時簽章 24 小時，官網在這段時間內換好，就不會漏掉通知。</li>
		</ul>`,
		endpoint.previousUntil !== null &&
			endpoint.previousUntil > at &&
			notice(
				{ tone: "warn" },
				`上一次更換還在過渡期（到 ${timeWords(endpoint.previousUntil)}）。現在再更換，更早的那一組立即失效。`,
			),
		form({
			action: webhooks.secret(endpoint.id),
			state,
			version: endpoint.version,
			submit: "更換密鑰",
			busy: "更換中...",
			cancel: webhooks.show(endpoint.id),
		}),
	),
});
