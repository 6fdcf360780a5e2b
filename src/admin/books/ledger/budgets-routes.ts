import { allows } from "#auth/permissions.ts";
import { type Ask, action, IdParams, type Route, view } from "#auth/route.ts";
import { budgetAccounts, budgetRow, copyHead } from "#db/books/budget-writes.ts";
import { budgetsLeft, budgetYears, unbudgeted } from "#db/books/budgets.ts";
import { readRows } from "#db/read.ts";
import { copyBudget, createBudget, editBudget, removeBudget } from "#domain/books/budgets/actions.ts";
import { BudgetCopy, BudgetEdit, BudgetRemoval, BudgetsQuery, NewBudget } from "#domain/books/budgets/form.ts";
import { leftOf } from "#domain/books/budgets/left.ts";
import { yearWords } from "#domain/books/periods/rules.ts";
import { paths } from "#http/paths.ts";
import { dateInTaipei } from "#kernel/times.ts";
import { formPage } from "#kits/form/form.ts";
import type { FormState } from "#ui/form-state.ts";
import { bookFiles } from "./book-files.ts";
import { budgetForm, editBudgetPage, newBudgetPage } from "./budgets-form-page.ts";
import { budgetListPage, standingWord } from "./budgets-list-page.ts";

const { ledger } = paths.admin;
const yearAt = (at: number): number => Number(dateInTaipei(at).slice(0, 4));
type AskYear = Ask<object, { year?: number | undefined }>;

async function listOf({ env, who, at }: Pick<AskYear, "env" | "who" | "at">, year: number, copying?: FormState) {
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

const listBudgets = view({
	path: ledger.budgets(),
	gate: "ledger",
	query: BudgetsQuery,
	show: (ask) => listOf(ask, ask.query.year ?? yearAt(ask.at)),
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
	run: async ({ db, by }, { input, key }) => {
		await createBudget(db, { input, key, by });
		return { to: `${ledger.budgets()}?year=${input.year}`, flash: `已新增預算項目「${input.name}」。` };
	},
});

type AskOne = Ask<{ id: number }>;
async function editPage({ env, params }: AskOne, state?: FormState, removal?: FormState) {
	const [[row], accounts] = await readRows(env.DB, budgetRow(params.id), budgetAccounts());
	return row ? editBudgetPage({ row, accounts }, state ?? budgetForm(row), removal) : ("missing" as const);
}

const showBudget = view({
	path: ledger.budget(":id"),
	gate: "ledger_post",
	params: IdParams,
	show: (ask) => editPage(ask),
});

const updateBudget = action({
	path: ledger.budget(":id"),
	gate: "ledger_post",
	params: IdParams,
	form: BudgetEdit,
	run: async ({ db, env, by, params }, { input }) => {
		await editBudget(db, params.id, { input, by });
		const [[row]] = await readRows(env.DB, budgetRow(params.id));
		return { to: `${ledger.budgets()}?year=${row?.year ?? ""}`, flash: `已儲存預算項目「${input.name}」。` };
	},
	page: (ask, state) => editPage(ask, state),
});

const destroyBudget = action({
	path: ledger.budgetRemoval(":id"),
	gate: "ledger_post",
	params: IdParams,
	form: BudgetRemoval,
	run: async ({ db, by, params }, { input }) => {
		await removeBudget(db, params.id, { version: input.version, by });
		return { to: ledger.budgets(), flash: "已刪除預算項目。" };
	},
	page: (ask, removal) => editPage(ask, undefined, removal),
});

const copyBudgets = action({
	path: ledger.budgetsCopy(),
	gate: "ledger_post",
	form: BudgetCopy,
	run: async ({ db, by }, { input: { year, percent } }) => {
		await copyBudget(db, { year, percent, by });
		return { to: `${ledger.budgets()}?year=${year}`, flash: `已從 ${yearWords(year - 1)}複製預算。` };
	},
	page: (ask, state) => {
		const year = Number([state.values.year ?? ""].flat()[0]);
		return listOf(ask, Number.isInteger(year) && year >= 1980 && year < 2200 ? year : yearAt(ask.at), state);
	},
});

/** The routes of 預算 by year and account. */
export const BUDGET_ROUTES: readonly Route[] = [
	listBudgets,
	...files,
	...create,
	copyBudgets,
	showBudget,
	updateBudget,
	destroyBudget,
];
