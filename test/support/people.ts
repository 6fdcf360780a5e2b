import { createExecutionContext, env, waitOnExecutionContext } from "cloudflare:test";
import { app } from "#app.ts";
import { sealToken } from "#auth/tokens.ts";
import type { Permission } from "#permissions.ts";

const HOUR = 3_600_000;

/** Somebody signed in: the row of a user, of a session, and the cookie that names it. */
export type Person = { userId: number; sid: string; cookie: string };
type Given = { name?: string; roles?: string[]; permissions?: Permission[]; at?: number; authenticatedAt?: number };

/** Makes a user with shipped roles (by code), or with a role of just these permissions, and signs them in: in one batch. */
export async function signIn({
	name = "測試者",
	roles = [],
	permissions = [],
	at = Date.now(),
	...more
}: Given = {}): Promise<Person> {
	const email = `u${crypto.randomUUID()}@example.org`;
	const code = `r${crypto.randomUUID().replaceAll("-", "").slice(0, 12)}`;
	const codes = JSON.stringify(permissions.length > 0 ? [...roles, code] : roles);
	const sid = crypto.randomUUID();
	const [made] = await env.DB.batch<{ id: number }>([
		env.DB.prepare(
			`INSERT INTO users (name, email, status, password_hash, created_at, updated_at)
			VALUES (?1, ?2, 'active', '$scrypt$none', ?3, ?3) RETURNING id`,
		).bind(name, email, at),
		...(permissions.length > 0
			? [
					env.DB.prepare("INSERT INTO roles (code, name, created_at, updated_at) VALUES (?1, ?1, 0, 0)").bind(code),
					env.DB.prepare(
						"INSERT INTO role_permissions SELECT r.id, p.value FROM roles r, json_each(?2) p WHERE r.code = ?1",
					).bind(code, JSON.stringify(permissions)),
				]
			: []),
		env.DB.prepare(
			`INSERT INTO user_roles SELECT u.id, r.id FROM users u, roles r
			WHERE u.email = ?1 AND r.code IN (SELECT value FROM json_each(?2))`,
		).bind(email, codes),
		sessionOf(sid, { email, at, authenticatedAt: more.authenticatedAt ?? at }),
	]);
	const userId = made?.results[0]?.id;
	if (userId === undefined) throw new Error("no user was made");
	return { userId, sid, cookie: await cookieOf(sid, at) };
}

/** One more session of a user. */
export async function openSession(
	userId: number,
	at = Date.now(),
	authenticatedAt = at,
): Promise<Omit<Person, "userId">> {
	const sid = crypto.randomUUID();
	await sessionOf(sid, { id: userId, at, authenticatedAt }).run();
	return { sid, cookie: await cookieOf(sid, at) };
}

type Of = { at: number; authenticatedAt: number } & ({ id: number } | { email: string });
const LASTS = 12 * HOUR;

/** The row of a session of somebody. */
const sessionOf = (sid: string, { at, authenticatedAt, ...of }: Of): D1PreparedStatement =>
	env.DB.prepare(
		`INSERT INTO sessions (id, user_id, session_version, created_at, last_seen_at, idle_ms, expires_at, authenticated_at)
		SELECT ?1, id, session_version, ?3, ?3, ?4, ?5, ?6 FROM users WHERE ${"id" in of ? "id" : "email"} = ?2`,
	).bind(sid, "id" in of ? of.id : of.email, at, HOUR / 2, at + LASTS, authenticatedAt);

const cookieOf = async (sid: string, at: number): Promise<string> =>
	`session=${await sealToken(env, "session", { subject: sid, expiresAt: at + LASTS })}`;

type Asked = {
	as?: Person | undefined;
	form?: Record<string, string | string[]>;
	headers?: Record<string, string>;
	over?: object;
};

/** Asks the Worker, as somebody: a GET, or the POST of a form from this very site. Follows no redirect. */
export async function ask(path: string, { as, form, headers = {}, over = {} }: Asked = {}): Promise<Response> {
	const pairs = Object.entries(form ?? {}).flatMap(([name, value]) =>
		[value].flat().map((one): [string, string] => [name, one]),
	);
	const request = new Request(`http://localhost:8787${path}`, {
		method: form ? "POST" : "GET",
		headers: { ...(as ? { Cookie: as.cookie } : {}), ...(form ? { "Sec-Fetch-Site": "same-origin" } : {}), ...headers },
		...(form ? { body: new URLSearchParams(pairs) } : {}),
	});
	const context = createExecutionContext();
	const answer = await app.fetch(request, { ...env, ...over }, context);
	await waitOnExecutionContext(context);
	return answer;
}
