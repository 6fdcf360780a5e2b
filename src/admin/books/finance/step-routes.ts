import * as z from "zod";
import { type Ask, action, IdParams, type Route, view } from "#auth/route.ts";
import { FinanceDay } from "#domain/books/finance/document-form.ts";
import type { LineAccount } from "#domain/books/finance/form.ts";
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
/** The fields of the lines' choices, in the order of the lines. */
const ACCOUNTS = {
	line: ids,
	account: ids,
	budget: z.array(z.string().regex(/^(?:\d{0,15}|none)$/, "請從選項中選擇。")).max(100),
};
const MANY = ["line", "account", "budget"];

type Chosen = z.infer<z.ZodObject<typeof ACCOUNTS>>;

/**
 * Returns the arguments of a step: the request at the version that was seen, the user's permissions as `reviewers`, and
 * the user.
 */
const stepOf = ({ params: { id }, who, by }: Pick<AskDocument, "params" | "who" | "by">, version: number) => ({
	ref: { id, version },
	reviewers: financeReviewersOf(who),
	by: { ...by, userId: who.userId },
});

const told = ({ c, env }: Pick<Ask, "c" | "env">): void => c.executionCtx.waitUntil(relay(env, "mail.due"));

/** Returns the account of each line. When none was chosen, the account of the chosen budget item counts. */
function accountsIn({ line: lineIds, account, budget }: Chosen, { budgets }: FinanceShow): LineAccount[] {
	return lineIds.flatMap((id, at) => {
		const item = budgets.find((one) => String(one.id) === budget[at]);
		const accountId = Number(account[at]) || item?.account_id || 0;
		const isUnbudgeted = budget[at] === NO_BUDGET;
		return accountId > 0 ? [{ lineId: Number(id), accountId, budgetItemId: item?.id ?? null, isUnbudgeted }] : [];
	});
}

/** Draws the page with the refused decision; when the budget was exceeded, with the items concerned. */
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
	// `both`: the page said that this press is both reviews, so that the action does what the page said.
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
/** Returns the message after an approval, by the state in which it was given. */
const doneIn = (state: FinanceState): string => {
	const step = NEXT_STEP[state];
	return step ? STEPS[step].done : "已核准。";
};
const NEXT = { href: finance.waiting(), label: "繼續處理其他申請" };
/** Builds the route of a decision that needs a reason; it is in the form of the approval. */
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

/** Builds the route of a rarer step with its reason; when refused, its own form is shown open. */
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

/** Returns the form of a payment; for a request that was paid already, the request's own page. */
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

/** Moves the error of an account to the field of the account that pays, because this form has no lines. */
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

/** The routes of the steps of reviewers, cashier and accountant. */
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
