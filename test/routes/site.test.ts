import { env } from "cloudflare:test";
import { beforeEach, describe, expect, test } from "vitest";
import { noticeOf } from "#domain/content/webhooks/rules.ts";
import { SETTINGS } from "#domain/system/settings/schema.ts";
import { TOLD_KEYS } from "#domain/system/settings/site.ts";
import { ask, askJson, insert, insertArticle, sql } from "../support/content.ts";

beforeEach(async () => {
	await sql("DELETE FROM settings");
});

const set = (key: string, value: string) => insert("settings", { key, value, updated_at: 1 });
const newest = () =>
	env.DB.prepare("SELECT coalesce(max(rev), 0) FROM content_changes").first<number>("coalesce(max(rev), 0)");
const siteNow = async () => (await askJson(`/api/v1/site?min_rev=${await newest()}`)).data;
const logo = (id: number) => ({
	id,
	purpose: "logo",
	filename: "logo.png",
	content_type: "image/png",
	size: 10,
	width: 400,
	height: 120,
	sha256: String(id).padStart(64, "0"),
	object_key: `private/${id}`,
	is_sealed: 0,
	created_at: 1,
});

/** What `change` adds to the log of changes: none, or one of the website's own facts. */
async function toldBy(change: () => Promise<unknown>): Promise<unknown[]> {
	const since = await newest();
	await change();
	const answer = await ask(`/api/v1/changes?since=${since}&min_rev=${await newest()}`);
	const { data } = await answer.json<{ data: Record<string, unknown>[] }>();
	return data.map(({ rev: _, ...told }) => told);
}
const TOLD = [{ resource: "site", id: 1, slug: "site", previous_slug: null, event: "updated" }];

test("nothing set: the name's default, and no logo, contact or link", async () => {
	expect(await askJson(`/api/v1/site?min_rev=${await newest()}`)).toEqual({
		data: {
			name: "病友協會",
			short_name: "病友協會",
			url: "https://www.example.org",
			logo: null,
			contact: { address: null, phone: null, email: null },
			tax_id: null,
			registration_no: null,
			social: [],
			privacy_url: null,
			menus: { main: [], footer: [] },
		},
	});
});

test("everything set, with the website's own address; what is no valid value is left out", async () => {
	await set("association.name", "台灣罕病協會");
	await set("association.short_name", "罕協");
	await set("association.address", "100 臺北市中正區一路 1 號");
	await set("association.phone", "02-2345-6789");
	await set("association.email", "not a mailbox");
	await set("PUBLIC_SITE_ORIGIN", "https://site.example.net");
	await set("site.privacy_url", "https://site.example.net/privacy");
	await set(
		"site.social_links",
		"Facebook https://www.facebook.com/x\nLINE 官方帳號 https://lin.ee/x\nX http://x.example/",
	);
	await insert("files", logo(7));
	await set("association.logo_file_id", "7");
	expect(await siteNow()).toEqual({
		name: "台灣罕病協會",
		short_name: "罕協",
		url: "https://site.example.net",
		logo: { url: "http://localhost:8787/logo/7", width: 400, height: 120 },
		contact: { address: "100 臺北市中正區一路 1 號", phone: "02-2345-6789", email: null },
		tax_id: null,
		registration_no: null,
		social: [
			{ label: "Facebook", url: "https://www.facebook.com/x" },
			{ label: "LINE 官方帳號", url: "https://lin.ee/x" },
		],
		privacy_url: "https://site.example.net/privacy",
		menus: { main: [], footer: [] },
	});
});

test("it is 304 while nothing in it changed, and never stale after raw SQL", async () => {
	const first = await ask(`/api/v1/site?min_rev=${await newest()}`);
	const headers = { "If-None-Match": first.headers.get("ETag") ?? "" };
	await insertArticle({ slug: "beside" });
	const since = await newest();
	expect((await ask(`/api/v1/site?min_rev=${since}`, { headers })).status).toBe(304);
	await set("association.name", "新名稱協會");
	const after = await ask(`/api/v1/site?min_rev=${await newest()}`, { headers });
	expect([after.status, Number(after.headers.get("X-Content-Rev")) > Number(since)]).toEqual([200, true]);
	expect((await after.json<{ data: { name: string } }>()).data.name).toBe("新名稱協會");
});

describe("a change is told, whoever makes it", () => {
	test.each(TOLD_KEYS)("%s: set, changed and removed, but not written again as it was", async (key) => {
		expect(await toldBy(() => set(key, "a"))).toEqual(TOLD);
		expect(await toldBy(() => sql(`UPDATE settings SET value = 'a', updated_at = 2 WHERE key = '${key}'`))).toEqual([]);
		expect(await toldBy(() => sql(`UPDATE settings SET value = 'b' WHERE key = '${key}'`))).toEqual(TOLD);
		expect(await toldBy(() => sql(`UPDATE settings SET key = 'fees.x' WHERE key = '${key}'`))).toEqual(TOLD);
		expect(await toldBy(() => sql(`UPDATE settings SET key = '${key}' WHERE key = 'fees.x'`))).toEqual(TOLD);
		expect(await toldBy(() => sql(`DELETE FROM settings WHERE key = '${key}'`))).toEqual(TOLD);
	});

	test("no other setting is told", async () => {
		const all = Object.entries(SETTINGS).flatMap(([group, settings]) =>
			Object.keys(settings).map((name) => (/^[A-Z_]+$/.test(name) ? name : `${group}.${name}`)),
		);
		const others = all.filter((key) => !TOLD_KEYS.includes(key));
		expect(TOLD_KEYS.filter((key) => !all.includes(key))).toEqual([]);
		for (const key of others) expect(await toldBy(() => set(key, "1")), key).toEqual([]);
	});

	test("the logo's file goes, and comes, without the setting", async () => {
		await insert("files", logo(8));
		await set("association.logo_file_id", "8");
		expect(await siteNow()).toMatchObject({ logo: { width: 400 } });
		expect(await toldBy(() => sql("UPDATE files SET deleted_at = 9 WHERE id = 8"))).toEqual(TOLD);
		expect(await siteNow()).toMatchObject({ logo: null });
		expect(await toldBy(() => insert("files", logo(9)))).toEqual([]);
		await sql("UPDATE settings SET value = '10' WHERE key = 'association.logo_file_id'");
		expect(await siteNow()).toMatchObject({ logo: null });
		expect(await toldBy(() => insert("files", logo(10)))).toEqual(TOLD);
		expect(await siteNow()).toMatchObject({ logo: { url: "http://localhost:8787/logo/10" } });
	});

	test("a web-hook names the tag of the answer", () => {
		const change = {
			rev: 5,
			resource: "site",
			id: 1,
			slug: "site",
			previous_slug: null,
			event: "updated",
			tags: [],
		} as const;
		expect(noticeOf({ ...change, tags: [] }).data).toMatchObject({ tags: ["site:1", "site"], paths: ["/"] });
	});
});

describe("feeds bear the website's own name and address", () => {
	beforeEach(async () => {
		await set("association.name", "甲 & 乙協會");
		await set("PUBLIC_SITE_ORIGIN", "https://site.example.net");
		await sql("DELETE FROM articles");
		await insertArticle({ slug: "one" });
	});
	const feed = async (format: string) =>
		(await ask(`/api/v1/feeds/articles.${format}?min_rev=${await newest()}`)).text();

	test("RSS", async () => {
		const text = await feed("rss");
		expect(text).toContain("<channel>\n<title>甲 &amp; 乙協會</title>\n<link>https://site.example.net/</link>");
		expect(text).toContain("<link>https://site.example.net/articles/one</link>");
		expect(text).toContain('<atom:link href="http://localhost:8787/api/v1/feeds/articles.rss" rel="self"');
	});
	test("Atom", async () => {
		const text = await feed("atom");
		expect(text).toContain("<title>甲 &amp; 乙協會</title>\n<id>https://site.example.net/articles</id>");
		expect(text).toContain("<author><name>甲 &amp; 乙協會</name></author>");
		expect(text).toContain('<link href="https://site.example.net/articles/one"/>');
		expect(text).toContain('<link rel="alternate" href="https://site.example.net/"/>');
	});
	test("JSON Feed", async () => {
		expect(JSON.parse(await feed("json"))).toMatchObject({
			title: "甲 & 乙協會",
			home_page_url: "https://site.example.net/",
			items: [{ url: "https://site.example.net/articles/one" }],
		});
	});
	test("the sitemap has the website's addresses", async () => {
		const text = await (await ask(`/api/v1/sitemap.xml?min_rev=${await newest()}`)).text();
		expect([...text.matchAll(/<loc>([^<]*)<\/loc>/g)].map(([, address]) => address)).toContain(
			"https://site.example.net/articles/one",
		);
	});
});
