import { sql } from "drizzle-orm";
import type { Write } from "#db/commit.ts";
import { type Select, selectOne } from "#db/read.ts";
import type { Meeting, Votes } from "#domain/people/members/sanctions.ts";
import type { By } from "#kernel/by.ts";

/** A resolution by which a member is suspended or expelled; only that of the general meeting has votes. */
export type SanctionRow = Meeting & { step: "suspend" | "expel"; present: number | null; in_favour: number | null };

/** Selects the resolution by which a member is suspended or expelled now; none for steps before migration 0081. */
export const sanctionOf = (memberId: number): Select<SanctionRow> =>
	selectOne(
		`SELECT s.step, s.meeting, s.held_on, s.present, s.in_favour
		FROM members m JOIN member_sanctions s ON s.member_id IN (SELECT m.id UNION ALL SELECT o.id FROM members o WHERE o.merged_into = m.id)
		WHERE m.id = ? AND s.step = CASE m.status WHEN 'suspended' THEN 'suspend' WHEN 'expelled' THEN 'expel' END
		ORDER BY s.id DESC LIMIT 1`,
		memberId,
	);

type Sanction = Meeting & Partial<Votes> & { step: "suspend" | "expel" };
/** Keeps the resolution of a suspension or an expulsion. */
export const insertSanction = (memberId: number, of: Sanction, by: By): Write =>
	sql`INSERT INTO member_sanctions (member_id, step, meeting, held_on, present, in_favour, created_by, created_at)
		VALUES (${memberId}, ${of.step}, ${of.meeting}, ${of.held_on}, ${of.present ?? null}, ${of.in_favour ?? null}, ${by.userId}, ${by.at})`;
