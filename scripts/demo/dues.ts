/**
 * Makes the dues (會費) of the demo members, of this year and last year: paid, partly paid, waived, owed, waiting with
 * proofs, rejected, reversed.
 */
import { commit, type Db } from "#db/commit.ts";
import { insertPaidYears } from "#db/people/roster.ts";
import { readRows, select } from "#db/read.ts";
import { createAccount } from "#domain/money/bank/actions.ts";
import { assessDues, waiveDues } from "#domain/money/dues/actions.ts";
import { submitPayment } from "#domain/money/payments/actions.ts";
import type { PaymentInput } from "#domain/money/payments/form.ts";
import { allocate } from "#domain/money/payments/rules.ts";
import { rejectPayment, reversePayment, verifyPayment } from "#domain/money/payments/verification-actions.ts";
import { byUser } from "#kernel/by.ts";
import { dateInTaipei } from "#kernel/times.ts";

type Store = { FILES: R2Bucket; SEALING_KEY: string };

/** A payment of the demo; `back` is how many years before this year its dues were. */
type DemoPayment = {
	/** The member numbers, the payer first. The payer's own user submits the payment, otherwise the secretary. */
	of: readonly string[];
	back: 0 | 1;
	/** The month and day on which it was paid, a year later when `late`. */
	on: string;
	late?: true;
	method: PaymentInput["method"];
	last5?: string;
	/** The amount that was paid, when it is not all that is owed. */
	amount?: number;
	fee?: number;
	remark?: string;
	hasProof?: true;
	split?: "per_member";
	/** The state of the payment; verified when left out. */
	outcome?: "waits" | "rejected" | "reversed";
};

const PAYMENTS: readonly DemoPayment[] = [
	{ of: ["M0001"], back: 1, on: "01-20", method: "transfer", last5: "55210", hasProof: true },
	{ of: ["M0002", "M0003"], back: 1, on: "01-28", method: "transfer", last5: "73306", split: "per_member" },
	{ of: ["M0004", "M0005", "M0006"], back: 1, on: "02-11", method: "postal", fee: 15 },
	{ of: ["M0009"], back: 1, on: "02-20", method: "cash", outcome: "reversed" },
	{ of: ["M0009"], back: 1, on: "02-21", method: "postal", fee: 15 },
	{ of: ["M0012"], back: 1, on: "03-02", method: "cash" },
	{ of: ["M0014"], back: 1, on: "03-09", method: "transfer", last5: "20145", amount: 1200, remark: "多的先留在協會" },
	{ of: ["M0018"], back: 1, on: "03-10", method: "cash" },
	{ of: ["M0001"], back: 0, on: "01-15", method: "transfer", last5: "55210", hasProof: true },
	{ of: ["M0004", "M0006"], back: 0, on: "01-22", method: "postal", fee: 15 },
	{ of: ["M0012"], back: 0, on: "01-22", method: "cash" },
	{ of: ["M0008"], back: 1, late: true, on: "01-22", method: "cash", remark: "補繳去年" },
	{ of: ["M0005"], back: 0, on: "02-03", method: "cash", amount: 400, remark: "先繳一部分" },
	{ of: ["M0009"], back: 0, on: "02-05", method: "transfer", last5: "90877", hasProof: true, outcome: "rejected" },
	{
		of: ["M0002", "M0003"],
		back: 0,
		on: "02-06",
		method: "transfer",
		last5: "73306",
		hasProof: true,
		outcome: "waits",
	},
	{ of: ["M0008"], back: 0, on: "02-07", method: "transfer", last5: "41192", hasProof: true, outcome: "waits" },
];

const WAIVED = { of: "M0014", reason: "理監事會議決議：急難免繳一年。" };
/** The member for whom an old paper list says that the year before last was paid, and nothing since. */
const LONG_AGO = "M0011";

const DAY_MS = 86_400_000;
const USERS = ["secretary", "cashier", "accountant"] as const;

type People = Record<(typeof USERS)[number], number> & { members: Map<string, DemoPayer> };
type DemoPayer = { id: number; name: string; user_id: number | null };
type World = {
	env: Store;
	db: Db;
	at: number;
	proof: Uint8Array;
	people: People;
	accounts: Record<"bank" | "postal", number>;
};

/**
 * Makes the accounts, the dues and the payments when there is no bank account yet; returns how many payments. `at` is
 * UTC milliseconds, `proof` a picture; people, members and certificates must exist.
 */
export async function seedDemoDues(
	env: Store,
	db: Db,
	{ at, proof }: { at: number; proof: Uint8Array },
): Promise<number> {
	const people = await peopleOf(db);
	const [[there]] = await readRows(db.$client, select<{ id: number }>("SELECT id FROM bank_accounts LIMIT 1"));
	if (there || !people) return 0;
	const world = { env, db, at, proof, people, accounts: await makeAccounts(db, people.secretary, at) };
	await assess(world);
	let made = 0;
	for (const payment of PAYMENTS) if (await pay(world, payment, made)) made += 1;
	await waive(world);
	return made;
}

async function peopleOf(db: Db): Promise<People | undefined> {
	const [users, members] = await readRows(
		db.$client,
		select<{ id: number; email: string }>(
			"SELECT id, email FROM users WHERE email LIKE '%@example.org' AND status = 'active'",
		),
		select<DemoPayer & { member_no: string }>(
			"SELECT id, name, user_id, member_no FROM members WHERE member_no IS NOT NULL AND merged_into IS NULL",
		),
	);
	const [secretary, cashier, accountant] = USERS.map(
		(name) => users.find(({ email }) => email === `${name}@example.org`)?.id,
	);
	if (!secretary || !cashier || !accountant) return undefined;
	return { secretary, cashier, accountant, members: new Map(members.map((one) => [one.member_no, one])) };
}

async function makeAccounts(db: Db, userId: number, at: number): Promise<World["accounts"]> {
	const by = byUser(userId, null, at - 800 * DAY_MS);
	const [shared, holder] = [{ is_shown: true, position: 0 }, "社團法人漣漪病友協會"];
	const bank = {
		kind: "bank" as const,
		name: "漣漪銀行活期存款",
		bank_name: "漣漪銀行",
		branch: "青石分行",
		number: "012-345-678901",
	};
	const postal = {
		kind: "postal" as const,
		name: "郵政劃撥帳戶",
		bank_name: "中華郵政",
		branch: "",
		number: "50123456",
	};
	return {
		bank: await createAccount(db, { ...shared, ...bank, holder }, { key: "demo-account-bank", by }),
		postal: await createAccount(db, { ...shared, ...postal, holder, position: 1 }, { key: "demo-account-postal", by }),
	};
}

const yearOf = (at: number): number => Number(dateInTaipei(at).slice(0, 4));
/** Returns nine in the morning in Taipei of a day (YYYY-MM-DD), in UTC milliseconds. */
const morning = (day: string): number => Date.parse(`${day}T01:00:00Z`);

/** Assesses the annual fee of last year and this year, each on the fifth of January. */
async function assess({ db, at, people }: World): Promise<void> {
	const old = people.members.get(LONG_AGO);
	const by = byUser(people.secretary, null, at);
	if (old) await commit(db, insertPaidYears([{ id: old.id, year: yearOf(at) - 2 }], { importId: null, by }));
	for (const year of [yearOf(at) - 1, yearOf(at)])
		await assessDues(db, {
			year,
			kinds: ["annual"],
			memberIds: null,
			by: byUser(people.secretary, null, Math.min(at, morning(`${year}-01-05`))),
		});
}

type Owed = { id: number; member_id: number; due: number };

async function pay(world: World, payment: DemoPayment, nth: number): Promise<boolean> {
	const { env, db, at, proof, people } = world;
	const members = payment.of.flatMap((number) => people.members.get(number) ?? []);
	const [payer] = members;
	const [owed] = await readRows(
		db.$client,
		select<Owed>(
			`SELECT d.id, d.member_id, d.amount - d.paid_amount AS due FROM json_each(?1) j JOIN dues_items d ON d.member_id = j.value
			WHERE d.kind = 'annual' AND d.dues_year = ?2 AND d.status IN ('open', 'partially_paid') ORDER BY j.key`,
			JSON.stringify(members.map(({ id }) => id)),
			yearOf(at) - payment.back,
		),
	);
	if (!payer || owed.length === 0) return false;
	const input = inputOf(world, payment, { payer, owed });
	// Payments that wait were made in the last days.
	const paidAt = input.paidOn === dayOf(payment, at) ? morning(input.paidOn) : at - 2 * DAY_MS + nth * 3_600_000;
	const own = payer.user_id !== null && payment.method === "transfer";
	const submitter = own ? (payer.user_id ?? 0) : people.secretary;
	const id = await submitPayment(env, db, {
		input,
		source: own ? "member" : "staff",
		upload: payment.hasProof && { filename: "transfer.jpg", declaredType: "image/jpeg", bytes: proof },
		key: `demo-payment-${nth}`,
		confirmDuplicate: true,
		by: { ...byUser(submitter, null, paidAt + 3_600_000), userId: submitter },
	});
	await decide(world, { id, payment, paidAt });
	return true;
}

/** Returns the day on which a payment was paid. */
const dayOf = ({ back, late, on }: DemoPayment, at: number): string => `${yearOf(at) - (late ? 0 : back)}-${on}`;

function inputOf(
	{ at, accounts }: World,
	payment: DemoPayment,
	{ payer, owed }: { payer: DemoPayer; owed: readonly Owed[] },
): PaymentInput {
	const amount = payment.amount ?? owed.reduce((sum, { due }) => sum + due, 0);
	const wanted = owed.map(({ id, member_id, due }) => ({ duesItemId: id, memberId: member_id, due }));
	const isRecent =
		payment.outcome === "waits" || payment.outcome === "rejected" || dayOf(payment, at) > dateInTaipei(at);
	return {
		method: payment.method,
		paidOn: isRecent ? dateInTaipei(at - 3 * DAY_MS) : dayOf(payment, at),
		amount,
		feeAmount: payment.fee ?? 0,
		last5: payment.last5 ?? null,
		bankAccountId: payment.method === "transfer" ? accounts.bank : payment.method === "postal" ? accounts.postal : null,
		payerMemberId: payer.id,
		payerTitle: payer.name,
		receiptSplit: payment.split ?? "one",
		remark: payment.remark ?? "",
		correctsId: null,
		allocations: allocate(amount, wanted, { creditTo: payer.id }),
	};
}

type Deciding = { id: number; payment: DemoPayment; paidAt: number };

async function decide({ db, people }: World, { id, payment: { outcome }, paidAt }: Deciding): Promise<void> {
	if (outcome === "waits") return;
	const as = (userId: number, days: number) => ({
		reviewer: { userId, standsFor: [null] },
		by: byUser(userId, null, paidAt + days * DAY_MS),
	});
	if (outcome === "rejected") {
		const reason = "匯款證明看不清楚，請重新上傳可看到金額與日期的畫面。";
		await rejectPayment(db, { ref: { id, version: 1 }, reason, ...as(people.cashier, 1) });
		return;
	}
	await verifyPayment(db, { ref: { id, version: 1 }, ...as(people.cashier, 1) });
	if (outcome === "reversed") {
		const reason = "登錄錯誤：實際是郵政劃撥，不是現金。";
		await reversePayment(db, { ref: { id, version: 2 }, reason, ...as(people.accountant, 2) });
	}
}

/** Waives (免繳) one member's dues of this year. */
async function waive({ db, at, people }: World): Promise<void> {
	const member = people.members.get(WAIVED.of);
	const [refs] = await readRows(
		db.$client,
		select<{ id: number; version: number }>(
			"SELECT id, version FROM dues_items WHERE member_id = ?1 AND kind = 'annual' AND dues_year = ?2 AND status = 'open'",
			member?.id ?? 0,
			yearOf(at),
		),
	);
	if (refs.length > 0)
		await waiveDues(db, {
			refs,
			reason: WAIVED.reason,
			by: byUser(people.secretary, null, Math.min(at, morning(`${yearOf(at)}-01-12`))),
		});
}
