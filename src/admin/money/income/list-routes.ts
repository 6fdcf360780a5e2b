import { takenAway } from "#admin/taking-away.ts";
import { type Route, view } from "#auth/route.ts";
import { incomePage, incomeWaiting, listedIncome } from "#db/money/income-lists.ts";
import { readRows } from "#db/read.ts";
import { paths } from "#http/paths.ts";
import { dateInTaipei } from "#kernel/times.ts";
import { sheetOf } from "./export-columns.ts";
import { incomeListPage } from "./list-page.ts";
import { filterOf, IncomeExportQuery, IncomeQuery } from "./list-query.ts";

const { income } = paths.admin;

const list = view({
	path: income.list(),
	gate: "income",
	query: IncomeQuery,
	show: async ({ c, env, who, query: { page, ...query } }) => {
		const [rows, [sums], [waits]] = await readRows(
			env.DB,
			...incomePage({ filter: filterOf(query), sort: query.sort, page }),
			incomeWaiting(),
		);
		return incomeListPage({
			rows,
			sums: sums ?? { total: 0, sum: 0 },
			waiting: waits?.waiting ?? 0,
			page,
			query: c.req.query(),
			who,
		});
	},
});

const files = takenAway({
	path: income.export,
	gate: "income",
	query: IncomeExportQuery,
	holds: "books",
	name: "收入",
	unit: "筆",
	narrow: "請加上條件（例如收到日期）分次匯出",
	page: income.list(),
	noted: ["income.export", "income"],
	read: async ({ env, query, at }, most) => {
		const [rows] = await readRows(env.DB, listedIncome({ filter: filterOf(query), sort: query.sort }, most));
		return { file: `收入-${dateInTaipei(at)}`, table: sheetOf(rows) };
	},
});

/** The list of income, and taking it away. Before the record's: "export" is no id. */
export const INCOME_LIST_ROUTES: readonly Route[] = [list, ...files];
