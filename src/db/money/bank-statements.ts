import { type SQL, sql } from "drizzle-orm";
import { recordAudit } from "#db/audit.ts";
import { type Db, guard, type Write } from "#db/commit.ts";
import { limitTo, type Select, select, selectOne } from "#db/read.ts";
import { bankStatements } from "#db/schema/bank-statements.ts";
import { draftSteps, IMPORT_ORDER, type ImportRef, type ImportsPage } from "#db/system/index.ts";
import type { By } from "#kernel/by.ts";

/** An imported bank statement. `mapping` and `counts` are JSON. */
export type StatementRow = {
	id: number;
	bank_account_id: number;
	account_name: string;
	account_number: string;
	/** How the account's statements were read last time, as JSON. */
	account_mapping: string | null;
	filename: string;
	file_id: number | null;
	state: "draft" | "applied";
	mapping: string;
	counts: string;
	created_by_name: string | null;
	applied_at: number | null;
	version: number;
	created_at: number;
};

const STATEMENT = `SELECT i.id, i.bank_account_id, b.name AS account_name, b.number AS account_number, b.mapping AS account_mapping, i.filename, i.file_id, i.state,
	i.mapping, i.counts, u.name AS created_by_name, i.applied_at, i.version, i.created_at
	FROM bank_statements i JOIN bank_accounts b ON b.id = i.bank_account_id LEFT JOIN users u ON u.id = i.created_by`;

export const bankStatement = (id: number): Select<StatementRow> => selectOne(`${STATEMENT} WHERE i.id = ?`, id);

export const STATEMENTS_PER_PAGE = 30;

/** Selects one page of the bank statements in an order, and the total number of them. */
export const bankStatementsPage = ({ sort, page }: ImportsPage): [Select<StatementRow>, Select<{ total: number }>] => [
	select(`${STATEMENT} ${IMPORT_ORDER.by(sort)} ${limitTo(STATEMENTS_PER_PAGE, (page - 1) * STATEMENTS_PER_PAGE)}`),
	select("SELECT count(*) AS total FROM bank_statements"),
];

/** Selects the fingerprints of the stored bank lines of an account between two days, both included. */
export const knownLines = (accountId: number, from: string, to: string): Select<{ fingerprint: string }> =>
	select(
		"SELECT fingerprint FROM bank_lines WHERE bank_account_id = ?1 AND booked_on BETWEEN ?2 AND ?3",
		accountId,
		from,
		to,
	);

/**
 * Selects the balances of an account's stored lines of the last day before `day` (YYYY-MM-DD) or of that day, in the
 * order of their file.
 */
export const lastBalances = (accountId: number, day: string): Select<{ booked_on: string; balance: number }> =>
	select(
		`SELECT booked_on, balance FROM bank_lines WHERE bank_account_id = ?1 AND balance IS NOT NULL AND booked_on = (
			SELECT max(booked_on) FROM bank_lines WHERE bank_account_id = ?1 AND balance IS NOT NULL AND booked_on <= ?2)
		ORDER BY statement_id, row`,
		accountId,
		day,
	);

type NewStatement = { accountId: number; filename: string; fileId: SQL<number>; mapping: unknown; by: By };

export const insertStatement = (db: Db, { accountId, filename, fileId, mapping, by }: NewStatement): Write =>
	db.insert(bankStatements).values({
		bankAccountId: accountId,
		filename,
		// An SQL fragment, because the same batch makes the file.
		fileId: fileId as unknown as number,
		mapping: JSON.stringify(mapping),
		createdBy: by.userId,
		createdAt: by.at,
	});

export const statementSteps = draftSteps("bank_statements", "bank.stale");

/**
 * Marks the draft of a bank statement as applied. Refuses with `bank.stale` when it changed or was applied meanwhile.
 */
export const markApplied = ({ id, version }: ImportRef, counts: unknown, at: number): Write[] => [
	sql`UPDATE bank_statements SET state = 'applied', counts = ${JSON.stringify(counts)}, file_id = NULL, applied_at = ${at},
			version = version + 1
		WHERE id = ${id} AND version = ${version} AND state = 'draft'`,
	guard("bank.stale"),
];

/** A bank line to be inserted; `row` is its row number in the file. */
export type NewLine = {
	row: number;
	day: string;
	amount: number;
	fee: number;
	memo: string;
	words: readonly string[];
	last5: string | null;
	balance: number | null;
	fingerprint: string;
};
/** The maximum number of bank lines that one SQL statement inserts: their JSON is one parameter, of at most 2 MB. */
const AT_ONCE = 400;

/** Inserts the lines of a statement that its account does not have yet. */
export function insertLines(
	lines: readonly NewLine[],
	{ statementId, accountId, at }: { statementId: number; accountId: number; at: number },
): Write[] {
	const pieces = Array.from({ length: Math.ceil(lines.length / AT_ONCE) }, (_, nth) =>
		lines.slice(nth * AT_ONCE, (nth + 1) * AT_ONCE),
	);
	return pieces.map(
		(piece) =>
			sql`INSERT INTO bank_lines (statement_id, bank_account_id, row, booked_on, amount, fee_amount, memo, words, last5, balance,
					fingerprint, created_at, updated_at)
				SELECT ${statementId}, ${accountId}, value ->> '$.row', value ->> '$.day', value ->> '$.amount', value ->> '$.fee',
					value ->> '$.memo', value -> '$.words', value ->> '$.last5', value ->> '$.balance', value ->> '$.fingerprint',
					${at}, ${at}
				FROM json_each(${JSON.stringify(piece)}) WHERE NOT EXISTS (SELECT 1 FROM bank_lines b
					WHERE b.bank_account_id = ${accountId} AND b.fingerprint = value ->> '$.fingerprint') ORDER BY key`,
	);
}

export const auditStatement = (
	db: Db,
	step: "upload" | "import" | "discard",
	{ id, accountId, changes = {} }: { id: number | SQL<number>; accountId: number; changes?: Record<string, unknown> },
	by: By,
): Write[] =>
	recordAudit(db, {
		...by,
		action: `bank_statement.${step}`,
		auditableType: "bank_statement",
		auditableId: id,
		description: typeof id === "number" ? `statement ${id}, account ${accountId}` : `account ${accountId}`,
		changes,
	});
