import { type Ask, type Route, view } from "#auth/route.ts";
import { incomePage, incomeWaiting, listedIncome } from "#db/income-lists.ts";
import { readRows } from "#db/read.ts";
import { dateInTaipei } from "#domain/content/times.ts";
import { noteIncomeExport } from "#domain/income/actions.ts";
import { paths } from "#http/paths.ts";
import { type SheetFormat, sheetFile } from "#http/sheet-file.ts";
import { sheetOf } from "./export-columns.ts";
import { incomeListPage } from "./list-page.ts";
import { filterNoted, filterOf, IncomeExportQuery, IncomeQuery } from "./list-query.ts";

const { income } = paths.admin;
/** Most records of one file: as many as a Worker's memory holds. */
const EXPORT_MAX = 10_000;

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

/** The records of the list as a file, with a row in the audit log before it leaves. */
const download = (format: SheetFormat): Route =>
	view({
		path: income.export(format),
		gate: "income",
		query: IncomeExportQuery,
		show: async (ask) => {
			const { query, env, db, by, at } = ask;
			const [rows] = await readRows(
				env.DB,
				listedIncome({ filter: filterOf(query), sort: query.sort }, EXPORT_MAX + 1),
			);
			if (rows.length === 0) return back(ask, "沒有可以匯出的收入。");
			if (rows.length > EXPORT_MAX) return back(ask, "一次最多匯出 10,000 筆，請加上條件（例如收到日期）分次匯出。");
			const made = await sheetFile(`收入-${dateInTaipei(at)}`, sheetOf(rows), format);
			await noteIncomeExport(db, by, { step: "export", format, items: rows.length, filter: filterNoted(query) });
			return made;
		},
	});

function back({ c }: Pick<Ask, "c">, flash: string) {
	const asked = new URLSearchParams(c.req.query()).toString();
	return { to: asked === "" ? income.list() : `${income.list()}?${asked}`, flash, tone: "warn" as const };
}

/** The list of income, and taking it away. Before the record's: "export" is no id. */
export const INCOME_LIST_ROUTES: readonly Route[] = [list, download("xlsx"), download("csv")];
