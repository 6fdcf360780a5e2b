/** 支出申請, step by step. */
import { env } from "cloudflare:test";
import { createDocument, submitDocument, withdrawDocument } from "#domain/books/finance/actions.ts";
import { payDocument, postDocument, unpostDocument } from "#domain/books/finance/payment-actions.ts";
import { approveDocument, voidDocument } from "#domain/books/finance/review-actions.ts";
import { as, input } from "../finance.ts";
import { db } from "../payments.ts";
import { type Chance, type Document, made, type Paid, pick } from "./desk.ts";
import type { Line } from "./model.ts";
import { Money } from "./money.ts";

export class Requests extends Money {
	/** A request for money of some kind, a draft. */
	async document({ a, b, c }: Chance) {
		if (this.documents.filter(({ state }) => !["posted", "voided", "withdrawn"].includes(state)).length > 12) return;
		const gross = (b % 4_000) + 100;
		const kind =
			pick(["vendor", "vendor", "reimbursement", "advance", "settlement", "petty_cash", "refund"] as const, a) ??
			"vendor";
		const advance =
			kind === "settlement"
				? this.documents.find((one) => one.kind === "advance" && one.state === "posted" && !one.settled)
				: undefined;
		const refundOf = c % 2 === 0 ? "credit" : "donation";
		const of = kind === "refund" ? this.refundable(refundOf, c) : undefined;
		if ((kind === "settlement" && !advance) || (kind === "refund" && !of)) return;
		const amount = of ? of.most : gross;
		const [tax, nhi] = kind === "vendor" && c % 3 === 0 ? [10, 3] : [0, 0];
		const done = await this.answer(`a ${kind}`, [], () =>
			createDocument(env, db, {
				input: input({
					kind,
					lines: [{ summary: "費用", amount }],
					incomeTax: tax,
					nhi,
					advanceId: advance?.id ?? null,
					...(of ? { refundOf, paymentId: of.paid.id, payeeMemberId: of.member, payeeName: "王小明" } : {}),
				}),
				key: crypto.randomUUID(),
				by: this.by(this.setting.people.applicant),
			}),
		);
		if (advance) advance.settled = true;
		this.documents.push({
			id: made(done),
			version: 1,
			state: "draft",
			kind,
			gross: amount,
			tax,
			nhi,
			advance: advance ?? null,
			settled: false,
			of: of?.paid ?? null,
			refundOf: of ? refundOf : null,
			member: of?.member ?? null,
			paidOn: "",
			owed: [],
			lines: [],
		});
	}
	/** A payment of which something may be given back, and how much. */
	protected refundable(
		refundOf: "credit" | "donation",
		n: number,
	): { paid: Paid; member: number; most: number } | undefined {
		const claimed = this.documents.filter(
			(one) => one.refundOf !== null && !["posted", "voided", "withdrawn"].includes(one.state),
		);
		const free = this.payments.filter(
			(one) => !one.reversed && one.parts.some(({ kind }) => kind === refundOf) && one.refunded === 0,
		);
		const paid = pick(free, n);
		const member = paid?.parts[0]?.member;
		if (!paid || member === undefined || claimed.some((one) => one.member === member)) return undefined;
		const part = paid.parts.find(({ kind }) => kind === refundOf)?.amount ?? 0;
		const most = Math.min(part, refundOf === "credit" ? this.creditOf(member) : part);
		return most > 0 ? { paid, member, most } : undefined;
	}

	/** The next step of a request, mostly by whose it is. */
	async stepDocument(chance: Chance) {
		const open = this.documents.filter(
			({ state }) => !["voided", "withdrawn"].includes(state) && (state !== "posted" || chance.c % 8 === 0),
		);
		const one = pick(open, chance.a);
		if (!one) return;
		const { applicant, cashier, accountant, chair } = this.setting.people;
		if (chance.b % 12 === 0) await this.wrongly(one);
		const ref = { id: one.id, version: one.version };
		const end = chance.b % 15 === 1;
		switch (one.state) {
			case "draft":
				return this.move(one, "send", "pending_cashier", () => submitDocument(db, { ref, by: this.by(applicant) }));
			case "pending_cashier":
				if (end)
					return this.move(one, "withdraw", "withdrawn", () => withdrawDocument(db, { ref, by: this.by(applicant) }));
				return this.move(one, "cashier", "pending_accountant", () =>
					approveDocument(db, { ref, ...as(cashier, { at: this.at }) }),
				);
			case "pending_accountant":
				return this.move(one, "accountant", "pending_chair", async () =>
					approveDocument(db, { ref, accounts: await this.accountsOf(one), ...as(accountant, { at: this.at }) }),
				);
			case "pending_chair":
				return this.approveLast(one, () => approveDocument(db, { ref, ...as(chair, { at: this.at }) }));
			case "approved":
				if (end)
					return this.voidOne(one, () => voidDocument(db, { ref, comment: "不需要了", ...as(chair, { at: this.at }) }));
				return this.payOut(one, () =>
					payDocument(db, {
						ref,
						paidOn: this.today,
						paidFrom: this.setting.accounts.get(this.setting.bank.code) ?? 0,
						reference: null,
						...as(cashier, { at: this.at }),
					}),
				);
			case "paid":
				return this.bookDocument(one);
			default:
				return this.unpostOne(one, () =>
					unpostDocument(db, { ref, comment: "科目錯誤", ...as(accountant, { at: this.at }) }),
				);
		}
	}

	protected async accountsOf(one: Document) {
		if (one.kind === "advance" || one.kind === "refund") return [];
		const { results } = await env.DB.prepare("SELECT id FROM finance_lines WHERE document_id = ?")
			.bind(one.id)
			.all<{ id: number }>();
		const accountId = this.setting.accounts.get(one.kind === "petty_cash" ? "1120" : "5220") ?? 0;
		return results.map(({ id }) => ({ lineId: id, accountId, budgetItemId: null }));
	}

	/** What whoever asks may never do, and what a page that is not up to date is told. */
	protected async wrongly(one: Document) {
		const { applicant, cashier } = this.setting.people;
		const everything = { ...as({ ...applicant, held: cashier.held }, { at: this.at }) };
		const ref = { id: one.id, version: one.version };
		const refusals = one.state.startsWith("pending")
			? ["finance.own_document", "finance.not_your_step", "finance.no_account"]
			: ["finance.wrong_state"];
		await this.answer("approve one's own", refusals, () => approveDocument(db, { ref, ...everything }));
		await this.answer("a stale page", ["finance.moved"], () =>
			approveDocument(db, { ref: { ...ref, version: one.version - 1 }, ...as(cashier, { at: this.at }) }),
		);
	}

	protected async move(one: Document, name: string, to: string, act: () => Promise<unknown>, refusals: string[] = []) {
		const done = await this.answer(name, refusals, act);
		if (!done) return false;
		one.state = to;
		one.version += 1;
		if (to === "voided" || to === "withdrawn") if (one.advance) one.advance.settled = false;
		return true;
	}

	protected async approveLast(one: Document, act: () => Promise<unknown>) {
		const { of, refundOf, member, gross } = one;
		const isOver = refundOf === "credit" && this.creditOf(member ?? 0) < gross;
		// The payment may have been reversed since it was asked for.
		const isGone =
			refundOf === "donation" &&
			(of?.reversed || gross + (of?.refunded ?? 0) > (of?.parts.find(({ kind }) => kind === "donation")?.amount ?? 0));
		const refusals = [...(isOver ? ["payment.credit_used"] : []), ...(isGone ? ["finance.refunded_before"] : [])];
		if (!(await this.move(one, "chair", "approved", act, refusals)) || one.kind !== "refund") return;
		if (of && refundOf === "donation") of.refunded += gross;
		one.owed = [
			[refundOf === "credit" ? "2120" : "4210", gross, 0],
			["2160", 0, gross],
		];
		this.books.post({ date: this.books.dayFor(this.today), lines: one.owed });
	}

	protected async voidOne(one: Document, act: () => Promise<unknown>) {
		if (!(await this.move(one, "void", "voided", act)) || one.kind !== "refund") return;
		if (one.of && one.refundOf === "donation") one.of.refunded -= one.gross;
		this.books.reverse(one.owed, this.books.dayFor(this.today));
	}

	protected async payOut(one: Document, act: () => Promise<unknown>) {
		if (await this.move(one, "pay", "paid", act)) one.paidOn = this.today;
	}

	protected async postOne(one: Document, act: () => Promise<unknown>) {
		if (!(await this.move(one, "post", "posted", act))) return;
		const { kind, gross, tax, nhi } = one;
		const advanced = one.advance?.gross ?? 0;
		const net = gross - tax - nhi - advanced;
		const spent = {
			advance: "1250",
			refund: "2160",
			petty_cash: "1120",
			vendor: "5220",
			reimbursement: "5220",
			settlement: "5220",
		}[kind];
		const all: Line[] = [
			[spent, gross, 0],
			[this.setting.bank.code, Math.max(0, -net), 0],
			["2140", 0, tax],
			["2130", 0, nhi],
			["1250", 0, advanced],
			[this.setting.bank.code, 0, Math.max(0, net)],
		];
		one.lines = all.filter(([, dr, cr]) => dr + cr > 0);
		this.books.post({ date: this.books.dayFor(one.paidOn), lines: one.lines });
	}

	protected async unpostOne(one: Document, act: () => Promise<unknown>) {
		if (!(await this.move(one, "take a posting back", "paid", act))) return;
		this.books.reverse(one.lines, this.books.dayFor(this.today));
	}
	protected bookDocument(one: Document) {
		const { accountant } = this.setting.people;
		const ref = { id: one.id, version: one.version };
		return this.postOne(one, () => postDocument(db, { ref, ...as(accountant, { at: this.at }) }));
	}
}
