import { env } from "cloudflare:test";
import { beforeEach, expect, test } from "vitest";
import { open } from "#db/commit.ts";
import { pageTree } from "#db/content/page-tree.ts";
import { readRows } from "#db/read.ts";
import { movePage } from "#domain/content/pages/actions.ts";
import { mayGoBelow, moved, placeAfter, SHIFTS, type TreeNode, waysOf } from "#domain/content/pages/rules.ts";
import { byUser } from "#kernel/by.ts";
import { ask, askJson, insert, page, sql } from "../../../support/content.ts";
import { codeOf } from "../../../support/refusal.ts";

const db = open(env.DB);
const AT = Date.UTC(2026, 2, 5, 1, 30);
const by = byUser(3, "192.0.2.7", AT);

/** about › team › board; about › history, a draft; join, with one in the trash below it. */
beforeEach(async () => {
	await sql("UPDATE pages SET parent_id = NULL", "DELETE FROM pages");
	for (const row of [
		page(1, "about", { position: 1 }),
		page(2, "about/team", { parent_id: 1, position: 1 }),
		page(3, "about/team/board", { parent_id: 2 }),
		page(4, "about/history", { parent_id: 1, position: 2, state: "draft" }),
		page(5, "join", { position: 2 }),
		page(6, "join/fee", { parent_id: 5, state: "trashed" }),
	])
		await insert("pages", row);
});

const tree = async (): Promise<string[]> =>
	(await readRows(env.DB, pageTree()))[0].map(({ depth, path }) => `${depth} ${path}`);
const version = (id: number) =>
	env.DB.prepare("SELECT version FROM pages WHERE id = ?").bind(id).first<number>("version");
const move = async (id: number, parentId: number | null, position = 0) =>
	movePage(db, { id, version: (await version(id)) ?? 0 }, { parentId, position, ...by });
const where = async (path: string): Promise<string> => {
	const answer = await ask(`/api/v1/pages/${path}`);
	const to = answer.headers.get("Location")?.replace("http://localhost:8787/api/v1/pages/", "");
	return to ? `${answer.status} ${to}` : `${answer.status}`;
};

test("the tree stands in its order, each page before those below it", async () => {
	expect(await tree()).toEqual(["1 about", "2 about/team", "3 about/team/board", "2 about/history", "1 join"]);
});

test("below another page with all that hangs below it; every old address leads to the new one", async () => {
	await move(2, 5);
	expect(await tree()).toEqual(["1 about", "2 about/history", "1 join", "2 join/team", "3 join/team/board"]);
	expect((await askJson("/api/v1/pages")).data).toEqual([
		{ slug: "about", title: "頁 about", path: "about", children: [] },
		{
			slug: "join",
			title: "頁 join",
			path: "join",
			children: [
				{
					slug: "team",
					title: "頁 about/team",
					path: "join/team",
					children: [{ slug: "board", title: "頁 about/team/board", path: "join/team/board", children: [] }],
				},
			],
		},
	]);
	expect([await where("about/team"), await where("about/team/board"), await where("join/team/board")]).toEqual([
		"301 join/team",
		"301 join/team/board",
		"200",
	]);
});

test("web-hooks are told of every address that changed, with the one before", async () => {
	const rev = await env.DB.prepare("SELECT rev FROM content_revision").first<number>("rev");
	await move(2, 5);
	const { results } = await env.DB.prepare(
		`SELECT DISTINCT id, slug, previous_slug, event FROM content_changes
		WHERE rev > ? AND previous_slug IS NOT NULL ORDER BY id`,
	)
		.bind(rev)
		.all();
	expect(results).toEqual([
		{ id: 2, slug: "join/team", previous_slug: "about/team", event: "updated" },
		{ id: 3, slug: "join/team/board", previous_slug: "about/team/board", event: "updated" },
	]);
});

test("among the pages beside it: the others close up, only those that changed are told, the one in the trash stays", async () => {
	await insert("pages", page(7, "about/office", { parent_id: 1, position: 9 }));
	const rev = await env.DB.prepare("SELECT rev FROM content_revision").first<number>("rev");
	await move(7, 1, 1);
	expect(await tree()).toEqual([
		"1 about",
		"2 about/team",
		"3 about/team/board",
		"2 about/office",
		"2 about/history",
		"1 join",
	]);
	const { results } = await env.DB.prepare("SELECT DISTINCT id, event FROM content_changes WHERE rev > ? ORDER BY id")
		.bind(rev)
		.all();
	expect(results).toEqual([{ id: 7, event: "updated" }]);
	await move(7, 1, 99);
	expect((await tree()).slice(-2)).toEqual(["2 about/office", "1 join"]);
	await move(7, null, 0);
	expect((await tree())[0]).toBe("1 office");
	expect(await where("about/office")).toBe("301 office");
});

test("what was moved says so in the log, with its old and its new address", async () => {
	await move(2, 5);
	const { results } = await env.DB.prepare(
		"SELECT actor, ip_address, action, auditable_type, auditable_id, description, changes FROM audit_log ORDER BY id DESC LIMIT 1",
	).all();
	expect(results).toEqual([
		{
			actor: "user:3",
			ip_address: "192.0.2.7",
			action: "page.move",
			auditable_type: "page",
			auditable_id: "2",
			description: "team",
			changes: '{"path":{"from":"about/team","to":"join/team"}}',
		},
	]);
});

test("nobody who writes in another page is disturbed: only the moved one has a new version", async () => {
	await move(2, 5);
	expect(await Promise.all([1, 2, 3, 4, 5].map(version))).toEqual([1, 2, 1, 1, 1]);
});

test.each([
	["under itself", 1, 1, "page.loop"],
	["under its child", 1, 2, "page.loop"],
	["under what hangs below its child", 1, 3, "page.loop"],
	["under one in the trash", 5, 6, "page.parent_gone"],
	["under one that never was", 5, 999, "page.parent_gone"],
] as const)("%s: no, and nothing has moved", async (_, id, parent, code) => {
	const before = await tree();
	expect(await move(id, parent).catch(codeOf)).toBe(code);
	expect(await tree()).toEqual(before);
	expect(await version(id)).toBe(1);
});

test("one that is gone, in the trash, or was changed meanwhile is stale", async () => {
	expect(await move(999, null).catch(codeOf)).toBe("page.stale");
	expect(await move(6, null).catch(codeOf)).toBe("page.stale");
	await move(2, null);
	expect(await movePage(db, { id: 2, version: 1 }, { parentId: 5, position: 0, ...by }).catch(codeOf)).toBe(
		"page.stale",
	);
});

test("two people at once, each under the other's: one of them comes second and is told", async () => {
	const ends = await Promise.all([move(1, 5).then(() => "moved", codeOf), move(5, 1).then(() => "moved", codeOf)]);
	expect(ends.sort()).toEqual(["moved", "page.loop"]);
	expect(await tree()).toHaveLength(5);
});

test("the seventh level is too deep, also for what comes along", async () => {
	for (const [at, path] of ["d1", "d1/d2", "d1/d2/d3", "d1/d2/d3/d4", "d1/d2/d3/d4/d5"].entries())
		await insert("pages", page(10 + at, path, { parent_id: at === 0 ? null : 9 + at }));
	await move(3, 14);
	expect((await tree()).filter((line) => line.startsWith("6"))).toEqual(["6 d1/d2/d3/d4/d5/board"]);
	expect(await move(1, 14).catch(codeOf)).toBe("page.too_deep");
	expect(await move(10, 5).catch(codeOf)).toBe("page.too_deep");
});

test("an address over 600 letters is none", async () => {
	const long = (letter: string) => letter.repeat(120);
	let path = "";
	for (const [at, letter] of ["甲", "乙", "丙", "丁"].entries()) {
		path = path ? `${path}/${long(letter)}` : long(letter);
		await insert("pages", page(10 + at, path, { title: letter, parent_id: at === 0 ? null : 9 + at }));
	}
	await insert("pages", page(20, long("戊"), { title: "戊" }));
	expect(await move(20, 13).catch(codeOf)).toBe("page.path_too_long");
	await sql("UPDATE pages SET slug = '戊', path = '戊' WHERE id = 20");
	await move(20, 13);
	expect((await env.DB.prepare("SELECT length(path) AS n FROM pages WHERE id = 20").first<number>("n")) ?? 0).toBe(485);
});

test("A below B, then B below A: addresses change places, and every old one leads to where its page is", async () => {
	await move(2, null);
	await move(1, 2);
	expect(await tree()).toEqual(["1 team", "2 team/about", "3 team/about/history", "2 team/board", "1 join"]);
	expect([await where("about"), await where("about/team"), await where("about/team/board")]).toEqual([
		// A page is found by its slug too: no redirect.
		"200",
		"301 team",
		"301 team/board",
	]);
	await move(1, null);
	await move(2, 1);
	expect(await tree()).toEqual(["1 about", "2 about/team", "3 about/team/board", "2 about/history", "1 join"]);
	expect([await where("about"), await where("about/team"), await where("about/team/board")]).toEqual([
		"200",
		"200",
		"200",
	]);
	expect([await where("team/about"), await where("team/board")]).toEqual(["301 about", "301 about/team/board"]);
});

test("an imported page keeps its own part of the address while only its ancestors move, and takes its slug when it moves itself", async () => {
	await insert("pages", page(7, "about/old/guide", { slug: "old-guide", parent_id: 1 }));
	await insert("pages", page(8, "elsewhere", { parent_id: 1, position: 4 }));
	await move(1, 5);
	expect((await tree()).filter((line) => line.startsWith("3")).sort()).toEqual([
		"3 join/about/elsewhere",
		"3 join/about/history",
		"3 join/about/old/guide",
		"3 join/about/team",
	]);
	await move(7, null);
	expect([await where("about/old/guide"), await where("join/about/old/guide"), await where("old-guide")]).toEqual([
		"301 old-guide",
		"301 old-guide",
		"200",
	]);
});

/** As random as a test may be: the same every time. */
function* numbers(seed: number): Generator<number> {
	for (let n = seed; ; n = (n * 48_271) % 2_147_483_647) yield n;
}

test("the rules foretell what the database does: 60 moves of all kinds", async () => {
	const next = numbers(7);
	const draw = (below: number): number => Number(next.next().value) % below;
	const seen = { moved: 0, refused: 0 };
	for (let turn = 0; turn < 60; turn++) {
		const [before] = await readRows(env.DB, pageTree());
		const id = draw(5) + 1;
		const parentId = draw(4) === 0 ? null : draw(5) + 1;
		const place = { parentId, position: draw(4) };
		const end = await move(id, parentId, place.position).then(() => "moved", codeOf);
		const [after] = await readRows(env.DB, pageTree());
		const allowed = mayGoBelow(before, id, parentId);
		expect([turn, end]).toEqual([turn, allowed ? "moved" : "page.loop"]);
		const expected = allowed ? moved(before, id, place) : before;
		for (const one of after)
			expect(SHIFTS.filter((way) => waysOf(after).get(one.id)?.has(way))).toEqual(
				SHIFTS.filter((way) => placeAfter(after, one.id, way)),
			);
		const bare = ({ id, parent_id, depth }: TreeNode) => ({ id, parent_id, depth });
		expect([turn, after.map(bare)]).toEqual([turn, expected.map(bare)]);
		seen[allowed ? "moved" : "refused"]++;
	}
	expect(seen).toEqual({ moved: 41, refused: 19 });
});

test("search by title or path, filter by state; like patterns mean nothing", async () => {
	const found = async (filter: object) => (await readRows(env.DB, pageTree(filter)))[0].map(({ id }) => id);
	expect(await found({ q: "TEAM" })).toEqual([2, 3]);
	expect(await found({ q: "頁 JOIN" })).toEqual([5]);
	expect(await found({ q: "%" })).toEqual([]);
	expect(await found({ state: "draft" })).toEqual([4]);
});
