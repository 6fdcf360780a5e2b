import { env } from "cloudflare:test";
import { afterAll, beforeAll, describe, expect, test, vi } from "vitest";
import counts from "../query-counts.json" with { type: "json" };
import { ask, insert, insertArticle, page, sql, term } from "../support/content.ts";
import { counted } from "../support/round-trips.ts";
import { createPage, insertDocument } from "../support/rows.ts";

type Counts = { DB: number; SEARCH: number };

// The clock stands still, or a slow machine would read the memoised revision again.
beforeAll(() => {
	vi.useFakeTimers({ toFake: ["Date"] });
});
afterAll(() => {
	vi.useRealTimers();
});

async function roundTrips(path: string): Promise<Counts> {
	const trips = { DB: 0, SEARCH: 0 };
	// The memoised reads of the revision and of the index's are apart: the first request takes them.
	await ask(path);
	await ask(path, {}, { DB: counted(env.DB, () => trips.DB++), SEARCH: counted(env.SEARCH, () => trips.SEARCH++) });
	return trips;
}

async function more(from: number, to: number): Promise<void> {
	for (let n = from; n <= to; n++) {
		await insertArticle({ slug: `article-${n}` });
		await insert("categories", term(n, `category-${n}`, `分類 ${n}`));
		await insert("tags", term(n, `tag-${n}`, `標籤 ${n}`));
		await createPage(page(n, `page-${n}`, n > 1 ? { parent_id: 1 } : {}));
		await insert("redirects", { path: `/old-${n}`, resource: "page", resource_id: n, created_at: 1, updated_at: 1 });
		await insertDocument({ id: n, slug: `document-${n}`, category: "", visibility: "public" });
	}
	await sql(
		`INSERT INTO article_categories SELECT a.id, c.id FROM articles a, categories c WHERE a.slug = 'article-${to}' AND c.id <= ${to}`,
	);
}

describe("one round trip fills any address, with one row and with three", () => {
	beforeAll(() => more(1, 1));
	test.each(Object.entries(counts.api))("%s with 1", async (path, expected) =>
		expect(await roundTrips(path)).toEqual(expected),
	);
	test("three rows each", () => more(2, 3));
	test.each(Object.entries(counts.api))("%s with 3", async (path, expected) =>
		expect(await roundTrips(path)).toEqual(expected),
	);
});
