import { type SQL, sql } from "drizzle-orm";
import { guard, type Write } from "#db/commit.ts";
import { POINTERS } from "#db/personal.ts";
import type { MergePair } from "#db/personal-data.ts";
import { type Select, select } from "#db/read.ts";
import { type Acting, guardianNames, refuseFamily } from "#db/system/index.ts";
import type { By } from "#kernel/by.ts";
import { doubleDues, duesHinder } from "./member-merge-dues.ts";
import type { MemberRef } from "./member-writes.ts";

/** Moves everything that names the other record to the record that stays, as the nouns declare it. */
export const movePointers = (of: MergePair, by: By): Write[] =>
	POINTERS.flatMap((pointer) => ("moves" in pointer ? pointer.moves(of, by) : []));

/**
 * Returns the query of the ids of two member records and of their guardians (by SQL of both ids), because members with
 * the same guardian are family too.
 */
const bothAndGuardians = (kept: string, other: string): string =>
	`SELECT id FROM members WHERE id IN (${kept}, ${other}) UNION SELECT guardian_member_id FROM members WHERE id IN (${kept}, ${other})
		UNION SELECT second_guardian_id FROM members WHERE id IN (${kept}, ${other})`;

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
			second_guardian_id = NULL, version = version + 1, updated_at = ${at}
		WHERE id = ${id} AND version = ${version} AND merged_into IS NULL`,
	guard("member.stale"),
];

/**
 * Keeps as what, and by which paper, the guardians stand whose guardianship the merge began anew: it takes that from the
 * same guardianship that the merge ended just before. It comes after everything else of the merge.
 */
export const keepPapers = (kept: number): Write =>
	sql`UPDATE guardianships SET (role, authority, paper, paper_on, has_custody) = (o.role, o.authority, o.paper, o.paper_on, o.has_custody)
		FROM guardianships o WHERE guardianships.until IS NULL AND guardianships.opened_at IS NULL
			AND ${kept} IN (guardianships.member_id, guardianships.guardian_id)
			AND o.id = (SELECT max(id) FROM guardianships x WHERE x.member_id = guardianships.member_id
				AND x.guardian_id = guardianships.guardian_id AND x.until >= guardianships.since - 5000)`;

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
		FROM members WHERE guardian_member_id = ${other} OR second_guardian_id = ${other}`;

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
			(SELECT count(*) FROM members WHERE guardian_member_id = ?2 OR second_guardian_id = ?2) AS dependents,
			(SELECT count(*) FROM dues_items WHERE member_id = ?2 AND status <> 'cancelled') AS dues,
			(SELECT count(DISTINCT id) FROM (${doubleDues("?1", "?2")})) AS dues_twice, ${duesHinder("?1", "?2")} AS dues_hinder,
			(SELECT count(*) FROM payments WHERE payer_member_id = ?2) AS payments,
			(SELECT count(*) FROM receipts WHERE member_id = ?2) AS receipts,
			(SELECT count(*) FROM donors WHERE member_id = ?2) AS donors,
			(SELECT count(*) FROM finance_documents WHERE payee_member_id = ?2)
				+ (SELECT count(DISTINCT document_id) FROM finance_shares WHERE member_id = ?2) AS finance,
			(SELECT count(*) FROM roster_import_rows WHERE member_id = ?2) AS imports,
			(SELECT json_group_array(n.member_no ORDER BY n.at, n.member_no) FROM members m JOIN member_numbers n ON n.member_id = m.id
				WHERE m.id IN (?1, ?2) OR m.merged_into IN (?1, ?2)) AS numbers,
			(SELECT count(*) FROM members WHERE merged_into = ?2) AS merged_before,
			EXISTS (SELECT 1 FROM related_users WHERE member_id IN (${bothAndGuardians("?1", "?2")}) AND user_id = ?3) AS is_own,
			d.at AS distinct_at, u.name AS distinct_by,
			(SELECT ${guardianNames()} FROM members m WHERE m.id = ?1) AS kept_guardian,
			(SELECT ${guardianNames()} FROM members m WHERE m.id = ?2) AS other_guardian
		FROM (SELECT 1) LEFT JOIN member_distinct d ON d.a_id = min(?1, ?2) AND d.b_id = max(?1, ?2)
			LEFT JOIN users u ON u.id = d.by_user_id`,
		kept,
		other,
		userId,
	);
