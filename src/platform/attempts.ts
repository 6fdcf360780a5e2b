import { createHmac } from "node:crypto";

/**
 * Returns the kind of what attempts are counted for (such as an account or an IP address) and its hash, HMAC-SHA-256 of
 * `kind:of` under PASSWORD_PEPPER: the table of attempts then does not reveal whose they are.
 */
export const attemptSubject = <Kind extends string>(
	keys: { PASSWORD_PEPPER: string },
	kind: Kind,
	of: string,
): { kind: Kind; subject: string } => ({
	kind,
	subject: createHmac("sha256", Buffer.from(keys.PASSWORD_PEPPER, "base64"))
		.update(`${kind}:${of}`)
		.digest("base64url"),
});

/**
 * The hashed subjects (such as IP addresses) that have to wait, each with the end of its wait in UTC milliseconds, as
 * far as this isolate knows: a flood from one of them then costs no query. At MOST_WAITS subjects all are forgotten.
 */
const waits = new Map<string, number>();
const MOST_WAITS = 1_000;

/** Remembers that a subject of `attemptSubject` has to wait until a time (UTC milliseconds). */
export function rememberWait({ subject }: { subject: string }, until: number): void {
	if (waits.size >= MOST_WAITS) waits.clear();
	waits.set(subject, until);
}

/**
 * Returns until when a subject of `attemptSubject` has to wait, if this isolate knows and it is after `at`. The
 * database may know of more waits.
 */
export function knownWait({ subject }: { subject: string }, at: number): number | undefined {
	const until = waits.get(subject);
	return until !== undefined && until > at ? until : undefined;
}
