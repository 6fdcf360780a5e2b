import { env } from "cloudflare:test";
import { beforeAll, describe, expect, test } from "vitest";
import { AnnouncementList, AnnouncementReply } from "#domain/content/index.ts";
import { ask, insert } from "../support/content.ts";

type Shown = { slug: string; title: string; updated_at: string; url: string };
const PATH = "/api/v1/announcements";
const NOW = Date.now();
const HOUR = 3_600_000;
const AUDIENCES = ["public", "members", "type:regular", "type:student", "staff:secretary", "staff:admin"];
const WINDOWS = {
	open: { publish_from: NOW - HOUR, publish_until: null },
	ending: { publish_from: NOW - HOUR, publish_until: NOW + HOUR },
	over: { publish_from: NOW - 2 * HOUR, publish_until: NOW - HOUR },
	coming: { publish_from: NOW + HOUR, publish_until: null },
	draft: { publish_from: null, publish_until: null },
};

const listed = async (query = "") => (await ask(`${PATH}${query}`)).json<{ data: Shown[]; meta: { total: number } }>();

beforeAll(async () => {
	for (const audience of AUDIENCES)
		for (const [name, window] of Object.entries(WINDOWS))
			await insert("announcements", {
				slug: `${audience.replace(":", "-")}-${name}`,
				title: `${audience} ${name}`,
				audience,
				...window,
				body_html: '<p>請看<a href="/about">關於我們</a></p>',
				created_at: NOW,
				updated_at: NOW,
			});
});

test("of all audiences and times only what is public and open leaves, in the list, by slug and on the home page", async () => {
	const open = ["public-ending", "public-open"];
	const { data, meta } = await listed("?per_page=50");
	expect([data.map(({ slug }) => slug).toSorted(), meta.total]).toEqual([open, 2]);
	const home = await (await ask("/api/v1/homepage")).json<{ announcements: Shown[] }>();
	expect(home.announcements.toSorted((a, b) => (a.slug < b.slug ? -1 : 1))).toEqual(
		data.toSorted((a, b) => (a.slug < b.slug ? -1 : 1)),
	);
	const { results } = await env.DB.prepare("SELECT slug FROM announcements").all<{ slug: string }>();
	expect(results).toHaveLength(AUDIENCES.length * Object.keys(WINDOWS).length);
	for (const { slug } of results)
		expect((await ask(`${PATH}/${slug}`)).status, slug).toBe(open.includes(slug) ? 200 : 404);
	const unknown = await (await ask(`${PATH}/nothing`)).json<{ detail: string }>();
	expect((await (await ask(`${PATH}/members-open`)).json<{ detail: string }>()).detail).toBe(unknown.detail);
});

test("raw SQL that takes one away, or makes it somebody else's, takes it off at once", async () => {
	await env.DB.prepare("UPDATE announcements SET audience = 'members' WHERE slug = 'public-open'").run();
	expect((await ask(`${PATH}/public-open`)).status).toBe(404);
	await env.DB.prepare(
		"UPDATE announcements SET audience = 'public', publish_until = 1, publish_from = 0 WHERE slug = 'public-open'",
	).run();
	expect((await listed()).data.map(({ slug }) => slug)).toEqual(["public-ending"]);
	await env.DB.prepare("UPDATE announcements SET publish_until = NULL, publish_from = ? WHERE slug = 'public-open'")
		.bind(NOW - HOUR)
		.run();
	expect((await listed()).meta.total).toBe(2);
});

describe("the answers", () => {
	test("are what their schemas say, with the website's address", async () => {
		const list = await listed();
		expect(AnnouncementList.parse(list)).toEqual(list);
		const one = await (await ask(`${PATH}/public-ending`)).json<{ data: Shown }>();
		expect(AnnouncementReply.parse(one)).toEqual(one);
		expect(list.data).toContainEqual(one.data);
		expect(one.data.url).toBe("https://www.example.org/announcements/public-ending");
		expect(one.data.updated_at).toMatch(/\+08:00$/);
		expect(JSON.stringify(one)).toContain('href=\\"https://www.example.org/about\\"');
	});

	test("come in pages, pinned first", async () => {
		await env.DB.prepare("UPDATE announcements SET is_pinned = 1 WHERE slug = 'public-ending'").run();
		expect((await listed("?per_page=1")).data.map(({ slug }) => slug)).toEqual(["public-ending"]);
		expect((await listed("?per_page=1&page=2")).data.map(({ slug }) => slug)).toEqual(["public-open"]);
		expect((await listed("?page=9")).data).toEqual([]);
		expect((await ask(`${PATH}?per_page=101`)).status).toBe(400);
	});
});
