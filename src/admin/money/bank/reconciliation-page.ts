import { allows } from "#auth/permissions.ts";
import type { Visitor } from "#auth/visitor.ts";
import { type DifferenceRow, MOST_DIFFERENCES, type ReconciledAccount } from "#db/money/bank-reconciliation.ts";
import {
	type Reconciled,
	reconcile,
	SECTION_LABELS,
	SECTIONS,
	type Section,
	sectionOf,
} from "#domain/money/bank/reconciliation.ts";
import { paths } from "#http/paths.ts";
import { rocWords } from "#kernel/calendar.ts";
import { linkButton } from "#ui/button.ts";
import { noneNow } from "#ui/empty.ts";
import { type Children, html, type VNode } from "#ui/html.ts";
import { amount, figure } from "#ui/money.ts";
import { notice } from "#ui/notice.ts";
import type { Page } from "#ui/page.ts";
import { printButton } from "#ui/print-button.ts";
import { stamps } from "#ui/stamps.ts";
import { type Column, table } from "#ui/table.ts";
import { partWords } from "./suggestion.ts";
import { ACCOUNT_CRUMBS } from "./words.ts";

const { bank } = paths.admin;

export type Reconciliation = {
	account: ReconciledAccount;
	differences: readonly DifferenceRow[];
	/** The last day of the month, and the months (YYYY-MM) before and after it; the latter only when it has begun. */
	day: string;
	earlier: string;
	later: string | undefined;
	association: string;
	/** Who signs the print. */
	signers: string[];
	who: Visitor;
};

const monthHref = (id: number, month: string): string => `${bank.reconciliation(id)}?month=${month}`;

/**
 * Draws 銀行存款調節表 of an account at the end of a month: from the balance of the books, by what is on the way between
 * books and bank, to the balance of the bank's file.
 */
export function reconciliationPage(of: Reconciliation): Page {
	const { account, day, earlier, later } = of;
	return {
		title: `銀行存款調節表　${account.name}`,
		area: "銀行對帳",
		crumbs: ACCOUNT_CRUMBS,
		lead: `${rocWords(day)}`,
		sheets: ["ledger"],
		actions: account.first !== null && [
			linkButton({ label: "前一個月", href: monthHref(account.id, earlier) }),
			later !== undefined && linkButton({ label: "後一個月", href: monthHref(account.id, later) }),
			printButton(),
		],
		body: account.first === null || account.first > day ? nothingYet(of) : statement(of),
	};
}

const nothingYet = ({ account }: Reconciliation): VNode =>
	noneNow({
		title: "這個月底以前沒有銀行明細",
		text:
			account.first === null ? "匯入這個帳戶的銀行檔後，就能編製調節表。" : `明細從 ${rocWords(account.first)} 開始。`,
	});

function statement(of: Reconciliation): VNode {
	const { account, differences, day, association } = of;
	const reconciled = reconcile(account, differences);
	const { unexplained } = reconciled;
	return html`<div class="stack loose">
		${unexplained === null && notice({ tone: "warn", title: "檔案裡沒有餘額" }, "銀行檔（最早的一份或最近的一份）沒有餘額的欄位，無法和銀行的餘額比對。請換用有餘額的檔案，或對照存摺。")}
		${unexplained !== null && unexplained !== 0 && notice({ tone: "danger", title: `還差 ${figure(unexplained)} 元` }, "調節後的餘額和銀行檔的餘額不同：可能少匯入明細，或檔案的餘額有缺漏。")}
		${unexplained === 0 && html`<div class="no-print">${notice({ tone: "ok", title: "相符" }, "帳上的餘額經調節後，與銀行檔的餘額相同。")}</div>`}
		${differences.length > MOST_SHOWN && notice({ tone: "warn" }, tooMany(differences.length))}
		<div class="report">
			<header class="report-head print-only">
				<p class="org">${association}</p>
				<h2>銀行存款調節表</h2>
				<p>${[account.name, account.bank_name, account.branch, account.number].filter(Boolean).join("　")}</p>
				<p>${rocWords(day)}　<span class="nowrap">單位：新臺幣元</span></p>
			</header>
			${table<Row>({ caption: "銀行存款調節表", columns: COLUMNS, rows: rowsOf(of, reconciled), tight: true, book: true })}
		</div>
		${stamps(of.signers)}
	</div>`;
}

const signWord = (value: number): string => (value < 0 ? "減" : "加");

/** The maximum number of differences that are listed in a section; the sums are of all. */
const MOST_SHOWN = 300;
const tooMany = (many: number): string =>
	many >= MOST_DIFFERENCES
		? `差異超過 ${figure(MOST_DIFFERENCES)} 筆，合計不完整。請先對帳。`
		: `有 ${figure(many)} 筆差異，每一部分最多列出較早的 ${figure(MOST_SHOWN)} 筆；合計是全部的。`;

/** A line of the statement: a sum, or one difference with its day. */
type Row = { label: Children; day: string | null; value: number | null };
const COLUMNS: Column<Row>[] = [
	{
		label: "項目",
		head: true,
		cell: ({ label, day }) =>
			day === null ? html`<b>${label}</b>` : html`<span>${label}<small>${rocWords(day)}</small></span>`,
	},
	{
		label: "金額",
		end: true,
		nowrap: true,
		cell: ({ value, day }) => {
			const shown = value === null ? "—" : amount(value);
			return day === null ? html`<b>${shown}</b>` : shown;
		},
	},
];

function rowsOf({ account, differences, day, who }: Reconciliation, reconciled: Reconciled): Row[] {
	const { sums, before, adjusted, unexplained } = reconciled;
	const sum = (label: string, value: number | null): Row => ({ label, day: null, value });
	const section = (of: Section): Row[] => {
		const found = differences.filter((row) => row.is_before === 0 && sectionOf(row) === of);
		if (found.length === 0) return [];
		const parts = found
			.slice(0, MOST_SHOWN)
			.map((row) => ({ label: nameOf(row, who), day: row.day, value: row.moved - row.booked }));
		return [sum(`${signWord(sums[of])}：${SECTION_LABELS[of]}`, sums[of]), ...parts];
	};
	return [
		sum(`帳上餘額（${account.ledger_code}）`, account.held),
		...(before === null || before === 0
			? []
			: [sum(`${signWord(before)}：開始匯入明細（${rocWords(account.first ?? day)}）以前的差額`, before)]),
		...SECTIONS.flatMap(section),
		sum("調節後餘額", adjusted),
		sum(account.last === null ? "銀行餘額" : `銀行餘額（檔案到 ${rocWords(account.last)}）`, account.balance),
		...(unexplained === null || unexplained === 0 ? [] : [sum("差額", unexplained)]),
	];
}

function nameOf(row: DifferenceRow, who: Visitor): Children {
	if (row.kind !== "line")
		return partWords(
			{ kind: row.kind, record: row.id, number: row.number, title: row.title, voucher: row.voucher_id },
			allows("ledger", who),
		);
	const words = `銀行明細${row.title ? `（${row.title}）` : ""}`;
	return allows("bank", who) ? html`<a href=${bank.line(row.id)}>${words}</a>` : words;
}
