import { env } from "cloudflare:test";
import { sql } from "drizzle-orm";
import { beforeAll, beforeEach, expect, test, vi } from "vitest";
import { commit, open } from "#db/commit.ts";
import { mentionsOfMedia, oneMedia, usesOfMedia } from "#db/content/media.ts";
import { readRows } from "#db/read.ts";
import { fileUrl } from "#domain/content/content/files.ts";
import { editMedia, removeMedia, replaceMedia, uploadMedia } from "#domain/content/media/actions.ts";
import { byUser } from "#kernel/by.ts";
import { ask, askJson, insert, insertArticle, page } from "../../../support/content.ts";
import { REAL } from "../../../support/pictures.ts";
import { codeOf } from "../../../support/refusal.ts";

const db = open(env.DB);
const AT = Date.UTC(2026, 10, 21);
const by = byUser(7, "192.0.2.7", AT);
const upload = (filename: string, bytes: Uint8Array = REAL.png) => ({ filename, declaredType: "", bytes });
const store = (filename: string, bytes?: Uint8Array) => uploadMedia(env, db, { upload: upload(filename, bytes), by });
const one = async (id: string) => (await readRows(env.DB, oneMedia(id, true)))[0][0];
const exists = async (id: string) => (await env.FILES.head(`attachments/${id}`)) !== null;
const seen = async (id: string) => ({ id, version: (await one(id))?.version ?? 0 });
const asked = (statement: string, ...params: (string | number)[]) =>
	env.DB.prepare(statement)
		.bind(...params)
		.all()
		.then(({ results }) => results);
const audits = async () =>
	(
		await asked(
			"SELECT action || ' ' || auditable_type || ' ' || auditable_id || ' ' || actor AS line FROM audit_log ORDER BY id",
		)
	).map(({ line }) => line);

let names = 0;
const fresh = (ending = "png") => `圖${++names}.${ending}`;

beforeAll(async () => {
	await insert("users", { id: 7, name: "編輯", email: "e@example.org", created_at: 1, updated_at: 1 });
	vi.spyOn(console, "warn").mockImplementation(() => {});
});
beforeEach(async () => {
	await insert("announcements", { id: 1, slug: "a", title: "公告", created_at: 1, updated_at: 1 });
	return async () => {
		for (const table of ["attachment_uses", "articles", "pages", "announcements", "revisions", "drafts"])
			await env.DB.prepare(`DELETE FROM ${table}`).run();
	};
});

test("a picture is stored with its size, its uploader and an audit row; the same one again is the stored one", async () => {
	const name = fresh();
	const before = (await audits()).length;
	const [file, ...again] = [await store(name), await store(name), ...(await Promise.all([store(name), store(name)]))];
	expect(again).toEqual([file, file, file]);
	const { id, ...rest } = file ?? expect.fail("no file");
	expect(rest).toEqual({
		filename: name,
		contentType: "image/png",
		size: expect.any(Number),
		width: 24,
		height: 16,
		alt: "",
		url: fileUrl({ id, filename: name }),
	});
	expect(await one(id)).toMatchObject({
		uploader: "編輯",
		version: 1,
		created_at: AT,
		object_key: `attachments/${id}`,
	});
	expect((await audits()).slice(before)).toEqual([`media.upload media ${id} user:7`]);
	const object = await env.FILES.get(`attachments/${id}`);
	expect([object?.size, object?.httpMetadata?.contentType]).toEqual([rest.size, "image/png"]);
});

test("two who bring the same new file at once store it once", async () => {
	const name = fresh();
	const files = await Promise.all(Array.from({ length: 5 }, () => store(name)));
	expect(new Set(files.map(({ id }) => id)).size).toBe(1);
	expect(await asked("SELECT count(*) AS n FROM attachments WHERE filename = ?", name)).toEqual([{ n: 1 }]);
});

test("what is refused leaves nothing behind", async () => {
	const before = [await asked("SELECT count(*) FROM attachments"), (await env.FILES.list()).objects.length];
	expect(await store("a.svg", new TextEncoder().encode("<svg/>")).catch(codeOf)).toBe("file.type_refused");
	expect([await asked("SELECT count(*) FROM attachments"), (await env.FILES.list()).objects.length]).toEqual(before);
});

test("an object whose row was lost is taken up again", async () => {
	const { id } = await store(fresh());
	await env.DB.prepare("DELETE FROM attachments WHERE id = ?").bind(id).run();
	expect((await store(`圖${names}.png`)).id).toBe(id);
	expect([(await one(id))?.id, await exists(id)]).toEqual([id, true]);
});

test("an object that is swept away while its row is being written is put again", async () => {
	const name = fresh();
	let isGone = false;
	const FILES = new Proxy(env.FILES, {
		get(bucket, method) {
			const real: unknown = Reflect.get(bucket, method);
			if (typeof real !== "function") return real;
			return async (...args: [string]) => {
				if (method === "head" && !isGone) {
					isGone = true;
					await bucket.delete(args[0]);
				}
				return real.apply(bucket, args);
			};
		},
	});
	const { id } = await uploadMedia({ ...env, FILES }, db, { upload: upload(name), by });
	expect([isGone, await exists(id)]).toEqual([true, true]);
});

test("two people say what a picture shows: the second is told", async () => {
	const { id } = await store(fresh());
	const before = (await audits()).length;
	const both = await seen(id);
	await editMedia(db, both, { alt: "河邊", focus: null, all: true, by });
	expect(await editMedia(db, both, { alt: "海邊", focus: null, all: true, by }).catch(codeOf)).toBe("media.stale");
	await editMedia(db, await seen(id), { alt: "河邊", focus: null, all: true, by });
	expect([(await one(id))?.alt, (await one(id))?.version, (await audits()).slice(before)]).toEqual([
		"河邊",
		2,
		[`media.edit media ${id} user:7`],
	]);
	expect(
		await editMedia(db, { id: "a".repeat(26), version: 1 }, { alt: "x", focus: null, all: true, by }).catch(codeOf),
	).toBe("media.stale");
});

/** A file in every place that can show one. */
async function everywhere() {
	const old = await store(fresh());
	const other = await store(fresh());
	await editMedia(db, await seen(old.id), { alt: "河邊", focus: null, all: true, by });
	const body = `![說](${old.url})\n\n![另](${other.url})`;
	const cover = await insertArticle({ slug: "cover", cover_id: old.id, body_markdown: "# 題\n\n沒有圖" });
	const inline = await insertArticle({ slug: "inline", state: "draft", published_at: null, body_markdown: body });
	const seo = await insertArticle({ slug: "seo", seo_image: `https://www.example.org${old.url}` });
	const untouched = await insertArticle({ slug: "untouched", body_markdown: `![另](${other.url})` });
	await insert("pages", page(1, "about", { body_markdown: body, body_html: "" }));
	await env.DB.prepare("UPDATE announcements SET body_markdown = ?").bind(body).run();
	const use = (resource: string, resource_id: number, more: object = {}) =>
		insert("attachment_uses", { resource, resource_id, role: "inline", attachment_id: old.id, ...more });
	for (const [resource, id] of [
		["article", inline],
		["page", 1],
		["announcement", 1],
	] as const) {
		await use(resource, id);
		await use(resource, id, { attachment_id: other.id });
	}
	await use("article", untouched, { attachment_id: other.id });
	await use("article", cover, { role: "file", position: 3, description: "全圖" });
	return { old, other, cover, inline, seo, untouched };
}

test("where a file is used, and how", async () => {
	const { old, cover, inline, seo } = await everywhere();
	const rows = (await readRows(env.DB, usesOfMedia(old.id)))[0];
	expect(rows.map(({ resource, id, state, roles }) => `${resource} ${id} ${state} ${roles}`)).toEqual([
		`article ${cover} published ["cover","file"]`,
		`article ${inline} draft ["inline"]`,
		`article ${seo} published ["seo"]`,
		'page 1 published ["inline"]',
		'announcement 1 draft ["inline"]',
	]);
});

test("another file takes its place everywhere: text, size, cover, attachment, SEO; with revisions and audit rows", async () => {
	const { old, other, cover, inline, seo, untouched } = await everywhere();
	const before = (await audits()).length;
	const name = fresh("webp");
	const { file, changed } = await replaceMedia(env, db, {
		id: old.id,
		upload: upload(name, REAL.webpLossy),
		all: true,
		by,
	});
	expect([file.filename, changed]).toEqual([name, 5]);
	const html = `<p><img src="${file.url}" alt="說" width="24" height="16" loading="lazy"></p>\n<p><img src="${other.url}" alt="另" width="24" height="16" loading="lazy"></p>`;
	const body = `![說](${file.url})\n\n![另](${other.url})`;
	expect(
		await asked(
			"SELECT id, version, cover_id, seo_image, body_markdown, body_html, updated_at FROM articles ORDER BY id",
		),
	).toEqual([
		expect.objectContaining({
			id: cover,
			version: 2,
			cover_id: file.id,
			body_markdown: "# 題\n\n沒有圖",
			updated_at: AT,
		}),
		expect.objectContaining({ id: inline, version: 2, body_markdown: body, body_html: html, updated_at: AT }),
		expect.objectContaining({ id: seo, version: 2, seo_image: `https://www.example.org${file.url}` }),
		expect.objectContaining({ id: untouched, version: 1 }),
	]);
	expect(await asked("SELECT version, body_markdown, body_html FROM pages")).toEqual([
		{ version: 2, body_markdown: body, body_html: html },
	]);
	expect(await asked("SELECT version, body_markdown, body_html FROM announcements")).toEqual([
		{ version: 2, body_markdown: body, body_html: html },
	]);
	expect(
		await asked(
			"SELECT resource, resource_id AS id, role, position, description FROM attachment_uses WHERE attachment_id = ? ORDER BY 1, 2",
			file.id,
		),
	).toEqual([
		{ resource: "announcement", id: 1, role: "inline", position: 0, description: "" },
		{ resource: "article", id: cover, role: "file", position: 3, description: "全圖" },
		{ resource: "article", id: inline, role: "inline", position: 0, description: "" },
		{ resource: "page", id: 1, role: "inline", position: 0, description: "" },
	]);
	expect((await readRows(env.DB, usesOfMedia(old.id)))[0]).toEqual([]);
	expect([(await one(old.id))?.alt, (await one(file.id))?.alt, await exists(old.id)]).toEqual(["河邊", "河邊", true]);
	expect(await asked("SELECT resource, resource_id AS id, number, reason FROM revisions ORDER BY 1, 2, 3")).toEqual(
		[
			["article", cover],
			["article", inline],
			["article", seo],
			["page", 1],
		].flatMap(([resource, id]) => [
			{ resource, id, number: 1, reason: "before" },
			{ resource, id, number: 2, reason: "replace" },
		]),
	);
	expect((await audits()).slice(before).sort()).toEqual(
		[
			"announcement.edit announcement 1 user:7",
			`article.edit article ${cover} user:7`,
			`article.edit article ${inline} user:7`,
			`article.edit article ${seo} user:7`,
			`media.replace media ${old.id} user:7`,
			`media.upload media ${file.id} user:7`,
			"page.edit page 1 user:7",
		].sort(),
	);
	const { data } = await askJson("/api/v1/articles/cover");
	expect(data?.cover_image).toMatchObject({ url: `http://localhost:8787${file.url}`, width: 24, height: 16 });
	expect([(await ask(file.url)).status, (await ask(old.url)).status]).toEqual([200, 404]);
});

test("what showed both files shows the new one once", async () => {
	const [old, next] = [await store(fresh()), await store(fresh())];
	const id = await insertArticle({ slug: "both", body_markdown: `![](${old.url}) ![](${next.url})` });
	for (const attachment_id of [old.id, next.id])
		await insert("attachment_uses", { resource: "article", resource_id: id, role: "inline", attachment_id });
	expect(await replaceMedia(env, db, { id: old.id, upload: upload(next.filename), all: true, by })).toEqual({
		file: next,
		changed: 1,
	});
	expect(await asked("SELECT attachment_id AS id FROM attachment_uses")).toEqual([{ id: next.id }]);
	expect(await asked("SELECT body_markdown AS text FROM articles")).toEqual([
		{ text: `![](${next.url}) ![](${next.url})` },
	]);
});

test("not by itself, not what is gone, not with what is no file of the website", async () => {
	const { id, filename } = await store(fresh());
	const replace = (id: string, file = upload(filename)) =>
		replaceMedia(env, db, { id, upload: file, all: true, by }).catch(codeOf);
	expect(await replace(id)).toBe("media.same");
	expect(await replace("a".repeat(26))).toBe("media.stale");
	expect(await replace(id, upload("a.jpg", new TextEncoder().encode("<html>")))).toBe("file.type_mismatch");
});

test("an article that was saved meanwhile stops the whole replacement", async () => {
	const { old, cover } = await everywhere();
	const FILES = new Proxy(env.FILES, {
		get(bucket, method) {
			const real: unknown = Reflect.get(bucket, method);
			if (typeof real !== "function") return real;
			return async (...args: unknown[]) => {
				// Between what replaceMedia read and its batch.
				await env.DB.prepare("UPDATE articles SET version = version + 1 WHERE id = ?").bind(cover).run();
				return real.apply(bucket, args);
			};
		},
	});
	const name = fresh();
	const refused = replaceMedia({ ...env, FILES }, db, { id: old.id, upload: upload(name), all: true, by }).catch(
		codeOf,
	);
	expect(await refused).toBe("article.stale");
	expect((await readRows(env.DB, usesOfMedia(old.id)))[0]).toHaveLength(5);
	expect(await asked("SELECT id FROM attachments WHERE filename = ?", name)).toEqual([]);
});

test("only what nothing uses is removed, and then its object too", async () => {
	const { old, other, cover } = await everywhere();
	const remove = async (id: string) => removeMedia(env, db, { ref: await seen(id), by }).catch(codeOf);
	for (const { id } of [old, other]) expect([await remove(id), await exists(id)]).toEqual(["media.in_use", true]);
	await env.DB.batch([
		env.DB.prepare("DELETE FROM attachment_uses"),
		env.DB.prepare("UPDATE articles SET seo_image = NULL"),
	]);
	expect(await remove(old.id)).toBe("media.in_use"); // still a cover
	await env.DB.prepare("UPDATE articles SET cover_id = NULL WHERE id = ?").bind(cover).run();
	await insert("drafts", {
		user_id: 7,
		resource: "article",
		slot: "new-1",
		fields: JSON.stringify({ body: `![](${old.url})` }),
		saved_at: AT,
	});
	expect(await remove(old.id)).toBe("media.in_use"); // somebody is writing about it
	expect((await readRows(env.DB, mentionsOfMedia(old.id)))[0]).toEqual([{ drafts: 1, revisions: 0 }]);
	await env.DB.prepare("DELETE FROM drafts").run();
	expect(await removeMedia(env, db, { ref: { id: old.id, version: 1 }, by }).catch(codeOf)).toBe("media.stale");
	expect([await remove(old.id), await one(old.id), await exists(old.id)]).toEqual([undefined, undefined, false]);
	expect((await audits()).at(-1)).toBe(`media.remove media ${old.id} user:7`);
	expect(await remove(old.id)).toBe("media.stale");
});

test("an object that R2 does not remove is left for the sweep", async () => {
	const { id } = await store(fresh());
	const FILES = new Proxy(env.FILES, {
		get: (bucket, method) =>
			method === "delete" ? () => Promise.reject(new Error("no")) : Reflect.get(bucket, method).bind(bucket),
	});
	await removeMedia({ ...env, FILES }, db, { ref: await seen(id), by });
	expect([await one(id), await exists(id)]).toEqual([undefined, true]);
});

test("a hundred articles with one logo are changed in one batch", async () => {
	const old = await store(fresh());
	const text = `${"春天的河。".repeat(400)}\n\n![標誌](${old.url})`;
	await commit(
		db,
		Array.from({ length: 100 }, (_, n) => [
			sql`INSERT INTO articles (slug, type, title, body_markdown, created_at, updated_at)
				VALUES (${`many-${n}`}, 'news', '題', ${text}, ${AT}, ${AT})`,
			sql`INSERT INTO attachment_uses (resource, resource_id, role, attachment_id)
				SELECT 'article', max(id), 'inline', ${old.id} FROM articles`,
		]).flat(),
	);
	const { file } = await replaceMedia(env, db, { id: old.id, upload: upload(fresh("jpg"), REAL.jpeg), all: true, by });
	expect(
		await asked("SELECT count(*) AS n FROM articles WHERE instr(body_html, ?) > 0 AND version = 2", file.url),
	).toEqual([{ n: 100 }]);
});
