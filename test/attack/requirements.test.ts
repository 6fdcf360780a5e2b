/** Requirements of ASVS 5.0 that hold on every page and for every field, asserted as such (docs/security.md names them). */
import { env } from "cloudflare:test";
import { afterEach, beforeAll, describe, expect, test, vi } from "vitest";
import { paths } from "#http/paths.ts";
import { hashPassword } from "#platform/passwords.ts";
import { shareOf } from "../support/chances.ts";
import { member } from "../support/members.ts";
import { type Shown, shown } from "../support/pages.ts";
import { ask, type Person, signIn } from "../support/people.ts";
import { routes } from "../support/routes.ts";

const EVERYTHING = ["admin", "secretary", "editor", "cashier", "accountant", "chair", "auditor"];
/** What ends a string, a comment or a statement of SQL, and what LIKE and FTS5 read as their own. */
const HOSTILE = [
	`' OR 1=1 --`,
	`"; DROP TABLE users; --`,
	`%' UNION SELECT password_hash FROM users --`,
	`NEAR("a* b") OR *`,
];

let staff: Person;
let own: Person;
beforeAll(async () => {
	staff = await signIn({ name: "什麼都能看", roles: EVERYTHING });
	own = await signIn({ name: "林美惠", roles: ["member"] });
	await member({ name: "林美惠", userId: own.userId, status: "active" });
});
afterEach(() => vi.restoreAllMocks());

const places = [
	...new Set(routes.filter(({ method, path }) => method === "GET" && !path.includes(":")).map(({ path }) => path)),
];

type Opened = Shown & { path: string; answer: Response };
const opened = new Map<Person | undefined, Promise<Opened[]>>();
/** Every HTML page without a place for an id that opens for somebody, asked once. */
function pagesOf(as: Person | undefined): Promise<Opened[]> {
	const pages = opened.get(as) ?? openPages(as);
	opened.set(as, pages);
	return pages;
}
async function openPages(as: Person | undefined): Promise<Opened[]> {
	const opened: Opened[] = [];
	for (const path of places) {
		const answer = await ask(path, { as });
		if (answer.status === 200 && answer.headers.get("Content-Type")?.startsWith("text/html"))
			opened.push({ path, answer, ...(await shown(answer)) });
	}
	return opened;
}
const named = (page: Shown, name: string) => page.elements.filter((element) => element.name === name);

test("1.2.4: no filter, search or sign-in takes what is typed for a part of a statement", async () => {
	const counted = () =>
		env.DB.prepare(
			"SELECT (SELECT count(*) FROM users) AS users, (SELECT count(*) FROM sqlite_master) AS parts",
		).first();
	const before = await counted();
	const cases = (await pagesOf(staff)).flatMap(({ path, html }) => {
		const fields = new Set(
			[...html.matchAll(/<(?:input|select)[^>]* name="(q|search|\w*id|sort|status|kind)"/g)].map(
				([, name = ""]) => name,
			),
		);
		return [...fields].flatMap((field) => HOSTILE.map((text) => ({ path, field, text })));
	});
	expect(cases.length).toBeGreaterThan(50);
	for (const { path, field, text } of shareOf(cases, 4)) {
		const answer = await ask(`${path}?${field}=${encodeURIComponent(text)}`, { as: staff });
		const body = await answer.text();
		expect([answer.status < 500, body.includes("$scrypt$"), path, field, text]).toEqual([
			true,
			false,
			path,
			field,
			text,
		]);
	}
	for (const text of HOSTILE) {
		const headers = { "CF-Connecting-IP": `198.51.100.${100 + HOSTILE.indexOf(text)}` };
		const answer = await ask(paths.login(), { form: { identifier: text, password: text }, headers });
		expect([answer.status, answer.headers.getSetCookie().filter((cookie) => cookie.startsWith("session="))]).toEqual([
			422,
			[],
		]);
	}
	expect(await counted()).toEqual(before);
});

describe("4.1.3 and 15.3.4: who somebody is comes from the edge alone", () => {
	const SPOOFED = [
		"X-Forwarded-For",
		"X-Real-IP",
		"True-Client-IP",
		"X-Client-IP",
		"Forwarded",
		"X-Forwarded-Host",
		"X-Forwarded-Proto",
		"X-Original-URL",
		"X-Rewrite-URL",
		"X-HTTP-Method-Override",
	];
	const spoofed = (text: string) => Object.fromEntries(SPOOFED.map((name) => [name, text]));

	test("a session has the edge's address, whatever other headers say", async () => {
		const password = "九月的風吹過水面 2026";
		const { userId } = await signIn({ roles: ["member"] });
		await env.DB.prepare("UPDATE users SET password_hash = ?2, email = 'edge@example.org' WHERE id = ?1")
			.bind(userId, await hashPassword(env, password))
			.run();
		const headers = { "CF-Connecting-IP": "192.0.2.210", ...spoofed("203.0.113.9") };
		const answer = await ask(paths.login(), { form: { identifier: "edge@example.org", password }, headers });
		const { results } = await env.DB.prepare(
			"SELECT DISTINCT ip_address FROM sessions WHERE user_id = ? AND ip_address IS NOT NULL",
		)
			.bind(userId)
			.all();
		expect([answer.status, results]).toEqual([303, [{ ip_address: "192.0.2.210" }]]);
	});

	test("other names for the sender buy no further tries at the door", async () => {
		const answers: number[] = [];
		for (let at = 0; at < 12; at++) {
			const answer = await ask(paths.login(), {
				form: { identifier: `someone${at}@example.org`, password: "不對的密碼 2026" },
				headers: { "CF-Connecting-IP": "192.0.2.211", ...spoofed(`203.0.113.${at}`) },
			});
			answers.push(answer.status);
		}
		expect(answers.at(-1)).toBe(429);
	});

	test("they change neither the page nor where it leads", async () => {
		const plain = await ask(paths.admin.members.list(), { as: staff });
		const other = await ask(paths.admin.members.list(), { as: staff, headers: spoofed("evil.example") });
		expect([other.status, (await other.text()).includes("evil.example")]).toEqual([plain.status, false]);
	});
});

test("6.2.6 and 6.2.7: every password is masked, may be looked at, and may come from a manager", async () => {
	const pages = [...(await pagesOf(undefined)), ...(await pagesOf(own)), ...(await pagesOf(staff))];
	let found = 0;
	for (const page of pages)
		for (const { attributes } of named(page, "input").filter((input) => /password/.test(input.attributes.name ?? ""))) {
			expect([page.path, attributes.type, attributes.autocomplete]).toEqual([
				page.path,
				"password",
				expect.stringMatching(/^(current|new)-password$/),
			]);
			expect([page.path, attributes.onpaste, attributes.readonly, page.html.includes("顯示密碼")]).toEqual([
				page.path,
				undefined,
				undefined,
				true,
			]);
			found++;
		}
	expect(found).toBeGreaterThan(3);
});

test("7.4.4: signing out is on every page of whoever is signed in", async () => {
	for (const as of [staff, own]) {
		const pages = await pagesOf(as);
		expect(pages.length).toBeGreaterThan(5);
		const without = pages.filter(
			(page) =>
				!named(page, "form").some(
					({ attributes }) => attributes.action === paths.logout() && attributes.method === "post",
				),
		);
		expect(without.map(({ path }) => path)).toEqual([]);
	}
});

test("8.2.2: a member who names the records of others reads none of them", async () => {
	const other = await signIn({ name: "別人", roles: ["member"] });
	const { id } = await member({ name: "別人獨有的名字", userId: other.userId, status: "active" });
	const withIds = [
		...new Set(routes.filter(({ method, path }) => method === "GET" && path.includes(":id")).map(({ path }) => path)),
	];
	const opened: string[] = [];
	for (const path of withIds)
		for (const value of [id, other.userId, 1]) {
			const answer = await ask(path.replace(":id", String(value)).replace(/:\w+/g, "1"), { as: own });
			if (answer.status < 300 && (await answer.text()).includes("別人獨有的名字")) opened.push(path);
		}
	expect(opened).toEqual([]);
	expect(withIds.length).toBeGreaterThan(50);
});

describe("14.2.1: what stands in an address goes no further", () => {
	test("no page with a search in its address is kept, or names it to another site", async () => {
		const answer = await ask(`${paths.admin.members.list()}?q=${encodeURIComponent("林美惠")}`, { as: staff });
		expect([answer.status, answer.headers.get("Cache-Control"), answer.headers.get("Referrer-Policy")]).toEqual([
			200,
			"no-store",
			"same-origin",
		]);
	});

	test("no log has the query of an address", async () => {
		const lines: string[] = [];
		for (const level of ["log", "info", "warn", "error"] as const)
			vi.spyOn(console, level).mockImplementation((...said) => void lines.push(said.join(" ")));
		const nobody = await signIn({ name: "沒有權限", roles: ["member"] });
		await ask(`${paths.admin.members.list()}?q=${encodeURIComponent("祕密的名字")}`, { as: nobody });
		const broken = new Proxy(env.DB, {
			get: () => () => {
				throw new Error("down");
			},
		});
		await ask(`${paths.admin.members.list()}?q=${encodeURIComponent("祕密的名字")}`, {
			as: staff,
			over: { DB: broken },
		});
		expect(lines.length).toBeGreaterThan(0);
		expect(lines.filter((line) => line.includes("祕密") || line.includes(encodeURIComponent("祕密")))).toEqual([]);
	});
});
