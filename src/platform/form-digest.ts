import { createHmac } from "node:crypto";
import type { UploadedFile } from "#domain/system/files/rules.ts";

/** What a form says: its texts and files by the names of their fields. */
type Said = { fields: Record<string, readonly string[]>; files: Record<string, readonly UploadedFile[]> };

/**
 * The same for the same texts and files, of the same names, in base64url. Under the pepper: fields are few words, which
 * could be guessed from a digest that anybody can make.
 */
export function formDigest(keys: { PASSWORD_PEPPER: string }, { fields, files }: Said): string {
	const digest = createHmac("sha256", Buffer.from(keys.PASSWORD_PEPPER, "base64"));
	digest.update(`form:${JSON.stringify(byName(fields))}`);
	for (const [name, all] of byName(files))
		for (const { filename, bytes } of all) digest.update(JSON.stringify([name, filename, bytes.length])).update(bytes);
	return digest.digest("base64url");
}

/** Without those left empty, which some send and others leave out. */
const byName = <One>(all: Record<string, readonly One[]>): [string, readonly One[]][] =>
	Object.entries(all)
		.filter(([, values]) => values.length > 0)
		.sort(([a], [b]) => (a < b ? -1 : 1));
