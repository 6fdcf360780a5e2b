import { Refusal } from "#kernel/refusal.ts";
import { type Step, workflow } from "#kernel/steps.ts";

export const BANK_KINDS = ["bank", "postal"] as const;
export type BankKind = (typeof BANK_KINDS)[number];
export const BANK_KIND_LABELS: Record<BankKind, string> = { bank: "銀行帳戶", postal: "郵政劃撥" };

/**
 * The kinds that a new account is chosen from: besides the two, a 定期存款 and one in the funds, which are stored as bank
 * accounts with a term.
 */
export const NEW_KINDS = [...BANK_KINDS, "term", "fund_term"] as const;
export type NewKind = (typeof NEW_KINDS)[number];
export const NEW_KIND_LABELS: Record<NewKind, string> = {
	...BANK_KIND_LABELS,
	term: "定期存款",
	fund_term: "定期存款（基金專戶）",
};
export const storedKind = (kind: NewKind): BankKind => (kind === "postal" ? "postal" : "bank");

/** Returns the digits of an account number, by which two numbers are compared. */
export const digitsOf = (number: string): string => number.normalize("NFKC").replaceAll(/\D/g, "");

/** The account of the books under which each kind of bank account gets its own sub-account. */
export const LEDGER_ACCOUNT: Record<NewKind, string> = {
	bank: "1130",
	postal: "1140",
	term: "1130",
	fund_term: "1310",
};

/**
 * The states of a bank line; `suggested` is not stored: when lines are read, it marks unmatched ones with a suggestion.
 */
export const LINE_STATES = ["unmatched", "suggested", "matched", "ignored"] as const;
export type LineState = (typeof LINE_STATES)[number];
export const LINE_STATE_LABELS: Record<LineState, string> = {
	unmatched: "待對帳",
	suggested: "建議配對",
	matched: "已對帳",
	ignored: "不處理",
};

/**
 * The only list of the steps of a bank line. A line is matched while its parts sum to its amount; it is opened again by
 * the reversal of a part's record, or by taking a part back (migration 0068).
 */
const LINE_STEPS = {
	match: { from: ["unmatched", "suggested"], to: ["unmatched", "matched"], by: ["bank.manage"], of: "any" },
	tie: { from: ["unmatched", "suggested"], to: ["unmatched", "matched"], by: ["bank.manage"], of: "own" },
	post: { from: ["unmatched", "suggested"], to: "matched", by: ["bank.manage"], of: "own" },
	apart: { from: ["unmatched", "suggested"], to: ["unmatched", "suggested"], by: ["bank.manage"], of: "any" },
	ignore: { from: ["unmatched", "suggested"], to: "ignored", by: ["bank.manage"], asks: ["reason"], of: "own" },
	unignore: { from: ["ignored"], to: "unmatched", by: ["bank.manage"], of: "own" },
	suspend: { from: ["unmatched", "suggested"], to: ["unmatched", "suggested"], by: ["bank.manage"], of: "own" },
	unsuspend: { from: ["unmatched", "suggested"], to: ["unmatched", "suggested"], by: ["bank.manage"], of: "suspense" },
} as const satisfies Record<string, LineStepOf>;
/**
 * A step of a bank line. `of` says which lines may take it: `any`; `suspense`, only lines in suspense (暫收款, 暫付款);
 * or `own`, only lines that are not.
 */
type LineStepOf = Step<LineState> & { of: "any" | "own" | "suspense" };
export type LineStep = keyof typeof LINE_STEPS;
export const LINES = workflow<LineState, LineStep, LineStepOf>({
	states: LINE_STATES,
	steps: LINE_STEPS,
	refusal: "bank.stale",
});

/** The state of a bank line; `isSuspense` says that its money is in the books as 暫收款 or 暫付款. */
export type StandingLine = { status: LineState; isSuspense: boolean };

/** Whether a bank line may take this step. */
export function canStep(step: LineStep, { status, isSuspense }: StandingLine): boolean {
	const { of } = LINES.steps[step];
	return LINES.can(step, status) && (of === "any" || isSuspense === (of === "suspense"));
}

/** Refuses, as `bank.stale`, a step that cannot begin in the line's state. */
export function refuseStep(step: LineStep, line: StandingLine): void {
	if (!canStep(step, line)) throw new Refusal("bank.stale");
}
