import { env } from "cloudflare:test";
import { beforeEach, describe, expect, test } from "vitest";
import { paths } from "#http/paths.ts";
import { insert, insertArticle, page as row, sql } from "../../support/content.ts";
import { newestAudit, page } from "../../support/pages.ts";
import { ask, type Person, signIn } from "../../support/people.ts";

const { articles, pages } = paths.admin;
let editor: Person;

beforeEach(async () => {
	await sql("UPDATE pages SET parent_id = NULL", "DELETE FROM pages", "DELETE FROM articles");
	editor = await signIn({ name: "林予安", permissions: ["articles.manage", "pages.manage"] });
});

const remove = (path: string, version: number) => ask(path, { as: editor, form: { version: String(version) } });
const left = (table: string): Promise<number | null> =>
	env.DB.prepare(`SELECT count(*) AS n FROM ${table}`).first<number>("n");

/** A text in the trash with an earlier text, an autosave and an old address. */
async function thrown(kind: "article" | "page"): Promise<number> {
	if (kind === "article") await insertArticle({ slug: "story", title: "收回的故事", state: "trashed" });
	else await insert("pages", row(1, "story", { title: "收回的故事", state: "trashed" }));
	const id = await env.DB.prepare(`SELECT id FROM ${kind}s WHERE slug = 'story'`).first<number>("id");
	await sql(
		`INSERT INTO revisions (resource, resource_id, number, snapshot, version, reason, actor, created_at)
			VALUES ('${kind}', ${id}, 1, '{}', 1, 'save', 'user:1', 1)`,
		`INSERT INTO drafts (user_id, resource, slot, fields, version, saved_at)
			VALUES (${editor.userId}, '${kind}', '${id}', '{}', 1, 1)`,
		`INSERT INTO slug_history (resource, slug, id) VALUES ('${kind}', 'before', ${id})`,
	);
	return id ?? 0;
}

describe.each([
	["article", articles],
	["page", pages],
] as const)("%s in the trash", (kind, places) => {
	test("is deleted for good behind a page that says what goes, and nobody is told of it", async () => {
		const id = await thrown(kind);
		const rev = await env.DB.prepare("SELECT max(rev) AS rev FROM content_changes").first("rev");
		expect((await page(places.show(id), editor)).html).toContain(`href="${places.removal(id)}"`);
		const { html } = await page(places.removal(id), editor);
		expect(html).toContain("永久刪除「收回的故事」");
		expect(html).toContain("、1 個版本與還沒有儲存的修改都會刪除");
		const answer = await remove(places.removal(id), 1);
		expect([answer.status, answer.headers.get("Location")]).toEqual([303, `${places.list()}?state=trashed`]);
		for (const table of [`${kind}s`, "revisions", "drafts", "slug_history"])
			expect([table, await left(table)]).toEqual([table, 0]);
		expect(await newestAudit(1)).toEqual([`${kind}.delete ${kind} ${id} story`]);
		expect(await env.DB.prepare("SELECT max(rev) AS rev FROM content_changes").first("rev")).toBe(rev);
		expect((await ask(places.removal(id), { as: editor })).status).toBe(404);
	});

	test("stays where it changed meanwhile, and where it was taken out of the trash", async () => {
		const id = await thrown(kind);
		expect((await remove(places.removal(id), 7)).status).toBe(409);
		await sql(`UPDATE ${kind}s SET state = 'draft', trashed_at = NULL WHERE id = ${id}`);
		const back = await ask(places.removal(id), { as: editor });
		expect([back.status, back.headers.get("Location")]).toEqual([303, places.show(id)]);
		expect((await remove(places.removal(id), 1)).status).toBe(422);
		expect(await left(`${kind}s`)).toBe(1);
		expect((await page(places.show(id), editor)).html).not.toContain("永久刪除");
	});
});

test("a page with pages below it stays until they are elsewhere", async () => {
	const id = await thrown("page");
	await insert("pages", row(2, "story/below", { parent_id: id }));
	const answer = await remove(pages.removal(id), 1);
	expect([answer.status, (await answer.text()).includes("底下還有")]).toEqual([422, true]);
	expect(await left("pages")).toBe(2);
});
