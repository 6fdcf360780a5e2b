import type { IncomeInput } from "./form.ts";
import { isUnknownDeposit } from "./rules.ts";

type Receiptable = Pick<
	IncomeInput,
	"kind" | "isInKind" | "wantsReceipt" | "donorId" | "payerTitle" | "bankLineId" | "method"
> & {
	/** The id of the user who wrote the title. */
	titledBy: number | null;
};

/** Returns the fields of a stored income record that `issuingOf` needs. */
export const receiptableOf = (row: {
	kind: IncomeInput["kind"];
	is_in_kind: 0 | 1;
	wants_receipt: 0 | 1;
	donor_id: number | null;
	payer_title: string;
	bank_line_id: number | null;
	method: IncomeInput["method"];
	titled_by: number | null;
}): Receiptable => ({
	kind: row.kind,
	isInKind: row.is_in_kind === 1,
	wantsReceipt: row.wants_receipt === 1,
	donorId: row.donor_id,
	payerTitle: row.payer_title,
	bankLineId: row.bank_line_id,
	method: row.method,
	titledBy: row.titled_by,
});

/**
 * Returns what the receipt of an income record needs, or undefined when none is issued: `titles`, its title; `said`,
 * the title again when no second user has to confirm it; and `otherTitle`, the code to refuse the title with when
 * `said` lacks it. Recording issues a receipt for a donation that wants one; `anyway` issues one for any donation and
 * for 其他收入.
 */
export function issuingOf(of: Receiptable, userId: number, { anyway = false } = {}) {
	const isIssued = anyway ? of.kind === "donation" || of.kind === "other" : of.kind === "donation" && of.wantsReceipt;
	if (of.isInKind || !isIssued) return undefined;
	const isUnknown = isUnknownDeposit(of);
	const isSaid = of.donorId === null ? !isUnknown : of.titledBy !== null && of.titledBy !== userId;
	return {
		titles: [of.payerTitle],
		said: isSaid ? [of.payerTitle] : [],
		otherTitle: isUnknown ? ("receipt.unknown_payer" as const) : ("income.title_second_person" as const),
	};
}
