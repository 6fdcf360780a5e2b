/** The documentation stays true: its links, commands and paths lead somewhere, and what it repeats of the code is the code's. */
import assert from "node:assert/strict";
import { existsSync, globSync, readFileSync } from "node:fs";
import { dirname, join } from "node:path";
import { test } from "node:test";
import { z } from "zod";
import { PERMISSION_WORDS } from "#admin/words.ts";
import { FRESH_MS, MOST_TAKEN, TAKING_MS } from "#auth/holds.ts";
import { MEMBER_STATUSES } from "#domain/people/members/codes.ts";
import { MEMBER_STATUS_LABELS } from "#domain/people/members/labels.ts";
import { PURPOSE } from "#domain/system/files/purposes.ts";
import { KNOWN_MS } from "#domain/system/proofs/browsers.ts";
import { FAILED_KEPT, RESETS, RESETS_FROM_ADDRESS, SILENCE, TRIES } from "#domain/system/proofs/rules.ts";
import { EMAIL_PROOF_MS, limitsFor, PENDING_MS, RESET_MS } from "#domain/system/sessions/rules.ts";
import { MAX_PASSWORD, MIN_PASSWORD, MIN_STAFF_PASSWORD } from "#domain/system/users/password-rules.ts";
import { ACTIVATION_MS, INVITATION_MS } from "#domain/system/users/rules.ts";
import { FORM_BYTES } from "#http/body.ts";
import { secure } from "#http/secure.ts";
import { DEPUTISED, PERMISSIONS, SHIPPED_ROLES } from "#permissions.ts";
import { countsOf } from "../../scripts/content/counts.ts";
import { readSite } from "../../scripts/content/read/index.ts";
import { DEMO_PASSWORD, DEMO_PEOPLE } from "../../scripts/demo/people.ts";

const read = (path: string): string => readFileSync(path, "utf8");
const DOCUMENTS = globSync(["README*.md", "STYLE.md", "CONTRIBUTING.md", "docs/**/*.md"]).map((path) => ({
	path,
	text: read(path),
}));
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
	assert.equal(quoted.length, 15);
	assert.deepEqual(
		quoted.filter(({ path, code }) => !read(path).includes(code)),
		[],
	);
});

test("the states of the membership have their words", () => {
	const text = section("docs/concepts.md", "## Membership");
	const named = all(text, /(`[a-z_]+`\s\p{Script=Han}+)[,.]/gu).map((pair) => pair.replace(/\s/, " "));
	assert.deepEqual(
		named,
		MEMBER_STATUSES.map((status) => `\`${status}\` ${MEMBER_STATUS_LABELS[status]}`),
	);
});

test("the table of roles is that of the code", () => {
	const table = rows(section("docs/operations.md", "## Roles"));
	const holders = (permission: string): string =>
		Object.entries(SHIPPED_ROLES)
			.filter(([, { permissions }]) => permissions.some((held) => held === permission))
			.map(([code]) => code)
			.join(", ");
	const permissions = PERMISSIONS.map((permission) => [
		`\`${permission}\`${DEPUTISED.includes(permission) ? " ●" : ""}`,
		PERMISSION_WORDS[permission],
		holders(permission),
	]);
	assert.deepEqual(table, permissions);
	const named = all(section("docs/operations.md", "## Roles"), /^(`admin` .*)\.$/gm);
	assert.deepEqual(named, [
		Object.entries(SHIPPED_ROLES)
			.map(([code, { name }]) => `\`${code}\` ${name}`)
			.join(", "),
	]);
});

test("the table of limits is that of the rules", () => {
	const staff = limitsFor({ isStaff: true, remember: true });
	const member = limitsFor({ isStaff: false, remember: false });
	const remembered = limitsFor({ isStaff: false, remember: true });
	assert.equal(remembered.idleMs, remembered.absoluteMs);
	const [, doors = ""] = /name = "DOOR_LIMIT"[^[]*?limit = (\d+), period = 60 /.exec(read("wrangler.toml")) ?? [];
	const tries = `${TRIES.free}, then ${time(TRIES.firstWaitMs)}, doubling to ${time(TRIES.longestWaitMs)}`;
	const limits = {
		"session of staff, and of deputies": `${time(staff.idleMs)} idle, ${time(staff.absoluteMs)} at most`,
		"session of a member": `${time(member.idleMs)} idle, ${time(member.absoluteMs)} at most`,
		"session of a member who asks to be remembered": time(remembered.absoluteMs),
		"between password and second factor": time(PENDING_MS),
		"proof of who is there, for what is sensitive": `${time(FRESH_MS)}; for a [file](exports.md) ${time(TAKING_MS)}`,
		"rows of a list or book as a file": `${MOST_TAKEN.toLocaleString("en")}, then the page says how to take less`,
		"wrong passwords of strangers, for what was typed and for an address; wrong second factors, for a user; both, for a browser that signed in before": `${tries}; forgotten after ${time(TRIES.forgetMs)}`,
		"wrong passwords of strangers for a user, until the door is silent to them": `${SILENCE.from} in ${time(SILENCE.withinMs)}`,
		"a browser that signed in before stays known": time(KNOWN_MS),
		"failed sign-ins are kept for the owner of the account": `${time(FAILED_KEPT.ms)}, the newest ${FAILED_KEPT.rows} of strangers and ${FAILED_KEPT.rows} of known browsers`,
		"mails to reset a password, for an account": `${RESETS.free} in ${time(RESETS.forgetMs)}`,
		"mails to reset a password, from an address": `${RESETS_FROM_ADDRESS.free} in ${time(RESETS_FROM_ADDRESS.forgetMs)}`,
		"forms of the doors from an address": `${doors} in 1 min`,
		"link to set a new password": time(RESET_MS),
		"link to a new e-mail address": time(EMAIL_PROOF_MS),
		invitation: time(INVITATION_MS),
		"activation code": time(ACTIVATION_MS),
		password: `${MIN_PASSWORD} to ${MAX_PASSWORD} characters, ${MIN_STAFF_PASSWORD} for staff without a second factor`,
		"body of a form without files": size(FORM_BYTES),
		"certificate, proof of payment, attachment in finance, import": [
			...new Set([PURPOSE.certificate, PURPOSE.payment_proof, PURPOSE.finance, PURPOSE.import].map(ofSize)),
		].join(" or "),
		document: ofSize(PURPOSE.document),
		logo: ofSize(PURPOSE.logo),
	};
	const table = all(section("docs/concepts.md", "## Limits"), /^\| ([a-z].*) \|$/gm).map((row) => row.split(" | "));
	assert.deepEqual(Object.fromEntries(table), limits);
});

/** As people say it, in the largest unit that is whole: 24 h, not 1 day. */
function time(ms: number): string {
	const units: [string, number][] = [
		["days", 2 * 86_400_000],
		["h", 3_600_000],
		["min", 60_000],
	];
	const [unit = "s"] = units.find(([, least]) => ms >= least) ?? [];
	return `${ms / ({ days: 86_400_000, h: 3_600_000, min: 60_000 }[unit] ?? 1_000)} ${unit}`;
}
const size = (bytes: number): string => `${bytes / 1024 / 1024} MB`;
const ofSize = ({ maxBytes }: { maxBytes: number }): string => size(maxBytes);

test("the headers are those that pages carry", () => {
	const table = rows(section("docs/concepts.md", "## Headers")).map(([name = "", value = ""]) => [
		name.replaceAll("`", "").toLowerCase(),
		value.replaceAll("`", ""),
	]);
	assert.deepEqual(Object.fromEntries(table), Object.fromEntries(secure(new Response()).headers));
});

test("each requirement of ASVS stands once, in order, with what holds it and what shows it", () => {
	const held = rows(section("docs/security.md", "## What holds"));
	const numbers = held.map(([number = ""]) => number.replaceAll("`", ""));
	const inOrder = distinct(numbers).sort((a, b) => a.localeCompare(b, "en", { numeric: true }));
	assert.ok(numbers.length > 50);
	assert.deepEqual(numbers, inOrder);
	const incomplete = held.filter(
		([number = "", , holds = "", shows = ""]) =>
			!/^`\d+\.\d+\.\d+`$/.test(number) || !/`src\/|\]\(/.test(holds) || !/^`test\/.*`$/.test(shows),
	);
	assert.deepEqual(incomplete, []);
});

test("every requirement of ASVS's levels 1 and 2 stands in one of the three tables, once", () => {
	const every = z.array(z.string()).parse(JSON.parse(read("test/docs/asvs-5.0.0-level-2.json")));
	const told = ["## What holds", "## Known to differ", "## What is not there, or lies with Cloudflare"].flatMap(
		(heading) => rows(section("docs/security.md", heading)).flatMap(([first = ""]) => all(first, /`([^`]+)`/g)),
	);
	assert.equal(every.length, 253);
	assert.deepEqual(told.sort(), every.sort());
});

test("every fault has the tests that show it, every key its algorithm", () => {
	const faults = all(
		section("docs/security.md", "## Faults, and the tests that show them"),
		/^\| (?!Fault|---)(.*) \|$/gm,
	);
	assert.ok(faults.length > 25);
	assert.deepEqual(
		faults.filter((row) => !/^[^|]+\| [^|]+\| `test\/[^|]*`$/.test(row)),
		[],
	);
	const keys = all(read("src/env.ts"), /^\t([A-Z_]+)\??: string;/gm).filter((name) => /KEY|PEPPER|SECRET/.test(name));
	assert.deepEqual(names(section("docs/security.md", "## Keys and algorithms")), distinct(keys));
});

test("the configuration is that of src/env.ts", () => {
	const source = read("src/env.ts");
	const block = (start: string): string => source.slice(source.indexOf(start)).split("\n}")[0] ?? "";
	const variables = all(block("const Config = z.object({"), /^\t([A-Z_]+):/gm);
	const strings = all(block("export interface Bindings {"), /^\t([A-Z_]+)\??: string;/gm);
	const [ofVariables = "", ofSecrets = "", ofBindings = ""] = section("docs/operations.md", "## Configuration").split(
		/\n(?:Secrets|Bindings), /,
	);
	assert.deepEqual(names(ofVariables), distinct(variables));
	assert.deepEqual(
		names(ofSecrets),
		distinct(strings).filter((name) => !variables.includes(name)),
	);
	assert.deepEqual(names(ofBindings), distinct(all(read("wrangler.toml"), /^(?:binding|name) = "([A-Z_]+)"/gm)));
});

test("the environment of scripts is what they read", () => {
	const scripts = globSync("scripts/**/*.{ts,mjs}").map(read).join("\n");
	const taken = all(scripts, /\{ ([^{}]+) \} = process\.env/g).flatMap((names) => all(names, /([A-Z_]+)/g));
	const used = [...all(scripts, /process\.env(?:\.|\[")([A-Z_]+)/g), ...taken];
	assert.deepEqual(names(section("docs/operations.md", "## Running locally")), distinct(used));
});

test("events of the log are those of src, refusals those of the triggers", () => {
	const source = globSync("src/**/*.ts").map(read).join("\n");
	const logged = [
		...all(source, /\blog\(\s*"[a-z]+",\s*"([a-z_.]+)"/g),
		// Long work names its own (src/kits/long-work.ts).
		...all(source, /\bevent: "([a-z_]+\.failed)"/g),
	];
	assert.deepEqual(names(section("docs/operations.md", "## What to watch")), distinct(logged));
	const refused = all(section("docs/operations.md", "## Content and SQL"), /`([a-z]+\.[a-z_]+)`/g);
	const aborts = globSync("migrations/*.sql").flatMap((path) => all(read(path), /RAISE\(ABORT, ([^;]+)\);/g));
	const raised = aborts.flatMap((abort) => all(abort, /'([a-z]+\.[a-z_]+)'/g));
	assert.deepEqual(distinct(refused), distinct(raised));
});

test("the demo people are those of the demo", () => {
	const people = DEMO_PEOPLE.map(({ name, email, phone }) => [name, ...[phone, email].filter((login) => login)]);
	for (const text of [read("README.md"), read("README.zh-TW.md")]) {
		const table = all(text, /^\| (\p{Script=Han}+ \| `.*) \|$/gmu).map((row) => {
			const [name, logins = ""] = row.split(" | ");
			return [name, ...all(logins, /`([^`]+)`/g)];
		});
		assert.deepEqual(table, people);
		assert.ok(text.includes(`\`${DEMO_PASSWORD}\``));
	}
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
