import { takenAway } from "#admin/taking-away.ts";
import { allows } from "#auth/permissions.ts";
import { type Route, view } from "#auth/route.ts";
import { financeApplicants, financePage, financeProjects, listedDocuments } from "#db/books/finance-lists.ts";
import { countWaiting, openAdvances, waitingDocuments } from "#db/books/finance-waiting.ts";
import { readRows } from "#db/read.ts";
import { paths } from "#http/paths.ts";
import { dateInTaipei } from "#kernel/times.ts";
import { advancesPage } from "./advances-page.ts";
import { readerOf, viewerOf } from "./asks.ts";
import { sheetOf } from "./export-columns.ts";
import { financeListPage } from "./list-page.ts";
import { FinanceExportQuery, FinanceQuery, filterOf } from "./list-query.ts";
import { MOST_WAITING, waitingPage } from "./waiting-page.ts";

const { finance } = paths.admin;

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

const files = takenAway({
	path: finance.export,
	gate: "finance",
	query: FinanceExportQuery,
	holds: "books",
	name: "支出申請",
	unit: "件",
	narrow: "請加上條件（例如建立日）分次匯出",
	page: finance.list(),
	noted: ["finance.export", "finance_document"],
	read: async ({ env, query, who, at }, most) => {
		const asked = { reader: readerOf(who), filter: filterOf(query), sort: query.sort };
		const [rows] = await readRows(env.DB, listedDocuments(asked, most));
		const filter = allows("finance_all", who) ? {} : { own: "yes" };
		return { file: `支出申請-${dateInTaipei(at)}`, table: sheetOf(rows), filter };
	},
});

/** The lists of 支出申請. Before a document's own: "waiting" is no id. */
export const FINANCE_LIST_ROUTES: readonly Route[] = [listDocuments, listWaiting, listAdvances, ...files];
