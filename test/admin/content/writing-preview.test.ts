import { env } from "cloudflare:test";
import { beforeAll, describe, expect, test } from "vitest";
import { linkable, standingsOf } from "#db/content/content-links.ts";
import { readRows } from "#db/read.ts";
import { fileUrl } from "#domain/content/content/files.ts";
import { paths } from "#http/paths.ts";
import { verifyPreview } from "#http/preview-token.ts";
import { insert, insertArticle, page as pageRow } from "../../support/content.ts";
import { shown } from "../../support/pages.ts";
import { ask, type Person, signIn } from "../../support/people.ts";
import { counted } from "../../support/round-trips.ts";
import { insertDocument } from "../../support/rows.ts";

const JSON_HEADERS = { Accept: "application/json" };
const { writing } = paths.admin;
const PICTURE = { id: "p".repeat(26), filename: "海邊 (1).png" };

type Preview = {
	data: {
		html: string;
		checks: { kind: string; words: string; excerpt?: string }[];
		minutes: number;
		characters: number;
	};
};

let editor: Person;

beforeAll(async () => {
	editor = await signIn({ roles: ["editor"] });
	await insert("attachments", {
		...PICTURE,
		content_type: "image/png",
		size: 10,
		sha256: "1".repeat(64),
		object_key: `attachments/${PICTURE.id}`,
		width: 640,
		height: 480,
		created_at: 1,
	});
	await insertArticle({ slug: "公開", title: "輪椅維修講座" });
	await insertArticle({ slug: "draft", title: "輪椅保養草稿", state: "draft", published_at: null });
	await insertArticle({ slug: "thrown", title: "輪椅丟棄", state: "trashed", published_at: null });
	await env.DB.prepare("UPDATE articles SET slug = 'renamed' WHERE slug = 'draft'").run();
	await insert("pages", pageRow(1, "about", { title: "臺北辦公室與輪椅" }));
	await insert("pages", pageRow(2, "about/team"));
	await insertDocument({ id: 1, slug: "charter", category: "章程", visibility: "public" });
	await insertDocument({ id: 2, slug: "secret", category: "章程", visibility: "members" });
});

const preview = async (form: Record<string, string>, over: object = {}): Promise<Preview> => {
	const answer = await ask(writing.preview(), { as: editor, form, headers: JSON_HEADERS, over });
	expect(answer.status).toBe(200);
	return answer.json();
};

describe("the preview", () => {
	test("is the website's own rendering, with the lines of its blocks, and files where staff see them", async () => {
		const { data } = await preview({
			title: "題",
			excerpt: "摘要",
			body: `看**圖**\n\n![散步的人](${fileUrl(PICTURE)})`,
		});
		expect(data).toEqual({
			html:
				'<p data-line="0">看<strong>圖</strong></p>\n' +
				`<p data-line="2"><img src="/admin/media/${PICTURE.id}/files/%E6%B5%B7%E9%82%8A%20(1).png" alt="散步的人" loading="lazy" width="640" height="480"></p>`,
			checks: [],
			minutes: 1,
			characters: 6,
		});
	});

	test("tells what to look at, whatever the number of links, in one round trip besides the session", async () => {
		const body =
			"[a](/articles/公開) [b](/articles/draft) [c](/articles/none) [d](/about/team) [e](/team) [f](/documents/charter) " +
			`[g](/documents/secret) [h](${fileUrl(PICTURE)}) [i](${fileUrl({ ...PICTURE, filename: "other.png" })})`;
		const checked = async (text: string) => {
			let trips = 0;
			const DB = counted(env.DB, () => trips++);
			const { data } = await preview({ title: "題", excerpt: "摘要", body: text }, { DB });
			return { trips, checks: data.checks };
		};
		// The revision that the website's address comes with is read at most once a second.
		await ask("/api/v1/tags");
		const one = await checked(body);
		expect(one.checks.map(({ kind, excerpt }) => [kind, excerpt])).toEqual([
			["link.not_public", "b　/articles/draft"],
			["link.missing", "c　/articles/none"],
			["link.not_public", "g　/documents/secret"],
			["link.missing", `i　${decodeURIComponent(fileUrl({ ...PICTURE, filename: "other.png" }))}`],
		]);
		expect(one.trips).toBeLessThanOrEqual(3);
		const many = await checked(Array.from({ length: 2_000 }, (_, n) => `[x](/articles/none-${n})`).join(" "));
		expect(many.trips).toBeLessThanOrEqual(3);
		expect(many.checks.length).toBe(51);
	});

	test("looks at the cover that was chosen", async () => {
		const kinds = async (cover_alt: string) =>
			(await preview({ title: "題", excerpt: "摘要", body: "文", cover_id: PICTURE.id, cover_alt })).data.checks.map(
				({ kind }) => kind,
			);
		expect(await kinds("")).toEqual(["cover.no_alt"]);
		expect(await kinds("兩個人在海邊")).toEqual([]);
	});

	test("is a page of its own without a script, which lets in what the text shows and nothing else", async () => {
		const form = {
			kind: "article",
			title: "<b>題</b>",
			excerpt: "摘要",
			body: `![](${fileUrl(PICTURE)})`,
			cover_id: PICTURE.id,
			cover_alt: "兩個人",
			// The rest of the editor's form comes along.
			version: "3",
			_key: "k",
			files: ["a", "b"],
			"_take.title": "mine",
		};
		const answer = await ask(writing.preview(), { as: editor, form });
		expect(answer.headers.get("Content-Security-Policy")).toBe(
			"default-src 'none'; script-src 'self'; style-src 'self'; img-src 'self' data: https:; media-src 'self' https:; " +
				"frame-src 'self' https://www.youtube.com https://www.youtube-nocookie.com https://player.vimeo.com; " +
				"connect-src 'self'; form-action 'self'; frame-ancestors 'none'; base-uri 'none'",
		);
		expect([answer.headers.get("Referrer-Policy"), answer.headers.get("Cache-Control")]).toEqual([
			"strict-origin",
			"no-store",
		]);
		const page = await shown(answer);
		expect(page.status).toBe(200);
		expect(page.html).toContain("<h1>&lt;b>題&lt;/b></h1>");
		expect(page.html).toContain("圖片沒有替代文字");
		expect(page.html).not.toContain("data-line");
		expect(page.elements.filter(({ name }) => name === "img").map(({ attributes }) => attributes)).toEqual([
			expect.objectContaining({ class: "reading-cover", alt: "兩個人", width: "640", height: "480" }),
			expect.objectContaining({ src: `/admin/media/${PICTURE.id}/files/%E6%B5%B7%E9%82%8A%20(1).png`, alt: "" }),
		]);
	});

	test("a script stays harmless wherever it is typed", async () => {
		const attack =
			'<script>alert(1)</script><img src=x onerror=alert(1)><svg onload=alert(1)><iframe src="https://evil.example/"></iframe>\n\n[x](javascript:alert(1))';
		const { data } = await preview({ title: attack, excerpt: attack, body: attack, cover_alt: attack });
		expect(data.html).not.toMatch(/<script|onerror|onload|javascript:|<iframe|<svg/i);
		const page = await shown(
			await ask(writing.preview(), { as: editor, form: { title: attack, excerpt: attack, body: attack } }),
		);
		const scripts = page.elements.filter(({ name }) => name === "script" || name === "iframe" || name === "svg");
		expect(
			scripts.filter(
				({ name, attributes }) => name === "iframe" || attributes.onload || (name === "script" && !attributes.src),
			),
		).toEqual([]);
		expect(
			page.elements.flatMap(({ attributes }) => Object.keys(attributes)).filter((name) => /^on/.test(name)),
		).toEqual([]);
	});

	test("a body over 200 KB is refused in words, one that fits is not", async () => {
		const send = (length: number, headers = {}) =>
			ask(writing.preview(), { as: editor, form: { title: "題", body: "a".repeat(length) }, headers });
		const refused = await send(2_000_000, JSON_HEADERS);
		const words = "內文超過 200 KB，無法邊寫邊預覽。仍可儲存，儲存後請用「預覽連結」查看。";
		expect([refused.status, await refused.json()]).toEqual([422, { message: words, errors: { body: [words] } }]);
		const page = await shown(await send(2_000_000));
		expect([page.status, page.html.includes(words), page.html.length < 50_000]).toEqual([422, true, true]);
		expect((await send(200_001, JSON_HEADERS)).status).toBe(422);
		expect((await send(200_000, JSON_HEADERS)).status).toBe(200);
	});

	test("is for those who write alone", async () => {
		const asked = async (permission: "pages.manage" | "media.manage") =>
			(await ask(writing.preview(), { as: await signIn({ permissions: [permission] }), form: { body: "文" } })).status;
		expect([await asked("pages.manage"), await asked("media.manage")]).toEqual([200, 403]);
	});
});

test("what stands at an address: its text by slug, path or former name, the public one first", async () => {
	const [rows] = await readRows(
		env.DB,
		standingsOf([
			{ kind: "article", key: "公開" },
			{ kind: "article", key: "renamed" },
			{ kind: "article", key: "draft" },
			{ kind: "article", key: "thrown" },
			{ kind: "page", key: "about/team" },
			{ kind: "page", key: "team" },
			{ kind: "document", key: "charter" },
			{ kind: "document", key: "secret" },
			{ kind: "file", key: `${PICTURE.id}/${PICTURE.filename}` },
			{ kind: "file", key: `${PICTURE.id}/other.png` },
			{ kind: "article", key: "about" },
		]),
	);
	expect(Object.fromEntries(rows.map(({ kind, key, standing }) => [`${kind} ${key}`, standing]))).toEqual({
		"article 公開": "published",
		"article renamed": "draft",
		"article draft": "draft",
		"article thrown": "trashed",
		"page about/team": "published",
		"page team": "published",
		"document charter": "published",
		"document secret": "hidden",
		[`file ${PICTURE.id}/${PICTURE.filename}`]: "stored",
	});
});

test("addresses are looked up by index, titles in an index that has them", async () => {
	const plan = async ({ sql, params }: { sql: string; params: (string | number | null)[] }) => {
		const asked = env.DB.prepare(`EXPLAIN QUERY PLAN ${sql}`).bind(...params);
		const { results } = await asked.all<{ detail: string }>();
		return results
			.map(({ detail }) => detail)
			.filter((detail) => detail.startsWith("SCAN") && !/VIRTUAL TABLE|^SCAN \(/.test(detail));
	};
	expect(await plan(standingsOf([{ kind: "article", key: "x" }]))).toEqual([]);
	expect(await plan(linkable(["x"], "article", 10))).toEqual(["SCAN articles USING COVERING INDEX articles_for_staff"]);
});

describe("what a link may lead to", () => {
	type Links = { data: { kind: string; title: string; address: string; state: string }[] };
	const links = async (query: string, as = editor): Promise<Links["data"]> => {
		const answer = await ask(`${writing.links()}${query}`, { as, headers: JSON_HEADERS });
		expect(answer.status).toBe(200);
		return (await answer.json<Links>()).data;
	};

	test("is found by words of its title, public ones first, never what is thrown away or not for everybody", async () => {
		expect(await links("?q=輪椅")).toEqual([
			{ kind: "article", title: "輪椅維修講座", address: "/articles/公開", state: "published" },
			{ kind: "page", title: "臺北辦公室與輪椅", address: "/about", state: "published" },
			{ kind: "article", title: "輪椅保養草稿", address: "/articles/renamed", state: "draft" },
		]);
		expect(await links("?q=輪椅&kind=page")).toEqual([
			{ kind: "page", title: "臺北辦公室與輪椅", address: "/about", state: "published" },
		]);
		expect((await links("?q=台北 輪椅")).map(({ address }) => address)).toEqual(["/about"]);
		expect((await links("?q=文件")).map(({ address }) => address)).toEqual(["/documents/charter"]);
		expect(await links("?q=，")).toEqual([]);
		expect(await links("?q=%25")).toEqual([]);
	});
	test("without words is the latest, ten at most", async () => {
		for (let n = 0; n < 12; n++) await insertArticle({ slug: `many-${n}`, title: `多篇 ${n}` });
		expect((await links("")).length).toBe(10);
	});
	test("refuses an unknown kind", async () => {
		const answer = await ask(`${writing.links()}?kind=user`, { as: editor, headers: JSON_HEADERS });
		expect(answer.status).toBe(400);
	});
});

const OWN = /^http:\/\/localhost:8787\/preview\/(article|page)\/1\?token=(\d+\.[0-9a-f]{64})$/;
const EDITORS = [
	["article", paths.admin.articles],
	["page", paths.admin.pages],
] as const;

describe.each(EDITORS)("the preview of a stored %s", (kind, places) => {
	const goesTo = async () => {
		const answer = await ask(places.preview(1), { as: editor });
		expect([answer.status, answer.headers.get("Cache-Control")]).toEqual([303, "no-store"]);
		return answer.headers.get("Location") ?? "";
	};
	const linkShown = async () => {
		const page = await shown(await ask(places.previewLink(1), { as: editor }));
		const field = page.elements.find(({ name, attributes }) => name === "input" && attributes.id === "preview-link");
		const address = field?.attributes.value ?? "";
		expect(page.elements.some(({ attributes }) => attributes["data-copy"] === address)).toBe(true);
		return address.replaceAll("&amp;", "&");
	};
	const set = (value: string) =>
		env.DB.prepare(
			`INSERT INTO settings (key, value, updated_at) VALUES ('PREVIEW_URL', ?1, 1)
			ON CONFLICT (key) DO UPDATE SET value = excluded.value, version = version + 1`,
		)
			.bind(value)
			.run();

	test("is a page of this service, for an hour, and the link to send on is the same", async () => {
		const before = Date.now();
		for (const address of [await goesTo(), await linkShown()]) {
			const [, of, token = ""] = OWN.exec(address) ?? [];
			expect(of).toBe(kind);
			const expires = await verifyPreview(env.PREVIEW_KEY, token, { kind, id: 1, now: before });
			expect((expires ?? 0) - before - 3_600_000).toBeLessThan(60_000);
			expect((await ask(new URL(address).pathname + new URL(address).search)).status).toBe(200);
		}
	});

	test("is the website's own where a setting or the Worker says so", async () => {
		const WEBSITE = "https://www.example.org/api/draft?type={type}&id={id}&token={token}";
		await set(WEBSITE);
		const deployed = await ask(places.preview(1), {
			as: editor,
			over: { PREVIEW_URL: "https://old.example.org/{type}/{id}/{token}" },
		});
		expect(deployed.headers.get("Location")).toContain("https://www.example.org/");
		for (const address of [await goesTo(), await linkShown()]) {
			const { origin, pathname, searchParams } = new URL(address);
			expect([origin, pathname, searchParams.get("type"), searchParams.get("id")]).toEqual([
				"https://www.example.org",
				"/api/draft",
				kind,
				"1",
			]);
			const json = await ask(`/api/v1/preview/${kind}s/1?token=${searchParams.get("token")}`);
			expect(await json.json()).toMatchObject({ data: { id: 1 } });
		}
		await env.DB.prepare("DELETE FROM settings WHERE key = 'PREVIEW_URL'").run();
		const over = { PREVIEW_URL: WEBSITE };
		const address = (await ask(places.preview(1), { as: editor, over })).headers.get("Location");
		expect(address).toContain("https://www.example.org/api/draft?");
	});

	test("is a page of this service where plain SQL wrote what is no address of a website", async () => {
		for (const wrong of [
			"javascript:alert('{type}{id}{token}')",
			"https://www.example.org/draft?id={id}",
			"//x/{type}",
		]) {
			await set(wrong);
			expect(await goesTo()).toMatch(OWN);
		}
		await env.DB.prepare("DELETE FROM settings WHERE key = 'PREVIEW_URL'").run();
	});

	test("asks the database once besides the session", async () => {
		let trips = 0;
		const DB = counted(env.DB, () => trips++);
		await ask(places.preview(1), { as: editor, over: { DB } });
		expect(trips).toBe(2);
	});
});

test("what is thrown away or does not exist has no preview, nor has who may not write it", async () => {
	const thrown = await shown(await ask(paths.admin.articles.preview(3), { as: editor }));
	expect([thrown.status, thrown.html.includes("請先還原")]).toEqual([422, true]);
	expect((await ask(paths.admin.articles.preview(99_999), { as: editor })).status).toBe(404);
	expect((await ask(`${paths.admin.articles.preview(1)}?link=2`, { as: editor })).status).toBe(400);
	const pages = await signIn({ permissions: ["pages.manage"] });
	expect((await ask(paths.admin.articles.preview(1), { as: pages })).status).toBe(403);
	expect((await ask(paths.admin.pages.previewLink(1), { as: pages })).status).toBe(200);
});
