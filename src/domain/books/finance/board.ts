import type { FinanceState } from "./labels.ts";

type Document = { state: FinanceState; gross: number; board_from: number };
/** Returns whether the chair approves a document by a resolution of the 理事會: from an amount of the settings on. */
export const needsBoard = ({ state, gross, board_from }: Document): boolean =>
	state === "pending_chair" && board_from > 0 && gross >= board_from;

type Sent = { resolution_no: string; resolution_on: string | null };
type Read = { resolution: { no: string; on: string } | null; errors: Record<string, string[]> };

/**
 * Reads the resolution of the chair's form: its meeting or number, and its day, which is not after `today` (in Taipei).
 * With `isNeeded` it must be there.
 */
export function readBoard(
	{ resolution_no: no, resolution_on: on }: Sent,
	{ today, isNeeded }: { today: string; isNeeded: boolean },
): Read {
	if (no !== "" && on !== null && on <= today) return { resolution: { no, on }, errors: {} };
	if (no === "" && on === null && !isNeeded) return { resolution: null, errors: {} };
	const errors: Record<string, string[]> = {};
	if (no === "") errors.resolution_no = ["請填寫理事會的屆次或決議字號，例如「第 3 屆第 2 次理事會」。"];
	if (on === null) errors.resolution_on = ["請填寫理事會決議的日期。"];
	else if (on > today) errors.resolution_on = ["決議的日期不能晚於今天。"];
	return { resolution: null, errors };
}
