import { env } from "cloudflare:test";
import { beforeEach, describe, expect, test } from "vitest";
import { open } from "#db/commit.ts";
import { STATES, STEPS, type State, type Step } from "#domain/content/content/states.ts";
import type { Move } from "#domain/content/content/steps.ts";
import { createPage, savePage, stepPage } from "#domain/content/pages/actions.ts";
import { PageForm, type PageInput } from "#domain/content/pages/form.ts";
import { byUser } from "#kernel/by.ts";
import { ask, insert, page, sql } from "../../../support/content.ts";
import { newestAudit } from "../../../support/pages.ts";
import { codeOf } from "../../../support/refusal.ts";

const db = open(env.DB);
const AT = Date.UTC(2026, 2, 5, 1, 30);
const LATER = AT + 3_600_000;
const by = byUser(3, null, AT);
const PICTURE = "a".repeat(26);

beforeEach(async () => {
	await sql(
		"UPDATE pages SET parent_id = NULL",
		"DELETE FROM pages",
		"DELETE FROM slug_history",
		"DELETE FROM attachments",
	);
	await insert("attachments", {
		id: PICTURE,
		filename: "map.png",
		content_type: "image/png",
		size: 9,
		sha256: "a".repeat(64),
		object_key: `attachments/${PICTURE}`,
		width: 640,
		height: 480,
		created_at: 1,
	});
	for (const row of [
		page(1, "about", { position: 1 }),
		page(2, "about/team", { parent_id: 1, position: 1 }),
		page(3, "about/team/board", { parent_id: 2 }),
		page(4, "join", { position: 2 }),
	])
		await insert("pages", row);
});

/** What the editor's form would send, read as its route reads it. */
function form(fields: Record<string, string> = {}): PageInput {
	const sent = {
		title: "聯絡我們",
		slug: "",
		excerpt: "",
		body: "",
		seo_title: "",
		seo_description: "",
		canonical_url: "",
		parent_id: "",
		slot: "1",
		version: "1",
		...fields,
	};
	return PageForm.parse(sent).page;
}
const row = (id: number) => env.DB.prepare("SELECT * FROM pages WHERE id = ?").bind(id).first();
const save = (id: number, fields: Record<string, string>, move?: Move, version = 1) =>
	savePage(db, { id, version }, { input: form(fields), move, ...by });
const where = async (path: string): Promise<string> => {
	const answer = await ask(`/api/v1/pages/${path}`);
	const to = answer.headers.get("Location")?.replace("http://localhost:8787/api/v1/pages/", "");
	return to ? `${answer.status} ${to}` : `${answer.status}`;
};

describe("a new page", () => {
	test("stands behind the others below its parent, with its files, its first revision and who made it", async () => {
		const body = `## 交通\n\n![地圖](/api/v1/attachments/${PICTURE}/map.png)`;
		const input = form({ parent_id: "1", body, excerpt: "怎麼來", seo_title: "交通" });
		const id = await createPage(db, { input, key: "k1", ...by });
		expect(await row(id)).toEqual({
			id,
			parent_id: 1,
			position: 2,
			slug: "聯絡我們",
			path: "about/聯絡我們",
			state: "draft",
			published_at: null,
			publish_at: null,
			unpublish_at: null,
			archived_at: null,
			trashed_at: null,
			title: "聯絡我們",
			excerpt: "怎麼來",
			seo_title: "交通",
			seo_description: null,
			seo_image: null,
			canonical_url: null,
			noindex: 0,
			version: 1,
			created_at: AT,
			updated_at: AT,
			toc: '[{"level":2,"id":"交通","text":"交通"}]',
			body_markdown: body,
			body_html: expect.stringContaining('width="640" height="480"'),
		});
		const uses = await env.DB.prepare("SELECT * FROM attachment_uses WHERE resource_id = ?").bind(id).all();
		expect(uses.results).toEqual([
			{ resource: "page", resource_id: id, role: "inline", attachment_id: PICTURE, position: 0, description: "" },
		]);
		const kept = await env.DB.prepare(
			"SELECT number, reason, actor, snapshot ->> 'title' AS title FROM revisions WHERE resource = 'page' AND resource_id = ?",
		)
			.bind(id)
			.all();
		expect(kept.results).toEqual([{ number: 1, reason: "create", actor: "user:3", title: "聯絡我們" }]);
		expect(await newestAudit(1)).toEqual([`page.create page ${id} 聯絡我們`]);
		expect(await where("about/聯絡我們")).toBe("404");
		expect(await createPage(db, { input, key: "k1", ...by })).toBe(id);
		expect(await env.DB.prepare("SELECT count(*) AS n FROM pages").first("n")).toBe(5);
	});

	test("published at once it is public; a second one of that title gets a number", async () => {
		const id = await createPage(db, { input: form(), move: { step: "publish" }, key: "k2", ...by });
		expect([(await row(id))?.state, (await row(id))?.published_at, await where("聯絡我們")]).toEqual([
			"published",
			AT,
			"200",
		]);
		expect(await newestAudit(2)).toEqual([`page.create page ${id} 聯絡我們`, `page.publish page ${id} 聯絡我們`]);
		const second = await createPage(db, { input: form(), key: "k3", ...by });
		expect((await row(second))?.path).toBe("聯絡我們-2");
	});

	test.each([
		["a slug that is taken", { slug: "team" }, "page.slug_taken"],
		["a slug of no letters", { slug: "///" }, "content.slug_empty"],
		["below one that is not there", { parent_id: "99" }, "page.parent_gone"],
	])("%s: no, and nothing is made", async (what, fields, code) => {
		expect(await createPage(db, { input: form(fields), key: what, ...by }).catch(codeOf)).toBe(code);
		expect(await env.DB.prepare("SELECT count(*) AS n FROM pages").first("n")).toBe(4);
	});

	test("seven levels deep, or with an address of over 600 letters: no", async () => {
		let parent = 3;
		for (const key of ["4", "5", "6"])
			parent = await createPage(db, { input: form({ title: key, parent_id: String(parent) }), key, ...by });
		expect((await row(parent))?.path).toBe("about/team/board/4/5/6");
		const seventh = { input: form({ parent_id: String(parent) }), key: "7", ...by };
		expect(await createPage(db, seventh).catch(codeOf)).toBe("page.too_deep");
		const long = (letter: string) => letter.repeat(120);
		for (const [at, path] of ["甲", "乙", "丙", "丁"].entries())
			await insert("pages", {
				...page(
					50 + at,
					["甲", "乙", "丙", "丁"]
						.slice(0, at + 1)
						.map(long)
						.join("/"),
					{ title: path },
				),
				parent_id: at === 0 ? null : 49 + at,
			});
		const endless = { input: form({ parent_id: "53", title: long("戊") }), key: "long", ...by };
		expect(await createPage(db, endless).catch(codeOf)).toBe("page.path_too_long");
	});
});

describe("saving", () => {
	test("another slug: its address and those below it change, every old one redirects; the first text is kept too", async () => {
		expect(await save(1, { title: "關於", slug: "us", body: "新的" })).toBe("published");
		expect([await where("about"), await where("about/team"), await where("about/team/board")]).toEqual([
			"301 us",
			"301 us/team",
			"301 us/team/board",
		]);
		expect([await where("us"), await where("us/team/board")]).toEqual(["200", "200"]);
		const kept = await env.DB.prepare(
			"SELECT reason, snapshot ->> 'slug' AS slug FROM revisions WHERE resource = 'page' AND resource_id = 1 ORDER BY number",
		).all();
		expect(kept.results).toEqual([
			{ reason: "before", slug: "about" },
			{ reason: "save", slug: "us" },
		]);
		const audit = await env.DB.prepare(
			"SELECT action, description, changes FROM audit_log ORDER BY id DESC LIMIT 1",
		).first();
		expect(audit).toEqual({
			action: "page.edit",
			description: "us",
			changes: '{"path":{"from":"about","to":"us"}}',
		});
		const now = await row(2);
		expect([now?.version, now?.updated_at]).toEqual([1, Date.UTC(2026, 0, 1)]);
	});

	test("two pages take each other's slug, by way of a third: the addresses lead where the pages are", async () => {
		await save(1, { slug: "x" });
		await save(4, { slug: "about" });
		await save(1, { slug: "join" }, undefined, 2);
		expect([await where("about"), await where("join"), await where("about/team"), await where("x/team")]).toEqual([
			"200",
			"200",
			"301 join/team",
			"301 join/team",
		]);
		expect((await row(4))?.path).toBe("about");
	});

	test("another parent: behind the others there", async () => {
		await save(4, { slug: "join", parent_id: "1" });
		const now = await row(4);
		expect([now?.path, now?.position, await where("join")]).toEqual(["about/join", 2, "200"]);
		const audit = await env.DB.prepare("SELECT changes FROM audit_log ORDER BY id DESC LIMIT 1").first("changes");
		expect(audit).toBe('{"path":{"from":"join","to":"about/join"}}');
	});

	test("an own address that an import gave stays while neither slug nor parent changes", async () => {
		await insert("pages", page(7, "about/old/guide", { slug: "old-guide", parent_id: 1 }));
		await save(7, { slug: "old-guide", parent_id: "1", title: "新標題" });
		expect((await row(7))?.path).toBe("about/old/guide");
	});

	test.each([
		["below itself", { slug: "about", parent_id: "1" }, "page.loop"],
		["below its child", { slug: "about", parent_id: "3" }, "page.loop"],
		["under another's slug", { slug: "join" }, "page.slug_taken"],
		["below one that is gone", { slug: "about", parent_id: "99" }, "page.parent_gone"],
		["with a body over the row's room", { slug: "about", body: "[a](b)\n\n".repeat(60_000) }, "content.too_long"],
	])("%s: no, and nothing has changed", async (_, fields, code) => {
		const before = await row(1);
		expect(await save(1, fields).catch(codeOf)).toBe(code);
		expect(await row(1)).toEqual(before);
	});

	test("two people: the second is told; one that was moved meanwhile is stale too, one below it is not", async () => {
		await save(1, { slug: "us" });
		expect(await save(1, { slug: "we" }).catch(codeOf)).toBe("page.stale");
		expect(await save(2, { slug: "team", parent_id: "1", title: "我們" })).toBe("published");
		expect((await row(2))?.path).toBe("us/team");
		expect(await save(99, {}).catch(codeOf)).toBe("page.stale");
	});

	test("a move while another renames what it moves below: both addresses come out right, in either order", async () => {
		await Promise.all([save(1, { slug: "us" }), save(4, { slug: "join", parent_id: "2" })]);
		expect([(await row(4))?.path, (await row(3))?.path]).toEqual(["us/team/join", "us/team/board"]);
	});

	test("a file that the text no longer shows is no longer used", async () => {
		const uses = () => env.DB.prepare("SELECT count(*) AS n FROM attachment_uses").first("n");
		await save(4, { slug: "join", body: `![](/api/v1/attachments/${PICTURE}/map.png)` });
		expect(await uses()).toBe(1);
		await save(4, { slug: "join" }, undefined, 2);
		expect(await uses()).toBe(0);
	});
});

const TIMES: Record<State, Record<string, number>> = {
	draft: {},
	scheduled: { publish_at: LATER, unpublish_at: LATER + 1 },
	published: { published_at: 5, unpublish_at: LATER },
	archived: { published_at: 5, archived_at: 6 },
	trashed: { trashed_at: 7 },
};
const AFTER: Record<Step, Record<string, number | null>> = {
	publish: { published_at: AT, publish_at: null },
	schedule: { publish_at: LATER },
	unpublish: { publish_at: null, unpublish_at: null },
	archive: { publish_at: null, unpublish_at: null, archived_at: AT },
	unarchive: { archived_at: null },
	trash: { publish_at: null, unpublish_at: null, trashed_at: AT },
	restore: { archived_at: null, trashed_at: null },
};
const EMPTY = { published_at: null, publish_at: null, unpublish_at: null, archived_at: null, trashed_at: null };
/** What readers get of a page in each state. */
const ANSWER: Record<State, string> = {
	draft: "404",
	scheduled: "404",
	published: "200",
	archived: "410",
	trashed: "404",
};

describe("every step from every state", () => {
	const all = (Object.keys(STEPS) as Step[]).flatMap((step) => STATES.map((state) => [step, state] as const));
	test.each(all)("%s from %s", async (step, state) => {
		await insert("pages", { ...page(9, "nine", { state, published_at: null }), ...TIMES[state] });
		const move: Move = step === "schedule" ? { step, publishAt: LATER } : { step };
		const { from, to }: { from: readonly State[]; to: State } = STEPS[step];
		const end = await stepPage(db, { id: 9, version: 1 }, { move, ...by }).catch(codeOf);
		const { body_html: _, body_markdown: __, toc: ___, ...now } = (await row(9)) ?? {};
		if (!from.includes(state)) {
			expect([end, now.state, now.version]).toEqual(["content.wrong_state", state, 1]);
			return;
		}
		expect([end, await where("nine")]).toEqual([to, ANSWER[to]]);
		expect(now).toMatchObject({ ...EMPTY, ...TIMES[state], ...AFTER[step], state: to, version: 2 });
		expect(await newestAudit(1)).toEqual([`page.${step} page 9 nine`]);
	});
});

describe("nothing hangs below the trash", () => {
	test("a page with pages below it does not go there until they have", async () => {
		const trash = (id: number, version = 1) =>
			stepPage(db, { id, version }, { move: { step: "trash" }, ...by }).catch(codeOf);
		expect([await trash(2), await save(2, { slug: "team", parent_id: "1" }, { step: "trash" }).catch(codeOf)]).toEqual([
			"page.has_children",
			"page.has_children",
		]);
		expect([await trash(3), await trash(2)]).toEqual(["trashed", "trashed"]);
		const restore = (id: number) =>
			stepPage(db, { id, version: 2 }, { move: { step: "restore" }, ...by }).catch(codeOf);
		expect(await restore(3)).toBe("page.parent_gone");
		// In its editor it may take another place at once.
		expect(await save(3, { slug: "board", parent_id: "4" }, { step: "restore" }, 2)).toBe("draft");
		expect((await row(3))?.path).toBe("join/board");
		expect(await restore(2)).toBe("draft");
	});

	test("a page below one that goes there at the same time: one of both comes second", async () => {
		const ends = await Promise.all([
			stepPage(db, { id: 4, version: 1 }, { move: { step: "trash" }, ...by }).catch(codeOf),
			createPage(db, { input: form({ parent_id: "4" }), key: "race", ...by }).then(() => "made", codeOf),
		]);
		expect([
			["trashed", "page.parent_gone"],
			["page.has_children", "made"],
		]).toContainEqual(ends);
	});

	test("what hangs below one that is taken down stays public, at the top", async () => {
		await stepPage(db, { id: 2, version: 1 }, { move: { step: "unpublish" }, ...by });
		const tree = await (await ask("/api/v1/pages")).json<{ data: { path: string; children: unknown[] }[] }>();
		expect(tree.data.map(({ path }) => path)).toEqual(["about", "join", "about/team/board"]);
		expect(await where("about/team/board")).toBe("200");
	});
});

describe("what is typed badly", () => {
	const errors = (fields: Record<string, string>): Record<string, string[] | undefined> => {
		const sent = {
			title: "題",
			slug: "",
			excerpt: "",
			body: "",
			seo_title: "",
			seo_description: "",
			canonical_url: "",
		};
		const read = PageForm.safeParse({ ...sent, parent_id: "", slot: "1", version: "1", ...fields });
		return read.error
			? Object.fromEntries(read.error.issues.map((issue) => [issue.path.join("."), [issue.message]]))
			: {};
	};
	test.each([
		[{ title: " " }, { title: ["請填寫標題。"] }],
		[{ title: "長".repeat(300) }, { title: ["最多 200 個字。"] }],
		[{ body: "長".repeat(700_000) }, { body: [expect.stringContaining("內文太長")] }],
		[{ parent_id: "x" }, { parent_id: [expect.any(String)] }],
		[{ publish_at: "2026-02-30T10:00" }, { publish_at: [expect.stringContaining("看不懂「2026-02-30」")] }],
		[{ unknown: "x" }, { "": [expect.any(String)] }],
	])("%#", (fields, expected) => {
		expect(errors(fields)).toEqual(expected);
	});

	test("a script in the text is not one on the website", async () => {
		const input = form({
			title: "<script>alert(1)</script>",
			body: '<script>alert(1)</script>\n\n<a href="javascript:x">y</a>',
		});
		const id = await createPage(db, { input, move: { step: "publish" }, key: "xss", ...by });
		const now = await row(id);
		expect([now?.title, now?.slug, now?.body_html]).toEqual([
			"<script>alert(1)</script>",
			"script-alert-1-script",
			expect.not.stringMatching(/<script|javascript:/),
		]);
	});
});
