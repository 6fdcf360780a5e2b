import { env } from "cloudflare:test";
import { beforeAll, describe, expect, test } from "vitest";
import { donor, drafted, posted, recorded, reversed } from "../../support/income.ts";
import { person, rows } from "../../support/users.ts";

let [cashier, accountant, chair] = [0, 0, 0];
beforeAll(async () => {
	cashier = (await person({ roles: ["cashier"] })).id;
	accountant = (await person({ roles: ["accountant"] })).id;
	chair = (await person({ roles: ["chair"] })).id;
});

const run = (statement: string, ...params: (string | number | null)[]) =>
	env.DB.prepare(statement)
		.bind(...params)
		.run()
		.then(
			() => "done",
			(error: Error) => /(?:^|: )([a-z_]+\.[a-z_]+): SQLITE/.exec(error.message)?.[1] ?? "constraint",
		);
const all = (id: number) => rows("SELECT * FROM income_records WHERE id = ?", id);

/** The same row again, by every road that would overwrite it. */
const COLUMNS = "id, kind, received_on, payer_title, amount, method, created_at, updated_at";
const overwriting = (id: number) => [
	`INSERT OR REPLACE INTO income_records (${COLUMNS}) VALUES (${id}, 'donation', '2026-03-03', 'x', 1, 'cash', 1, 1)`,
	`REPLACE INTO income_records (${COLUMNS}) VALUES (${id}, 'donation', '2026-03-03', 'x', 1, 'cash', 1, 1)`,
	`INSERT INTO income_records (${COLUMNS}) VALUES (${id}, 'donation', '2026-03-03', 'x', 1, 'cash', 1, 1)
		ON CONFLICT (id) DO UPDATE SET amount = 1`,
	`UPDATE OR REPLACE income_records SET amount = 1 WHERE id = ${id}`,
	`UPDATE income_records SET id = id + 100000 WHERE id = ${id}`,
	`UPDATE income_records SET received_on = '2026-03-01' WHERE id = ${id}`,
	`UPDATE income_records SET payer_title = 'x' WHERE id = ${id}`,
	`UPDATE income_records SET recorded_by = NULL WHERE id = ${id}`,
	`UPDATE income_records SET donor_id = (SELECT min(id) FROM donors) WHERE id = ${id}`,
	`UPDATE income_records SET seq = seq + 1 WHERE id = ${id}`,
	`UPDATE income_records SET state = 'draft', seq = NULL, roc_year = NULL, recorded_at = NULL WHERE id = ${id}`,
	`DELETE FROM income_records WHERE id = ${id}`,
];

describe("an income record, against direct SQL", () => {
	test("that is recorded, posted or reversed stays as it was", async () => {
		await donor();
		const states = [await recorded(cashier), await recorded(cashier), await recorded(cashier)] as const;
		await posted(states[1], accountant);
		await reversed(states[2], chair);
		for (const id of states) {
			const before = await all(id);
			for (const statement of overwriting(id))
				expect([
					statement,
					["income.is_final", "income.wrong_state", "constraint"].includes(await run(statement)),
				]).toEqual([statement, true]);
			expect(await all(id)).toEqual(before);
		}
	});

	test("takes no step that there is not, no number that is not the next, and no posting without a voucher", async () => {
		const draft = await drafted(cashier);
		expect(await run(`UPDATE income_records SET state = 'posted' WHERE id = ?`, draft)).not.toBe("done");
		expect(
			await run(
				`UPDATE income_records SET state = 'recorded', roc_year = 115, seq = 900000, recorded_by = ${cashier}, recorded_at = 1 WHERE id = ?`,
				draft,
			),
		).toBe("number.not_next");
		const id = await recorded(cashier);
		expect(
			await run(
				`UPDATE income_records SET state = 'posted', posted_by = ${accountant}, posted_at = 1 WHERE id = ?`,
				id,
			),
		).toBe("income.wrong_state");
		expect(
			await run(
				`UPDATE income_records SET state = 'reversed', reversed_by = ${chair}, reversed_at = 1, reason = 'x' WHERE id = ?`,
				id,
			),
		).toBe("income.wrong_state");
		expect(
			await run(`INSERT INTO income_records (state, ${COLUMNS}, roc_year, seq, recorded_at)
			VALUES ('recorded', NULL, 'donation', '2026-03-03', 'x', 1, 'cash', 1, 1, 115, 900001, 1)`),
		).toBe("income.wrong_state");
	});

	test("is not posted or reversed by who recorded it", async () => {
		const id = await recorded(cashier);
		await posted(id, accountant);
		expect(await run(`UPDATE income_records SET posted_by = recorded_by WHERE id = ?`, id)).not.toBe("done");
		const kind = await recorded(cashier, { isInKind: true, items: "輪椅", amount: null, method: null });
		expect(
			await run(
				`UPDATE income_records SET state = 'posted', posted_by = recorded_by, posted_at = 1 WHERE id = ?`,
				kind,
			),
		).toBe("constraint");
		expect(
			await run(
				`UPDATE income_records SET state = 'posted', posted_by = ${chair}, posted_for = recorded_by, posted_at = 1 WHERE id = ?`,
				kind,
			),
		).toBe("constraint");
	});

	test("has one receipt that counts, of its own money", async () => {
		const id = await recorded(cashier);
		const insert = (incomeId: number, amount: number, series = "donation") =>
			run(
				`INSERT INTO receipts (series, mark, roc_year, seq, number, income_id, payer_title, amount, items, method, paid_on, issued_on, created_at)
				SELECT ?3, (SELECT mark FROM receipt_marks WHERE series = ?3), 115, n, '115-' || substr('000000' || n, -6), ?1, 'x', ?2, '[{"amount":' || ?2 || '}]', 'cash', '2026-03-03', '2026-03-05', 1
				FROM (SELECT coalesce((SELECT last_no + 1 FROM number_series WHERE series = 'receipt:' || ?3 AND roc_year = 115), 1) AS n)`,
				incomeId,
				amount,
				series,
			);
		expect(await insert(id, 5_000)).toBe("receipt.wrong_state");
		const without = await recorded(cashier, { wantsReceipt: false });
		expect(await insert(without, 6_000)).toBe("receipt.wrong_state");
		expect(await insert(without, 5_000, "dues")).toBe("receipt.wrong_state");
		expect(await insert(await drafted(cashier), 5_000)).toBe("receipt.wrong_state");
		expect(await insert(without, 5_000)).toBe("done");
		expect(await run("UPDATE receipts SET income_id = ?1 WHERE income_id = ?2", id, without)).toBe("receipt.is_final");
	});

	test("of nobody may be thrown away while it is a draft", async () => {
		const draft = await drafted(cashier);
		expect(await run("DELETE FROM income_records WHERE id = ?", draft)).toBe("done");
	});
});

describe("a donor, against direct SQL", () => {
	test("is neither replaced nor deleted, and keeps what its number is bound to", async () => {
		const id = await donor({ nationalId: "AB23456789" });
		const before = await rows("SELECT * FROM donors WHERE id = ?", id);
		for (const statement of [
			`REPLACE INTO donors (id, kind, name, seal_id, created_at, updated_at) VALUES (${id}, 'person', 'x', 'y', 1, 1)`,
			`INSERT OR REPLACE INTO donors (kind, name, seal_id, national_id_hash, created_at, updated_at)
				SELECT 'person', 'x', 'z', national_id_hash, 1, 1 FROM donors WHERE id = ${id}`,
			`UPDATE donors SET seal_id = 'other' WHERE id = ${id}`,
			`UPDATE OR REPLACE donors SET id = id + 5000 WHERE id = ${id}`,
			`DELETE FROM donors WHERE id = ${id}`,
		])
			expect([statement, await run(statement)]).not.toEqual([statement, "done"]);
		expect(await rows("SELECT * FROM donors WHERE id = ?", id)).toEqual(before);
	});
});
