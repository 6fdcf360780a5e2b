import type { Context } from "hono";
import { openToken, sealToken } from "#auth/tokens.ts";
import { KNOWN_MS, type Known, knownText, readKnown, withKnown } from "#domain/system/index.ts";
import type { App } from "#http/context.ts";
import { readCookie, writeCookie } from "#http/cookies.ts";
import { newSessionId } from "#platform/codes.ts";

/** Returns the users who signed in with this browser before, as its signed cookie says, without asking the database. */
export async function knownIn(c: Context<App>): Promise<Known[]> {
	const token = readCookie(c, "browser");
	const text = token ? await openToken(c.env, "browser", token) : undefined;
	return text === undefined ? [] : readKnown(text, Date.now());
}

/**
 * Adds a user who proved their identity to the users known in this browser's cookie. The entry gets a new id, so that
 * the browser's count of failed sign-ins starts again.
 */
export async function makeKnown(
	c: Context<App>,
	{ userId, sessionVersion }: Pick<Known, "userId" | "sessionVersion">,
): Promise<void> {
	const expiresAt = Date.now() + KNOWN_MS;
	const known = withKnown(await knownIn(c), { userId, sessionVersion, id: newSessionId(), expiresAt });
	const value = await sealToken(c.env, "browser", { subject: knownText(known), expiresAt });
	writeCookie(c, "browser", { value, maxAge: KNOWN_MS / 1000 });
}
