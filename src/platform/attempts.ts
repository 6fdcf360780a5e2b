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
