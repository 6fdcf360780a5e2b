/** The map of the code stays true: docs/architecture.md names what is there, and docs/glossary.md has a word for every noun. */
import assert from "node:assert/strict";
import { globSync, readdirSync, readFileSync } from "node:fs";
import { test } from "node:test";

const read = (path: string): string => readFileSync(path, "utf8");
const all = (text: string, pattern: RegExp): string[] => Array.from(text.matchAll(pattern), ([, found = ""]) => found);
const foldersOf = (path: string): string[] =>
	readdirSync(path, { withFileTypes: true }).flatMap((entry) => (entry.isDirectory() ? [entry.name] : []));

/** The nouns of src/domain, each with the module whose folder it lies in. */
const NOUNS = foldersOf("src/domain").flatMap((module) =>
	foldersOf(`src/domain/${module}`).map((noun) => ({ noun, module })),
);

const ARCHITECTURE = read("docs/architecture.md");
const section = (heading: string): string => ARCHITECTURE.split(`\n## ${heading}\n`)[1]?.split(/^## /m)[0] ?? "";

test("every floor of src has its row in the table of imports", () => {
	const named = all(section("Floors"), /^\| (`src\/.*?) \|/gm).flatMap((cell) => all(cell, /`src\/([a-z]+)`/g));
	assert.deepEqual(named.sort(), foldersOf("src").sort());
});

test("every noun stands in one module, that whose folder it lies in", () => {
	const rows = all(section("Modules"), /^\| ([a-z]+ \| `.*) \|$/gm).map((row) => row.split(" | "));
	const told = rows.flatMap(([module = "", nouns = ""]) =>
		all(nouns, /`([a-z-]+)`/g).map((noun) => ({ noun, module })),
	);
	const placed = (list: { noun: string; module: string }[]) =>
		list.map(({ noun, module }) => `${module}/${noun}`).sort();
	assert.deepEqual(placed(told), placed(NOUNS));
});

test("each of the four ways names its files in a numbered order, and they are there", () => {
	for (const way of ["A public read", "A publish", "A verified payment", "An approved expense request"]) {
		const steps = all(section(way), /^(\d+)\. /gm).map(Number);
		assert.deepEqual(
			steps,
			steps.map((_, at) => at + 1),
		);
		const files = all(section(way), /`((?:src|migrations)\/[^`]+\.(?:ts|sql))`/g);
		assert.ok(files.length > 10, way);
		assert.deepEqual(
			files.filter((file) => globSync(file).length === 0),
			[],
		);
	}
});

test("the glossary has every noun, and names nothing that is not there", () => {
	const rows = all(read("docs/glossary.md"), /^\| (.* \| `[^|]*`) \|$/gm).map((row) => row.split(" | "));
	assert.ok(rows.length > 60);
	assert.deepEqual(
		rows.filter(([word, chinese, means]) => !word || !chinese || !/\p{Script=Han}|Webhook/u.test(chinese) || !means),
		[],
	);
	const named = rows.flatMap(([, , , names = ""]) => all(names, /`([^`]+)`/g));
	const nouns = NOUNS.map(({ noun }) => noun);
	assert.deepEqual(
		nouns.filter((noun) => !named.includes(noun)),
		[],
	);
	const migrations = globSync("migrations/**/*.sql").map(read).join("\n");
	const tables = all(migrations, /^CREATE (?:TABLE|VIEW) ([a-z_]+)/gm);
	assert.deepEqual(
		named.filter((name) => !nouns.includes(name) && !tables.includes(name)),
		[],
	);
});
