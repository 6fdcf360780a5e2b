import * as z from "zod";
import { type Ask, IdParams, type Route } from "#auth/route.ts";
import { PaymentForm, Reason, Words } from "#domain/books/finance/document-form.ts";
import type { FinanceState } from "#domain/books/finance/labels.ts";
import { type FinanceStep, NEXT_STEP, STEPS } from "#domain/books/finance/steps.ts";
import {
	askUnpay,
	confirmUnpay,
	payDocument,
	postDocument,
	unpostDocument,
} from "#domain/books/finance-payments/actions.ts";
import {
	approveDocument,
	rejectDocument,
	returnDocument,
	voidDocument,
} from "#domain/books/finance-reviews/actions.ts";
import { paths } from "#http/paths.ts";
import { Checked, Version } from "#kernel/form.ts";
import { Refusal } from "#kernel/refusal.ts";
import { dateInTaipei } from "#kernel/times.ts";
import { pageWithForms, type Refused } from "#kits/form/form.ts";
import { relay } from "#platform/queue.ts";
import { type FormState, freshForm } from "#ui/form-state.ts";
import { choosesAccounts } from "./account-cells.ts";
import { financeReviewersOf } from "./asks.ts";
import { ACCOUNTS, accountsIn, document, MANY } from "./document.ts";
import { cashAccounts, payPage } from "./pay-page.ts";
import { financeShowPage } from "./show-page.ts";
import { type AskDocument, readDocument } from "./show-reads.ts";
import { may, mayReviewBoth } from "./shown.ts";

const { finance } = paths.admin;

/** Who does it, as whom they may, of which version. */
const stepOf = ({ params: { id }, who, by }: Pick<AskDocument, "params" | "who" | "by">, version: number) => ({
	ref: { id, version },
	reviewers: financeReviewersOf(who),
	by: { ...by, userId: who.userId },
});

const told = ({ c, env }: Pick<Ask, "c" | "env">): void => c.executionCtx.waitUntil(relay(env, "mail.due"));

const approve = document.form("decision", {
	path: finance.approval(":id"),
	gate: "finance_review",
	fresh: true,
	// `both`: the page said that this press is both reviews; what it said is what is done.
	form: z.strictObject({ version: Version, comment: Words, both: Checked, over_budget: Checked, ...ACCOUNTS }),
	many: MANY,
	run: async (ask, { input, values }) => {
		const of = await readDocument(ask);
		if (!of) return "missing";
		const accounts = accountsIn(input, of);
		const isBoth = mayReviewBoth(of);
		if (isBoth !== input.both) throw new Refusal("finance.moved");
		if (of.document.version === input.version && choosesAccounts(of) && accounts.length < of.lines.length) {
			const errors = { account: ["請為每一行選擇會計科目或預算項目。"] };
			return { ...financeShowPage(of, { decision: { values, errors } }), status: 422 };
		}
		const done = isBoth ? "財務已審核，送理事長核准。" : doneIn(of.document.state);
		const { comment, over_budget: isKnown } = input;
		await approveDocument(ask.db, { ...stepOf(ask, input.version), accounts, overBudget: isKnown, comment });
		told(ask);
		return { to: finance.show(ask.params.id), flash: done, link: NEXT };
	},
});
/** What a review said, by the state that it was taken in. */
const doneIn = (state: FinanceState): string => {
	const step = NEXT_STEP[state];
	return step ? STEPS[step].done : "已核准。";
};
const NEXT = { href: finance.waiting(), label: "繼續處理其他申請" };
/** A decision that needs its reason, of the form that approval stands in. */
const decide = (
	path: string,
	done: string,
	act: (ask: AskDocument, of: ReturnType<typeof stepOf> & { comment: string }) => Promise<void>,
): Route =>
	document.form("decision", {
		path,
		gate: "finance_review",
		fresh: true,
		form: z.strictObject({ version: Version, comment: Reason }),
		only: ["version", "comment"],
		run: async (ask, { input: { version, comment } }) => {
			await act(ask, { ...stepOf(ask, version), comment });
			told(ask);
			return { to: finance.show(ask.params.id), flash: done, link: NEXT };
		},
	});

/** A rarer step with its reason; its own form is shown again open. */
const rare = (
	of: { path: string; gate: "finance_void" | "finance_payment" | "finance_post"; step: FinanceStep },
	act: (ask: AskDocument, of: ReturnType<typeof stepOf> & { comment: string }) => Promise<void>,
): Route =>
	document.form(of.step, {
		path: of.path,
		gate: of.gate,
		fresh: true,
		form: z.strictObject({ version: Version, comment: Reason }),
		run: async (ask, { input: { version, comment } }) => {
			await act(ask, { ...stepOf(ask, version), comment });
			told(ask);
			return { to: finance.show(ask.params.id), flash: STEPS[of.step].done, tone: "info" as const };
		},
	});

/** The form of a payment; one that is paid by now shows itself. */
async function payPageOf(ask: AskDocument, { sent }: Refused) {
	const of = await readDocument(ask);
	if (!of) return "missing" as const;
	const state = sent && besideSource(sent);
	if (may(of, "pay") === null) return state ? financeShowPage(of, { pay: state }) : { to: finance.show(ask.params.id) };
	const [only, ...more] = cashAccounts(of.accounts).filter(({ code }) =>
		of.document.pay_by === "cash" ? code.startsWith("111") : code.startsWith("113"),
	);
	const from = only && more.length === 0 ? String(only.id) : "";
	return payPage(of, state ?? freshForm({ paid_on: dateInTaipei(ask.at), paid_from: from }));
}

/** This form has no lines: what an account lacks is told beside where the money leaves from. */
const besideSource = (state: FormState): FormState =>
	state.errors.account ? { ...state, errors: { paid_from: ["請選擇現金、零用金或存款的帳戶。"] } } : state;

const payment = pageWithForms({
	path: finance.payment(":id"),
	gate: "finance_payment",
	params: IdParams,
	fresh: true,
	page: payPageOf,
});

const pay = payment.form("sent", {
	fresh: true,
	form: PaymentForm,
	run: async (ask, { input: { version, paid_on, paid_from, reference } }) => {
		await payDocument(ask.db, { ...stepOf(ask, version), paidOn: paid_on, paidFrom: paid_from, reference });
		told(ask);
		return { to: finance.show(ask.params.id), flash: STEPS.pay.done, link: NEXT };
	},
});

const unpay = document.form("unpay", {
	path: finance.paymentReturnEnd(":id"),
	fresh: true,
	form: z.strictObject({ version: Version }),
	run: async (ask, { input: { version } }) => {
		await confirmUnpay(ask.db, stepOf(ask, version));
		told(ask);
		return { to: finance.show(ask.params.id), flash: STEPS.unpay.done, tone: "info" as const };
	},
});

const post = document.form("decision", {
	path: finance.posting(":id"),
	gate: "finance_post",
	fresh: true,
	form: z.strictObject({ version: Version, over_budget: Checked, ...ACCOUNTS }),
	many: MANY,
	run: async (ask, { input }) => {
		const of = await readDocument(ask);
		if (!of) return "missing";
		const { over_budget: isKnown } = input;
		const accounts = accountsIn(input, of);
		await postDocument(ask.db, { ...stepOf(ask, input.version), accounts, overBudget: isKnown });
		told(ask);
		return { to: finance.show(ask.params.id), flash: STEPS.post.done, link: NEXT };
	},
});

/** What reviewers, the cashier and the accountant do with a document. */
export const FINANCE_STEP_ROUTES: readonly Route[] = [
	approve,
	decide(finance.return(":id"), STEPS.return.done, (ask, of) => returnDocument(ask.db, of)),
	decide(finance.rejection(":id"), STEPS.reject.done, (ask, of) => rejectDocument(ask.db, of)),
	rare({ path: finance.voiding(":id"), gate: "finance_void", step: "void" }, (ask, of) => voidDocument(ask.db, of)),
	payment.show,
	pay,
	rare(
		{
			path: finance.paymentReturn(":id"),
			gate: "finance_payment",
			step: "unpay_ask",
		},
		(ask, of) => askUnpay(ask.db, of),
	),
	unpay,
	post,
	rare({ path: finance.postingEnd(":id"), gate: "finance_post", step: "unpost" }, (ask, of) =>
		unpostDocument(ask.db, of),
	),
];
