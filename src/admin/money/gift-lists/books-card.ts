import { allows } from "#auth/permissions.ts";
import { paths } from "#http/paths.ts";
import { sumOf } from "#kernel/amounts.ts";
import { card } from "#ui/card.ts";
import { funds } from "#ui/facts.ts";
import { html, type VNode } from "#ui/html.ts";
import { money } from "#ui/money.ts";
import { status } from "#ui/status.ts";
import type { GiftListShown } from "./shown.ts";

const { ledger } = paths.admin;

/** Draws how the list's sum comes to what the books have on the accounts of gifts in the half-year, or that it does not. */
export function booksCard({ gifts, books, others, who }: GiftListShown): VNode {
	const listed = sumOf(gifts);
	const steps = [
		{ name: "記在其他收入科目的捐款", amount: -books.elsewhere },
		{ name: "這半年入帳、後來沖銷的", amount: books.reversed },
		{ name: "這半年入帳、後來退還的", amount: books.given_back },
		{ name: "這半年裡沖銷捐款的傳票", amount: books.reversals },
		{ name: "這半年裡退還的捐款", amount: books.refunds },
	].filter(({ amount }) => amount !== 0);
	const sum = listed + sumOf(steps) + books.others;
	const seesVouchers = allows("ledger", who);
	return card(
		{
			title: "和帳上核對",
			beside:
				sum === books.booked
					? status({ word: "相符", tone: "ok" })
					: status({ word: `差 ${money(books.booked - sum)}`, tone: "danger" }),
		},
		funds([
			{ name: "名單合計", value: money(listed) },
			...steps.map(({ name, amount }) => ({ name, value: money(amount) })),
			...others.map(({ id, number, description, amount }) => ({
				name: html`<span>不是捐款紀錄的傳票 ${seesVouchers ? html`<a href=${ledger.voucher(id)}>${number}</a>` : number} <small>${description}</small></span>`,
				value: money(amount),
			})),
			{ name: html`<b>帳上的捐款收入</b>`, value: html`<b>${money(books.booked)}</b>` },
		]),
		html`<p class="hint">4210 會員捐款收入與 4220 捐助收入，依入帳日期，不含結轉。</p>`,
	);
}
