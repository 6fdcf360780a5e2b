/** A cashier before many payments that wait: sent by members by plain SQL, verified over HTTP, and what must be so in the end. */
import assert from "node:assert/strict";
import { sql } from "drizzle-orm";
import * as z from "zod";
import { patiently, prepare } from "#db/commit.ts";
import { readRows, type Select, select } from "#db/read.ts";
import { paths } from "#http/paths.ts";
import { type AdminServer, type Store, sessionOf } from "./admin-server.ts";

const CASHIER = "cashier@example.org";
type World = Pick<AdminServer, "env" | "address">;

/** Members with a login, an open annual fee of this year each, and the payment that waits for it: by plain SQL, in a few writes. */
export async function submitPayments({ env }: Pick<Store, "env">, payments: number): Promise<void> {
	const year = new Date().getUTCFullYear();
	const rows = sql.raw(
		`(WITH RECURSIVE n (i) AS (SELECT 1 UNION ALL SELECT i + 1 FROM n WHERE i < ${payments}) SELECT i FROM n)`,
	);
	await env.DB.batch(
		[
			sql`INSERT INTO users (name, email, status, password_hash, created_at, updated_at)
				SELECT '付款 ' || i, 'payer' || i || '@example.org', 'active', '$scrypt$none', 1, 1 FROM ${rows}`,
			sql`INSERT INTO members (user_id, member_no, name, status, created_at, updated_at)
				SELECT id, 'K' || substr('0000' || substr(name, 4), -4), name, 'active', 1, 1 FROM users WHERE email LIKE 'payer%'`,
			sql`INSERT INTO dues_items (member_id, kind, dues_year, base_amount, amount, created_at, updated_at)
				SELECT id, 'annual', ${year}, 1000, 1000, 1, 1 FROM members WHERE member_no GLOB 'K[0-9]*'`,
			sql`INSERT INTO payments (source, method, paid_on, amount, last5, payer_member_id, payer_title, submitted_by, submitted_at, created_at, updated_at)
				SELECT 'member', 'transfer', date('now', '+8 hours'), 1000, '54321', id, name, user_id, 1, 1, 1
				FROM members WHERE member_no GLOB 'K[0-9]*'`,
			sql`INSERT INTO payment_allocations (payment_id, kind, dues_item_id, member_id, amount)
				SELECT p.id, 'dues', d.id, d.member_id, 1000 FROM payments p JOIN dues_items d ON d.member_id = p.payer_member_id
				WHERE p.last5 = '54321' AND d.dues_year = ${year}`,
			sql`INSERT INTO payment_events (payment_id, seq, step, user_id, at)
				SELECT id, 1, 'submit', submitted_by, submitted_at FROM payments WHERE last5 = '54321'`,
		].map((write) => prepare(env.DB, write)),
	);
}

const asked = async <Row>({ env }: Pick<Store, "env">, query: Select<Row>): Promise<Row[]> => {
	const [rows] = await patiently(() => readRows(env.DB, query));
	return rows;
};

/** The payments, and what each says of its payer, which is what its receipt says: another title takes two people. */
export type Desk = { world: World; cookie: string; titles: Map<number, string> };

export async function openDesk(world: Store & World): Promise<Desk> {
	const submitted = select("SELECT id, payer_title FROM payments WHERE last5 = '54321' ORDER BY id");
	const titles = z.array(z.object({ id: z.int(), payer_title: z.string() })).parse(await asked(world, submitted));
	return {
		world,
		cookie: `session=${await sessionOf(world, CASHIER)}`,
		titles: new Map(titles.map(({ id, payer_title }) => [id, payer_title])),
	};
}

/** Those that nobody has verified yet. */
export const waiting = async ({ world }: Desk): Promise<number[]> => {
	const query = select<{ id: number }>("SELECT id FROM payments WHERE status = 'submitted' AND last5 = '54321'");
	return (await asked(world, query)).map(({ id }) => id);
};

export type Sent = "done" | "refused" | "lost" | "failed";

/** Presses the button of a payment; where it is `cut`, the answer is not waited for, where it `mayFail`, it may be a 5xx. */
export async function verify(
	{ world, cookie, titles }: Desk,
	id: number,
	{ cut = false, mayFail = false } = {},
): Promise<Sent> {
	const payerTitle = titles.get(id) ?? "";
	const fields = { version: "1", received: "1000", payer_title: payerTitle, receipt_split: "one" };
	try {
		const answer = await fetch(world.address + paths.admin.payments.verification(id), {
			method: "POST",
			redirect: "manual",
			headers: { Cookie: cookie, Origin: world.address, "Sec-Fetch-Site": "same-origin" },
			body: new URLSearchParams(fields),
			...(cut ? { signal: AbortSignal.timeout(1 + Math.floor(Math.random() * 30)) } : {}),
		});
		const text = await answer.text();
		if (answer.status === 409) return "refused";
		if (mayFail && answer.status >= 500) return "failed";
		assert.equal(answer.status, 303, text.slice(0, 500));
		return "done";
	} catch (error) {
		if (error instanceof assert.AssertionError) throw error;
		return "lost";
	}
}

/** Each payment has one receipt, one voucher and one mail, the numbers have no gaps, and the books balance. */
export async function assertVerified({ world, titles }: Desk): Promise<void> {
	const payments = titles.size;
	const ask = <Row>(query: Select<Row>): Promise<Row[]> => asked(world, query);
	const one = async (text: string): Promise<Record<string, unknown>> =>
		(await ask(select<Record<string, unknown>>(text)))[0] ?? {};
	const count = (text: string) => one(`SELECT count(*) AS n FROM ${text}`).then(({ n }) => n);
	assert.equal(await count("payments WHERE last5 = '54321' AND status = 'verified'"), payments);
	assert.deepEqual(
		await one(`SELECT count(*) AS receipts, count(DISTINCT r.payment_id) AS payments, count(DISTINCT r.seq) AS numbers,
				max(seq) - min(seq) + 1 AS span
			FROM receipts r JOIN payments p ON p.id = r.payment_id WHERE p.last5 = '54321'`),
		{ receipts: payments, payments, numbers: payments, span: payments },
	);
	assert.deepEqual(
		await one(`SELECT count(*) AS vouchers, count(DISTINCT seq) AS numbers, max(seq) - min(seq) + 1 AS span
			FROM vouchers v JOIN payments p ON v.source = 'payment' AND v.source_id = p.id WHERE p.last5 = '54321' AND v.state = 'posted'`),
		{ vouchers: payments, numbers: payments, span: payments },
	);
	assert.deepEqual(
		await one(`SELECT sum(l.debit) - sum(l.credit) AS difference,
			sum(iif(a.code = '4120' AND p.last5 = '54321', l.credit, 0)) AS income
			FROM voucher_lines l JOIN accounts a ON a.id = l.account_id JOIN vouchers v ON v.id = l.voucher_id
			LEFT JOIN payments p ON v.source = 'payment' AND v.source_id = p.id`),
		{ difference: 0, income: payments * 1_000 },
	);
	assert.equal(
		await count(
			"dues_items d JOIN members m ON m.id = d.member_id WHERE m.member_no GLOB 'K[0-9]*' AND d.status = 'paid'",
		),
		payments,
	);
	assert.deepEqual(
		await one(`SELECT count(*) AS mails, count(DISTINCT m.user_id) AS people FROM mail_messages m JOIN users u ON u.id = m.user_id
			WHERE u.email LIKE 'payer%'`),
		{ mails: payments, people: payments },
	);
	assert.deepEqual(
		await ask(
			select(`SELECT n.series, n.last_no FROM number_series n WHERE n.last_no <> coalesce(CASE
				WHEN n.series LIKE 'receipt:%' THEN (SELECT max(seq) FROM receipts r WHERE 'receipt:' || r.series = n.series AND r.roc_year = n.roc_year)
				ELSE (SELECT max(seq) FROM vouchers v WHERE v.state = 'posted' AND 'voucher:' || v.kind = n.series AND v.roc_year = n.roc_year) END, n.first_no - 1)`),
		),
		[],
	);
}
