import { type SQL, sql } from "drizzle-orm";
import type { Write } from "#db/commit.ts";
import { receiptMarkOf } from "#db/record-numbers.ts";
import { beginsIn } from "#db/steps.ts";
import type { NewReceipt } from "#domain/money/payments/issuing.ts";
import { RECEIPT_STEPS } from "#domain/money/receipts/steps.ts";
import { REGISTRATION } from "#domain/system/index.ts";
import type { By } from "#kernel/by.ts";
import { foldName } from "#kernel/names.ts";
import { dateInTaipei } from "#kernel/times.ts";

/** Returns SQL for the next number of a receipt series in a year of the Republic of China (ROC). */
export const nextReceiptNo = (series: string | SQL, rocYear: number): SQL =>
	sql`coalesce((SELECT last_no + 1 FROM number_series WHERE series = 'receipt:' || ${series} AND roc_year = ${rocYear}), 1)`;

const ROC = 1911;

/**
 * Returns SQL for the masked national id on a donation receipt: that of the member, when the receipt is in the member's
 * name.
 */
const maskOf = (memberId: number | null, title: string): SQL =>
	sql`(SELECT national_id_mask FROM members WHERE id = ${memberId} AND name = ${title})`;
/** SQL for the 統一編號 of an organisation (團體會員) that pays in its own name; NULL for everybody else. */
const taxIdOf = (memberId: number | null, title: string): SQL =>
	sql`(SELECT tax_id FROM members WHERE id = coalesce(${memberId}, p.payer_member_id) AND name = ${title})`;

const setting = (key: string): string => `(SELECT nullif(value, '') FROM settings WHERE key = '${key}')`;
const REGISTERED = `(SELECT count(*) FROM settings
	WHERE key IN (${REGISTRATION.map((name) => `'statutes.${name}'`).join(", ")}) AND value <> '') = ${REGISTRATION.length}`;
/** A sentence about stamp tax. Gifts are free of it only to a registered legal person (法人登記; 印花稅法 §6 十四). */
const stampWords = (series: "dues" | "gift"): string => {
	const words = setting(`statutes.${series}_stamp_words`);
	return `CASE ${setting(`statutes.${series}_stamp`)} WHEN 'exempt' THEN ${series === "gift" ? `iif(${REGISTERED}, ${words}, NULL)` : words}
		WHEN 'bulk' THEN '印花稅彙總繳納：' || ${words} WHEN 'affixed' THEN '本收據貼用印花稅票' END`;
};
const lines = (...all: string[]): string =>
	`rtrim(${all.map((one) => `coalesce(${one} || char(10), '')`).join(" || ")}, char(10))`;
/** Returns SQL for what the settings say now at the foot of receipts of a series (SQL of it): sentences, one a line. */
export const noteNow = (series: string): string =>
	`CASE ${series} WHEN 'dues' THEN ${lines(setting("receipts.dues_note"), stampWords("dues"))}
		WHEN 'donation' THEN ${lines(setting("receipts.donation_note"), stampWords("gift"), `'勸募許可文號：' || ${setting("receipts.permit_no")}`)}
		ELSE '' END`;

/**
 * Issues receipts of a payment under the next numbers of their series and of the year of issue in Taipei, one after
 * another; method and day are those of the payment. Triggers refuse a number that is not the next one
 * (`number.not_next`).
 */
export function issueReceipts(paymentId: number | SQL<number>, receipts: readonly NewReceipt[], by: By): Write[] {
	const issuedOn = dateInTaipei(by.at);
	const rocYear = Number(issuedOn.slice(0, 4)) - ROC;
	return receipts.map(
		({ series, memberId, payerTitle, amount, items }) =>
			sql`INSERT INTO receipts (series, mark, roc_year, seq, number, payment_id, member_id, payer_title, payer_title_folded, payer_id_mask, amount, items, method,
					paid_on, issued_on, issued_by, created_at, note)
				SELECT n.series, ${sql.raw(receiptMarkOf("n.series"))}, ${rocYear}, n.seq, CAST(${rocYear} AS INTEGER) || '-' || substr('000000' || n.seq, -max(6, length(n.seq))), p.id,
					${memberId}, ${payerTitle}, ${foldName(payerTitle)}, ${series === "donation" ? maskOf(memberId, payerTitle) : taxIdOf(memberId, payerTitle)}, ${amount}, ${JSON.stringify(items)}, p.method, p.paid_on, ${issuedOn}, ${by.userId}, ${by.at}, ${sql.raw(noteNow("n.series"))}
				FROM payments p, (SELECT ${series} AS series, ${nextReceiptNo(series, rocYear)} AS seq) n WHERE p.id = ${paymentId}`,
	);
}

/** Voids the valid receipts of a payment or an income record. `reason` is shown on them. */
export const voidReceiptsOf = (of: { paymentId: number } | { incomeId: number }, reason: string, by: By): Write =>
	voidReceipts("paymentId" in of ? sql`payment_id = ${of.paymentId}` : sql`income_id = ${of.incomeId}`, reason, by);

/** Voids the valid receipts that fit a condition. */
export const voidReceipts = (which: SQL, reason: string, by: By): Write =>
	sql`UPDATE receipts SET status = ${RECEIPT_STEPS.void.to}, voided_at = ${by.at}, voided_by = ${by.userId}, reason = ${reason}, version = version + 1
		WHERE ${which} AND ${beginsIn("status", RECEIPT_STEPS.void)}`;
