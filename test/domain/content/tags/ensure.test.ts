import { env } from "cloudflare:test";
import { sql } from "drizzle-orm";
import { expect, test } from "vitest";
import { commit, open } from "#db/commit.ts";
import { ensureTags } from "#db/content/tags.ts";
import { insert, insertArticle, term } from "../../../support/content.ts";
import { counted } from "../../../support/round-trips.ts";
import { rows } from "../../../support/users.ts";

const db = open(env.DB);
const namesOf = async (id: number) =>
	(
		await rows<{ name: string }>(
			"SELECT t.name FROM article_tags x JOIN tags t ON t.id = x.tag_id WHERE x.article_id = ? ORDER BY t.id",
			id,
		)
	).map(({ name }) => name);

test("an article's batch makes the tags that are missing and names them all; asked once", async () => {
	await insert("tags", term(1, "covid", "Covid"));
	const id = await insertArticle({ slug: "one" });
	let trips = 0;
	const { names, writes, ids } = await ensureTags(
		counted(env.DB, () => trips++),
		["ＣＯＶＩＤ", "長照", "長照"],
		7,
	);
	expect(trips).toBe(1);
	expect(names).toEqual(["Covid", "長照"]);
	await commit(db, [...writes, sql`INSERT INTO article_tags (article_id, tag_id) SELECT ${id}, id FROM (${ids})`]);
	expect(await namesOf(id)).toEqual(["Covid", "長照"]);
	expect(await rows("SELECT name, slug, articles_count, created_at FROM tags ORDER BY id")).toEqual([
		{ name: "Covid", slug: "covid", articles_count: 1, created_at: Date.UTC(2026, 0, 1) },
		{ name: "長照", slug: "長照", articles_count: 1, created_at: 7 },
	]);
});

test("two editors who make the same tag at once both get it", async () => {
	const [a, b] = [await insertArticle({ slug: "a" }), await insertArticle({ slug: "b" })];
	const first = await ensureTags(env.DB, ["同一個"], 1);
	const second = await ensureTags(env.DB, ["同一個"], 2);
	for (const [id, { writes, ids }] of [
		[a, first],
		[b, second],
	] as const)
		await commit(db, [...writes, sql`INSERT INTO article_tags (article_id, tag_id) SELECT ${id}, id FROM (${ids})`]);
	expect([await namesOf(a), await namesOf(b)]).toEqual([["同一個"], ["同一個"]]);
	expect(await rows("SELECT name, created_at FROM tags WHERE name = '同一個'")).toEqual([
		{ name: "同一個", created_at: 1 },
	]);
});

test("no names ask and write nothing", async () => {
	let trips = 0;
	const { names, writes } = await ensureTags(
		counted(env.DB, () => trips++),
		[],
		1,
	);
	expect([trips, names, writes]).toEqual([0, [], []]);
});
