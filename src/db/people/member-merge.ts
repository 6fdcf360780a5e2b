import { type SQL, sql } from "drizzle-orm";
import { guard, type Write } from "#db/commit.ts";
import { type Select, select } from "#db/read.ts";
import { type Acting, refuseFamily } from "#db/system/index.ts";
import type { By } from "#kernel/by.ts";
import type { MergePair } from "./member-merge-dues.ts";
import { doubleDues, duesHinder, moveDues } from "./member-merge-dues.ts";
import type { MemberRef } from "./member-writes.ts";

/** What happens to a row when its member is merged into another: how it moves, or why it stays. */
type Fate = { moves: (of: MergePair, by: By) => Write[] } | { stays: string };
/**
 * A column that names a member; when the column names records of several kinds, `where` says which rows are members'.
 */
export type Pointer = { table: string; column: string; where?: string } & Fate;

/** Returns a pointer whose rows all move to the record that stays, unchanged. */
const all = (table: string, column: string, where = "true"): Pointer => ({
	table,
	column,
	where,
	moves: ({ kept, other }) => [
		sql`UPDATE ${sql.raw(table)} SET ${sql.raw(column)} = ${kept} WHERE ${sql.raw(column)} = ${other} AND ${sql.raw(where)}`,
	],
});

/**
 * The complete list of the columns that name a member: a test reads the schema and fails for a column that is missing
 * here.
 */
export const POINTERS: readonly Pointer[] = [
	all("notes", "notable_id", "notable_type = 'member'"),
	{
		table: "disability_certificates",
		column: "member_id",
		// At most one application waits: the later one replaces the earlier, as if the member had sent it again.
		moves: ({ kept, other }, { at }) => [
			sql`UPDATE disability_certificates SET status = 'replaced', version = version + 1, updated_at = ${at}
				WHERE id = (SELECT min(id) FROM disability_certificates
					WHERE member_id IN (${kept}, ${other}) AND status = 'pending' HAVING count(*) > 1)`,
			sql`UPDATE disability_certificates SET member_id = ${kept} WHERE member_id = ${other}`,
		],
	},
	{
		table: "task_links",
		column: "record_id",
		where: "record_type = 'member'",
		// A task about both records is linked once with the record that stays.
		moves: ({ kept, other }) => [
			sql`DELETE FROM task_links WHERE record_type = 'member' AND record_id = ${other} AND EXISTS (SELECT 1 FROM task_links k
				WHERE k.task_id = task_links.task_id AND k.record_type = 'member' AND k.record_id = ${kept})`,
			sql`UPDATE task_links SET record_id = ${kept} WHERE record_type = 'member' AND record_id = ${other}`,
		],
	},
	all("consents", "member_id"),
	{
		table: "privacy_requests",
		column: "member_id",
		// At most one request of a kind is open: of two, the one with the earlier last day stays, whichever was recorded first.
		moves: ({ kept, other }, { at }) => [
			sql`UPDATE privacy_requests SET status = 'withdrawn', answer = '與同一人的另一件申請一併辦理。', closed_at = ${at},
					version = version + 1, updated_at = ${at}
				WHERE id IN (SELECT r.id FROM privacy_requests r JOIN privacy_requests e ON e.kind = r.kind AND e.status = 'open'
						AND e.member_id IN (${kept}, ${other}) AND (e.due_on, e.id) < (r.due_on, r.id)
					WHERE r.member_id IN (${kept}, ${other}) AND r.status = 'open')`,
			sql`UPDATE privacy_requests SET member_id = ${kept} WHERE member_id = ${other}`,
		],
	},
	all("link_requests", "member_id"),
	{
		table: "link_requests",
		column: "candidates",
		where: "status = 'open'",
		moves: ({ kept, other }) => [
			sql`UPDATE link_requests SET version = version + 1, candidates = (SELECT json_group_array(DISTINCT iif(value = ${other}, CAST(${kept} AS INTEGER), value))
					FROM json_each(candidates))
				WHERE status = 'open' AND EXISTS (SELECT 1 FROM json_each(candidates) WHERE value = ${other})`,
		],
	},
	{ table: "dues_items", column: "member_id", moves: moveDues },
	{
		table: "payments",
		column: "payer_member_id",
		// Payments by others for this member get a new version too: a verifier who has seen the merged record is refused.
		moves: ({ kept, other }, { at }) => [
			sql`UPDATE payments SET payer_member_id = iif(payer_member_id = ${other}, ${kept}, payer_member_id),
					version = version + 1, updated_at = ${at}
				WHERE payer_member_id = ${other} OR id IN (SELECT payment_id FROM payment_allocations WHERE member_id = ${other})`,
		],
	},
	all("payment_allocations", "member_id"),
	all("receipts", "member_id"),
	all("donors", "member_id"),
	all("finance_documents", "payee_member_id"),
	all("announcement_receivers", "member_id"),
	all("mail_unsubscriptions", "member_id"),
	all("notifications", "member_id"),
	{
		table: "dues_notices",
		column: "member_id",
		// A notice that both records got stays with the other record, so that it is listed once.
		moves: ({ kept, other }) => [
			sql`UPDATE dues_notices SET member_id = ${kept} WHERE member_id = ${other} AND NOT EXISTS (SELECT 1 FROM dues_notices n
				WHERE n.member_id = ${kept} AND n.kind = dues_notices.kind AND n.kind <> 'manual' AND n.period_end = dues_notices.period_end)`,
		],
	},
	{
		table: "voucher_lines",
		column: "member_id",
		stays: "posted vouchers never change; whoever reads follows merged_into",
	},
	{
		table: "members",
		column: "guardian_member_id",
		moves: ({ kept, other }, { at }) => [
			sql`UPDATE members SET guardian_member_id = ${kept}, version = version + 1, updated_at = ${at}
				WHERE guardian_member_id = ${other}`,
		],
	},
	{
		table: "members",
		column: "merged_into",
		// merged_into always leads in one step to the record that is valid now.
		moves: ({ kept, other }) => [sql`UPDATE members SET merged_into = ${kept} WHERE merged_into = ${other}`],
	},
	{
		table: "member_distinct",
		column: "a_id",
		// A record marked as another person than the merged one is marked so for this one too; the old mark stays.
		moves: ({ kept, other }) => [
			sql`INSERT INTO member_distinct (a_id, b_id, by_user_id, at)
				SELECT min(${kept}, third), max(${kept}, third), by_user_id, at
				FROM (SELECT iif(a_id = ${other}, b_id, a_id) AS third, by_user_id, at FROM member_distinct
					WHERE ${other} IN (a_id, b_id))
				WHERE third <> ${kept} ON CONFLICT DO NOTHING`,
		],
	},
	{ table: "member_distinct", column: "b_id", stays: "moved with a_id" },
	{
		table: "confirmations",
		column: "member_id",
		stays: "what waits ends by a trigger of 0050; what was decided is kept",
	},
	{
		table: "confirmations",
		column: "guardian_id",
		stays: "what waits ends by a trigger of 0050; what was decided is kept",
	},
	{ table: "erasure_places", column: "subject_id", stays: "of whoever was pseudonymised, who is merged no more" },
	{ table: "member_likenesses", column: "a_id", stays: "kept by triggers, which leave out what was merged" },
	{ table: "member_likenesses", column: "b_id", stays: "kept by triggers, which leave out what was merged" },
	{ table: "guardianships", column: "member_id", stays: "taken along by the triggers of 0046" },
	{ table: "guardianships", column: "guardian_id", stays: "taken along by the triggers of 0046" },
	{ table: "member_logins", column: "member_id", stays: "taken along by the triggers of 0046" },
	{ table: "member_ties", column: "member_id", stays: "follow from guardianships" },
	{ table: "member_ties", column: "other_id", stays: "follow from guardianships" },
	{ table: "member_words", column: "member_id", stays: "kept by triggers, which leave out what was merged" },
	{
		table: "member_numbers",
		column: "member_id",
		stays: "a number is its first record's for good; merged_into leads on",
	},
	{
		table: "roster_import_rows",
		column: "member_id",
		stays: "what an import did to that very row, sealed under its key; undoing it refuses a record that was merged",
	},
	{
		table: "audit_log",
		column: "auditable_id",
		where: "auditable_type = 'member'",
		stays: "the log is append-only; the history reads both",
	},
	{ table: "erasures", column: "member_id", stays: "a register of what was done to that very record" },
];

/** Moves everything that names the other record to the record that stays, in the order of the list. */
export const movePointers = (of: MergePair, by: By): Write[] =>
	POINTERS.flatMap((pointer) => ("moves" in pointer ? pointer.moves(of, by) : []));

/**
 * Returns the query of the ids of two member records and of their guardians (by SQL of both ids), because members with
 * the same guardian are family too.
 */
const bothAndGuardians = (kept: string, other: string): string =>
	`SELECT id FROM members WHERE id IN (${kept}, ${other}) UNION SELECT guardian_member_id FROM members WHERE id IN (${kept}, ${other})`;

/** Refuses with `member.merge_own` a user who is one of the two, in their families, or has the same guardian. */
export const refuseOwnMerge = ({ kept, other }: MergePair, by: Acting): Write =>
	refuseFamily(sql.raw(bothAndGuardians(String(Number(kept)), String(Number(other)))), by, "member.merge_own");

/**
 * Merges a record into another: it keeps its contents, but loses what only one record may have (its user, the hash of
 * its national id) and its guardian. Refuses with `member.stale` when it changed after the user saw `version`, or was
 * merged.
 */
export const absorb = ({ id, version }: MemberRef, into: number, at: number): Write[] => [
	sql`UPDATE members SET merged_into = ${into}, user_id = NULL, national_id_hash = NULL, guardian_member_id = NULL,
			version = version + 1, updated_at = ${at}
		WHERE id = ${id} AND version = ${version} AND merged_into IS NULL`,
	guard("member.stale"),
];

/**
 * Returns SQL for the value of `consent_at` after all consents moved to the record: the time of the newest health
 * consent, NULL when that one is a withdrawal; the present value when there is none.
 */
export function consentNow(id: number): SQL {
	const newest = sql`SELECT iif(c.given = 1, c.at, NULL) FROM consents c
		WHERE c.member_id = ${id} AND c.kind = 'health_data' ORDER BY c.id DESC LIMIT 1`;
	return sql`CASE WHEN EXISTS (${newest}) THEN (${newest}) ELSE consent_at END`;
}

/** Writes an audit row for each dependent of the record `other`, whose guardian becomes the record `kept`. */
export const auditDependents = (
	{ kept, other }: MergePair,
	by: { at: number; userId: number | null; actor: string; ip: string | null },
): Write =>
	sql`INSERT INTO audit_log (at, user_id, actor, action, auditable_type, auditable_id, description, ip_address, changes)
		SELECT ${by.at}, ${by.userId}, ${by.actor}, 'member.set_guardian', 'member', CAST(id AS TEXT), 'member ' || id, ${by.ip},
			json_object('guardian', json_object('from', CAST(${other} AS INTEGER), 'to', CAST(${kept} AS INTEGER)))
		FROM members WHERE guardian_member_id = ${other}`;

/**
 * Writes an audit row for the waiting certificate application that a later one replaces; it comes before the
 * applications move to the record that stays.
 */
export const auditReplaced = ({ kept, other }: MergePair, by: By): Write =>
	sql`INSERT INTO audit_log (at, user_id, actor, action, auditable_type, auditable_id, description, ip_address, changes)
		SELECT ${by.at}, ${by.userId}, ${by.actor}, 'certificate.replace', 'certificate', CAST(min(id) AS TEXT),
			'member ' || CAST(${kept} AS INTEGER), ${by.ip}, '{}'
		FROM disability_certificates WHERE member_id IN (${kept}, ${other}) AND status = 'pending' HAVING count(*) > 1`;

/** Counts of what moves when the second record is merged into the first, and what else the merge page shows. */
export type MergeFacts = {
	notes: number;
	certificates: number;
	both_pending: 0 | 1;
	consents: number;
	privacy_requests: number;
	both_asked: number;
	link_requests: number;
	dependents: number;
	dues: number;
	/** The number of dues items that the merge cancels because the other record has one for the same due. */
	dues_twice: number;
	dues_hinder: 0 | 1;
	payments: number;
	receipts: number;
	/** Records of the two members as donors, and finance documents that pay them. */
	donors: number;
	finance: number;
	imports: number;
	/** JSON of the member numbers that lead to either record. */
	numbers: string;
	/** How many records were merged into the second one before. */
	merged_before: number;
	/** Whether the reading user is one of the two members or of their guardians, or in the family of one of these. */
	is_own: 0 | 1;
	/** When (UTC milliseconds) and by whom they were marked as two people. */
	distinct_at: number | null;
	distinct_by: string | null;
	kept_guardian: string | null;
	other_guardian: string | null;
};

export const mergeFacts = ({ kept, other }: MergePair, userId: number): Select<MergeFacts> =>
	select(
		`SELECT (SELECT count(*) FROM notes WHERE notable_type = 'member' AND notable_id = ?2) AS notes,
			(SELECT count(*) FROM disability_certificates WHERE member_id = ?2) AS certificates,
			(SELECT count(*) > 1 FROM disability_certificates WHERE member_id IN (?1, ?2) AND status = 'pending') AS both_pending,
			(SELECT count(*) FROM consents WHERE member_id = ?2) AS consents,
			(SELECT count(*) FROM privacy_requests WHERE member_id = ?2) AS privacy_requests,
			(SELECT count(*) FROM (SELECT 1 FROM privacy_requests WHERE member_id IN (?1, ?2) AND status = 'open'
				GROUP BY kind HAVING count(*) > 1)) AS both_asked,
			(SELECT count(*) FROM link_requests WHERE member_id = ?2) + (SELECT count(*) FROM link_requests r
				WHERE r.status = 'open' AND EXISTS (SELECT 1 FROM json_each(r.candidates) WHERE value = ?2)) AS link_requests,
			(SELECT count(*) FROM members WHERE guardian_member_id = ?2) AS dependents,
			(SELECT count(*) FROM dues_items WHERE member_id = ?2 AND status <> 'cancelled') AS dues,
			(SELECT count(DISTINCT id) FROM (${doubleDues("?1", "?2")})) AS dues_twice, ${duesHinder("?1", "?2")} AS dues_hinder,
			(SELECT count(*) FROM payments WHERE payer_member_id = ?2) AS payments,
			(SELECT count(*) FROM receipts WHERE member_id = ?2) AS receipts,
			(SELECT count(*) FROM donors WHERE member_id = ?2) AS donors,
			(SELECT count(*) FROM finance_documents WHERE payee_member_id = ?2) AS finance,
			(SELECT count(*) FROM roster_import_rows WHERE member_id = ?2) AS imports,
			(SELECT json_group_array(n.member_no ORDER BY n.at, n.member_no) FROM members m JOIN member_numbers n ON n.member_id = m.id
				WHERE m.id IN (?1, ?2) OR m.merged_into IN (?1, ?2)) AS numbers,
			(SELECT count(*) FROM members WHERE merged_into = ?2) AS merged_before,
			EXISTS (SELECT 1 FROM related_users WHERE member_id IN (${bothAndGuardians("?1", "?2")}) AND user_id = ?3) AS is_own,
			d.at AS distinct_at, u.name AS distinct_by,
			(SELECT g.name FROM members g JOIN members m ON m.guardian_member_id = g.id WHERE m.id = ?1) AS kept_guardian,
			(SELECT g.name FROM members g JOIN members m ON m.guardian_member_id = g.id WHERE m.id = ?2) AS other_guardian
		FROM (SELECT 1) LEFT JOIN member_distinct d ON d.a_id = min(?1, ?2) AND d.b_id = max(?1, ?2)
			LEFT JOIN users u ON u.id = d.by_user_id`,
		kept,
		other,
		userId,
	);
