import { createHmac } from "node:crypto";

/** Whom attempts are counted for, under a key: neither accounts nor addresses can be read from the table. */
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

/** Until when addresses have to wait, as this isolate has heard: a flood from one of them then costs no query. */
const waits = new Map<string, number>();
const MOST_WAITS = 1_000;

/** Remembers that an address has to wait until a time in UTC milliseconds. */
export function rememberWait({ subject }: { subject: string }, until: number): void {
	if (waits.size >= MOST_WAITS) waits.clear();
	waits.set(subject, until);
}

/** Until when an address has to wait, if it is known and lies after `at`. The database knows more. */
export function knownWait({ subject }: { subject: string }, at: number): number | undefined {
	const until = waits.get(subject);
	return until !== undefined && until > at ? until : undefined;
}
