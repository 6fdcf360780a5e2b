/** What may be public by a release 同意書, tried by plain SQL. */
import { env } from "cloudflare:test";
import { beforeAll, describe, expect, test } from "vitest";
import { ask, insert, insertArticle, page, sql } from "../../support/content.ts";
import { day, insertPicture, insertRelease } from "../../support/releases.ts";
import { createPage } from "../../support/rows.ts";

const run = (text: string, ...params: unknown[]) =>
	env.DB.prepare(text)
		.bind(...params)
		.run();
const stateOf = (id: number) =>
	env.DB.prepare("SELECT state FROM articles WHERE id = ?").bind(id).first<string>("state");
const publish = (id: number) => run("UPDATE articles SET state = 'published', published_at = 1 WHERE id = ?", id);
const story = (slug: string, more: Record<string, string | number> = {}) =>
	insertArticle({ slug, type: "story", state: "draft", ...more });
const tie = (article: number, release: number) =>
	insert("article_releases", { article_id: article, release_id: release });
const show = (picture: string, release: number) =>
	insert("release_pictures", { attachment_id: picture, release_id: release });
const use = (resource: string, id: number, picture: string) =>
	insert("attachment_uses", { resource, resource_id: id, role: "inline", attachment_id: picture });

describe("a story", () => {
	test("is not public without a release or the mark, on any road", async () => {
		const id = await story("none");
		await expect(publish(id)).rejects.toThrow("release.missing");
		await expect(
			run(
				"INSERT INTO articles (slug, type, title, state, published_at, created_at, updated_at) VALUES ('i', 'story', 'i', 'published', 1, 1, 1)",
			),
		).rejects.toThrow("release.missing");
		const news = await insertArticle({ slug: "was-news" });
		await expect(run("UPDATE articles SET type = 'story' WHERE id = ?", news)).rejects.toThrow("release.missing");
		const old = await insertArticle({ slug: "old", type: "story", state: "archived" });
		await expect(publish(old)).rejects.toThrow("release.missing");
		await insert("story_marks", { article_id: id, mark: "nobody" });
		await publish(id);
		await expect(run("DELETE FROM story_marks WHERE article_id = ?", id)).rejects.toThrow("release.missing");
		expect(await stateOf(id)).toBe("published");
	});

	test.each([
		["another use", { for_website: 0, for_social: 1 }],
		["pictures alone", { of_story: 0 }],
		["an end that is past", { given_on: day(-9), until: day(-1) }],
		["a beginning that is to come", { given_on: day(1) }],
	])("is not public by a release for %s, nor beside one", async (name, more) => {
		const id = await story(`s ${name}`);
		await tie(id, await insertRelease(more));
		await expect(publish(id)).rejects.toThrow("release.not_valid");
		await tie(id, await insertRelease());
		await insert("story_marks", { article_id: id, mark: "nobody" });
		await expect(publish(id)).rejects.toThrow("release.not_valid");
		await run("UPDATE articles SET type = 'news' WHERE id = ?", id);
		await expect(publish(id)).rejects.toThrow("release.not_valid");
	});

	test("is public today by one that begins or ends today, and keeps it", async () => {
		const id = await story("today");
		await tie(id, await insertRelease({ given_on: day(0), until: day(0) }));
		await publish(id);
		await expect(run("DELETE FROM article_releases WHERE article_id = ?", id)).rejects.toThrow("release.missing");
		const other = await insertRelease({ for_website: 0, for_social: 1 });
		await expect(tie(id, other)).rejects.toThrow("release.not_valid");
	});

	test("no later one is said to be from before", async () => {
		const id = await story("later");
		await expect(insert("story_marks", { article_id: id, mark: "before" })).rejects.toThrow("release.is_final");
		await insert("story_marks", { article_id: id, mark: "nobody" });
		await expect(run("UPDATE story_marks SET mark = 'before'")).rejects.toThrow("release.is_final");
	});
});

describe("a picture", () => {
	let picture = "";
	let release = 0;
	beforeAll(async () => {
		picture = await insertPicture("p");
		release = await insertRelease({ for_website: 0, for_newsletter: 1 });
		await show(picture, release);
		await createPage(page(1, "open"));
		await createPage(page(2, "closed", { state: "draft" }));
		for (const [n, audience] of ["public", "members"].entries())
			await insert("announcements", {
				id: n + 1,
				slug: `n${n}`,
				title: audience,
				audience,
				publish_from: 1,
				created_at: 1,
				updated_at: 1,
			});
	});

	test("whose release is not for the website does not appear there", async () => {
		const id = await insertArticle({ slug: "with", state: "draft" });
		await use("article", id, picture);
		await expect(publish(id)).rejects.toThrow("release.picture");
		await expect(insertArticle({ slug: "covered", cover_id: picture })).rejects.toThrow("release.picture");
		const open = await insertArticle({ slug: "open" });
		await expect(run("UPDATE articles SET cover_id = ? WHERE id = ?", picture, open)).rejects.toThrow(
			"release.picture",
		);
		await expect(use("article", open, picture)).rejects.toThrow("release.picture");
		await expect(use("page", 1, picture)).rejects.toThrow("release.picture");
		await expect(use("announcement", 1, picture)).rejects.toThrow("release.picture");
		await use("page", 2, picture);
		await expect(run("UPDATE pages SET state = 'published', published_at = 1 WHERE id = 2")).rejects.toThrow(
			"release.picture",
		);
		await use("announcement", 2, picture);
		await expect(run("UPDATE announcements SET audience = 'public' WHERE id = 2")).rejects.toThrow("release.picture");
		const other = await insertPicture("q");
		await use("article", open, other);
		await expect(
			run("UPDATE attachment_uses SET attachment_id = ? WHERE attachment_id = ?", picture, other),
		).rejects.toThrow("release.picture");
		await expect(show(other, release)).rejects.toThrow("release.shown");
	});
});

describe("a release", () => {
	test("takes down everything when it is withdrawn, for good", async () => {
		const picture = await insertPicture("w");
		const release = await insertRelease();
		await show(picture, release);
		const told = await story("told");
		await tie(told, release);
		await publish(told);
		const planned = await story("planned", { publish_at: 9e12 });
		await tie(planned, release);
		await run("UPDATE articles SET state = 'scheduled' WHERE id = ?", planned);
		const shown = await insertArticle({ slug: "shown", cover_id: picture, is_pinned: 1 });
		await createPage(page(11, "pictured"));
		await use("page", 11, picture);
		for (const [n, audience] of ["public", "members"].entries()) {
			await insert("announcements", {
				id: 11 + n,
				slug: `w${n}`,
				title: audience,
				audience,
				publish_from: 1,
				created_at: 1,
				updated_at: 1,
			});
			await use("announcement", 11 + n, picture);
		}
		const address = `/api/v1/attachments/${picture}/w.png`;
		expect((await ask(address)).status).toBe(200);

		await run("UPDATE releases SET withdrawn_at = 1 WHERE id = ?", release);
		expect([await stateOf(told), await stateOf(planned), await stateOf(shown)]).toEqual(["draft", "draft", "draft"]);
		expect(await env.DB.prepare("SELECT state FROM pages WHERE id = 11").first("state")).toBe("draft");
		expect(await env.DB.prepare("SELECT sum(is_live) AS n FROM announcements WHERE id IN (11, 12)").first("n")).toBe(0);
		for (const path of [address, "/api/v1/articles/told", "/api/v1/articles/shown", "/api/v1/pages/pictured"])
			expect([path, (await ask(path)).status]).toEqual([path, 404]);

		await expect(publish(told)).rejects.toThrow("release.not_valid");
		await expect(publish(shown)).rejects.toThrow("release.picture");
		await expect(run("UPDATE announcements SET publish_from = 1 WHERE id = 12")).rejects.toThrow("release.picture");
		await expect(tie(await story("another"), release)).rejects.toThrow("release.is_withdrawn");
		await expect(show(await insertPicture("x"), release)).rejects.toThrow("release.is_withdrawn");
		await expect(run("DELETE FROM release_pictures WHERE release_id = ?", release)).rejects.toThrow("release.is_final");
		for (const change of ["withdrawn_at = NULL", "for_social = 1", "until = NULL, given_on = '2020-01-01'"])
			await expect(run(`UPDATE releases SET ${change} WHERE id = ?`, release)).rejects.toThrow("release.is_final");
		await run("UPDATE releases SET name = '已去識別化', note = '' WHERE id = ?", release);
	});

	test("is not narrowed while something is public by it", async () => {
		const release = await insertRelease();
		const id = await story("narrow");
		await tie(id, release);
		await publish(id);
		for (const change of [
			"for_website = 0, for_social = 1",
			"of_story = 0",
			`until = '${day(-1)}'`,
			`given_on = '${day(1)}'`,
		])
			await expect(run(`UPDATE releases SET ${change} WHERE id = ?`, release)).rejects.toThrow("release.shown");
		await run(`UPDATE releases SET until = '${day(3)}', of_pictures = 0 WHERE id = ?`, release);
		await run("UPDATE articles SET state = 'draft' WHERE id = ?", id);
		await run("UPDATE releases SET for_website = 0, for_social = 1 WHERE id = ?", release);
	});

	test.each([
		["a minor without a representative", { is_minor: 1 }],
		["a representative without what they are", { representative: "母" }],
		["no use", { for_website: 0 }],
		["nothing", { of_pictures: 0, of_story: 0 }],
		["an end before its beginning", { until: day(-8) }],
		["an adult who was under 18", { birth_date: day(-4_000) }],
		["a minor who was an adult", { birth_date: "1990-01-01", is_minor: 1, representative: "母", relation: "母親" }],
	])("is not of %s", (_, more) => expect(insertRelease(more)).rejects.toThrow("CHECK constraint failed"));

	test("of a text goes with the text, of a picture with the picture", async () => {
		const picture = await insertPicture("g");
		const release = await insertRelease({ withdrawn_at: null });
		const id = await story("gone");
		await tie(id, release);
		await show(picture, release);
		await run("UPDATE releases SET withdrawn_at = 1 WHERE id = ?", release);
		await sql(`DELETE FROM articles WHERE id = ${id}`, `DELETE FROM attachments WHERE id = '${picture}'`);
		const left =
			"SELECT (SELECT count(*) FROM article_releases WHERE release_id = ?1) + (SELECT count(*) FROM release_pictures WHERE release_id = ?1) AS n";
		expect(await env.DB.prepare(left).bind(release).first("n")).toBe(0);
	});
});
