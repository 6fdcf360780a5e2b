import { createHmac } from "node:crypto";
import type { UploadedFile } from "#domain/system/index.ts";

/** The contents of a form: its texts and files by the names of their fields. */
type Said = { fields: Record<string, readonly string[]>; files: Record<string, readonly UploadedFile[]> };

/**
 * Returns a digest of a form's contents, in base64url: equal for the same texts and files under the same names. It is
 * an HMAC under PASSWORD_PEPPER, because fields are few words that could be guessed from a digest which anybody can
 * compute.
 */
export function formDigest(keys: { PASSWORD_PEPPER: string }, { fields, files }: Said): string {
	const digest = createHmac("sha256", Buffer.from(keys.PASSWORD_PEPPER, "base64"));
	digest.update(`form:${JSON.stringify(byName(fields))}`);
	for (const [name, all] of byName(files))
		for (const { filename, bytes } of all) digest.update(JSON.stringify([name, filename, bytes.length])).update(bytes);
	return digest.digest("base64url");
}

/** Returns the fields sorted by name, without empty ones, which some browsers send and others leave out. */
const byName = <One>(all: Record<string, readonly One[]>): [string, readonly One[]][] =>
	Object.entries(all)
		.filter(([, values]) => values.length > 0)
		.sort(([a], [b]) => (a < b ? -1 : 1));
