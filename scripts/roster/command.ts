/** The shared parts of the commands that import a list. */
import { mkdirSync, readFileSync, writeFileSync } from "node:fs";
import { basename, dirname } from "node:path";
import { parseEnv } from "node:util";
import iconv from "iconv-lite";
import { type Db, open } from "#db/commit.ts";
import { isRightKey } from "#domain/people/roster/actions.ts";
import type { ImportedFile } from "#domain/system/imports/draft.ts";
import { Refusal } from "#kernel/refusal.ts";
import { openMigrated } from "../bindings.ts";
import { ensureSecrets } from "../server.ts";

type Keys = { SEALING_KEY: string };

const REFUSED: Partial<Record<string, string>> = {
	"import.no_header": "No row has 姓名 and one more column that is known: say which row is the header's with --header.",
	"import.no_payments":
		"No row has 金額 beside 會員編號 or 姓名: say which row is the header's with --header, and what its columns are with --map.",
	"import.empty": "The file holds nothing.",
	"import.encoding": "The file is neither UTF-8 nor Big5: save it as CSV UTF-8, or as .xlsx.",
	"import.too_large": "The file has more than 10,000 rows or 200 columns: divide it.",
	"import.moved": "Somebody changed one of the records meanwhile: nothing was written. Run it again.",
	"file.damaged": "The file cannot be opened: it is damaged, or has a password.",
	"file.type_refused": "Only .xlsx, .ods and .csv are read.",
	"file.type_mismatch": "The file is not what its name says, or holds macros: save it as .xlsx.",
	"file.unpacks_too_large": "The file unpacks to more than any list needs.",
};

/**
 * Opens the database, compares the key with the sealed data, and calls `run`; prints why when something refuses, with
 * exit code 1.
 */
export async function withDatabase(
	{ remote, key }: { remote: boolean; key: string },
	run: (keys: Keys, db: Db) => Promise<void>,
): Promise<void> {
	const { env, dispose } = await openMigrated({ remote });
	try {
		const [keys, db] = [{ SEALING_KEY: key }, open(env.DB)];
		const right = await isRightKey(keys, db);
		if (right === false) throw new Error("SEALING_KEY is not the key that this database was sealed with.");
		if (right === null && remote)
			console.log("Nothing lies sealed in the database yet: the key could not be compared.");
		await run(keys, db);
	} catch (error) {
		process.exitCode = 1;
		if (error instanceof Refusal) console.error(REFUSED[error.code] ?? `Refused (${error.code}): nothing was written.`);
		else console.error(error, "\nAll of it is in the database, or nothing: run it again, it goes on from either.");
	} finally {
		await dispose();
	}
}

export const fileOf = (path: string): ImportedFile => ({
	filename: basename(path),
	bytes: new Uint8Array(readFileSync(path)),
});

/** Decodes Big5 as the WHATWG standard does, because Node's own TextDecoder differs from it. */
export const big5 = (bytes: Uint8Array): string => iconv.decode(Buffer.from(bytes), "big5");

/** Reads the rows of --header, counted from 0 in the result; undefined when it names no row, or more than two. */
export function headerRows(text: string): { row: number; rows: 1 | 2 } | undefined {
	const [, from, to = from] = /^([1-9]\d{0,4})(?:-([1-9]\d{0,4}))?$/.exec(text) ?? [];
	const rows = Number(to) - Number(from) + 1;
	return rows === 1 || rows === 2 ? { row: Number(from) - 1, rows } : undefined;
}
export const HEADER_REFUSED = "--header takes a row, or two that follow each other: 3 or 3-4.";
export const KEY_REFUSED = "Set SEALING_KEY to the Worker's key in the environment first.";

/**
 * Returns the key to seal with, remotely from the environment, because a Worker's secret cannot be read back; undefined
 * when it is missing there.
 */
export function sealingKey(remote: boolean): string | undefined {
	if (remote) return process.env.SEALING_KEY || undefined;
	ensureSecrets();
	return parseEnv(readFileSync(".dev.vars", "utf8")).SEALING_KEY ?? "";
}

/** Writes a report as JSON that only the operator can read, because it contains personal data. */
export function writePrivate(file: string, content: unknown): void {
	mkdirSync(dirname(file), { recursive: true });
	writeFileSync(file, `${JSON.stringify(content, null, "\t")}\n`, { mode: 0o600 });
}
