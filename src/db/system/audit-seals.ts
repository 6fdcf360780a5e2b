import { sql } from "drizzle-orm";
import type { Write } from "#db/commit.ts";
import { limitTo } from "#db/read.ts";
import type { Seal, SealedRow } from "#domain/system/audit/chain.ts";
import { macsOf } from "./seal-macs.ts";

const ROW = `id, at, user_id, actor, action, auditable_type, auditable_id, description, ip_address, changes, on_behalf_of`;
const SEAL = "id, from_id, to_id, count, prev, hash, sealed_at";

/**
 * Returns the newest seal (a hash over a range of rows, chained to the seal before) and at most `limit` rows after it,
 * oldest first, as they were at one moment.
 */
export async function readTail(d1: D1Database, limit: number): Promise<{ last: Seal | undefined; rows: SealedRow[] }> {
	const [last, rows] = await d1.batch([
		d1.prepare(`SELECT ${SEAL} FROM audit_seals ORDER BY id DESC LIMIT 1`),
		d1.prepare(
			`SELECT ${ROW} FROM audit_log
			WHERE id > coalesce((SELECT to_id FROM audit_seals ORDER BY id DESC LIMIT 1), 0) ORDER BY id ${limitTo(limit)}`,
		),
	]);
	return { last: rowsOf<Seal>(last)[0], rows: rowsOf<SealedRow>(rows) };
}

/** Inserts a seal. Refuses with `audit.not_next` when it is not the next one any more. */
export const insertSeal = (seal: Seal): Write[] => [
	sql`INSERT INTO audit_seals (id, from_id, to_id, count, prev, hash, sealed_at) VALUES
		(${seal.id}, ${seal.from_id}, ${seal.to_id}, ${seal.count}, ${seal.prev}, ${seal.hash}, ${seal.sealed_at})`,
];

/**
 * Returns the newest seal, unless a notification was written already whose id begins with `key` and `_` (as
 * notifyHolders makes it).
 */
export const readUntoldSeal = (d1: D1Database, key: string): Promise<Seal | null> =>
	d1
		.prepare(
			`SELECT ${SEAL} FROM audit_seals WHERE NOT EXISTS (SELECT 1 FROM notifications WHERE id BETWEEN ?1 || '_' AND ?1 || '_:')
			ORDER BY id DESC LIMIT 1`,
		)
		.bind(key)
		.first<Seal>();

/** The last seal and the last row at one moment; `everMade` is the number of seals ever made, deleted ones too. */
export type ChainEnds = { lastSeal: number; everMade: number; lastRow: number };

export async function readChainEnds(d1: D1Database): Promise<ChainEnds> {
	const ends = await d1
		.prepare(
			`SELECT coalesce((SELECT max(id) FROM audit_seals), 0) AS lastSeal,
				coalesce((SELECT seq FROM sqlite_sequence WHERE name = 'audit_seals'), 0) AS everMade,
				coalesce((SELECT max(id) FROM audit_log), 0) AS lastRow`,
		)
		.first<ChainEnds>();
	if (!ends) throw new Error("a SELECT without FROM gave no row");
	return ends;
}

/** A seal with its MACs as JSON, by the fingerprints of their keys. */
export type SealWithMacs = Seal & { macs: string };
/**
 * Yields the seals with ids above `after` up to `last`, in order. `isOld` is for a copy of the database from before
 * there were MACs: `macs` is then '{}'.
 */
export const eachSeal = (
	d1: D1Database,
	{ after, last, isOld }: { after: number; last: number; isOld: boolean },
): AsyncGenerator<SealWithMacs> =>
	each<SealWithMacs>(d1, `SELECT ${SEAL}, ${isOld ? "'{}'" : macsOf("audit")} AS macs FROM audit_seals s`, {
		after,
		last,
		pageRows: 500,
	});

/** Yields the rows of the log with ids above `after` up to `last`, in order. */
export const eachRow = (d1: D1Database, after: number, last: number): AsyncGenerator<SealedRow> =>
	each<SealedRow>(d1, `SELECT ${ROW} FROM audit_log`, { after: after === 0 ? -1 : after, last, pageRows: 2_000 });

/** Returns the triggers that protect the audit log and the seals, their SQL by name. */
export async function auditTriggers(d1: D1Database): Promise<Map<string, string>> {
	const { results } = await d1
		.prepare(`SELECT name, sql FROM sqlite_master WHERE type = 'trigger'
			AND tbl_name IN ('audit_log', 'audit_seals', 'seal_macs', 'seal_anchors', 'document_seals')`)
		.all<{ name: string; sql: string }>();
	return new Map(results.map(({ name, sql }) => [name, sql]));
}

async function* each<Row extends { id: number }>(
	d1: D1Database,
	query: string,
	{ after: start, last, pageRows }: { after: number; last: number; pageRows: number },
): AsyncGenerator<Row> {
	const page = d1.prepare(`${query} WHERE id > ?1 AND id <= ?2 ORDER BY id ${limitTo(pageRows)}`);
	for (let after = start; ; ) {
		const { results } = await page.bind(after, last).all<Row>();
		yield* results;
		after = results.at(-1)?.id ?? last;
		if (results.length < pageRows) return;
	}
}

const rowsOf = <Row>(result: D1Result<unknown> | undefined): Row[] => (result?.results ?? []) as Row[];
