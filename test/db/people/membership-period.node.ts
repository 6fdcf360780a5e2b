import assert from "node:assert/strict";
import { readdirSync, readFileSync } from "node:fs";
import { DatabaseSync } from "node:sqlite";
import { test } from "node:test";

const files = readdirSync("migrations")
	.filter((name) => name.endsWith(".sql"))
	.sort();
const apply = (db: DatabaseSync, names: readonly string[]): void => {
	for (const name of names) db.exec(readFileSync(`migrations/${name}`, "utf8"));
};
const all = (db: DatabaseSync, sql: string) =>
	db
		.prepare(sql)
		.all()
		.map((row) => ({ ...row }));

test("paid years that rosters said before become dues items, and whoever was counted is counted by the period", () => {
	const db = new DatabaseSync(":memory:");
	const at = files.indexOf("0024_membership_period.sql");
	apply(db, files.slice(0, at));
	db.exec(`INSERT INTO members (id, name, status, membership_type, city, created_at, updated_at) VALUES
			(1, '甲', 'active', 'individual', '臺北市', 1, 1), (2, '乙', 'active', 'lifetime', NULL, 1, 1), (3, '丙', 'applied', 'individual', NULL, 1, 1);
		INSERT INTO roster_imports (id, filename, state, applied_at, created_at) VALUES (7, 'a.xlsx', 'applied', 5, 4);
		INSERT INTO roster_paid_years (member_id, dues_year, import_id) VALUES (1, 2024, 7), (1, 2025, 7), (2, 2025, 7);
		INSERT INTO dues_items (member_id, kind, dues_year, base_amount, amount, created_at, updated_at) VALUES (1, 'annual', 2025, 1000, 1000, 1, 1)`);
	apply(db, files.slice(at));
	assert.deepEqual(
		all(db, "SELECT member_id, dues_year, amount, status, source, import_id, created_at FROM dues_items ORDER BY 1, 2"),
		[
			{ member_id: 1, dues_year: 2024, amount: 0, status: "paid", source: "import", import_id: 7, created_at: 5 },
			// What is owed stays owed.
			{
				member_id: 1,
				dues_year: 2025,
				amount: 1000,
				status: "open",
				source: "assessment",
				import_id: null,
				created_at: 1,
			},
			{ member_id: 2, dues_year: 2025, amount: 0, status: "paid", source: "import", import_id: 7, created_at: 5 },
		],
	);
	assert.deepEqual(all(db, "SELECT status, valid_year, owed_years, city, many FROM member_counts ORDER BY 2"), [
		{ status: "applied", valid_year: 0, owed_years: "", city: "", many: 1 },
		{ status: "active", valid_year: 2024, owed_years: "2025", city: "臺北市", many: 1 },
		{ status: "active", valid_year: 9999, owed_years: "", city: "", many: 1 },
	]);
	assert.deepEqual(all(db, "SELECT name FROM sqlite_master WHERE name = 'roster_paid_years'"), []);
});
