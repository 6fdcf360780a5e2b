import type { BankAccountRow } from "#db/money/bank-accounts.ts";
import type { LineCounts, LineRow } from "#db/money/bank-lines.ts";
import type { OpenLineRow } from "#db/money/bank-matching.ts";
import type { Candidate, Match } from "#domain/money/bank/candidates.ts";
import type { LineTab } from "#domain/money/bank/form.ts";
import { paths } from "#http/paths.ts";
import { rocWords } from "#kernel/calendar.ts";
import { linkButton } from "#ui/button.ts";
import { type Children, html, type VNode } from "#ui/html.ts";
import { figure } from "#ui/money.ts";
import { status } from "#ui/status.ts";
import type { Column } from "#ui/table.ts";
import type { Known } from "./suggestion.ts";
import { candidateFacts, candidateForm, candidateLabel, candidateTitle } from "./suggestion.ts";
import { alikeWords, LINE_LOOKS } from "./words.ts";

const { bank, payments, income, deposits } = paths.admin;
const quiet = (words: string): VNode => html`<span class="soft">${words}</span>`;

const day: Column<OpenLineRow> = {
	label: "日期",
	head: true,
	nowrap: true,
	cell: ({ id, booked_on, account_name }) =>
		html`<span><a href=${bank.line(id)}>${rocWords(booked_on)}</a><small>${account_name}</small></span>`,
};
const amount: Column<OpenLineRow> = {
	label: "金額",
	end: true,
	nowrap: true,
	cell: (line) =>
		html`<span>${figure(line.amount)}${line.fee_amount > 0 && html`<small>手續費 ${figure(line.fee_amount)}</small>`}</span>`,
};
const memo: Column<OpenLineRow> = {
	label: "摘要與附言",
	sheet: "line",
	cell: (line) =>
		html`<span>${line.memo || quiet("沒有附言")}${line.last5 && html`<small>末五碼 ${line.last5}</small>`}</span>`,
};

/** Returns the columns of open lines: among others the record that each line may pay, and the buttons. */
export const openColumns = (list: LineList): Column<OpenLineRow>[] => [
	day,
	amount,
	memo,
	{ label: "建議", sheet: "line", cell: (line) => suggestion(list, line) },
	{
		label: "狀態",
		sheet: "corner",
		bare: true,
		nowrap: true,
		cell: (line) => lookOf(line, list.matches.get(line.id)),
	},
	{ label: "操作", quiet: true, end: true, sheet: "acts", cell: (line) => acts(list, line) },
];

/** Draws the state of an open line. */
export function lookOf({ is_suspense }: OpenLineRow, match: Match | undefined): Children {
	const look = match?.isExact
		? LINE_LOOKS.exact
		: LINE_LOOKS[match && match.candidates.length > 0 ? "suggested" : "unmatched"];
	return is_suspense === 1 ? [status(LINE_LOOKS.suspense), " ", match?.isExact && status(look)] : status(look);
}

function suggestion({ matches, known }: LineList, { id }: OpenLineRow): Children {
	const { candidates = [], alike = 0 } = matches.get(id) ?? {};
	const [best] = candidates;
	if (!best) return quiet("沒有建議");
	if (alike > 1) return html`<span>${alikeWords(alike)}<small>${candidateFacts(best, known)}</small></span>`;
	const more = candidates.length > 1 ? `　另有 ${candidates.length - 1} 個可能` : "";
	return html`<span>${candidateTitle(best, known)}<small>${candidateFacts(best, known)}${more}</small></span>`;
}

const isOnlyOne = ({ reasons }: Candidate, match: Match | undefined): boolean =>
	match?.alike === 1 && !reasons.includes("other_line") && !reasons.includes("fee");

function acts({ matches, known, may, mayMatch }: LineList, line: OpenLineRow): Children {
	const match = matches.get(line.id);
	const [best] = match?.candidates ?? [];
	const open = linkButton({
		label: "處理",
		about: `${rocWords(line.booked_on)}的明細`,
		size: "s",
		href: bank.line(line.id),
	});
	// A tie to a booked record needs one press even when inexact, because it posts nothing and is easily undone.
	const isSure = match?.isExact || (best?.kind === "booked" && isOnlyOne(best, match) && line.is_suspense === 0);
	if (!isSure || !match || !best || !mayMatch) return open;
	if (!may(match)) return [html`<small class="soft">須由其他人核對</small>`, open];
	return html`<div class="row">${candidateForm(line, best, { known, label: best.kind === "booked" ? candidateLabel(best) : "核對", primary: false })} ${open}</div>`;
}

/** Returns the columns of finished lines: what each was matched with, or on the tab `ignored` why it was ignored. */
export const doneColumns = (tab: LineTab | undefined): Column<LineRow>[] => [
	day,
	amount,
	memo,
	{ label: tab === "ignored" ? "原因" : "對上的收款", sheet: "line", cell: (line) => outcome(line) },
	{
		label: "狀態",
		sheet: "corner",
		bare: true,
		nowrap: true,
		cell: (line) => status(LINE_LOOKS[line.amount < 0 ? "out" : line.status]),
	},
];

function outcome(line: LineRow): Children {
	const { payment_id, payer_title, verified_by, reason, amount: change, income_id, income_number, deposit_id } = line;
	if (deposit_id !== null) return html`<a href=${deposits.show(deposit_id)}>存款單 ${deposit_id}</a>`;
	if (line.voucher_id !== null) return `傳票 ${line.voucher_number}`;
	if (income_id !== null && income_number !== null)
		return html`<span><a href=${income.show(income_id)}>收入 ${income_number}</a><small>${line.income_title}</small></span>`;
	if (payment_id !== null)
		return html`<span><a href=${payments.show(payment_id)}>${payer_title}</a><small>${verified_by}</small></span>`;
	if (reason !== null) return reason;
	return change < 0 ? quiet("支出不需要處理") : quiet("—");
}

export type LineList = {
	shown: Shown;
	total: number;
	tab: LineTab | undefined;
	page: number;
	counts: LineCounts;
	/** The number of open lines with a suggestion. */
	suggested: number;
	/** The number of open lines with an exact match. */
	exact: number;
	/** The number of lines with an exact match that the current user may verify. */
	pressable: number;
	matches: ReadonlyMap<number, Match>;
	known: Known;
	/** Returns whether the current user may confirm a match. */
	may: (match: Match) => boolean;
	/** Whether the current user may match bank lines at all. */
	mayMatch: boolean;
	accounts: readonly BankAccountRow[];
	/** The query of the page's address. */
	query: Record<string, string>;
	/**
	 * The result of verifying several lines: how many were verified, how many are left to verify, and the refused lines
	 * with the reason in words.
	 */
	told: { done: number; left: number; refused: readonly { line: number; words: string }[] } | undefined;
	problem?: string | undefined;
};

/** The lines of a tab: open lines with their suggestions, or finished lines. */
export type Shown = { open: OpenLineRow[] } | { done: LineRow[] };
