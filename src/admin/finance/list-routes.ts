import { allows } from "#auth/permissions.ts";
import { type Ask, type Route, view } from "#auth/route.ts";
import { financeApplicants, financePage, financeProjects, listedDocuments } from "#db/finance-lists.ts";
import { countWaiting, openAdvances, waitingDocuments } from "#db/finance-waiting.ts";
import { readRows } from "#db/read.ts";
import { dateInTaipei } from "#domain/content/times.ts";
import { noteFinanceExport } from "#domain/finance-lists/actions.ts";
import { paths } from "#http/paths.ts";
import { type SheetFormat, sheetFile } from "#http/sheet-file.ts";
import { advancesPage } from "./advances-page.ts";
import { readerOf, viewerOf } from "./asks.ts";
import { sheetOf } from "./export-columns.ts";
import { financeListPage } from "./list-page.ts";
import { FinanceExportQuery, FinanceQuery, filterNoted, filterOf } from "./list-query.ts";
import { MOST_WAITING, waitingPage } from "./waiting-page.ts";

const { finance } = paths.admin;
/** Most documents of one file. */
const EXPORT_MAX = 10_000;

const listDocuments = view({
	path: finance.list(),
	gate: "finance",
	query: FinanceQuery,
	show: async ({ c, env, who, at, query }) => {
		const { sort, page } = query;
		const [rows, [count], [waiting], applicants, projects] = await readRows(
			env.DB,
			...financePage({ reader: readerOf(who), filter: filterOf(query), sort, page }),
			countWaiting(viewerOf(who, at)),
			financeApplicants(),
			financeProjects(),
		);
		const sums = count ?? { total: 0, ended: 0, sum: 0, paid: 0 };
		return financeListPage({
			rows,
			...sums,
			waiting: waiting?.waiting ?? 0,
			applicants,
			projects,
			page,
			query: c.req.query(),
			who,
			at,
		});
	},
});

/** 等我處理. */
const listWaiting = view({
	path: finance.waiting(),
	gate: "finance",
	show: async ({ env, who, at }) => {
		const [rows] = await readRows(env.DB, waitingDocuments(viewerOf(who, at), MOST_WAITING));
		return waitingPage({ rows, who, at });
	},
});

/** 未核銷的預支, by person and age. */
const listAdvances = view({
	path: finance.advances(),
	gate: "finance",
	show: async ({ env, who, at }) => {
		const [rows, [waiting]] = await readRows(env.DB, openAdvances(readerOf(who)), countWaiting(viewerOf(who, at)));
		return advancesPage({ rows, waiting: waiting?.waiting ?? 0, who, today: dateInTaipei(at) });
	},
});

/** The documents of the list as a file, with a row in the audit log before it leaves. */
const download = (format: SheetFormat): Route =>
	view({
		path: finance.export(format),
		gate: "finance",
		query: FinanceExportQuery,
		show: async (ask) => {
			const { env, who, query } = ask;
			const asked = { reader: readerOf(who), filter: filterOf(query), sort: query.sort };
			const [rows] = await readRows(env.DB, listedDocuments(asked, EXPORT_MAX + 1));
			if (rows.length === 0) return back(ask, "沒有可以匯出的支出申請。");
			if (rows.length > EXPORT_MAX) return back(ask, "一次最多匯出 10,000 件，請加上條件（例如建立日）分次匯出。");
			const file = await sheetFile(`支出申請-${dateInTaipei(ask.at)}`, sheetOf(rows), format);
			const taken = { format, documents: rows.length, filter: filterNoted(query) };
			await noteFinanceExport(ask.db, ask.by, { ...taken, own: !allows("finance_all", who) });
			return file;
		},
	});

function back({ c }: Pick<Ask, "c">, flash: string) {
	const asked = new URLSearchParams(c.req.query()).toString();
	return { to: asked === "" ? finance.list() : `${finance.list()}?${asked}`, flash, tone: "warn" as const };
}

/** The lists of 支出申請. Before a document's own: "waiting" is no id. */
export const FINANCE_LIST_ROUTES: readonly Route[] = [
	listDocuments,
	listWaiting,
	listAdvances,
	download("xlsx"),
	download("csv"),
];
