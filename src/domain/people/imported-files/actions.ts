import type { Db } from "#db/commit.ts";
import type { FileRow } from "#db/system/files.ts";
import { openFile } from "#domain/system/files/actions.ts";
import type { By } from "#kernel/by.ts";
import { Refusal } from "#kernel/refusal.ts";

/** An uploaded file. */
export type ImportedFile = { filename: string; bytes: Uint8Array };
/** A function that decodes Big5 where the runtime cannot. */
export type Big5 = (bytes: Uint8Array) => string;
type Store = { FILES: R2Bucket; SEALING_KEY: string };

/** A sheet of a spreadsheet as it was read. */
type Sheet = Awaited<ReturnType<typeof import("#platform/spreadsheets.ts").readSheet>>[number];
type Mapped<M> = { sheet: Sheet; mapping: M };
type Looking<M> = { map: (sheets: readonly Sheet[]) => Mapped<M> | undefined; big5?: Big5 | undefined };

/**
 * Returns the sheet of a list and its columns; without a recognised header, the longest sheet alone. Refuses what
 * `readSheet` refuses, and `import.empty`.
 */
export async function lookAt<M>(
	{ bytes, filename }: ImportedFile,
	{ map, big5 }: Looking<M>,
): Promise<{ sheet: Sheet; mapping: M | undefined }> {
	// Loaded on demand, so that the Worker starts without the library.
	const { readSheet } = await import("#platform/spreadsheets.ts");
	const [first, ...others] = await readSheet(bytes, filename, big5 ? { big5 } : {});
	if (!first) throw new Refusal("import.empty");
	const longest = others.reduce((most, one) => (one.rows.length > most.rows.length ? one : most), first);
	return map([first, ...others]) ?? { sheet: longest, mapping: undefined };
}

/**
 * Opens a stored import file with all its bytes; undefined when it is gone. The audit log records that it was opened.
 */
export async function openImported(
	env: Store,
	db: Db,
	{ file, by }: { file: FileRow | undefined; by: By },
): Promise<ImportedFile | undefined> {
	const found = file && (await openFile(env, db, { file, by }));
	if (!file || !found) return undefined;
	return { filename: file.filename, bytes: new Uint8Array(await new Response(found.body).arrayBuffer()) };
}
