/** The revision of the content, read again behind an answer before it is too old to be used. */
import { env } from "cloudflare:test";
import { afterAll, beforeAll, beforeEach, expect, test, vi } from "vitest";

vi.resetModules(); // an isolate that knows no revision yet and keeps no answer
const { ask, insertArticle, sql } = await import("../support/content.ts");
const { counted } = await import("../support/round-trips.ts");

const PATH = "/api/v1/articles/one";
/** Each test has a time of its own, later than that of the test before. */
let start = Date.UTC(2030, 0, 1);
let trips = 0;
let answers: D1Database = env.DB;
const silent = {
	prepare: () => silent,
	bind: () => silent,
	all: () => Promise.reject(new Error("D1_ERROR: network connection lost")),
	withSession: () => silent,
} as unknown as D1Database;

/** Asks so many ms after the start, `many` times at once; returns where the answers came from, and the titles. */
async function at(ms: number, many = 1): Promise<{ tiers: string[]; titles: string[]; trips: number }> {
	vi.setSystemTime(start + ms);
	trips = 0;
	const all = await Promise.all(
		Array.from({ length: many }, async () => {
			const answer = await ask(PATH, {}, { CACHE: "on", DB: counted(answers, () => trips++) });
			const { data } = await answer.json<{ data: { title: string } }>();
			return { tier: answer.headers.get("X-Cache") ?? "", title: data.title };
		}),
	);
	return { tiers: all.map(({ tier }) => tier), titles: all.map(({ title }) => title), trips };
}
const memory = (many: number) => Array.from({ length: many }, () => "memory");

beforeAll(async () => {
	vi.useFakeTimers({ toFake: ["Date"] });
	await insertArticle({ slug: "one", title: "舊" });
});
beforeEach(async () => {
	answers = env.DB;
	start += 60_000;
	await at(0);
});
afterAll(() => {
	vi.useRealTimers();
});

test("a quarter of a second after its read one of many requests reads it again, and none waits for it", async () => {
	expect(await at(249, 5)).toMatchObject({ tiers: memory(5), trips: 0 });
	expect(await at(250, 5)).toMatchObject({ tiers: memory(5), trips: 1 });
	expect(await at(499)).toMatchObject({ tiers: memory(1), trips: 0 });
	expect(await at(749)).toMatchObject({ tiers: memory(1), trips: 1 });
});

test("what was changed is shown by the first request after the one that read it again", async () => {
	await at(240);
	await sql("UPDATE articles SET title = '新' WHERE slug = 'one'");
	expect((await at(251)).titles).toEqual(["舊"]);
	expect(await at(252)).toMatchObject({ tiers: ["miss"], titles: ["新"] });
});

test("where it cannot be read it still grows old after half a second, and the request asks itself", async () => {
	answers = silent;
	expect(await at(300)).toMatchObject({ tiers: memory(1), trips: 1 });
	expect(await at(499)).toMatchObject({ tiers: memory(1), trips: 0 });
	answers = env.DB;
	await sql("UPDATE articles SET title = '新二' WHERE slug = 'one'");
	expect(await at(501)).toMatchObject({ tiers: ["miss"], titles: ["新二"], trips: 2 });
});
