/** What comes in, and is taken to the bank. */
import { env } from "cloudflare:test";
import { createDeposit, reverseDeposit } from "#domain/money/deposits/actions.ts";
import { createIncome, postIncome, reverseIncome } from "#domain/money/income/actions.ts";
import { submitPayment } from "#domain/money/payments/actions.ts";
import type { AllocationInput } from "#domain/money/payments/form.ts";
import { reversePayment, verifyPayment } from "#domain/money/payments/verification-actions.ts";
import type { Staff } from "../finance.ts";
import { db } from "../payments.ts";
import { alone, type Chance, type Income, made, type Part, pick } from "./desk.ts";
import type { Line } from "./model.ts";
import { Vouchers } from "./vouchers.ts";

export class Money extends Vouchers {
	async pay({ a, b, c }: Chance) {
		const { people, members, items } = this.setting;
		const member = pick(members, a) ?? 0;
		const [on, cash, year] = [this.ago(b % 20), c % 2 === 0, Number(this.today.slice(0, 4)) + (c % 3 === 0 ? 1 : 0)];
		const parts: Part[] = [{ kind: "dues", member, year, amount: (a % 900) + 1 }];
		if (b % 4 === 0) parts.push({ kind: "credit", member, year, amount: (c % 300) + 1 });
		if (b % 5 === 0) parts.push({ kind: "donation", member, year, amount: (b % 500) + 1 });
		const allocations = parts.map(
			({ kind, amount }): AllocationInput =>
				kind === "dues"
					? { kind, memberId: member, duesItemId: items.get(`${member} ${year}`) ?? 0, amount }
					: { kind, memberId: member, amount },
		);
		const amount = parts.reduce((sum, part) => sum + part.amount, 0);
		const done = await this.answer("record a payment", [], () =>
			submitPayment(env, db, {
				input: {
					method: cash ? "cash" : "transfer",
					paidOn: on,
					amount,
					feeAmount: 0,
					last5: null,
					bankAccountId: null,
					payerMemberId: member,
					payerTitle: "王小明",
					receiptSplit: "one",
					remark: "",
					correctsId: null,
					allocations,
				},
				source: "staff",
				key: crypto.randomUUID(),
				by: this.by(people.clerk),
			}),
		);
		const id = made(done);
		const verify = (who: Staff, version: number) => () =>
			verifyPayment(db, { ref: { id, version }, reviewer: alone(who), by: this.by(who) });
		if (c % 10 === 0) await this.answer("verify one's own", ["payment.own"], verify(people.clerk, 1));
		await this.answer("verify", [], verify(people.cashier, 1));
		if (c % 10 === 1)
			await this.answer("verify again", ["payment.moved", "payment.wrong_state"], verify(people.cashier, 1));
		const date = this.books.dayFor(on);
		const posted = Number(date.slice(0, 4));
		const income = { dues: year > posted ? "2120" : "4120", credit: "2120", donation: "4210" };
		const lines: Line[] = [
			[cash ? "1110" : this.setting.bank.code, amount, 0],
			...parts.map((part): Line => [income[part.kind], 0, part.amount]),
		];
		this.books.post({ date, lines });
		this.payments.push({
			id,
			amount,
			on,
			cash,
			lines,
			year: posted,
			parts,
			deposit: null,
			reversed: false,
			refunded: 0,
		});
	}

	/** What a member has as credit: paid too much, less what was given back. */
	protected creditOf(member: number): number {
		const paid = this.payments.filter(({ reversed }) => !reversed).flatMap(({ parts }) => parts);
		const sum = paid
			.filter((part) => part.kind === "credit" && part.member === member)
			.reduce((all, { amount }) => all + amount, 0);
		const back = this.documents.filter(
			(one) => one.refundOf === "credit" && one.member === member && ["approved", "paid", "posted"].includes(one.state),
		);
		return sum - back.reduce((all, { gross }) => all + gross, 0);
	}

	async reversePayment({ a, b }: Chance) {
		const one = pick(this.payments, a);
		if (!one) return;
		const { cashier, chair } = this.setting.people;
		const who = b % 8 === 0 ? cashier : chair;
		const given = one.parts.filter(({ kind }) => kind === "credit").reduce((sum, { amount }) => sum + amount, 0);
		const member = one.parts[0]?.member ?? 0;
		const refusals = one.reversed
			? ["payment.wrong_state", "payment.moved"]
			: who === cashier
				? ["payment.second_person"]
				: [
						...(one.deposit === null ? [] : ["deposit.holds"]),
						...(this.creditOf(member) - given < 0 ? ["payment.credit_used"] : []),
						...(one.refunded > 0 ? ["finance.refunded_before"] : []),
					];
		const done = await this.answer("reverse a payment", refusals, () =>
			reversePayment(db, {
				ref: { id: one.id, version: 2 },
				reason: "登錄錯誤",
				reviewer: alone(who),
				by: this.by(who),
			}),
		);
		if (!done) return;
		one.reversed = true;
		this.books.reverse(one.lines, this.books.dayFor(this.today));
	}

	async record({ a, b, c }: Chance) {
		const [on, cash, amount] = [this.ago(a % 20), b % 2 === 0, (c % 5_000) + 20];
		const [kind, fee] = [pick(["donation", "grant", "interest", "other"] as const, a) ?? "other", cash ? 0 : b % 15];
		const done = await this.answer("record income", [], () =>
			createIncome(db, {
				input: {
					kind,
					receivedOn: on,
					donorId: null,
					payerTitle: "善心人士",
					isInKind: false,
					items: "",
					amount,
					feeAmount: fee,
					method: cash ? "cash" : "transfer",
					bankAccountId: this.setting.bank.id,
					bankLineId: null,
					projectId: null,
					purpose: "",
					wantsReceipt: kind === "donation",
					note: "",
				},
				record: true,
				key: crypto.randomUUID(),
				by: this.by(this.setting.people.cashier),
			}),
		);
		const income = { donation: "4220", grant: "4310", interest: "4410", other: "4910" }[kind];
		const into = cash ? "1110" : this.setting.bank.code;
		const posting = (): Line[] => [
			[into, amount - fee, 0],
			...(fee > 0 ? [["5270", fee, 0] as const] : []),
			[income, 0, amount],
		];
		this.income.push({
			id: made(done),
			version: 2,
			on,
			amount: amount - fee,
			cash,
			lines: null,
			deposit: null,
			state: "recorded",
			posting,
		});
	}

	async postIncome({ a, b }: Chance) {
		const waiting = this.income.filter(({ state }) => state === "recorded");
		const one = b % 10 === 0 ? pick(this.income, a) : pick(waiting, a);
		if (!one) return;
		const { cashier, accountant } = this.setting.people;
		const who = b % 12 === 5 ? cashier : accountant;
		const refusals =
			one.state !== "recorded" ? ["income.wrong_state"] : who === cashier ? ["income.second_person"] : [];
		await this.bookIncome(one, who, refusals);
	}
	protected async bookIncome(one: Income, who = this.setting.people.accountant, refusals: readonly string[] = []) {
		const done = await this.answer("post income", refusals, () =>
			postIncome(db, { ref: one, accountId: null, projectId: null, reviewer: alone(who), by: this.by(who) }),
		);
		if (!done) return;
		const date = this.books.dayFor(one.on);
		one.lines = one.posting(date);
		one.state = "posted";
		one.version += 1;
		this.books.post({ date, lines: one.lines });
	}

	async reverseIncome({ a }: Chance) {
		const one = pick(this.income, a);
		if (!one) return;
		const { chair } = this.setting.people;
		const refusals = one.state === "reversed" ? ["income.wrong_state"] : one.deposit === null ? [] : ["deposit.holds"];
		const done = await this.answer("reverse income", refusals, () =>
			reverseIncome(db, { ref: one, reason: "登錄錯誤", reviewer: alone(chair), by: this.by(chair) }),
		);
		if (!done) return;
		one.state = "reversed";
		one.version += 1;
		if (one.lines) this.books.reverse(one.lines, this.books.dayFor(this.today));
	}

	async deposit({ a, b, c }: Chance) {
		const paid = this.payments.filter((one) => one.cash && !one.reversed && one.deposit === null);
		const income = this.income.filter((one) => one.cash && one.state !== "reversed" && one.deposit === null);
		const all = [...paid, ...income].toSorted((x, y) => (x.on < y.on ? -1 : 1)).slice(0, (a % 12) + 1);
		if (all.length === 0) return;
		const amount = all.reduce((sum, one) => sum + one.amount, 0) + (b % 9 === 0 ? 1 : 0);
		const on = c % 9 === 0 ? this.ago(30) : this.today;
		const refusals = b % 9 === 0 ? ["deposit.sum"] : all.some((one) => one.on > on) ? ["deposit.date_refused"] : [];
		const { bank, people } = this.setting;
		const done = await this.answer("deposit", refusals, () =>
			createDeposit(db, {
				input: {
					items: all.map((one) => ({ kind: "parts" in one ? "payment" : "income", id: one.id, amount: one.amount })),
					account: bank.id,
					deposited_on: on,
					amount,
					note: "",
				},
				key: crypto.randomUUID(),
				by: this.by(people.cashier),
			}),
		);
		if (!done) return;
		const id = made(done);
		for (const one of all) one.deposit = id;
		const lines: Line[] = [
			[bank.code, amount, 0],
			["1110", 0, amount],
		];
		this.books.post({ date: this.books.dayFor(on), lines });
		this.deposits.push({
			id,
			version: 1,
			lines,
			reversed: false,
			payments: paid.filter((one) => one.deposit === id),
			income: income.filter((one) => one.deposit === id),
		});
	}

	async reverseDeposit({ a, b }: Chance) {
		const one = pick(this.deposits, a);
		if (!one) return;
		const version = b % 6 === 0 ? 0 : one.version;
		const refusals = one.reversed || version === 0 ? ["deposit.moved"] : [];
		const done = await this.answer("reverse a deposit", refusals, () =>
			reverseDeposit(db, {
				ref: { id: one.id, version },
				reason: "帳戶選錯",
				by: this.by(this.setting.people.cashier),
			}),
		);
		if (!done) return;
		one.reversed = true;
		for (const part of [...one.payments, ...one.income]) part.deposit = null;
		this.books.reverse(one.lines, this.books.dayFor(this.today));
	}
}
