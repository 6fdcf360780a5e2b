/** Stories that come by import: public only where the folder says that nobody in them can be recognised. */
import assert from "node:assert/strict";
import { after, before, test } from "node:test";
import { importSite } from "../../scripts/content/import.ts";
import { openDatabase, rows } from "../support/content-database.ts";
import { NOW, read } from "../support/sites.ts";

let data: Awaited<ReturnType<typeof openDatabase>>;
before(async () => {
	data = await openDatabase();
});
after(() => data.dispose());

const ABOUT = { "site.yaml": "format: 1\n" };
const story = (more: string): string => `---\ntitle: 便當店\ntype: story\ndate: 2026-01-01\n${more}---\n\n內文\n`;
const run = async (files: Record<string, string>) => {
	const { site, findings } = read({ ...ABOUT, ...files }, { now: NOW });
	assert.deepEqual(
		findings.filter(({ kind }) => kind === "error"),
		[],
	);
	const {
		created,
		updated,
		unchanged,
		findings: told,
	} = await importSite(data.env, site, {
		now: NOW,
		dryRun: false,
		siteName: "test",
	});
	return { created, updated, unchanged, told: told.map(({ path }) => path) };
};
const stored = (slug: string) =>
	rows(
		data.env.DB,
		"SELECT a.state, m.mark FROM articles a LEFT JOIN story_marks m ON m.article_id = a.id WHERE a.slug = ?1",
		slug,
	);
const TICK = "no_identifiable_people: true\n";

test("a story without the tick is a draft that the report names, and stays one", async () => {
	const files = {
		"articles/a.md": story(""),
		"articles/b.md": story(TICK),
		"articles/c.md": story("state: archived\n"),
	};
	assert.deepEqual(await run(files), { created: 3, updated: 0, unchanged: 0, told: ["articles/a.md"] });
	assert.deepEqual(await stored("a"), [{ state: "draft", mark: null }]);
	assert.deepEqual(await stored("b"), [{ state: "published", mark: "nobody" }]);
	assert.deepEqual(await stored("c"), [{ state: "archived", mark: null }]);
	assert.deepEqual(await run(files), { created: 0, updated: 0, unchanged: 3, told: [] });
});

test("the tick that comes publishes it, and the tick that goes takes it down", async () => {
	assert.deepEqual(await run({ "articles/a.md": story(TICK) }), { created: 0, updated: 1, unchanged: 0, told: [] });
	assert.deepEqual(await stored("a"), [{ state: "published", mark: "nobody" }]);
	assert.deepEqual(await run({ "articles/a.md": story("") }), {
		created: 0,
		updated: 1,
		unchanged: 0,
		told: ["articles/a.md"],
	});
	assert.deepEqual(await stored("a"), [{ state: "draft", mark: null }]);
});

test("one that is public by a release stays so without the tick", async () => {
	await data.env.DB.batch(
		[
			`INSERT INTO releases (name, is_minor, of_pictures, of_story, for_website, for_newsletter, for_social, given_on, created_at, updated_at)
				VALUES ('阿文', 0, 0, 1, 1, 0, 0, '2026-01-01', 1, 1)`,
			"INSERT INTO article_releases SELECT a.id, r.id FROM articles a, releases r WHERE a.slug = 'a'",
			"UPDATE articles SET state = 'published', published_at = 1, version = version + 1 WHERE slug = 'a'",
			"UPDATE import_sources SET version = (SELECT version FROM articles WHERE slug = 'a') WHERE source = 'articles/a.md'",
		].map((statement) => data.env.DB.prepare(statement)),
	);
	const files = { "articles/a.md": story("").replace("內文", "另一段") };
	assert.deepEqual(await run(files), { created: 0, updated: 1, unchanged: 0, told: [] });
	assert.deepEqual(await stored("a"), [{ state: "published", mark: null }]);
});
