import { env } from "cloudflare:test";
import { sql } from "drizzle-orm";
import { expect, test } from "vitest";
import { checkRows } from "#db/books/periods.ts";
import { insertLines, post } from "#db/books/vouchers.ts";
import { commit } from "#db/commit.ts";
import { readRows } from "#db/read.ts";
import { credit, debit, type Entry } from "#domain/books/ledger/postings.ts";
import { closeMonth } from "#domain/books/periods/actions.ts";
import { readBalance } from "#domain/books/periods/form.ts";
import { endPayments } from "../../../support/money-fixtures.ts";
import { db, dues, owing, payment, submit, verify } from "../../../support/payments.ts";
import { codeOf } from "../../../support/refusal.ts";
import { by, person, rows } from "../../../support/users.ts";

const MONTH = "2026-02";
const checks = async (month = MONTH, today = "2026-03-05") =>
	(await readRows(env.DB, checkRows(month, today)))[0].map(({ code, blocks, many, amount }) => [
		code,
		blocks,
		many,
		amount,
	]);
const newest = sql`(SELECT max(id) FROM vouchers)`;
const draft = (date: string, lines: readonly Entry[]) => [
	sql`INSERT INTO vouchers (date, description, created_at, updated_at) VALUES (${date}, '記帳', 1, 1)`,
	insertLines(newest, lines),
];

test("every check finds what it is about, up to the month's end, and nothing where all is in order", async () => {
	const accountant = await person({ roles: ["accountant"] });
	expect(await checks()).toEqual([]);
	expect(await checks(MONTH, "2026-02-28")).toEqual([["not_over", 1, 1, null]]);

	await commit(db, draft("2026-02-28", [debit("1110", 5, ""), credit("4910", 5, "")]));
	await commit(db, draft("2026-03-01", [debit("1110", 5, ""), credit("4910", 5, "")]));
	expect(await checks()).toEqual([["drafts", 1, 1, null]]);
	await rows("DELETE FROM vouchers");

	const owed = await owing();
	const waiting = await submit(payment([dues(owed)], { paidOn: "2026-02-28" }), owed);
	await submit(
		payment([{ kind: "donation", memberId: null, amount: 7 }], { paidOn: "2026-03-01", payerMemberId: owed.memberId }),
		owed,
	);
	expect(await checks()).toEqual([["payments", 1, 1, 1_000]]);
	await endPayments("cancel", `id = ${waiting}`);

	await rows(
		`INSERT INTO income_records (kind, received_on, payer_title, amount, method, created_by, created_at, updated_at)
		VALUES ('donation', '2026-02-28', '善心人士', 300, 'cash', ?, 1, 1), ('donation', '2026-03-01', '善心人士', 400, 'cash', ?, 1, 1)`,
		accountant.id,
		accountant.id,
	);
	expect(await checks()).toEqual([["income_drafts", 0, 1, 300]]);
	await rows(
		"UPDATE income_records SET state = 'recorded', roc_year = 115, seq = 1, recorded_at = 1, recorded_by = ? WHERE amount = 300",
		accountant.id,
	);
	expect(await checks()).toEqual([["income", 1, 1, 300]]);
	await rows("UPDATE income_records SET state = 'reversed', reversed_at = 1, reason = 'x' WHERE amount = 300");
	expect(await checks()).toEqual([]);

	await commit(db, [
		...draft("2026-01-10", [debit("1110", 900, ""), credit("2150", 900, "")]),
		post(newest, by(accountant)),
	]);
	expect(await checks()).toEqual([
		["month_before", 1, 1, null],
		["cash", 0, 1, 900],
		["suspense", 0, 1, 900],
	]);
	expect(await checks("2026-01")).toEqual([
		["cash", 0, 1, 900],
		["suspense", 0, 1, 900],
	]);
	// What only is worth a look does not keep it open.
	const as = { reviewer: { userId: accountant.id, standsFor: [null] }, by: by(accountant) };
	expect(await closeMonth(db, { month: MONTH, version: 0, ...as }).catch(codeOf)).toBe("ledger.not_ready");
	await closeMonth(db, { month: "2026-01", version: 0, ...as });
	await closeMonth(db, { month: MONTH, version: 0, ...as });
	expect(await closeMonth(db, { month: "2026-03", version: 0, ...as }).catch(codeOf)).toBe("ledger.not_ready");
});

test("dues that were paid before their year keep its first month open until the opening", async () => {
	const cashier = await person({ roles: ["cashier"] });
	const owed = await owing({ year: 2028 });
	await verify(await submit(payment([dues(owed)]), owed), cashier.id);
	expect((await checks("2028-01", "2028-02-05")).filter(([code]) => code === "opening")).toEqual([
		["opening", 1, 1, null],
	]);
	expect((await checks("2027-12", "2028-02-05")).filter(([code]) => code === "opening")).toEqual([]);
});

test.each([
	["0", 0],
	["1,234,567", 1_234_567],
	["１２３４元", 1_234],
	["-500", -500],
	["−500", -500],
	["12.5", null],
	["1,23", null],
	["abc", null],
	["1234567890123", null],
])("a balance typed as %s", (text, amount) => {
	expect(readBalance(text)).toBe(amount);
});
