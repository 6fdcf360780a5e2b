import { env } from "cloudflare:test";
import { sql } from "drizzle-orm";
import { beforeEach, describe, expect, test } from "vitest";
import { closedMonths, insertLines, post as postDraft } from "#db/books/vouchers.ts";
import { commit } from "#db/commit.ts";
import { brokenInvariants } from "#db/invariants/suite.ts";
import { readRows } from "#db/read.ts";
import { closedIn, credit, debit, type Entry, postingDate } from "#domain/books/ledger/postings.ts";
import { closeMonth, closeYear, reopenMonth, reopenYear } from "#domain/books/periods/actions.ts";
import { db } from "../../../support/payments.ts";
import { codeOf } from "../../../support/refusal.ts";
import { by, person, rows } from "../../../support/users.ts";

const IN_2026 = Date.UTC(2026, 2, 5, 1, 30);
const inYear = (year: number) => Date.UTC(year, 0, 5, 1, 30);
let accountant: number;
let chair: number;
beforeEach(async () => {
	before = new Map((await balances()).map(({ code, held }) => [code, held]));
	accountant = (await person({ name: "葉佳穎", roles: ["accountant"] })).id;
	chair = (await person({ name: "王理事長", roles: ["chair"] })).id;
});

const as = (userId: number, at: number) => ({ reviewer: { userId, standsFor: [null] }, by: by({ id: userId }, at) });
const balances = () =>
	rows<{ code: string; held: number }>(
		`SELECT a.code, sum(m.credit - m.debit + m.closing_credit - m.closing_debit) AS held
		FROM account_months m JOIN accounts a ON a.id = m.account_id GROUP BY a.code`,
	);
let before = new Map<string, number>();
/** What an account holds, credit less debit, of what this test posted. */
const held = async (code: string) =>
	((await balances()).find((one) => one.code === code)?.held ?? 0) - (before.get(code) ?? 0);
const broken = () => brokenInvariants(env.DB);
/** A voucher, posted by the accountant. */
const post = (date: string, lines: readonly Entry[], turns = 0, at = IN_2026) => {
	const newest = sql`(SELECT max(id) FROM vouchers)`;
	return commit(db, [
		sql`INSERT INTO vouchers (date, description, turns_next_year, created_by, created_at, updated_at)
			VALUES (${date}, '記帳', ${turns}, ${accountant}, 1, 1)`,
		insertLines(newest, lines),
		postDraft(newest, by({ id: accountant }, at)),
	]);
};
const months = (year: number) => Array.from({ length: 12 }, (_, n) => `${year}-${String(n + 1).padStart(2, "0")}`);
async function closeMonths(year: number, at: number) {
	for (const month of months(year)) await closeMonth(db, { month, version: 0, ...as(accountant, at) });
}

describe("closing a year", () => {
	test("needs its months, moves its surplus, is done once; another opens it again, the last year first", async () => {
		await post("2026-05-05", [debit("1110", 5_000, ""), credit("4220", 5_000, "")]);
		await post("2026-06-05", [debit("5310", 1_200, ""), credit("1110", 1_200, "")]);
		const close = (version = 0, userId = accountant) =>
			closeYear(db, { year: 2026, version, ...as(userId, inYear(2027)) });
		expect(await close().catch(codeOf)).toBe("ledger.months_open");
		await closeMonths(2026, inYear(2027));
		const both = await Promise.all([close().catch(codeOf), close(0, chair).catch(codeOf)]);
		expect(both.filter((one) => one === undefined).length).toBe(1);
		expect([await held("4220"), await held("5310"), await held("3220"), await held("3210")]).toEqual([0, 0, 0, 3_800]);
		expect(await close(1).catch(codeOf)).toBe("ledger.year_closed");
		const [{ posted_by: closer } = { posted_by: 0 }] = await rows<{ posted_by: number }>(
			"SELECT posted_by FROM vouchers WHERE source = 'closing'",
		);
		const other = closer === accountant ? chair : accountant;
		expect(await rows("SELECT kind, date, is_closing FROM vouchers WHERE source = 'closing'")).toEqual([
			{ kind: "transfer", date: "2026-12-31", is_closing: 1 },
		]);
		const reopen = (userId: number) =>
			reopenYear(db, { year: 2026, version: 1, reason: "漏記一筆", ...as(userId, inYear(2027)) });
		const month = { month: "2026-12", version: 1, reason: "漏記一筆" };
		expect(await reopenMonth(db, { ...month, ...as(chair, inYear(2027)) }).catch(codeOf)).toBe("ledger.year_closed");
		expect(await reopen(closer).catch(codeOf)).toBe("ledger.second_person");
		// The year behind it is closed: that one first.
		await post("2027-01-05", [debit("1110", 100, ""), credit("4220", 100, "")]);
		await closeMonths(2027, inYear(2028));
		await closeYear(db, { year: 2027, version: 0, ...as(accountant, inYear(2028)) });
		expect(await reopen(other).catch(codeOf)).toBe("ledger.year_after_closed");
		await reopenYear(db, { year: 2027, version: 1, reason: "漏記", ...as(chair, inYear(2028)) });
		await reopen(other);
		expect([await held("4220"), await held("3210")]).toEqual([5_100, 0]);
		expect(await closeYear(db, { year: 2027, version: 1, ...as(accountant, inYear(2028)) }).catch(codeOf)).toBe(
			"ledger.year_before_open",
		);
		// A month of it opens, too, by another; then all of it closes again.
		expect(await reopenMonth(db, { ...month, ...as(accountant, inYear(2028)) }).catch(codeOf)).toBe(
			"ledger.second_person",
		);
		await reopenMonth(db, { ...month, ...as(chair, inYear(2028)) });
		await post("2026-12-31", [debit("5310", 300, ""), credit("1110", 300, "")]);
		await closeMonth(db, { month: "2026-12", version: 2, ...as(accountant, inYear(2028)) });
		await close(1);
		await closeYear(db, { year: 2027, version: 1, ...as(accountant, inYear(2028)) });
		expect([await held("4220"), await held("5310"), await held("3210")]).toEqual([0, 0, 3_600]);
		expect(await broken()).toEqual([]);
	});
});

test("a month that is closed by a request which began before the last posting was not moved after its closing", async () => {
	const began = inYear(2029);
	await post("2028-05-05", [debit("1110", 300, ""), credit("3110", 300, "")], 0, began + 1_000);
	await closeMonth(db, { month: "2028-05", version: 0, ...as(accountant, began) });
	expect(await rows("SELECT closed_at FROM periods WHERE month = '2028-05'")).toEqual([{ closed_at: began + 1_000 }]);
	expect(await broken()).toEqual([]);
	await post("2028-06-05", [debit("1110", 300, ""), credit("3110", 300, "")]);
	await closeMonth(db, { month: "2028-06", version: 0, ...as(accountant, began + 2_000) });
	expect(await rows("SELECT closed_at FROM periods WHERE month = '2028-06'")).toEqual([{ closed_at: began + 2_000 }]);
});

test("what a closed year began with stays: nothing is posted before it, also where no year had been opened", async () => {
	const at = inYear(2032);
	const cash = [debit("1130", 70, ""), credit("1110", 70, "")];
	const opened = () =>
		rows(
			"SELECT account_id, sum(debit - credit + closing_debit - closing_credit) AS held FROM account_months WHERE month < '2031-01' GROUP BY 1",
		);
	await post("2031-05-05", [debit("1110", 5_000, ""), credit("4220", 5_000, "")], 0, at);
	await closeMonths(2031, at);
	await post("2030-05-05", [debit("1110", 500, ""), credit("3110", 500, "")], 0, at);
	await closeMonth(db, { month: "2030-05", version: 0, ...as(accountant, at) });
	await closeYear(db, { year: 2031, version: 0, ...as(accountant, at) });
	const before = await opened();
	await reopenMonth(db, { month: "2030-05", version: 1, reason: "漏記", ...as(chair, at) });
	for (const day of ["2030-05-06", "2030-12-31", "2029-01-01", "1999-07-01"])
		expect(await post(day, cash, 0, at).catch(codeOf), day).toBe("ledger.later_year_closed");
	expect(await opened()).toEqual(before);
	// What is entered late of such a year goes to the first month after the closed one.
	const months = closedIn((await readRows(env.DB, closedMonths()))[0]);
	expect(["2030-05-06", "2031-12-31", "2032-01-04"].map((day) => postingDate(day, months))).toEqual([
		"2032-01-01",
		"2032-01-01",
		"2032-01-04",
	]);
	await reopenYear(db, { year: 2031, version: 1, reason: "漏記", ...as(chair, at) });
	await post("2030-05-06", cash, 0, at);
	expect(await broken()).toEqual([]);
});
