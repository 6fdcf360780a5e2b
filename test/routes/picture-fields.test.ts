/** What the API says of pictures besides their address: focal point, blur and copies, wherever a picture stands. */
import { env } from "cloudflare:test";
import { beforeAll, expect, test } from "vitest";
import { askJson, insert, insertArticle, page, sql } from "../support/content.ts";
import { createPage, TIME } from "../support/rows.ts";

const OURS = "a".repeat(26);
const FILE = "f".repeat(26);
const HOST = "http://localhost:8787";
const ADDRESS = expect.stringMatching(new RegExp(`^${HOST}/api/v1/attachments/${OURS}/[^?]+$`));
const BLUR = "data:image/webp;base64,AAAA";

async function file(id: string, filename: string, type: string, width: number | null): Promise<void> {
	await insert("attachments", {
		id,
		filename,
		content_type: type,
		size: 1000,
		sha256: "0".repeat(64),
		object_key: `attachments/${id}`,
		width,
		height: width === null ? null : 480,
		created_at: TIME,
	});
}

beforeAll(async () => {
	await file(OURS, "圖 (1).png", "image/png", 720);
	await file(FILE, "表.pdf", "application/pdf", null);
	for (const [nth, [format, width]] of (
		[
			["webp", 720],
			["webp", 320],
			["jpeg", 320],
		] as const
	).entries())
		await insert("picture_variants", {
			attachment_id: OURS,
			format,
			width,
			height: width / 2,
			size: 1,
			sha256: "0".repeat(64),
			object_key: `attachments/${nth}`,
			made_at: 1,
		});
	await sql(
		`UPDATE pictures SET state = 'done', settled_at = 1, blur = '${BLUR}'`,
		`UPDATE media SET focal_x = 30, focal_y = 0, alt = '合照' WHERE attachment_id = '${OURS}'`,
	);
	const path = `/api/v1/attachments/${OURS}/%E5%9C%96%20%281%29.png`;
	await insertArticle({ slug: "cover", cover_id: OURS, cover_alt: "封面" });
	await insertArticle({ slug: "seo", seo_image: path, published_at: TIME + 1 });
	await insertArticle({ slug: "far", seo_image: "https://elsewhere.example/a.png", published_at: TIME + 2 });
	await insertArticle({ slug: "none", published_at: TIME + 3 });
	await createPage(page(1, "p", { seo_image: path }));
	const ids = Object.fromEntries(
		(await env.DB.prepare("SELECT slug, id FROM articles").all<{ slug: string; id: number }>()).results.map((row) => [
			row.slug,
			row.id,
		]),
	);
	for (const [position, attachment_id] of [OURS, FILE].entries())
		await insert("attachment_uses", {
			resource: "article",
			resource_id: ids.none ?? 0,
			role: "file",
			attachment_id,
			position,
		});
	await insert("article_related", { article_id: ids.none ?? 0, related_id: ids.cover ?? 0, position: 0 });
});

const KNOWN = {
	focal: { x: 30, y: 0 },
	blur: BLUR,
	variants: [
		{ url: expect.stringMatching(/\?w=320$/), width: 320, height: 160 },
		{ url: expect.stringMatching(/\?w=960$/), width: 720, height: 360 },
	],
};
const UNKNOWN = { focal: null, blur: null, variants: [] };
type Image = Record<string, unknown> & { url: string };
const json = async <T>(address: string): Promise<T> => (await askJson(address)) as T;
type One = {
	data: { cover_image: Image | null; seo: { image: Image | null }; attachments: Image[] };
	related: One["data"][];
};
const article = (slug: string) => json<One>(`/api/v1/articles/${slug}`);

test("a cover bears them in the article, the list, the related and on the home page", async () => {
	const { data } = await article("cover");
	const cover = { url: ADDRESS, alt: "封面", width: 720, height: 480, ...KNOWN };
	expect([data.cover_image, data.seo.image]).toEqual([cover, cover]);
	for (const address of ["/api/v1/articles?sort=title", "/api/v1/articles?include=body"]) {
		const list = await json<{ data: (One["data"] & { slug: string })[] }>(address);
		expect(list.data.find(({ slug }) => slug === "cover")?.cover_image).toEqual(cover);
	}
	expect((await article("none")).related[0]?.cover_image).toEqual(cover);
	expect(JSON.stringify(await json("/api/v1/homepage"))).toContain(`"focal":{"x":30,"y":0},"blur":"${BLUR}"`);
});

test("the picture for search engines is an object: ours with all, another website's with its address", async () => {
	expect((await article("seo")).data.seo.image).toEqual({
		url: expect.stringContaining(OURS),
		alt: "合照",
		width: 720,
		height: 480,
		...KNOWN,
	});
	expect((await article("far")).data.seo.image).toEqual({
		url: "https://elsewhere.example/a.png",
		alt: "",
		width: null,
		height: null,
		...UNKNOWN,
	});
	expect((await article("none")).data.seo.image).toBeNull();
	const { data } = await json<One>("/api/v1/pages/p");
	expect(data.seo.image).toMatchObject({ alt: "合照", ...KNOWN });
});

test("attachments bear them where they are pictures", async () => {
	const { attachments } = (await article("none")).data;
	expect(attachments).toMatchObject([
		{ id: OURS, width: 720, height: 480, ...KNOWN },
		{ id: FILE, width: null, height: null, ...UNKNOWN },
	]);
});

test("a focal point set by plain SQL changes the answer at once and tells the texts that show the picture", async () => {
	await sql(`UPDATE media SET focal_x = 99, focal_y = 100 WHERE attachment_id = '${OURS}'`);
	expect((await article("cover")).data.cover_image?.focal).toEqual({ x: 99, y: 100 });
	const told = await env.DB.prepare(
		"SELECT resource, slug, event FROM content_changes ORDER BY rev DESC LIMIT 2",
	).all();
	expect(told.results.map(({ slug, event }) => `${slug} ${event}`).sort()).toEqual(["cover updated", "none updated"]);
	await expect(sql(`UPDATE media SET focal_x = 101 WHERE attachment_id = '${OURS}'`)).rejects.toThrow("CHECK");
	await expect(sql(`UPDATE media SET focal_x = NULL WHERE attachment_id = '${OURS}'`)).rejects.toThrow("CHECK");
});

test.each([
	`UPDATE pictures SET blur = '${BLUR}BB' WHERE attachment_id = '${OURS}'`,
	`UPDATE picture_variants SET height = height + 1 WHERE attachment_id = '${OURS}' AND format = 'webp' AND width = 320`,
	`DELETE FROM picture_variants WHERE attachment_id = '${OURS}' AND format = 'webp' AND width = 320`,
	`INSERT INTO picture_variants (attachment_id, format, width, height, size, sha256, object_key, made_at)
		VALUES ('${OURS}', 'webp', 640, 4, 1, '${"0".repeat(64)}', 'attachments/again', 1)`,
	`UPDATE media SET alt = '另一句' WHERE attachment_id = '${OURS}'`,
])("plain SQL leaves no answer as it was: %s", async (statement) => {
	const answers = () => Promise.all(["cover", "seo"].map(article)).then((both) => JSON.stringify(both));
	const before = await answers();
	await sql(statement);
	expect(await answers()).not.toBe(before);
});
