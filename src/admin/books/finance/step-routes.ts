import * as z from "zod";
import { IdParams, type Route } from "#auth/route.ts";
import { waitingOrder } from "#db/books/finance-waiting.ts";
import type { Db } from "#db/commit.ts";
import { readRows } from "#db/read.ts";
import { needsBoard, readBoard } from "#domain/books/finance/board.ts";
import { BOARD_FIELDS, PaymentForm, Reason, Words } from "#domain/books/finance/document-form.ts";
import {
	askUnpay,
	confirmUnpay,
	payDocument,
	postDocument,
	unpostDocument,
} from "#domain/books/finance/payment-actions.ts";
import { approveDocument, rejectDocument, returnDocument, voidDocument } from "#domain/books/finance/review-actions.ts";
import { type FinanceStep, NEXT_STEP, STEPS } from "#domain/books/finance/steps.ts";
import { paths } from "#http/paths.ts";
import { Checked, Version } from "#kernel/form.ts";
import { asked } from "#kernel/query.ts";
import { Refusal } from "#kernel/refusal.ts";
import { dateInTaipei } from "#kernel/times.ts";
import { askingStep, taking } from "#kits/steps/taking.ts";
import { type FormState, freshForm } from "#ui/form-state.ts";
import { choosesAccounts } from "./account-cells.ts";
import { financeReviewersOf, viewerOf } from "./asks.ts";
import { ACCOUNTS, accountsIn, accountsLacking, document, MANY, unclearIn } from "./document.ts";
import { cashAccounts, payPage } from "./pay-page.ts";
import { MOST_WAITING, queueOf } from "./queue.ts";
import { decisionsIn, SHARES, SHARES_MANY } from "./share-fields.ts";
import { choosesWithheld } from "./shares-card.ts";
import { financeShowPage } from "./show-page.ts";
import { type AskDocument, readDocument } from "./show-reads.ts";
import { type FinanceShow, may, mayReviewBoth, STEP_PATHS } from "./shown.ts";

const { finance } = paths.admin;

/** Returns the arguments of a step's action: the document's id and version, as whom the user may act, and the user. */
const stepOf = ({ params: { id }, who, by }: Pick<AskDocument, "params" | "who" | "by">, version: number) => ({
	ref: { id, version },
	reviewers: financeReviewersOf(who),
	by: { ...by, userId: who.userId },
});

/**
 * Returns what the routes of all steps share: the step, its path, that a recent sign-in is required (`fresh`), and the
 * page to return to.
 */
const pressed = <S extends FinanceStep>(step: S) =>
	({
		step: STEPS[step],
		path: STEP_PATHS[step](":id"),
		fresh: true,
		to: ({ params }: AskDocument) => finance.show(params.id),
	}) as const;

const NEXT = { href: finance.waiting(), label: "繼續處理其他申請" };
/** The request that waited for the user after this one when the page was opened. */
const NEXT_ID = { next: asked(IdParams.shape.id) };

/**
 * Returns where a decision leads: to the next request that waits for the user, with what was said and a link back, or
 * to the request itself when nothing else waits. A next one that somebody else has decided meanwhile is passed over.
 */
async function goesOn({ env, who, at, params: { id } }: AskDocument, next: number | undefined, said: string) {
	const [waiting] = await readRows(env.DB, waitingOrder(viewerOf(who, at), MOST_WAITING));
	const queue = queueOf(waiting);
	const to = (queue.find((one) => one.id === next) ?? queue[0])?.id;
	return to === undefined || to === id
		? { flash: said, link: NEXT }
		: {
				to: finance.show(to),
				flash: `${said}接著是等候您處理的下一件。`,
				link: { href: finance.show(id), label: "看剛才那一件" },
			};
}

/**
 * The route that approves the request at its present step: one review, or with `both` the cashier's and the
 * accountant's at once (財務). Refuses with `finance.moved` when `both` is no longer what the user can do.
 */
const approve = taking(document, "decision", {
	...pressed("approve_chair"),
	gate: "finance_review",
	form: z.strictObject({
		version: Version,
		comment: Words,
		both: Checked,
		over_budget: Checked,
		...NEXT_ID,
		...BOARD_FIELDS,
		...ACCOUNTS,
		...SHARES,
	}),
	many: [...MANY, ...SHARES_MANY],
	take: async (ask, { input, values }) => {
		const of = await readDocument(ask);
		if (!of) return "missing";
		if (input.step === "compute") return financeShowPage(of, { decision: { values, errors: {} } });
		const accounts = accountsIn(input, of);
		const isBoth = mayReviewBoth(of);
		if (isBoth !== input.both) throw new Refusal("finance.moved");
		const lacking = accountsLacking(input, of);
		if (of.document.version === input.version && choosesAccounts(of) && lacking.length > 0)
			return { ...financeShowPage(of, { decision: { values, errors: { account: lacking } } }), status: 422 };
		const { comment, over_budget: isKnown } = input;
		const { decisions, problems } = decisionsIn(input, of);
		if (of.document.version === input.version && choosesWithheld(of) && problems.length > 0)
			return { ...financeShowPage(of, { decision: { values, errors: { category: problems } } }), status: 422 };
		const { resolution, errors } = readBoard(input, { today: dateInTaipei(ask.at), isNeeded: needsBoard(of.document) });
		if (of.document.version === input.version && Object.keys(errors).length > 0)
			return { ...financeShowPage(of, { decision: { values, errors } }), status: 422 };
		const chosen = { accounts, decisions, overBudget: isKnown, resolution, comment };
		await approveDocument(ask.db, { ...stepOf(ask, input.version), ...chosen });
		return goesOn(ask, input.next, approvedWords(of, isBoth));
	},
});

/** Returns what is said after an approval: where the request goes next. */
function approvedWords({ document, stepping }: FinanceShow, isBoth: boolean): string {
	const step = NEXT_STEP[document.state];
	const next = stepping.hasSecretary ? "送秘書長審核。" : "送理事長核准。";
	if (isBoth) return `財務已審核，${next}`;
	return step === "approve_accountant" ? `已審核，${next}` : step ? STEPS[step].done : "已核准。";
}

type Verb = (db: Db, of: ReturnType<typeof stepOf> & { comment: string }) => Promise<void>;

/**
 * Declares the route of a decision (return or reject) that needs a reason. Its button stands in the form of the
 * approval.
 */
const decide = (step: FinanceStep, verb: Verb): Route =>
	taking(document, "decision", {
		...pressed(step),
		gate: "finance_review",
		form: z.strictObject({ version: Version, comment: Reason, ...NEXT_ID }),
		only: ["version", "comment", "next"],
		take: async (ask, { input: { version, comment, next } }) => {
			await verb(ask.db, { ...stepOf(ask, version), comment });
			return goesOn(ask, next, STEPS[step].done ?? "");
		},
	});

/**
 * Declares the route of a rare step, which needs a reason. When it is refused, the page shows the form of that step
 * open.
 */
const rare = (step: FinanceStep, gate: "finance_void" | "finance_payment" | "finance_post", verb: Verb): Route =>
	taking(document, step, {
		...pressed(step),
		gate,
		form: z.strictObject({ version: Version, comment: Reason }),
		take: async (ask, { input: { version, comment } }) => {
			await verb(ask.db, { ...stepOf(ask, version), comment });
			return { tone: "info" };
		},
	});

/**
 * Returns the first values of the payment's form: today in Taipei, and the cash or bank account when only one fits the
 * request's way of payment.
 */
function freshPayment({ accounts, document, at }: FinanceShow): FormState {
	const only = (start: string): string => {
		const [one, ...more] = cashAccounts(accounts).filter(({ code }) => code.startsWith(start));
		return one && more.length === 0 ? String(one.id) : "";
	};
	return freshForm({
		paid_on: dateInTaipei(at),
		paid_from: only(document.pay_by === "cash" ? "111" : "113"),
		paid_cash_from: document.cash_part > 0 ? only("111") : "",
	});
}

/**
 * Replaces the error of the lines' accounts by one at the field `paid_from`, because the payment's form has no lines.
 */
const besideSource = (state: FormState): FormState =>
	state.errors.account ? { ...state, errors: { paid_from: ["請選擇現金、零用金或存款的帳戶。"] } } : state;

/**
 * The page and the route that record a payment. When the user cannot record it (any more), the request's own page is
 * shown instead.
 */
const pay = askingStep({
	...pressed("pay"),
	params: IdParams,
	gate: "finance_payment",
	form: PaymentForm,
	about: readDocument,
	isOpen: (of) => may(of, "pay") !== null,
	filled: freshPayment,
	page: (of, state) => payPage(of, besideSource(state)),
	moved: (of, state) => financeShowPage(of, { pay: besideSource(state) }),
	take: async (ask, { input: { version, paid_on, paid_from, paid_cash_from, reference } }) => {
		const paid = { paidOn: paid_on, paidFrom: paid_from, paidCashFrom: paid_cash_from, reference };
		await payDocument(ask.db, { ...stepOf(ask, version), ...paid });
		return { link: NEXT };
	},
});

const unpay = taking(document, "unpay", {
	...pressed("unpay"),
	form: z.strictObject({ version: Version }),
	take: async (ask, { input: { version } }) => {
		await confirmUnpay(ask.db, stepOf(ask, version));
		return { tone: "info" };
	},
});

const post = taking(document, "decision", {
	...pressed("post"),
	gate: "finance_post",
	form: z.strictObject({ version: Version, over_budget: Checked, ...NEXT_ID, ...ACCOUNTS }),
	many: MANY,
	take: async (ask, { input, values }) => {
		const of = await readDocument(ask);
		if (!of) return "missing";
		const unclear = unclearIn(input, of);
		if (unclear.length > 0)
			return { ...financeShowPage(of, { decision: { values, errors: { account: unclear } } }), status: 422 };
		const accounts = accountsIn(input, of);
		await postDocument(ask.db, { ...stepOf(ask, input.version), accounts, overBudget: input.over_budget });
		return goesOn(ask, input.next, STEPS.post.done);
	},
});

/** The routes of the steps of reviewers, cashier and accountant. */
export const FINANCE_STEP_ROUTES: readonly Route[] = [
	approve,
	decide("return", returnDocument),
	decide("reject", rejectDocument),
	rare("void", "finance_void", voidDocument),
	...pay,
	rare("unpay_ask", "finance_payment", askUnpay),
	unpay,
	post,
	rare("unpost", "finance_post", unpostDocument),
];
