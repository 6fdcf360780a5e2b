/**
 * Whatever the statement: what a closed month or year refuses is refused by the database itself
 * (docs/accounting.md#每個月結帳).
 */
import { env } from "cloudflare:test";
import { beforeAll, expect, test } from "vitest";
import { person, rows } from "../../support/users.ts";

let [closer, other] = [0, 0];

/** What a statement is refused with; "" where it is done. */
async function refusal(query: string): Promise<string> {
	try {
		await env.DB.prepare(query.replaceAll(":closer", String(closer)).replaceAll(":other", String(other))).run();
		return "";
	} catch (error) {
		return /D1_ERROR: ([a-z_]+\.[a-z_]+|[A-Z]+ (?:KEY )?constraint failed)/.exec(String(error))?.[1] ?? String(error);
	}
}
const event = (period: string, step: string, user: string, more: { behalf?: string; reason?: string } = {}) =>
	`INSERT INTO period_events (period, step, user_id, on_behalf_of, reason, at)
	VALUES ('${period}', '${step}', ${user}, ${more.behalf ?? "NULL"}, ${more.reason ?? "'更正'"}, 1)`;
const REOPEN = "UPDATE periods SET status = 'open', closed_by = NULL, closed_at = NULL WHERE month = '2025-01'";
const CLOSE = "UPDATE periods SET status = 'closed', closed_by = :other, closed_at = 1 WHERE month = '2025-01'";

beforeAll(async () => {
	closer = (await person({ roles: ["accountant"] })).id;
	other = (await person({ roles: ["chair"] })).id;
	const account = "(SELECT id FROM accounts WHERE code = '1130')";
	for (const statement of [
		`INSERT INTO period_balances (month, account_id, amount, updated_at) VALUES ('2025-01', ${account}, 5, 1)`,
		event("2025-01", "close", ":closer", { behalf: "NULL", reason: "NULL" }),
		"INSERT INTO periods (month, updated_at) VALUES ('2025-01', 1)",
		"UPDATE periods SET status = 'closed', closed_by = :closer, closed_at = 1 WHERE month = '2025-01'",
	])
		expect(await refusal(statement)).toBe("");
});

const PERIOD = "INTO periods (month, status, closed_by, closed_at, updated_at)";
test.each([
	["a closed month is opened without an event", REOPEN, "ledger.second_person"],
	["by who closed it", event("2025-01", "reopen", ":closer"), "ledger.second_person"],
	["or in whose place", event("2025-01", "reopen", ":other", { behalf: ":closer" }), "ledger.second_person"],
	["or by nobody", event("2025-01", "reopen", "NULL"), "ledger.second_person"],
	["or without a reason", event("2025-01", "reopen", ":other", { reason: "NULL" }), "CHECK constraint failed"],
	["it is replaced", `INSERT OR REPLACE ${PERIOD} VALUES ('2025-01', 'open', NULL, NULL, 1)`, "ledger.period_stale"],
	[
		"or by an upsert",
		`INSERT ${PERIOD} VALUES ('2025-01', 'open', NULL, NULL, 1) ON CONFLICT (month) DO UPDATE SET status = 'open'`,
		"ledger.period_stale",
	],
	[
		"its month is moved",
		"UPDATE OR REPLACE periods SET month = '2025-02' WHERE month = '2025-01'",
		"ledger.period_stale",
	],
	["it is deleted", "DELETE FROM periods WHERE month = '2025-01'", "ledger.period_stale"],
	["who closed it is changed", "UPDATE periods SET closed_by = :other WHERE month = '2025-01'", "ledger.period_stale"],
	["an event is changed", "UPDATE period_events SET user_id = :other", "ledger.period_stale"],
	["an event is deleted", "DELETE FROM period_events", "ledger.period_stale"],
	[
		"an event is replaced",
		"INSERT OR REPLACE INTO period_events (id, period, step, user_id, at) SELECT id, '2025-01', 'close', :other, 1 FROM period_events",
		"ledger.period_stale",
	],
	["a balance of it is changed", "UPDATE period_balances SET amount = 6", "ledger.period_closed"],
	["or moved away", "UPDATE period_balances SET month = '2025-03'", "ledger.period_closed"],
	["or deleted", "DELETE FROM period_balances", "ledger.period_closed"],
	[
		"or added",
		"INSERT INTO period_balances (month, account_id, amount, updated_at) SELECT '2025-01', id, 1, 1 FROM accounts WHERE code = '1140'",
		"ledger.period_closed",
	],
	[
		"or replaced",
		"INSERT OR REPLACE INTO period_balances (month, account_id, amount, updated_at) SELECT month, account_id, 9, 1 FROM period_balances",
		"ledger.period_closed",
	],
	[
		"a budget of an asset",
		"INSERT INTO budget_items (year, account_id, name, amount, created_at, updated_at) SELECT 2026, id, 'x', 1, 1, 1 FROM accounts WHERE code = '1130'",
		"budget.account_refused",
	],
])("%s", async (_, statement, code) => {
	expect(await refusal(statement)).toBe(code);
});

test("an opening opens a month once", async () => {
	expect(await refusal(event("2025-01", "reopen", ":other"))).toBe("");
	expect(await refusal(REOPEN)).toBe("");
	expect(await refusal(CLOSE)).toBe("ledger.period_stale");
	expect(await refusal(event("2025-01", "close", ":other", { reason: "NULL" }))).toBe("");
	expect(await refusal(CLOSE)).toBe("");
	expect(await refusal(REOPEN)).toBe("ledger.second_person");
	expect(await refusal(event("2025-01", "reopen", ":other"))).toBe("ledger.second_person");
});

test("an item of a budget that a line names stays, under its account", async () => {
	await rows(
		"INSERT INTO budget_items (id, year, account_id, name, amount, created_at, updated_at) SELECT 7, 2026, id, '會議', 100, 1, 1 FROM accounts WHERE code = '5310'",
	);
	await rows(
		"INSERT INTO vouchers (id, date, description, created_at, updated_at) VALUES (50, '2026-01-05', 'x', 1, 1)",
	);
	await rows(
		"INSERT INTO voucher_lines (voucher_id, line_no, account_id, debit, budget_item_id) SELECT 50, 1, id, 5, 7 FROM accounts WHERE code = '5310'",
	);
	const moved = "UPDATE budget_items SET account_id = (SELECT id FROM accounts WHERE code = '5320') WHERE id = 7";
	expect(await refusal("DELETE FROM budget_items WHERE id = 7")).toBe("budget.used");
	expect(await refusal(moved)).toBe("budget.taken");
	expect(await refusal("UPDATE budget_items SET year = 2027 WHERE id = 7")).toBe("budget.taken");
	expect(
		await refusal(
			"INSERT OR REPLACE INTO budget_items (id, year, account_id, name, amount, created_at, updated_at) SELECT 7, 2026, account_id, '換', 1, 1, 1 FROM budget_items",
		),
	).toBe("budget.taken");
});
