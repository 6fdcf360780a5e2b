/** What is stored of texts names the smaller copies of our own pictures, in one batch, and nothing else changes. */
import { env } from "cloudflare:test";
import { beforeEach, expect, test } from "vitest";
import { open } from "#db/commit.ts";
import { placeImages, sizesOf, withoutSources } from "#domain/content/content/files.ts";
import { placePictures } from "#domain/content/media/picture-text-actions.ts";
import { insert, insertArticle } from "../../support/content.ts";
import { ask } from "../../support/people.ts";
import { rows } from "../../support/users.ts";

const db = open(env.DB);
const OURS = "a".repeat(26);
const PLAIN = "b".repeat(26);
const at = (id: string): string => `/api/v1/attachments/${id}/a%20b.png`;
const SRCSET = `${at(OURS)}?w=320 320w, ${at(OURS)}?w=640 640w, ${at(OURS)}?w=960 720w`;
const PLACED = `<img src="${at(OURS)}" alt="圖" width="720" height="480" loading="lazy" srcset="${SRCSET}" sizes="(max-width: 720px) 100vw, 720px">`;
const NOT_OURS = [
	`<img src="https://elsewhere.example${at(OURS)}" alt="" width="1" height="1" loading="lazy">`,
	`<img src="https://elsewhere.example/x.png" alt="" loading="lazy">`,
	`<img src="${at(PLAIN)}" alt="" loading="lazy" width="9" height="9">`,
	`<img src="${at("c".repeat(26))}" alt="" loading="lazy">`,
	`<pre><code>&lt;img src="${at(OURS)}"&gt;</code></pre>`,
].join("\n");
const BEFORE = `<p><img src="${at(OURS)}" alt="圖" width="720" height="480" loading="lazy"></p>\n${NOT_OURS}`;
const AFTER = `<p>${PLACED}</p>\n${NOT_OURS}`;

async function store(id: string, widths: number[]): Promise<void> {
	await insert("attachments", {
		id,
		filename: "a b.png",
		content_type: "image/png",
		size: 1000,
		sha256: "0".repeat(64),
		object_key: `attachments/${id}`,
		width: 720,
		height: 480,
		created_at: 1,
	});
	for (const [nth, width] of widths.entries())
		await insert("picture_variants", {
			attachment_id: id,
			format: "webp",
			width,
			height: nth + 1,
			size: 1,
			sha256: "0".repeat(64),
			object_key: `attachments/${id}.${width}`,
			made_at: 1,
		});
	await env.DB.prepare("UPDATE pictures SET state = 'done', settled_at = 1 WHERE attachment_id = ?").bind(id).run();
}
beforeEach(async () => {
	for (const table of ["articles", "pages", "attachments", "picture_texts"])
		await env.DB.prepare(`DELETE FROM ${table}`).run();
	await store(OURS, [320, 640, 720]);
	await store(PLAIN, []);
});

const articles = () =>
	rows<{ body_html: string; version: number; updated_at: number }>(
		"SELECT body_html, version, updated_at FROM articles ORDER BY id",
	);
const changes = async () =>
	(await rows<{ n: number }>("SELECT count(*) AS n FROM content_changes WHERE event = 'updated'"))[0]?.n ?? 0;

test("articles and pages get srcset for our own pictures alone, once, and keep version and time", async () => {
	for (let n = 1; n <= 3; n++) await insertArticle({ slug: `a${n}`, body_html: BEFORE });
	await insert("pages", {
		slug: "p",
		path: "p",
		state: "published",
		title: "頁",
		body_html: BEFORE,
		published_at: 1,
		created_at: 1,
		updated_at: 1,
	});
	const [before, told] = [await articles(), await changes()];
	expect(await placePictures(db, Date.now())).toBe(4);
	expect(await articles()).toEqual(before.map((row) => ({ ...row, body_html: AFTER })));
	expect(await rows("SELECT body_html FROM pages")).toEqual([{ body_html: AFTER }]);
	expect(AFTER.split("<img").length).toBe(BEFORE.split("<img").length);
	expect((await changes()) - told).toBe(4);
	expect(await placePictures(db, Date.now())).toBe(0);
	await env.DB.prepare(
		"INSERT INTO picture_texts (resource, resource_id, noted_at) SELECT 'article', id, 1 FROM articles",
	).run();
	expect([await placePictures(db, Date.now()), (await changes()) - told]).toEqual([0, 4]);
	expect(await rows("SELECT * FROM picture_texts")).toEqual([]);
	const answer = await (await ask("/api/v1/articles/a1")).json<{ data: { body_html: string } }>();
	expect(answer.data.body_html).toContain(`srcset="http://localhost:8787${at(OURS)}?w=320 320w, http://localhost:8787`);
});

test("waits for pictures that were not tried yet, but not longer than a day", async () => {
	await insertArticle({ slug: "waits", body_html: BEFORE });
	await env.DB.prepare("UPDATE pictures SET state = 'waiting', settled_at = NULL WHERE attachment_id = ?")
		.bind(PLAIN)
		.run();
	const now = Date.now();
	expect(await placePictures(db, now)).toBe(0);
	expect(await placePictures(db, now + 25 * 3_600_000)).toBe(1);
});

test("a picture that is made later is found in the texts that show it", async () => {
	await insertArticle({ slug: "later", body_html: BEFORE });
	const [article] = await rows<{ id: number }>("SELECT id FROM articles");
	await insert("attachment_uses", {
		resource: "article",
		resource_id: article?.id ?? 0,
		role: "inline",
		attachment_id: OURS,
	});
	await env.DB.prepare("DELETE FROM picture_texts").run();
	await env.DB.prepare("UPDATE pictures SET state = 'waiting', settled_at = NULL WHERE attachment_id = ?")
		.bind(OURS)
		.run();
	await env.DB.prepare("UPDATE pictures SET state = 'done', settled_at = 2 WHERE attachment_id = ?").bind(OURS).run();
	expect(await placePictures(db, Date.now())).toBe(1);
	expect((await articles())[0]?.body_html).toBe(AFTER);
});

test("a text that somebody saved meanwhile is looked at again, and one that is gone is forgotten", async () => {
	await insertArticle({ slug: "saved", body_html: BEFORE });
	await insertArticle({ slug: "gone", body_html: BEFORE });
	let isRead = false;
	const DB = new Proxy(env.DB, {
		get(of, name) {
			const member: unknown = Reflect.get(of, name);
			if (typeof member !== "function") return member;
			if (name !== "batch") return member.bind(of);
			return async (statements: D1PreparedStatement[]) => {
				const answer = await of.batch(statements);
				if (!isRead) {
					isRead = true;
					await of.batch([
						of.prepare(
							"UPDATE articles SET body_html = body_html || '<p>新</p>', version = version + 1 WHERE slug = 'saved'",
						),
						of.prepare("DELETE FROM articles WHERE slug = 'gone'"),
					]);
				}
				return answer;
			};
		},
	});
	await placePictures(open(DB), Date.now());
	expect((await articles()).map((row) => row.body_html)).toEqual([`${AFTER}<p>新</p>`]);
	expect(await rows("SELECT * FROM picture_texts")).toEqual([]);
});

test("placing again changes nothing, and a copy that is gone is no longer named", () => {
	const file = { id: OURS, filename: "a b.png", width: 720, height: 480, widths: "[320,640,720]" };
	expect(placeImages(AFTER, sizesOf([file]))).toBe(placeImages(BEFORE, sizesOf([file])));
	expect(placeImages(AFTER, sizesOf([{ ...file, widths: "[]" }]))).toBe(
		placeImages(BEFORE, sizesOf([{ ...file, widths: "[]" }])),
	);
	expect(withoutSources(AFTER)).toBe(BEFORE);
	const code = `<p>srcset="${at(OURS)}" sizes="x"</p>`;
	expect(withoutSources(code)).toBe(code);
});

test("a public text is told of copies beside its HTML once, whoever made them done", async () => {
	await insertArticle({ slug: "cover", cover_id: OURS, body_html: "<p>字</p>" });
	await insertArticle({ slug: "both", cover_id: OURS, body_html: BEFORE });
	await insertArticle({ slug: "draft", cover_id: OURS, state: "draft" });
	const ids = await rows<{ id: number; slug: string }>("SELECT id, slug FROM articles ORDER BY id");
	const idOf = (slug: string) => ids.find((row) => row.slug === slug)?.id ?? 0;
	for (const [slug, role] of [
		["both", "inline"],
		["draft", "file"],
	] as const)
		await insert("attachment_uses", { resource: "article", resource_id: idOf(slug), role, attachment_id: OURS });
	await placePictures(db, Date.now());
	await env.DB.prepare("UPDATE pictures SET state = 'waiting', settled_at = NULL WHERE attachment_id = ?")
		.bind(OURS)
		.run();
	await env.DB.prepare("UPDATE articles SET body_html = ? WHERE slug = 'both'").bind(BEFORE).run();
	await env.DB.prepare("UPDATE pictures SET state = 'done', settled_at = 2 WHERE attachment_id = ?").bind(OURS).run();
	const [{ rev: before } = { rev: 0 }] = await rows<{ rev: number }>("SELECT max(rev) AS rev FROM content_changes");
	await placePictures(db, Date.now());
	expect(await rows(`SELECT slug, event FROM content_changes WHERE rev > ${before} ORDER BY slug`)).toEqual([
		{ slug: "both", event: "updated" },
		{ slug: "cover", event: "updated" },
	]);
	expect([await placePictures(db, Date.now()), await rows("SELECT * FROM picture_texts")]).toEqual([0, []]);
});
