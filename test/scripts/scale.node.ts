/** The small version of `npm run prove -- scale`: an association copied three times over, and a judge that finds what grows. */
import assert from "node:assert/strict";
import { cpSync, rmSync } from "node:fs";
import { DatabaseSync } from "node:sqlite";
import { after, before, test } from "node:test";
import { rowCounts } from "../../scripts/backup/dump.ts";
import { databaseFile } from "../../scripts/backup/snapshot.ts";
import { buildAssets } from "../../scripts/build-assets.ts";
import { type Address, type Association, association } from "../../scripts/prove/scale/association.ts";
import { multiply, triggersOf } from "../../scripts/prove/scale/copies.ts";
import { faultsOf } from "../../scripts/prove/scale/judge.ts";
import { type Measured, measured } from "../../scripts/prove/scale/measured.ts";
import { BARE, PLANTED } from "../../scripts/prove/scale/names.ts";
import { isPrepared } from "../support/prepared-data.ts";

let made: Association;
before(async () => {
	if (!isPrepared()) await buildAssets();
	made = await association();
});
after(() => rmSync(made.folder, { recursive: true }));

test("three times as many rows, whose references lead to rows, under the same triggers", () => {
	const folder = `${made.folder}-copied`;
	cpSync(made.folder, folder, { recursive: true });
	const database = new DatabaseSync(databaseFile(folder, "DB"));
	const [before, triggers] = [rowCounts(database), triggersOf(database)];
	multiply(database, 3);
	const many = rowCounts(database);
	const times = (table: string): number => (many[table] ?? 0) / (before[table] ?? 0);
	for (const table of [
		"members",
		"payments",
		"receipts",
		"vouchers",
		"voucher_lines",
		"finance_documents",
		"audit_log",
	])
		assert.deepEqual([table, times(table)], [table, 3]);
	for (const table of ["accounts", "roles", "settings", "periods"]) assert.deepEqual([table, times(table)], [table, 1]);
	assert.deepEqual(database.prepare("PRAGMA foreign_key_check").all(), []);
	assert.deepEqual(triggersOf(database), triggers);
	assert.ok(triggers.length > 100);
	// The same rules hold again: nobody removes a line of the audit log.
	assert.throws(() => database.exec("DELETE FROM audit_log WHERE id = (SELECT max(id) FROM audit_log)"));
	// Each copy is whole: what was paid is paid in it, too, by a member of its own.
	const sums = database
		.prepare(
			"SELECT payer_member_id IS NULL OR payer_member_id / 100000 = id / 100000 AS own, count(*) AS n FROM payments GROUP BY 1",
		)
		.all();
	assert.deepEqual(
		sums.map(({ own, n }) => [own, n]),
		[[1, many.payments]],
	);
	database.close();
	rmSync(folder, { recursive: true });
});

test("pages answer as before and read no more; what reads all, asks for each row or fails is found", async () => {
	const addresses: Address[] = [
		{ route: "/admin/members/:id/dues", path: "/admin/members/1/dues", as: "admin" },
		{ route: "/member/profile", path: "/member/profile", as: "member" },
		{ route: "/api/v1/articles", path: "/api/v1/articles", as: "nobody" },
		...[BARE, ...Object.values(PLANTED)].map((path) => ({ route: path, path, as: "nobody" as const })),
	];
	const [small, half, large] = [
		await measured(made, { addresses, times: 1 }),
		await measured(made, { addresses, times: 20 }),
		await measured(made, { addresses, times: 40 }),
	];
	const at = (of: readonly Measured[], nth: number): Measured => of[nth] ?? assert.fail();
	const faults = addresses.map(({ route }, nth) =>
		faultsOf(route, { small: at(small, nth), half: at(half, nth), large: at(large, nth), copies: 20 }),
	);
	assert.deepEqual(faults.slice(0, 4), [[], [], [], []]);
	assert.match(faults[4]?.join() ?? "", /^reads 3\d\d rows more for each copy/);
	assert.match(faults[5]?.join() ?? "", /^makes 21 round trips, not \d$/);
	assert.match(faults[6]?.join() ?? "", /^answers 200, 500, 500$/);
});
