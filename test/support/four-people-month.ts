/**
 * Four people do a whole month: A, paid, 會務秘書 and administrator; B, paid, cashier; C, an accountant who comes twice; D, the
 * chair, on the phone. Each step is taken on its page by somebody who may, day by day; B is on leave in the middle. Once with C,
 * once without: then B keeps 會計 and 出納 by a resolution. What its holders cannot take, being theirs, D takes.
 */
import { env } from "cloudflare:test";
import { expect, vi } from "vitest";
import { refusalWords } from "#admin/refusal-words.ts";
import { paths } from "#http/paths.ts";
import { scheduled } from "#jobs/schedule.ts";
import { Refusal, type RefusalCode } from "#kernel/refusal.ts";
import { bankAccount } from "./bank.ts";
import { upload } from "./certificates.ts";
import { fund } from "./finance.ts";
import { Month, value } from "./four-people.ts";
import { member } from "./members.ts";
import { dues, payment, submit } from "./payments.ts";
import { signIn } from "./people.ts";
import { rows } from "./users.ts";

const {
	confirmations,
	members,
	payments,
	finance,
	income,
	receipts,
	deposits,
	ledger,
	certificates,
	concurrentPosts,
	bank,
} = paths.admin;
const assessment = paths.admin.dues.assessment();
type Name = "A" | "B" | "C" | "D";
type Make = "with C" | "without C";
const words = (code: RefusalCode): string => refusalWords(new Refusal(code));
/** C comes on two days of the month, and after it. */
const WITHOUT_C = { away: ["C" as Name] };
const OTHERS = { payee: "other", payee_name: "青禾文化空間有限公司" };

/** One month, day by day. Ends the days of its own clock. */
export async function aMonth(make: Make): Promise<void> {
	try {
		const story = new Story(make, await openOffice(make));
		await story.begin();
		await story.admit();
		await story.takeDues();
		await story.askForMoney();
		await story.accountantsDay();
		await story.leave();
		await story.back();
		await story.lastVisit();
		await story.closing();
	} finally {
		vi.useRealTimers();
	}
}

const openOffice = (make: Make) =>
	Month.open<Name>("2026-10-01", {
		A: ["admin", "secretary", "member"],
		B: ["cashier", "applicant", "member", ...(make === "without C" ? ["accountant"] : [])],
		C: make === "with C" ? ["accountant"] : ["member"],
		D: ["chair"],
	});

const versionOf = (table: string, id: number) => value<number>(`SELECT version FROM ${table} WHERE id = ?`, id);
const stateOf = (id: number) => value<string>("SELECT state FROM finance_documents WHERE id = ?", id);
const accountOf = async (code: string) => String(await value<number>("SELECT id FROM accounts WHERE code = ?", code));
const receiptOf = (paymentId: number) =>
	value<number>("SELECT max(id) FROM receipts WHERE payment_id = ? AND status = 'issued'", paymentId);
const itemsOf = async (memberId: number): Promise<string[]> =>
	(
		await rows<{ item: string }>(
			"SELECT id || '.' || amount AS item FROM dues_items WHERE member_id = ? AND status = 'open' ORDER BY id",
			memberId,
		)
	).map(({ item }) => item);

type Known = "one" | "two" | "A" | "child of A" | "B" | "child of B" | "new" | "newer";

class Story {
	readonly make: Make;
	readonly m: Month<Name>;
	/** Who does the accountant's work. */
	readonly books: Name;
	private members = new Map<Known, { id: number; version: number }>();
	private payments = new Map<Known, number>();
	private documents: Record<"ofA" | "ofB" | "urgent" | "refund", number> = { ofA: 0, ofB: 0, urgent: 0, refund: 0 };
	private gift = 0;
	private account = 0;
	private auditor = 0;

	constructor(make: Make, month: Month<Name>) {
		this.make = make;
		this.m = month;
		this.books = make === "with C" ? "C" : "B";
	}

	private member = (name: Known) => this.members.get(name) ?? { id: 0, version: 0 };
	private payment = (name: Known) => this.payments.get(name) ?? 0;

	/** What there was before: an account with money, members, two who applied; without C a resolution that the chair confirms. */
	async begin() {
		const { m, members: known } = this;
		await m.day("2026-10-01", WITHOUT_C);
		this.auditor = (await signIn({ name: "監事", roles: ["auditor"] })).userId;
		this.account = await bankAccount();
		await fund({ date: "2026-10-01", amount: 400_000, only: "1130-01 1110" });
		known.set("one", await member({ name: "林一", status: "active" }));
		known.set("two", await member({ name: "林二", status: "active" }));
		known.set("A", await member({ name: "A", status: "active", userId: m.people.A.userId }));
		known.set("B", await member({ name: "B", status: "active", userId: m.people.B.userId }));
		for (const [child, guardian] of [["child of A", "A"] as const, ["child of B", "B"] as const])
			known.set(child, await member({ name: child, status: "active", guardianId: this.member(guardian).id }));
		for (const name of ["new", "newer"] as const) known.set(name, await member({ name, status: "applied" }));
		if (this.make === "with C") return;
		await m.press(
			"A",
			{ on: concurrentPosts.list(), to: concurrentPosts.list() },
			{
				user: String(m.people.B.userId),
				body: "board",
				resolution_no: "第 3 屆第 2 次",
				resolved_on: "2026-09-20",
				starts_on: "2026-10-01",
				ends_on: "2028-12-31",
			},
		);
		const id = await value<number>("SELECT max(id) FROM concurrent_posts");
		await m.press("D", { on: concurrentPosts.list(), to: concurrentPosts.confirmation(id) });
	}

	/** Members are admitted by a resolution, and everybody's dues assessed. */
	async admit() {
		const { m } = this;
		await m.day("2026-10-02", WITHOUT_C);
		await m.press(
			"A",
			{ on: members.applications(), to: members.applications() },
			{
				ids: (["new", "newer"] as const).map((name) => `${this.member(name).id}:${this.member(name).version}`),
				resolution_no: "第 3 屆第 3 次理事會",
				resolution_on: "2026-10-01",
			},
		);
		await this.assess();
	}
	private assess = () => this.m.press("A", { on: `${assessment}?year=2026`, to: assessment });

	/** Payments are recorded by one and verified by another, A's own among them; a certificate of A's child is reviewed. */
	async takeDues() {
		const { m } = this;
		await m.day("2026-10-05", WITHOUT_C);
		for (const name of ["one", "two", "new", "newer", "child of B", "A"] as const) {
			const { id } = this.member(name);
			await m.press(
				"A",
				{ on: `${payments.create()}?member=${id}`, to: payments.create() },
				{
					...{ items: await itemsOf(id), method: "cash", paid_on: "2026-10-05" },
					...(name === "one" ? { amount: "1,500" } : {}),
				},
			);
			const paid = await value<number>("SELECT max(id) FROM payments");
			this.payments.set(name, paid);
			if (name !== "child of B") await this.verify("B", paid);
		}
		expect(await value<number>("SELECT count(*) FROM receipts WHERE status = 'issued'")).toBe(5);
		await m.day("2026-10-06", WITHOUT_C);
		const { id: memberId } = this.member("child of A");
		const paper = await upload({ memberId, userId: m.people.A.userId, at: Date.now() });
		await m.press("B", { on: certificates.show(paper), to: certificates.approval(paper) }, { expiry: "none" });
	}
	private verify = (who: Name, id: number) =>
		this.m.press(who, { on: payments.show(id), to: payments.verification(id) });

	/** A asks for money and so does B, whose own is nobody's to review; a gift comes in. */
	async askForMoney() {
		const { m, documents } = this;
		await m.day("2026-10-07", WITHOUT_C);
		documents.ofA = await this.ask("A", "vendor", { title: "場地費", amount: ["3,000"], ...OTHERS });
		documents.ofB = await this.ask("B", "reimbursement", {
			...{ title: "郵資", amount: ["800"], payee: "staff", payee_user: String(m.people.B.userId) },
		});
		await this.review(documents.ofA);
		// The cashier is the applicant: the chair takes that step, and keeps their own; without C the accountant's too.
		await this.ownOnly("B", { id: documents.ofB, others: "D、監事" });
		await this.approve("D", documents.ofB);
		if (this.make === "without C") await this.approve("D", documents.ofB, "5320");
		await m.day("2026-10-08", WITHOUT_C);
		this.gift = await m.make(
			"B",
			{ on: income.create(), to: income.create() },
			{
				...{ kind: "donation", payer_title: "善心人士", amount: "2,000", method: "cash", received_on: "2026-10-08" },
				as: "record",
			},
		);
	}
	/** Whose own it is, is told so, and who can. */
	private async ownOnly(who: Name, { id, others }: { id: number; others: string }) {
		const sent = { version: String(await versionOf("finance_documents", id)), comment: "" };
		const told = `${words("finance.own_document")}可以處理的人：${others}。`;
		expect(await this.m.refusal(who, { to: finance.approval(id), sent })).toBe(told);
	}
	private ask = (who: Name, kind: string, of: { title: string } & Record<string, string | string[]>) =>
		this.m.make(
			who,
			{ on: `${finance.create()}?kind=${kind}`, to: finance.create() },
			{
				...{ purpose: "說明", pay_by: "cash", summary: [of.title], no_attachment_reason: "電子發票另存" },
				...{ ...of, step: "submit" },
			},
		);
	private async approve(who: Name, id: number, code?: string) {
		const account: Record<string, string[]> = code ? { account: [code] } : {};
		await this.m.press(who, { on: finance.show(id), to: finance.approval(id) }, account);
	}
	/** What comes before the chair: two people's reviews, of which C's waits for C; or 財務 in one press. */
	private async review(id: number, code: string | undefined = "5320") {
		if (this.make === "without C") {
			await this.approve("B", id, code);
			expect(await stateOf(id)).toBe("pending_chair");
		} else if ((await stateOf(id)) === "pending_cashier") await this.approve("B", id);
		else await this.approve("C", id, code);
	}
	private async pay(id: number, day: string, who: Name = "B") {
		const paid_from = await accountOf("1110");
		await this.m.press(who, { on: finance.payment(id), to: finance.payment(id) }, { paid_on: day, paid_from });
	}

	/** C's first day; without C, B's. The dues of B's child, the gift, a receipt that is voided and one with a new title. */
	async accountantsDay() {
		const { m, books, documents } = this;
		await m.day("2026-10-12");
		const ofChild = this.payment("child of B");
		if (this.make === "with C") {
			await this.review(documents.ofA);
			await this.verify("C", ofChild);
		} else {
			const sent = {
				...{ version: String(await versionOf("payments", ofChild)), received: "1,000" },
				...{ line: "", payer_title: "child of B", receipt_split: "one" },
			};
			const to = payments.verification(ofChild);
			expect(await m.refusal("B", { to, sent })).toBe(`${words("payment.own")}可以處理的人：D、監事。`);
			expect(await m.read("D", confirmations.list())).toContain(payments.show(ofChild));
			await this.verify("D", ofChild);
		}
		await m.press(books, { on: income.show(this.gift), to: income.posting(this.gift) });
		await this.approve("D", documents.ofA);
		await this.pay(documents.ofA, "2026-10-12");
		const voided = receipts.voiding(await receiptOf(this.payment("two")));
		await m.press(books, { on: voided, to: voided }, { reason: "寫錯用途", replacement: "none" });
		const retitled = await receiptOf(this.payment("one"));
		const sent = {
			...{ version: String(await versionOf("receipts", retitled)), reason: "抬頭錯誤" },
			...{ replacement: "title", payer_title: "林一商行" },
		};
		// One person asks, the chair confirms on the phone.
		expect(await m.refusal(books, { to: receipts.voiding(retitled), sent })).toBe(
			`${words("receipt.second_person")}可以處理的人：D、監事。`,
		);
		await m.press("D", { on: confirmations.list(), to: confirmations.receipt(retitled) });
		expect(await receiptOf(this.payment("one"))).not.toBe(retitled);
	}

	/** B is on leave and A stands in: a member's own payment is verified in B's place; what A asks for waits. */
	async leave() {
		const { m, documents } = this;
		await m.press(
			"B",
			{ on: paths.account.deputies(), to: paths.account.deputies() },
			{
				...{ deputy: String(m.people.A.userId), starts_on: "2026-10-13", ends_on: "2026-10-16" },
			},
		);
		await m.day("2026-10-14", { away: ["B", "C"] });
		const { userId } = await signIn({ name: "林三", roles: ["member"] });
		const { id: memberId } = await member({ name: "林三", status: "active", userId });
		await this.assess();
		const itemId = Number((await itemsOf(memberId))[0]?.split(".")[0]);
		const cash = { paidOn: "2026-10-14", method: "cash" as const, last5: null, payerTitle: "林三" };
		const online = await submit(payment([dues({ memberId, itemId })], cash), { userId, at: Date.now() });
		await this.verify("A", online);
		expect(await value("SELECT on_behalf_of FROM payments WHERE id = ?", online)).toBe(m.people.B.userId);
		documents.urgent = await this.ask("A", "vendor", { title: "會訊印刷", amount: ["2,500"], ...OTHERS });
		await this.ownOnly("A", { id: documents.urgent, others: "B、D、監事" });
		expect(await m.read("D", finance.waiting())).toContain(finance.show(documents.urgent));
		await this.approve("D", documents.urgent);
	}

	/** B is back: what waited, a refund, the cash to the bank, its statement; the chair reverses what was keyed twice. */
	async back() {
		const { m, documents } = this;
		await m.day("2026-10-19", WITHOUT_C);
		if (this.make === "without C") await this.approve("B", documents.urgent, "5220");
		const first = this.payment("one");
		documents.refund = await this.ask("A", `refund&payment=${first}`, { title: "退溢繳會費", amount: ["500"] });
		await this.review(documents.refund, "");
		const wrong = this.payment("newer");
		const page = await m.read("B", deposits.create());
		const cash = [...page.matchAll(/value="([pi]\d+\.\d+)"/g)]
			.map(([, item = ""]) => item)
			.filter((item) => !item.startsWith(`p${wrong}.`));
		expect(cash.length).toBeGreaterThan(5);
		const sum = cash.reduce((all, item) => all + Number(item.split(".")[1]), 0);
		const slip = await m.make(
			"B",
			{ on: deposits.create(), to: deposits.create() },
			{
				...{ items: cash, amount: String(sum), account: String(this.account), deposited_on: "2026-10-19" },
			},
		);
		await m.day("2026-10-20", WITHOUT_C);
		const csv = `日期,摘要,支出金額,存入金額,帳戶餘額\r\n2026/10/19,現金存入,,${sum},${400_000 + sum}\r\n`;
		const statement = await m.make(
			"B",
			{ on: bank.statements(), to: bank.statements() },
			{
				...{ account: String(this.account), file: new File([csv], "十月.csv") },
			},
		);
		await m.press("B", { on: bank.statement(statement), to: bank.application(statement) });
		await m.press("B", { on: deposits.show(slip), to: deposits.line(slip) });
		await m.press("D", { on: payments.reversal(wrong), to: payments.reversal(wrong) }, { reason: "同一筆登了兩次" });
	}

	/** C's second day; without C, B's: reviews, the chair, payments, postings; a voucher by hand that would take another. */
	async lastVisit() {
		const { m, books, documents } = this;
		const { ofA, ofB, urgent, refund } = documents;
		await m.day("2026-10-26");
		if (this.make === "with C") {
			await this.review(urgent, "5220");
			await this.review(refund, "");
			await this.review(ofB);
		}
		for (const id of [urgent, refund, ofB]) {
			await this.approve("D", id);
			await this.pay(id, "2026-10-26", id === ofB ? "D" : "B");
		}
		await m.day("2026-10-27");
		for (const id of [ofA, urgent, refund, ofB])
			await m.press(id === ofB && books === "B" ? "D" : books, { on: finance.show(id), to: finance.posting(id) });
		expect(await Promise.all([ofA, urgent, refund, ofB].map(stateOf))).toEqual(Array(4).fill("posted"));
		const draft = await m.make(
			books,
			{ on: ledger.voucherCreate(), to: ledger.voucherCreate() },
			{
				...{ date: "2026-10-26", description: "提撥基金", account: ["5910", "3110"], step: "save" },
				...{ debit: ["150000", ""], credit: ["", "150000"], memo: ["", ""] },
			},
		);
		const sent = { version: String(await versionOf("vouchers", draft)) };
		expect(await m.refusal(books, { to: ledger.voucherPosting(draft), sent })).toBe(
			`${words("voucher.second_person")}可以處理的人：D、監事。`,
		);
		await m.press("D", { on: confirmations.list(), to: confirmations.money("voucher", draft) });
		expect(await value("SELECT state FROM vouchers WHERE id = ?", draft)).toBe("posted");
		expect(await value("SELECT status FROM payments WHERE id = ?", this.payment("child of B"))).toBe("verified");
	}

	/** The month is closed, its reports read; 監事 are told where one person kept both. */
	async closing() {
		const { m, books } = this;
		await m.day("2026-11-05");
		const balances = await rows<{ field: string; held: string }>(
			`SELECT 'balance_' || a.id AS field, CAST(sum(l.debit - l.credit) AS TEXT) AS held FROM voucher_lines l
				JOIN vouchers v ON v.id = l.voucher_id AND v.state = 'posted' JOIN accounts a ON a.id = l.account_id
			WHERE a.code = '1130-01' GROUP BY a.id`,
		);
		const on = ledger.period("2026-10");
		const said = Object.fromEntries(balances.map(({ field, held }) => [field, held]));
		await m.press(books, { on, to: ledger.periodBalances("2026-10") }, said);
		await m.press(books, { on, to: ledger.periodClosing("2026-10") });
		expect(await value("SELECT status FROM periods WHERE month = '2026-10'")).toBe("closed");
		for (const report of [ledger.statements(), ledger.trialBalance(), ledger.cashBook(), ledger.journal()])
			for (const reader of ["D", books] as const) await m.read(reader, report);
		await scheduled({} as ScheduledController, env);
		await scheduled({} as ScheduledController, env);
		const told = await rows("SELECT user_id FROM mail_messages WHERE template = 'concurrent_month'");
		expect(told).toEqual(this.make === "without C" ? [{ user_id: this.auditor }] : []);
		const list = await m.read("D", concurrentPosts.month("2026-10"));
		for (const one of ["場地費", "會訊印刷", "退溢繳會費", "收入登錄與入帳", "第 3 屆第 2 次"])
			expect(list.includes(one), one).toBe(this.make === "without C");
	}
}
