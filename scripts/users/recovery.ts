/** Makes an administrator from outside the service, for `npm run users:recover` and a first start without seed. */
import { type Db, open } from "#db/commit.ts";
import { recoverAdmin } from "#domain/system/sign-in/recovery-actions.ts";
import { type Identifier, identify } from "#domain/system/users/identifiers.ts";
import { paths } from "#http/paths.ts";
import { byOperator } from "#kernel/by.ts";
import { signLink } from "#platform/links.ts";

/** The base address of links, without a trailing slash, and the key that signs them (base64 of 32 bytes). */
export type LinkPlace = { baseUrl: string; LINK_KEY: string };

/**
 * Makes an administrator with the sign-in name `login`; returns the address where they set their password, and until
 * when it works (UTC milliseconds).
 */
export async function adminLink(
	db: Db,
	{ baseUrl, LINK_KEY }: LinkPlace,
	{ login, name, at }: { login: Identifier; name: string; at: number },
): Promise<{ url: string; expiresAt: number }> {
	const { purpose, id, expiresAt } = await recoverAdmin(db, { login, name, ...byOperator(at) });
	const token = signLink(LINK_KEY, purpose, id);
	return { url: baseUrl + (purpose === "invitation" ? paths.invite(token) : paths.reset(token)), expiresAt };
}

/**
 * Returns the address where the first administrator sets a password, for an association without users (`SEED=none npm
 * start`). `email` is the administrator's sign-in name. Undefined once a user is active; until then each start makes a
 * new link.
 */
export async function firstAdminLink(
	d1: D1Database,
	place: LinkPlace,
	{ email, at }: { email: string; at: number },
): Promise<string | undefined> {
	const somebody = await d1.prepare("SELECT 1 FROM users WHERE status = 'active' LIMIT 1").first();
	if (somebody) return undefined;
	const login = identify(email);
	if (login?.kind !== "email") throw new Error(`"${email}" is not an e-mail address`);
	return (await adminLink(open(d1), place, { login, name: "系統管理員", at })).url;
}
