import { SELF } from "cloudflare:test";
import { expect, test } from "vitest";
import * as z from "zod";
import { operationIdOf } from "#routes/openapi.ts";

const Answer = z.object({ headers: z.record(z.string(), z.unknown()).optional(), content: z.unknown().optional() });
const Operation = z.object({
	operationId: z.string(),
	summary: z.string().min(1),
	parameters: z.array(z.object({ name: z.string(), in: z.string(), required: z.boolean(), schema: z.object() })),
	responses: z.record(z.string(), Answer),
});
const Document = z.object({
	openapi: z.literal("3.1.0"),
	info: z.object({ title: z.string(), license: z.object({ name: z.string() }) }),
	servers: z.array(z.object({ url: z.url() })).min(1),
	security: z.array(z.unknown()),
	paths: z.record(z.string(), z.object({ get: Operation })),
	webhooks: z.record(z.string(), z.object({ post: Operation.extend({ requestBody: z.unknown() }) })),
	components: z.record(z.string(), z.record(z.string(), z.unknown())),
});

async function document() {
	const text = await (await SELF.fetch("https://api.example.org/api/v1/openapi.json")).text();
	return { text, ...Document.parse(JSON.parse(text)) };
}

test("every operation has a name of its own, a summary, an answer of 4xx and its path parameters", async () => {
	const { paths, webhooks } = await document();
	const operations = [
		...Object.values(paths).map(({ get }) => get),
		...Object.values(webhooks).map(({ post }) => post),
	];
	const names = operations.map((one) => one.operationId);
	expect(new Set(names).size).toBe(names.length);
	for (const name of names) expect(name).toMatch(/^[a-z][A-Za-z0-9]+$/);
	for (const [path, { get }] of Object.entries(paths)) {
		const declared = get.parameters.filter((one) => one.in === "path").map((one) => `{${one.name}}`);
		expect(path.match(/\{\w+\}/g) ?? []).toEqual(declared);
		expect(get.parameters.filter((one) => one.in === "path").every((one) => one.required)).toBe(true);
		expect(new Set(get.parameters.map((one) => `${one.in} ${one.name}`)).size).toBe(get.parameters.length);
	}
	for (const one of operations) expect(Object.keys(one.responses).some((status) => status.startsWith("4"))).toBe(true);
	expect(["/articles", "/articles/:slug", "/pages/:path{.+}", "/feeds/articles.rss"].map(operationIdOf)).toEqual([
		"getArticles",
		"getArticlesBySlug",
		"getPagesByPath",
		"getFeedsArticlesRss",
	]);
});

test("every reference leads to something, and every component is referred to", async () => {
	const { text, components: all, security } = await document();
	const { securitySchemes, ...components } = all; // named by `security`, not by a reference
	expect(security).toEqual([{}, ...Object.keys(securitySchemes ?? {}).map((name) => ({ [name]: [] }))]);
	const asked = new Set(Array.from(text.matchAll(/"\$ref":"#\/components\/([^"]+)"/g), ([, name]) => name));
	const there = Object.entries(components).flatMap(([kind, all]) => Object.keys(all).map((name) => `${kind}/${name}`));
	expect([...asked].filter((name) => !there.includes(String(name)))).toEqual([]);
	expect(there.filter((name) => !asked.has(name))).toEqual([]);
});

test("every field that must be there is described", async () => {
	const { text } = await document();
	const undescribed: string[] = [];
	JSON.parse(text, (_key, value) => {
		if (!Array.isArray(value?.required) || value.type !== "object") return value;
		for (const name of value.required) if (!(name in (value.properties ?? {}))) undescribed.push(name);
		return value;
	});
	expect(undescribed).toEqual([]);
});

test("304 and the headers stand where the answers have them, and an answer carries what it says", async () => {
	const { paths } = await document();
	const said = (path: string, status: string) => Object.keys(paths[path]?.get.responses[status]?.headers ?? {});
	expect(said("/categories", "200")).toEqual(["Cache-Control", "ETag", "X-Content-Rev", "X-Cache"]);
	expect(said("/categories", "304")).toEqual(said("/categories", "200"));
	expect(said("/attachments/{id}/{filename}", "304")).toEqual(["Cache-Control", "ETag"]);
	expect(said("/articles/{slug}", "301")).toEqual(["Location"]);
	expect(said("/articles", "429")).toEqual(["Retry-After"]);
	expect(paths["/preview/articles/{id}"]?.get.responses[304]).toBe(undefined);
	expect(said("/health", "200")).toEqual(["Cache-Control"]);

	const ask = (headers = {}) => SELF.fetch("https://api.example.org/api/v1/categories", { headers });
	const first = await ask();
	const etag = first.headers.get("ETag") ?? "";
	const again = await ask({ "If-None-Match": etag });
	expect([first.status, again.status]).toEqual([200, 304]);
	for (const answer of [first, again]) {
		for (const name of said("/categories", "200")) expect(answer.headers.get(name), name).not.toBe(null);
	}
});

test("web-hooks are described with their signature and what they carry", async () => {
	const { webhooks } = await document();
	expect(Object.keys(webhooks)).toEqual(["change", "content.bulk", "ping"]);
	for (const { post } of Object.values(webhooks)) {
		expect(post.parameters.map((one) => one.name)).toEqual(["webhook-id", "webhook-timestamp", "webhook-signature"]);
		expect(JSON.stringify(post.requestBody)).toMatch(/schemas\/Webhook(Change|Bulk|Ping)/);
	}
});
