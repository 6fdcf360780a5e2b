import type { Gate } from "#auth/permissions.ts";
import { allows } from "#auth/permissions.ts";
import type { Visitor } from "#auth/visitor.ts";
import type { VoucherPageRow } from "#db/books/voucher-drafts.ts";
import { yearWords } from "#domain/books/periods/rules.ts";
import { paths } from "#http/paths.ts";
import { SOURCES } from "./words.ts";

const { bank, deposits, dues, finance, income, ledger, payments } = paths.admin;

/** The page of each kind of source of a voucher (`href`), and who may open it (`gate`). */
const PLACES: Record<string, { gate: Gate; href: (id: number) => string }> = {
	payment: { gate: "payments", href: payments.show },
	dues: { gate: "dues_view", href: dues.show },
	bank_line: { gate: "bank", href: bank.line },
	income: { gate: "income", href: income.show },
	finance: { gate: "finance_all", href: finance.show },
	deposit: { gate: "deposits", href: deposits.show },
	opening: { gate: "ledger", href: (year) => (year === 0 ? ledger.opening() : ledger.year(year)) },
	closing: { gate: "periods", href: ledger.year },
	reversal: { gate: "ledger", href: ledger.voucher },
};

/** The sources that occur once a year; year 0 stands for 開帳. */
const YEARS: Record<string, string> = { opening: "年初轉列", closing: "年度結帳" };
const yearLabel = (source: string, year: number): string =>
	year === 0 ? (SOURCES[source] ?? source) : `${yearWords(year)}${YEARS[source]}`;

/** Returns the source of a voucher in words, with the address of its page for users who may open it. */
export function sourceLink(
	{ source, source_id, source_no }: Pick<VoucherPageRow, "source" | "source_id" | "source_no">,
	who: Visitor,
): { label: string; href?: string } {
	const word = SOURCES[source] ?? source;
	if (source_id === null) return { label: word };
	const label = YEARS[source] ? yearLabel(source, source_id) : `${word} ${source_no ?? source_id}`;
	const place = PLACES[source];
	return place && allows(place.gate, who) ? { label, href: place.href(source_id) } : { label };
}
