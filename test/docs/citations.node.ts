/** Whatever code or documents cite is there: each document, each heading, each record; and nothing cites a text outside of the repository. */
import assert from "node:assert/strict";
import { existsSync, globSync, readFileSync } from "node:fs";
import { dirname, join } from "node:path";
import { test } from "node:test";

const read = (path: string): string => readFileSync(path, "utf8");
/** The first group of every match, in order. */
const all = (text: string, pattern: RegExp): string[] => Array.from(text.matchAll(pattern), ([, found = ""]) => found);

const DOCUMENTS = globSync(["*.md", "docs/**/*.md"]);
const prose = (text: string): string => text.replace(/^```[\s\S]*?^```$/gm, "");
/** What GitHub makes of a heading: lower case, without punctuation, a dash for each space, numbered from the second one on. */
function anchorsOf(path: string): Set<string> {
	const anchors = new Set<string>();
	for (const heading of all(prose(read(path)), /^#{1,6} (.+)$/gm)) {
		const plain = heading.replace(/\[([^\]]+)\]\([^)]+\)/g, "$1").toLowerCase();
		const anchor = plain.replace(/[^\p{L}\p{M}\p{N}\p{Pc} -]/gu, "").replaceAll(" ", "-");
		let name = anchor;
		for (let n = 1; anchors.has(name); n += 1) name = `${anchor}-${n}`;
		anchors.add(name);
	}
	return anchors;
}
const ANCHORS = new Map(DOCUMENTS.map((path) => [path, anchorsOf(path)]));

/** Whether a place ("docs/workflows.md#fees") is there. */
function leads(place: string): boolean {
	const [path = "", anchor] = place.split("#");
	if (anchor === undefined) return existsSync(path);
	return ANCHORS.get(path)?.has(decodeURIComponent(anchor)) ?? false;
}

/** The comments of a file of code; of what is no code, all of it. */
function commentsOf(path: string): string {
	const text = read(path);
	if (path.endsWith(".sql")) return all(text, /--(.*)$/gm).join("\n");
	if (/\.(ts|mjs|css)$/.test(path)) return all(text, /(\/\*[\s\S]*?\*\/|(?:^|\s)\/\/.*$)/gm).join("\n");
	return text;
}

const RELEASED = /^migrations\/(search\/)?00([0-2]\d|3[0-5])_/;
const CODE = globSync([
	"src/**/*.{ts,css}",
	"scripts/**/*.{ts,mjs}",
	"test/**/*.ts",
	"migrations/**/*.sql",
	"wrangler.toml",
]);
const SOURCES = [...CODE, ...DOCUMENTS].map((path) => ({ path, said: commentsOf(path) }));

test("every document that a comment names is there, with the heading", () => {
	const named = SOURCES.filter(({ path }) => !path.endsWith(".md")).flatMap(({ path, said }) =>
		all(
			said,
			/(?<![\w./-])((?:docs\/[\p{L}\p{N}./-]+|README|STYLE|CONTRIBUTING|CHANGELOG)\.md(?:#[\p{L}\p{N}_-]+)?)/gu,
		).map((place) => ({ path, place })),
	);
	assert.ok(named.filter(({ place }) => place.includes("#")).length > 60);
	assert.deepEqual(
		named.filter(({ place }) => !leads(place)),
		[],
	);
});

test("every link of a document leads to a heading that is there", () => {
	const links = DOCUMENTS.flatMap((path) =>
		all(prose(read(path)), /\]\(([^)\s]*#[^)\s]+)\)/g)
			.filter((link) => !/^https?:/.test(link))
			.map((link) => ({ path, place: link.startsWith("#") ? path + link : join(dirname(path), link) })),
	);
	assert.ok(links.length > 100);
	assert.deepEqual(
		links.filter(({ place }) => !leads(place)),
		[],
	);
});

test("every decision that is named by its number is there", () => {
	const numbers = new Set(globSync("docs/decisions/*.md").map((path) => Number(path.slice(15, 19))));
	const named = SOURCES.flatMap(({ path, said }) =>
		all(said, /\b(?:decision|record) (\d+)\b/g).map((number) => ({ path, number: Number(number) })),
	);
	assert.ok(named.length > 5);
	assert.deepEqual(
		named.filter(({ number }) => !numbers.has(number)),
		[],
	);
});

test("no text is cited that the repository has not", () => {
	// A name in capitals with its section; standards have numbers too, and are cited by them.
	const cites =
		/\b((?:docs: )?(?!(?:RFC|ISO|ASVS|ARIA|DIN|WCAG|NIST)\b)[A-Z]{2,}(?:-[A-Z]+)* §\d|docs: [A-Z-]+ \d|(?:DOMAIN|ADMIN-UI|LAW|CONTENT-API|ARCHITECTURE|SECURITY-RELIABILITY|MODULES)(?= \d|\)|,|\.md))/g;
	const elsewhere = SOURCES.filter(
		({ path }) => !RELEASED.test(path) && path !== "docs/sources.md" && path !== "test/docs/citations.node.ts",
	);
	assert.deepEqual(
		elsewhere.flatMap(({ path }) => all(read(path), cites).map((cited) => ({ path, cited }))),
		[],
	);
});

test("docs/sources.md leads on from every citation of a released migration", () => {
	const cited = globSync("migrations/**/*.sql")
		.filter((path) => RELEASED.test(path))
		.flatMap((path) =>
			all(commentsOf(path), /\((?:docs: )?([A-Z]+(?:-[A-Z]+)* §?\d)\)/g).map((name) => `${name} in ${path}`),
		);
	const rows = all(read("docs/sources.md"), /^\| (`.*) \|$/gm).map((row) => row.split(" | "));
	const told = rows.flatMap(([name = "", files = "", places = ""]) => {
		assert.match(places, /\]\(/);
		return all(files, /`([^`]+)`/g).map((path) => `${name.replaceAll("`", "")} in ${path}`);
	});
	assert.ok(cited.length > 10);
	assert.deepEqual(told.sort(), cited.sort());
});
