import type { DuesStatus } from "#domain/money/dues/labels.ts";
import type { DuesKind } from "#domain/people/index.ts";
import { sumOf } from "#kernel/amounts.ts";
import type { AllocationInput } from "./form.ts";
import { allocate } from "./rules.ts";

/** A part of a payment with its member and dues item, as the receipt and the voucher need them. */
export type Part = {
	kind: "dues" | "donation" | "credit";
	amount: number;
	memberId: number | null;
	memberNo: string | null;
	memberName: string | null;
	item: { kind: DuesKind; dues_year: number } | null;
};

/** A dues item or a member that a part of a payment can be for, as the database returns it. */
export type Target = {
	dues_item_id: number | null;
	member_id: number | null;
	member_no: string | null;
	member_name: string | null;
	item_kind: DuesKind | null;
	dues_year: number | null;
};
type Row = Target & {
	kind: Part["kind"];
	amount: number;
	item_status: DuesStatus | null;
	item_amount: number | null;
	item_paid: number | null;
};

/** Returns the part for a stored row. */
export const partOf = (row: Target & { kind: Part["kind"]; amount: number }): Part => ({
	kind: row.kind,
	amount: row.amount,
	memberId: row.member_id,
	memberNo: row.member_no,
	memberName: row.member_name,
	item: row.item_kind === null || row.dues_year === null ? null : { kind: row.item_kind, dues_year: row.dues_year },
});

/** Returns the parts for allocations that are not stored yet; `targets` are their items and members. */
export const partsOf = (allocations: readonly AllocationInput[], targets: readonly Target[]): Part[] =>
	allocations.map((part) => {
		const of = targets.find((target) =>
			part.kind === "dues"
				? target.dues_item_id === part.duesItemId
				: target.dues_item_id === null && target.member_id === part.memberId,
		);
		return partOf({
			dues_item_id: null,
			member_no: null,
			member_name: null,
			item_kind: null,
			dues_year: null,
			...of,
			member_id: part.memberId,
			kind: part.kind,
			amount: part.amount,
		});
	});

/** Returns what is still owed of a part's item: 0 for one that is paid, waived or cancelled. */
export const leftOf = ({
	item_status,
	item_amount,
	item_paid,
}: Pick<Row, "item_status" | "item_amount" | "item_paid">): number =>
	item_status === "open" || item_status === "partially_paid" ? Math.max((item_amount ?? 0) - (item_paid ?? 0), 0) : 0;

/**
 * Returns the parts of a payment when another amount came in than was submitted: the same items in their order, each at
 * most what is still owed, then the donation; the rest is credit of the payer, or of the first member among the parts.
 */
export function reallocated(rows: readonly Row[], received: number, payer: number | null): AllocationInput[] {
	const dues = rows.flatMap((row) =>
		row.dues_item_id === null || row.member_id === null
			? []
			: [{ duesItemId: row.dues_item_id, memberId: row.member_id, due: leftOf(row) }],
	);
	const creditTo = payer ?? rows.find(({ member_id }) => member_id !== null)?.member_id ?? 0;
	const donation = sumOf(rows.filter(({ kind }) => kind === "donation"));
	return allocate(received, dues, { creditTo, donation });
}
