import { viewerOf } from "#admin/books/index.ts";
import { allows } from "#auth/permissions.ts";
import { type FirstWaiting, firstWaiting, openDoubts, outdatedStatements } from "#db/books/index.ts";
import { endingTerms, oldestPayments, outdatedLists, returnedPayments, waitingAsks } from "#db/money/index.ts";
import { financeNumber, kindLabel } from "#domain/books/index.ts";
import { halfWords, leftWords } from "#domain/money/index.ts";
import { paths } from "#http/paths.ts";
import { rocYear } from "#kernel/calendar.ts";
import { dateInTaipei, fromTaipeiInput } from "#kernel/times.ts";
import { dayText } from "#kernel/written.ts";
import { figure, money } from "#ui/money.ts";
import { type AnyWaitKind, waitingIn, waitKind } from "./wait.ts";

const { bank, confirmations, examinations, finance, giftLists, ledger, payments, statements } = paths.admin;

/** Returns what is to be done with a request, by the step that waits for the user. */
const financeAct = (step: string): string => ({ mend: "補正", pay: "付款", post: "入帳" })[step] ?? "審核";
const financeSub = (row: FirstWaiting): string =>
	[
		financeNumber(row),
		row.step === "mend" ? "退回給您補正" : kindLabel(row),
		row.net < 0 ? `收回 ${money(-row.net)}` : money(row.net),
	].join("　");

/** What waits of payments and in the books. */
export const MONEY_WAITS: readonly AnyWaitKind[] = [
	waitKind({
		code: "payments",
		name: "收款核對",
		gate: "payments_verify",
		ask: ({ userId }, _, most) => oldestPayments(userId, most),
		total: waitingIn,
		lines: (rows) =>
			rows.map(({ id, amount, payer_title, since }) => ({
				since,
				what: payer_title,
				sub: money(amount),
				href: payments.show(id),
				act: "核對",
			})),
	}),
	waitKind({
		code: "asks",
		name: "收據抬頭",
		gate: "receipt_asks",
		ask: ({ userId }, _, most) => waitingAsks(userId, most),
		total: waitingIn,
		lines: (rows) =>
			rows.map(({ number, payer_title, asked_by, asked_at }) => ({
				since: asked_at,
				what: `收據 ${number}`,
				sub: `${asked_by}要求改為「${payer_title}」`,
				href: confirmations.list(),
				act: "確認",
			})),
	}),
	waitKind({
		code: "returned",
		name: "退回的收款",
		gate: "payments_record",
		ask: ({ userId }, _, most) => returnedPayments(userId, most),
		total: waitingIn,
		lines: (rows) =>
			rows.map(({ id, amount, reason, updated_at }) => ({
				since: updated_at,
				what: `收款 ${id}　${money(amount)}`,
				sub: reason ?? undefined,
				href: payments.show(id),
				act: "修改",
			})),
	}),
	waitKind({
		code: "finance",
		name: "支出申請",
		gate: "finance",
		ask: (who, at, most) => firstWaiting(viewerOf(who, at), most),
		total: waitingIn,
		lines: (rows) =>
			rows.map((row) => ({
				since: row.state_since,
				what: row.title,
				sub: financeSub(row),
				href: finance.show(row.id),
				act: financeAct(row.step),
			})),
	}),
	waitKind({
		code: "doubts",
		name: "查核疑問",
		gate: "examinations_answer",
		ask: ({ userId }) => openDoubts(userId),
		total: (rows) => rows.reduce((sum, { doubts }) => sum + doubts, 0),
		lines: (rows) =>
			rows.map(({ id, title, doubts, since }) => ({
				since,
				what: title,
				sub: `${figure(doubts)} 筆`,
				href: examinations.show(id),
				act: "答覆",
			})),
	}),
	waitKind({
		code: "statements",
		name: "財務公告",
		gate: "statements_publish",
		ask: outdatedStatements,
		lines: (rows) =>
			rows.map(({ year }) => ({
				since: null,
				what: `${rocYear(year)} 年度財務報表`,
				sub: "公告之後，帳或決議有變動",
				href: statements.show(year),
				act: "重新發布",
			})),
	}),
	waitKind({
		code: "gift-lists",
		name: "捐款徵信",
		gate: "gift_lists_publish",
		ask: outdatedLists,
		lines: (rows) =>
			rows.map(({ half }) => ({
				since: null,
				what: `${halfWords(half)}捐款徵信`,
				sub: "刊登姓名的意願或捐款有變更",
				href: giftLists.show(half),
				act: "重新發布",
			})),
	}),
	waitKind({
		code: "terms",
		name: "定期存款",
		gate: "term_deposits",
		ask: (_, at) => endingTerms(dateInTaipei(at)),
		lines: (rows, at, who) =>
			rows.map(({ id, name, account_id, held, until, renews }) => {
				const today = dateInTaipei(at);
				return {
					since: until <= today ? fromTaipeiInput(`${until}T00:00`) : null,
					what: `${name}　${money(held)}`,
					sub: `${dayText(until)}到期${renews === 1 ? "，自動轉期" : ""}，${leftWords({ until, renews: renews === 1 }, today)}`,
					href: allows("bank", who) ? bank.account(id) : `${ledger.general()}?account=${account_id}`,
					act: "查看",
				};
			}),
	}),
];
