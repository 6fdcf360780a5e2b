import type { Permission } from "#kernel/permissions.ts";
import { FINANCE_STATES, type FinanceState } from "./labels.ts";

/** The permissions for steps of finance documents. */
export const FINANCE_PERMISSIONS = [
	"finance.review.cashier",
	"finance.review.accountant",
	"finance.review.chair",
	"finance.pay",
	"ledger.post",
] as const satisfies readonly Permission[];
export type FinancePermission = (typeof FINANCE_PERMISSIONS)[number];

/** The permission of 理事長 and 監事, who take the step that a document waits for when none of its holders can. */
export const STAND_IN = "confirmations.decide";

/** The properties of a step of a finance document. */
type StepEntry = {
	/** The states in which it can begin, each with the state it leads to. */
	leads: Partial<Record<FinanceState, FinanceState>>;
	/**
	 * Who takes it: the applicant, the reviewer of the document's present state, or a user with any of these
	 * permissions.
	 */
	by: "applicant" | "reviewer" | readonly (FinancePermission | typeof STAND_IN)[];
	/** The step's name in the history, on paper and in waiting lists. */
	label: string;
	/** The words of the history for a step that was taken, when not the label. */
	past?: string;
	/** The message to the user who took it. */
	done: string;
	/** The label of its button. */
	press: string;
	/** A document in a state in which this step can begin waits for it. */
	isWaited?: true;
	/** The applicant is told of it. */
	isTold?: true;
	/**
	 * The step is rare and mostly final: its button is shown only after opening `name`, with `words` that explain it.
	 */
	rare?: { name: string; words: string };
};
const step = <const S extends StepEntry>(entry: S): S => entry;

/**
 * The only table of the steps of a finance document (docs/workflows.md#expense-requests): states, who takes them, and
 * words. Routes, buttons, the history, waiting lists and notices read this table; the table finance_steps (0028) has
 * the same steps, which a test compares.
 */
export const STEPS = {
	submit: step({
		leads: { draft: "pending_cashier" },
		by: "applicant",
		label: "送出申請",
		done: "已送出，等待出納審核。",
		press: "送出申請",
	}),
	resubmit: step({
		leads: { returned: "pending_cashier" },
		by: "applicant",
		label: "重新送出",
		done: "已送出，等待出納審核。",
		press: "重新送出",
	}),
	approve_cashier: step({
		leads: { pending_cashier: "pending_accountant" },
		by: ["finance.review.cashier"],
		label: "出納審核",
		past: "出納已審核",
		done: "已審核，送會計審核。",
		press: "審核通過，送會計",
		isWaited: true,
		isTold: true,
	}),
	approve_accountant: step({
		leads: { pending_accountant: "pending_chair" },
		by: ["finance.review.accountant"],
		label: "會計審核",
		past: "會計已審核",
		done: "已審核，送理事長核准。",
		press: "核准，送理事長",
		isWaited: true,
		isTold: true,
	}),
	approve_chair: step({
		leads: { pending_chair: "approved" },
		by: ["finance.review.chair"],
		label: "理事長核准",
		past: "理事長已核准",
		done: "已核准，送出納付款。",
		press: "核准，送出納付款",
		isWaited: true,
		isTold: true,
	}),
	return: step({
		leads: { pending_cashier: "returned", pending_accountant: "returned", pending_chair: "returned" },
		by: "reviewer",
		label: "退回補正",
		done: "已退回補正，申請人會收到通知。",
		press: "退回補正",
		isTold: true,
	}),
	reject: step({
		leads: { pending_cashier: "rejected", pending_accountant: "rejected", pending_chair: "rejected" },
		by: "reviewer",
		label: "駁回",
		done: "已駁回，申請人會收到通知。",
		press: "駁回",
		isTold: true,
	}),
	withdraw: step({
		leads: {
			pending_cashier: "withdrawn",
			pending_accountant: "withdrawn",
			pending_chair: "withdrawn",
			returned: "withdrawn",
		},
		by: "applicant",
		label: "撤回",
		past: "申請人撤回",
		done: "已撤回申請。",
		press: "撤回",
		rare: { name: "撤回申請", words: "撤回後不會再審核，也不能重新送出；需要時請複製為新單。" },
	}),
	void: step({
		leads: {
			pending_cashier: "voided",
			pending_accountant: "voided",
			pending_chair: "voided",
			returned: "voided",
			approved: "voided",
		},
		by: ["finance.review.accountant", "finance.review.chair"],
		label: "作廢",
		done: "已作廢，號碼保留。",
		press: "作廢",
		isTold: true,
		rare: { name: "作廢這張單據", words: "作廢後號碼保留，不會付款，也不能復原；需要時由申請人複製為新單。" },
	}),
	pay: step({
		leads: { approved: "paid" },
		by: ["finance.pay"],
		label: "付款",
		done: "已登錄付款，等待會計入帳。",
		press: "付款",
		isWaited: true,
		isTold: true,
	}),
	unpay_ask: step({
		leads: { paid: "paid" },
		by: ["finance.pay"],
		label: "提出退匯／付款更正",
		done: "已提出更正，等待另一個人確認。",
		press: "提出更正",
		rare: {
			name: "退匯或付款登錯了",
			words: "錢退回來，或付款日、帳戶登錯時使用。要由另一個人確認，才會回到待付款。",
		},
	}),
	unpay: step({
		leads: { paid: "approved" },
		by: ["finance.review.accountant", "finance.review.chair", "finance.pay", STAND_IN],
		label: "確認退匯／付款更正",
		done: "已確認更正，回到待付款。",
		press: "確認退匯／付款更正",
		isTold: true,
	}),
	post: step({
		leads: { paid: "posted" },
		by: ["ledger.post"],
		label: "入帳",
		past: "已入帳",
		done: "已入帳，傳票已過帳。",
		press: "入帳",
		isWaited: true,
		isTold: true,
	}),
	unpost: step({
		leads: { posted: "paid" },
		by: ["ledger.post"],
		label: "取消入帳",
		done: "已沖銷傳票，單據回到已付款。",
		press: "沖銷傳票，取消入帳",
		isTold: true,
		rare: { name: "取消入帳", words: "以一張沖銷傳票沖回，單據回到「已付款」，可以改科目後重新入帳。" },
	}),
} as const satisfies Record<string, StepEntry>;

export type FinanceStep = keyof typeof STEPS;
type NamesOf<Has> = { [S in FinanceStep]: (typeof STEPS)[S] extends Has ? S : never }[FinanceStep];
/** A step that a document waits for, taken by another user than its applicant. */
export type WaitedStep = NamesOf<{ isWaited: true }>;
/** A step of another user of which the applicant is told. */
export type ToldStep = NamesOf<{ isTold: true }>;

const entryOf = (name: FinanceStep): StepEntry => STEPS[name];
export const STEP_NAMES = Object.keys(STEPS) as FinanceStep[];
const isWaited = (name: FinanceStep): name is WaitedStep => entryOf(name).isWaited === true;
const isTold = (name: FinanceStep): name is ToldStep => entryOf(name).isTold === true;

/** The steps of other users of which the applicant is told. */
export const TOLD_STEPS: readonly ToldStep[] = STEP_NAMES.filter(isTold);

/** Returns the state to which a step leads from a state; undefined when it cannot begin there. */
export const stepTo = (name: FinanceStep, from: FinanceState): FinanceState | undefined => entryOf(name).leads[from];

/** The step that a document waits for in each state, taken by another user than its applicant. */
export const NEXT_STEP: Partial<Record<FinanceState, WaitedStep>> = Object.fromEntries(
	FINANCE_STATES.flatMap((state) => {
		const next = STEP_NAMES.filter(isWaited).find((name) => stepTo(name, state) !== undefined);
		return next ? [[state, next]] : [];
	}),
);

/** Returns the permissions of which any one allows a step from a state; none for the applicant's own steps. */
export function permissionsFor(
	name: FinanceStep,
	state: FinanceState,
): readonly (FinancePermission | typeof STAND_IN)[] {
	const { by } = entryOf(name);
	if (by === "applicant") return [];
	if (by !== "reviewer") return by;
	const next = stepTo(name, state) && NEXT_STEP[state];
	return next?.startsWith("approve_") ? permissionsFor(next, state) : [];
}

/** Returns the name of a step, or of a comment, in the history, on paper and in lists. */
export const stepLabel = (name: FinanceStep | "comment"): string => (name === "comment" ? "留言" : entryOf(name).label);
/** Returns the words of the history for a step that was taken. */
export const stepPast = (name: FinanceStep | "comment"): string =>
	name === "comment" ? stepLabel(name) : (entryOf(name).past ?? entryOf(name).label);
/** The rare steps with their words, in the order of the table. */
export const RARE_STEPS = STEP_NAMES.flatMap((name) => {
	const { rare, press } = entryOf(name);
	return rare ? [{ step: name, press, ...rare }] : [];
});
