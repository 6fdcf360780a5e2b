/**
 * Every page that there is, on a desk and on a phone, by day and by night: what a first visit costs, and what axe finds. A
 * run visits a sixth of them, and has axe judge half of these; `npm run prove -- looks` visits and judges all.
 */
import assert from "node:assert/strict";
import { after, before, describe, test } from "node:test";
import { DEMO_PASSWORD } from "../../scripts/demo/people.ts";
import { fillPages } from "../support/admin-rows.ts";
import { type AdminServer, sessionOf, startAdmin } from "../support/admin-server.ts";
import { FILES, PAGES, type Role, STATES, type Visit } from "../support/every-page.ts";
import { type FirstVisits, firstVisits } from "../support/first-visits.ts";
import { look, shareOf } from "../support/look.ts";
import { bytesOf, loadedBy, tooLarge } from "../support/page-bytes.ts";

/** Of a page, and of one that is written on: bytes over the wire, requests, and bytes of script, gzip. */
const MOST = { bytes: 100_000, requests: 12, script: 12 * 1024 };
const MOST_WRITING: typeof MOST = { ...MOST, script: 20 * 1024 };
/** Of a page with the editor, whose view 文章 comes with a library of its own after the page is shown. */
const MOST_EDITOR: typeof MOST = { bytes: 250_000, requests: 18, script: 180 * 1024 };
const EDITOR = 'x-island[name="markdown-editor"]';
const WRITING_SHEET = 'link[rel=stylesheet][href*="/writing-"]';
const AT_ONCE = 3;
/** What axe runs is evaluated anew on each page, where compiling it for speed takes longer than it saves. */
const NO_COMPILING = "--js-flags=--no-opt,--no-maglev";

let world: AdminServer;
let visits: FirstVisits;
let cookies: Record<Role, Record<string, string>>;
let known: Record<string, string[]>;

before(async () => {
	const session = { admin: "", member: "" };
	world = await startAdmin({
		args: [NO_COMPILING],
		prepare: async (store) => {
			known = await fillPages(store);
			session.admin = await sessionOf(store, "admin@example.org");
			session.member = await sessionOf(store, "member@example.org");
		},
	});
	visits = firstVisits(world);
	cookies = {
		nobody: {},
		admin: { session: session.admin },
		member: { session: session.member },
		halfway: { "second-factor": await pending("auditor@example.org") },
	};
});
after(() => world?.stop());

const visited = shareOf([...PAGES, ...STATES], 6);
const judged = new Set(shareOf(visited, 2));

describe("every page", { concurrency: AT_ONCE }, () => {
	for (const page of visited)
		test(`${page.path} as ${page.as}`, async () => {
			for (const path of addressesOf(page.path)) await visit({ ...page, path }, judged.has(page));
		});
});

test("no page loads much more than it did", async () => {
	const bytes = new Map<string, number>();
	for (const { path, as } of [...PAGES, ...STATES])
		for (const [nth, address] of addressesOf(path).entries()) {
			const answer = await fetch(world.address + address, { headers: cookieOf(as) });
			const html = await answer.text();
			assert.match(html, /^<!doctype html>/, path);
			bytes.set(`${path} as ${as}${nth > 0 ? ` (${nth + 1})` : ""}`, bytesOf(html));
		}
	assert.deepEqual(tooLarge(bytes), []);
});

test("every page has an address", () => {
	for (const { path } of PAGES) assert.notEqual(addressesOf(path).length, 0);
});

test("what is no page: a picture, a table, a mail", async () => {
	for (const [path, type] of Object.entries(FILES))
		for (const address of addressesOf(path)) {
			const answer = await fetch(world.address + address, {
				headers: cookieOf(path.startsWith("/member") ? "member" : "admin"),
			});
			assert.deepEqual([path, answer.status], [path, 200]);
			assert.match(answer.headers.get("Content-Type") ?? "", type);
			assert.notEqual((await answer.arrayBuffer()).byteLength, 0);
		}
});

const cookieOf = (role: Role) => ({
	Cookie: Object.entries(cookies[role])
		.map((pair) => pair.join("="))
		.join("; "),
});

/** The addresses of a route: one with a place for an id, or that needs a query, has them from `fillPages`. */
function addressesOf(path: string): string[] {
	const found = known[path] ?? (path.includes(":") ? undefined : [path]);
	assert.ok(found, `which address has ${path}? Add it to fillPages()`);
	return found;
}

async function visit({ path, as, to, status = 200 }: Visit, asksAxe: boolean): Promise<void> {
	await visits.make(cookies[as], async ({ page, errors, cost }) => {
		const answer = await page.goto(world.address + path);
		assert.equal(answer?.status(), status);
		assert.equal(decodeURI(new URL(page.url()).pathname), to ?? new URL(path, world.address).pathname);
		await look(page, { asksAxe });
		const { bytes, requests, script } = await cost();
		assert.deepEqual(uncounted(requests, (await answer?.text()) ?? ""), []);
		const isWritten = (await page.locator(WRITING_SHEET).count()) > 0;
		const isEditor = (await page.locator(EDITOR).count()) > 0;
		const most = isEditor ? MOST_EDITOR : isWritten ? MOST_WRITING : MOST;
		assert.ok(bytes <= most.bytes, `${bytes} bytes`);
		assert.ok(requests.length <= most.requests, `${requests.length} requests: ${requests.join(" ")}`);
		assert.ok(script <= most.script, `${script} bytes of script, gzip`);
		// Chromium's console tells of a page that says no, too.
		const isToldStatus = (error: string) => status >= 400 && error.includes(`status of ${status} `);
		assert.deepEqual(
			errors.filter((error) => !isToldStatus(error)),
			[],
		);
	});
}

/**
 * The pages that load something besides what their HTML asks for: those before sign-in, those with long work, conflicts,
 * and those with the editor.
 */
const MORE = /<div class="door"| data-view="\d| data-running| data-conflict| name="markdown-editor"/;

/** The styles and scripts that were asked for and are not counted with the page's bytes. */
function uncounted(requests: readonly string[], html: string): string[] {
	const counted = loadedBy(html);
	const own = requests.map((address) => new URL(address).pathname).filter((path) => /\.(?:css|js)$/.test(path));
	return MORE.test(html) ? [] : own.filter((path) => !counted.has(path));
}

/** The cookie of somebody whose password was right and whose code is waited for. */
async function pending(identifier: string): Promise<string> {
	const answer = await fetch(`${world.address}/login`, {
		method: "POST",
		body: new URLSearchParams({ identifier, password: DEMO_PASSWORD }),
		redirect: "manual",
	});
	return /second-factor=([^;]+)/.exec(answer.headers.get("Set-Cookie") ?? "")?.[1] ?? assert.fail("no second factor");
}
