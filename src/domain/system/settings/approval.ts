import { count, flag } from "./kinds.ts";

/** The settings of the chain of approval of expense requests (docs/workflows.md#expense-requests). */
export const APPROVAL = {
	secretary: flag({
		label: "秘書長審核",
		hint: "會計審核後、理事長核准前，多一關由秘書長（總幹事）審核。改變時，正在等候的申請照原來的關卡走完。",
		default: false,
	}),
	board_from: count({
		label: "要有理事會決議的金額",
		hint: "申請總額達到這個金額，理事長核准時要填理事會的決議與日期，印在憑證黏存單上。0 表示都不用。",
		unit: "元",
		min: 0,
		max: 999_999_999,
		default: 0,
	}),
	bulk_below: count({
		label: "可以一次核准多件的金額",
		hint: "申請總額低於這個金額，而且您打開過這一版的每一個憑證，才能在「等我處理」和別件一起核准。會計要選科目，仍是一件一件審核。0 表示都不行。",
		unit: "元",
		min: 0,
		max: 999_999_999,
		default: 3_000,
	}),
};
