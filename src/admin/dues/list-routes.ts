import { type Ask, type Route, view } from "#auth/route.ts";
import { duesPage, duesTotals, duesYears } from "#db/dues-lists.ts";
import { readRows } from "#db/read.ts";
import { dateInTaipei } from "#domain/content/times.ts";
import { noteDuesExport } from "#domain/dues/actions.ts";
import { paths } from "#http/paths.ts";
import { type SheetFormat, sheetFile } from "#http/sheet-file.ts";
import { sheetOf } from "./export-columns.ts";
import { duesListPage } from "./list-page.ts";
import { DuesExportQuery, DuesQuery, filterNoted, filterOf } from "./list-query.ts";

const { dues } = paths.admin;
/** Most items of one file: as many as a Worker's memory holds. */
const EXPORT_MAX = 10_000;

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

/** The items of the list as a file, with a row in the audit log before it leaves. */
const download = (format: SheetFormat): Route =>
	view({
		path: dues.export(format),
		gate: "dues",
		query: DuesExportQuery,
		fresh: true,
		show: async (ask) => {
			const { query, env } = ask;
			const [rows] = await readRows(env.DB, duesPage(filterOf(query), { sort: query.sort, limit: EXPORT_MAX + 1 }));
			if (rows.length === 0) return back(ask, "沒有可以匯出的會費。");
			if (rows.length > EXPORT_MAX) return back(ask, "一次最多匯出 10,000 筆，請加上條件（例如年度、狀態）分次匯出。");
			return file(ask, format, rows);
		},
	});

function back({ c }: Pick<Ask, "c">, flash: string) {
	const asked = new URLSearchParams(c.req.query());
	return { to: asked.size > 0 ? `${dues.list()}?${asked}` : dues.list(), flash, tone: "warn" as const };
}

async function file(
	{ db, by, at, query }: Ask<object, DuesExportQuery>,
	format: SheetFormat,
	rows: Parameters<typeof sheetOf>[0],
): Promise<Response> {
	const made = await sheetFile(`應繳會費-${dateInTaipei(at)}`, sheetOf(rows), format);
	await noteDuesExport(db, by, { format, items: rows.length, filter: filterNoted(query) });
	return made;
}

/** The list of items, and taking it away. Before an item's: "export" is no id. */
export const DUES_LIST_ROUTES: readonly Route[] = [listDues, download("xlsx"), download("csv")];
