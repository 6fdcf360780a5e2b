import { type SQL, sql } from "drizzle-orm";
import { recordAudit } from "#db/audit.ts";
import { type Db, refuseWhere, type Write } from "#db/commit.ts";
import { isClaimed } from "#db/people/index.ts";
import { refuseFamily } from "#db/system/index.ts";
import type { By } from "#kernel/by.ts";

/** A dues item with the version that the user saw. */
export type DuesRef = { id: number; version: number };

/**
 * Returns the condition that a dues item `d` is one of these, has the version that the user saw, and is in one of these
 * states.
 */
export const seenItems = (refs: readonly DuesRef[], states: readonly string[]): SQL =>
	sql`(d.id, d.version) IN (SELECT value ->> '$.id', value ->> '$.version' FROM json_each(${JSON.stringify(refs)}))
		AND d.status IN (${sql.raw(states.map((state) => `'${state}'`).join(", "))})`;

const listed = (refs: readonly DuesRef[]): SQL =>
	sql`(SELECT value FROM json_each(${JSON.stringify(refs.map(({ id }) => id))}))`;

/**
 * Refuses a change of dues items: with `dues.claimed` when a submitted payment is meant for one, with `dues.own` when
 * one belongs to the user or the user's family, and with `dues.stale` when one changed since the user saw it or is in
 * another state.
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

/** Returns the subquery of the ids of the members to whom these dues items belong. */
export const membersOfItems = (refs: readonly DuesRef[]): SQL =>
	sql`(SELECT member_id FROM dues_items WHERE id IN ${listed(refs)})`;

/** Writes the audit row about an assessment of dues: year, kinds, number of members, and number of items made. */
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
