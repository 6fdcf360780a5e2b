import { sql } from "drizzle-orm";
import type { Write } from "#db/commit.ts";
import { limitTo, type Select, select } from "#db/read.ts";
import type { MemoRule } from "#domain/money/bank/memo-rules.ts";

type Row = { memo_hash: string; kind: MemoRule["kind"]; account: number | null };

/** The maximum number of texts that are remembered when suggestions are made, newest first. */
const MOST_RULES = 2_000;

/** Selects what texts turned out to be, newest first; a transfer only while the other account is in use. */
export const memoRules = (): Select<Row> =>
	select(
		`SELECT r.memo_hash, r.kind, r.bank_account_id AS account FROM bank_memo_rules r LEFT JOIN bank_accounts b ON b.id = r.bank_account_id
		WHERE r.kind <> 'transfer' OR b.is_active = 1 ORDER BY r.updated_at DESC, r.memo_hash ${limitTo(MOST_RULES)}`,
	);

/** Returns the rules of rows, by the hash of their text. */
export const rulesIn = (rows: readonly Row[]): Map<string, MemoRule> =>
	new Map(
		rows.map(({ memo_hash, kind, account }): [string, MemoRule] => [
			memo_hash,
			kind === "transfer" ? { kind, account: account ?? 0 } : { kind },
		]),
	);

/**
 * Remembers what a text turned out to be, the last time counts; with undefined as the rule it is forgotten. Nothing is
 * written for a line without words.
 */
export function learnRule(hash: string | null, rule: MemoRule | undefined, at: number): Write[] {
	if (hash === null) return [];
	if (rule === undefined) return [sql`DELETE FROM bank_memo_rules WHERE memo_hash = ${hash}`];
	return [
		sql`INSERT INTO bank_memo_rules (memo_hash, kind, bank_account_id, updated_at)
			VALUES (${hash}, ${rule.kind}, ${rule.kind === "transfer" ? rule.account : null}, ${at})
			ON CONFLICT (memo_hash) DO UPDATE SET kind = excluded.kind, bank_account_id = excluded.bank_account_id,
				updated_at = excluded.updated_at`,
	];
}
