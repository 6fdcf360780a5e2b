import { takenAway } from "#admin/taking-away.ts";
import { type Route, view } from "#auth/route.ts";
import { listedPayments, paymentPage, waitingPayments } from "#db/money/payment-lists.ts";
import { readRows } from "#db/read.ts";
import { paths } from "#http/paths.ts";
import { dateInTaipei } from "#kernel/times.ts";
import { sheetOf } from "./export-columns.ts";
import { paymentListPage } from "./list-page.ts";
import { filterOf, PaymentsExportQuery, PaymentsQuery } from "./list-query.ts";

const { payments } = paths.admin;

const listPayments = view({
	path: payments.list(),
	gate: "payments",
	query: PaymentsQuery,
	show: async ({ c, env, who, query }) => {
		const { sort, page } = query;
		const [rows, [count], [waiting]] = await readRows(
			env.DB,
			...paymentPage({ filter: filterOf(query), sort, page }),
			waitingPayments(),
		);
		return paymentListPage({
			rows,
			...(count ?? { total: 0, ended: 0, sum: 0, received: 0 }),
			waiting: waiting?.waiting ?? 0,
			page,
			query: c.req.query(),
			who,
		});
	},
});

const files = takenAway({
	path: payments.export,
	gate: "payments",
	query: PaymentsExportQuery,
	holds: "books",
	name: "收款",
	unit: "筆",
	narrow: "請加上條件（例如繳費日）分次匯出",
	page: payments.list(),
	noted: ["payment.export", "payment"],
	read: async ({ env, query, at }, most) => {
		const [rows] = await readRows(env.DB, listedPayments({ filter: filterOf(query), sort: query.sort }, most));
		return { file: `收款-${dateInTaipei(at)}`, table: sheetOf(rows) };
	},
});

/** The list of payments, and taking it away. Before the record's: "export" is no id. */
export const PAYMENT_LIST_ROUTES: readonly Route[] = [listPayments, ...files];
