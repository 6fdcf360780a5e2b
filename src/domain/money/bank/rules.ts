import { Refusal } from "#kernel/refusal.ts";
import { type Step, workflow } from "#kernel/steps.ts";

export const BANK_KINDS = ["bank", "postal"] as const;
export type BankKind = (typeof BANK_KINDS)[number];
export const BANK_KIND_LABELS: Record<BankKind, string> = { bank: "銀行帳戶", postal: "郵政劃撥" };

/** What two accounts' numbers are compared by. */
export const digitsOf = (number: string): string => number.normalize("NFKC").replaceAll(/\D/g, "");

/** The account of the books below which an account of this kind has its own. */
export const LEDGER_ACCOUNT: Record<BankKind, string> = { bank: "1130", postal: "1140" };

/** How a line of a statement stands; `suggested` is told from `unmatched` when it is looked at. */
export const LINE_STATES = ["unmatched", "suggested", "matched", "ignored"] as const;
export type LineState = (typeof LINE_STATES)[number];
export const LINE_STATE_LABELS: Record<LineState, string> = {
	unmatched: "待對帳",
	suggested: "建議配對",
	matched: "已對帳",
	ignored: "不處理",
};

/** THE steps of a line. A matched one is let go by the reversal of its payment or its
 * income record, or as it was tied (0027, 0029, 0039). */
const LINE_STEPS = {
	match: { from: ["unmatched", "suggested"], to: "matched", by: ["bank.manage"], of: "any" },
	tie: { from: ["unmatched", "suggested"], to: "matched", by: ["bank.manage"], of: "own" },
	apart: { from: ["unmatched", "suggested"], to: ["unmatched", "suggested"], by: ["bank.manage"], of: "any" },
	ignore: { from: ["unmatched", "suggested"], to: "ignored", by: ["bank.manage"], asks: ["reason"], of: "own" },
	unignore: { from: ["ignored"], to: "unmatched", by: ["bank.manage"], of: "own" },
	suspend: { from: ["unmatched", "suggested"], to: ["unmatched", "suggested"], by: ["bank.manage"], of: "own" },
	unsuspend: { from: ["unmatched", "suggested"], to: ["unmatched", "suggested"], by: ["bank.manage"], of: "suspense" },
} as const satisfies Record<string, LineStepOf>;
/** `of` says whether the line is 暫收款. */
type LineStepOf = Step<LineState> & { of: "any" | "own" | "suspense" };
export type LineStep = keyof typeof LINE_STEPS;
export const LINES = workflow<LineState, LineStep, LineStepOf>({
	states: LINE_STATES,
	steps: LINE_STEPS,
	refusal: "bank.stale",
});

/** Where a line stands; `amount` is below zero for money that went out, `isSuspense` says that it was posted as 暫收款. */
export type StandingLine = { status: LineState; amount: number; isSuspense: boolean };

/** Whether a line may take this step. Money that went out takes none. */
export function canStep(step: LineStep, { status, amount, isSuspense }: StandingLine): boolean {
	const { of } = LINES.steps[step];
	return amount > 0 && LINES.can(step, status) && (of === "any" || isSuspense === (of === "suspense"));
}

/** Refuses, as `bank.stale`, a step that does not begin where the line stands. */
export function refuseStep(step: LineStep, line: StandingLine): void {
	if (!canStep(step, line)) throw new Refusal("bank.stale");
}
