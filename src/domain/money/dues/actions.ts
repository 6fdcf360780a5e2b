import { sql } from "drizzle-orm";
import { closedMonths, postVoucher, reverseVoucher } from "#db/books/index.ts";
import { commit, commitRows, type Db, type Write } from "#db/commit.ts";
import { type StoredDues, storedDues } from "#db/money/dues-actions.ts";
import * as stored from "#db/money/dues-writes.ts";
import { activateSettled, changeDues, insertDues, planned, plannedPeople } from "#db/people/index.ts";
import { readRows } from "#db/read.ts";
import { refuseFamily } from "#db/system/index.ts";
import { closedIn, postingDate } from "#domain/books/index.ts";
import type { DuesKind } from "#domain/people/index.ts";
import { followed } from "#domain/system/actions.ts";
import type { By } from "#kernel/by.ts";
import { Refusal } from "#kernel/refusal.ts";
import { dateInTaipei } from "#kernel/times.ts";
import { type Corrected, canStep, correctedTo, creditEntries, DUES_STEPS, type DuesStep } from "./rules.ts";

type Ref = stored.DuesRef;

/**
 * Assesses the dues of the given kinds for a year, for all members or for the chosen ones, with the fees and discounts
 * of the current day in Taipei; returns how many items it made. Existing items stay as they are, so a repeated
 * assessment makes none. Refuses `dues.own` when the acting user's own family is among the chosen members.
 */
export async function assessDues(
	db: Db,
	{
		year,
		kinds,
		memberIds,
		href,
		by,
	}: { year: number; kinds: readonly DuesKind[]; memberIds: readonly number[] | null; href?: string; by: By },
): Promise<number> {
	const plan = { year, kinds, memberIds, today: dateInTaipei(by.at) };
	const [rows, [people]] = await readRows(db.$client, planned(plan), plannedPeople(plan));
	const items = rows.reduce((sum, row) => sum + (row.fate === "owed" ? row.items : 0), 0);
	if (items === 0) return 0;
	return followed(db, { kind: "assessment", href, total: items, by }, async ({ ended }) => {
		const results = await commitRows(db, [
			refuseFamily(memberIds ?? [], by, "dues.own"),
			insertDues(plan, by),
			sql`SELECT changes() AS made`,
			...activateSettled(sql`(SELECT member_id FROM dues_items WHERE dues_year = ${year} AND status = 'waived')`, by),
			...stored.auditAssessment(db, { year, kinds, members: people?.owing ?? 0, items }, by),
			...ended,
		]);
		return madeOf(results[2]);
	});
}

function madeOf(rows: unknown[] | undefined): number {
	const [row] = rows ?? [];
	return typeof row === "object" && row !== null && "made" in row ? Number(row.made) : 0;
}

/**
 * 免繳: waives the unpaid rest of these dues items. A member who waited only for these to be paid becomes active. Every
 * change of dues items refuses `dues.stale` when an item changed since it was seen, `dues.claimed` while a payment for
 * it waits, `dues.own` for the user's own and the family's items, and `dues.wrong_state` when the step cannot begin in
 * its state.
 */
export const waiveDues = (
	db: Db,
	{ refs, reason, by }: { refs: readonly Ref[]; reason: string; by: By },
): Promise<void> =>
	commit(db, [
		...stored.refuseItems(refs, DUES_STEPS.waive.from, by),
		...changeDues({
			kind: "waived",
			which: stored.seenItems(refs, DUES_STEPS.waive.from),
			set: sql`status = 'waived', reason = ${reason}`,
			reason,
			by,
		}),
		...activateSettled(stored.membersOfItems(refs), by),
	]);

type Change = { ref: Ref; reason: string; by: By };

/** Ends a waiver: the unpaid rest of the item is owed again. Refuses what `waiveDues` refuses. */
export async function unwaiveDues(db: Db, { ref, reason, by }: Change): Promise<void> {
	await seen(db, ref, "unwaive");
	await commit(db, [
		...stored.refuseItems([ref], DUES_STEPS.unwaive.from, by),
		...changeDues({
			kind: "unwaived",
			which: stored.seenItems([ref], DUES_STEPS.unwaive.from),
			set: sql`reason = NULL, status = CASE paid_amount WHEN 0 THEN 'open' WHEN amount THEN 'paid' ELSE 'partially_paid' END`,
			reason,
			by,
		}),
	]);
}

/**
 * Cancels an item of which nothing was paid. The next assessment makes it anew, so a member who shall not pay needs a
 * waiver instead. Refuses what `waiveDues` refuses.
 */
export async function cancelDues(db: Db, { ref, reason, by }: Change): Promise<void> {
	await seen(db, ref, "cancel");
	await commit(db, [
		...stored.refuseItems([ref], DUES_STEPS.cancel.from, by),
		...changeDues({
			kind: "cancelled",
			which: stored.seenItems([ref], DUES_STEPS.cancel.from),
			set: sql`status = 'cancelled', reason = ${reason}`,
			reason,
			by,
		}),
	]);
}

/**
 * Corrects the base or discount of an item, also of a paid one: what was paid above the new amount becomes the member's
 * credit, and a voucher moves it from income to 預收款項; a second correction takes back the first one's voucher.
 * Refuses what `waiveDues` refuses, and `payment.credit_used` when credit that the item would need again is spent.
 */
export async function correctDues(
	db: Db,
	{ ref, base, percent, reason, by }: Change & { base: number; percent: number },
): Promise<void> {
	const item = await seen(db, ref, "correct");
	const now = correctedTo(item, { base, percent });
	if (item.base_amount === base && item.discount_percent === percent) return;
	const [closed] = await readRows(db.$client, closedMonths());
	const on = postingDate(dateInTaipei(by.at), closedIn(closed));
	await commit(db, [
		...stored.refuseItems([ref], DUES_STEPS.correct.from, by),
		...changeDues({
			kind: "corrected",
			which: stored.seenItems([ref], DUES_STEPS.correct.from),
			set: sql`base_amount = ${base}, discount_percent = ${percent}, amount = ${now.amount}, paid_amount = ${now.paid_amount},
				credited_amount = ${now.credited_amount}, status = ${now.status},
				reason = iif(${now.status} = 'waived', ${reason}, NULL)`,
			amount: sql`${now.amount}`,
			reason,
			by,
		}),
		...vouchersOf(item, now, { on, by }),
		...activateSettled(sql`(${item.member_id})`, by),
	]);
}

function vouchersOf(item: StoredDues, now: Corrected, { on, by }: { on: string; by: By }): Write[] {
	if (now.credited_amount === item.credited_amount) return [];
	const about = { source: "dues" as const, id: item.id };
	const seq = item.voucher_seq ?? 0;
	const lines = creditEntries(item, { credited: now.credited_amount, on, memo: "更正會費，轉為溢繳款" });
	return [
		...(item.has_voucher
			? reverseVoucher({ ...about, seq }, { date: on, description: `沖銷會費更正 ${item.id}`, by })
			: []),
		...(lines ? postVoucher({ ...about, seq: seq + 1, date: on, description: `會費更正 ${item.id}`, lines }, by) : []),
	];
}

/**
 * Reads a dues item for a step. Refuses `dues.stale` when it changed since the user saw it (`version`), and
 * `dues.wrong_state` when the step cannot begin in its state; the guards of the batch check this again.
 */
async function seen(db: Db, { id, version }: Ref, step: DuesStep): Promise<StoredDues> {
	const [[item]] = await readRows(db.$client, storedDues(id));
	if (item?.version !== version) throw new Refusal("dues.stale");
	if (!canStep(step, item)) throw new Refusal("dues.wrong_state");
	return item;
}
