/** The handbook tells of the program as it is: its menu, its roles, its addresses, and pictures that a script can draw again. */
import assert from "node:assert/strict";
import { globSync, readFileSync, statSync } from "node:fs";
import { dirname, join } from "node:path";
import { test } from "node:test";
import { AREAS } from "#admin/areas.ts";
import { SHIPPED_ROLES } from "#permissions.ts";
import { pictureFile } from "../../scripts/pictures/picture.ts";
import { PICTURES } from "../../scripts/pictures/table.ts";
import { routes } from "../support/routes.ts";

const HANDBOOK = "docs/手冊.md";
const MOST_BYTES = 120 * 1024;
const MOST_OF_ALL = 4 * 1024 * 1024;
const text = readFileSync(HANDBOOK, "utf8");
const named = ({ group, label }: { group: string; label: string }): string => `${group} › ${label}`;

/** The first group of every match, in order. */
const all = (source: string, pattern: RegExp): string[] =>
	Array.from(source.matchAll(pattern), ([, found = ""]) => found);
/** What stands under a heading of the second level. */
const chapter = (heading: string): string => text.split(`\n## ${heading}\n`)[1]?.split(/^## /m)[0] ?? "";
const cells = (table: string): string[][] =>
	all(table, /^\| (.*) \|$/gm)
		.slice(2)
		.map((row) => row.split(" | "));

test("every picture that a document shows is in the table and on disk, and none is shown nowhere", () => {
	const shown = globSync(["README*.md", "docs/**/*.md"]).flatMap((path) =>
		all(readFileSync(path, "utf8"), /!\[[^\]]+\]\(([^)\s]+)\)/g).map((link) => join(dirname(path), link)),
	);
	const drawn = PICTURES.map(pictureFile);
	assert.deepEqual([...new Set(shown)].sort(), [...drawn].sort());
	assert.deepEqual(globSync("docs/pictures/**/*.png").sort(), [...drawn].sort());
});

test("a picture weighs 120 KB at most, all together 4 MB", () => {
	const sizes = PICTURES.map((picture) => ({ name: picture.name, bytes: statSync(pictureFile(picture)).size }));
	assert.deepEqual(
		sizes.filter(({ bytes }) => bytes > MOST_BYTES),
		[],
	);
	const total = sizes.reduce((sum, { bytes }) => sum + bytes, 0);
	assert.ok(total <= MOST_OF_ALL, `${total} bytes`);
});

test("its table of the menu is the menu, and each entry has its section", () => {
	const rows = cells(chapter("選單"));
	assert.deepEqual(
		rows.map(([entry]) => entry),
		AREAS.map(named),
	);
	const sections = all(text, /^#{2,3} (.+)$/gm);
	const leading = rows.map(([, , link = ""]) => /^\[(.+)\]\(#\1\)$/.exec(link)?.[1] ?? link);
	assert.deepEqual(
		leading.filter((section) => !sections.includes(section)),
		[],
	);
});

test("each way through the menu that it tells exists", () => {
	// 官網管理 is a section of the bar beside 管理.
	const ways = [/(?<!官網)管理 › ([^*\n]+?)\*\*/g, /(官網管理 › [^*\n]+?)\*\*/g].flatMap((way) => all(text, way));
	assert.ok(ways.length > 50);
	const known = AREAS.map(named);
	assert.deepEqual(
		ways.filter((way) => !known.includes(way)),
		[],
	);
	assert.deepEqual(
		known.filter((entry) => !ways.includes(entry)),
		[],
	);
});

test("its links lead to its own sections, which no two have the same name", () => {
	const sections = all(text, /^#{2,3} (.+)$/gm);
	assert.equal(new Set(sections).size, sections.length);
	const links = all(text, /\]\(#([^)]+)\)/g);
	assert.ok(links.length > 60);
	assert.deepEqual(
		links.filter((link) => !sections.includes(link)),
		[],
	);
});

test("its roles are those that ship", () => {
	const roles = cells(chapter("角色")).map(([role]) => role);
	assert.deepEqual(
		roles,
		Object.values(SHIPPED_ROLES).map(({ name }) => name),
	);
});

test("every address and every page that is drawn is one of the program's", () => {
	const patterns = routes
		.filter(({ method }) => method === "GET")
		.map(({ path }) => new RegExp(`^${path.replaceAll(/:[a-zA-Z]+/g, "[^/]+")}$`));
	const addresses = [
		...all(text, /`(\/[^`\s]+)`/g),
		...PICTURES.map(({ path }) => path.split(/[?#]/)[0] ?? "").filter((path) => !path.startsWith("/api/")),
	];
	assert.ok(addresses.length > 40);
	assert.deepEqual(
		addresses.filter((address) => !patterns.some((route) => route.test(address))),
		[],
	);
});
