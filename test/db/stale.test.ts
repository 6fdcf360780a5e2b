import { env } from "cloudflare:test";
import { beforeAll, expect, test } from "vitest";
import { shareOf } from "../support/chances.ts";
import { ask, insert, insertArticle, page, sql, term } from "../support/content.ts";
import { createPage, insertDocument, TIME } from "../support/rows.ts";

type Value = string | number | null;
type Row = Record<string, Value>;

const id = (letter: string) => letter.repeat(26);
const FILES = ["a", "b", "c", "d", "e", "f"];

async function fill(): Promise<void> {
	for (const letter of FILES) {
		await env.FILES.put(`files/${letter}`, letter);
		await insert("attachments", {
			id: id(letter),
			filename: `${letter}.png`,
			content_type: "image/png",
			size: 1,
			sha256: letter.repeat(64),
			object_key: `files/${letter}`,
			width: 3,
			height: 4,
			created_at: TIME,
		});
	}
	for (const n of [1, 2]) {
		await insert("categories", term(n, `c${n}`, `類 ${n}`));
		await insert("tags", term(n, `t${n}`, `籤 ${n}`));
	}
	const states = ["published", "published", "archived", "draft"];
	for (const [i, state] of states.entries()) {
		const article = await insertArticle({
			slug: `a${i}`,
			state,
			published_at: TIME + i * 1000,
			cover_id: i === 0 ? id("a") : null,
			author_name: "甲",
			excerpt: "摘",
			toc: '[{"level":2,"id":"x","text":"x"}]',
		});
		await insert("article_categories", { article_id: article, category_id: 1 });
		await insert("article_tags", { article_id: article, tag_id: 1 });
	}
	await insert("attachment_uses", { resource: "article", resource_id: 1, role: "file", attachment_id: id("b") });
	await insert("attachment_uses", { resource: "article", resource_id: 4, role: "file", attachment_id: id("c") });
	await insert("attachment_uses", { resource: "page", resource_id: 1, role: "inline", attachment_id: id("d") });
	await insert("attachment_uses", { resource: "announcement", resource_id: 1, role: "inline", attachment_id: id("e") });
	await createPage(page(1, "about"));
	await createPage(page(2, "about/team", { parent_id: 1 }));
	await createPage(page(3, "about/hidden", { parent_id: 1, state: "draft" }));
	await createPage(page(4, "about/hidden/child", { parent_id: 3 }));
	await createPage(page(5, "old", { state: "archived" }));
	await insertDocument({ id: 1, slug: "open", category: "類", visibility: "public" });
	await insertDocument({ id: 2, slug: "closed", category: "類", visibility: "members" });
	await env.FILES.put("documents/1", "x".repeat(10));
	for (const [n, audience] of ["public", "members"].entries()) {
		await insert("announcements", {
			id: n + 1,
			slug: `n${n}`,
			title: audience,
			audience,
			publish_from: 1,
			created_at: 1,
			updated_at: 1,
		});
	}
	for (const [n, target] of [
		{ resource: "article", resource_id: 1 },
		{ resource: "page", resource_id: 4 },
		{ resource: "document", resource_id: 1 },
		{ address: "https://example.com/x" },
	].entries())
		await insert("redirects", { path: `/old/${n}`, ...target, created_at: 1, updated_at: 1 });
	for (const [n, target] of [
		{ resource: "article", resource_id: 1 },
		{ resource: "page", resource_id: 4 },
		{ resource: "document", resource_id: 1, parent_id: 1 },
		{ address: "https://example.com/x" },
	].entries())
		await insert("menu_items", {
			menu: "main",
			position: n + 1,
			label: `L${n}`,
			...target,
			created_at: 1,
			updated_at: 1,
		});
	await insert("settings", { key: "PUBLIC_SITE_ORIGIN", value: "https://www.example.org", updated_at: 1 });
	await sql(
		"UPDATE articles SET slug = 'a1-new' WHERE slug = 'a1'",
		"UPDATE pages SET slug = 'crew', path = 'about/crew' WHERE id = 2",
		"UPDATE documents SET slug = 'opened' WHERE id = 1",
	);
}

const ADDRESSES = [
	"/articles",
	"/articles?type=news",
	"/articles?type=event",
	"/articles?category=c1",
	"/articles?category=c2",
	"/articles?tag=t1",
	"/articles?pinned=true",
	"/articles?sort=title&per_page=1",
	...["a0", "a1", "a1-new", "a2", "a3"].map((slug) => `/articles/${slug}`),
	"/categories",
	"/tags",
	"/pages",
	...["about", "about/team", "team", "crew", "about/hidden", "child", "old"].map((path) => `/pages/${path}`),
	"/homepage",
	"/documents",
	`/documents?category=${encodeURIComponent("類")}`,
	"/documents/open",
	"/documents/opened",
	"/documents/opened/download",
	"/documents/closed",
	"/documents/closed/download",
	...FILES.map((letter) => `/attachments/${id(letter)}/${letter}.png`),
	"/feeds/articles.rss",
	"/feeds/articles.atom",
	"/feeds/articles.json",
	"/sitemap.xml",
	"/site",
	"/redirects",
	"/redirects?path=/old/1",
	"/changes?since=0",
];

async function answers(): Promise<Record<string, string>> {
	const all: Record<string, string> = {};
	for (const address of ADDRESSES) {
		const answer = await ask(`/api/v1${address}`);
		const { headers } = answer;
		const shown = ["Location", "Content-Type", "Content-Disposition", "ETag", "Last-Modified"].map((n) =>
			headers.get(n),
		);
		all[address] = `${answer.status} ${shown.join(" ")} ${new TextDecoder().decode(await answer.arrayBuffer())}`;
	}
	return all;
}

const TABLES = [
	"slug_history",
	"document_versions",
	"attachment_uses",
	"attachments",
	"article_categories",
	"article_tags",
	"categories",
	"tags",
	"settings",
	"articles",
	"pages",
	"documents",
	"announcements",
	"redirects",
	"menu_items",
];
/** What only triggers write, in the transaction of a change that raises. */
const MAINTAINED = ["articles_count"];

const CHOICES: Record<string, Value[]> = {
	state: ["draft", "scheduled", "published", "archived", "trashed"],
	type: ["news", "event"],
	resource: ["article", "page", "announcement", "document"],
	resource_id: [1, 2, 4],
	role: ["file", "inline"],
	visibility: ["public", "members", "restricted"],
	audience: ["public", "members"],
	attachment_id: FILES.map(id),
	cover_id: [null, ...FILES.map(id)],
	toc: ["[]"],
	categories: ["[]"],
	tags: ["[]"],
	parent_id: [null, 1, 2, 4],
	current_version: [null, 1, 2],
	publish_from: [null, 2, 9e12],
	publish_until: [null, 5, 9e12],
};

const others = (column: string, old: Value): Value[] => {
	const choices =
		CHOICES[column] ?? (typeof old === "number" ? [old + 1, old === 1 ? 0 : 1, null] : [`${old ?? ""}x`, null]);
	return choices.filter((value) => value !== old);
};

const rev = async () => Number(await env.DB.prepare("SELECT rev FROM content_revision").first("rev"));
const run = (text: string, values: Value[]) =>
	env.DB.prepare(text)
		.bind(...values)
		.run();
/** Whether a statement was taken. */
const tried = (text: string, values: Value[]) =>
	run(text, values).then(
		() => true,
		() => false,
	);

async function rowsOf(table: string): Promise<{ rows: Row[]; keys: string[] }> {
	const { results } = await env.DB.prepare(`SELECT name, pk FROM pragma_table_info('${table}')`).all<{
		name: string;
		pk: number;
	}>();
	const { results: rows } = await env.DB.prepare(`SELECT * FROM ${table}`).all<Row>();
	return { rows, keys: results.filter((column) => column.pk > 0).map((column) => column.name) };
}

const at = (row: Row, keys: string[]) => ({
	where: keys.map((key) => `${key} = ?`).join(" AND "),
	values: keys.map((key) => row[key] ?? null),
});

let stood: { rev: number; all: Record<string, string> } | undefined;
/** The answers at this revision, asked once for each. */
async function standing(): Promise<Record<string, string>> {
	const now = await rev();
	if (stood?.rev !== now) stood = { rev: now, all: await answers() };
	return stood.all;
}

/** Addresses that `change` makes answer something else while the revision stays; `undo` takes it back. */
async function unseen(change: () => Promise<boolean>, undo: () => Promise<unknown>): Promise<string[]> {
	const before = await rev();
	if (!(await change())) return [];
	if ((await rev()) !== before) {
		await undo();
		return [];
	}
	const after = await answers();
	await undo();
	const original = await standing();
	return ADDRESSES.filter((address) => after[address] !== original[address]);
}

beforeAll(fill);

test.each(TABLES)("no column of %s, and no row that goes, changes an answer unseen", async (table) => {
	const { rows, keys } = await rowsOf(table);
	const stale: string[] = [];
	for (const row of shareOf(rows, Math.min(2, rows.length))) {
		for (const [column, old] of Object.entries(row)) {
			if (MAINTAINED.includes(column)) continue;
			for (const value of shareOf(others(column, old), 3)) {
				const found = at({ ...row, [column]: value }, keys);
				const original = at(row, keys);
				const differ = await unseen(
					() => tried(`UPDATE ${table} SET ${column} = ? WHERE ${original.where}`, [value, ...original.values]),
					() => run(`UPDATE ${table} SET ${column} = ? WHERE ${found.where}`, [old, ...found.values]),
				);
				if (differ.length > 0) stale.push(`${JSON.stringify(original.values)} ${column} = ${value}: ${differ}`);
			}
		}
		const { where, values } = at(row, keys);
		const names = Object.keys(row);
		const differ = await unseen(
			() => tried(`DELETE FROM ${table} WHERE ${where}`, values),
			() => tried(`INSERT INTO ${table} (${names}) VALUES (${names.map(() => "?")})`, Object.values(row)),
		);
		if (differ.length > 0) stale.push(`DELETE ${JSON.stringify(values)}: ${differ}`);
	}
	expect(stale).toEqual([]);
});
