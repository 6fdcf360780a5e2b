import { html, raw } from "hono/html";
import * as z from "zod";
import { MinRev } from "#domain/content/index.ts";
import type { Handler } from "#http/context.ts";
import type { Address } from "#http/endpoint.ts";
import { paths } from "#http/paths.ts";
import { KINDS } from "#http/problem.ts";
import { publish } from "#http/public.ts";
import { knownState } from "#http/state.ts";
import { DOCS_STYLE } from "#routes/docs-style.ts";
import { openPath, type Parameter, parametersOf } from "#routes/openapi.ts";

type Json = Record<string, unknown>;
type Html = ReturnType<typeof html>;

/**
 * Returns the handler of the documentation page: every address of the API, made from the same declarations as the
 * OpenAPI document.
 */
export const docsPage =
	(endpoints: readonly Address[]): Handler =>
	async (c) => {
		const state = await knownState(c);
		const nonce = crypto.randomUUID();
		const page = await document(endpoints, { base: state.site.base, nonce });
		const headers = {
			"Content-Type": "text/html; charset=utf-8",
			"Cache-Control": "public, max-age=300",
			"Content-Security-Policy": `default-src 'none'; style-src 'nonce-${nonce}'; img-src data:; base-uri 'none'; form-action 'none'; frame-ancestors 'none'`,
			"Referrer-Policy": "strict-origin-when-cross-origin",
		};
		return publish(c, new Response(String(page), { headers }), state);
	};

/** The association's logo as a data URL: two linked rings. */
const MARK =
	"data:image/svg+xml,%3Csvg xmlns='http://www.w3.org/2000/svg' viewBox='0 0 24 24' fill='none' stroke='%230a6658' stroke-width='2'%3E%3Ccircle cx='6.5' cy='15.5' r='4'/%3E%3Ccircle cx='18.5' cy='7.5' r='2.6'/%3E%3Cpath d='M9.9 13.3 16.3 9'/%3E%3C/svg%3E";

const document = (endpoints: readonly Address[], of: { base: string; nonce: string }): Html => html`<!doctype html>
<html lang="zh-Hant-TW">
<head>
<meta charset="utf-8">
<meta name="viewport" content="width=device-width, initial-scale=1">
<title>內容服務 API v1</title>
<link rel="icon" href="${MARK}">
<style nonce="${of.nonce}">${raw(DOCS_STYLE)}</style>
</head>
<body>
<a class="skip" href="#main">跳至主要內容</a>
<div class="frame">
<header>
	<h1>內容服務 API v1</h1>
	<div class="line" aria-hidden="true"></div>
	<p>官網所讀的一切：文章、分類、標籤、頁面與文件。唯讀、免登入，回應為 JSON。基底網址 <code>${of.base}${paths.api.root}</code>，機器可讀版本在 <a href="${paths.api.openapi()}">openapi.json</a>。</p>
</header>
<nav aria-label="目錄"><ul>
	<li><a href="#rules">共同規則</a></li>
	${endpoints.map((endpoint) => html`<li><a href="#${anchor(endpoint)}">${endpoint.summary}</a></li>`)}
	<li><a href="#problems">錯誤</a></li>
</ul></nav>
<main id="main" tabindex="-1">
	${rules()}
	${endpoints.map((endpoint) => section(endpoint))}
	${problems()}
</main>
</div>
</body>
</html>`;

const anchor = (endpoint: Address): string => endpoint.path.replace(/\W+/g, "-").replace(/^-|-$/g, "");

const rules = (): Html => html`<section id="rules" aria-labelledby="rules-title">
	<h2 id="rules-title">共同規則</h2>
	<ul>
		<li>時間為 ISO 8601 並含時區；網址一律為絕對網址；slug 可為中文，以 NFC 正規化。</li>
		<li>參數不合規定、未知或重複時回 400，不會默默修正。頁次超過最後一頁時回 200 與空陣列。</li>
		<li>每個回應都有強式 <code>ETag</code>；帶 <code>If-None-Match</code> 再問，未變更即回 304。內容一經發布，半秒內即可讀到。</li>
		<li><code>X-Content-Rev</code> 是內容版次，每次公開異動都會變大；漏接 web-hook 時，以 <a href="#changes">changes</a> 補抓。</li>
		<li>有快取的網址都可帶 <code>min_rev=版次</code> 或標頭 <code>X-Min-Rev</code>：${MinRev.description}。搜尋結果還須等索引跟上。</li>
		<li>瀏覽器可從官網、預覽站與 <code>http://localhost:3000</code> 讀取（CORS，不帶憑證）。</li>
		<li>未命中快取的請求，每個位址每分鐘至多 300 次，超過回 429 與 <code>Retry-After</code>。</li>
	</ul>
</section>`;

function section(endpoint: Address): Html {
	const id = anchor(endpoint);
	const parameters = parametersOf(endpoint);
	const example = endpoint.example.includes("{")
		? html`<code>${endpoint.example}</code>`
		: html`<a href="${paths.api.root}${endpoint.example}">${endpoint.example}</a>`;
	return html`<section id="${id}" aria-labelledby="${id}-title">
	<h2 id="${id}-title">${endpoint.summary}</h2>
	<p class="address"><span class="verb">GET</span> <code>${openPath(endpoint.path)}</code></p>
	<p>${endpoint.description}</p>
	${parameters.length > 0 ? parameterTable(parameters) : ""}
	<p class="soft">範例：${example}　也可能回 ${[400, ...endpoint.also].join("、")}</p>
	${typeof endpoint.reply === "string" ? html`<p class="soft">格式：<code>${endpoint.reply}</code></p>` : replyFields(endpoint.reply)}
</section>`;
}

const parameterTable = (parameters: Parameter[]): Html => html`<div class="wide"><table>
	<thead><tr><th scope="col">參數</th><th scope="col">值</th><th scope="col">說明</th></tr></thead>
	<tbody>${parameters.map(
		(parameter) => html`<tr><td><code>${parameter.name}</code></td><td>${describe(parameter.schema)}</td>
		<td>${parameter.description}${parameter.in === "query" && parameter.required ? "（必填）" : ""}</td></tr>`,
	)}</tbody>
</table></div>`;

/** Writes a JSON Schema in a few words, such as its type, range and default. */
function describe(schema: Json): string {
	if (Array.isArray(schema.enum)) return schema.enum.join("、");
	if (Array.isArray(schema.anyOf)) return schema.anyOf.map((one) => describe(Object(one))).join(" 或 ");
	if (typeof schema.$ref === "string") return schema.$ref.split("/").at(-1) ?? "";
	if (schema.type === "array") return `${describe(Object(schema.items))}[]`;
	const range = schema.minimum === undefined ? "" : ` ${schema.minimum}–${schema.maximum ?? ""}`;
	const byDefault = schema.default === undefined ? "" : `，預設 ${schema.default}`;
	return (
		String(schema.format ?? schema.type ?? "") +
		(schema.type === "integer" && schema.default !== undefined ? range : "") +
		byDefault
	);
}

/** Returns the fields of a reply as HTML, one table for each named schema in it. */
function replyFields(reply: z.ZodType): Html | string {
	if (z.globalRegistry.get(reply)?.id === undefined) return html`<p class="soft">回傳檔案本身。</p>`;
	const { $defs = {}, ...schema }: Json = z.toJSONSchema(reply, { io: "output", unrepresentable: "any" });
	const tables = Object.entries({ 回應: schema, ...Object(withoutSelf($defs)) });
	return html`<details><summary>回應的欄位</summary>${tables.map(([name, of]) => fieldTable(name, Object(of)))}</details>`;
}

const withoutSelf = (defs: unknown): Json =>
	Object.fromEntries(Object.entries(Object(defs)).filter(([name]) => !name.startsWith("__")));

function fieldTable(name: string, schema: Json): Html {
	const fields = Object.entries(Object(schema.properties));
	if (fields.length === 0) return html`<p>${describe(schema)}。${String(schema.description ?? "")}</p>`;
	return html`<div class="wide fields"><h3>${name}</h3><table>
	<thead><tr><th scope="col">欄位</th><th scope="col">型別</th><th scope="col">說明</th></tr></thead>
	<tbody>${fields.map(([field, of]) => {
		const json: Json = Object(of);
		return html`<tr><td><code>${field}</code></td><td>${describe(json)}</td><td>${String(json.description ?? "")}</td></tr>`;
	})}</tbody></table></div>`;
}

const WHAT_TO_DO: Record<number, string> = {
	400: "看 errors：pointer 指出哪個參數，detail 說明應如何填寫。",
	403: "預覽連結已過期或不正確，請向編輯索取新連結。",
	404: "沒有這個網址，或內容尚未發布。",
	405: "公開 API 只接受 GET、HEAD 與 OPTIONS；見 Allow。",
	406: "調整 Accept，或不要帶。",
	410: "內容已封存；請從網站移除或改以存檔呈現。",
	416: "Range 超出檔案大小；見 Content-Range。",
	429: "等待 Retry-After 所示的秒數再試。",
	500: "回報 detail 中的編號。",
	503: "資料庫暫時沒有回應，或內容還沒到 min_rev 的版次；等待 Retry-After 所示的秒數再試。",
};

const problems = (): Html => html`<section id="problems" aria-labelledby="problems-title">
	<h2 id="problems-title">錯誤</h2>
	<p>錯誤一律為 <code>application/problem+json</code>（RFC 9457）：<code>type</code>、<code>title</code>、<code>status</code>、<code>detail</code>、<code>instance</code>，參數錯誤另有 <code>errors</code>。</p>
	<div class="wide"><table>
	<thead><tr><th scope="col">狀態</th><th scope="col">type</th><th scope="col">怎麼辦</th></tr></thead>
	<tbody>${Object.entries(KINDS).map(
		([status, kind]) =>
			html`<tr id="problem-${kind.name}"><td>${status}</td><td><code>#problem-${kind.name}</code></td><td>${WHAT_TO_DO[Number(status)] ?? ""}</td></tr>`,
	)}</tbody></table></div>
</section>`;
