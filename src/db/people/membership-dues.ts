import { type SQL, sql } from "drizzle-orm";
import { refuseWhere, type Write } from "#db/commit.ts";
import { DUES_KINDS, NO_FEE_REASON, ZERO_REASON } from "#domain/people/fees.ts";
import type { By } from "#kernel/by.ts";
import { expectedOf, hasApproval, type Plan } from "./dues-expected.ts";
import { discountFor, FEE_OF_ITEM } from "./fee-settings.ts";
import { activate } from "./member-activation.ts";

/*
 * Dues that follow from the membership: joining makes dues items, an approved certificate reduces them, and death or withdrawal
 * cancels them. They are written in the batch of the step from which they follow.
 */

/**
 * Inserts the dues items that a plan expects and that do not exist yet, with one statement whatever their number
 * (docs/workflows.md#fees).
 */
export const insertDues = (plan: Plan, by: By): Write =>
	sql`INSERT INTO dues_items (member_id, kind, dues_year, base_amount, discount_percent, amount, status, reason, created_by,
			created_at, updated_at)
		SELECT member_id, kind, dues_year, base, percent, amount, iif(amount = 0, 'waived', 'open'),
			CASE WHEN amount > 0 THEN NULL WHEN base = 0 THEN ${NO_FEE_REASON} ELSE ${ZERO_REASON} END, ${by.userId}, ${by.at}, ${by.at}
		FROM (${expectedOf(plan)}) WHERE fate = 'owed' ORDER BY member_id, kind DESC`;

/**
 * Inserts the dues of members who join (docs/workflows.md#fees): the entrance fee unless they have one, and the annual
 * fee of the first year. It comes after their approval in the batch, whose day of joining counts; `today` is the day of
 * the discount. Exempt types owe nothing; members who owe nothing because of a discount become active at once.
 */
export const assessJoining = (memberIds: readonly number[], { today, by }: { today: string; by: By }): Write[] => [
	insertDues({ year: "joining", kinds: DUES_KINDS, today, memberIds }, by),
	...activateSettled(sql`(SELECT value FROM json_each(${JSON.stringify(memberIds)}))`, by),
];

/** SQL: whether a member for life has an entrance fee that is paid or waived. */
const SETTLED_FOR_LIFE = sql`(membership_type = 'lifetime' AND EXISTS (SELECT 1 FROM dues_items e
	WHERE e.member_id = members.id AND e.kind = 'entrance' AND e.status IN ('paid', 'waived')))`;

/**
 * Activates the members, among these ids (SQL), who wait for their first payment and owe nothing, because of waivers or
 * full discounts.
 */
export const activateSettled = (ids: SQL, by: By): Write[] =>
	activate(sql`id IN ${ids} AND (paid_year IS NOT NULL OR ${SETTLED_FOR_LIFE})`, by);

/** Refuses with `member.owes_entrance` to make members active without a payment who owe an entrance fee for life. */
export const refuseOwingForLife = (memberIds: readonly number[]): Write =>
	refuseWhere(
		"member.owes_entrance",
		sql`EXISTS (SELECT 1 FROM members m JOIN dues_items d ON d.member_id = m.id AND d.kind = 'entrance'
				AND d.status IN ('open', 'partially_paid')
			WHERE m.membership_type = 'lifetime' AND m.id IN (SELECT value FROM json_each(${JSON.stringify(memberIds)})))`,
	);

/** Returns SQL: whether a payment in one of these states is for the dues item `d`. */
export const isClaimed = (states: readonly ("submitted" | "verified")[]): SQL =>
	sql`EXISTS (SELECT 1 FROM payment_allocations a JOIN payments p ON p.id = a.payment_id
		WHERE a.dues_item_id = d.id AND p.status IN (${sql.raw(states.map((state) => `'${state}'`).join(", "))}))`;

type Change = {
	kind: "waived" | "unwaived" | "corrected" | "cancelled" | "reassessed";
	/** The condition on `dues_items d` that selects the items; it must hold in each of changeDues' three statements. */
	which: SQL;
	set: SQL;
	/** The new amount, if it changes. */
	amount?: SQL;
	reason: string | null;
	by: By;
};

/**
 * Changes the dues items for which `which` holds. The event and the audit row of each item come before the change in
 * the batch.
 */
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

/** Cancels the unpaid dues items of a member who died or withdrew, except those for which a payment waits. */
export const cancelOpenDues = (memberId: number, reason: string, by: By): Write[] =>
	changeDues({
		kind: "cancelled",
		which: sql`d.member_id = ${memberId} AND d.status = 'open' AND NOT ${isClaimed(["submitted"])}`,
		set: sql`status = 'cancelled', reason = ${reason}`,
		reason,
		by,
	});

/**
 * Applies the discount of an approved certificate to the member's unpaid items of this and later years for which it
 * counts, when they have a lower discount and no payment claims them. Items that come to 0 are waived. The base amount
 * stays as it was assessed.
 */
export const reassessDues = (memberId: number, { today, by }: { today: string; by: By }): Write[] => {
	const percent = sql.raw(`(SELECT ${discountFor(FEE_OF_ITEM)} FROM members m WHERE m.id = d.member_id)`);
	const amount = sql`(d.base_amount - d.base_amount * ${percent} / 100)`;
	return [
		...changeDues({
			kind: "reassessed",
			which: sql`d.member_id = ${memberId} AND d.status = 'open' AND d.dues_year >= ${Number(today.slice(0, 4))}
				AND d.discount_percent < ${percent} AND ${hasApproval("d.member_id", sql.raw("d.dues_year"), today)}
				AND NOT ${isClaimed(["submitted", "verified"])}`,
			set: sql`discount_percent = ${percent}, amount = ${amount}, status = iif(${amount} = 0, 'waived', 'open'),
				reason = iif(${amount} = 0, ${ZERO_REASON}, NULL)`,
			amount,
			reason: "核准身心障礙證明",
			by,
		}),
		...activateSettled(sql`(${memberId})`, by),
	];
};
