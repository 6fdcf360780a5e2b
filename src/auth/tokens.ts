import { errors, jwtVerify, SignJWT } from "jose";
import { keyId } from "#platform/crypto.ts";

type Keys = { SESSION_KEY: string };

/** The purpose of a signed token; a token of another purpose is not accepted. */
export type Audience = "session" | "second-factor" | "browser";

/**
 * Makes a JWT (RFC 7519), HS256 under SESSION_KEY, with the key's id in its header. `subject` is the text that
 * `openToken` returns, such as a session's id: the database decides what is allowed, not the token. `expiresAt` is UTC
 * milliseconds.
 */
export async function sealToken(
	keys: Keys,
	audience: Audience,
	{ subject, expiresAt }: { subject: string; expiresAt: number },
): Promise<string> {
	return new SignJWT({ sid: subject })
		.setProtectedHeader({ alg: "HS256", kid: await keyId(keys.SESSION_KEY) })
		.setAudience(audience)
		.setExpirationTime(Math.floor(expiresAt / 1000))
		.sign(bytes(keys));
}

/**
 * Returns the subject of a token; undefined when the token was altered, has expired, or is of another key, algorithm or
 * purpose.
 */
export async function openToken(keys: Keys, audience: Audience, token: string): Promise<string | undefined> {
	try {
		const { payload } = await jwtVerify(token, bytes(keys), { audience, algorithms: ["HS256"] });
		return typeof payload.sid === "string" ? payload.sid : undefined;
	} catch (error) {
		if (error instanceof errors.JOSEError) return undefined;
		throw error;
	}
}

const bytes = (keys: Keys): Uint8Array => Uint8Array.from(atob(keys.SESSION_KEY), (c) => c.charCodeAt(0));
