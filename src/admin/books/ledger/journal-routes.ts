import { type Route, view } from "#auth/route.ts";
import { journal, journalLines, journalSums } from "#db/books/journal.ts";
import { readRows } from "#db/read.ts";
import { paths } from "#http/paths.ts";
import { bookFiles } from "./book-files.ts";
import { journalPage, VOUCHERS_PER_PAGE } from "./journal-page.ts";
import { JournalQuery, spanOf } from "./query.ts";
import { PRINT_ROWS } from "./report.ts";

const { ledger } = paths.admin;
const gate = "ledger";

const showJournal = view({
	path: ledger.journal(),
	gate,
	query: JournalQuery,
	show: async ({ env, query: { kind, q, page, print, ...months }, surroundings, at }) => {
		const span = spanOf(months, at);
		const filter = { ...span.days, kind, q };
		const [rows, [sums]] = await readRows(
			env.DB,
			journal(filter, print ? { rows: PRINT_ROWS, page: 1 } : { rows: VOUCHERS_PER_PAGE, page }),
			journalSums(filter),
		);
		return journalPage({
			rows,
			sums: sums ?? { vouchers: 0, total: 0 },
			span,
			kind,
			q,
			page: print ? 0 : page,
			association: surroundings.fullName,
		});
	},
});

const files = bookFiles({
	path: ledger.journalExport,
	query: JournalQuery,
	name: "傳票",
	page: ledger.journal(),
	read: async ({ env, query: { kind, q, page: _page, print: _print, ...months }, at }, most) => {
		const { days } = spanOf(months, at);
		const [lines] = await readRows(env.DB, journalLines({ ...days, kind, q }, most));
		const table = {
			sheet: "日記簿",
			header: ["日期", "傳票", "代號", "會計科目", "摘要", "借方", "貸方", "會員編號", "專案"],
			widths: [12, 14, 10, 24, 36, 12, 12, 12, 16],
			rows: lines.map((line) => [
				line.date,
				line.number,
				line.code,
				line.name,
				line.memo || line.description,
				line.debit,
				line.credit,
				line.member_no,
				line.project,
			]),
		};
		return { file: `日記簿-${days.from}-${days.to}`, table };
	},
});

/** The routes of 日記簿. */
export const JOURNAL_ROUTES: readonly Route[] = [showJournal, ...files];
