import { MONEY_CRUMBS } from "#admin/crumbs.ts";
import type { CashPart, DepositRow } from "#db/money/deposits.ts";
import { paths } from "#http/paths.ts";
import { type Children, html } from "#ui/html.ts";
import { status } from "#ui/status.ts";

const { deposits, income, payments } = paths.admin;

export const DEPOSIT_CRUMBS = [...MONEY_CRUMBS, { label: "存款單", href: deposits.list() }];

/** Returns a deposit's name: 存款單 12. */
export const depositName = (id: number): string => `存款單 ${id}`;

/** Draws a deposit's state: reversed, or whether a bank line shows it. */
export const depositStatus = ({ reversed_at, bank_line_id }: DepositRow) => {
	if (reversed_at !== null) return status({ word: "已沖銷", icon: "refresh" });
	return bank_line_id === null
		? status({ word: "未對到銀行明細", tone: "info" })
		: status({ word: "已對帳", tone: "ok" });
};

/** Draws the name of a part of the cash, as a link when the current user may open it. */
export const cashName = ({ kind, id, number, receipt }: CashPart, mayFollow: boolean): Children => {
	const name = kind === "payment" ? `收款 ${id}` : `收入 ${number}`;
	const href = kind === "payment" ? payments.show(id) : income.show(id);
	return html`<span>${mayFollow ? html`<a href=${href}>${name}</a>` : name}${receipt && html`<small>收據 ${receipt}</small>`}</span>`;
};

/** Returns in words how long cash has not been deposited: 今天, 3 天. */
export const ageWords = (days: number): string => (days === 0 ? "今天" : `${days} 天`);
/** The number of days after which cash that is not deposited gives a warning. */
export const LONG_DAYS = 3;
