import { commit, type Db } from "#db/commit.ts";
import { commitOnce, madeBy } from "#db/form-submissions.ts";
import { bankAccount, keepMapping } from "#db/money/bank-accounts.ts";
import * as stored from "#db/money/bank-statements.ts";
import { readRows } from "#db/read.ts";
import { type FileRow, filesOf } from "#db/system/files.ts";
import { inParts, type Report } from "#domain/people/imported-files/parts.ts";
import { dropObject, openFile, prepareFile, removeFile } from "#domain/system/files/actions.ts";
import type { UploadedFile } from "#domain/system/files/rules.ts";
import type { By } from "#kernel/by.ts";
import { Refusal } from "#kernel/refusal.ts";
import type { Sheet } from "#kernel/table.ts";
import { dateInTaipei } from "#kernel/times.ts";
import { sha256Hex } from "#platform/crypto.ts";
import { wordsOf } from "./last5.ts";
import { isComplete, type Mapping, mapStatement, NO_OPTIONS, ReadingOptions } from "./mapping.ts";
import { countsOf, daysOf, marksOf, type PlannedRow, planned, type StatementCounts } from "./plan.ts";
import { readRowsOf } from "./reading.ts";

/** The bindings of the Worker that statements need. */
type Store = { FILES: R2Bucket; SEALING_KEY: string };
const SUBJECT = "bank_statement";

/**
 * The sheet of a statement and its column mapping; the longest sheet without a mapping when no header is recognised.
 */
export type Looked = { sheet: Sheet; mapping: Mapping | undefined };
/**
 * Everything that importing a statement would write. `seen` is a fingerprint that shows whether a later plan differs.
 */
export type PlannedStatement = { mapping: Mapping; rows: PlannedRow[]; counts: StatementCounts; seen: string };
type Draft = { draft: stored.StatementRow; by: By };

/** Returns the stored options for reading a statement, or the statements of an account. */
export const optionsOf = (json: string | null): ReadingOptions =>
	json === null ? NO_OPTIONS : ReadingOptions.parse(JSON.parse(json));

async function look(upload: { filename: string; bytes: Uint8Array }, options: ReadingOptions): Promise<Looked> {
	// Loaded on demand, so that the Worker starts without the library.
	const { readSheet } = await import("#platform/spreadsheets.ts");
	const sheets = await readSheet(upload.bytes, upload.filename);
	const longest = sheets.toSorted((a, b) => b.rows.length - a.rows.length)[0];
	if (!longest) throw new Refusal("import.empty");
	return mapStatement(sheets, options) ?? { sheet: longest, mapping: undefined };
}

type Taking = { accountId: number; upload: UploadedFile; key: string; by: By };

/**
 * Stores an uploaded statement of a bank account as a sealed draft, once per form `key`; none of its lines are written
 * yet. It is read with the options that the account's last statement was read with. Refuses what `checkUpload` and
 * `readSheet` refuse, and `import.empty`. Returns its id and whether its columns are recognised.
 */
export async function createStatement(
	env: Store,
	db: Db,
	{ accountId, upload, key, by }: Taking,
): Promise<{ id: number; isKnown: boolean }> {
	const [[account]] = await readRows(db.$client, bankAccount(accountId));
	if (account?.is_active !== 1) throw new Refusal("bank.stale");
	const options = { ...optionsOf(account.mapping), header: null, skip_errors: false };
	const { mapping } = await look(upload, options);
	const file = await prepareFile(env, db, { purpose: "import", upload, by });
	const made = madeBy(key);
	const id = await commitOnce(db, { key, at: by.at, checks: file.writes }, [
		stored.insertStatement(db, { accountId, filename: upload.filename, fileId: file.id, mapping: options, by }),
		stored.fileOfStatement(file.objectKey, made),
		...stored.auditStatement(db, "upload", { id: made, accountId }, by),
	]);
	return { id, isKnown: mapping !== undefined && isComplete(mapping) };
}

async function opened(env: Store, db: Db, { draft, by }: Draft): Promise<{ files: FileRow[]; looked: Looked }> {
	const files = await filesOf(db, { type: SUBJECT, id: String(draft.id) });
	const file = files.find(({ id }) => id === draft.file_id);
	const found = file && (await openFile(env, db, { file, by }));
	if (!file || !found) throw new Refusal("bank.stale");
	const bytes = new Uint8Array(await new Response(found.body).arrayBuffer());
	return { files, looked: await look({ filename: file.filename, bytes }, optionsOf(draft.mapping)) };
}

/**
 * Returns the columns of a draft and the sheet they stand in. The audit log records that the file was read. Refuses
 * `bank.stale` when the draft is gone.
 */
export const lookAtStatement = async (env: Store, db: Db, of: Draft): Promise<Looked> =>
	(await opened(env, db, of)).looked;

/**
 * Plans a draft: what each row would become, and which lines the account has already. Refuses `import.no_header` when
 * the columns of day and amount are not known, and as `lookAtStatement`.
 */
export async function planStatement(env: Store, db: Db, of: Draft): Promise<PlannedStatement> {
	return (await planWithFiles(env, db, of)).plan;
}

type Reporting = Draft & { report?: Report | undefined };

async function planWithFiles(env: Store, db: Db, of: Reporting): Promise<{ plan: PlannedStatement; files: FileRow[] }> {
	const { files, looked } = await opened(env, db, of);
	const { sheet, mapping } = looked;
	if (!mapping || !isComplete(mapping)) throw new Refusal("import.no_header");
	const { accept_dates } = optionsOf(of.draft.mapping);
	const read = readRowsOf(sheet, mapping, { today: dateInTaipei(of.by.at), accept_dates });
	const marks = [...marksOf(read)];
	const hash = async ([row, mark]: (typeof marks)[number]) => [row, await sha256Hex(mark)] as const;
	const prints = new Map(await inParts(marks, hash, of.report));
	const days = daysOf(read) ?? { first: "", last: "" };
	const [known] = await readRows(db.$client, stored.knownLines(of.draft.bank_account_id, days.first, days.last));
	const rows = planned(read, prints, new Set(known.map(({ fingerprint }) => fingerprint)));
	const seen = await sha256Hex(
		JSON.stringify(rows.map(({ row, becomes, fingerprint, line }) => [row, becomes, fingerprint, line])),
	);
	return { files, plan: { mapping, rows, counts: countsOf(rows), seen } };
}

/** Stores the options for reading a draft. Refuses `bank.stale`. */
export const saveReading = (db: Db, ref: stored.StatementRef, options: ReadingOptions): Promise<void> =>
	commit(db, stored.updateMapping(ref, options));

type Applying = Reporting & { version: number; seen: string; skipErrors: boolean };

/**
 * Writes the lines of a draft that its account does not have yet, all or none, exactly as they were shown (`seen`); the
 * reading options are stored with the account, and the file is deleted. Refuses `bank.rows_in_error` when there are
 * unreadable rows and `skipErrors` is not set, `import.moved` when the result would differ from what was shown, and
 * `bank.stale`.
 */
export async function applyStatement(
	env: Store,
	db: Db,
	{ draft, version, seen, skipErrors, by, report }: Applying,
): Promise<StatementCounts> {
	if (draft.state !== "draft" || draft.version !== version) throw new Refusal("bank.stale");
	const { plan, files } = await planWithFiles(env, db, { draft, by, report });
	if (plan.counts.error > 0 && !skipErrors) throw new Refusal("bank.rows_in_error");
	if (plan.seen !== seen) throw new Refusal("import.moved");
	const accountId = draft.bank_account_id;
	await commit(db, [
		...stored.markApplied({ id: draft.id, version }, plan.counts, by.at),
		...stored.insertLines(plan.rows.flatMap(newLine), { statementId: draft.id, accountId, at: by.at }),
		keepMapping(accountId, { ...optionsOf(draft.mapping), columns: told(plan.mapping), header: null }),
		...files.flatMap((file) => removeFile(db, file, by)),
		...stored.auditStatement(db, "import", { id: draft.id, accountId, changes: { counts: plan.counts } }, by),
	]);
	await Promise.all(files.map((file) => dropObject(env, file)));
	return plan.counts;
}

/** Returns the target of every column, by the column's name. */
const told = ({ columns }: Mapping): ReadingOptions["columns"] =>
	Object.fromEntries(columns.map(({ key, target }) => [key, target]));

const newLine = ({ row, becomes, line, fingerprint }: PlannedRow): stored.NewLine[] =>
	becomes === "new" && line && fingerprint !== null ? [{ row, fingerprint, ...line, words: wordsOf(line.memo) }] : [];

/** Discards a draft and deletes its file. Refuses `bank.stale`. */
export async function discardStatement(
	env: Store,
	db: Db,
	{ draft, version, by }: Draft & { version: number },
): Promise<void> {
	const files = await filesOf(db, { type: SUBJECT, id: String(draft.id) });
	await commit(db, [
		...stored.deleteDraft({ id: draft.id, version }),
		...files.flatMap((file) => removeFile(db, file, by)),
		...stored.auditStatement(db, "discard", { id: draft.id, accountId: draft.bank_account_id }, by),
	]);
	await Promise.all(files.map((file) => dropObject(env, file)));
}
