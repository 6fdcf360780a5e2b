import { env } from "cloudflare:test";
import { sql } from "drizzle-orm";
import { expect, test } from "vitest";
import { commit, databaseMessage, guard, open } from "#db/commit.ts";
import { Refusal } from "#kernel/refusal.ts";

const db = open(env.DB);
const codeOf = (error: unknown) => (error instanceof Refusal ? error.code : error);

test("the text that D1 gives through Drizzle when a guard refuses", async () => {
	const error = await db.run(sql`INSERT INTO guard (code) VALUES ('article.stale')`).catch((e: unknown) => e);
	expect(databaseMessage(error)).toBe("article.stale: SQLITE_CONSTRAINT (extended: SQLITE_CONSTRAINT_TRIGGER)");
});

test("a guard rolls the whole batch back and names its code", async () => {
	const before = await env.DB.prepare("SELECT count(*) AS n FROM settings").first("n");
	const refused = await commit(db, [
		sql`INSERT INTO settings (key, value, updated_at) VALUES ('a', 'b', 1)`,
		sql`UPDATE content_revision SET rev = 5 WHERE id = 2`,
		guard("article.stale"),
	]).catch(codeOf);
	expect(refused).toBe("article.stale");
	expect(await env.DB.prepare("SELECT count(*) AS n FROM settings").first("n")).toBe(before);
});

test("a guard lets a batch through whose update changed one row", async () => {
	await commit(db, [
		sql`INSERT INTO settings (key, value, updated_at) VALUES ('kept', '1', 1)`,
		sql`UPDATE settings SET value = '2' WHERE key = 'kept'`,
		guard("article.stale"),
	]);
	expect(await env.DB.prepare("SELECT value FROM settings WHERE key = 'kept'").first("value")).toBe("2");
});

test("a known UNIQUE failure is a refusal, any other one a crash", async () => {
	const endpoint = sql`INSERT INTO webhook_endpoints (url, secret, created_at, updated_at) VALUES ('https://a', 's', 1, 1)`;
	await commit(db, [endpoint]);
	expect(await commit(db, [endpoint]).catch(codeOf)).toBe("webhook.url_taken");
	const crash = await commit(db, [sql`INSERT INTO settings (key, value, updated_at) VALUES ('kept', '1', 1)`]).catch(
		codeOf,
	);
	expect(databaseMessage(crash)).toContain("UNIQUE constraint failed: settings.key");
});

test("of twenty at once on one version exactly one wins, and the rest are told", async () => {
	await commit(db, [sql`INSERT INTO settings (key, value, updated_at) VALUES ('raced', '0', 1)`]);
	const outcomes = await Promise.all(
		Array.from({ length: 20 }, (_, n) =>
			commit(db, [
				sql`UPDATE settings SET value = ${String(n)}, version = version + 1 WHERE key = 'raced' AND version = 1`,
				guard("article.stale"),
			]).then(() => n, codeOf),
		),
	);
	const winners = outcomes.filter((outcome) => typeof outcome === "number");
	expect(outcomes.filter((outcome) => outcome === "article.stale")).toHaveLength(19);
	const row = await env.DB.prepare("SELECT value, version FROM settings WHERE key = 'raced'").first();
	expect(row).toEqual({ value: String(winners[0]), version: 2 });
});
