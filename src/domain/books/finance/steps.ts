import { type Step, workflow } from "#kernel/steps.ts";
import type { Permission } from "#permissions.ts";
import { FINANCE_STATES, type FinanceState } from "./labels.ts";

/** The permissions for steps of finance documents. */
export const FINANCE_PERMISSIONS = [
	"finance.review.cashier",
	"finance.review.accountant",
	"finance.review.secretary",
	"finance.review.chair",
	"finance.pay",
	"ledger.post",
] as const satisfies readonly Permission[];
export type FinancePermission = (typeof FINANCE_PERMISSIONS)[number];

/** The permission of 理事長 and 監事, who take the step that a document waits for when none of its holders can. */
export const STAND_IN = "confirmations.decide";

/**
 * A step of a finance document. It is taken by the applicant, by the reviewer for the document's state, or by a user
 * with any of the listed permissions. The notification `finance_status` goes to the applicant, `finance_turn` to the
 * users who may take the next step.
 */
type FinanceStepOf = Step<FinanceState> & {
	by: "applicant" | "reviewer" | readonly (FinancePermission | typeof STAND_IN)[];
	tells: readonly ["finance_status", "finance_turn"?] | readonly ["finance_turn"] | readonly [];
	/** True for a step that a document waits for while it is in a state in which the step begins. */
	isWaited?: true;
} & Required<Pick<Step, "label" | "press" | "done">>;

/**
 * The only table of the steps of a finance document (docs/workflows.md#expense-requests): states, who takes them, and
 * words. Routes, buttons, the history, waiting lists and notices read this table; the table finance_steps of the
 * database (migration 0028) has the same steps, which a test compares.
 */
export const STEPS = {
	submit: {
		from: ["draft"],
		to: "pending_cashier",
		by: "applicant",
		tells: ["finance_turn"],
		label: "送出申請",
		done: "已送出，等待出納審核。",
		press: "送出申請",
	},
	resubmit: {
		from: ["returned"],
		to: "pending_cashier",
		by: "applicant",
		tells: ["finance_turn"],
		label: "重新送出",
		done: "已送出，等待出納審核。",
		press: "重新送出",
	},
	approve_cashier: {
		from: ["pending_cashier"],
		to: "pending_accountant",
		by: ["finance.review.cashier"],
		asks: ["comment?"],
		tells: ["finance_status", "finance_turn"],
		label: "出納審核",
		past: "出納已審核",
		done: "已審核，送會計審核。",
		press: "審核通過，送會計",
		isWaited: true,
	},
	approve_accountant: {
		from: ["pending_accountant"],
		to: ["pending_chair", "pending_secretary"],
		by: ["finance.review.accountant"],
		asks: ["comment?", "accounts"],
		tells: ["finance_status", "finance_turn"],
		label: "會計審核",
		past: "會計已審核",
		done: "已審核，送理事長核准。",
		press: "核准，送理事長",
		isWaited: true,
	},
	approve_secretary: {
		from: ["pending_secretary"],
		to: "pending_chair",
		by: ["finance.review.secretary"],
		asks: ["comment?"],
		tells: ["finance_status", "finance_turn"],
		label: "秘書長審核",
		past: "秘書長已審核",
		done: "已審核，送理事長核准。",
		press: "核准，送理事長",
		isWaited: true,
	},
	approve_chair: {
		from: ["pending_chair"],
		to: "approved",
		by: ["finance.review.chair"],
		asks: ["comment?", "resolution?"],
		tells: ["finance_status", "finance_turn"],
		label: "理事長核准",
		past: "理事長已核准",
		done: "已核准，送出納付款。",
		press: "核准，送出納付款",
		isWaited: true,
	},
	return: {
		// From "approved" only a register (清冊), by whoever pays: nobody pays what the day's rules say otherwise.
		from: ["pending_cashier", "pending_accountant", "pending_secretary", "pending_chair", "approved"],
		to: "returned",
		by: "reviewer",
		asks: ["comment"],
		tells: ["finance_status"],
		label: "退回補正",
		done: "已退回補正，申請人會收到通知。",
		press: "退回補正",
	},
	reject: {
		from: ["pending_cashier", "pending_accountant", "pending_secretary", "pending_chair"],
		to: "rejected",
		by: "reviewer",
		asks: ["comment"],
		tells: ["finance_status"],
		label: "駁回",
		done: "已駁回，申請人會收到通知。",
		press: "駁回",
	},
	withdraw: {
		from: ["pending_cashier", "pending_accountant", "pending_secretary", "pending_chair", "returned"],
		to: "withdrawn",
		by: "applicant",
		asks: ["comment?"],
		tells: [],
		label: "撤回",
		past: "申請人撤回",
		done: "已撤回申請。",
		press: "撤回",
		rare: { name: "撤回申請", words: "撤回後不會再審核，也不能重新送出；需要時請複製為新單。" },
	},
	void: {
		from: ["pending_cashier", "pending_accountant", "pending_secretary", "pending_chair", "returned", "approved"],
		to: "voided",
		by: ["finance.review.accountant", "finance.review.chair"],
		asks: ["comment"],
		tells: ["finance_status"],
		label: "作廢",
		done: "已作廢，號碼保留。",
		press: "作廢",
		rare: { name: "作廢這張單據", words: "作廢後號碼保留，不會付款，也不能復原；需要時由申請人複製為新單。" },
	},
	pay: {
		from: ["approved"],
		to: "paid",
		by: ["finance.pay"],
		asks: ["paid_on", "paid_from", "reference?"],
		tells: ["finance_status", "finance_turn"],
		label: "付款",
		done: "已登錄付款，等待會計入帳。",
		press: "付款",
		isWaited: true,
	},
	unpay_ask: {
		from: ["paid"],
		to: "paid",
		by: ["finance.pay"],
		asks: ["comment"],
		tells: ["finance_turn"],
		label: "提出退匯／付款更正",
		done: "已提出更正，等待另一個人確認。",
		press: "提出更正",
		rare: {
			name: "退匯或付款登錯了",
			words: "錢退回來，或付款日、帳戶登錯時使用。要由另一個人確認，才會回到待付款。",
		},
	},
	unpay: {
		from: ["paid"],
		to: "approved",
		by: ["finance.review.accountant", "finance.review.chair", "finance.pay", STAND_IN],
		tells: ["finance_status", "finance_turn"],
		label: "確認退匯／付款更正",
		done: "已確認更正，回到待付款。",
		press: "確認退匯／付款更正",
	},
	post: {
		from: ["paid"],
		to: "posted",
		by: ["ledger.post"],
		asks: ["accounts?"],
		tells: ["finance_status"],
		label: "入帳",
		past: "已入帳",
		done: "已入帳，傳票已過帳。",
		press: "入帳",
		isWaited: true,
	},
	unpost: {
		from: ["posted"],
		to: "paid",
		by: ["ledger.post"],
		asks: ["comment"],
		tells: ["finance_status", "finance_turn"],
		label: "取消入帳",
		done: "已沖銷傳票，單據回到已付款。",
		press: "沖銷傳票，取消入帳",
		rare: { name: "取消入帳", words: "以一張沖銷傳票沖回，單據回到「已付款」，可以改科目後重新入帳。" },
	},
} as const satisfies Record<string, FinanceStepOf>;

export type FinanceStep = keyof typeof STEPS;
/** The workflow made of STEPS. */
export const FINANCE = workflow<FinanceState, FinanceStep, FinanceStepOf>({
	states: FINANCE_STATES,
	steps: STEPS,
	refusal: "finance.wrong_state",
});

type NamesOf<Has> = { [S in FinanceStep]: (typeof STEPS)[S] extends Has ? S : never }[FinanceStep];
/** A step that a document waits for, taken by another user than its applicant. */
export type WaitedStep = NamesOf<{ isWaited: true }>;
/** A step that another user than the applicant takes and that the applicant is notified of. */
export type ToldStep = NamesOf<{ tells: readonly ["finance_status", ...unknown[]] }>;

const isWaited = (name: FinanceStep): name is WaitedStep => FINANCE.steps[name].isWaited === true;
/** Returns whether a step is one that the applicant is notified of. */
export const isTold = (name: FinanceStep): name is ToldStep => FINANCE.steps[name].tells[0] === "finance_status";

/** The step that a document waits for in each state, taken by another user than its applicant. */
export const NEXT_STEP: Partial<Record<FinanceState, WaitedStep>> = Object.fromEntries(
	FINANCE_STATES.flatMap((state) =>
		FINANCE.at(state)
			.filter(isWaited)
			.map((next) => [state, next]),
	),
);

/** Returns the permissions of which any one allows a step from a state; none for the applicant's own steps. */
export function permissionsFor(
	name: FinanceStep,
	state: FinanceState,
): readonly (FinancePermission | typeof STAND_IN)[] {
	const { by } = FINANCE.steps[name];
	if (by === "applicant") return [];
	if (by !== "reviewer") return by;
	const next = FINANCE.can(name, state) ? NEXT_STEP[state] : undefined;
	return next ? permissionsFor(next, state) : [];
}

/** Returns the name of a step, or of a comment, for the history, the paper and the lists. */
export const stepLabel = (name: FinanceStep | "comment"): string =>
	name === "comment" ? "留言" : FINANCE.steps[name].label;
/** Returns the words in which the history says that a step was taken. */
export const stepPast = (name: FinanceStep | "comment"): string =>
	name === "comment" ? stepLabel(name) : (FINANCE.steps[name].past ?? FINANCE.steps[name].label);
