import { reverserOf, reviewerOf } from "#admin/reviewers.ts";
import { type Ask, action, IdParams, type Route, view } from "#auth/route.ts";
import { linesShowing } from "#db/money/bank-shown.ts";
import { incomeAccounts, incomeRow, kindAccounts, openProjects } from "#db/money/income.ts";
import { readRows } from "#db/read.ts";
import * as verbs from "#domain/money/income/actions.ts";
import { PostingForm, RecordForm, ReversalForm, VersionForm } from "#domain/money/income/form.ts";
import { canStep } from "#domain/money/income/rules.ts";
import { MailForm } from "#domain/money/receipts/form.ts";
import { paths } from "#http/paths.ts";
import { relay } from "#platform/queue.ts";
import { type FormState, freshForm } from "#ui/form-state.ts";
import { DONOR_ROUTES } from "./donor-routes.ts";
import { INCOME_FORM_ROUTES } from "./form-routes.ts";
import { incomeList } from "./list.ts";
import { PROOF_ROUTES } from "./proof-routes.ts";
import { incomeReversalPage } from "./reversal-page.ts";
import { incomePage } from "./show-page.ts";
import type { IncomeShown, Refused } from "./shown.ts";
import { TAX_ROUTES } from "./tax-routes.ts";

const { income } = paths.admin;
type AskOne = Ask<{ id: number }, object>;

async function read({ env, who, at, params }: AskOne): Promise<IncomeShown | undefined> {
	const [[row], accounts, kinds, projects, lines] = await readRows(
		env.DB,
		incomeRow(params.id),
		incomeAccounts(),
		kindAccounts(),
		openProjects(),
		linesShowing("income", params.id),
	);
	const poster = reviewerOf(who, "ledger.post");
	const reverser = reverserOf(who);
	return row && { income: row, accounts, kindAccounts: kinds, projects, lines, poster, reverser, who, at };
}

async function showPage(ask: AskOne, refused?: Refused) {
	const shown = await read(ask);
	return shown ? incomePage(shown, refused) : ("missing" as const);
}
const again =
	(form: Refused["form"]) =>
	(ask: AskOne, state: FormState): ReturnType<typeof showPage> =>
		showPage(ask, { form, state });

const show = view({ path: income.show(":id"), gate: "income", params: IdParams, show: (ask) => showPage(ask) });

const tell = ({ c, env }: Pick<Ask, "c" | "env">): void => c.executionCtx.waitUntil(relay(env, "mail.due"));

const record = action({
	path: income.recording(":id"),
	gate: "income_manage",
	params: IdParams,
	form: RecordForm,
	run: async (ask, { input: { version, again } }) => {
		const { db, params, by, who } = ask;
		await verbs.recordIncome(db, { ref: { id: params.id, version }, again, by: { ...by, userId: who.userId } });
		tell(ask);
		return { to: income.show(params.id), flash: "已登錄，等待會計入帳。" };
	},
	page: again("o"),
});

const remove = action({
	path: income.removal(":id"),
	gate: "income_manage",
	params: IdParams,
	form: VersionForm,
	run: async ({ db, params, by }, { input: { version } }) => {
		await verbs.removeIncome(db, { ref: { id: params.id, version }, by });
		return { to: income.list(), flash: "已刪除草稿。" };
	},
	page: again("o"),
});

const issue = action({
	path: income.receipt(":id"),
	gate: "receipts_issue",
	params: IdParams,
	form: MailForm,
	run: async ({ db, params, by, who }) => {
		await verbs.issueReceipt(db, { id: params.id, by: { ...by, userId: who.userId } });
		return { to: income.show(params.id), flash: "已開立收據。" };
	},
	page: again("o"),
});

const post = action({
	path: income.posting(":id"),
	gate: "ledger_post",
	params: IdParams,
	form: PostingForm,
	run: async ({ db, params, by, who }, { input: { version, account, project } }) => {
		await verbs.postIncome(db, {
			ref: { id: params.id, version },
			accountId: account,
			projectId: project,
			reviewer: reviewerOf(who, "ledger.post"),
			by,
		});
		return {
			to: income.show(params.id),
			flash: "已入帳。",
			link: { href: `${income.list()}?state=recorded&sort=day`, label: "看其他待入帳的收入" },
		};
	},
	page: again("p"),
});

/** Returns the page of a reversal; for a record that cannot be reversed (any more), the record's own page. */
async function reversalOf(ask: AskOne, state?: FormState) {
	const shown = await read(ask);
	if (!shown) return "missing" as const;
	if (canStep("reverse", shown.income.state)) return incomeReversalPage(shown, state ?? freshForm());
	return state ? incomePage(shown, { form: "o", state }) : undefined;
}

const reversing = { path: income.reversal(":id"), gate: "payments_reverse", params: IdParams, fresh: true } as const;

const askReversal = view({
	...reversing,
	show: async (ask) => (await reversalOf(ask)) ?? { to: income.show(ask.params.id) },
});

const reverse = action({
	...reversing,
	form: ReversalForm,
	run: async (ask, { input: { version, reason } }) => {
		const { db, params, by, who } = ask;
		const reviewer = reverserOf(who);
		await verbs.reverseIncome(db, { ref: { id: params.id, version }, reason, reviewer, by });
		tell(ask);
		return {
			to: income.show(params.id),
			flash: "已沖銷，收據一併作廢。",
			link: { href: `${income.create()}?copy=${params.id}`, label: "更正後重新登錄" },
		};
	},
	page: async (ask, state) => (await reversalOf(ask, state)) ?? "missing",
});

/** The routes of 收入 and 捐款人. Fixed addresses come first, because ":id" would match them too. */
export const INCOME_ROUTES: readonly Route[] = [
	...incomeList.routes,
	...INCOME_FORM_ROUTES,
	...DONOR_ROUTES,
	...TAX_ROUTES,
	...PROOF_ROUTES,
	show,
	record,
	remove,
	issue,
	post,
	askReversal,
	reverse,
];
