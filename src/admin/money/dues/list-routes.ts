import { takenAway } from "#admin/taking-away.ts";
import { type Route, view } from "#auth/route.ts";
import { duesPage, duesTotals, duesYears } from "#db/money/dues-lists.ts";
import { readRows } from "#db/read.ts";
import { paths } from "#http/paths.ts";
import { dateInTaipei } from "#kernel/times.ts";
import { sheetOf } from "./export-columns.ts";
import { duesListPage } from "./list-page.ts";
import { DuesExportQuery, DuesQuery, filterOf } from "./list-query.ts";

const { dues } = paths.admin;

const NONE = { items: 0, due: 0, paid: 0, owed: 0 };

const listDues = view({
	path: dues.list(),
	gate: "dues_view",
	query: DuesQuery,
	show: async ({ c, env, who, query }) => {
		const { sort, page } = query;
		const filter = filterOf(query);
		const [rows, [totals], years] = await readRows(
			env.DB,
			duesPage(filter, { sort, page }),
			duesTotals(filter),
			duesYears(),
		);
		return duesListPage({
			rows,
			totals: totals ?? NONE,
			years: years.map(({ dues_year }) => dues_year),
			page,
			query: c.req.query(),
			who,
		});
	},
});

const files = takenAway({
	path: dues.export,
	gate: "dues",
	query: DuesExportQuery,
	holds: "books",
	name: "會費",
	unit: "筆",
	narrow: "請加上條件（例如年度、狀態）分次匯出",
	page: dues.list(),
	noted: ["dues.export", "dues"],
	read: async ({ env, query, at }, most) => {
		const [rows] = await readRows(env.DB, duesPage(filterOf(query), { sort: query.sort, limit: most }));
		return { file: `應繳會費-${dateInTaipei(at)}`, table: sheetOf(rows) };
	},
});

/** The list of items, and taking it away. Before an item's: "export" is no id. */
export const DUES_LIST_ROUTES: readonly Route[] = [listDues, ...files];
