import { sql } from "drizzle-orm";
import type { Write } from "#db/commit.ts";
import { type Select, select } from "#db/read.ts";
import { macsOf } from "#db/system/index.ts";
import { COLUMNS, type DocumentSeal, type SealedDocument } from "#domain/books/document-seals/chain.ts";

const SEAL = "s.id, s.series, s.roc_year, s.from_seq, s.to_seq, s.prev, s.hash, s.sealed_at";

/** A range of numbers of a series and year. */
export type Range = Pick<DocumentSeal, "series" | "roc_year" | "from_seq" | "to_seq">;

/** Selects the newest seal: a hash over a range of documents, chained to the seal before. */
export const newestDocumentSeal = (): Select<DocumentSeal> =>
	select(`SELECT ${SEAL} FROM document_seals s ORDER BY id DESC LIMIT 1`);

/** Selects the next numbers that no seal covers, at most `limit` for each series and year. */
export const unsealedNumbers = (limit: number): Select<Range> =>
	select(
		`SELECT series, roc_year, from_seq, min(last_no, from_seq + ?1 - 1) AS to_seq FROM (SELECT n.series, n.roc_year, n.last_no,
				coalesce((SELECT max(to_seq) + 1 FROM document_seals d WHERE d.series = n.series AND d.roc_year = n.roc_year), n.first_no)
					AS from_seq FROM number_series n)
			WHERE from_seq <= last_no ORDER BY series, roc_year`,
		limit,
	);

/** The id of the last seal; `ever_made` is the number of seals ever made, deleted ones too. */
export type Ends = { last_seal: number; ever_made: number };
export const documentEnds = (): Select<Ends> =>
	select(
		`SELECT coalesce((SELECT max(id) FROM document_seals), 0) AS last_seal,
			coalesce((SELECT seq FROM sqlite_sequence WHERE name = 'document_seals'), 0) AS ever_made`,
	);

/** A seal with its MACs (JSON), and the last number of its series and year that earlier seals cover (null: none). */
export type LinkedSeal = DocumentSeal & { macs: string; sealed_to: number | null };
export const documentSealsAfter = (after: number, limit: number): Select<LinkedSeal> =>
	select(
		`SELECT ${SEAL}, ${macsOf("documents")} AS macs, (SELECT max(b.to_seq) FROM document_seals b
				WHERE b.series = s.series AND b.roc_year = s.roc_year AND b.id < s.id) AS sealed_to
			FROM document_seals s WHERE s.id > ?1 ORDER BY s.id LIMIT ?2`,
		after,
		limit,
	);

/** Inserts a seal. Refuses with `audit.not_next` when it is not the next one any more. */
export const insertDocumentSeal = (seal: DocumentSeal): Write =>
	sql`INSERT INTO document_seals (id, series, roc_year, from_seq, to_seq, prev, hash, sealed_at) VALUES (${seal.id},
		${seal.series}, ${seal.roc_year}, ${seal.from_seq}, ${seal.to_seq}, ${seal.prev}, ${seal.hash}, ${seal.sealed_at})`;

const RECEIPTS = `SELECT ${COLUMNS.receipt}, note FROM receipts
	WHERE series = ?1 AND roc_year = ?2 AND seq BETWEEN ?3 AND ?4 ORDER BY seq`;
const VOUCHERS = `SELECT ${COLUMNS.voucher}, resolution_on || ' ' || resolution_no AS note, (SELECT json_group_array(json_array(${COLUMNS.line}) ORDER BY line_no)
		FROM voucher_lines WHERE voucher_id = v.id) AS lines FROM vouchers v
	WHERE kind = ?1 AND roc_year = ?2 AND seq BETWEEN ?3 AND ?4 AND state = 'posted' ORDER BY seq`;

type Row = Record<string, unknown> & { seq: number };

/** Returns the documents (vouchers or receipts) with the numbers of a range, in order. */
export async function sealedDocuments(d1: D1Database, range: Range): Promise<SealedDocument[]> {
	const [kind, series = ""] = range.series.split(":");
	const { results } = await d1
		.prepare(kind === "voucher" ? VOUCHERS : RECEIPTS)
		.bind(series, range.roc_year, range.from_seq, range.to_seq)
		.all<Row>();
	const columns = kind === "voucher" ? [...COLUMNS.voucher, "lines"] : COLUMNS.receipt;
	return results.map((row) => ({
		seq: row.seq,
		values: [
			...columns.map((name) => (name === "lines" ? JSON.parse(String(row[name])) : row[name])),
			...(row.note ? [row.note] : []),
		],
	}));
}
