import assert from "node:assert/strict";
import { existsSync, readdirSync, readFileSync, statSync, writeFileSync } from "node:fs";
import { join, relative } from "node:path";
import { test } from "node:test";
import fc from "fast-check";
import { ARTICLE_TYPES } from "#domain/content/articles/schema.ts";
import { fileUrl } from "#domain/content/content/files.ts";
import { slugify } from "#domain/content/content/slug.ts";
import { makeFile } from "../../scripts/content/files.ts";
import { importSite } from "../../scripts/content/import.ts";
import type { Site, SiteFile } from "../../scripts/content/site.ts";
import { readStored } from "../../scripts/content/store/read-stored.ts";
import { inOrder, tidyText, withoutTrash } from "../../scripts/content/tidy.ts";
import { FolderInUse, writeSite, writeTexts } from "../../scripts/content/write/index.ts";
import { openDatabase, rows } from "../support/content-database.ts";
import { makeFolder, makeSite, NOW, png, read, told } from "../support/sites.ts";

/** A site without the functions that read its files, to compare. */
const plain = (site: Site) => {
	const ordered = inOrder(site);
	return { ...ordered, files: [...ordered.files.values()].map(({ read: _, ...file }) => file) };
};

/** Every file below a folder with its bytes. */
function bytesOf(folder: string): Record<string, string> {
	const paths = readdirSync(folder, { recursive: true, encoding: "utf8" }).map((path) => join(folder, path));
	const files = paths.filter((path) => statSync(path).isFile()).sort();
	return Object.fromEntries(files.map((path) => [relative(folder, path), readFileSync(path).toString("base64")]));
}

const record = <T>(model: { [K in keyof T]: fc.Arbitrary<T[K]> }) => fc.record(model, { noNullPrototype: true });
const text = fc.string({ unit: "grapheme", maxLength: 40 }).map((one) => one.replaceAll("\0", "").replaceAll("\r", ""));
const line = text.map((one) => `題${one.replace(/\n/g, " ")}`);
const words = fc.constantFrom(
	"春天",
	"復健 運動",
	"UI/UX",
	"A: b",
	"# 井",
	"- x",
	"null",
	"true",
	"2024-01-01",
	'"引"',
	"'單'",
	"{a}",
	"[b]",
	"|",
	">",
	"@x",
	"%",
	"&",
	"*",
	"!",
	"1.10",
	"~",
	"中\n文",
	" 前後 ",
);
const anyText = fc.oneof(text, words);
const time = fc.integer({ min: 0, max: 4_000_000_000_000 });
const maybe = <T>(value: fc.Arbitrary<T>) => fc.option(value, { nil: null });
const slugs = fc.uniqueArray(
	fc
		.oneof(text, fc.constantFrom("a", "b", "春天", "c-2"))
		.map(slugify)
		.filter((slug) => slug !== ""),
	{ minLength: 1, maxLength: 6 },
);
const seo = record({
	title: maybe(line),
	description: maybe(line),
	image: maybe(line),
	canonicalUrl: maybe(line),
	noindex: fc.boolean(),
});

const files: SiteFile[] = [
	["圖 (1).png", png(3, 4)],
	["圖 (1).png", png(5, 6)],
	["章程.pdf", Buffer.from("%PDF-1")],
	["a%20b#c?.txt", Buffer.from("字")],
].map(([name, bytes]) =>
	makeFile(String(name), Buffer.from(bytes as Uint8Array), async () => Buffer.from(bytes as Uint8Array)),
);
const fileId = fc.constantFrom(...files.map(({ id }) => id));

/** Whole sites: names that need quoting, links to each other, files of one name. */
const sites = fc
	.tuple(slugs, slugs, slugs, fc.uniqueArray(words, { minLength: 1, maxLength: 6 }))
	.chain(([articles, pages, others, terms]) => {
		const addresses = [
			...articles.map((slug) => `/articles/${slug}`),
			...pages.map((slug) => `/${slug}`),
			...files.map(fileUrl),
		];
		const link = fc
			.tuple(fc.constantFrom(...addresses), fc.constantFrom("", "#片段"))
			.map(([url, end]) => `[連](${url}${url.startsWith("/api") ? "" : end})`);
		const body = fc
			.array(fc.oneof(anyText, link, fc.constantFrom("```\n[x](/articles/a)\n```", "![](https://a.example/b.png)")))
			.map((parts) => tidyText(parts.join("\n\n")));
		const attachments = fc.uniqueArray(record({ id: fileId, description: anyText }), { selector: ({ id }) => id });
		const publishing = {
			title: line,
			publishedAt: maybe(time),
			publishAt: maybe(time),
			unpublishAt: maybe(time),
			updatedAt: maybe(time),
			aliases: slugs.map((list) => [...list].sort()),
		};
		const state = fc.constantFrom("draft" as const, "published" as const, "archived" as const);
		const common = { ...publishing, state, excerpt: anyText, bodyMarkdown: body, seo, attachments };
		const named = terms.map((name, index) => ({
			slug: `t-${index}`,
			name,
			description: index % 2 ? "說明: x" : "",
			position: index * 2,
		}));
		const some = fc.subarray(named.map(({ slug }) => slug)).map((list) => [...list].sort());
		const article = record({
			...common,
			type: fc.constantFrom(...ARTICLE_TYPES),
			authorName: maybe(line),
			isPinned: fc.boolean(),
			pinnedUntil: maybe(time),
			cover: maybe(record({ id: fileId, alt: anyText })),
			categories: some,
			tags: some,
		});
		const page = record({ ...common, position: fc.integer({ min: -5, max: 5 }) });
		const document = record({
			...publishing,
			state,
			description: anyText,
			category: anyText,
			kind: fc.constantFrom("general", "finance", "donations"),
			readers: fc.constantFrom(
				{ visibility: "public" as const },
				{ visibility: "members" as const },
				{ visibility: "restricted" as const },
				{ visibility: "restricted" as const, permission: "ledger.view" },
			),
			file: record({ id: fileId, note: anyText }),
		});
		const announcement = record({
			title: line,
			audience: fc.constantFrom("public", "members", "type:正式"),
			isPinned: fc.boolean(),
			publishFrom: maybe(time),
			publishUntil: fc.constant(null),
			updatedAt: maybe(time),
			bodyMarkdown: body,
		});
		const target = fc.constantFrom(
			...[...articles.map((slug) => `/articles/${slug}#片段`), ...others.map((slug) => `/documents/${slug}`)],
			...[`/${pages[0]}`, "/自己做的?x=1", "https://a.example/b?c#d"],
		);
		const label = fc.constantFrom("首頁", "A: b", "# 井", "- x", "null", "1.10", "~", '"引"');
		const lead = record({ label, target: fc.oneof(target, fc.constant("")) });
		const item = fc.tuple(lead, fc.array(lead, { maxLength: 3 })).map(([one, children]) => ({ ...one, children }));
		const menu = fc.array(item, { maxLength: 4 });
		const redirect = fc.tuple(fc.nat(999), target).map(([nth, to]) => ({ path: `/舊 的/${nth}`, target: to }));
		const ways = record({
			menus: record({ main: menu, footer: menu }),
			redirects: fc.uniqueArray(redirect, { selector: ({ path }) => path, maxLength: 4 }),
		});
		const each = <T>(names: string[], one: fc.Arbitrary<T>) =>
			fc.tuple(...names.map((slug) => one.map((rest) => ({ slug, ...rest }))));
		return fc
			.tuple(each(articles, article), each(pages, page), each(others, document), each(others, announcement), ways)
			.map(([articleList, pageList, documents, announcements, leads]): Site => {
				const paths = pages.map((slug, index) => (index === 0 ? slug : `${index % 2 ? pages[0] : "中間"}/${slug}`));
				const tree = pageList.map((one, index) => ({
					...one,
					path: paths[index] ?? "",
					parentPath: index > 0 && index % 2 ? (pages[0] ?? null) : null,
				}));
				const at = new Map(pages.map((slug, index) => [`/${slug}`, `/${paths[index]}`]));
				const moved = (markdown: string) =>
					markdown.replace(/\]\((\/[^)#]*)/g, (whole, url: string) => `](${at.get(url) ?? url}` || whole);
				return {
					articles: articleList.map((one) => ({
						...one,
						source: `old.example/${one.slug}`,
						isPinned: one.isPinned && one.state === "published",
						bodyMarkdown: moved(one.bodyMarkdown),
					})),
					pages: tree.map((one) => ({ ...one, source: `pages/${one.path}.md`, bodyMarkdown: moved(one.bodyMarkdown) })),
					documents: documents.map(({ readers, ...one }) => ({
						...one,
						...readers,
						source: `documents/${one.slug}.md`,
					})),
					announcements: announcements.map((one) => ({
						...one,
						source: `announcements/${one.slug}.md`,
						bodyMarkdown: moved(one.bodyMarkdown),
					})),
					categories: named,
					tags: named.map((term) => ({ ...term, description: "", position: 0 })),
					files: new Map(files.map((file) => [file.id, file])),
					...leads,
				};
			});
	});

test("what is written is read back without a difference, and written again to the byte", async () => {
	await fc.assert(
		fc.asyncProperty(sites, async (site) => {
			const folder = makeFolder();
			await writeSite(site, folder);
			const back = read(folder);
			assert.deepEqual(told(back, "error"), []);
			assert.deepEqual(plain(back.site), plain(site));
			assert.deepEqual([...writeTexts(back.site)], [...writeTexts(site)]);
		}),
		{ numRuns: 60 },
	);
});

/** Menus and redirects of all kinds: to texts that are public, drafts or in the trash, to addresses, over a public text. */
async function makeLinks(db: D1Database): Promise<void> {
	const text = (slug: string, state: string) =>
		`INSERT INTO articles (slug, type, state, title, created_at, updated_at) VALUES ('${slug}', 'news', '${state}', '${slug}', 1, 1)`;
	const item = (id: number, parent: number | null, label: string, more: string) =>
		`INSERT INTO menu_items (id, menu, parent_id, position, label, resource, resource_id, address, created_at, updated_at)
			VALUES (${id}, '${id > 7 ? "footer" : "main"}', ${parent}, ${id}, '${label}', ${more}, 1, 1)`;
	const article = (slug: string) => `'article', (SELECT id FROM articles WHERE slug = '${slug}')`;
	const about = "'page', (SELECT id FROM pages WHERE path = 'about')";
	const redirect = (path: string, more: string) =>
		`INSERT INTO redirects (path, resource, resource_id, address, created_at, updated_at) VALUES ('${path}', ${more}, 1, 1)`;
	const statements = [
		...[text("kept-draft", "draft"), text("thrown", "trashed"), text("later", "draft")],
		item(1, null, "關於", `${about}, '#team'`),
		item(2, 1, "動態", `${article("kept-draft")}, ''`),
		item(3, 1, "丟掉的", `${article("thrown")}, ''`),
		item(4, null, "標題", `${article("thrown")}, ''`),
		item(5, 4, "外站", "NULL, NULL, 'https://a.example/'"),
		item(6, null, "也丟掉", `${article("thrown")}, ''`),
		item(8, null, "自己的", "NULL, NULL, '/search?q=x'"),
		redirect("/about-us", `${about}, ''`),
		redirect("/thrown", `${article("thrown")}, ''`),
		redirect("/articles/kept-draft", "NULL, NULL, 'https://a.example/b'"),
		redirect("/articles/later", "NULL, NULL, 'https://a.example/c'"),
		"UPDATE articles SET state = 'published', published_at = 1 WHERE slug = 'later'",
	];
	await db.batch(statements.map((statement) => db.prepare(statement)));
}

test("import → export → import is a fixed point, for sites of every kind", async () => {
	const [first, second] = [await openDatabase(), await openDatabase()];
	try {
		const shared = ["../shared/sites/jekyll-pdis", "../shared/sites/hugo-docs"].filter((path) => existsSync(path));
		for (const site of ["demo/site", "test/fixtures/sites/jekyll-zh", "test/fixtures/sites/hugo-zh", ...shared]) {
			const { site: folder } = read(site, { siteName: null });
			await importSite(first.env, folder, { now: NOW, dryRun: false, siteName: site });
		}
		await makeLinks(first.env.DB);
		const exported = async ({ env }: typeof first) => {
			const folder = makeFolder();
			await writeSite(withoutTrash((await readStored(env)).site), folder);
			return folder;
		};
		const e1 = await exported(first);
		const { site: again } = read(e1);
		const count = again.articles.length + again.pages.length + again.documents.length + again.announcements.length;
		const options = { now: NOW + 1, dryRun: false, siteName: "again" };
		const nothing = { created: 0, updated: 0, unchanged: count, kept: [], findings: [] };
		assert.deepEqual(again.menus, {
			main: [
				{ label: "關於", target: "/about#team", children: [{ label: "動態", target: "/articles/kept-draft" }] },
				{ label: "標題", target: "", children: [{ label: "外站", target: "https://a.example/" }] },
			],
			footer: [{ label: "自己的", target: "/search?q=x", children: [] }],
		});
		assert.deepEqual(again.redirects, [
			{ path: "/about-us", target: "/about" },
			{ path: "/articles/kept-draft", target: "https://a.example/b" },
		]);
		assert.deepEqual(await importSite(first.env, again, options), nothing);
		const made = { created: count, unchanged: 0, redirects: 2, menuItems: 5 };
		assert.deepEqual(await importSite(second.env, again, options), { ...nothing, ...made });
		const e2 = await exported(second);
		assert.deepEqual(bytesOf(e2), bytesOf(e1));
		assert.deepEqual(await importSite(second.env, read(e2).site, options), nothing);

		// The trash does not travel.
		const query =
			"SELECT slug, state, published_at, updated_at, body_html, toc, excerpt, cover_id FROM articles WHERE state <> 'trashed' ORDER BY slug";
		assert.deepEqual(await rows(second.env.DB, query), await rows(first.env.DB, query));
	} finally {
		await first.dispose();
		await second.dispose();
	}
});

test("a text that somebody edits in an export comes back, unless it was edited here meanwhile", async () => {
	const data = await openDatabase();
	try {
		const insert = (slug: string) =>
			data.env.DB.prepare(
				"INSERT INTO articles (slug, type, state, title, published_at, created_at, updated_at, body_markdown) VALUES (?1, 'news', 'published', ?1, 1000, 1000, 1000, '原來')",
			).bind(slug);
		await data.env.DB.batch([insert("a"), insert("b")]);
		const folder = makeFolder();
		await writeSite((await readStored(data.env)).site, folder);
		for (const slug of ["a", "b"]) {
			const path = join(folder, "articles", `${slug}.md`);
			writeFileSync(path, readFileSync(path, "utf8").replace("原來", "改過"));
		}
		await data.env.DB.prepare("UPDATE articles SET updated_at = 2000, version = 2 WHERE slug = 'b'").run();
		const { updated, kept } = await importSite(data.env, read(folder).site, { now: NOW, dryRun: false, siteName: "x" });
		assert.deepEqual(
			[updated, kept.map(({ path, message }) => `${path} ${message}`)],
			[1, ["articles/b.md was written here: not overwritten"]],
		);
		assert.deepEqual(await rows(data.env.DB, "SELECT slug, body_html FROM articles ORDER BY slug"), [
			{ slug: "a", body_html: "<p>改過</p>" },
			{ slug: "b", body_html: "" },
		]);
	} finally {
		await data.dispose();
	}
});

test("only an empty folder or an earlier export is written to", async () => {
	const { site } = read({ "posts/a.md": "---\ntitle: a\ndate: 2024-01-01\n---\n" });
	const foreign = makeSite({ "mine.txt": "別動" });
	await assert.rejects(writeSite(site, foreign), FolderInUse);
	assert.deepEqual(readdirSync(foreign), ["mine.txt"]);
	const folder = makeFolder();
	await writeSite(site, folder);
	await writeSite({ ...site, articles: [] }, folder);
	assert.deepEqual(Object.keys(bytesOf(folder)), ["site.yaml"]);
	writeFileSync(join(folder, "notes.txt"), "我的");
	await assert.rejects(writeSite(site, folder), FolderInUse);
});
