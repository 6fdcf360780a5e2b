import { env } from "cloudflare:test";
import { sql } from "drizzle-orm";
import * as fc from "fast-check";
import { beforeEach, expect, test } from "vitest";
import { databaseMessage, open } from "#db/commit.ts";
import { commitOnce, madeBy, madeWith } from "#db/form-submissions.ts";
import { readRows } from "#db/read.ts";
import { forgetForms } from "#domain/system/health/actions.ts";
import { formKey } from "#kernel/form-key.ts";
import { codeOf } from "../support/refusal.ts";

const db = open(env.DB);
const AT = Date.UTC(2026, 2, 5);

// A record whose insert makes its triggers write more rows than itself, in a table with far higher ids.
beforeEach(async () => {
	for (const statement of [
		"CREATE TABLE IF NOT EXISTS made (id INTEGER PRIMARY KEY AUTOINCREMENT, name TEXT NOT NULL UNIQUE) STRICT",
		"CREATE TABLE IF NOT EXISTS traces (id INTEGER PRIMARY KEY AUTOINCREMENT, of INTEGER NOT NULL) STRICT",
		`CREATE TRIGGER IF NOT EXISTS made_leaves_traces AFTER INSERT ON made BEGIN
			INSERT INTO traces (of) VALUES (NEW.id); INSERT INTO traces (of) VALUES (NEW.id);
		END`,
		"INSERT OR IGNORE INTO traces (id, of) VALUES (5000, 0)",
		"DELETE FROM made",
		"DELETE FROM form_submissions",
	])
		await env.DB.prepare(statement).run();
});

const make = (name: string) => sql`INSERT INTO made (name) VALUES (${name})`;
const trace = (key: string) => sql`INSERT INTO traces (of) VALUES (${madeBy(key)})`;
const rows = async (query: string) => (await env.DB.prepare(query).all()).results;
const idOf = (name: string) => env.DB.prepare("SELECT id FROM made WHERE name = ?").bind(name).first<number>("id");

test("the id is the record's own, though its triggers insert rows of their own; later writes name it", async () => {
	const id = await commitOnce(db, { key: "k", at: AT }, [make("a"), trace("k")]);
	expect(await idOf("a")).toBe(id);
	expect(await rows(`SELECT count(*) AS n FROM traces WHERE of = ${id}`)).toEqual([{ n: 3 }]);
	expect(await rows("SELECT * FROM form_submissions")).toEqual([
		{ key: "k", made_id: id, created_at: AT, digest: null },
	]);
});

test("a form sent again answers the first record and writes nothing; what it says counts only where that is known", async () => {
	const id = await commitOnce(db, { key: "k", at: AT }, [make("a"), trace("k")]);
	const before = await rows("SELECT * FROM traces");
	expect(await commitOnce(db, { key: "k", at: AT + 1 }, [make("a"), trace("k")])).toBe(id);
	expect(await commitOnce(db, { key: "k", at: AT + 1 }, [make("b"), trace("k")])).toBe(id);
	expect(await rows("SELECT * FROM traces")).toEqual(before);
	expect(await rows("SELECT name FROM made")).toEqual([{ name: "a" }]);
});

const [SAID, OTHER] = ["s".repeat(43), "o".repeat(43)];

test("the same form with other words is refused and writes nothing", async () => {
	const [same, other] = [formKey("k", SAID), formKey("k", OTHER)];
	const id = await commitOnce(db, { key: same, at: AT }, [make("a"), trace(same)]);
	expect(await rows("SELECT * FROM form_submissions")).toEqual([
		{ key: "k", made_id: id, created_at: AT, digest: SAID },
	]);
	expect(await commitOnce(db, { key: same, at: AT + 1 }, [make("b"), trace(same)])).toBe(id);
	expect(await commitOnce(db, { key: other, at: AT + 1 }, [make("b"), trace(other)]).catch(codeOf)).toBe(
		"form.changed",
	);
	expect(await rows("SELECT id, name FROM made")).toEqual([{ id, name: "a" }]);
	expect(await readRows(env.DB, madeWith(same), madeWith(other), madeWith("k"), madeWith("none"))).toEqual([
		[{ id, is_same: 1 }],
		[{ id, is_same: 0 }],
		[{ id, is_same: 1 }],
		[],
	]);
});

test("of a form that was sent before digests were kept, nobody knows what it said", async () => {
	const id = await commitOnce(db, { key: "k", at: AT }, [make("a"), trace("k")]);
	expect(await commitOnce(db, { key: formKey("k", OTHER), at: AT + 1 }, [make("b")])).toBe(id);
	expect(await readRows(env.DB, madeWith(formKey("k", OTHER)))).toEqual([[{ id, is_same: 1 }]]);
});

test("of two sendings at once with other words one is stored, and the other one knows that it is not", async () => {
	const sendings = [SAID, OTHER].map((said) =>
		commitOnce(db, { key: formKey("k", said), at: AT }, [make(said)]).catch(codeOf),
	);
	const answers = await Promise.all(sendings);
	const [stored] = await rows("SELECT id FROM made");
	expect(new Set(answers)).toEqual(new Set([stored?.id, "form.changed"]));
});

test("twenty sendings of one form at once make one record", async () => {
	const ids = await Promise.all(
		Array.from({ length: 20 }, (_, n) => commitOnce(db, { key: "k", at: AT + n }, [make(`at once ${n}`), trace("k")])),
	);
	expect(new Set(ids).size).toBe(1);
	expect(await rows("SELECT id FROM made")).toEqual([{ id: ids[0] }]);
});

test("a later write that is refused takes the record and the key with it, so that the form can be sent again", async () => {
	const refuse = sql`INSERT INTO guard (code) VALUES ('article.stale')`;
	expect(await commitOnce(db, { key: "k", at: AT }, [make("a"), refuse]).catch(codeOf)).toBe("article.stale");
	expect([await rows("SELECT * FROM made"), await rows("SELECT * FROM form_submissions")]).toEqual([[], []]);
	expect(await idOf("a")).toBe(null);
	const id = await commitOnce(db, { key: "k", at: AT }, [make("a")]);
	expect(await idOf("a")).toBe(id);
});

test("a first write that makes nothing fails the batch", async () => {
	const nothing = sql`INSERT INTO made (name) SELECT 'a' WHERE 1 = 0`;
	const error = await commitOnce(db, { key: "k", at: AT }, [nothing, make("b")]).catch((e: unknown) => e);
	expect(databaseMessage(error)).toContain("NOT NULL constraint failed: form_submissions.made_id");
	expect(await rows("SELECT * FROM made")).toEqual([]);
});

test("any order of sendings, some of them at once, leaves one record for each key", async () => {
	const sending = fc.record({ key: fc.constantFrom("a", "b", "c", "d"), together: fc.boolean() });
	await fc.assert(
		fc.asyncProperty(fc.array(sending, { maxLength: 12 }), async (sendings) => {
			await env.DB.batch([env.DB.prepare("DELETE FROM made"), env.DB.prepare("DELETE FROM form_submissions")]);
			const answers: { key: string; id: Promise<number> }[] = [];
			for (const { key, together } of sendings) {
				const id = commitOnce(db, { key, at: AT }, [make(key), trace(key)]);
				answers.push({ key, id });
				if (!together) await id;
			}
			const model = new Map<string, number | null>();
			for (const { key, id } of answers) model.set(key, await id);
			const known = await Promise.all(answers.map(async ({ key, id }) => [key, await id]));
			expect(known).toEqual(answers.map(({ key }) => [key, model.get(key)]));
			expect(await rows("SELECT name AS key, id FROM made ORDER BY name")).toEqual(
				[...model].sort().map(([key, id]) => ({ key, id })),
			);
		}),
		{ numRuns: 25 },
	);
});

test("a key is forgotten after seven days, not before", async () => {
	await commitOnce(db, { key: "old", at: AT }, [make("a")]);
	await commitOnce(db, { key: "young", at: AT + 1 }, [make("b")]);
	await forgetForms(db, AT + 7 * 86_400_000 + 1);
	expect(await rows("SELECT key FROM form_submissions")).toEqual([{ key: "young" }]);
});
