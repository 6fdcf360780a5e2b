import { env } from "cloudflare:test";
import { beforeAll, expect, test } from "vitest";
import { allows, type Gate } from "#auth/permissions.ts";
import { SHIPPED_ROLES } from "#permissions.ts";
import { shareOf } from "../support/chances.ts";
import { ask, openSession, type Person, signIn } from "../support/people.ts";
import { routes } from "../support/routes.ts";
import table from "./matrix.json";

/** Who may call what: the one table in the repository. A new route is a new line there, with a reason in the commit. */
const TABLE: Record<string, string[]> = table;
const ROLES = ["nobody", ...Object.keys(SHIPPED_ROLES)];
const people = new Map<string, Person>();

beforeAll(async () => {
	for (const role of Object.keys(SHIPPED_ROLES)) people.set(role, await signIn({ name: role, roles: [role] }));
});

/** An id that no record has, so that what is allowed finds nothing to change. */
const addressOf = (path: string): string => path.replaceAll(":id", "999999").replaceAll(/:\w+/g, "nothing");

/** A POST in a session of its own: some end it. */
async function call({ method, path }: { method: string; path: string }, role: string): Promise<Response> {
	const person = people.get(role);
	const as = person && method === "POST" ? { ...person, ...(await openSession(person.userId)) } : person;
	return ask(addressOf(path), { ...(as ? { as } : {}), ...(method === "POST" ? { form: { unknown: "x" } } : {}) });
}

const isClosed = (answer: Response): boolean =>
	answer.status === 401 ||
	answer.status === 403 ||
	(answer.status === 303 && (answer.headers.get("Location") ?? "").startsWith("/login?next="));

const HEADERS: Record<string, unknown> = {
	"Content-Security-Policy":
		"default-src 'none'; script-src 'self'; style-src 'self'; img-src 'self' data:; frame-src 'self'; connect-src 'self'; " +
		"form-action 'self'; frame-ancestors 'none'; base-uri 'none'",
	"Strict-Transport-Security": "max-age=63072000; includeSubDomains",
	"X-Content-Type-Options": "nosniff",
	"Referrer-Policy": "same-origin",
	"Cross-Origin-Opener-Policy": "same-origin",
	"Cross-Origin-Resource-Policy": "same-origin",
	"Permissions-Policy": expect.stringContaining("geolocation=()"),
	"Cache-Control": "no-store",
};
/** A page that shows a text of the website lets in its pictures and players; script and style are ours there too. */
const OUTSIDE = {
	"Content-Security-Policy":
		"default-src 'none'; script-src 'self'; style-src 'self'; img-src 'self' data: https:; media-src 'self' https:; " +
		"frame-src 'self' https://www.youtube.com https://www.youtube-nocookie.com https://player.vimeo.com; connect-src 'self'; " +
		"form-action 'self'; frame-ancestors 'none'; base-uri 'none'",
	"Referrer-Policy": "strict-origin",
};
/** The routes that may answer so, and only with that page; the signed link's own is tested where links are. */
const SHOWS_TEXTS = [
	"POST /admin/writing/preview",
	...["articles", "pages", "announcements"].flatMap((of) => [
		`GET /admin/${of}/new`,
		`POST /admin/${of}/new`,
		`POST /admin/${of}/new/publication`,
	]),
];
const headersOf = (name: string, answer: Response): Record<string, unknown> =>
	[200, 422].includes(answer.status) && SHOWS_TEXTS.includes(name) ? { ...HEADERS, ...OUTSIDE } : HEADERS;

const named = routes.map((route) => [`${route.method} ${route.path}`, route] as const);

/** A page that asks for more than its gate, which opens for the JSON at the same address. */
const NARROWER: Record<string, Gate> = { "GET /admin/media": "media" };

test("the gate of every route opens for whom the table says", () => {
	const opens = (gate: Gate): string[] =>
		ROLES.filter((role) => {
			const held = SHIPPED_ROLES[role];
			return allows(gate, held && { permissions: new Set(held.permissions) });
		});
	const table = named.map(([name, route]) => [name, opens(NARROWER[name] ?? route.gate)]);
	expect(Object.fromEntries(table)).toEqual(TABLE);
});

/** Nobody, and by chance one of those for whom a route opens and one of the others; `npm run prove -- walks` asks as all. */
const askersOf = (name: string): string[] => {
	const [inside, outside] = [true, false].map((opens) => {
		const those = ROLES.filter((role) => TABLE[name]?.includes(role) === opens);
		return shareOf(those, those.length);
	});
	return [...new Set(["nobody", ...(inside ?? []), ...(outside ?? [])])];
};

test.each(shareOf(named, 2))("%s", async (name, route) => {
	const open: string[] = [];
	const askers = askersOf(name);
	for (const role of askers) {
		const answer = await call(route, role);
		expect([role, answer.status < 500]).toEqual([role, true]);
		if (!isClosed(answer)) open.push(role);
		const headers = Object.fromEntries(Object.keys(HEADERS).map((header) => [header, answer.headers.get(header)]));
		expect([role, headers]).toEqual([role, headersOf(name, answer)]);
		await answer.body?.cancel();
	}
	expect(open).toEqual(askers.filter((role) => TABLE[name]?.includes(role)));
});

test("a second factor that is asked for closes everything but one's own account", async () => {
	await env.DB.prepare(
		"INSERT INTO settings (key, value, updated_at) VALUES ('security.require_second_factor', 'true', 0)",
	).run();
	const closed = async (role: string) => {
		const opened: string[] = [];
		const own = routes.filter(
			({ gate, method, path }) => gate !== "anyone" && TABLE[`${method} ${path}`]?.includes(role),
		);
		for (const route of own.filter(({ method }) => method === "GET")) {
			const answer = await call(route, role);
			await answer.body?.cancel();
			if (
				answer.status !== 403 &&
				(answer.status !== 303 || answer.headers.get("Location") !== "/account/second-factor")
			)
				opened.push(route.gate);
		}
		return [...new Set(opened)];
	};
	expect(await closed("admin")).toEqual(["signed_in"]);
	await env.DB.prepare("UPDATE settings SET value = 'false' WHERE key = 'security.require_second_factor'").run();
});
