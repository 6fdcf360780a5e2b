import { journal, journalLines, journalSums } from "#db/books/journal.ts";
import { readRows } from "#db/read.ts";
import { traceIn, traceWords } from "#domain/books/vouchers/trace.ts";
import { paths } from "#http/paths.ts";
import { choice, words } from "#kits/list/conditions.ts";
import { ledgerBook } from "./book.ts";
import { drawJournal } from "./journal-page.ts";
import { MOMENTS, spanOf, spanQuery } from "./query.ts";
import { LEDGER, VOUCHER_KINDS } from "./words.ts";

const { ledger } = paths.admin;

/** The conditions of 日記簿. */
export const JOURNAL_CONDITIONS = {
	...MOMENTS,
	kind: choice("傳票", [["income", "expense", "transfer"], VOUCHER_KINDS]),
	q: words("傳票號碼或摘要"),
};

/** The routes of 日記簿. */
export const JOURNAL_ROUTES = ledgerBook({
	path: ledger.journal(),
	area: LEDGER,
	conditions: JOURNAL_CONDITIONS,
	size: 50,
	read: async ({ env, query: { kind, q, ...ends }, at }, part) => {
		const span = spanOf(ends, at);
		const filter = { ...span.days, kind, q };
		const [rows, [sums]] = await readRows(env.DB, journal(filter, part), journalSums(filter));
		return { rows, sums: sums ?? { vouchers: 0, total: 0 }, span, kind, q };
	},
	values: ({ span, kind, q }) => ({ ...spanQuery(span), kind, q: q || undefined }),
	draw: drawJournal,
	file: {
		path: ledger.journalExport,
		name: "傳票",
		read: async ({ env, query: { kind, q, ...ends }, at }, most) => {
			const { days } = spanOf(ends, at);
			const [lines] = await readRows(env.DB, journalLines({ ...days, kind, q }, most));
			const table = {
				sheet: "日記簿",
				header: ["日期", "傳票", "代號", "會計科目", "摘要", "借方", "貸方", "會員編號", "專案", "憑據", "附件"],
				widths: [12, 14, 10, 24, 36, 12, 12, 12, 16, 40, 8],
				rows: lines
					.map((line) => ({ ...line, traced: traceIn(line.trace) }))
					.map((line) => [
						line.date,
						line.number,
						line.code,
						line.name,
						line.memo || line.description,
						line.debit,
						line.credit,
						line.member_no,
						line.project,
						traceWords(line.traced),
						line.traced.files,
					]),
			};
			return { file: `日記簿-${days.from}-${days.to}`, table };
		},
	},
});
