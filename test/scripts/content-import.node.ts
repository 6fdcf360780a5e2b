import assert from "node:assert/strict";
import { after, before, beforeEach, test } from "node:test";
import { importSite } from "../../scripts/content/import.ts";
import type { ReadOptions } from "../../scripts/content/read/index.ts";
import { readStored } from "../../scripts/content/store/read-stored.ts";
import { openDatabase, rows } from "../support/content-database.ts";
import { NOW, png, read } from "../support/sites.ts";

let data: Awaited<ReturnType<typeof openDatabase>>;
before(async () => {
	data = await openDatabase();
});
after(() => data.dispose());

/** Every test starts with nothing; the order is that of the foreign keys. */
beforeEach(async () => {
	const tables =
		"attachment_uses article_categories article_tags articles pages documents announcements categories tags attachments slug_history import_sources revisions content_changes";
	await data.env.DB.batch(tables.split(" ").map((table) => data.env.DB.prepare(`DELETE FROM ${table} WHERE true`)));
});

type Files = Record<string, string | Uint8Array>;
const run = async (files: Files | string, { now = NOW, ...options }: Partial<ReadOptions> & { now?: number } = {}) => {
	const { site, findings } = read(files, { now, ...options });
	assert.deepEqual(
		findings.filter(({ kind }) => kind === "error"),
		[],
	);
	const {
		kept,
		findings: told,
		...counts
	} = await importSite(data.env, site, { now, dryRun: false, siteName: "test" });
	return {
		...counts,
		kept: kept.map(({ path, message }) => `${path} ${message}`),
		told: told.map(({ path, message }) => `${path} ${message}`),
	};
};
const all = (query: string, ...values: unknown[]) => rows(data.env.DB, query, ...values);
const nothing = { created: 0, updated: 0, kept: [], told: [] };

const site: Files = {
	"_config.yml": "permalink: /:title/",
	"_posts/2024-01-01-a.md":
		"---\ntitle: 甲\ncategories: [動態, 活動]\ntags: [一]\nimage: a.png\n---\n![](/a.png) [乙](/b/)",
	"_posts/2024-01-02-b.md": "---\ntitle: 乙\nlast_modified_at: 2024-02-01\n---\n字",
	"_drafts/c.md": "---\ntitle: 丙\n---\n草稿",
	"about.md": "---\ntitle: 關於\nredirect_from: /old-about/\n---\n我們",
	"about/team.md": "---\ntitle: 團隊\n---\n![](/a.png)",
	"a.png": png(6, 4),
};

test("a site becomes rows, files, joins, redirects, revisions and one line in the log", async () => {
	assert.deepEqual(await run(site), { ...nothing, created: 5, unchanged: 0 });
	const [a] = await all("SELECT * FROM articles WHERE slug = 'a'");
	const [file] = await all("SELECT * FROM attachments");
	assert.deepEqual(
		{ ...a, id: 0, created_at: 0 },
		{
			id: 0,
			slug: "a",
			type: "event",
			state: "published",
			is_pinned: 0,
			pinned_until: null,
			published_at: Date.parse("2024-01-01T00:00+08:00"),
			publish_at: null,
			unpublish_at: null,
			archived_at: null,
			trashed_at: null,
			title: "甲",
			excerpt: "",
			author_name: null,
			reading_minutes: 1,
			cover_id: file?.id,
			cover_alt: "",
			seo_title: null,
			seo_description: null,
			seo_image: null,
			canonical_url: null,
			noindex: 0,
			version: 1,
			created_at: 0,
			updated_at: Date.parse("2024-01-01T00:00+08:00"),
			toc: "[]",
			body_markdown: `![](/api/v1/attachments/${file?.id}/a.png) [乙](/articles/b)`,
			body_html: `<p><img src="/api/v1/attachments/${file?.id}/a.png" alt="" width="6" height="4" loading="lazy"> <a href="/articles/b">乙</a></p>`,
		},
	);
	assert.deepEqual([file?.filename, file?.content_type, file?.width, file?.height], ["a.png", "image/png", 6, 4]);
	const object = await data.env.FILES.get(String(file?.object_key));
	assert.deepEqual(new Uint8Array((await object?.arrayBuffer()) ?? new ArrayBuffer(0)), new Uint8Array(png(6, 4)));
	assert.deepEqual(await all("SELECT c.name, c.articles_count FROM categories c ORDER BY c.position"), [
		{ name: "動態", articles_count: 1 },
		{ name: "活動", articles_count: 1 },
	]);
	assert.deepEqual(
		await all(
			"SELECT p.path, u.path AS parent, p.state FROM pages p LEFT JOIN pages u ON u.id = p.parent_id ORDER BY p.path",
		),
		[
			{ path: "about", parent: null, state: "published" },
			{ path: "about/team", parent: "about", state: "published" },
		],
	);
	assert.deepEqual(await all("SELECT resource, role FROM attachment_uses ORDER BY resource"), [
		{ resource: "article", role: "inline" },
		{ resource: "page", role: "inline" },
	]);
	assert.deepEqual(await all("SELECT resource, slug FROM slug_history"), [{ resource: "page", slug: "old-about" }]);
	assert.deepEqual(await all("SELECT resource, number, reason FROM revisions GROUP BY resource ORDER BY resource"), [
		{ resource: "article", number: 1, reason: "import" },
		{ resource: "page", number: 1, reason: "import" },
	]);
	assert.deepEqual(await all("SELECT resource, event, count(*) AS n FROM content_changes GROUP BY 1, 2 ORDER BY 1"), [
		{ resource: "article", event: "published", n: 2 },
		{ resource: "category", event: "created", n: 2 },
		{ resource: "page", event: "published", n: 2 },
		{ resource: "tag", event: "created", n: 1 },
	]);
	const [audit] = await all("SELECT actor, action, auditable_id, description FROM audit_log ORDER BY id DESC LIMIT 1");
	assert.deepEqual(audit, {
		actor: "import",
		action: "content.import",
		auditable_id: "test",
		description: "created 5, updated 0",
	});
});

test("a second run changes nothing, from a copy of the folder neither, and not a row is written", async () => {
	await run(site);
	const before = await all(
		"SELECT (SELECT rev FROM content_revision) AS rev, (SELECT max(id) FROM audit_log) AS audit, (SELECT count(*) FROM revisions) AS revisions",
	);
	assert.deepEqual(await run(site), { ...nothing, unchanged: 5 });
	assert.deepEqual(await run(site, { siteName: "renamed", now: NOW + 86_400_000 }), { ...nothing, unchanged: 5 });
	assert.deepEqual(
		await all(
			"SELECT (SELECT rev FROM content_revision) AS rev, (SELECT max(id) FROM audit_log) AS audit, (SELECT count(*) FROM revisions) AS revisions",
		),
		before,
	);
});

test("what changed in the folder is updated, with what belongs to it; nothing is deleted", async () => {
	await run(site);
	const changed: Files = {
		...site,
		"_posts/2024-01-01-a.md": "---\ntitle: 甲二\ncategories: [活動, 新的]\nslug: a-new\n---\n沒有圖了",
		"_posts/2024-01-03-d.md": "---\ntitle: 丁\n---\n![](/d.png)",
		"d.png": png(1, 1),
	};
	delete changed["_drafts/c.md"];
	const later = NOW + 1000;
	assert.deepEqual(await run(changed, { now: later }), { ...nothing, created: 1, updated: 1, unchanged: 3 });
	assert.deepEqual(await all("SELECT slug, title, version, updated_at, body_html FROM articles WHERE title = '甲二'"), [
		{ slug: "a-new", title: "甲二", version: 2, updated_at: later, body_html: "<p>沒有圖了</p>" },
	]);
	assert.deepEqual(await all("SELECT name, articles_count FROM categories ORDER BY name"), [
		{ name: "動態", articles_count: 0 },
		{ name: "新的", articles_count: 1 },
		{ name: "活動", articles_count: 1 },
	]);
	assert.deepEqual(await all("SELECT count(*) AS n FROM article_tags"), [{ n: 0 }]);
	assert.deepEqual(await all("SELECT slug FROM slug_history WHERE resource = 'article'"), [{ slug: "a" }]);
	assert.deepEqual(await all("SELECT state FROM articles WHERE title = '丙'"), [{ state: "draft" }]);
	assert.deepEqual(
		await all(
			"SELECT number FROM revisions r JOIN articles a ON a.id = r.resource_id AND r.resource = 'article' WHERE a.slug = 'a-new' ORDER BY 1",
		),
		[{ number: 1 }, { number: 2 }],
	);
	assert.deepEqual(await all("SELECT body_markdown FROM articles WHERE slug = 'a-new'"), [
		{ body_markdown: "沒有圖了" },
	]);
	assert.deepEqual(await run(changed, { now: later + 1000 }), { ...nothing, unchanged: 5 });
});

test("what was edited here is kept, whether or not the folder changed too; what lies in the trash stays there", async () => {
	await run(site);
	await data.env.DB.batch([
		data.env.DB.prepare("UPDATE articles SET title = '甲（改過）', version = version + 1 WHERE slug = 'a'"),
		data.env.DB.prepare("UPDATE articles SET title = '乙（改過）', version = version + 1 WHERE slug = 'b'"),
		data.env.DB.prepare("UPDATE pages SET state = 'trashed', version = version + 1 WHERE slug = 'team'"),
	]);
	const changed = {
		...site,
		"_posts/2024-01-02-b.md": "---\ntitle: 乙\n---\n新的字",
		"about.md": "---\ntitle: 關於\n---\n新的我們",
	};
	assert.deepEqual(await run(changed), {
		...nothing,
		updated: 1,
		unchanged: 1,
		kept: [
			"x/about/team.md lies in the trash here: not imported again",
			"x/_posts/2024-01-01-a.md was edited here: not overwritten",
			"x/_posts/2024-01-02-b.md was edited here and in the folder: the text here is kept",
		],
	});
	assert.deepEqual(await all("SELECT title FROM articles ORDER BY slug"), [
		{ title: "甲（改過）" },
		{ title: "乙（改過）" },
		{ title: "丙" },
	]);
});

test("two sites with the same names stand beside each other, their links to their own", async () => {
	await run(site, { siteName: "first" });
	const other = {
		...site,
		"about.md": "---\ntitle: 另一個關於\n---\n[我](/a/) [團](/about/team/)",
		"about/team.md": "---\ntitle: 另一團\n---\n",
	};
	const again = { ...other, "_posts/2024-01-01-a.md": "---\ntitle: 另一個甲\n---\n[關](/about/)" };
	assert.deepEqual(await run(again, { siteName: "second" }), {
		...nothing,
		created: 3,
		unchanged: 2,
		told: [
			"second/about.md another page here has the address about: becomes about-2",
			"second/about/team.md another page here has the address about/team: becomes about-2/team",
			"second/_posts/2024-01-01-a.md another article here has the address a: becomes a-2",
		],
	});
	assert.deepEqual(await all("SELECT path, slug, body_markdown FROM pages WHERE path LIKE 'about-2%' ORDER BY path"), [
		{ path: "about-2", slug: "about-2", body_markdown: "[我](/articles/a-2) [團](/about-2/team)" },
		{ path: "about-2/team", slug: "team-2", body_markdown: "" },
	]);
	assert.deepEqual(await all("SELECT body_markdown FROM articles WHERE slug = 'a-2'"), [
		{ body_markdown: "[關](/about-2)" },
	]);
	assert.deepEqual(await run(again, { siteName: "second" }), { ...nothing, unchanged: 5 });
	assert.deepEqual(await run(site, { siteName: "first" }), { ...nothing, unchanged: 5 });
});

test("categories and tags are found by name, then by slug; those that differ in case alone are one", async () => {
	await data.env.DB.batch([
		data.env.DB.prepare(
			"INSERT INTO categories (slug, name, created_at, updated_at) VALUES ('events', '活動', 1, 1), ('news', '新聞', 1, 1)",
		),
		data.env.DB.prepare(
			"INSERT INTO tags (slug, name, created_at, updated_at) VALUES ('ui-ux', 'UI 與 UX', 1, 1), ('b', 'B', 1, 1)",
		),
	]);
	await run({
		"posts/a.md": "---\ntitle: a\ndate: 2024-01-01\ncategories: [活動, News]\ntags: [UI/UX, b, B, b+]\n---\n",
	});
	assert.deepEqual(await all("SELECT slug, name FROM categories ORDER BY slug"), [
		{ slug: "events", name: "活動" },
		{ slug: "news", name: "新聞" },
	]);
	assert.deepEqual(await all("SELECT slug, name FROM tags ORDER BY slug"), [
		{ slug: "b", name: "B" },
		{ slug: "b-2", name: "b+" },
		{ slug: "ui-ux", name: "UI 與 UX" },
	]);
	assert.deepEqual(
		await all(
			"SELECT (SELECT count(*) FROM article_categories) AS categories, (SELECT count(*) FROM article_tags) AS tags",
		),
		[{ categories: 2, tags: 3 }],
	);
});

test("a text that changes while it is imported refuses all of it", async () => {
	await run(site);
	const { site: changed } = read({
		...site,
		"_posts/2024-01-01-a.md": "---\ntitle: 甲三\n---\n",
		"_posts/2024-01-09-new.md": "---\ntitle: 新\n---\n",
	});
	const { applyPlan } = await import("../../scripts/content/store/apply.ts");
	const { planImport } = await import("../../scripts/content/store/plan.ts");
	const plan = planImport(changed, await readStored(data.env), NOW);
	assert.deepEqual([plan.creates.length, plan.updates.length], [1, 1]);
	await data.env.DB.prepare("UPDATE articles SET title = '別人改的', version = version + 1 WHERE slug = 'a'").run();
	await assert.rejects(
		applyPlan(data.env, plan, {
			siteName: "test",
			now: NOW,
			links: { items: [], redirects: [] },
			report: () => undefined,
		}),
		{ code: "article.stale" },
	);
	assert.deepEqual(await all("SELECT title FROM articles WHERE slug IN ('a', 'new')"), [{ title: "別人改的" }]);
	assert.deepEqual(await all("SELECT count(*) AS n FROM revisions"), [{ n: 5 }]);
});

test("a dry run tells what would happen and writes nothing", async () => {
	const { site: folder } = read(site);
	const result = await importSite(data.env, folder, { now: NOW, dryRun: true, siteName: "test" });
	assert.equal(result.created, 5);
	assert.deepEqual(await all("SELECT (SELECT count(*) FROM articles) + (SELECT count(*) FROM attachments) AS n"), [
		{ n: 0 },
	]);
});

test("documents and announcements of our own format: a new file is a new version, the window opens", async () => {
	const own = (pdf: string, note: string): Files => ({
		"site.yaml": "format: 1\ncategories: []\ntags: []\n",
		"documents/bylaws.md": `---\ntitle: 章程\ncategory: 規章\nfile: ../files/章程.pdf\nnote: ${note}\ndate: 2024-01-01\n---\n`,
		"announcements/dues.md": "---\ntitle: 會費\naudience: public\npublish_from: 2024-01-01\n---\n請繳**會費**。",
		"files/章程.pdf": pdf,
	});
	assert.deepEqual(await run(own("%PDF-1", "初版")), { ...nothing, created: 2, unchanged: 0 });
	assert.deepEqual(await run(own("%PDF-1", "初版")), { ...nothing, unchanged: 2 });
	assert.deepEqual(await run(own("%PDF-2", "二版")), { ...nothing, updated: 1, unchanged: 1 });
	assert.deepEqual(
		await all(
			"SELECT v.number, v.note, d.current_version, d.visibility FROM document_versions v JOIN documents d ON d.id = v.document_id ORDER BY 1",
		),
		[
			{ number: 1, note: "初版", current_version: 2, visibility: "public" },
			{ number: 2, note: "二版", current_version: 2, visibility: "public" },
		],
	);
	assert.deepEqual(await all("SELECT is_live, body_html FROM announcements"), [
		{ is_live: 1, body_html: "<p>請繳<strong>會費</strong>。</p>" },
	]);
	assert.deepEqual(await all("SELECT count(*) AS n FROM attachments"), [{ n: 0 }]);
	assert.deepEqual(await run(own("%PDF-2", "二版")), { ...nothing, unchanged: 2 });
});

test("who reads a document comes along, also when that changes", async () => {
	const own = (readers: string): Files => ({
		"site.yaml": "format: 1\ncategories: []\ntags: []\n",
		"documents/bylaws.md": `---\ntitle: 章程\nfile: ../files/章程.pdf\ndate: 2024-01-01\n${readers}---\n`,
		"files/章程.pdf": "%PDF-1",
	});
	const readers = () => all("SELECT visibility, permission FROM documents");
	assert.deepEqual(await run(own("visibility: restricted\npermission: ledger.view\n")), {
		...nothing,
		created: 1,
		unchanged: 0,
	});
	assert.deepEqual(await readers(), [{ visibility: "restricted", permission: "ledger.view" }]);
	assert.deepEqual(await run(own("visibility: members\n")), { ...nothing, updated: 1, unchanged: 0 });
	assert.deepEqual(await readers(), [{ visibility: "members", permission: null }]);
	await run(own("visibility: restricted\n"));
	assert.deepEqual(await readers(), [{ visibility: "restricted", permission: null }]);
});

test("200 posts of 20 KB take as many times as long as 20, in one transaction", async () => {
	const siteOf = (posts: number): Files => {
		const files: Files = { "_config.yml": "permalink: /:title/" };
		for (let i = 0; i < posts; i++) {
			const body = `第 ${i} 篇。**「重點」**在這裡，見[上一篇](/post-${i - 1}/)。\n\n`.repeat(250);
			files[`_posts/2024-01-01-post-${i}.md`] =
				`---\ntitle: 第 ${i} 篇\ncategories: [分類${i % 20}]\ntags: [標籤${i % 50}, 共同]\n---\n${body}![](/img/${i % 40}.png)`;
		}
		for (let i = 0; i < Math.min(posts, 40); i++) files[`img/${i}.png`] = png(20 + i, 20);
		return files;
	};
	const msFor = async (posts: number, outcome: object): Promise<number> => {
		const start = Date.now();
		assert.deepEqual(await run(siteOf(posts)), { ...nothing, ...outcome });
		return Date.now() - start;
	};
	const few = await msFor(20, { created: 20, unchanged: 0 });
	const many = await msFor(200, { created: 180, unchanged: 20 });
	// What grew with the square would take a hundred times as long.
	assert.ok(many < 30 * few, `${few} ms, then ${many} ms`);
	assert.deepEqual(
		await all(
			"SELECT (SELECT count(*) FROM articles WHERE state = 'published') AS articles, (SELECT articles_count FROM tags WHERE name = '共同') AS common, (SELECT count(*) FROM attachments) AS files",
		),
		[{ articles: 200, common: 200, files: 40 }],
	);
	await msFor(200, { unchanged: 200 });
});
