import { env } from "cloudflare:test";
import { beforeEach, describe, expect, test } from "vitest";
import { open } from "#db/commit.ts";
import { changeArticles } from "#domain/content/articles/actions.ts";
import { BULK_MAX, type BulkStep, bulkFields, bulkFrom } from "#domain/content/articles/bulk.ts";
import { stepArticle } from "#domain/content/articles/rules.ts";
import { isReturned, stoodIn } from "#domain/content/content/returning.ts";
import { STATES, STEPS, type State } from "#domain/content/content/states.ts";
import { byUser } from "#kernel/by.ts";
import { insert, insertArticle, term } from "../../../support/content.ts";
import { person, rows } from "../../../support/users.ts";

const AT = Date.UTC(2026, 4, 1);
const db = open(env.DB);
let by: ReturnType<typeof byUser>;
const made = new Map<State, number>();

/** One article of each state, with all that the state may have planned. */
const OF_STATE: Record<State, Record<string, string | number | null>> = {
	draft: { published_at: null, unpublish_at: AT + 9 },
	scheduled: { published_at: null, publish_at: AT + 5, unpublish_at: AT + 9 },
	published: { is_pinned: 1, pinned_until: AT + 5, unpublish_at: AT + 9, body_markdown: "內文" },
	archived: { archived_at: 1 },
	trashed: { trashed_at: 1, archived_at: 1 },
};

beforeEach(async () => {
	await env.DB.batch([env.DB.prepare("DELETE FROM articles"), env.DB.prepare("DELETE FROM tags")]);
	by = byUser((await person({ name: "編輯" })).id, "192.0.2.7", AT);
	for (const state of STATES) made.set(state, await insertArticle({ slug: `one-${state}`, state, ...OF_STATE[state] }));
});

const idOf = (state: State): number => made.get(state) ?? -1;
const articlesNow = () =>
	rows(
		`SELECT slug, state, is_pinned, pinned_until, published_at, publish_at, unpublish_at, archived_at, trashed_at, version
		FROM articles ORDER BY id`,
	);
const audited = () =>
	rows(
		`SELECT action, auditable_id, description, user_id, actor, ip_address, at, changes FROM audit_log
		WHERE actor = ?1 ORDER BY id`,
		by.actor,
	);
const all = () => STATES.map(idOf);

const COLUMNS: Record<string, string> = {
	state: "state",
	isPinned: "is_pinned",
	pinnedUntil: "pinned_until",
	publishedAt: "published_at",
	publishAt: "publish_at",
	unpublishAt: "unpublish_at",
	archivedAt: "archived_at",
	trashedAt: "trashed_at",
};

describe.each(["publish", "archive", "trash", "restore"] as const)("%s", (kind) => {
	test("makes of each state what the step makes of it alone, and leaves the others", async () => {
		const before = await articlesNow();
		const from: readonly State[] = STEPS[kind].from;
		expect(await changeArticles(db, { kind, ids: all() }, by)).toEqual({
			changed: from.length,
			empty: from.filter((state) => state !== "published").length,
		});
		const expected = before.map((row) => {
			const state = STATES.find((one) => one === row.state) ?? "draft";
			if (!from.includes(state)) return row;
			const fields = Object.entries(stepArticle(state, { step: kind }, AT)).map(([name, value]) => [
				COLUMNS[name],
				typeof value === "boolean" ? Number(value) : value,
			]);
			return { ...row, ...Object.fromEntries(fields), version: 2 };
		});
		expect(await articlesNow()).toEqual(expected);
	});
	test("each changed article has its audit row, and no other", async () => {
		const before = await articlesNow();
		const stood = (state: State) => stoodIn(JSON.stringify({ stood: before.find((row) => row.state === state) }));
		await changeArticles(db, { kind, ids: all() }, by);
		expect(await audited()).toEqual(
			STATES.filter((state) => bulkFrom(kind).includes(state)).map((state) => ({
				action: `article.${kind}`,
				auditable_id: String(idOf(state)),
				description: `one-${state}`,
				user_id: by.userId,
				actor: by.actor,
				ip_address: "192.0.2.7",
				at: AT,
				changes: JSON.stringify({
					...{ from: state, to: STEPS[kind].to },
					...(isReturned(kind) && { stood: stood(state) }),
				}),
			})),
		);
	});
	test("does it once", async () => {
		await changeArticles(db, { kind, ids: all() }, by);
		const once = await articlesNow();
		expect((await changeArticles(db, { kind, ids: all() }, by)).changed).toBe(0);
		expect(await articlesNow()).toEqual(once);
	});
	test("makes the same fields of every state that it starts from", () => {
		for (const state of STEPS[kind].from)
			expect(bulkFields({ kind }, AT)).toEqual(stepArticle(state, { step: kind }, AT));
	});
});

test("what would be taken down at a time that has passed is not published", async () => {
	await env.DB.prepare("UPDATE articles SET unpublish_at = ?1 WHERE id = ?2").bind(AT, idOf("draft")).run();
	expect(await changeArticles(db, { kind: "publish", ids: [idOf("draft"), idOf("scheduled")] }, by)).toEqual({
		changed: 1,
		empty: 1,
	});
	expect((await articlesNow()).map(({ state }) => state)).toEqual([
		"draft",
		"published",
		"published",
		"archived",
		"trashed",
	]);
});

test("only what is published and not pinned is pinned, and the other way round", async () => {
	const second = await insertArticle({ slug: "second" });
	expect(await changeArticles(db, { kind: "pin", ids: [...all(), second] }, by)).toEqual({ changed: 1, empty: 1 });
	const pinned = async () =>
		(await rows("SELECT slug, pinned_until, version FROM articles WHERE is_pinned = 1 ORDER BY id")).map(
			({ slug, pinned_until, version }) => [slug, pinned_until, version],
		);
	expect(await pinned()).toEqual([
		["one-published", AT + 5, 1],
		["second", null, 2],
	]);
	expect((await changeArticles(db, { kind: "unpin", ids: [...all(), second] }, by)).changed).toBe(2);
	expect(await pinned()).toEqual([]);
	const logged = (await audited()).map(({ action, description, changes }) => [
		...[action, description],
		stoodIn(String(changes))?.pinned_until,
	]);
	expect(logged).toEqual([
		["article.pin", "second", undefined],
		["article.unpin", "one-published", AT + 5],
		["article.unpin", "second", null],
	]);
});

describe("a tag", () => {
	const TAG = 7;
	beforeEach(async () => {
		await insert("tags", term(TAG, "winter", "冬季"));
		await insert("article_tags", { article_id: idOf("archived"), tag_id: TAG });
	});
	const taggedNow = async () =>
		(await rows("SELECT article_id FROM article_tags WHERE tag_id = ?1 ORDER BY article_id", TAG)).map(
			({ article_id }) => article_id,
		);
	const revisions = async () =>
		(
			await rows(
				`SELECT resource_id, reason, json_extract(snapshot, '$.tags') AS tags FROM revisions
				WHERE resource = 'article' AND resource_id IN (SELECT id FROM articles) ORDER BY resource_id, number`,
			)
		).map(({ resource_id, reason, tags }) => [resource_id, reason, tags]);

	test("is added where it is missing, outside the trash; both texts are kept as revisions", async () => {
		expect(await changeArticles(db, { kind: "add_tag", tagId: TAG, ids: all() }, by)).toEqual({ changed: 3, empty: 2 });
		expect(await taggedNow()).toEqual(
			["draft", "scheduled", "published", "archived"].map((state) => idOf(state as State)),
		);
		expect((await articlesNow()).map(({ version }) => version)).toEqual([2, 2, 2, 1, 1]);
		expect(await revisions()).toEqual(
			(["draft", "scheduled", "published"] as const).flatMap((state) => [
				[idOf(state), "before", "[]"],
				[idOf(state), "save", '["冬季"]'],
			]),
		);
		expect((await audited()).map(({ action, changes }) => [action, changes])).toEqual(
			Array(3).fill(["article.add_tag", '{"tag":"冬季"}']),
		);
	});
	test("is removed where it is", async () => {
		expect(await changeArticles(db, { kind: "remove_tag", tagId: TAG, ids: all() }, by)).toEqual({
			changed: 1,
			empty: 1,
		});
		expect(await taggedNow()).toEqual([]);
		expect(await revisions()).toEqual([
			[idOf("archived"), "before", '["冬季"]'],
			[idOf("archived"), "save", "[]"],
		]);
	});
	test("that nobody has changes nothing", async () => {
		expect(await changeArticles(db, { kind: "add_tag", tagId: 999, ids: all() }, by)).toEqual({ changed: 0, empty: 0 });
		expect(await audited()).toEqual([]);
	});
});

test.each<[BulkStep, string[]]>([
	["publish", ["published", "published"]],
	["archive", ["archived"]],
	["trash", ["deleted", "deleted"]],
])("the public hears of %s", async (kind, events) => {
	const before = await rows("SELECT max(rev) AS rev FROM content_changes");
	await changeArticles(db, { kind, ids: all() }, by);
	const after = await rows("SELECT event FROM content_changes WHERE rev > ?1 ORDER BY rev", Number(before[0]?.rev));
	expect(after.map(({ event }) => event)).toEqual(events);
});

test("nothing chosen is nothing changed; more than the most is a bug of ours", async () => {
	expect(await changeArticles(db, { kind: "trash", ids: [] }, by)).toEqual({ changed: 0, empty: 0 });
	const many = Array.from({ length: BULK_MAX + 1 }, (_, n) => n + 1);
	await expect(changeArticles(db, { kind: "trash", ids: many }, by)).rejects.toThrow(RangeError);
});

test("500 articles change in one batch", async () => {
	await env.DB.prepare(
		`WITH RECURSIVE n(i) AS (SELECT 1 UNION ALL SELECT i + 1 FROM n WHERE i < ${BULK_MAX})
		INSERT INTO articles (slug, type, title, created_at, updated_at) SELECT 'many-' || i, 'news', '題', 1, 1 FROM n`,
	).run();
	const many = (await rows("SELECT id FROM articles WHERE slug LIKE 'many-%'")).map(({ id }) => Number(id));
	expect(await changeArticles(db, { kind: "publish", ids: many }, by)).toEqual({ changed: BULK_MAX, empty: BULK_MAX });
	expect(await rows("SELECT count(*) AS many FROM audit_log WHERE actor = ?1", by.actor)).toEqual([{ many: BULK_MAX }]);
});
