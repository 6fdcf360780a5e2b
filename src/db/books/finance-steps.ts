import { sql } from "drizzle-orm";
import type { Write } from "#db/commit.ts";
import { readRows, type Select, select, selectOne } from "#db/read.ts";
import type { ActorRow } from "#db/system/index.ts";
import type { FinancePermission, STAND_IN } from "#domain/books/finance/steps.ts";
import { type ClosedMonths, closedIn } from "#domain/books/ledger/postings.ts";
import type { RateRow } from "#domain/books/withholding/rates.ts";
import { foldName } from "#kernel/names.ts";
import {
	attachmentsOf,
	type DocumentRow,
	documentRow,
	type FinanceFileRow,
	type FinanceLineRow,
	financeActors,
	linesOf,
} from "./finance.ts";
import { type ShareRow, sharesOf } from "./finance-shares.ts";
import { closedMonths } from "./vouchers.ts";
import { allRates } from "./withholding.ts";

/**
 * What the vouchers of a document need besides the document: codes of related accounts, and how many approval and
 * payment vouchers there were.
 */
type PostingRow = {
	advance_code: string | null;
	owed_code: string | null;
	approvals: number;
	payments: number;
};
const VOUCHERS = `FROM finance_postings p JOIN vouchers v ON v.source <> 'manual' AND v.source = 'finance' AND v.source_id = p.id
	AND v.state = 'posted' WHERE p.document_id = d.id`;
const postingRow = (id: number): Select<PostingRow> =>
	selectOne(
		`SELECT (SELECT a.code FROM finance_lines l JOIN accounts a ON a.id = l.account_id WHERE l.document_id = d.advance_id
				ORDER BY l.line_no LIMIT 1) AS advance_code,
			(SELECT a.code FROM voucher_lines l JOIN accounts a ON a.id = l.account_id WHERE l.credit > 0
				AND l.voucher_id = (SELECT max(v.id) ${VOUCHERS} AND p.kind = 'approval')) AS owed_code,
			(SELECT count(*) ${VOUCHERS} AND p.kind = 'approval') AS approvals,
			(SELECT count(*) ${VOUCHERS} AND p.kind = 'payment') AS payments
		FROM finance_documents d WHERE d.id = ?`,
		id,
	);

const keptRevision = (id: number): Select<{ content: string; content_hash: string }> =>
	selectOne(
		`SELECT r.content, r.content_hash FROM finance_documents d
			JOIN finance_revisions r ON r.document_id = d.id AND r.revision = d.revision WHERE d.id = ?`,
		id,
	);

/** Selects the codes of the accounts with these ids. */
const codesOf = (ids: readonly number[]): Select<{ id: number; code: string }> =>
	select("SELECT a.id, a.code FROM json_each(?) j JOIN accounts a ON a.id = j.value", JSON.stringify(ids));

/** A finance document with everything its steps need, read in one round trip. */
export type SeenDocument = {
	document: DocumentRow;
	lines: FinanceLineRow[];
	files: FinanceFileRow[];
	/** The shares of a register; empty for a document that pays one payee. */
	shares: ShareRow[];
	/** The rates of what is withheld. */
	rates: RateRow[];
	holders: ActorRow<FinancePermission | typeof STAND_IN>[];
	/**
	 * The content and hash of the revision that was submitted last; undefined when the document was never submitted.
	 */
	kept: { content: string; content_hash: string } | undefined;
	posting: PostingRow;
	closed: ClosedMonths;
	codes: ReadonlyMap<number, string>;
};

type Asked = { id: number; today: string; accountIds?: readonly number[] };

/**
 * Reads a document for its steps. `accountIds` are accounts whose codes are needed, `today` is the day in Taipei.
 * Returns undefined when the document does not exist.
 */
export async function readDocument(
	d1: D1Database,
	{ id, today, accountIds = [] }: Asked,
): Promise<SeenDocument | undefined> {
	const [[document], lines, files, shares, rates, holders, [kept], [posting], months, codes] = await readRows(
		d1,
		documentRow(id, { userId: 0, seesAll: true }),
		linesOf(id),
		attachmentsOf(id),
		sharesOf(id),
		allRates(),
		financeActors(today),
		keptRevision(id),
		postingRow(id),
		closedMonths(),
		codesOf(accountIds),
	);
	if (!document || !posting) return undefined;
	return {
		document,
		lines,
		files,
		shares,
		rates,
		holders,
		kept,
		posting,
		closed: closedIn(months),
		codes: new Map(codes.map(({ id: account, code }) => [account, code])),
	};
}

/** A file that is about to be removed. */
export type OwnFileRow = { id: number; version: number; object_key: string };
/** Selects, among attachments (ids of files), those that belong to this document and to no other. */
export const ownFiles = (id: number, fileIds: readonly number[]): Select<OwnFileRow> =>
	select(
		`SELECT f.id, f.version, f.object_key FROM finance_attachments t JOIN files f ON f.id = t.file_id AND f.deleted_at IS NULL
		WHERE t.document_id = ?1 AND t.file_id IN (SELECT value FROM json_each(?2)) AND f.subject_type = 'finance_document'
			AND f.subject_id = ?3
			AND NOT EXISTS (SELECT 1 FROM finance_attachments o WHERE o.file_id = f.id AND o.document_id <> ?1)`,
		id,
		JSON.stringify(fileIds),
		String(id),
	);

/**
 * Stores the folded name of the payee, with which the view of the users concerned by a document (migration 0041)
 * compares names.
 */
export const foldPayee = (id: number, name: string): Write =>
	sql`UPDATE finance_documents SET payee_name_folded = ${foldName(name)} WHERE id = ${id} AND payee_name = ${name} AND payee_name_folded IS NULL`;
