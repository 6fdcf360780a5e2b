import { type SQL, sql } from "drizzle-orm";
import { type Db, refuseWhere, type Write } from "#db/commit.ts";
import { refuseFamily } from "#db/people/family.ts";
import { activate } from "#db/people/member-activation.ts";
import { recordAudit } from "#db/system/audit.ts";
import { DUES_KINDS } from "#domain/money/dues/labels.ts";
import { ZERO_REASON } from "#domain/money/fees.ts";
import type { By } from "#kernel/by.ts";
import { expectedOf, type Plan } from "./dues-expected.ts";
import { feeSetting } from "./fee-settings.ts";

/** A dues item with the version that the user saw. */
export type DuesRef = { id: number; version: number };

/**
 * Inserts the dues items that a plan expects and that do not exist yet, in one statement whatever their number
 * (docs/workflows.md#fees).
 */
export const insertDues = (plan: Plan, by: By): Write =>
	sql`INSERT INTO dues_items (member_id, kind, dues_year, base_amount, discount_percent, amount, status, reason, created_by,
			created_at, updated_at)
		SELECT member_id, kind, dues_year, base, percent, amount, iif(amount = 0, 'waived', 'open'),
			iif(amount = 0, ${ZERO_REASON}, NULL), ${by.userId}, ${by.at}, ${by.at}
		FROM (${expectedOf(plan)}) WHERE fate = 'owed' ORDER BY member_id, kind DESC`;

/**
 * Inserts what these members owe because they join (docs/workflows.md#fees): the entrance fee unless they have one
 * already, and the annual fee of the first year. It comes after the approval of the members in the same batch, because
 * the day of joining counts; `today` is the day by which the discount is decided. Exempt types owe nothing; a member
 * whose discount leaves nothing to pay becomes active at once.
 */
export const assessJoining = (memberIds: readonly number[], { today, by }: { today: string; by: By }): Write[] => [
	insertDues({ year: "joining", kinds: DUES_KINDS, today, memberIds }, by),
	...activateSettled(sql`(SELECT value FROM json_each(${JSON.stringify(memberIds)}))`, by),
];

/**
 * Activates the members among these ids (SQL) who wait for their first payment but owe nothing, because of waivers or
 * full discounts.
 */
export const activateSettled = (ids: SQL, by: By): Write[] => activate(sql`id IN ${ids} AND paid_year IS NOT NULL`, by);

/** Returns SQL: whether a payment in one of these states is for the dues item `d`. */
export const isClaimed = (states: readonly ("submitted" | "verified")[]): SQL =>
	sql`EXISTS (SELECT 1 FROM payment_allocations a JOIN payments p ON p.id = a.payment_id
		WHERE a.dues_item_id = d.id AND p.status IN (${sql.raw(states.map((state) => `'${state}'`).join(", "))}))`;

type Change = {
	kind: "waived" | "unwaived" | "corrected" | "cancelled" | "reassessed";
	/** A condition on `dues_items d` that says which items are changed; it must hold until they are changed. */
	which: SQL;
	set: SQL;
	/** SQL of the new amount, when the amount changes. */
	amount?: SQL;
	reason: string | null;
	by: By;
};

/** Changes dues items. The event and the audit row of each item are written before the change, in the same batch. */
export const changeDues = ({ kind, which, set, amount, reason, by }: Change): Write[] => {
	const [from, to] = amount ? [sql`d.amount`, amount] : [sql`NULL`, sql`NULL`];
	return [
		sql`INSERT INTO dues_events (dues_item_id, kind, from_amount, to_amount, reason, user_id, at)
			SELECT d.id, ${kind}, ${from}, ${to}, ${reason}, ${by.userId}, ${by.at} FROM dues_items d WHERE ${which}`,
		sql`INSERT INTO audit_log (at, user_id, actor, action, auditable_type, auditable_id, description, ip_address, changes)
			SELECT ${by.at}, ${by.userId}, ${by.actor}, ${`dues.${VERBS[kind]}`}, 'dues', CAST(d.id AS TEXT), 'dues ' || d.id, ${by.ip},
				${amount ? sql`json_object('amount', json_object('from', d.amount, 'to', ${amount}))` : STATUS[kind]}
			FROM dues_items d WHERE ${which}`,
		sql`UPDATE dues_items AS d SET ${set}, version = version + 1, updated_at = ${by.at} WHERE ${which}`,
	];
};
const toStatus = (to: string): SQL => sql`json_object('status', json_object('from', d.status, 'to', ${to}))`;
const STATUS = {
	waived: toStatus("waived"),
	unwaived: toStatus("open"),
	corrected: sql`'{}'`,
	cancelled: toStatus("cancelled"),
	reassessed: sql`'{}'`,
};
const VERBS = {
	waived: "waive",
	unwaived: "unwaive",
	corrected: "correct",
	cancelled: "cancel",
	reassessed: "reassess",
} as const;

/**
 * Returns the condition of these dues items in the versions that the user saw, in one of these states, and without a
 * submitted payment.
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

/** Returns the subquery of the members who owe these dues items: for activateSettled. */
export const membersOfItems = (refs: readonly DuesRef[]): SQL =>
	sql`(SELECT member_id FROM dues_items WHERE id IN ${listed(refs)})`;

/**
 * Cancels the open dues items of a member who died or withdrew, except those with a submitted payment or with a part
 * already paid.
 */
export const cancelOpenDues = (memberId: number, reason: string, by: By): Write[] =>
	changeDues({
		kind: "cancelled",
		which: sql`d.member_id = ${memberId} AND d.status = 'open' AND NOT ${isClaimed(["submitted"])}`,
		set: sql`status = 'cancelled', reason = ${reason}`,
		reason,
		by,
	});

/**
 * Reassesses the open dues items of this and later years after a disability certificate was approved: an item gets the
 * discount of the settings when its own is smaller and no payment is meant for it. An item that comes to 0 is waived.
 * The base amount stays as it was assessed.
 */
export const reassessDues = (memberId: number, { today, by }: { today: string; by: By }): Write[] => {
	const percent = sql.raw(feeSetting("disability_discount_percent"));
	const amount = sql`(d.base_amount - d.base_amount * ${percent} / 100)`;
	return [
		...changeDues({
			kind: "reassessed",
			which: sql`d.member_id = ${memberId} AND d.status = 'open' AND d.dues_year >= ${Number(today.slice(0, 4))}
				AND d.discount_percent < ${percent} AND NOT ${isClaimed(["submitted", "verified"])}`,
			set: sql`discount_percent = ${percent}, amount = ${amount}, status = iif(${amount} = 0, 'waived', 'open'),
				reason = iif(${amount} = 0, ${ZERO_REASON}, NULL)`,
			amount,
			reason: "核准身心障礙證明",
			by,
		}),
		...activateSettled(sql`(${memberId})`, by),
	];
};

/** Writes one audit row about an assessment: the year and kinds, how many members, and how many items it made. */
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
