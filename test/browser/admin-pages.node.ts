/** Every page that there is, on a desk and on a phone, by day and by night: what a first visit costs, and what axe finds. */
import assert from "node:assert/strict";
import { after, before, describe, test } from "node:test";
import { gzipSync } from "node:zlib";
import { sql } from "drizzle-orm";
import type { CDPSession, Page } from "playwright-core";
import { commit } from "#db/commit.ts";
import { insertDeadLetters } from "#db/dead-letters.ts";
import { insertLink } from "#db/one-time.ts";
import { byOperator } from "#domain/by.ts";
import { nameDeputy } from "#domain/deputies/actions.ts";
import { requestEmailChange } from "#domain/logins/actions.ts";
import { createRole } from "#domain/roles/actions.ts";
import { createUser } from "#domain/users/actions.ts";
import { createEndpoint } from "#domain/webhooks/actions.ts";
import { signLink } from "#platform/links.ts";
import { SURFACES } from "#surfaces.ts";
import { DEMO_PASSWORD } from "../../scripts/demo/people.ts";
import { type AdminServer, openTab, sessionOf, startAdmin, violations } from "../support/admin-server.ts";
import { REAL } from "../support/pictures.ts";

const NAME = "漣漪病友協會";
const MOST_BYTES = 100_000;
const MOST_REQUESTS = 12;
const MOST_SCRIPT = 12 * 1024;
const AT_ONCE = 3;
/** Of the same page in other colours only these can find anything else. */
const COLOUR_RULES = ["color-contrast", "link-in-text-block"];

type Role = "admin" | "member" | "nobody" | "halfway";
let world: AdminServer;
let cookies: Record<Role, Record<string, string>>;
let known: Record<string, string[]>;
const seen: { path: string; bytes: number; requests: number; script: number }[] = [];

before(async () => {
	world = await startAdmin();
	known = await fill(world);
	cookies = {
		nobody: {},
		admin: { session: await sessionOf(world, "admin@example.org") },
		member: { session: await sessionOf(world, "member@example.org") },
		halfway: { "second-factor": await pending(world, "auditor@example.org") },
	};
});
after(async () => {
	await world?.stop();
	const figures = ["bytes", "requests", "script"] as const;
	for (const figure of figures) {
		const [most] = seen.toSorted((a, b) => b[figure] - a[figure]);
		console.log(`most ${figure}: ${most?.[figure]} (${most?.path})`);
	}
});

/** A page of the table, who opens it, and where that leads when it is not the page itself. */
type Visit = { path: string; as: Role; to?: string; status?: number };

/** Where whoever is signed in is led on to; everything else answers with a page. */
const LEADS: Record<string, string> = {
	"/": "/login",
	"/admin/settings": "/admin/settings/association",
	"/account/second-factor/setup as admin": "/account/second-factor",
	"/account/second-factor/recovery-codes as member": "/account/second-factor",
	"/account/second-factor/removal as member": "/account/second-factor",
	"/member as admin": "/member/profile/create",
	"/member/profile/create as member": "/member",
	"/account/email/:token as member": "",
};
/** No pages of ours: a picture, a table, a mail. */
const FILES: Record<string, RegExp> = {
	"/logo/:id": /^image\/png$/,
	"/admin/audit/export": /^text\/csv; charset=utf-8$/,
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

describe("every page", { concurrency: AT_ONCE }, () => {
	for (const { path, gate } of pages) {
		if (path in FILES) continue;
		const roles: Role[] = gate === "anyone" ? ["nobody"] : gate === "signed_in" ? ["admin", "member"] : ["admin"];
		for (const as of roles) {
			const to = LEADS[`${path} as ${as}`] ?? LEADS[path];
			if (to === "") continue;
			test(`${path} as ${as}`, async () => {
				for (const address of addressesOf(path)) {
					const role = path === "/login/code" ? "halfway" : as;
					await visit({ path: address, as: role, ...(to ? { to } : {}) });
				}
			});
		}
	}
	for (const state of STATES) test(`${state.path} as ${state.as}`, () => visit(state));
});

test("what is no page: a picture, a table, a mail", async () => {
	for (const [path, type] of Object.entries(FILES))
		for (const address of addressesOf(path)) {
			const answer = await fetch(world.address + address, { headers: cookieOf("admin") });
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

/** The addresses of a route: a new one with a place for an id is given one in `fill`. */
function addressesOf(path: string): string[] {
	const found = path.includes(":") ? known[path] : [path];
	assert.ok(found, `which address has ${path}? Add it to fill()`);
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
	seen.push({ path, bytes, requests, script });
	assert.ok(bytes <= MOST_BYTES, `${bytes} bytes`);
	assert.ok(requests <= MOST_REQUESTS, `${requests} requests`);
	assert.ok(script <= MOST_SCRIPT, `${script} bytes of script, gzip`);
	// Chromium's console tells of a page that says no, too.
	const isToldStatus = (error: string) => status >= 400 && error.includes(`status of ${status} `);
	assert.deepEqual(
		errors.filter((error) => !isToldStatus(error)),
		[],
	);
	await page.context().close();
}

/** Heading, title, width and axe, at two widths and in two themes. */
async function look(page: Page): Promise<void> {
	assert.equal(await page.locator("h1").count(), 1);
	assert.match(await page.title(), new RegExp(NAME));
	for (const width of [1280, 360]) {
		await page.setViewportSize({ width, height: 800 });
		for (const colorScheme of ["light", "dark"] as const) {
			await page.emulateMedia({ colorScheme });
			const found = await violations(page, colorScheme === "dark" ? COLOUR_RULES : undefined);
			assert.deepEqual(found, [], `${width} px, ${colorScheme}`);
		}
		assert.equal(
			await page.evaluate("document.documentElement.scrollWidth - innerWidth"),
			0,
			`overflow at ${width} px`,
		);
	}
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
async function pending({ address }: AdminServer, identifier: string): Promise<string> {
	const answer = await fetch(`${address}/login`, {
		method: "POST",
		body: new URLSearchParams({ identifier, password: DEMO_PASSWORD }),
		redirect: "manual",
	});
	return /second-factor=([^;]+)/.exec(answer.headers.get("Set-Cookie") ?? "")?.[1] ?? assert.fail("no second factor");
}

/** Something of everything, made by the program's own verbs; returns the addresses of routes that have a place for an id. */
async function fill({ env, db, secrets, address }: AdminServer): Promise<Record<string, string[]>> {
	const at = Date.now();
	const by = byOperator(at);
	const day = (after: number) => new Date(at + after * 86_400_000).toISOString().slice(0, 10);
	const idOf = async (statement: string): Promise<number> =>
		(await env.DB.prepare(statement).first<{ id: number }>())?.id ?? assert.fail(statement);
	const user = (email: string) => idOf(`SELECT id FROM users WHERE email = '${email}'`);
	const [admin, member, chair, auditor] = await Promise.all(
		["admin", "member", "chair", "auditor"].map((name) => user(`${name}@example.org`)),
	);
	assert.ok(admin && member && chair && auditor);
	// The administrator stands for everybody here: has a second factor, and may name a deputy.
	await env.DB.batch([
		env.DB.prepare("INSERT INTO user_roles SELECT ?1, id FROM roles WHERE code = 'chair'").bind(admin),
		...[admin, auditor].map((id) =>
			env.DB.prepare("UPDATE users SET totp_secret = 'sealed', totp_enabled_at = ?2 WHERE id = ?1").bind(id, at),
		),
		env.DB.prepare(
			"INSERT INTO articles (slug, type, title, created_at, updated_at) VALUES ('draft', 'news', '還沒寫完的文章', ?1, ?1)",
		).bind(at),
	]);
	const guest = { name: "趙文彬", email: "wenbin@example.org", phone: null, roleIds: [] };
	const invited = await createUser(db, guest, { ...by, key: "guest", invite: true });
	const onPaper = { name: "古秀英", email: null, phone: "0933444555", roleIds: [] };
	const byCode = await createUser(db, onPaper, { ...by, key: "paper", invite: false });
	const helper = { name: "志工督導", description: "安排志工", permissions: ["tasks.manage" as const], code: "helper" };
	const role = await createRole(db, helper, { ...by, key: "role" });
	const url = "https://www.example.org/api/revalidate";
	const { id: endpoint } = await createEndpoint(
		db,
		{ ...secrets, ENVIRONMENT: "development" },
		{ url, events: [], ...by },
	);
	const deputy = { deputy: auditor, starts_on: day(1), ends_on: day(3) };
	await nameDeputy(db, chair, { input: deputy, key: "deputy", ...by });
	await requestEmailChange(db, { userId: admin, email: "new-admin@example.org", by });
	const letter = { queue: "bingyou-events", attempts: 5, at };
	await commit(db, [
		...insertLink({ id: "reset", purpose: "password_reset", userId: member, email: null, expiresAt: at + 600_000 }, at),
		...insertDeadLetters(db, [
			{ ...letter, id: "letter-1", body: '{"type":"mail.due"}' },
			{ ...letter, id: "letter-2", body: '{"type":"forgotten"}' },
		]),
		sql`INSERT INTO webhook_deliveries (id, endpoint_id, type, resource, resource_id, rev, data, state, attempts, due_at, created_at)
			VALUES ('msg_1', ${endpoint}, 'article.updated', 'article', 1, 7, '{"slug":"draft"}', 'failed', 1, ${at}, ${at})`,
		sql`INSERT INTO webhook_attempts VALUES ('msg_1', 1, ${at}, 503, 240, 'Service Unavailable')`,
	]);
	const form = new FormData();
	form.set("file", new File([REAL.png], "logo.png", { type: "image/png" }));
	const session = await sessionOf({ env, secrets }, "admin@example.org");
	const upload = { method: "POST", body: form, headers: { Cookie: `session=${session}` }, redirect: "manual" } as const;
	assert.equal((await fetch(`${address}/admin/settings/association/logo`, upload)).status, 303);

	const logo = await idOf("SELECT value AS id FROM settings WHERE key = 'association.logo_file_id'");
	const article = await idOf("SELECT id FROM articles");
	const linkOf = async (purpose: string): Promise<string> => {
		const { id } = (await env.DB.prepare("SELECT id FROM one_time_links WHERE purpose = ?1").bind(purpose).first<{
			id: string;
		}>()) ?? { id: "" };
		return signLink(secrets.LINK_KEY, purpose, id);
	};
	const { results: mails } = await env.DB.prepare("SELECT id FROM mail_messages").all<{ id: string }>();
	const groups = ["association", "fees", "site", "mail", "security"];
	return {
		"/logo/:id": [`/logo/${logo}`],
		"/reset/:token": [`/reset/${await linkOf("password_reset")}`],
		"/invite/:token": [`/invite/${await linkOf("invitation")}`],
		"/account/email/:token": [`/account/email/${await linkOf("email_change")}`],
		"/admin/content/:kind/:id": [`/admin/content/article/${article}`],
		"/admin/users/:id": [admin, chair, invited].map((id) => `/admin/users/${id}`),
		"/admin/users/:id/edit": [`/admin/users/${member}/edit`],
		"/admin/users/:id/roles": [`/admin/users/${member}/roles`],
		"/admin/users/:id/activation-code": [`/admin/users/${byCode}/activation-code`],
		"/admin/users/:id/second-factor-reset": [`/admin/users/${auditor}/second-factor-reset`],
		"/admin/users/:id/disabling": [`/admin/users/${chair}/disabling`],
		"/admin/users/:id/deputies": [`/admin/users/${chair}/deputies`],
		"/admin/roles/:id": [`/admin/roles/${role}`],
		"/admin/roles/:id/removal": [`/admin/roles/${role}/removal`],
		"/admin/settings/:group": groups.map((group) => `/admin/settings/${group}`),
		"/admin/settings/:group/history": [`/admin/settings/association/history`, `/admin/settings/fees/history`],
		"/admin/webhooks/:id": [`/admin/webhooks/${endpoint}`],
		"/admin/webhooks/:id/secret": [`/admin/webhooks/${endpoint}/secret`],
		"/admin/webhooks/:id/removal": [`/admin/webhooks/${endpoint}/removal`],
		"/admin/webhooks/deliveries/:id": ["/admin/webhooks/deliveries/msg_1"],
		"/admin/mail/:id": mails.map(({ id }) => `/admin/mail/${id}`),
		"/admin/mail/:id/body": mails.map(({ id }) => `/admin/mail/${id}/body`),
	};
}
