import { env } from "cloudflare:test";
import { beforeAll, expect, test, vi } from "vitest";

vi.resetModules(); // an isolate that knows no revision yet and keeps no answer
const { ask, insertArticle, sql } = await import("../support/content.ts");
const { createReadToken, endReadToken } = await import("#domain/content/read-tokens/actions.ts");
const { byOperator } = await import("#kernel/by.ts");
const { open } = await import("#db/commit.ts");

const ALLOWED = 300;
const db = open(env.DB);
const by = () => byOperator(Date.now());
/** Answers from the edge are not counted, so each request asks for an article that is not there. */
const missing = (n: number, init: RequestInit) => ask(`/api/v1/articles/none-${n}`, init, { CACHE: "edge" });
const ofToken = (token: string, from: string) => ({
	headers: { Authorization: `Bearer ${token}`, "CF-Connecting-IP": from },
});
const detail = async (answer: Response) => (await answer.json<{ detail: string }>()).detail;

beforeAll(async () => {
	await insertArticle({ slug: "one" });
});

/** Asks until a request is refused, at most `most` times; returns how many were answered, and the refusal. */
async function until429(init: RequestInit, { first, most }: { first: number; most: number }) {
	for (let n = 0; n < most; n++) {
		const answer = await missing(first + n, init);
		if (answer.status === 429) return { answered: n, refused: answer };
		expect(answer.status).toBe(404);
	}
	return { answered: most, refused: undefined };
}

test("a stranger has 300 uncached requests a minute, a website with a token has more", async () => {
	const token = await createReadToken(db, "官網", by());
	const address = { "CF-Connecting-IP": "192.0.2.1" };
	// The minute of the limit may end meanwhile, once.
	const stranger = await until429({ headers: address }, { first: 0, most: 2 * ALLOWED + 1 });
	expect(stranger.answered).toBeGreaterThanOrEqual(ALLOWED);
	expect(stranger.refused?.headers.get("Retry-After")).toBe("60");
	const site = await until429(ofToken(token, "192.0.2.1"), { first: 1_000, most: ALLOWED + 20 });
	expect(site.refused).toBeUndefined();
	const wrong = await until429(ofToken(`${token}x`, "192.0.2.1"), { first: 2_000, most: 2 * ALLOWED + 1 });
	expect(await detail(wrong.refused ?? new Response("{}"))).toBe(
		"At most 300 uncached requests a minute from one address. This read token is not known, or was ended. Try again in a minute.",
	);
});

test("the answer is one and the same with a token and without", async () => {
	const token = await createReadToken(db, "測試站", by());
	const first = await ask("/api/v1/articles/one", ofToken(token, "192.0.2.2"), { CACHE: "edge" });
	const second = await ask("/api/v1/articles/one", {}, { CACHE: "edge" });
	expect([first.headers.get("X-Cache"), second.headers.get("X-Cache")]).toEqual(["miss", "edge"]);
	expect([first.headers.get("ETag"), await first.text()]).toEqual([second.headers.get("ETag"), await second.text()]);
	expect(first.headers.get("Vary")).toBe("Origin");
});

test("the limit of a token is its own, and an ended token has none", async () => {
	const keys: string[] = [];
	const SITE_LIMIT = { limit: async ({ key }: { key: string }) => ({ success: keys.push(key) < 3 }) };
	const RATE_LIMIT = { limit: async () => ({ success: false }) };
	const token = await createReadToken(db, "第三個站", by());
	const fresh = async (n: number) =>
		ask(`/api/v1/articles/third-${n}`, ofToken(token, "192.0.2.3"), { CACHE: "edge", SITE_LIMIT, RATE_LIMIT });
	await vi.waitUntil(async () => (await fresh(keys.length)).status === 404 && keys.length > 0, { timeout: 2_000 });
	expect((await fresh(10)).status).toBe(404);
	const over = await fresh(11);
	expect([over.status, await detail(over)]).toEqual([
		429,
		"At most 6000 uncached requests a minute with one read token. Try again in a minute.",
	]);
	expect(new Set(keys).size).toBe(1);
	expect(keys[0]).toMatch(/^[0-9a-f]{64}$/);
	const id = await env.DB.prepare("SELECT id FROM read_tokens WHERE name = '第三個站'").first<number>("id");
	await endReadToken(db, { id: id ?? 0, name: "第三個站" }, by());
	const asked = keys.length;
	await vi.waitUntil(async () => (await detail(await fresh(12))).includes("was ended"), { timeout: 2_000 });
	await fresh(13);
	expect(keys.length - asked).toBeLessThan(20); // only while the old state was remembered
});

test("the database keeps what a token is, and no more than 20 in use", async () => {
	const { digest } = (await env.DB.prepare("SELECT digest FROM read_tokens WHERE name = '官網'").first<{
		digest: string;
	}>()) ?? { digest: "" };
	expect(digest).toMatch(/^[0-9a-f]{64}$/);
	await expect(sql("UPDATE read_tokens SET digest = lower(hex(randomblob(32)))")).rejects.toThrow(
		"read_token.is_final",
	);
	await expect(sql("UPDATE read_tokens SET revoked_at = NULL WHERE revoked_at IS NOT NULL")).rejects.toThrow(
		"is_final",
	);
	await expect(createReadToken(db, "官網", by())).rejects.toThrow("read_token.taken");
	for (let n = 0; n < 18; n++) await createReadToken(db, `站 ${n}`, by());
	await expect(createReadToken(db, "太多", by())).rejects.toThrow("read_token.too_many");
	await expect(endReadToken(db, { id: 10_000, name: "" }, by())).rejects.toThrow("read_token.stale");
});
