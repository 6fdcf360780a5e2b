import * as z from "zod";
import { asked } from "#kernel/query.ts";

/** The query of a reconciliation statement: its month (YYYY-MM), without it the month before the present one. */
export const ReconciliationQuery = z.strictObject({
	month: asked(z.string().regex(/^20[0-9]{2}-(?:0[1-9]|1[0-2])$/)),
});

/**
 * The parts of a 銀行存款調節表: deposits booked but not at the bank yet (在途存款), payments booked but not taken from
 * the bank yet (未兌領), and money that the bank booked and the books did not, in and out.
 */
export const SECTIONS = ["in_transit", "outstanding", "bank_in", "bank_out"] as const;
export type Section = (typeof SECTIONS)[number];
export const SECTION_LABELS: Record<Section, string> = {
	in_transit: "在途存款（帳上已存入，銀行還沒入帳）",
	outstanding: "未兌領款項（帳上已付出，銀行還沒扣款）",
	bank_in: "銀行已存入，帳上還沒有",
	bank_out: "銀行已扣款，帳上還沒有",
};

type Differing = { booked: number; moved: number; is_before?: 0 | 1 };

/** Returns the section of a difference between what the books and what the bank moved. */
export function sectionOf({ booked, moved }: Differing): Section {
	if (Math.abs(booked) > Math.abs(moved) || booked * moved < 0) return booked > 0 ? "in_transit" : "outstanding";
	return moved > 0 ? "bank_in" : "bank_out";
}

type Standing = {
	held: number;
	held_before: number;
	balance: number | null;
	balance_before: number | null;
};

/** The sums of a 銀行存款調節表, in NT$. */
export type Reconciled = {
	sums: Record<Section, number>;
	/** What the bank held more than the books before the first imported line; null where no line tells a balance. */
	before: number | null;
	/** The balance of the books with all differences: what the bank should have. */
	adjusted: number;
	/**
	 * What the bank's own balance is more than that; 0 when the statement agrees, null where no balance is known at the
	 * end or before the first line.
	 */
	unexplained: number | null;
};

/** Returns the sums of a statement: the balance of the books, brought to that of the bank by each difference. */
export function reconcile(account: Standing, differences: readonly Differing[]): Reconciled {
	const sums: Record<Section, number> = { in_transit: 0, outstanding: 0, bank_in: 0, bank_out: 0 };
	for (const one of differences) if (!one.is_before) sums[sectionOf(one)] += one.moved - one.booked;
	const late = differences.reduce((sum, one) => sum + (one.is_before ? one.moved - one.booked : 0), 0);
	const before = account.balance_before === null ? null : account.balance_before - account.held_before + late;
	const adjusted = Object.values(sums).reduce((all, sum) => all + sum, account.held + (before ?? 0));
	const unexplained = account.balance === null || before === null ? null : account.balance - adjusted;
	return { sums, before, adjusted, unexplained };
}
