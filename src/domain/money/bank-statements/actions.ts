import { commit, type Db } from "#db/commit.ts";
import { bankAccount, keepMapping } from "#db/money/bank-accounts.ts";
import * as stored from "#db/money/bank-statements.ts";
import { readRows } from "#db/read.ts";
import { digitsOf } from "#domain/money/bank/rules.ts";
import { draftsOf, lookAt, type PlanningOf, takeIn, type WritingOf } from "#domain/system/actions.ts";
import { type ImportedFile, inParts, type UploadedFile } from "#domain/system/index.ts";
import type { By } from "#kernel/by.ts";
import { Refusal } from "#kernel/refusal.ts";
import { dateInTaipei } from "#kernel/times.ts";
import { sha256Hex } from "#platform/crypto.ts";
import { accountNumbersIn, balanceDoubts, type FileDoubts, otherNumbers } from "./balances.ts";
import { wordsOf } from "./last5.ts";
import { isComplete, type Mapping, mapStatement, NO_OPTIONS, ReadingOptions } from "./mapping.ts";
import { countsOf, daysOf, marksOf, type PlannedRow, planned, type StatementCounts } from "./plan.ts";
import { readRowsOf } from "./reading.ts";

/** The Worker bindings that bank statements need: the bucket of files and the key that seals them. */
type Store = { FILES: R2Bucket; SEALING_KEY: string };
const SUBJECT = "bank_statement";

/**
 * The plan of a statement: what each row would write, and what is wrong with the file as a whole. The `fingerprint`
 * tells whether a later plan differs.
 */
export type PlannedStatement = {
	mapping: Mapping;
	rows: PlannedRow[];
	counts: StatementCounts;
	doubts: FileDoubts;
	fingerprint: string;
};

const look = (file: ImportedFile, options: ReadingOptions) =>
	lookAt(file, { map: (sheets) => mapStatement(sheets, options) });

type Taking = { accountId: number; upload: UploadedFile; key: string; by: By };

/**
 * Stores an uploaded statement of a bank account as a sealed draft, once per form `key`; none of its lines are written
 * yet. It is read with the options that the account's last statement was read with. Refuses `bank.stale` (the account
 * is not in use), and what `takeIn` and `lookAt` (system/imports/actions.ts) refuse, such as `import.empty`. Returns
 * its id and whether its columns are recognised.
 */
export async function createStatement(
	env: Store,
	db: Db,
	{ accountId, upload, key, by }: Taking,
): Promise<{ id: number; isKnown: boolean }> {
	const [[account]] = await readRows(db.$client, bankAccount(accountId));
	if (account?.is_active !== 1) throw new Refusal("bank.stale");
	const kept = account.mapping === null ? NO_OPTIONS : ReadingOptions.parse(JSON.parse(account.mapping));
	const options = { ...kept, header: null, skip_errors: false };
	const { mapping } = await look(upload, options);
	const id = await takeIn(env, db, {
		...{ subject: SUBJECT, uploads: [upload], key, by },
		insert: (fileId) =>
			stored.insertStatement(db, { accountId, filename: upload.filename, fileId, mapping: options, by }),
		audit: (made) => stored.auditStatement(db, "upload", { id: made, accountId }, by),
	});
	return { id, isKnown: mapping !== undefined && isComplete(mapping) };
}

type Planning = PlanningOf<stored.StatementRow, ReadingOptions>;

/**
 * Plans a statement: what each row would write, and which bank lines the account has already. Refuses
 * `import.no_header` when the columns of day and amount are not known.
 */
async function planStatement(
	_: Store,
	db: Db,
	{ files: [file], options, draft, by, report }: Planning,
): Promise<PlannedStatement> {
	const { sheet, mapping } = await look(file, options);
	if (!mapping || !isComplete(mapping)) throw new Refusal("import.no_header");
	const read = readRowsOf(sheet, mapping, { today: dateInTaipei(by.at), accept_dates: options.accept_dates });
	const marks = [...marksOf(read)];
	const hash = async ([row, mark]: (typeof marks)[number]) => [row, await sha256Hex(mark)] as const;
	const prints = new Map(await inParts(marks, hash, report));
	const days = daysOf(read) ?? { first: "", last: "" };
	const [known, last] = await readRows(
		db.$client,
		stored.knownLines(draft.bank_account_id, days.first, days.last),
		stored.lastBalances(draft.bank_account_id, days.first),
	);
	const rows = planned(read, prints, new Set(known.map(({ fingerprint }) => fingerprint)));
	const seen = rows.map(({ row, becomes, fingerprint, line }) => [row, becomes, fingerprint, line]);
	const doubts = {
		...balanceDoubts(rows, last),
		otherNumbers: otherNumbers(accountNumbersIn(sheet, mapping.header), digitsOf(draft.account_number)),
	};
	return {
		mapping,
		rows,
		counts: countsOf(rows),
		doubts,
		fingerprint: await sha256Hex(JSON.stringify([seen, doubts])),
	};
}

/**
 * The drafts of uploaded statements: how one is read, planned, written and discarded. Writing inserts only the bank
 * lines that the account does not have yet, and stores with the account how the file was read; it refuses
 * `bank.rows_in_error` when there are unreadable rows and `skip_errors` is not set, `bank.other_account` when the file
 * names another account and `accept_account` is not set, and `bank.balance_broken` when its running balance does not
 * follow and `accept_balance` is not set.
 */
export const statementDrafts = draftsOf({
	subject: SUBJECT,
	stale: "bank.stale",
	options: ReadingOptions,
	look,
	plan: planStatement,
	write: async (_, db, { plan, draft, answers, by, also }: Writing) => {
		if (plan.counts.error > 0 && !answers.skip_errors) throw new Refusal("bank.rows_in_error");
		const { breaks, gap, otherNumbers: others } = plan.doubts;
		if (others.length > 0 && !answers.accept_account) throw new Refusal("bank.other_account");
		if ((breaks.length > 0 || gap !== null) && !answers.accept_balance) throw new Refusal("bank.balance_broken");
		const { id, version, bank_account_id: accountId } = draft;
		await commit(db, [
			...stored.markApplied({ id, version }, plan.counts, by.at),
			...stored.insertLines(plan.rows.flatMap(newLine), { statementId: id, accountId, at: by.at }),
			keepMapping(accountId, { ...statementDrafts.optionsOf(draft), columns: told(plan.mapping), header: null }),
			...also,
			...stored.auditStatement(
				db,
				"import",
				{ id, accountId, changes: { counts: plan.counts, ...acceptedIn(answers) } },
				by,
			),
		]);
	},
	work: { kind: "bank", size: ({ rows }) => rows.length },
	steps: stored.statementSteps,
	discarded: async (db, { id, by }) => {
		const [[row]] = await readRows(db.$client, stored.bankStatement(id));
		return stored.auditStatement(db, "discard", { id, accountId: row?.bank_account_id ?? 0 }, by);
	},
});
/** What the user said about the doubts of the file. */
type Answers = { skip_errors: boolean; accept_balance: boolean; accept_account: boolean };
type Writing = WritingOf<stored.StatementRow, PlannedStatement, Answers>;

const acceptedIn = ({ accept_balance, accept_account }: Answers): Record<string, boolean> => ({
	...(accept_balance ? { accept_balance } : {}),
	...(accept_account ? { accept_account } : {}),
});

/** Returns the target of every column, by the column's name. */
const told = ({ columns }: Mapping): ReadingOptions["columns"] =>
	Object.fromEntries(columns.map(({ key, target }) => [key, target]));

const newLine = ({ row, becomes, line, fingerprint }: PlannedRow): stored.NewLine[] =>
	becomes === "new" && line && fingerprint !== null ? [{ row, fingerprint, ...line, words: wordsOf(line.memo) }] : [];
