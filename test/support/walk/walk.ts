/** The random walk of test/db/books/ledger-walk.test.ts: months and years, and which step comes next by chance. */
import { env } from "cloudflare:test";
import { balanceRows } from "#db/books/periods.ts";
import { readRows } from "#db/read.ts";
import {
	closeMonth,
	closeYear,
	keepBalances,
	openYear,
	reopenMonth,
	reopenYear,
} from "#domain/books/periods/actions.ts";
import { removeDraft } from "#domain/books/vouchers/actions.ts";
import { dateInTaipei } from "#kernel/times.ts";
import { db } from "../payments.ts";
import { alone, type Chance, type Manual, pick } from "./desk.ts";
import type { Line } from "./model.ts";
import { Requests } from "./requests.ts";

export class Walk extends Requests {
	async take(chance: Chance): Promise<void> {
		this.chance = chance;
		this.at += chance.hours * 3_600_000 + 60_000;
		const { closings } = this.setting;
		const weighted: [number, (chance: Chance) => Promise<unknown>][] = [
			[16, (n) => this.manual(n)],
			[5, (n) => this.draft(n)],
			[5, (n) => this.decideDraft(n)],
			[6, (n) => this.reverseManual(n)],
			[16, (n) => this.pay(n)],
			[3, (n) => this.reversePayment(n)],
			[8, (n) => this.record(n)],
			[7, (n) => this.postIncome(n)],
			[2, (n) => this.reverseIncome(n)],
			[4, (n) => this.deposit(n)],
			[1, (n) => this.reverseDeposit(n)],
			[4 * closings, (n) => this.closeMonth(n)],
			[closings, (n) => this.reopenMonth(n)],
			[closings, (n) => this.openYear(n)],
			[2 * closings, (n) => this.closeYear(n)],
			[closings, (n) => this.reopenYear(n)],
			[6, (n) => this.document(n)],
			[26, (n) => this.stepDocument(n)],
		];
		let left = chance.step % weighted.reduce((sum, [weight]) => sum + weight, 0);
		for (const [weight, step] of weighted) {
			if (left < weight) return void (await step(chance));
			left -= weight;
		}
	}

	/** What of a year's dues was paid in years before, by member; and what its opening made of it. */
	protected advanceOf(year: number): Map<number, number> {
		const due = new Map<number, number>();
		for (const one of this.payments)
			if (!one.reversed && one.year < year)
				for (const part of one.parts)
					if (part.kind === "dues" && part.year === year)
						due.set(part.member, (due.get(part.member) ?? 0) + part.amount);
		return due;
	}
	protected openingOf(year: number): { differs: boolean; turning: Manual[]; due: Map<number, number> } {
		const [due, made] = [this.advanceOf(year), this.openings.get(year)?.made ?? new Map<number, number>()];
		const differs = [...new Set([...due.keys(), ...made.keys()])].some(
			(one) => (due.get(one) ?? 0) !== (made.get(one) ?? 0),
		);
		const turning = this.manuals.filter((one) => one.turns && !one.reversed && one.date.startsWith(String(year - 1)));
		return { differs, turning, due };
	}

	/** The first month that is open, once what it needs is entered. */
	async closeMonth({ a }: Chance) {
		let month = dateInTaipei(this.setting.start).slice(0, 7);
		while (this.books.closed.has(month)) month = this.monthAfter(month);
		const end = `${month}-31`;
		if (a % 3 > 0 && this.today.slice(0, 7) > month) await this.tidy(end);
		const { differs, turning } = this.openingOf(Number(month.slice(0, 4)));
		const isBlocked =
			this.today.slice(0, 7) <= month ||
			this.books.openBefore(month) ||
			differs ||
			turning.length > 0 ||
			this.drafts.some(({ date }) => date <= end) ||
			this.income.some(({ state, on }) => state === "recorded" && on <= end) ||
			this.documents.some(({ state, paidOn }) => state === "paid" && paidOn <= end);
		const { accountant } = this.setting.people;
		const [rows] = await readRows(env.DB, balanceRows(month));
		const held = this.books.held(month);
		const balances = rows.map(({ account_id, code }) => ({
			accountId: account_id,
			amount: held.get(code) ?? 0,
			note: "",
		}));
		await keepBalances(db, month, { balances, by: this.by(accountant) });
		const done = await this.answer("close a month", isBlocked || this.tiesBreak() ? ["ledger.not_ready"] : [], () =>
			closeMonth(db, {
				month,
				version: this.months.get(month) ?? 0,
				reviewer: alone(accountant),
				by: this.by(accountant),
			}),
		);
		if (!done) return;
		this.months.set(month, (this.months.get(month) ?? 0) + 1);
		this.books.closed.set(month, accountant.id);
	}
	protected monthAfter(month: string): string {
		const next = new Date(Date.UTC(Number(month.slice(0, 4)), Number(month.slice(5)), 1));
		return next.toISOString().slice(0, 7);
	}
	/** Clears what keeps the months up to a day from being closed, as an accountant does. */
	protected async tidy(end: string) {
		const { accountant } = this.setting.people;
		for (const one of this.income.filter(({ state, on }) => state === "recorded" && on <= end))
			await this.bookIncome(one);
		for (const one of this.drafts.filter(({ date }) => date <= end))
			await this.answer("remove a draft", [], () => removeDraft(db, one, this.by(accountant)));
		this.drafts = this.drafts.filter(({ date }) => date > end);
		for (const one of this.documents.filter(({ state, paidOn }) => state === "paid" && paidOn <= end))
			await this.bookDocument(one);
		const { differs, turning } = this.openingOf(Number(end.slice(0, 4)));
		if (differs || turning.length > 0) await this.openYear({ ...this.chance, a: 1 }, Number(end.slice(0, 4)));
	}

	/** An opening of a year that later payments made wrong is a tie that does not hold. */
	protected tiesBreak(): boolean {
		return [...this.openings.keys()].some(
			(year) => this.openings.get(year)?.made.size !== 0 && this.openingOf(year).differs,
		);
	}

	async reopenMonth({ a, b }: Chance) {
		const month = pick([...this.books.closed.keys()].sort().slice(-3), a);
		if (month === undefined || (a + b) % 3 > 0) return;
		const { accountant, chair } = this.setting.people;
		const who = b % 3 === 0 ? accountant : chair;
		const refusals =
			who === accountant
				? ["ledger.second_person"]
				: this.books.years.has(Number(month.slice(0, 4)))
					? ["ledger.year_closed"]
					: [];
		const version = this.months.get(month) ?? 0;
		const done = await this.answer("reopen a month", refusals, () =>
			reopenMonth(db, { month, version, reason: "更正", reviewer: alone(who), by: this.by(who) }),
		);
		if (!done) return;
		this.months.set(month, version + 1);
		this.books.closed.delete(month);
	}

	async openYear({ a }: Chance, of?: number) {
		const year = of ?? Number(this.today.slice(0, 4)) + (a % 10 === 0 ? 1 : 0);
		const { differs, turning, due } = this.openingOf(year);
		const seq = this.openings.get(year)?.seq ?? 0;
		const isEarly = this.today < `${year}-01-01`;
		const { accountant } = this.setting.people;
		const refusals = isEarly ? ["ledger.not_ready"] : differs || turning.length > 0 ? [] : ["ledger.period_stale"];
		const done = await this.answer("open a year", refusals, () =>
			openYear(db, { year, version: seq, reviewer: alone(accountant), by: this.by(accountant) }),
		);
		if (!done) return;
		const date = this.books.dayFor(`${year}-01-01`);
		const linesOf = (made: Map<number, number>): Line[] =>
			[...made]
				.filter(([, amount]) => amount > 0)
				.flatMap(([, amount]): Line[] => [
					["2120", amount, 0],
					["4120", 0, amount],
				]);
		if (differs) {
			const before = this.openings.get(year)?.made;
			if (before && before.size > 0) this.books.reverse(linesOf(before), date);
			if (due.size > 0) this.books.post({ date, lines: linesOf(due), isTransfer: true });
			this.openings.set(year, { seq: due.size > 0 ? seq + 1 : seq, made: due });
		}
		for (const one of turning) {
			one.reversed = true;
			this.books.reverse(one.lines, date);
		}
	}

	async closeYear({ a }: Chance) {
		const year = Number(this.today.slice(0, 4)) - (a % 2);
		const { books, setting } = this;
		const lines = books.closing(year);
		const months = Array.from({ length: 12 }, (_, nth) => `${year}-${String(nth + 1).padStart(2, "0")}`);
		const before = [...books.held(`${year - 1}-12`)].some(([code, held]) => code >= "4" && held !== 0);
		const refusals = books.years.has(year)
			? ["ledger.year_closed"]
			: [
					...(lines.length === 0 ? ["ledger.not_ready"] : []),
					...(months.every((month) => books.closed.has(month)) ? [] : ["ledger.months_open"]),
					...(before ? ["ledger.year_before_open"] : []),
				];
		const { accountant } = setting.people;
		const seq = this.closings.get(year) ?? 0;
		const done = await this.answer("close a year", refusals, () =>
			closeYear(db, { year, version: seq, reviewer: alone(accountant), by: this.by(accountant) }),
		);
		if (!done) return;
		books.post({ date: `${year}-12-31`, lines, isClosing: true });
		books.years.set(year, { lines, by: accountant.id });
		this.closings.set(year, seq + 1);
	}

	async reopenYear({ a, b }: Chance) {
		const year = pick([...this.books.years.keys()], a);
		if (year === undefined) return;
		const { accountant, chair } = this.setting.people;
		const who = b % 3 === 0 ? accountant : chair;
		const refusals =
			who === accountant
				? ["ledger.second_person"]
				: this.books.years.has(year + 1)
					? ["ledger.year_after_closed"]
					: [];
		const done = await this.answer("reopen a year", refusals, () =>
			reopenYear(db, {
				year,
				version: this.closings.get(year) ?? 0,
				reason: "更正",
				reviewer: alone(who),
				by: this.by(who),
			}),
		);
		if (!done) return;
		const closed = this.books.years.get(year)?.lines ?? [];
		this.books.years.delete(year);
		this.books.post({
			date: `${year}-12-31`,
			lines: closed.map(([code, dr, cr]): Line => [code, cr, dr]),
			isClosing: true,
		});
	}
}
