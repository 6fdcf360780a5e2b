/** A month at whose end cash is below zero is not closed, by its page nor by SQL; it says which account and since when. */
import { env } from "cloudflare:test";
import { expect, test } from "vitest";
import { cashBelowZero } from "#db/books/cash-below-zero.ts";
import { postVoucher } from "#db/books/vouchers.ts";
import { commit } from "#db/commit.ts";
import { readRows } from "#db/read.ts";
import { credit, debit } from "#domain/books/ledger/postings.ts";
import { closeMonth } from "#domain/books/periods/actions.ts";
import { paths } from "#http/paths.ts";
import { db } from "../../../support/payments.ts";
import { ask, signIn } from "../../../support/people.ts";
import { codeOf } from "../../../support/refusal.ts";
import { AT, by, rows } from "../../../support/users.ts";

test("cash below zero at the end of a month keeps it open, until the end of the month is above it", async () => {
	const accountant = await signIn({ roles: ["accountant"] });
	const who = by({ id: accountant.userId });
	let id = 0;
	const cash = (date: string, amount: number) => {
		id += 1;
		const sides =
			amount > 0
				? [debit("1110", amount, ""), credit("4220", amount, "")]
				: [debit("5310", -amount, ""), credit("1110", -amount, "")];
		return commit(db, postVoucher({ source: "bank_line", id, date, description: "收付", lines: sides }, who));
	};
	const below = async (month?: string) =>
		(await readRows(env.DB, cashBelowZero(month)))[0].map(({ code, held, since }) => [code, held, since]);
	const close = () =>
		closeMonth(db, {
			month: "2026-01",
			version: 0,
			reviewer: { userId: accountant.userId, standsFor: [null] },
			by: who,
		}).then(() => "closed", codeOf);
	await cash("2026-01-02", -20);
	await cash("2026-01-05", 120);
	await cash("2026-01-10", -300);
	await cash("2026-01-20", 150);
	expect([await below(), await close()]).toEqual([[["1110", -50, "2026-01-10"]], "ledger.cash_below_zero"]);
	const page = await (await ask(paths.admin.ledger.period("2026-01"), { as: accountant })).text();
	expect(page.replace(/<[^>]+>/g, "")).toContain("1110 庫存現金 −50 元（115年1月10日起）（小於 0）");
	// What comes in February does not mend January.
	await cash("2026-02-03", 80);
	expect([await below(), await below("2026-01"), await close()]).toEqual([
		[],
		[["1110", -50, "2026-01-10"]],
		"ledger.cash_below_zero",
	]);
	const plain = () =>
		rows(
			"INSERT INTO periods (month, status, closed_by, closed_at, updated_at) VALUES ('2026-01', 'closed', ?, ?, 1)",
			accountant.userId,
			AT,
		);
	await expect(plain()).rejects.toThrow("ledger.period_stale");
	await rows("INSERT INTO periods (month, updated_at) VALUES ('2026-01', 1)");
	await rows(
		"INSERT INTO period_events (period, step, user_id, at) VALUES ('2026-01', 'close', ?, 1)",
		accountant.userId,
	);
	const later = () =>
		rows(
			"UPDATE periods SET status = 'closed', closed_by = ?, closed_at = ? WHERE month = '2026-01'",
			accountant.userId,
			AT,
		);
	await expect(later()).rejects.toThrow("ledger.cash_below_zero");
	await cash("2026-01-31", 50);
	await later();
	expect(await rows("SELECT status FROM periods WHERE month = '2026-01'")).toEqual([{ status: "closed" }]);
});
