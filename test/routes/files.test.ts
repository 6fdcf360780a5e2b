import { env } from "cloudflare:test";
import { beforeAll, describe, expect, test } from "vitest";
import { ask, insert, insertArticle, sql } from "../support/content.ts";
import { insertDocument, TIME } from "../support/rows.ts";

const IMAGE = "b".repeat(26);
const PDF = "c".repeat(26);
const LOOSE = "d".repeat(26);
const COVER = "e".repeat(26);
const SHA = "0123456789abcdef".repeat(4);

async function store(id: string, filename: string, contentType: string): Promise<void> {
	await env.FILES.put(`attachments/${id}`, "0123456789");
	await insert("attachments", {
		id,
		filename,
		content_type: contentType,
		size: 10,
		sha256: SHA,
		object_key: `attachments/${id}`,
		created_at: TIME + 123,
	});
}

beforeAll(async () => {
	await store(IMAGE, "海 邊.png", "image/png");
	await store(PDF, '年報 "1".pdf', "application/pdf");
	await store(LOOSE, "loose.png", "image/png");
	await store(COVER, "cover.png", "image/png");
	await insertArticle({ slug: "shown" });
	await insertArticle({ slug: "draft", state: "draft", published_at: null, cover_id: COVER });
	await sql(
		`INSERT INTO attachment_uses (resource, resource_id, role, attachment_id) VALUES ('article', 1, 'inline', '${IMAGE}'), ('article', 1, 'file', '${PDF}'), ('article', 2, 'inline', '${LOOSE}')`,
	);
	await insertDocument({ id: 1, slug: "bylaws", category: "", visibility: "public" });
	await env.FILES.put("documents/1", "0123456789");
});

const image = `/api/v1/attachments/${IMAGE}/${encodeURIComponent("海 邊.png")}`;
const at = (headers: Record<string, string>) => ask(image, { headers });

test("an image is shown, kept for a year, and cannot do harm", async () => {
	const answer = await ask(image);
	expect([answer.status, await answer.text()]).toEqual([200, "0123456789"]);
	expect(Object.fromEntries(answer.headers)).toEqual({
		"accept-ranges": "bytes",
		"cache-control": "public, max-age=31536000, immutable",
		"content-disposition": `inline; filename="_ _.png"; filename*=UTF-8''${encodeURIComponent("海 邊.png")}`,
		"content-length": "10",
		"content-security-policy": "default-src 'none'; sandbox",
		"content-type": "image/png",
		"cross-origin-resource-policy": "cross-origin",
		etag: '"0123456789abcdef0123456789abcdef"',
		"last-modified": "Thu, 01 Jan 2026 00:00:00 GMT",
		"referrer-policy": "strict-origin-when-cross-origin",
		"strict-transport-security": "max-age=63072000; includeSubDomains",
		vary: "Origin",
		"x-content-type-options": "nosniff",
	});
});

test("anything else is downloaded under its name", async () => {
	const answer = await ask(`/api/v1/attachments/${PDF}/${encodeURIComponent('年報 "1".pdf')}`);
	expect(answer.headers.get("Content-Disposition")).toBe(
		`attachment; filename="__ _1_.pdf"; filename*=UTF-8''${encodeURIComponent('年報 "1".pdf')}`,
	);
});

test("a name keeps no character that a header's parser reads as its own", async () => {
	const id = "f".repeat(26);
	await store(id, "it's (1)*.pdf", "application/pdf");
	await insert("attachment_uses", { resource: "article", resource_id: 1, role: "file", attachment_id: id });
	const answer = await ask(`/api/v1/attachments/${id}/${encodeURIComponent("it's (1)*.pdf")}`);
	expect(answer.headers.get("Content-Disposition")).toContain("filename*=UTF-8''it%27s%20%281%29%2A.pdf");
});

describe("Range", () => {
	test.each([
		["bytes=0-3", 206, "0123", "bytes 0-3/10"],
		["bytes=4-", 206, "456789", "bytes 4-9/10"],
		["bytes=-3", 206, "789", "bytes 7-9/10"],
		["bytes=-99", 206, "0123456789", "bytes 0-9/10"],
		["Bytes=0-3", 206, "0123", "bytes 0-3/10"],
		["bytes=8-99", 206, "89", "bytes 8-9/10"],
		["bytes=0-0", 206, "0", "bytes 0-0/10"],
		["bytes=0-1,4-5", 200, "0123456789", null],
		["bytes=5-2", 200, "0123456789", null],
		["bytes=a-b", 200, "0123456789", null],
		["items=0-1", 200, "0123456789", null],
	])("%s", async (range, status, body, contentRange) => {
		const answer = await at({ Range: range });
		expect([answer.status, await answer.text(), answer.headers.get("Content-Range")]).toEqual([
			status,
			body,
			contentRange,
		]);
		expect(answer.headers.get("Content-Length")).toBe(String(body.length));
	});

	test.each(["bytes=10-", "bytes=99-100", "bytes=-0"])("%s lies outside", async (range) => {
		const answer = await at({ Range: range });
		expect([answer.status, answer.headers.get("Content-Range")]).toEqual([416, "bytes */10"]);
		expect(answer.headers.get("Content-Type")).toBe("application/problem+json; charset=utf-8");
	});

	test("HEAD knows no range", async () => {
		const answer = await ask(image, { method: "HEAD", headers: { Range: "bytes=0-3" } });
		expect([answer.status, answer.headers.get("Content-Length"), answer.headers.get("Content-Range")]).toEqual([
			200,
			"10",
			null,
		]);
	});

	test("If-Range with another validator gives the whole", async () => {
		expect((await at({ Range: "bytes=0-1", "If-Range": '"old"' })).status).toBe(200);
		expect((await at({ Range: "bytes=0-1", "If-Range": '"0123456789abcdef0123456789abcdef"' })).status).toBe(206);
	});
});

test.each([
	[{ "If-None-Match": '"0123456789abcdef0123456789abcdef"' }, 304],
	[{ "If-None-Match": '"other"', "If-Modified-Since": "Fri, 02 Jan 2026 00:00:00 GMT" }, 200],
	[{ "If-Modified-Since": "Thu, 01 Jan 2026 00:00:00 GMT" }, 304],
	[{ "If-Modified-Since": "Wed, 31 Dec 2025 23:59:59 GMT" }, 200],
	[{ "If-Modified-Since": "yesterday" }, 200],
] as const)("%o is %i", async (headers, status) => {
	const answer = await at({ ...headers });
	expect([answer.status, (await answer.text()).length]).toEqual([status, status === 304 ? 0 : 10]);
});

describe("a file is public exactly while something public shows it", () => {
	test.each([
		["used by a draft only", `/api/v1/attachments/${LOOSE}/loose.png`],
		["the cover of a draft", `/api/v1/attachments/${COVER}/cover.png`],
		["under another name", `/api/v1/attachments/${IMAGE}/other.png`],
		["an id that is none", "/api/v1/attachments/../x.png"],
		["an unknown id", `/api/v1/attachments/${"z".repeat(26)}/x.png`],
	])("%s: 404", async (_, path) => expect((await ask(path)).status).toBe(404));

	test("and no longer", async () => {
		await sql("UPDATE articles SET state = 'published', published_at = 1 WHERE slug = 'draft'");
		expect((await ask(`/api/v1/attachments/${COVER}/cover.png`)).status).toBe(200);
		await sql("UPDATE articles SET state = 'archived' WHERE slug = 'draft'");
		expect((await ask(`/api/v1/attachments/${COVER}/cover.png`)).status).toBe(404);
	});
});

test("a document is downloaded, and asked again each time", async () => {
	const answer = await ask("/api/v1/documents/bylaws/download");
	expect([answer.status, await answer.text(), answer.headers.get("Cache-Control")]).toEqual([
		200,
		"0123456789",
		"public, max-age=0, must-revalidate",
	]);
	expect(answer.headers.get("Content-Disposition")).toContain("attachment;");
});
