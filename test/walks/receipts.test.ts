/**
 * Hundreds of steps by chance over payments and their receipts, into a new year: what is sent in, sent back, verified and
 * reversed, receipts that are voided, made anew, split and printed. The program must answer as paper does, with the same
 * numbers, and no receipt may be of more than was paid.
 */
import { env } from "cloudflare:test";
import { beforeAll, expect, test } from "vitest";
import { sealDocuments, verifyDocuments } from "#domain/books/document-seals/actions.ts";
import { cancelPayment, resubmitPayment } from "#domain/money/payments/actions.ts";
import type { AllocationInput, PaymentInput } from "#domain/money/payments/form.ts";
import { rejectPayment, reversePayment, verifyPayment } from "#domain/money/payments/verification-actions.ts";
import { replaceReceipt, takeOriginals, voidReceipt } from "#domain/money/receipts/actions.ts";
import { dateInTaipei } from "#kernel/times.ts";
import { signer } from "#platform/seal-macs.ts";
import { Answers, type Chance, newSeed, one, pick, stepsOf, WALK_MS, walk } from "../support/chances.ts";
import { without } from "../support/money-fixtures.ts";
import { db, item, owing, payment, submit } from "../support/payments.ts";
import { by, person, rows } from "../support/users.ts";

const STEPS = stepsOf(100);
const LOOKS = 6;
const HOUR = 3_600_000;
const seed = newSeed();
const sign = await signer(env);

type Status = "submitted" | "verified" | "rejected" | "cancelled" | "reversed";
type Series = "dues" | "donation";
type Paper = {
	id: number;
	version: number;
	status: Status;
	staff: boolean;
	by: number;
	input: PaymentInput;
	verifier: number;
};
type Receipt = {
	id: number;
	payment: Paper;
	series: Series;
	number: string;
	amount: number;
	version: number;
	isVoid: boolean;
	replacedBy: number | null;
	isTaken: boolean;
};
type Owed = { memberId: number; userId: number; itemId: number };
const REPLACEMENTS = ["none", "title", "per_member", "one"] as const;

const sum = (parts: readonly { amount: number }[]): number => parts.reduce((all, { amount }) => all + amount, 0);
const seriesOf = ({ kind }: AllocationInput): Series => (kind === "donation" ? "donation" : "dues");

type Step = "verify" | "reject" | "edit" | "cancel" | "reverse";
/** The steps of docs/concepts.md#money, once more: from where, to where, and what somebody hears whose it is not. */
const PAPER: Record<Step, { from: readonly Status[]; to: Status; others: string }> = {
	verify: { from: ["submitted"], to: "verified", others: "payment.own" },
	reject: { from: ["submitted"], to: "rejected", others: "payment.own" },
	edit: { from: ["submitted", "rejected"], to: "submitted", others: "payment.not_yours" },
	cancel: { from: ["submitted", "rejected"], to: "cancelled", others: "payment.not_yours" },
	reverse: { from: ["verified"], to: "reversed", others: "payment.second_person" },
};

class Desk extends Answers {
	at = Date.UTC(2026, 11, 20, 2);
	owed: Owed[] = [];
	people = { clerk: 0, cashier: 0, accountant: 0 };
	readonly payments: Paper[] = [];
	readonly receipts: Receipt[] = [];
	readonly last = new Map<string, number>();

	private by(id: number) {
		return { ...by({ id }, this.at), userId: id };
	}
	private reviewer(id: number) {
		return { reviewer: { userId: id, standsFor: [null] }, by: this.by(id) };
	}

	input({ a, b, c }: Chance): PaymentInput {
		const some = [...new Set([a, a + (b % 3), a + (c % 3)].map((n) => one(this.owed, n)))];
		const parts: AllocationInput[] = some.map(({ memberId, itemId }, nth) => ({
			kind: "dues",
			duesItemId: itemId,
			memberId,
			amount: ((b + nth) % 900) + 1,
		}));
		const payer = some[0]?.memberId ?? 0;
		if (b % 3 === 0) parts.push({ kind: "donation", memberId: payer, amount: (c % 500) + 1 });
		if (c % 4 === 0) parts.push({ kind: "credit", memberId: payer, amount: (b % 300) + 1 });
		return payment(parts, { receiptSplit: a % 2 === 0 ? "one" : "per_member" });
	}

	async send(chance: Chance): Promise<void> {
		const staff = chance.b % 2 === 0;
		const input = this.input(chance);
		// A member sends for themselves alone.
		const own = this.owed.find(({ memberId }) => memberId === input.payerMemberId);
		const strangers = !staff && new Set(input.allocations.map(({ memberId }) => memberId)).size > 1;
		const userId = staff ? this.people.clerk : (own?.userId ?? 0);
		let id = 0;
		const done = await this.expects("send", strangers ? ["payment.not_yours"] : [], async () => {
			id = await submit(input, { userId, source: staff ? "staff" : "member", at: this.at });
		});
		if (done) this.payments.push({ id, version: 1, status: "submitted", staff, by: userId, input, verifier: 0 });
	}

	/** A step of a payment: by whose it is mostly, as it stands mostly, on a page that is up to date mostly. */
	async step({ a, b, c }: Chance): Promise<void> {
		const step = one(["verify", "verify", "verify", "reject", "edit", "cancel", "reverse"] as const, b);
		const { from } = PAPER[step];
		const paper = pick(c % 4 === 0 ? this.payments : this.payments.filter(({ status }) => from.includes(status)), a);
		if (!paper) return;
		const isStale = c % 13 === 0;
		const isOther = c % 6 === 0 && step !== "reject";
		const says = isStale
			? ["payment.moved"]
			: !from.includes(paper.status)
				? ["payment.wrong_state"]
				: isOther
					? [PAPER[step].others]
					: [];
		const who = this.whoTakes(step, { paper, isOther });
		const ref = { id: paper.id, version: paper.version - (isStale ? 1 : 0) };
		if (await this.expects(step, says, () => this.take(step, { paper, ref, who }))) this.taken(step, { paper, who });
	}

	/** Whose a step is; or somebody whose it is not: who sent it in, who verified it, anybody else. */
	private whoTakes(step: Step, { paper, isOther }: { paper: Paper; isOther: boolean }): number {
		const { cashier, accountant } = this.people;
		if (step === "verify") return isOther ? paper.by : cashier;
		if (step === "reverse") return isOther ? paper.verifier || cashier : accountant;
		if (step === "reject") return cashier;
		return isOther ? accountant : paper.by;
	}

	private take(step: Step, { paper, ref, who }: { paper: Paper; ref: { id: number; version: number }; who: number }) {
		const input = { ...paper.input, remark: `更正 ${this.at}` };
		switch (step) {
			case "verify":
				return verifyPayment(db, { ref, ...this.reviewer(who) });
			case "reject":
				return rejectPayment(db, { ref, reason: "查無此筆", ...this.reviewer(who) });
			case "edit":
				return resubmitPayment(env, db, { ref, input, upload: undefined, by: this.by(who) });
			case "cancel":
				return cancelPayment(db, { ref, by: this.by(who) });
			case "reverse":
				return reversePayment(db, { ref, reason: "沒有入帳", ...this.reviewer(who) });
		}
	}

	private taken(step: Step, { paper, who }: { paper: Paper; who: number }): void {
		this.move(paper, PAPER[step].to);
		if (step === "reverse") for (const receipt of this.ofPayment(paper)) this.void(receipt);
		if (step !== "verify") return;
		paper.verifier = who;
		this.issueAll(paper, paper.input.receiptSplit);
	}

	private move(paper: Paper, status: Status): void {
		paper.status = status;
		paper.version += 1;
	}
	private ofPayment(paper: Paper, series?: Series): Receipt[] {
		return this.receipts.filter(
			(one) => one.payment === paper && !one.isVoid && (series === undefined || one.series === series),
		);
	}
	private void(receipt: Receipt): void {
		receipt.isVoid = true;
		receipt.version += 1;
	}

	private issue(paper: Paper, series: Series, amount: number): Receipt {
		const year = Number(dateInTaipei(this.at).slice(0, 4)) - 1911;
		const seq = (this.last.get(`${series} ${year}`) ?? 0) + 1;
		this.last.set(`${series} ${year}`, seq);
		const fresh = { isVoid: false, replacedBy: null, isTaken: false, version: 1 };
		const number = `${series === "dues" ? "會" : "捐"}${year}-${String(seq).padStart(6, "0")}`;
		const receipt = { id: this.receipts.length + 1, payment: paper, series, number, amount, ...fresh };
		this.receipts.push(receipt);
		return receipt;
	}
	/** One receipt, or one for each member, and one of its own series for a gift, in the order of the parts. */
	private issueAll(paper: Paper, split: "one" | "per_member", only?: Series): Receipt[] {
		const groups = Map.groupBy(paper.input.allocations, (part) =>
			seriesOf(part) === "dues" && split === "per_member" ? `dues ${part.memberId}` : seriesOf(part),
		);
		return [...groups.values()].flatMap((parts) => {
			const series = parts[0] ? seriesOf(parts[0]) : "dues";
			return only === undefined || series === only ? [this.issue(paper, series, sum(parts))] : [];
		});
	}

	async voiding({ a, b, c }: Chance): Promise<void> {
		const receipt = pick(c % 5 === 0 ? this.receipts : this.receipts.filter(({ isVoid }) => !isVoid), a);
		if (!receipt) return;
		const stale = b % 11 === 0;
		const replacement = one(REPLACEMENTS, b);
		const ref = { id: receipt.id, version: receipt.version - (stale ? 1 : 0) };
		const own = c % 9 === 0;
		const userId = own
			? (this.owed.find((o) => o.memberId === receipt.payment.input.payerMemberId)?.userId ?? 0)
			: this.people.accountant;
		const says = stale ? ["receipt.stale"] : receipt.isVoid ? ["receipt.wrong_state"] : own ? ["receipt.own"] : [];
		const done = await this.expects(`void, ${replacement}`, says, () =>
			voidReceipt(db, { ref, reason: "抬頭錯誤", replacement, payerTitle: "王小明", by: this.by(userId) }),
		);
		if (done) this.voided(receipt, replacement);
	}
	private voided(receipt: Receipt, replacement: (typeof REPLACEMENTS)[number]): void {
		this.void(receipt);
		if (replacement === "none") return;
		const gone = [receipt, ...(replacement === "title" ? [] : this.ofPayment(receipt.payment, receipt.series))];
		for (const other of gone) if (other !== receipt) this.void(other);
		const [first] =
			replacement === "title"
				? [this.issue(receipt.payment, receipt.series, receipt.amount)]
				: this.issueAll(receipt.payment, replacement, receipt.series);
		for (const old of gone) old.replacedBy = first?.id ?? null;
	}

	/** 補開. */
	async anew({ a, b }: Chance): Promise<void> {
		const receipt = pick(
			this.receipts.filter(({ isVoid, replacedBy }) => isVoid && (replacedBy === null || b % 5 === 0)),
			a,
		);
		if (!receipt) return;
		const { payment: paper, series, amount } = receipt;
		const paid = sum(paper.input.allocations.filter((part) => seriesOf(part) === series));
		const isTooMuch = sum(this.ofPayment(paper, series)) + amount > paid;
		const isWrong = receipt.replacedBy !== null || paper.status !== "verified" || isTooMuch;
		const done = await this.expects("make anew", isWrong ? ["receipt.wrong_state"] : [], () =>
			replaceReceipt(db, { ref: receipt, payerTitle: "王小明", by: this.by(this.people.accountant) }),
		);
		if (!done) return;
		receipt.version += 1;
		receipt.replacedBy = this.issue(paper, series, amount).id;
	}

	async print({ a, b, c }: Chance): Promise<void> {
		const among = c % 2 === 0 ? this.receipts : this.receipts.filter(({ isVoid, isTaken }) => !isVoid && !isTaken);
		const some = [...new Set([a, a + (b % 3)].map((n) => pick(among, n)))].filter((one) => one !== undefined);
		const free = some.filter(({ isVoid, isTaken }) => !isVoid && !isTaken);
		if (some.length === 0) return;
		const says = some.length === 1 && free.length === 0 ? ["receipt.original_taken"] : [];
		const done = await this.expects(`print ${some.length}`, says, () =>
			takeOriginals(db, { receipts: some, key: crypto.randomUUID(), by: this.by(this.people.cashier) }),
		);
		if (done) for (const receipt of free) Object.assign(receipt, { isTaken: true, version: receipt.version + 1 });
	}

	/** Everything that must hold at any moment. */
	async look(): Promise<void> {
		expect(await rows("SELECT id, status, version FROM payments ORDER BY id")).toEqual(
			this.payments.map(({ id, status, version }) => ({ id, status, version })),
		);
		const stored = await rows(
			`SELECT id, payment_id, series, mark || number AS number, amount, version, status, replaced_by, original_at IS NOT NULL AS taken
			FROM receipts ORDER BY id`,
		);
		expect(stored).toEqual(
			this.receipts.map((one) => ({
				id: one.id,
				payment_id: one.payment.id,
				series: one.series,
				number: one.number,
				amount: one.amount,
				version: one.version,
				status: one.isVoid ? "voided" : "issued",
				replaced_by: one.replacedBy,
				taken: one.isTaken ? 1 : 0,
			})),
		);
		const counters = await rows<{ name: string; last: number }>(
			"SELECT substr(series, 9) || ' ' || roc_year AS name, last_no AS last FROM number_series WHERE series LIKE 'receipt:%'",
		);
		expect(new Map(counters.map(({ name, last }) => [name, last]))).toEqual(this.last);
		await this.lookAtBooks();
		await this.lookAtSeals();
	}

	/** No step changes what was sealed of receipts and vouchers before it. */
	private async lookAtSeals(): Promise<void> {
		expect((await verifyDocuments(db, { sign })).faults).toEqual([]);
		await sealDocuments(db, sign, this.at);
		const { faults, documents } = await verifyDocuments(db, { sign });
		const [numbered] = await rows<{ n: number }>("SELECT sum(last_no) AS n FROM number_series");
		expect([faults, documents]).toEqual([[], numbered?.n]);
	}

	/** What the dues count as paid, and what lies in the bank, is what was verified and stands. */
	private async lookAtBooks(): Promise<void> {
		const standing = this.payments.filter(({ status }) => status === "verified");
		const paidOf = (owed: Owed) =>
			sum(
				standing.flatMap(({ input }) =>
					input.allocations.filter((p) => p.kind === "dues" && p.duesItemId === owed.itemId),
				),
			);
		const items = await rows<{ id: number; paid: number }>(
			"SELECT id, paid_amount AS paid FROM dues_items ORDER BY id",
		);
		expect(items).toEqual(this.owed.map((owed) => ({ id: owed.itemId, paid: paidOf(owed) })));
		const [bank] = await rows<{ held: number; uneven: number }>(
			`SELECT coalesce(sum(iif(a.code LIKE '1130%', l.debit - l.credit, 0)), 0) AS held, coalesce(sum(l.debit - l.credit), 0) AS uneven
			FROM voucher_lines l JOIN vouchers v ON v.id = l.voucher_id JOIN accounts a ON a.id = l.account_id WHERE v.state = 'posted'`,
		);
		expect(bank).toEqual({ held: sum(standing.map(({ input }) => input)), uneven: 0 });
	}
}

const desk = new Desk();
beforeAll(async () => {
	for (const role of ["clerk", "cashier", "accountant"] as const)
		desk.people[role] = (await person({ roles: [role === "clerk" ? "secretary" : role] })).id;
	for (let nth = 0; nth < 4; nth++) {
		const { memberId, userId } = await owing({ year: 2025 });
		desk.owed.push({ memberId, userId, itemId: await item({ memberId, year: 2026, base: 1_000_000 }) });
	}
	await without(["dues_items_assessed_are_never_deleted"], () =>
		env.DB.prepare("DELETE FROM dues_items WHERE dues_year = 2025").run(),
	);
});

test(`${STEPS} steps leave the receipts of paper (seed ${seed})`, { timeout: WALK_MS }, async () => {
	const did = ["send", "verify", "reject", "edit", "cancel", "reverse", "make anew", "print 1", "print 2"];
	const refused = ["payment.own", "payment.not_yours", "payment.moved", "payment.wrong_state", "receipt.stale"];
	const lacks = () =>
		desk.missing(
			[...did, ...REPLACEMENTS.map((one) => `void, ${one}`)].map((name) => `${name}: done`),
			[...refused, "receipt.wrong_state", "receipt.original_taken"],
		);
	for (const [nth, chance] of walk(STEPS, seed, lacks)) {
		desk.at += HOUR;
		const kind = chance.step % 20;
		if (kind < 5) await desk.send(chance);
		else if (kind < 11) await desk.step(chance);
		else if (kind < 15) await desk.voiding(chance);
		else if (kind < 17) await desk.anew(chance);
		else await desk.print(chance);
		if ((nth + 1) % (STEPS / LOOKS) === 0) await desk.look();
	}
	await desk.look();
	expect(lacks()).toEqual([]);
});
