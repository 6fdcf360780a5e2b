import { env } from "cloudflare:test";
import { beforeAll, expect, test } from "vitest";
import { downloadsOf, versionFile, versionsSelect } from "#db/content/document-lists.ts";
import {
	newestReadable,
	type Reader,
	readableDocuments,
	readableFile,
	readingAround,
} from "#db/content/document-reading.ts";
import { readRows, type Select } from "#db/read.ts";
import { member } from "../../support/certificates.ts";
import { signIn } from "../../support/people.ts";

const reader: Reader = { userId: 1, permissions: new Set(["member.own", "ledger.view"]) };
const DOCUMENTS = 3_000;
const all = { words: [], category: undefined, page: 1 };

beforeAll(async () => {
	const own = await signIn({ roles: ["member"] });
	reader.userId = own.userId;
	await member({ userId: own.userId });
	await env.DB.prepare(
		`WITH RECURSIVE n (i) AS (SELECT 1 UNION ALL SELECT i + 1 FROM n WHERE i < 300)
		INSERT INTO members (member_no, name, status, created_at, updated_at) SELECT 'P' || i, '會員', 'active', 1, 1 FROM n`,
	).run();
	await env.DB.batch([
		env.DB.prepare(
			`WITH RECURSIVE n (i) AS (SELECT 1 UNION ALL SELECT i + 1 FROM n WHERE i < ?1)
			INSERT INTO documents (slug, title, category, visibility, permission, state, published_at, current_version, created_at, updated_at)
			SELECT 'd' || i, '文件 ' || i, iif(i % 20 = 0, '', '分類 ' || (i % 19)),
				CASE i % 3 WHEN 0 THEN 'public' WHEN 1 THEN 'members' ELSE 'restricted' END,
				iif(i % 3 = 2, iif(i % 2, 'ledger.view', 'finance.pay'), NULL), 'published', i, 1, i, i FROM n`,
		).bind(DOCUMENTS),
		env.DB.prepare(
			`INSERT INTO document_versions SELECT id, 1, slug || '.pdf', 'application/pdf', 9, ?1, 'documents/' || id, '', id FROM documents`,
		).bind("0".repeat(64)),
		env.DB.prepare(
			`WITH RECURSIVE n (i) AS (SELECT 1 UNION ALL SELECT i + 1 FROM n WHERE i < 2000)
			INSERT INTO audit_log (at, actor, action, auditable_type, auditable_id, description, changes)
			SELECT i, 'user:1', iif(i % 10, 'document.download', 'document.edit'), 'document', '7', 'd7', '{"number":1}' FROM n`,
		),
		env.DB.prepare("ANALYZE"),
	]);
});

async function planOf({ sql, params }: Select<unknown>): Promise<string[]> {
	const { results } = await env.DB.prepare(`EXPLAIN QUERY PLAN ${sql}`)
		.bind(...params)
		.all<{ detail: string }>();
	return results.map(({ detail }) => detail);
}
const [page, counting] = readableDocuments(reader, all);
const reads = async ({ sql, params }: Select<unknown>): Promise<number> => {
	const { meta } = await env.DB.prepare(sql)
		.bind(...params)
		.all();
	return meta.rows_read;
};

test.each<[string, () => Select<unknown>]>([
	["a page of the list", () => readableDocuments(reader, all)[0]],
	["how many there are", () => readableDocuments(reader, all)[1]],
	["one category", () => readableDocuments(reader, { ...all, category: "分類 3" })[0]],
	["the newest", () => newestReadable(reader, 4)],
	["the categories", () => readingAround(reader)],
	["a file", () => readableFile(reader, 7)],
	["the versions", () => versionsSelect(7, { all: false })],
	["a version", () => versionFile({ id: 7, number: 1 }, { all: true })],
	["who downloaded", () => downloadsOf(7, 10)],
])("%s walks no table", async (_, query) => {
	const walked = (await planOf(query())).filter((detail) =>
		/^SCAN (?!json_each|w\b|CONSTANT|\()\w+(?!.*USING)/.test(detail),
	);
	expect(walked).toEqual([]);
});

test("the list and the card run along their indexes, and stop when they are full", async () => {
	expect(await planOf(page)).toContainEqual(expect.stringContaining("documents_for_readers"));
	expect(await planOf(newestReadable(reader, 4))).toContainEqual(expect.stringContaining("documents_newest"));
	for (const query of [readableDocuments(reader, all)[0], newestReadable(reader, 4)])
		expect((await planOf(query)).filter((detail) => detail.includes("TEMP B-TREE"))).toEqual([]);
	expect(await reads(newestReadable(reader, 4))).toBeLessThan(60);
	expect(await reads(readableDocuments(reader, all)[0])).toBeLessThan(600);
	expect(await reads(downloadsOf(7, 10))).toBeLessThan(60);
});

test("each reads what is theirs", async () => {
	const [[found]] = await readRows(env.DB, counting);
	const expected = (
		await env.DB.prepare(
			"SELECT count(*) AS total FROM documents WHERE visibility <> 'restricted' OR permission = 'ledger.view'",
		).first<{ total: number }>()
	)?.total;
	expect(found?.total).toBe(expected);
});
