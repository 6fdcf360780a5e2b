import { chosenAccount } from "#admin/books/index.ts";
import { reverserOf, reviewerOf } from "#admin/reviewers.ts";
import { type Ask, IdParams, type Route } from "#auth/route.ts";
import { linesShowing } from "#db/money/bank-shown.ts";
import { incomeAccounts, incomeRow, kindAccounts, openProjects } from "#db/money/income.ts";
import { readRows } from "#db/read.ts";
import * as verbs from "#domain/money/income/actions.ts";
import { PostingForm, RecordForm, ReversalForm, VersionForm } from "#domain/money/income/form.ts";
import { INCOME, type IncomeStep } from "#domain/money/income/rules.ts";
import { MailForm } from "#domain/money/receipts/form.ts";
import { paths } from "#http/paths.ts";
import { pageWithForms, type Refused as RefusedForms } from "#kits/form/form.ts";
import { askingStep, taking } from "#kits/steps/taking.ts";
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

const page = pageWithForms({
	path: income.show(":id"),
	gate: "income",
	params: IdParams,
	page: async (ask, { o, p }: RefusedForms<Refused["form"]>) => {
		const shown = await read(ask);
		const refused = o ? ({ form: "o", state: o } as const) : p && ({ form: "p", state: p } as const);
		return shown ? incomePage(shown, refused) : "missing";
	},
});

/** Returns what the routes of all steps of an income record share: the step, its path, and the page to return to. */
const pressed = (step: IncomeStep, path: string) =>
	({ step: INCOME.steps[step], path, to: ({ params }: AskOne) => income.show(params.id) }) as const;

const record = taking(page, "o", {
	...pressed("record", income.recording(":id")),
	gate: "income_manage",
	form: RecordForm,
	take: async ({ db, params, by, who }, { input: { version, again } }) => {
		await verbs.recordIncome(db, { ref: { id: params.id, version }, again, by: { ...by, userId: who.userId } });
		return {};
	},
});

const remove = page.form("o", {
	path: income.removal(":id"),
	gate: "income_manage",
	form: VersionForm,
	run: async ({ db, params, by }, { input: { version } }) => {
		await verbs.removeIncome(db, { ref: { id: params.id, version }, by });
		return { to: income.list(), flash: "已刪除草稿。" };
	},
});

const issue = page.form("o", {
	path: income.receipt(":id"),
	gate: "receipts_issue",
	form: MailForm,
	run: async ({ db, params, by, who }) => {
		await verbs.issueReceipt(db, { id: params.id, by: { ...by, userId: who.userId } });
		return { to: income.show(params.id), flash: "已開立收據。" };
	},
});

const post = taking(page, "p", {
	...pressed("post", income.posting(":id")),
	gate: "ledger_post",
	form: PostingForm,
	take: async ({ db, env, params, by, who }, { input: { version, account: text = "", project } }) => {
		const isChosen = text.trim() !== "";
		const account = isChosen ? await chosenAccount({ env }, { text, offered: incomeAccounts() }) : null;
		await verbs.postIncome(db, {
			ref: { id: params.id, version },
			accountId: account,
			projectId: project,
			reviewer: reviewerOf(who, "ledger.post"),
			by,
		});
		return { link: { href: `${income.list()}?state=recorded&sort=day`, label: "看其他待入帳的收入" } };
	},
});

/** The routes of reversing an income record. When it cannot be reversed (any more), its own page is shown instead. */
const reversal = askingStep({
	...pressed("reverse", income.reversal(":id")),
	gate: "payments_reverse",
	params: IdParams,
	fresh: true,
	about: read,
	isOpen: (shown) => INCOME.can("reverse", shown.income.state),
	page: incomeReversalPage,
	moved: (shown, state) => incomePage(shown, { form: "o", state }),
	form: ReversalForm,
	take: async ({ db, params, by, who }, { input: { version, reason } }) => {
		await verbs.reverseIncome(db, { ref: { id: params.id, version }, reason, reviewer: reverserOf(who), by });
		return { link: { href: `${income.create()}?copy=${params.id}`, label: "更正後重新登錄" } };
	},
});

/** The routes of 收入 and 捐款人. Fixed addresses come first, because ":id" would match them too. */
export const INCOME_ROUTES: readonly Route[] = [
	...incomeList.routes,
	...INCOME_FORM_ROUTES,
	...DONOR_ROUTES,
	...TAX_ROUTES,
	...PROOF_ROUTES,
	page.show,
	record,
	remove,
	issue,
	post,
	...reversal,
];
