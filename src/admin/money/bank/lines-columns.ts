import type { BankAccountRow } from "#db/money/bank-accounts.ts";
import type { LineCounts, LineRow } from "#db/money/bank-lines.ts";
import type { OpenLineRow } from "#db/money/bank-matching.ts";
import type { Candidate, Match } from "#domain/money/bank/candidates.ts";
import { leftOf } from "#domain/money/bank/matches.ts";
import type { MemoRule } from "#domain/money/bank/memo-rules.ts";
import { partsIn, type ShownPart } from "#domain/money/bank/parts.ts";
import type { LineState } from "#domain/money/bank/rules.ts";
import { paths } from "#http/paths.ts";
import { rocWords } from "#kernel/calendar.ts";
import { button, linkButton } from "#ui/button.ts";
import { type Children, html, type VNode } from "#ui/html.ts";
import { figure } from "#ui/money.ts";
import { status } from "#ui/status.ts";
import type { Column } from "#ui/table.ts";
import { ruleAct, ruleWords } from "./rule-suggestion.ts";
import type { Known } from "./suggestion.ts";
import { candidateFacts, candidateForm, candidateLabel, candidateTitle, partWords } from "./suggestion.ts";
import { alikeWords, LINE_LOOKS, suspenseWord } from "./words.ts";

const { bank } = paths.admin;
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
		html`<span>${figure(line.amount)}${line.fee_amount > 0 && html`<small>手續費 ${figure(line.fee_amount)}</small>`}${line.status !== "matched" && line.explained !== 0 && html`<small>尚餘 ${figure(leftOf(line))}</small>`}</span>`,
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
export function lookOf({ is_suspense, explained }: OpenLineRow, match: Match | undefined): Children {
	const plain = explained === 0 ? LINE_LOOKS.unmatched : LINE_LOOKS.partly;
	const look = match?.isExact ? LINE_LOOKS.exact : match && match.candidates.length > 0 ? LINE_LOOKS.suggested : plain;
	return is_suspense === 1 ? [status(LINE_LOOKS.suspense), " ", match?.isExact && status(look)] : status(look);
}

function suggestion({ matches, known, rules, accounts }: LineList, { id }: OpenLineRow): Children {
	const { candidates = [], alike = 0 } = matches.get(id) ?? {};
	const [best] = candidates;
	const rule = rules.get(id);
	if (!best) return rule ? html`<span>${ruleWords(rule, accounts)}<small>依附言</small></span>` : quiet("沒有建議");
	if (alike > 1) return html`<span>${alikeWords(alike)}<small>${candidateFacts(best, known)}</small></span>`;
	const more = candidates.length > 1 ? `　另有 ${candidates.length - 1} 個可能` : "";
	return html`<span>${candidateTitle(best, known)}<small>${candidateFacts(best, known)}${more}</small></span>`;
}

const isOnlyOne = ({ reasons }: Candidate, match: Match | undefined): boolean =>
	match?.alike === 1 && !reasons.includes("other_line") && !reasons.includes("fee");

/** Draws the one press that posts a line of which nothing is known as 暫收款 or 暫付款. */
const suspenseAct = (line: OpenLineRow): VNode =>
	html`<form method="post" action=${bank.suspense(line.id)}>
		<input type="hidden" name="version" value=${String(line.version)} />
		${button({ label: `轉${suspenseWord(line)}`, size: "s", busy: "處理中..." })}
	</form>`;

function acts({ matches, known, may, mayMatch, rules }: LineList, line: OpenLineRow): Children {
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
	const rule = rules.get(line.id);
	if (!best && rule && line.is_suspense === 0) return html`<div class="row">${ruleAct(line, rule)} ${open}</div>`;
	if (!best && line.is_suspense === 0 && line.explained === 0)
		return html`<div class="row">${suspenseAct(line)} ${open}</div>`;
	if (!isSure || !match || !best || !mayMatch) return open;
	if (!may(match)) return [html`<small class="soft">須由其他人核對</small>`, open];
	return html`<div class="row">${candidateForm(line, best, { known, label: best.kind === "booked" ? candidateLabel(best) : "核對", primary: false })} ${open}</div>`;
}

/** Returns the columns of finished lines: what each was matched with, or on the tab `ignored` why it was ignored. */
export const doneColumns = (list: LineList): Column<LineRow>[] => [
	day,
	amount,
	memo,
	{
		label: list.tab === "ignored" ? "原因" : "對上的款項",
		sheet: "line",
		cell: (line) => outcome(line, list.known.seesBooks),
	},
	{
		label: "狀態",
		sheet: "corner",
		bare: true,
		nowrap: true,
		cell: (line) => status(LINE_LOOKS[line.status]),
	},
];

function outcome({ reason, parts }: LineRow, seesBooks: boolean): Children {
	if (reason !== null) return reason;
	const [first, ...more] = partsIn(parts);
	if (!first) return quiet("—");
	return html`<span>${partWords(first, seesBooks)}<small>${[shortName(first), more.length > 0 && `另有 ${more.length} 筆`].filter(Boolean).join("　")}</small></span>`;
}

/** Returns whose money a part is, or who verified it. */
const shortName = ({ kind, title, by }: ShownPart): string => (kind === "payment" ? (by ?? "") : (title ?? ""));

export type LineList = {
	shown: Shown;
	total: number;
	tab: LineState | undefined;
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
	/** What the shown open lines are by their texts. */
	rules: ReadonlyMap<number, MemoRule>;
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
