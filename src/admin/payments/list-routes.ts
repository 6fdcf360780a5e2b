import { type Ask, type Route, view } from "#auth/route.ts";
import { listedPayments, paymentPage, waitingPayments } from "#db/payment-lists.ts";
import { readRows } from "#db/read.ts";
import { dateInTaipei } from "#domain/content/times.ts";
import { notePaymentExport } from "#domain/payment-lists/actions.ts";
import { paths } from "#http/paths.ts";
import { type SheetFormat, sheetFile } from "#http/sheet-file.ts";
import { sheetOf } from "./export-columns.ts";
import { paymentListPage } from "./list-page.ts";
import { filterNoted, filterOf, PaymentsExportQuery, PaymentsQuery } from "./list-query.ts";

const { payments } = paths.admin;
/** Most payments of one file: as many as a Worker's memory holds. */
const EXPORT_MAX = 10_000;

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

/** The payments of the list as a file, with a row in the audit log before it leaves. */
const download = (format: SheetFormat): Route =>
	view({
		path: payments.export(format),
		gate: "payments",
		query: PaymentsExportQuery,
		show: async (ask) => {
			const { query, env } = ask;
			const [rows] = await readRows(
				env.DB,
				listedPayments({ filter: filterOf(query), sort: query.sort }, EXPORT_MAX + 1),
			);
			if (rows.length === 0) return back(ask, "沒有可以匯出的收款。");
			if (rows.length > EXPORT_MAX) return back(ask, "一次最多匯出 10,000 筆，請加上條件（例如繳費日）分次匯出。");
			return file(ask, format, rows);
		},
	});

function back({ c }: Pick<Ask, "c">, flash: string) {
	const asked = new URLSearchParams(c.req.query()).toString();
	return { to: asked === "" ? payments.list() : `${payments.list()}?${asked}`, flash, tone: "warn" as const };
}

async function file(
	{ db, by, at, query }: Ask<object, PaymentsExportQuery>,
	format: SheetFormat,
	rows: Parameters<typeof sheetOf>[0],
): Promise<Response> {
	const made = await sheetFile(`收款-${dateInTaipei(at)}`, sheetOf(rows), format);
	await notePaymentExport(db, by, { format, payments: rows.length, filter: filterNoted(query) });
	return made;
}

/** The list of payments, and taking it away. Before the record's: "export" is no id. */
export const PAYMENT_LIST_ROUTES: readonly Route[] = [listPayments, download("xlsx"), download("csv")];
