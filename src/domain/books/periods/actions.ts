import { recordAudit } from "#db/audit.ts";
import * as stored from "#db/books/periods.ts";
import { closedMonths, reverseVoucher } from "#db/books/vouchers.ts";
import { openingHead, postOpening, turningVouchers } from "#db/books/year-openings.ts";
import { postClosing, yearHead } from "#db/books/years.ts";
import { commit, type Db, refuseWhere, type Write } from "#db/commit.ts";
import { brokenInvariants } from "#db/invariants/suite.ts";
import { readRows } from "#db/read.ts";
import { closedIn, postingDate } from "#domain/books/ledger/postings.ts";
import type { Reviewer } from "#domain/people/index.ts";
import type { By } from "#kernel/by.ts";
import { Refusal } from "#kernel/refusal.ts";
import { dateInTaipei } from "#kernel/times.ts";
import type { MonthSent } from "./form.ts";
import { closesAs, PERIODS, secondPerson, yearWords } from "./rules.ts";

type Doing = { reviewer: Reviewer; by: By };
type Seen = Doing & { version: number };
type Noted = { period: string; onBehalfOf: number | null; by: By; changes?: Record<string, unknown> };

const audited = (db: Db, action: string, { period, by, onBehalfOf, changes = {} }: Noted): Write[] =>
	recordAudit(db, {
		...by,
		action,
		auditableType: "period",
		auditableId: period,
		description: period,
		onBehalfOf,
		changes,
	});

/**
 * Stores the balances that the bank stated at the end of a month (YYYY-MM). Refuses `ledger.period_closed` when the
 * month is closed.
 */
export const keepBalances = (db: Db, month: string, { balances, by }: { balances: stored.Balance[]; by: By }) =>
	commit(db, [
		...stored.setBalances(month, balances, by),
		...audited(db, "period.balances", { period: month, onBehalfOf: null, by, changes: { accounts: balances.length } }),
	]);

/**
 * 月結: closes a month (YYYY-MM), so that nothing more is posted in it. Refuses `ledger.not_ready` when a check forbids
 * it, also a check that fails only since the page was shown (`ledger.cash_below_zero` when that is the failing check),
 * and `ledger.period_stale` when another user closed the month meanwhile.
 */
export async function closeMonth(db: Db, { month, version, reviewer, by }: Seen & { month: string }): Promise<void> {
	const today = dateInTaipei(by.at);
	const broken = await brokenInvariants(db.$client);
	if (broken.length > 0) throw new Refusal("ledger.not_ready");
	const onBehalfOf = closesAs(reviewer);
	await commit(db, [
		stored.refuseBelowZero(month),
		refuseWhere("ledger.not_ready", stored.isBlocked(month, today)),
		stored.insertEvent({ period: month, step: "close", onBehalfOf, by }),
		...stored.closePeriod(month, version, by),
		...audited(db, "period.close", { period: month, onBehalfOf, by }),
	]);
}

const isSame = (a: stored.Balance, b: stored.Balance): boolean =>
	a.accountId === b.accountId && a.amount === b.amount && (a.amount === null || a.note === b.note);

/**
 * Closes months in their order, each as its own commit, and stops at the first that cannot be closed. The balances that
 * were typed are stored for all of them first. Returns the months that were closed, and where and why it stopped.
 */
export async function closeMonths(
	db: Db,
	{ months, ...doing }: Doing & { months: MonthSent[] },
): Promise<{ closed: string[]; stopped?: { month: string; refusal: Refusal } }> {
	const held = await readRows(db.$client, ...months.map(({ month }) => stored.keptBalances(month)));
	for (const [at, { month, balances }] of months.entries()) {
		const kept = held[at] ?? [];
		const isNew = (one: stored.Balance): boolean =>
			one.amount === null
				? kept.some(({ accountId }) => accountId === one.accountId)
				: !kept.some((old) => isSame(old, one));
		if (balances.some(isNew)) await keepBalances(db, month, { balances, by: doing.by });
	}
	const closed: string[] = [];
	for (const { month, version } of months) {
		try {
			await closeMonth(db, { month, version, ...doing });
		} catch (refusal) {
			if (!(refusal instanceof Refusal)) throw refusal;
			return { closed, stopped: { month, refusal } };
		}
		closed.push(month);
	}
	return { closed };
}

/**
 * Reopens a month, by another user than the one who closed it. Refuses `ledger.second_person` (the same user),
 * `ledger.period_stale` (not closed, or changed meanwhile), and `ledger.year_closed` in a closed year.
 */
export async function reopenMonth(
	db: Db,
	{ month, version, reason, reviewer, by }: Seen & { month: string; reason: string },
): Promise<void> {
	const [[row]] = await readRows(db.$client, stored.monthRows([month]));
	if (row?.version !== version) throw new Refusal("ledger.period_stale");
	PERIODS.refuse("reopen", row.status);
	const onBehalfOf = secondPerson(reviewer, row);
	await commit(db, [
		stored.insertEvent({ period: month, step: "reopen", onBehalfOf, reason, by }),
		...stored.reopenPeriod(month, version, by),
		...audited(db, "period.reopen", { period: month, onBehalfOf, by, changes: { reason } }),
	]);
}

/**
 * 年度結帳: closes a year by one voucher that moves income and expense into 本期餘絀, and 本期餘絀 into 累計餘絀.
 * `version` is how often the year had been closed when the user saw it. Refuses `ledger.months_open` (a month of the
 * year is open), `ledger.year_before_open` (an earlier year is not closed), `ledger.year_closed` (it is closed
 * already), `ledger.period_stale` (`version` is outdated), and `ledger.not_ready` when the year has nothing to close.
 */
export async function closeYear(db: Db, { year, version, reviewer, by }: Seen & { year: number }): Promise<void> {
	const [[head]] = await readRows(db.$client, yearHead(year));
	if (!head || head.voucher_id !== null) throw new Refusal("ledger.year_closed");
	if (head.seq !== version) throw new Refusal("ledger.period_stale");
	if (head.accounts === 0) throw new Refusal("ledger.not_ready");
	const onBehalfOf = closesAs(reviewer);
	const period = String(year);
	await commit(db, [
		stored.insertEvent({ period, step: "close", onBehalfOf, by }),
		...postClosing({ year, seq: version + 1, description: `${yearWords(year)}年度結帳` }, by),
		...audited(db, "year.close", { period, onBehalfOf, by, changes: { surplus: head.income - head.expense } }),
	]);
}

/**
 * Reopens a year by the reversal of its closing voucher, by another user than the one who closed the year. Refuses
 * `ledger.second_person` (the same user), `ledger.period_stale` (not closed, or changed meanwhile), and
 * `ledger.year_after_closed` (the next year is closed).
 */
export async function reopenYear(
	db: Db,
	{ year, version, reason, reviewer, by }: Seen & { year: number; reason: string },
): Promise<void> {
	const [[head]] = await readRows(db.$client, yearHead(year));
	if (!head || head.voucher_id === null || head.seq !== version) throw new Refusal("ledger.period_stale");
	const onBehalfOf = secondPerson(reviewer, head);
	const period = String(year);
	await commit(db, [
		stored.insertEvent({ period, step: "reopen", onBehalfOf, reason, by }),
		...reverseVoucher(
			{ source: "closing", id: year, seq: head.seq },
			{ date: `${year}-12-31`, description: `取消${yearWords(year)}年度結帳`, by },
		),
		...audited(db, "year.reopen", { period, onBehalfOf, by, changes: { reason } }),
	]);
}

/**
 * 年初轉列: posts as income what was paid in advance for the dues of a year, and reverses the accruals of the year
 * before (次年迴轉), on 1 January or the first open day after it. It can be repeated when a payment came or was
 * reversed later: then the voucher of the earlier 年初轉列 is reversed. `version` is how often it had been posted when
 * the user saw it. Refuses `ledger.period_stale` (`version` is outdated, or there is nothing to post), and
 * `ledger.not_ready` before the year has begun.
 */
export async function openYear(db: Db, { year, version, reviewer, by }: Seen & { year: number }): Promise<void> {
	if (dateInTaipei(by.at) < `${year}-01-01`) throw new Refusal("ledger.not_ready");
	const [[head], turning, months] = await readRows(
		db.$client,
		openingHead(year),
		turningVouchers(year),
		closedMonths(),
	);
	if (!head || head.seq !== version || (head.differing === 0 && turning.length === 0))
		throw new Refusal("ledger.period_stale");
	const date = postingDate(`${year}-01-01`, closedIn(months));
	const onBehalfOf = closesAs(reviewer);
	const [period, name] = [String(year), `${yearWords(year)}年初轉列`];
	const isAnew = head.differing > 0;
	await commit(db, [
		...(isAnew && head.voucher_id !== null
			? reverseVoucher({ source: "opening", id: year, seq: head.seq }, { date, description: `沖銷${name}`, by })
			: []),
		...(isAnew && head.members > 0
			? postOpening({ year, seq: version + 1, date, description: `${name}（預收會費轉收入）` }, by)
			: []),
		...turning.flatMap(({ id, number }) =>
			reverseVoucher({ voucherId: id }, { date, description: `年初迴轉 ${number}`, by }),
		),
		stored.insertEvent({ period, step: "open_year", onBehalfOf, by }),
		...audited(db, "year.open", {
			period,
			onBehalfOf,
			by,
			changes: { annual: head.annual, entrance: head.entrance, turned: turning.length },
		}),
	]);
}
