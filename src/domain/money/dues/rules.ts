import { ACCOUNTS, credit, debit, type Entry } from "#domain/books/index.ts";
import { amountOf, type DuesKind } from "#domain/people/index.ts";
import { type Step, workflow } from "#kernel/steps.ts";
import { DUES_STATUSES, type DuesStatus } from "./labels.ts";

/**
 * The only table of the steps that staff take with a dues item (docs/workflows.md#fees). Paying is a step of payments.
 */
export const DUES_STEPS = {
	waive: {
		from: ["open", "partially_paid"],
		to: "waived",
		by: ["dues.manage"],
		asks: ["reason"],
		label: "免繳",
		done: "已設為免繳。",
	},
	unwaive: {
		from: ["waived"],
		to: ["open", "partially_paid", "paid"],
		by: ["dues.manage"],
		asks: ["reason"],
		label: "取消免繳",
		done: "已取消免繳。",
	},
	correct: {
		from: ["open", "partially_paid", "paid"],
		to: ["open", "partially_paid", "paid", "waived"],
		by: ["dues.manage"],
		asks: ["base", "percent", "reason"],
		label: "更正金額",
		done: "已更正金額。",
	},
	cancel: {
		from: ["open"],
		to: "cancelled",
		by: ["dues.manage"],
		asks: ["reason"],
		label: "取消這筆會費",
		done: "已取消這筆會費。",
	},
} as const satisfies Record<string, DuesStepOf>;
type DuesStepOf = Step<DuesStatus> & Required<Pick<Step, "label" | "done">>;
export type DuesStep = keyof typeof DUES_STEPS;
export const DUES = workflow<DuesStatus, DuesStep, DuesStepOf>({
	states: DUES_STATUSES,
	steps: DUES_STEPS,
	refusal: "dues.wrong_state",
});

/**
 * A dues item as the steps need it; amounts in NT$. `paid_amount` and `credited_amount` together are all verified money
 * that went into it; `credited_amount` is the part that became the member's credit.
 */
export type Standing = {
	status: DuesStatus;
	source: "assessment" | "import";
	amount: number;
	paid_amount: number;
	credited_amount: number;
};

/**
 * Whether staff may take this step with an item in its state. An item imported as paid cannot be corrected, since there
 * is no money of it to move; a waiver of an item that costs nothing or has credited money cannot be ended.
 */
export function canStep(step: DuesStep, item: Standing): boolean {
	if (!DUES.can(step, item.status)) return false;
	if (step === "unwaive") return item.amount > 0 && item.credited_amount === 0;
	return step !== "correct" || item.source === "assessment" || item.status !== "paid";
}

export type Corrected = {
	amount: number;
	paid_amount: number;
	credited_amount: number;
	status: "open" | "partially_paid" | "paid" | "waived";
};

/**
 * Returns the item's amounts and state after a correction of its base (NT$) or discount (percent): money above the new
 * amount becomes the member's credit.
 */
export function correctedTo(item: Standing, { base, percent }: { base: number; percent: number }): Corrected {
	const amount = amountOf(base, percent);
	const money = item.paid_amount + item.credited_amount;
	const paid = Math.min(amount, money);
	const rest = { amount, paid_amount: paid, credited_amount: money - paid };
	if (amount === 0) return { ...rest, status: "waived" };
	if (paid === amount) return { ...rest, status: "paid" };
	return { ...rest, status: paid === 0 ? "open" : "partially_paid" };
}

/**
 * `paid_before` is what was paid for an item before its year began, which is posted to 2120 (預收款項); `opened` is how
 * much of that the year's opening voucher moved to income, null before there was such a voucher.
 */
export type InAdvance = { paid_before: number; opened: number | null };

/**
 * Returns the two voucher lines that move an overpaid amount between the item's income account and 2120, where credit
 * stands (docs/accounting.md#兜帳哪些數字一定相等: 2120 always equals what was paid for future years plus credits);
 * null when nothing moves. What was paid before the item's year stays in 2120 unless the opening voucher moved it to
 * income; an item of a year after that of `on` is in 2120 as a whole.
 */
export function creditEntries(
	item: { kind: DuesKind; dues_year: number; member_id: number } & InAdvance,
	{ credited, on, memo }: { credited: number; on: string; memo: string },
): Entry[] | null {
	if (item.dues_year > Number(on.slice(0, 4))) return null;
	const left = item.opened === null ? Math.min(credited, item.paid_before) : item.paid_before - item.opened;
	const moved = credited - left;
	if (moved === 0) return null;
	const income = item.kind === "entrance" ? ACCOUNTS.entrance : ACCOUNTS.annual;
	const [from, to] = moved > 0 ? [income, ACCOUNTS.duesInAdvance] : [ACCOUNTS.duesInAdvance, income];
	return [debit(from, Math.abs(moved), memo, item.member_id), credit(to, Math.abs(moved), memo, item.member_id)];
}
