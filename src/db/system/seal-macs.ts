import { sql } from "drizzle-orm";
import type { Write } from "#db/commit.ts";
import { type Select, select } from "#db/read.ts";
import type { Chain, SealMac } from "#domain/system/audit/macs.ts";

/** The table of the seals of each chain. A seal is a hash over a range of rows, chained to the seal before. */
export const SEALS = { audit: "audit_seals", documents: "document_seals" } as const satisfies Record<Chain, string>;

/** Inserts MACs of a seal. An existing MAC stays: when a seal was deleted and another took its id, the MAC shows it. */
export const insertMacs = (chain: Chain, sealId: number, macs: readonly SealMac[]): Write[] =>
	macs.map(
		({ key_id, mac }) =>
			sql`INSERT INTO seal_macs (chain, seal_id, key_id, mac) SELECT ${chain}, ${sealId}, ${key_id}, ${mac}
				WHERE NOT EXISTS (SELECT 1 FROM seal_macs WHERE chain = ${chain} AND seal_id = ${sealId} AND key_id = ${key_id})`,
	);

/** Returns SQL for the MACs of a seal `s` as JSON, by the fingerprints of their keys. */
export const macsOf = (chain: Chain): string =>
	`(SELECT json_group_object(m.key_id, m.mac) FROM seal_macs m WHERE m.chain = '${chain}' AND m.seal_id = s.id)`;

/** Selects the first seal of a chain that must have MACs: the first that has one, or that was anchored. */
export const macsFrom = (chain: Chain): Select<{ from: number | null }> =>
	select(
		`SELECT min(id) AS "from" FROM (SELECT min(seal_id) AS id FROM seal_macs WHERE chain = ?1
			UNION ALL SELECT min(seal_id) FROM seal_anchors WHERE chain = ?1)`,
		chain,
	);

/**
 * The newest seal of a chain with its MACs; and when (UTC milliseconds) a seal of the chain was last anchored (copied
 * to an object outside the database), and which seal.
 */
export type Head = { id: number; hash: string; macs: string; anchored_at: number | null; anchored: number | null };
export const newestHead = (chain: Chain): Select<Head> =>
	select(
		`SELECT s.id, s.hash, ${macsOf(chain)} AS macs, (SELECT max(anchored_at) FROM seal_anchors WHERE chain = ?1) AS anchored_at,
			(SELECT max(seal_id) FROM seal_anchors WHERE chain = ?1) AS anchored FROM ${SEALS[chain]} s ORDER BY s.id DESC LIMIT 1`,
		chain,
	);

/** Marks a seal as anchored (copied to an object outside the database); an earlier mark of another run stays. */
export const insertAnchor = (chain: Chain, sealId: number, at: number): Write =>
	sql`INSERT INTO seal_anchors (chain, seal_id, anchored_at) SELECT ${chain}, ${sealId}, ${at}
		WHERE NOT EXISTS (SELECT 1 FROM seal_anchors WHERE chain = ${chain} AND seal_id = ${sealId})`;

/** Selects the seals of a chain from `first` to `last` that were anchored. */
export const anchoredSeals = (chain: Chain, first: number, last: number): Select<{ seal_id: number }> =>
	select(
		"SELECT seal_id FROM seal_anchors WHERE chain = ? AND seal_id BETWEEN ? AND ? ORDER BY seal_id",
		chain,
		first,
		last,
	);

/** Selects the newest seal of a chain, and the seal with which the hourly check continues. */
export const chainTurn = (chain: Chain): Select<{ newest: number; next: number }> =>
	select(
		`SELECT coalesce(max(id), 0) AS newest, coalesce((SELECT next_id FROM seal_turns WHERE chain = ?1), 1) AS next
			FROM ${SEALS[chain]}`,
		chain,
	);

/** Stores the seal with which the hourly check continues. */
export const setTurn = (chain: Chain, next: number): Write =>
	sql`INSERT INTO seal_turns (chain, next_id) VALUES (${chain}, ${next})
		ON CONFLICT (chain) DO UPDATE SET next_id = excluded.next_id`;
