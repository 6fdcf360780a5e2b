import { env } from "cloudflare:test";
import { beforeAll, expect, test } from "vitest";
import { insert, insertArticle, page, term } from "../support/content.ts";
import { signIn } from "../support/people.ts";
import { createPage, insertDocument } from "../support/rows.ts";

const TABLES = ["articles", "categories", "tags", "pages", "documents", "announcements", "users"];

beforeAll(async () => {
	for (const n of [1, 2]) {
		await insertArticle({ slug: `a${n}` });
		await insert("categories", term(n, `c${n}`, `類 ${n}`));
		await insert("tags", term(n, `t${n}`, `籤 ${n}`));
		await createPage(page(n, `p${n}`));
		await insertDocument({ id: n, slug: `d${n}`, category: "", visibility: "public" });
		await insert("announcements", { id: n, slug: `n${n}`, title: `公告 ${n}`, created_at: 1, updated_at: 1 });
		await signIn();
	}
});

const ids = async (table: string) =>
	(await env.DB.prepare(`SELECT id FROM ${table} ORDER BY id`).all<{ id: number }>()).results.map(({ id }) => id);

test.each(TABLES)("no row of %s takes another's place or number, whatever its key is called", async (table) => {
	const before = await ids(table);
	const [first = 0, second = 0] = before;
	for (const name of ["id", "rowid", "_rowid_", "oid"])
		for (const to of [second, 77_777]) {
			const taken = env.DB.prepare(`UPDATE OR REPLACE ${table} SET ${name} = ${to} WHERE id = ${first}`).run();
			await expect(taken).rejects.toThrow(/SQLITE_CONSTRAINT/);
		}
	expect(await ids(table)).toEqual(before);
});
