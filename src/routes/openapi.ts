import * as z from "zod";
import { MinRev, WebhookBulk, WebhookChange, WebhookPing } from "#domain/content/index.ts";
import { type Address, endpoint } from "#http/endpoint.ts";
import { MIN_REV, MIN_REV_HEADER } from "#http/min-rev.ts";
import { paths } from "#http/paths.ts";
import { KINDS } from "#http/problem.ts";

type Json = Record<string, unknown>;
export type Parameter = {
	name: string;
	in: "path" | "query" | "header";
	required: boolean;
	description: string;
	schema: Json;
};

/** Returns an address pattern as OpenAPI writes it, from Hono's `:path{.+}`. */
export const openPath = (pattern: string): string => pattern.replace(/:(\w+)(\{[^}]*\})?/g, "{$1}");

const clean = ({ $schema: _, $id: __, id: ___, param: ____, ...schema }: Json): Json => schema;
const property = (schema: z.ZodType): Json => z.toJSONSchema(schema, { io: "input", unrepresentable: "any" });

/** Returns the parameters of an address, from the schemas that check them. */
export function parametersOf(of: Address): Parameter[] {
	const fields = (schema: z.ZodType, where: "path" | "query"): Parameter[] => {
		if (!(schema instanceof z.ZodObject)) return [];
		return Object.entries(schema.shape).map(([name, field]) => {
			const { description = "", param, default: _, ...json } = property(field as z.ZodType);
			return {
				name,
				in: where,
				required: where === "path" || !(field as z.ZodType).safeParse(undefined).success,
				description: String(description),
				schema: param === undefined ? clean(json) : Object(param),
			};
		});
	};
	return [...fields(of.params, "path"), ...fields(of.query, "query")];
}

/** Returns the parameter that every cached address takes besides its own: the least revision of the answer. */
const minRev = (where: "query" | "header", name: string): Parameter => {
	const { description = "", ...schema } = property(MinRev);
	return { name, in: where, required: false, description: String(description), schema: clean(schema) };
};
const MIN_REV_PARAMETERS = [minRev("query", MIN_REV), minRev("header", MIN_REV_HEADER)];

const problem = (status: number): Json => ({
	description: KINDS[status]?.title ?? "",
	...(status === 429 || status === 503 ? { headers: headersOf("Retry-After") } : {}),
	content: { "application/problem+json": { schema: { $ref: "#/components/schemas/Problem" } } },
});

/** The headers that an answer may carry and a client acts on. */
const HEADERS: Record<string, Json> = {
	ETag: { description: "強驗證碼；下次以 If-None-Match 帶回，沒變就是 304", schema: { type: "string" } },
	"Cache-Control": { description: "可以保存多久", schema: { type: "string" } },
	"X-Content-Rev": { description: "這個回應所依據的內容版次", schema: { type: "string", pattern: "^[0-9]{1,15}$" } },
	"X-Cache": { description: "由哪一層回應", schema: { type: "string", enum: ["memory", "edge", "miss", "stale"] } },
	"Retry-After": { description: "幾秒後再試", schema: { type: "integer", minimum: 1 } },
	Location: { description: "現在的網址", schema: { type: "string", format: "uri" } },
};
const headersOf = (...names: string[]): Json =>
	Object.fromEntries(names.map((name) => [name, { $ref: `#/components/headers/${name}` }]));

/** Returns the name of an operation, from its address: `getArticlesBySlug` of /articles/:slug. */
export function operationIdOf(pattern: string): string {
	const words = openPath(pattern)
		.replace(/\{(\w+)\}/g, "by-$1")
		.split(/[^A-Za-z0-9]+/)
		.filter(Boolean);
	return `get${words.map((word) => word.slice(0, 1).toUpperCase() + word.slice(1)).join("")}`;
}

/** Which headers the answers of an address carry: cached ones and files have an ETag, previews and health have not. */
function answersOf(of: Address, content: Json): Json {
	const isFile = typeof of.reply !== "string" && reference(of.reply) === undefined;
	const isCached = "prepare" in of && !isFile;
	const headers = headersOf(
		"Cache-Control",
		...(isCached || isFile ? ["ETag"] : []),
		...(isCached ? ["X-Content-Rev", "X-Cache"] : []),
	);
	return {
		200: { description: "OK", headers, content },
		...(isFile ? { 206: { description: "Range 所要的部分", headers, content } } : {}),
		...(isCached || isFile ? { 304: { description: "與 If-None-Match 的 ETag 相同，沒有內容", headers } } : {}),
		...(isFile ? { 416: problem(416) } : {}),
	};
}

function operation(of: Address): Json {
	const content =
		typeof of.reply === "string"
			? { [of.reply]: { schema: { type: "string" } } }
			: (reference(of.reply) ?? { "application/octet-stream": { schema: { type: "string", format: "binary" } } });
	const statuses = new Set([400, ...of.also, 406, 429, 503].filter((status) => status !== 301));
	const moved = { description: "Moved: the present address is in Location", headers: headersOf("Location") };
	const responses = {
		...answersOf(of, Object(content)),
		...(of.also.includes(301) ? { 301: moved } : {}),
		...Object.fromEntries([...statuses].map((status) => [status, problem(status)])),
	};
	const parameters = [...parametersOf(of), ...("prepare" in of ? MIN_REV_PARAMETERS : [])];
	const { summary, description } = of;
	return { get: { operationId: operationIdOf(of.path), summary, description, parameters, responses } };
}

const SECURITY: Json = {
	readToken: {
		type: "http",
		scheme: "bearer",
		description: "官網的讀取金鑰：每分鐘 6,000 次未快取的讀取，不帶則為 300 次；回應相同",
	},
};

/** A header that signs a webhook (Standard Webhooks 1.0). */
const signing = (name: string, description: string): Parameter => ({
	name,
	in: "header",
	required: true,
	description,
	schema: { type: "string" },
});
const SIGNING = [
	signing("webhook-id", "重送時不變"),
	signing("webhook-timestamp", "這次寄出的時間，1970 年起的秒數；與現在差五分鐘以上的不要相信"),
	signing("webhook-signature", "v1, 與 id.timestamp.body 的 HMAC-SHA256（base64）；換密鑰期間有兩個，以空格分隔"),
];

const webhook = (schema: z.ZodType, operationId: string, summary: string): Json => ({
	post: {
		operationId,
		summary,
		parameters: SIGNING,
		requestBody: { required: true, content: reference(schema) },
		responses: {
			"2XX": { description: "收到了" },
			410: { description: "不要再送：端點會被停用" },
			"4XX": { description: "稍後再送" },
		},
	},
});
const WEBHOOKS = {
	change: webhook(WebhookChange, "onChange", "一件公開內容的異動"),
	"content.bulk": webhook(WebhookBulk, "onBulk", "超過 20 件一起的異動"),
	ping: webhook(WebhookPing, "onPing", "測試"),
};

/** Returns a reference to a named schema; undefined for a schema without a name, whose answer is a file itself. */
function reference(schema: z.ZodType): Json | undefined {
	const id = z.globalRegistry.get(schema)?.id;
	return id === undefined ? undefined : { "application/json": { schema: { $ref: `#/components/schemas/${id}` } } };
}

const PROBLEM: Json = {
	type: "object",
	description: "RFC 9457",
	required: ["type", "title", "status", "detail", "instance"],
	properties: {
		type: { type: "string", format: "uri" },
		title: { type: "string" },
		status: { type: "integer" },
		detail: { type: "string" },
		instance: { type: "string" },
		errors: {
			type: "array",
			items: {
				type: "object",
				required: ["pointer", "detail"],
				properties: { pointer: { type: "string" }, detail: { type: "string" } },
			},
		},
	},
};

/**
 * Returns an OpenAPI 3.1 document of these addresses, made from the schemas that check requests and shape answers.
 * `base` is the address of the API.
 */
export function openapiDocument(endpoints: readonly Address[], base: string): Json {
	const { schemas } = z.toJSONSchema(z.globalRegistry, {
		io: "output",
		unrepresentable: "any",
		uri: (id) => `#/components/schemas/${id}`,
	});
	// By name: the registry has them in the order in which their modules were loaded.
	const ids = Object.keys(schemas).sort();
	const components = Object.fromEntries(ids.map((id) => [id, clean(Object(schemas[id]))]));
	return {
		openapi: "3.1.0",
		info: {
			title: "病友協會內容服務",
			version: "1",
			license: { name: "MIT", identifier: "MIT" },
			description: "唯讀、免登入。錯誤一律為 application/problem+json（RFC 9457）。",
		},
		servers: [{ url: base + paths.api.root }],
		// Nothing that is public needs a key; a read token only raises the limit of requests.
		security: [{}, { readToken: [] }],
		paths: Object.fromEntries(endpoints.map((of) => [openPath(of.path), operation(of)])),
		webhooks: WEBHOOKS,
		components: { securitySchemes: SECURITY, headers: HEADERS, schemas: { ...components, Problem: PROBLEM } },
	};
}

/** Returns the declaration of the address that serves the OpenAPI document. */
export const openapi = (endpoints: readonly Address[]) =>
	endpoint({
		path: "/openapi.json",
		summary: "OpenAPI 3.1",
		description: "這份說明的機器可讀版本。",
		params: z.object({}),
		query: z.strictObject({}),
		reply: "application/json",
		example: "/openapi.json",
		fill: async (fill) => ({
			kind: "text",
			contentType: "application/json; charset=utf-8",
			body: JSON.stringify(openapiDocument(endpoints, fill.site.base)),
		}),
	});
