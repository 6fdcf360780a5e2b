import { allows } from "#auth/permissions.ts";
import { type Ask, IdParams, type Route, view } from "#auth/route.ts";
import { balanceSheet, incomeStatement, ledgerHead, ledgerLines, trialBalance } from "#db/ledger-reports.ts";
import { readRows } from "#db/read.ts";
import { selectSettings } from "#db/settings.ts";
import { chartOfAccounts, journal, journalSums, voucherDetail } from "#db/voucher-reads.ts";
import { yearBefore } from "#domain/ledger/statements.ts";
import { pairsOf } from "#domain/ledger/trial.ts";
import { parseSettings } from "#domain/settings/actions.ts";
import { keysOf } from "#domain/settings/stored.ts";
import { paths } from "#http/paths.ts";
import { type SheetFormat, sheetFile } from "#http/sheet-file.ts";
import { accountsPage } from "./accounts-page.ts";
import { generalPage, LINES_PER_PAGE } from "./general-page.ts";
import { journalPage, VOUCHERS_PER_PAGE } from "./journal-page.ts";
import { GeneralQuery, JournalQuery, type Span, StatementsQuery, spanOf, statementSpan, TrialQuery } from "./query.ts";
import { STATEMENTS, type StatementKind, statementLines, statementsPage } from "./statements-page.ts";
import { trialBalancePage } from "./trial-balance-page.ts";
import { voucherPage } from "./voucher-page.ts";

const { ledger } = paths.admin;
const gate = "ledger";
/** Most lines of one file: as many as a Worker's memory holds. */
const EXPORT_MAX = 20_000;

const showJournal = view({
	path: ledger.journal(),
	gate,
	query: JournalQuery,
	show: async ({ env, query: { kind, page, ...months }, at }) => {
		const span = spanOf(months, at);
		const filter = { ...span.days, kind };
		const [rows, [sums]] = await readRows(
			env.DB,
			journal(filter, { rows: VOUCHERS_PER_PAGE, page }),
			journalSums(filter),
		);
		return journalPage({ rows, sums: sums ?? { vouchers: 0, total: 0 }, span, kind, page });
	},
});

const showVoucher = view({
	path: ledger.voucher(":id"),
	gate,
	params: IdParams,
	show: async ({ env, params, who, at }) => {
		const [[voucher]] = await readRows(env.DB, voucherDetail(params.id));
		return voucher ? voucherPage(voucher, { at, mayPayments: allows("payments", who) }) : "missing";
	},
});

const showAccounts = view({
	path: ledger.accounts(),
	gate,
	show: async ({ env }) => {
		const [accounts] = await readRows(env.DB, chartOfAccounts());
		return accountsPage(accounts);
	},
});

const showGeneral = view({
	path: ledger.general(),
	gate,
	query: GeneralQuery,
	show: async ({ env, query: { account = 0, page, ...months }, at }) => {
		const span = spanOf(months, at);
		const [accounts, [head], lines] = await readRows(
			env.DB,
			chartOfAccounts(),
			ledgerHead(account, span.days),
			ledgerLines(account, { ...span.days, page, rows: LINES_PER_PAGE }),
		);
		if (account !== 0 && !head) return "missing";
		return generalPage({ accounts, head, lines, span, page });
	},
});

const association = selectSettings(keysOf("association"));

const showTrialBalance = view({
	path: ledger.trialBalance(),
	gate,
	query: TrialQuery,
	show: async ({ env, query: { closed, ...months }, at }) => {
		const span = spanOf(months, at);
		const [rows, settings] = await readRows(env.DB, trialBalance(span.months, closed === "1"), association);
		const { name } = parseSettings("association", settings);
		return trialBalancePage({ rows, span, closed: closed === "1", association: name });
	},
});

const exportTrialBalance = (format: SheetFormat): Route =>
	view({
		path: ledger.trialBalanceExport(format),
		gate,
		query: TrialQuery,
		show: async ({ env, query: { closed, ...months }, at }) => {
			const { months: asked } = spanOf(months, at);
			const [rows] = await readRows(env.DB, trialBalance(asked, closed === "1"));
			const sheet = {
				sheet: "試算表",
				header: ["代號", "會計科目", "期初借方", "期初貸方", "本期借方", "本期貸方", "期末借方", "期末貸方"],
				widths: [10, 28, 14, 14, 14, 14, 14, 14],
				rows: rows.map((row) => {
					const { opening, moved, closing } = pairsOf(row);
					return [row.code, row.name, ...opening, ...moved, ...closing];
				}),
			};
			return sheetFile(`試算表-${asked.from}-${asked.to}`, sheet, format);
		},
	});

const exportGeneral = (format: SheetFormat): Route =>
	view({
		path: ledger.generalExport(format),
		gate,
		query: GeneralQuery,
		show: async ({
			env,
			query: { account = 0, page: _page, ...months },
			at,
		}: Ask<object, typeof GeneralQuery._output>) => {
			const { days, months: asked } = spanOf(months, at);
			const [[head], lines] = await readRows(
				env.DB,
				ledgerHead(account, days),
				ledgerLines(account, { ...days, page: 1, rows: EXPORT_MAX }),
			);
			if (!head) return "missing";
			const sheet = {
				sheet: head.name,
				header: ["日期", "傳票", "摘要", "對方科目", "借方", "貸方", "餘額（借為正）"],
				widths: [12, 14, 32, 24, 12, 12, 14],
				rows: [
					["", "", "期初餘額", "", null, null, head.opening],
					...lines.map((line) => [
						line.date,
						line.number,
						line.memo || line.description,
						line.contra,
						line.debit || null,
						line.credit || null,
						line.balance,
					]),
				],
			};
			return sheetFile(`總分類帳-${head.code}-${asked.from}-${asked.to}`, sheet, format);
		},
	});

const compared = (kind: StatementKind, { months }: Span) =>
	kind === "income"
		? incomeStatement(months, { from: yearBefore(months.from), to: yearBefore(months.to) })
		: balanceSheet(months.to, yearBefore(months.to));

const showStatements = view({
	path: ledger.statements(),
	gate,
	query: StatementsQuery,
	show: async ({ env, query: { kind = "income", ...months }, at }) => {
		const span = statementSpan(months, at);
		const [rows, settings] = await readRows(env.DB, compared(kind, span), association);
		return statementsPage({ kind, rows, span, association: parseSettings("association", settings).name });
	},
});

const exportStatements = (format: SheetFormat): Route =>
	view({
		path: ledger.statementsExport(format),
		gate,
		query: StatementsQuery,
		show: async ({ env, query: { kind = "income", ...months }, at }) => {
			const span = statementSpan(months, at);
			const [rows] = await readRows(env.DB, compared(kind, span));
			const sheet = {
				sheet: STATEMENTS[kind],
				header: ["代號", "會計科目", "本期", "去年同期", "增減"],
				widths: [10, 28, 14, 14, 14],
				rows: statementLines(kind, rows).map(({ code, label, now, before }) => [
					code,
					label,
					now,
					before,
					now - before,
				]),
			};
			return sheetFile(`${STATEMENTS[kind]}-${span.months.from}-${span.months.to}`, sheet, format);
		},
	});

/** The books, to be looked at. */
export const LEDGER_ROUTES: readonly Route[] = [
	showJournal,
	showAccounts,
	showGeneral,
	exportGeneral("xlsx"),
	exportGeneral("csv"),
	showTrialBalance,
	exportTrialBalance("xlsx"),
	exportTrialBalance("csv"),
	showStatements,
	exportStatements("xlsx"),
	exportStatements("csv"),
	showVoucher,
];
