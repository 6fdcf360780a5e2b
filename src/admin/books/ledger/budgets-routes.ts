import { chosenAccount } from "#admin/books/account-field.ts";
import { allows } from "#auth/permissions.ts";
import { type Ask, IdParams, type Route } from "#auth/route.ts";
import { budgetAccounts, budgetRow, copyHead } from "#db/books/budget-writes.ts";
import { budgetsLeft, budgetYears, unbudgeted } from "#db/books/budgets.ts";
import { readRows } from "#db/read.ts";
import { copyBudget, createBudget, editBudget, removeBudget } from "#domain/books/budgets/actions.ts";
import { BudgetCopy, BudgetEdit, BudgetRemoval, BudgetsQuery, NewBudget } from "#domain/books/budgets/form.ts";
import { leftOf } from "#domain/books/budgets/left.ts";
import { yearWords } from "#domain/books/periods/rules.ts";
import { paths } from "#http/paths.ts";
import { dateInTaipei } from "#kernel/times.ts";
import { formPage, pageWithForms, type Refused } from "#kits/form/form.ts";
import type { FormState } from "#ui/form-state.ts";
import { bookFiles } from "./book.ts";
import { budgetForm, editBudgetPage, newBudgetPage } from "./budgets-form-page.ts";
import { budgetListPage, standingWord } from "./budgets-list-page.ts";

const { ledger } = paths.admin;
const yearAt = (at: number): number => Number(dateInTaipei(at).slice(0, 4));
type AskYear = Ask<object, { year?: number | undefined }>;

/** Returns the year that a refused form to copy a budget sent, else the year of the address, else the present year. */
function yearOf({ query, at }: AskYear, copying: FormState | undefined): number {
	const year = Number([copying?.values.year ?? ""].flat()[0]);
	return Number.isInteger(year) && year >= 1980 && year < 2200 ? year : (query.year ?? yearAt(at));
}

async function listOf(ask: AskYear, { copying }: Refused<"copying">) {
	const { env, who, at } = ask;
	const year = yearOf(ask, copying);
	const [rows, [copy], kept, others] = await readRows(
		env.DB,
		budgetsLeft(year),
		copyHead(year),
		budgetYears(),
		unbudgeted(year),
	);
	const now = yearAt(at);
	const years = [...new Set([now + 1, now, year, ...kept.map((one) => one.year)])].toSorted((a, b) => b - a);
	return budgetListPage(
		{
			year,
			years,
			rows,
			others,
			copy: copy ?? { items: 0, expense: 0, income: 0 },
			mayEdit: allows("ledger_post", who),
		},
		copying,
	);
}

const list = pageWithForms({
	path: ledger.budgets(),
	gate: "ledger",
	query: BudgetsQuery,
	page: listOf,
});

const files = bookFiles({
	path: ledger.budgetsExport,
	query: BudgetsQuery,
	name: "預算",
	page: ledger.budgets(),
	read: async ({ env, query, at }) => {
		const year = query.year ?? yearAt(at);
		const [rows] = await readRows(env.DB, budgetsLeft(year));
		const table = {
			sheet: `${yearWords(year)}預算`,
			header: ["代號", "會計科目", "項目", "預算", "已用", "進行中", "剩餘", "狀況", "說明"],
			widths: [10, 24, 28, 14, 14, 14, 14, 10, 32],
			rows: rows.map((row) => [
				row.code,
				row.account,
				row.name,
				row.amount,
				row.used,
				row.committed,
				leftOf(row),
				row.code < "5" ? "收入" : standingWord(row),
				row.note,
			]),
		};
		return { file: `預算-${year - 1911}年`, table };
	},
});

const create = formPage({
	path: ledger.budgetCreate(),
	gate: "ledger_post",
	query: BudgetsQuery,
	form: NewBudget,
	about: async ({ env }) => (await readRows(env.DB, budgetAccounts()))[0],
	page: (accounts, state, { query, at }) =>
		newBudgetPage({ year: query.year ?? yearAt(at), accounts, key: crypto.randomUUID() }, state),
	run: async ({ db, env, by }, { input, key }) => {
		const account = await chosenAccount({ env }, { text: input.account, offered: budgetAccounts() });
		await createBudget(db, { input: { ...input, account }, key, by });
		return { to: `${ledger.budgets()}?year=${input.year}`, flash: `已新增預算項目「${input.name}」。` };
	},
});

type AskOne = Ask<{ id: number }>;
async function editPage({ env, params }: AskOne, { sent, removal }: Refused<"sent" | "removal">) {
	const [[row], accounts] = await readRows(env.DB, budgetRow(params.id), budgetAccounts(params.id));
	return row ? editBudgetPage({ row, accounts }, sent ?? budgetForm(row), removal) : ("missing" as const);
}

const budget = pageWithForms({
	path: ledger.budget(":id"),
	gate: "ledger_post",
	params: IdParams,
	page: editPage,
});

const updateBudget = budget.form("sent", {
	form: BudgetEdit,
	run: async ({ db, env, by, params }, { input }) => {
		const account = await chosenAccount({ env }, { text: input.account, offered: budgetAccounts(params.id) });
		await editBudget(db, params.id, { input: { ...input, account }, by });
		const [[row]] = await readRows(env.DB, budgetRow(params.id));
		return { to: `${ledger.budgets()}?year=${row?.year ?? ""}`, flash: `已儲存預算項目「${input.name}」。` };
	},
});

const destroyBudget = budget.form("removal", {
	path: ledger.budgetRemoval(":id"),
	form: BudgetRemoval,
	run: async ({ db, by, params }, { input }) => {
		await removeBudget(db, params.id, { version: input.version, by });
		return { to: ledger.budgets(), flash: "已刪除預算項目。" };
	},
});

const copyBudgets = list.form("copying", {
	path: ledger.budgetsCopy(),
	gate: "ledger_post",
	form: BudgetCopy,
	run: async ({ db, by }, { input: { year, percent } }) => {
		await copyBudget(db, { year, percent, by });
		return { to: `${ledger.budgets()}?year=${year}`, flash: `已從 ${yearWords(year - 1)}複製預算。` };
	},
});

/** The routes of 預算 by year and account. */
export const BUDGET_ROUTES: readonly Route[] = [
	list.show,
	...files,
	...create,
	copyBudgets,
	budget.show,
	updateBudget,
	destroyBudget,
];
