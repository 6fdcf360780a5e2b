import { financeStatus, readerOf, VOUCHER_KINDS } from "#admin/books/index.ts";
import { incomeStatus, paymentName, paymentStatus, receiptStatus } from "#admin/money/index.ts";
import { financeHits, incomeHits, paymentHits, receiptHits, voucherHits } from "#db/shell/staff-search.ts";
import { FINANCE_STATE_LABELS, financeNumber } from "#domain/books/index.ts";
import { INCOME_STATE_LABELS, PAYMENT_STATUS_LABELS, RECEIPT_STATUS_LABELS } from "#domain/money/index.ts";
import { numberedParts, piecesOf } from "#domain/system/index.ts";
import { paths } from "#http/paths.ts";
import { incomeNumber } from "#kernel/record-numbers.ts";
import { dayText } from "#kernel/written.ts";
import { STATE_LOOKS } from "#ui/content-status.ts";
import { money } from "#ui/money.ts";
import { status } from "#ui/status.ts";
import { lookingFor, type Source, type Wanted } from "./source.ts";

/** The number of digits in the numbers of receipts (six), and of expense requests, vouchers and income (four). */
const [SIX, FOUR] = [6, 4];
const numbered = (wanted: Wanted, digits: number) => ({ parts: numberedParts(wanted.q, digits), wanted });
const told = (q: string, ...facts: (string | null)[]) => piecesOf(facts.filter(Boolean).join("　"), q);

export const receipts: Source["look"] = (wanted) =>
	lookingFor(numbered(wanted, SIX), receiptHits, ({ id, number, payer_title, issued_on, amount, status: code }) => ({
		label: piecesOf(number, wanted.q),
		sub: told(wanted.q, payer_title, money(amount), dayText(issued_on)),
		href: paths.admin.receipts.show(id),
		state: code === "issued" ? undefined : { word: RECEIPT_STATUS_LABELS[code], badge: receiptStatus(code) },
	}));

export const payments: Source["look"] = (wanted) =>
	lookingFor(numbered(wanted, SIX), paymentHits, ({ id, payer_title, paid_on, amount, status: code }) => ({
		label: piecesOf(payer_title, wanted.q),
		sub: told(wanted.q, paymentName(id), money(amount), dayText(paid_on)),
		href: paths.admin.payments.show(id),
		state: { word: PAYMENT_STATUS_LABELS[code], badge: paymentStatus(code) },
	}));

export const income: Source["look"] = (wanted) =>
	lookingFor(
		numbered(wanted, FOUR),
		incomeHits,
		({ id, payer_title, purpose, received_on, amount, state, ...record }) => ({
			label: piecesOf(payer_title, wanted.q),
			sub: told(
				wanted.q,
				incomeNumber(record),
				amount === null ? "實物" : money(amount),
				dayText(received_on),
				purpose,
			),
			href: paths.admin.income.show(id),
			state: { word: INCOME_STATE_LABELS[state], badge: incomeStatus(state) },
		}),
	);

export const finance: Source["look"] = (wanted) =>
	lookingFor(
		numbered(wanted, FOUR),
		(looked) => financeHits(looked, readerOf(wanted.who)),
		({ id, title, payee_name, net, state, ...document }) => ({
			label: piecesOf(title, wanted.q),
			sub: told(wanted.q, financeNumber(document), payee_name, money(net)),
			href: paths.admin.finance.show(id),
			state: { word: FINANCE_STATE_LABELS[state], badge: financeStatus(state) },
		}),
	);

export const vouchers: Source["look"] = (wanted) =>
	lookingFor(numbered(wanted, FOUR), voucherHits, ({ id, number, kind, date, description }) => ({
		label: piecesOf(description, wanted.q),
		sub: told(wanted.q, kind && `${VOUCHER_KINDS[kind]} ${number}`, dayText(date)),
		href: paths.admin.ledger.voucher(id),
		state: number === null ? { word: STATE_LOOKS.draft.word, badge: status(STATE_LOOKS.draft) } : undefined,
	}));
