import { type SQL, sql } from "drizzle-orm";
import { type Db, refuseWhere, type Write } from "#db/commit.ts";
import { isClaimed } from "#db/people/membership-dues.ts";
import { recordAudit } from "#db/system/audit.ts";
import { refuseFamily } from "#db/system/family.ts";
import type { By } from "#kernel/by.ts";

/** A dues item as it was seen. */
export type DuesRef = { id: number; version: number };

/** These items as they were seen, in one of these states, and no payment waits for them. */
export const seenItems = (refs: readonly DuesRef[], states: readonly string[]): SQL =>
	sql`(d.id, d.version) IN (SELECT value ->> '$.id', value ->> '$.version' FROM json_each(${JSON.stringify(refs)}))
		AND d.status IN (${sql.raw(states.map((state) => `'${state}'`).join(", "))})`;

const listed = (refs: readonly DuesRef[]): SQL =>
	sql`(SELECT value FROM json_each(${JSON.stringify(refs.map(({ id }) => id))}))`;

/**
 * Refuses what nobody may change: `dues.claimed` where a payment waits for one, `dues.own` where one is one's own or the
 * family's, and `dues.stale` where one changed since it was seen or is in another state.
 */
export const refuseItems = (refs: readonly DuesRef[], states: readonly string[], by: By): Write[] => [
	refuseFamily(sql`SELECT member_id FROM dues_items WHERE id IN ${listed(refs)}`, by, "dues.own"),
	refuseWhere(
		"dues.claimed",
		sql`EXISTS (SELECT 1 FROM dues_items d WHERE d.id IN ${listed(refs)} AND ${isClaimed(["submitted"])})`,
	),
	refuseWhere(
		"dues.stale",
		sql`(SELECT count(*) FROM dues_items d WHERE ${seenItems(refs, states)}) <> ${refs.length}`,
	),
];

/** Whose items these are: for activateSettled. */
export const membersOfItems = (refs: readonly DuesRef[]): SQL =>
	sql`(SELECT member_id FROM dues_items WHERE id IN ${listed(refs)})`;

/** One row about an assessment: of what, of how many, and how many items it made. */
export const auditAssessment = (
	db: Db,
	of: { year: number; kinds: readonly string[]; members: number; items: number },
	by: By,
) =>
	recordAudit(db, {
		...by,
		action: "dues.assess",
		auditableType: "dues",
		auditableId: "",
		description: "",
		changes: { ...of },
	});
