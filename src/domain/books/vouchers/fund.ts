import { readVoucherDay, type VoucherForm } from "./form.ts";

/** The resolution of the 理事會 by which money leaves 基金專戶: its number or meeting, and its day (YYYY-MM-DD). */
export type FundResolution = { no: string; on: string };

type Side = { account: string; debit: number; credit: number };
const isFund = (code: string): boolean => code === "1310" || code.startsWith("1310-");

/**
 * Whether these lines take money out of 基金專戶 (1310), which needs a resolution of the 理事會 (社會團體財務處理辦法
 * §15). Interest brings money in, and a renewal of a 定存 moves it within 1310. Migration 0080 asks every writer.
 */
export const leavesFund = (lines: readonly Side[]): boolean =>
	lines.filter(({ account }) => isFund(account)).reduce((sum, { debit, credit }) => sum + credit - debit, 0) > 0;

/** What is said before the rule refuses (`voucher.fund_resolution`). */
export const FUND_WORDS =
	"從基金專戶（1310）支出，要填理事會決議的會次與日期，日期不晚於傳票日期（社會團體財務處理辦法 §15）。";

type Sent = Pick<VoucherForm, "resolution_no" | "resolution_on">;
type Read = { resolution: FundResolution | undefined; errors: Record<string, string[]> };

/**
 * Reads the resolution of a voucher's form: none, or its number and its day, not after the voucher's `day`.
 * `isNeeded`: the voucher is to be posted and takes money out of 基金專戶.
 */
export function readResolution(
	{ resolution_no: no, resolution_on: typed }: Sent,
	{ day, isNeeded }: { day: string | undefined; isNeeded: boolean },
): Read {
	const refused = (field: keyof Sent, words: string): Read => ({ resolution: undefined, errors: { [field]: [words] } });
	if (no === "" && typed.trim() === "")
		return isNeeded ? refused("resolution_no", FUND_WORDS) : { resolution: undefined, errors: {} };
	if (no === "") return refused("resolution_no", "請填寫決議的會次或文號。");
	const read = readVoucherDay(typed);
	if ("problem" in read) return refused("resolution_on", typed.trim() === "" ? "請填寫決議的日期。" : read.problem);
	if (day !== undefined && read.day > day) return refused("resolution_on", "決議的日期不能晚於傳票的日期。");
	return { resolution: { no, on: read.day }, errors: {} };
}
