import { allows } from "#auth/permissions.ts";
import type { Visitor } from "#auth/visitor.ts";
import type { DuesFigures, EndingTerm, ReturnedPayment, WaitingAsk, WaitingPayments } from "#db/money/index.ts";
import { leftWords } from "#domain/money/index.ts";
import { paths } from "#http/paths.ts";
import { rocWords, rocYear } from "#kernel/calendar.ts";
import { dateInTaipei } from "#kernel/times.ts";
import { bar } from "#ui/bar.ts";
import { card } from "#ui/card.ts";
import { funds } from "#ui/facts.ts";
import { type Children, html } from "#ui/html.ts";
import { items } from "#ui/items.ts";
import { figure, money } from "#ui/money.ts";
import { ago } from "#ui/time.ts";

const { bank, confirmations, dues, ledger, payments } = paths.admin;

/** Draws the number of payments that wait for verification; nothing when there are none. */
export const drawPayments = ([row]: WaitingPayments[], at: number): Children =>
	row !== undefined &&
	row.since !== null &&
	card(
		{ title: "等待核對", count: row.waiting, due: true, flush: true },
		items([
			{
				title: "收款核對",
				href: payments.queue(),
				sub: `合計 ${money(row.sum)}`,
				end: `${figure(row.waiting)} 筆`,
				endSub: ["最早：", ago(row.since, at)],
			},
		]),
	);

/** Draws the payments that the current user recorded and that were sent back; nothing when there are none. */
export const drawReturned = (rows: ReturnedPayment[], at: number): Children =>
	rows.length > 0 &&
	card(
		{ title: "退回給您的收款", count: rows.length, due: true, flush: true },
		items(
			rows.map(({ id, amount, reason, updated_at }) => ({
				title: `收款 ${id}`,
				href: payments.show(id),
				sub: reason,
				end: money(amount),
				endSub: ago(updated_at, at),
			})),
		),
	);

/**
 * Draws the receipts under another title that wait for the current user as the second person; nothing when there are
 * none.
 */
export const drawAsks = (rows: WaitingAsk[], at: number): Children =>
	rows.length > 0 &&
	card(
		{ title: "等候您確認抬頭的收據", count: rows.length, due: true, flush: true },
		items(
			rows.map(({ number, payer_title, asked_by, asked_at }) => ({
				title: `收據 ${number}`,
				href: confirmations.list(),
				sub: `${asked_by}要求改為「${payer_title}」`,
				endSub: ago(asked_at, at),
			})),
		),
	);

/** Draws each 定期存款 that ends soon or has ended; nothing when there are none. */
export const drawTerms = (rows: EndingTerm[], at: number, who: Visitor): Children =>
	rows.length > 0 &&
	card(
		{ title: "定期存款到期", count: rows.length, due: true, flush: true },
		items(
			rows.map(({ id, name, account_id, held, until, renews }) => ({
				title: name,
				href: allows("bank", who) ? bank.account(id) : `${ledger.general()}?account=${account_id}`,
				sub: `${rocWords(until)}到期${renews === 1 ? "，自動轉期" : ""}`,
				end: money(held),
				endSub: leftWords({ until, renews: renews === 1 }, dateInTaipei(at)),
			})),
		),
	);

/** Returns the year in Taipei at a time in UTC milliseconds. */
export const yearAt = (at: number): number => Number(dateInTaipei(at).slice(0, 4));

/** Draws how much was paid for dues this year, and how much of this year's dues is still owed. */
export const drawDues = ([row]: DuesFigures[], at: number, who: Visitor): Children => {
	if (!row) return null;
	const year = rocYear(yearAt(at));
	return card(
		{
			title: `${year} 年會費`,
			link: allows("reports", who) ? { href: dues.report(), label: "報表" } : undefined,
		},
		html`<div class="stack">
			${
				row.collected + row.outstanding > 0 &&
				bar({
					parts: [
						{ label: "今年收到", value: row.collected },
						{ label: `${year} 年未繳`, value: row.outstanding },
					],
				})
			}
			${funds([
				{ name: "今年收到的會費", value: money(row.collected) },
				{ name: `${year} 年已繳清`, value: `${figure(row.payers)} 位` },
				{
					name: `${year} 年未繳（${figure(row.owing)} 位）`,
					value: allows("dues_view", who)
						? html`<a href=${dues.arrears()}>${money(row.outstanding)}</a>`
						: money(row.outstanding),
				},
			])}
		</div>`,
	);
};
