import * as z from "zod";
import { type Ask, action, IdParams, type Route, view } from "#auth/route.ts";
import { FinanceDay } from "#domain/books/finance/document-form.ts";
import type { LineAccount } from "#domain/books/finance/form.ts";
import type { FinanceState } from "#domain/books/finance/labels.ts";
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
import { Checked, line, orNull, Version } from "#kernel/form.ts";
import { Refusal } from "#kernel/refusal.ts";
import { dateInTaipei } from "#kernel/times.ts";
import { ChosenId } from "#kernel/typed.ts";
import { relay } from "#platform/queue.ts";
import { type FormState, freshForm } from "#ui/form-state.ts";
import type { Page } from "#ui/page.ts";
import { choosesAccounts, NO_BUDGET } from "./account-cells.ts";
import { financeReviewersOf } from "./asks.ts";
import { overBudget } from "./budget-foot.ts";
import { cashAccounts, payPage } from "./pay-page.ts";
import { financeShowPage } from "./show-page.ts";
import { type AskDocument, readDocument } from "./show-reads.ts";
import { documentPageOf, Reason, Words } from "./show-routes.ts";
import { type FinanceShow, may, mayReviewBoth } from "./shown.ts";

const { finance } = paths.admin;

const ids = z.array(z.string().regex(/^\d{0,15}$/, "請從選項中選擇。")).max(100);
/** The lines' choices, in their order. */
const ACCOUNTS = {
	line: ids,
	account: ids,
	budget: z.array(z.string().regex(/^(?:\d{0,15}|none)$/, "請從選項中選擇。")).max(100),
};
const MANY = ["line", "account", "budget"];

type Chosen = z.infer<z.ZodObject<typeof ACCOUNTS>>;

/** Who does it, as whom they may, of which version. */
const stepOf = ({ params: { id }, who, by }: Pick<AskDocument, "params" | "who" | "by">, version: number) => ({
	ref: { id, version },
	reviewers: financeReviewersOf(who),
	by: { ...by, userId: who.userId },
});

const told = ({ c, env }: Pick<Ask, "c" | "env">): void => c.executionCtx.waitUntil(relay(env, "mail.due"));

/** An account of each line; a budget item says its own where none was chosen. */
function accountsIn({ line: lineIds, account, budget }: Chosen, { budgets }: FinanceShow): LineAccount[] {
	return lineIds.flatMap((id, at) => {
		const item = budgets.find((one) => String(one.id) === budget[at]);
		const accountId = Number(account[at]) || item?.account_id || 0;
		const isUnbudgeted = budget[at] === NO_BUDGET;
		return accountId > 0 ? [{ lineId: Number(id), accountId, budgetItemId: item?.id ?? null, isUnbudgeted }] : [];
	});
}

/** The page again, with what goes over the budget where the rule says that something does. */
async function decisionPageOf(ask: AskDocument, decision: FormState): Promise<Page | "missing"> {
	const of = await readDocument(ask);
	if (!of) return "missing";
	if (!decision.errors.over_budget) return financeShowPage(of, { decision });
	const sent = z
		.object(ACCOUNTS)
		.safeParse(Object.fromEntries(MANY.map((name) => [name, [decision.values[name] ?? []].flat()])));
	const over = sent.success ? overBudget(accountsIn(sent.data, of), of) : "";
	const words = over === "" ? decision.errors.over_budget : [`${over}。請改列其他項目，或勾選確認後再按一次。`];
	return financeShowPage(of, { decision: { ...decision, errors: { ...decision.errors, over_budget: words } } });
}

const approve = action({
	path: finance.approval(":id"),
	gate: "finance_review",
	params: IdParams,
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
	page: decisionPageOf,
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
	action({
		path,
		gate: "finance_review",
		params: IdParams,
		fresh: true,
		form: z.strictObject({ version: Version, comment: Reason }),
		only: ["version", "comment"],
		run: async (ask, { input: { version, comment } }) => {
			await act(ask, { ...stepOf(ask, version), comment });
			told(ask);
			return { to: finance.show(ask.params.id), flash: done, link: NEXT };
		},
		page: (ask, decision) => documentPageOf(ask, { decision }),
	});

/** A rarer step with its reason; its own form is shown again open. */
const rare = (
	of: { path: string; gate: "finance_void" | "finance_payment" | "finance_post"; step: FinanceStep },
	act: (ask: AskDocument, of: ReturnType<typeof stepOf> & { comment: string }) => Promise<void>,
): Route =>
	action({
		path: of.path,
		gate: of.gate,
		params: IdParams,
		fresh: true,
		form: z.strictObject({ version: Version, comment: Reason }),
		run: async (ask, { input: { version, comment } }) => {
			await act(ask, { ...stepOf(ask, version), comment });
			told(ask);
			return { to: finance.show(ask.params.id), flash: STEPS[of.step].done, tone: "info" as const };
		},
		page: (ask, state) => documentPageOf(ask, { other: { ...state, values: { ...state.values, _step: of.step } } }),
	});

/** The form of a payment; one that is paid by now shows itself. */
async function payPageOf(ask: AskDocument, state?: FormState) {
	const of = await readDocument(ask);
	if (!of) return "missing" as const;
	if (may(of, "pay") === null) return state ? financeShowPage(of, { other: state }) : undefined;
	const [only, ...more] = cashAccounts(of.accounts).filter(({ code }) =>
		of.document.pay_by === "cash" ? code.startsWith("111") : code.startsWith("113"),
	);
	const from = only && more.length === 0 ? String(only.id) : "";
	return payPage(of, state ?? freshForm({ paid_on: dateInTaipei(ask.at), paid_from: from }));
}

/** This form has no lines: what an account lacks is told beside where the money leaves from. */
const besideSource = (state: FormState): FormState =>
	state.errors.account ? { ...state, errors: { paid_from: ["請選擇現金、零用金或存款的帳戶。"] } } : state;

const askPayment = view({
	path: finance.payment(":id"),
	gate: "finance_payment",
	params: IdParams,
	fresh: true,
	show: async (ask) => (await payPageOf(ask)) ?? { to: finance.show(ask.params.id) },
});

const pay = action({
	path: finance.payment(":id"),
	gate: "finance_payment",
	params: IdParams,
	fresh: true,
	form: z.strictObject({
		version: Version,
		paid_on: FinanceDay,
		paid_from: ChosenId,
		reference: line(60).default("").transform(orNull),
	}),
	run: async (ask, { input: { version, paid_on, paid_from, reference } }) => {
		await payDocument(ask.db, { ...stepOf(ask, version), paidOn: paid_on, paidFrom: paid_from, reference });
		told(ask);
		return { to: finance.show(ask.params.id), flash: STEPS.pay.done, link: NEXT };
	},
	page: async (ask, state) => (await payPageOf(ask, besideSource(state))) ?? "missing",
});

const unpay = action({
	path: finance.paymentReturnEnd(":id"),
	gate: "finance",
	params: IdParams,
	fresh: true,
	form: z.strictObject({ version: Version }),
	run: async (ask, { input: { version } }) => {
		await confirmUnpay(ask.db, stepOf(ask, version));
		told(ask);
		return { to: finance.show(ask.params.id), flash: STEPS.unpay.done, tone: "info" as const };
	},
	page: (ask, other) => documentPageOf(ask, { other }),
});

const post = action({
	path: finance.posting(":id"),
	gate: "finance_post",
	params: IdParams,
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
	page: decisionPageOf,
});

/** What reviewers, the cashier and the accountant do with a document. */
export const FINANCE_STEP_ROUTES: readonly Route[] = [
	approve,
	decide(finance.return(":id"), STEPS.return.done, (ask, of) => returnDocument(ask.db, of)),
	decide(finance.rejection(":id"), STEPS.reject.done, (ask, of) => rejectDocument(ask.db, of)),
	rare({ path: finance.voiding(":id"), gate: "finance_void", step: "void" }, (ask, of) => voidDocument(ask.db, of)),
	askPayment,
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
