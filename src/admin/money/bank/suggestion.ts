import type { BookedRow } from "#db/money/bank-booked.ts";
import type { OpenLineRow, OwedRow, WaitingRow } from "#db/money/bank-matching.ts";
import type { Candidate } from "#domain/money/bank/candidates.ts";
import { leftOf, paidOf } from "#domain/money/bank/matches.ts";
import type { ShownPart } from "#domain/money/bank/parts.ts";
import { duesLabel } from "#domain/money/dues/labels.ts";
import { paths } from "#http/paths.ts";
import { dayText } from "#kernel/written.ts";
import { button } from "#ui/button.ts";
import { type Children, html, type VNode } from "#ui/html.ts";
import { figure } from "#ui/money.ts";
import { MATCH_WORDS } from "./words.ts";

const { bank, payments, income, deposits, finance, ledger } = paths.admin;

/** The records that candidates point to: booked records, payments not verified yet, and open dues. */
export type Known = {
	booked: readonly BookedRow[];
	waiting: readonly WaitingRow[];
	owed: readonly OwedRow[];
	/** Whether the current user may see vouchers. */
	seesBooks: boolean;
};

/** Draws a voucher's words, as a link for users who may see vouchers. */
export function voucherWords(id: number, words: string, seesBooks: boolean): Children {
	return seesBooks ? html`<a href=${ledger.voucher(id)}>${words}</a>` : words;
}

type Named = Pick<ShownPart, "kind" | "record" | "number" | "title">;
/** The words for the kinds of records, and their pages; a voucher's page is that of its voucher, not of its line. */
const RECORDS: Record<Named["kind"], { word: string; href?: (id: number) => string }> = {
	payment: { word: "收款", href: payments.show },
	income: { word: "收入", href: income.show },
	deposit: { word: "存款單", href: deposits.show },
	expense: { word: "支出申請", href: finance.show },
	voucher: { word: "傳票" },
};

/** Returns a record in words: 收入 I115-0007（王小明）. */
export const recordWords = ({ kind, record, number, title }: Named): string =>
	`${RECORDS[kind].word} ${number ?? record}（${title}）`;

/** Draws the record of a part of a bank line, as a link where it has a page that the user may see. */
export function partWords(part: Named & Pick<ShownPart, "voucher">, seesBooks: boolean): Children {
	const words = part.kind === "deposit" ? `${RECORDS.deposit.word} ${part.record}` : recordWords(part);
	const { href } = RECORDS[part.kind];
	return href ? html`<a href=${href(part.record)}>${words}</a>` : voucherWords(part.voucher ?? 0, words, seesBooks);
}

/**
 * Draws the title of a candidate, a record that the bank line may pay: the booked record, or whose payment or dues it
 * is.
 */
export function candidateTitle(candidate: Candidate, { booked, waiting, owed, seesBooks }: Known): Children {
	if (candidate.kind === "booked") {
		const one = rowOf(candidate, booked);
		if (!one) return "";
		return partWords({ ...one, record: one.id, voucher: one.voucher_id }, seesBooks);
	}
	if (candidate.kind === "payment") {
		const payment = waiting.find(({ id }) => id === candidate.paymentId);
		if (!payment) return "";
		return html`<a href=${payments.show(payment.id)}>收款 ${payment.id}（${payment.payer_title}）</a>`;
	}
	const items = owed.filter(({ id }) => candidate.itemIds.includes(id));
	const names = [...new Set(items.map(({ name, member_no }) => (member_no === null ? name : `${name} ${member_no}`)))];
	return `${names.join("、")} 的會費`;
}

/** Returns the other facts of a candidate: its day and last five digits or its items, and the reasons for the match. */
export function candidateFacts(candidate: Candidate, { booked, waiting, owed }: Known): string {
	const reasons = candidate.reasons.map((one) => MATCH_WORDS[one]).join("、");
	if (candidate.kind === "booked") {
		const one = rowOf(candidate, booked);
		return one
			? `已入帳　${lackWords(candidate.lacks)}${dayText(one.day)}${one.last5 === null ? "" : `　末五碼 ${one.last5}`}　${reasons}`
			: reasons;
	}
	if (candidate.kind === "payment") {
		const payment = waiting.find(({ id }) => id === candidate.paymentId);
		if (!payment) return reasons;
		const last5 = payment.last5 === null ? "沒有末五碼" : `末五碼 ${payment.last5}`;
		return `${figure(payment.amount)} 元　${dayText(payment.paid_on)}　${last5}　${reasons}`;
	}
	const items = owed.filter(({ id }) => candidate.itemIds.includes(id));
	const labels = items.map((item) => `${duesLabel(item)} ${figure(item.due)} 元`);
	return `${labels.join("、")}　${reasons}`;
}

/**
 * Returns the words for a postal payment (劃撥) that was booked in full although the post office kept a fee; empty
 * without a fee.
 */
export const lackWords = (fee: number): string => (fee > 0 ? `手續費 NT$ ${figure(fee)} 一併入帳　` : "");

const rowOf = ({ of, id }: Extract<Candidate, { kind: "booked" }>, booked: readonly BookedRow[]) =>
	booked.find((one) => one.kind === of && one.id === id);

/** Returns the label of a candidate's button, such as 就是這一筆. */
export const candidateLabel = ({ kind }: Candidate): string =>
	({ booked: "就是這一筆", payment: "核對這筆收款", dues: "收為會費" })[kind];

/** Draws the form whose button accepts the candidate; `to` makes the address that it is sent to. */
export function candidateForm(
	line: OpenLineRow,
	candidate: Candidate,
	{
		known,
		label,
		primary,
		to,
	}: {
		known: Known;
		label: string;
		primary: boolean;
		to: (path: string) => string;
	},
): VNode {
	const hidden = (name: string, value: string): VNode => html`<input type="hidden" name=${name} value=${value} />`;
	return html`<form method="post" action=${to(bank.match(line.id))}>
		${hidden("version", String(line.version))} ${fieldsOf(line, candidate, known).map(([name, value]) => hidden(name, value))}
		${button({ label, tone: primary ? "primary" : "plain", size: "s", icon: "check", busy: "核對中..." })}
	</form>`;
}

function fieldsOf(line: OpenLineRow, candidate: Candidate, { waiting }: Known): [string, string][] {
	if (candidate.kind === "booked")
		return [
			["booked", `${candidate.of}.${candidate.id}`],
			...(candidate.lacks > 0 ? [["fee", String(candidate.lacks)] as [string, string]] : []),
		];
	if (candidate.kind === "dues")
		return [
			["payer", String(candidate.memberId)],
			...candidate.itemIds.map((id): [string, string] => ["items", String(id)]),
		];
	const payment = waiting.find(({ id }) => id === candidate.paymentId);
	if (!payment) return [];
	// When a 劃撥 file gives no fee, the difference is what the post office kept.
	const fee = payment.amount - leftOf(line);
	return [
		["payment", `${payment.id}.${payment.version}`],
		...(payment.amount === paidOf(line) ? [] : [["fee", String(fee)] as [string, string]]),
	];
}
