/** Every page that there is, on a desk and on a phone, by day and by night: what a first visit costs, and what axe finds. */
import assert from "node:assert/strict";
import { after, before, describe, test } from "node:test";
import { gzipSync } from "node:zlib";
import type { CDPSession, Page } from "playwright-core";
import { paths } from "#http/paths.ts";
import { SURFACES } from "#surfaces.ts";
import { DEMO_PASSWORD } from "../../scripts/demo/people.ts";
import { fillPages } from "../support/admin-rows.ts";
import { type AdminServer, openTab, sessionOf, startAdmin } from "../support/admin-server.ts";
import { look } from "../support/look.ts";

/** Of a page, and of one that is written on: bytes over the wire, requests, and bytes of script, gzip. */
const MOST = { bytes: 100_000, requests: 12, script: 12 * 1024 };
const MOST_WRITING: typeof MOST = { ...MOST, requests: 14, script: 20 * 1024 };
/** The style page shows every part that there is. */
const MOST_AT_ONCE: typeof MOST = { ...MOST, requests: 18, script: 24 * 1024 };
const WRITING_SHEET = 'link[rel=stylesheet][href*="/writing-"]';
const AT_ONCE = 3;

type Role = "admin" | "member" | "nobody" | "halfway";
let world: AdminServer;
let cookies: Record<Role, Record<string, string>>;
let known: Record<string, string[]>;

before(async () => {
	const session = { admin: "", member: "" };
	world = await startAdmin({
		prepare: async (store) => {
			known = await fillPages(store);
			session.admin = await sessionOf(store, "admin@example.org");
			session.member = await sessionOf(store, "member@example.org");
		},
	});
	cookies = {
		nobody: {},
		admin: { session: session.admin },
		member: { session: session.member },
		halfway: { "second-factor": await pending("auditor@example.org") },
	};
});
after(() => world?.stop());

/** A page of the table, who opens it, and where that leads when it is not the page itself. */
type Visit = { path: string; as: Role; to?: string; status?: number };

/** Who is led on elsewhere, or told no; every other page opens. */
const OTHERWISE: Record<string, Pick<Visit, "to" | "status">> = {
	"/ as nobody": { to: "/login" },
	"/admin/settings as admin": { to: "/admin/settings/association" },
	"/account/second-factor/setup as admin": { to: "/account/second-factor" },
	"/account/second-factor/recovery-codes as member": { to: "/account/second-factor" },
	"/account/second-factor/removal as member": { to: "/account/second-factor" },
	"/account/email/:token as member": { status: 410 },
	"/member as admin": { to: "/member/profile/create" },
	"/member/profile/edit as member": { to: "/member/profile" },
	"/admin/members/:id/sensitive as admin": { to: "/admin/members/3" },
	"/admin/members/links/:id/decision as admin": { to: "/admin/members/links/1" },
	"/admin/members/privacy/:id/answer as admin": { to: "/admin/members/privacy/1" },
	"/admin/members/privacy/:id/extension as admin": { to: "/admin/members/privacy/1" },
	"/member/profile/create as member": { to: "/member" },
};
const XLSX = /^application\/vnd\.openxmlformats-officedocument\.spreadsheetml\.sheet$/;
const CSV = /^text\/csv; charset=utf-8$/;
/** No pages of ours: a picture, a table, a mail, data. */
const FILES: Record<string, RegExp> = {
	"/admin/dues/export/xlsx": XLSX,
	"/admin/dues/export/csv": CSV,
	"/admin/dues/report/export/xlsx": XLSX,
	"/admin/dues/report/export/csv": CSV,
	"/admin/ledger/general/export/xlsx": XLSX,
	"/admin/ledger/general/export/csv": CSV,
	"/admin/ledger/statements/export/xlsx": XLSX,
	"/admin/ledger/statements/export/csv": CSV,
	"/admin/ledger/trial-balance/export/xlsx": XLSX,
	"/admin/ledger/trial-balance/export/csv": CSV,
	"/logo/:id": /^image\/png$/,
	"/admin/media/:id/files/:filename": /^image\/png$/,
	"/preview/files/:kind/:id/:file/:filename": /^image\/png$/,
	"/admin/writing/links": /^application\/json/,
	"/admin/documents/:id/versions/:number": /^application\/pdf$/,
	"/admin/certificates/:id/file": /^image\/jpeg$/,
	"/member/certificate/:id/file": /^image\/jpeg$/,
	"/member/payments/:id/proof": /^image\/jpeg$/,
	"/member/receipts/:id/pdf": /^application\/pdf$/,
	"/admin/receipts/pdf": /^application\/pdf$/,
	"/admin/receipts/:id/pdf": /^application\/pdf$/,
	"/admin/receipts/export/xlsx": XLSX,
	"/admin/receipts/export/csv": CSV,
	"/admin/payments/:id/proof": /^image\/jpeg$/,
	"/admin/payments/export/xlsx": XLSX,
	"/admin/payments/export/csv": CSV,
	"/admin/members/export/xlsx": XLSX,
	"/admin/members/export/csv": CSV,
	"/admin/audit/export": CSV,
	"/admin/mail/:id/body": /^text\/html; charset=utf-8$/,
};
/** States of pages that no route of its own has. */
const STATES: Visit[] = [
	{ path: "/admin/users?q=沒有這個人", as: "admin" },
	{ path: "/admin/search?q=林", as: "admin" },
	{ path: "/admin/users?unknown=1", as: "admin", status: 400 },
	{ path: "/admin/nothing", as: "admin", status: 404 },
	{ path: "/admin/users", as: "member", status: 403 },
	{ path: "/invite/dead", as: "nobody", status: 410 },
];

const pages = SURFACES.flatMap(({ routes }) => routes.filter(({ method }) => method === "GET"));

const rolesOf = ({ path, gate }: (typeof pages)[number]): Role[] => {
	if (path === "/login/code") return ["halfway"];
	if (gate === "anyone") return ["nobody"];
	if (gate === "member") return ["member"];
	return gate === "signed_in" ? ["admin", "member"] : ["admin"];
};

describe("every page", { concurrency: AT_ONCE }, () => {
	for (const route of pages.filter(({ path }) => !(path in FILES)))
		for (const as of rolesOf(route)) {
			const name = `${route.path} as ${as}`;
			test(name, async () => {
				for (const path of addressesOf(route.path)) await visit({ path, as, ...OTHERWISE[name] });
			});
		}
	for (const state of STATES) test(`${state.path} as ${state.as}`, () => visit(state));
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

async function visit({ path, as, to, status = 200 }: Visit): Promise<void> {
	const tab = await openTab(world, {
		cookies: cookies[as],
		viewport: { width: 1280, height: 800 },
		colorScheme: "light",
	});
	const { page, errors } = tab;
	const cost = await weigh(page);
	const answer = await page.goto(world.address + path);
	assert.equal(answer?.status(), status);
	assert.equal(decodeURI(new URL(page.url()).pathname), to ?? new URL(path, world.address).pathname);
	await look(page);
	const { bytes, requests, script } = await cost();
	const isWritten = (await page.locator(WRITING_SHEET).count()) > 0;
	const most = path === paths.admin.styleguide() ? MOST_AT_ONCE : isWritten ? MOST_WRITING : MOST;
	assert.ok(bytes <= most.bytes, `${bytes} bytes`);
	assert.ok(requests <= most.requests, `${requests} requests`);
	assert.ok(script <= most.script, `${script} bytes of script, gzip`);
	// Chromium's console tells of a page that says no, too.
	const isToldStatus = (error: string) => status >= 400 && error.includes(`status of ${status} `);
	assert.deepEqual(
		errors.filter((error) => !isToldStatus(error)),
		[],
	);
	await page.context().close();
}

/** Counts from now on what is asked for and comes over the wire; scripts as if they were compressed, as Cloudflare does. */
async function weigh(page: Page) {
	const session: CDPSession = await page.context().newCDPSession(page);
	await session.send("Network.enable");
	let bytes = 0;
	let requests = 0;
	const scripts: Promise<Buffer>[] = [];
	session.on("Network.loadingFinished", ({ encodedDataLength }) => {
		bytes += encodedDataLength;
	});
	session.on("Network.requestWillBeSent", ({ request }) => {
		if (!request.url.startsWith("data:")) requests++;
	});
	page.on("response", (answer) => {
		if (answer.request().resourceType() === "script") scripts.push(answer.body());
	});
	return async () => {
		const bodies = await Promise.all(scripts);
		return { bytes, requests, script: bodies.reduce((sum, body) => sum + gzipSync(body).length, 0) };
	};
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
