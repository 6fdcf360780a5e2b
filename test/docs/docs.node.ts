/** The documentation stays true: its links, commands and paths lead somewhere, and what it repeats of the code is the code's. */
import assert from "node:assert/strict";
import { existsSync, globSync, readFileSync } from "node:fs";
import { dirname, join } from "node:path";
import { test } from "node:test";
import { z } from "zod";
import { STEPS } from "#domain/content/states.ts";
import { countsOf } from "../../scripts/content/counts.ts";
import { readSite } from "../../scripts/content/read/index.ts";

const read = (path: string): string => readFileSync(path, "utf8");
const DOCUMENTS = globSync(["README*.md", "STYLE.md", "docs/**/*.md"]).map((path) => ({ path, text: read(path) }));
const prose = (text: string): string => text.replace(/^```[\s\S]*?^```$/gm, "");

/** The first group of every match, in order. */
const all = (text: string, pattern: RegExp): string[] => Array.from(text.matchAll(pattern), ([, found = ""]) => found);
const distinct = (names: string[]): string[] => [...new Set(names)].sort();
const LINKS = /\]\(([^)\s]+)\)/g;
const COMMANDS = /\bnpm run (?:--silent )?([a-z:-]+)/g;

/** What stands under a heading, down to the next one of any level. */
function section(path: string, heading: string): string {
	const [, after] = read(path).split(`\n${heading}\n`);
	assert.ok(after, `${path} has no "${heading}"`);
	return after.split(/^#+ /m)[0] ?? "";
}

/** The cells of every row that begins with code, its back-ticks kept. */
const rows = (text: string): string[][] =>
	all(text, /^\| (`.*) \|$/gm).map((row) => row.split(" | ").map((cell) => cell.trim()));
const names = (text: string): string[] => distinct(rows(text).flatMap(([first = ""]) => all(first, /`([^`]+)`/g)));

test("every relative link leads to a file", () => {
	const links = DOCUMENTS.flatMap(({ path, text }) => all(prose(text), LINKS).map((link) => ({ path, link })));
	const relative = links.filter(({ link }) => !/^(?:https?:|#)/.test(link));
	assert.ok(relative.length > 30);
	const broken = relative.filter(({ path, link }) => !existsSync(join(dirname(path), link.replace(/#.*/, ""))));
	assert.deepEqual(broken, []);
});

test("every command exists", () => {
	const { scripts } = z.object({ scripts: z.record(z.string(), z.string()) }).parse(JSON.parse(read("package.json")));
	const commands = distinct([
		...DOCUMENTS.flatMap(({ text }) => all(text, COMMANDS)),
		...all(read(".ci/run"), COMMANDS),
	]);
	assert.ok(commands.length > 5);
	assert.deepEqual(
		commands.filter((command) => !(command in scripts)),
		[],
	);
});

test("every development dependency is told, with its licence", () => {
	const { devDependencies } = z
		.object({ devDependencies: z.record(z.string(), z.string()) })
		.parse(JSON.parse(read("package.json")));
	const licenceOf = (name: string): string =>
		z.object({ license: z.string() }).parse(JSON.parse(read(`node_modules/${name}/package.json`))).license;
	const told = all(read("docs/decisions/0013-development-dependencies.md"), /^\| ([@a-z].*) \|$/gm).flatMap((row) => {
		const [packages = "", licences = ""] = row.split(" | ");
		const each = licences.split("; ");
		return packages.split(", ").map((name, at) => `${name}: ${each[at] ?? licences}`);
	});
	const actual = Object.keys(devDependencies).map((name) => `${name}: ${licenceOf(name).replace(" OR ", " or ")}`);
	assert.deepEqual(told.sort(), actual.sort());
});

test("every path of the repository exists", () => {
	const paths = DOCUMENTS.flatMap(({ path, text }) =>
		all(prose(text), /`((?:src|scripts|migrations|test|docs|demo|client)\/[^`\s]+)`/g).map((named) => ({
			path,
			named,
		})),
	);
	assert.ok(paths.length > 30);
	assert.deepEqual(
		paths.filter(({ named }) => globSync(named).length === 0),
		[],
	);
});

test("code quoted with its file stands there", () => {
	const quoted = Array.from(
		read("STYLE.md").matchAll(/^```\w+ (\S+)\n([\s\S]*?)^```$/gm),
		([, path = "", code = ""]) => ({
			path,
			code,
		}),
	);
	assert.equal(quoted.length, 8);
	assert.deepEqual(
		quoted.filter(({ path, code }) => !read(path).includes(code)),
		[],
	);
});

test("the table of steps is STEPS", () => {
	const table = all(section("docs/concepts.md", "## States"), /^\| ([a-z].*) \|$/gm).map((row) => row.split(" | "));
	const steps = Object.entries(STEPS).map(([step, { from, to }]) => [step, from.join(", "), to]);
	assert.deepEqual(table, steps);
});

test("the configuration is that of src/env.ts", () => {
	const source = read("src/env.ts");
	const block = (start: string): string => source.slice(source.indexOf(start)).split("\n}")[0] ?? "";
	const variables = all(block("const Config = z.object({"), /^\t([A-Z_]+):/gm);
	const strings = all(block("export interface Bindings {"), /^\t([A-Z_]+)\??: string;/gm);
	const [ofVariables = "", ofSecrets = ""] = section("docs/operations.md", "## Configuration").split("\nSecrets, ");
	assert.deepEqual(names(ofVariables), distinct(variables));
	assert.deepEqual(
		names(ofSecrets),
		distinct(strings).filter((name) => !variables.includes(name)),
	);
});

test("the environment of scripts is what they read", () => {
	const scripts = globSync("scripts/**/*.{ts,mjs}").map(read).join("\n");
	const used = all(scripts, /process\.env(?:\.|\[")([A-Z_]+)/g);
	assert.deepEqual(names(section("docs/operations.md", "## Running locally")), distinct(used));
});

test("events of the log are those of src, refusals those of the triggers", () => {
	const source = globSync("src/**/*.ts").map(read).join("\n");
	const logged = all(source, /\blog\(\s*"[a-z]+",\s*"([a-z_.]+)"/g);
	assert.deepEqual(names(section("docs/operations.md", "## What to watch")), distinct(logged));
	const refused = all(section("docs/operations.md", "## Content and SQL"), /`([a-z]+\.[a-z_]+)`/g);
	const raised = globSync("migrations/*.sql").flatMap((path) => all(read(path), /RAISE\(ABORT, '([^']+)'\)/g));
	assert.deepEqual(distinct(refused), distinct(raised));
});

test("both READMEs say the same, and count the demo site as it is", () => {
	const [english, chinese] = [read("README.md"), read("README.zh-TW.md")];
	for (const pattern of [COMMANDS, /^\| `([a-z/]+)` \|/gm, /^(\d+ articles, .*)$/gm])
		assert.deepEqual(all(chinese, pattern), all(english, pattern));
	const links = (text: string): string[] => all(text, LINKS).filter((link) => !link.startsWith("README"));
	assert.deepEqual(links(chinese), links(english));
	const { site } = readSite("demo/site", { now: 0, defaultType: "news", map: new Map(), siteName: null });
	assert.deepEqual(all(english, /^(\d+ articles, .*)$/gm), [countsOf(site)]);
});
