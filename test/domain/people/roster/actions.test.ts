import { env } from "cloudflare:test";
import { beforeEach, describe, expect, test } from "vitest";
import { COLUMN_NAMES, sheetOf } from "#admin/people/members/export-columns.ts";
import { open } from "#db/commit.ts";
import { listedMembers } from "#db/people/member-exports.ts";
import { importRow } from "#db/people/roster-reads.ts";
import { readRows } from "#db/read.ts";
import { applyRoster, isRightKey, planRoster } from "#domain/people/roster/actions.ts";
import { undoImport } from "#domain/people/roster/import-actions.ts";
import { NO_OPTIONS } from "#domain/people/roster/options.ts";
import { countsOf } from "#domain/people/roster/plan.ts";
import { byImport } from "#kernel/by.ts";
import type { Cell } from "#kernel/table.ts";
import { openMember } from "#platform/member-seals.ts";
import { writeSheet } from "#platform/spreadsheets.ts";
import { without } from "../../../support/money-fixtures.ts";
import { codeOf } from "../../../support/refusal.ts";
import { manyRows, nationalId, ROSTER_HEADER } from "../../../support/rosters.ts";

const AT = Date.UTC(2026, 10, 21, 4);
const by = byImport(AT);
const db = open(env.DB);

const HEADER = [
	"會員編號",
	"姓名",
	"身分",
	"身分證字號",
	"生日",
	"手機",
	"電子郵件",
	"通訊地址",
	"監護人",
	"身心障礙證明",
	"備註",
	"113年會費",
];
const ID = nationalId("A12345678");
const FATHER: Cell[] = [
	"M0001",
	"陳父",
	"家長",
	ID,
	"60/3/5",
	912_345_678,
	null,
	"台中市西屯區中山路1號",
	null,
	"無",
	"電話常打不通",
	"V",
];
const CHILD: Cell[] = [
	"M0002",
	"陳　子",
	"病友",
	null,
	"100/3/5",
	912_345_678,
	null,
	null,
	"陳父",
	"有（中度）",
	null,
	null,
];

const fileOf = async (rows: Cell[][], header = HEADER) => ({
	filename: "名冊.xlsx",
	bytes: await writeSheet({ sheet: "名冊", header, rows }, "xlsx"),
});
type Extra = { header?: string[]; survey?: Cell[][]; options?: Partial<typeof NO_OPTIONS> };
async function planOf(rows: Cell[][], { header, survey, options = {} }: Extra = {}) {
	return planRoster(env, db, {
		roster: await fileOf(rows, header),
		survey: survey && (await fileOf(survey, ["您的姓名", "行動電話", "電子郵件信箱"])),
		options: { ...NO_OPTIONS, ...options },
		at: AT,
	});
}
async function importOf(rows: Cell[][], extra: Extra = {}, at = AT) {
	const plan = await planOf(rows, extra);
	return applyRoster(env, db, { plan, filename: "名冊.xlsx", by: byImport(at) });
}
const outcomes = async (rows: Cell[][], extra: Extra = {}) => countsOf((await planOf(rows, extra)).rows);
const all = async (sql: string) => (await env.DB.prepare(sql).all()).results;
const one = async (sql: string) => (await all(sql))[0];

beforeEach(async () => {
	await without(["dues_items_assessed_are_never_deleted", "dues_events_are_never_deleted"], () =>
		env.DB.batch(
			[
				...[
					"DELETE FROM roster_import_rows",
					"DELETE FROM dues_events",
					"DELETE FROM dues_items",
					"DELETE FROM roster_imports",
					"DELETE FROM notes",
				],
				...["DELETE FROM disability_certificates", "UPDATE members SET guardian_member_id = NULL, merged_into = NULL"],
				...["DELETE FROM member_numbers", "DELETE FROM members"],
			].map((sql) => env.DB.prepare(sql)),
		),
	);
});

describe("applying", () => {
	test("writes records, guardians, notes, flags and paid years, sealed and told of", async () => {
		const id = await importOf([FATHER, CHILD], { survey: [["陳子", "0912345678", "Child@Example.org"]] });
		const [father, child] = await all("SELECT * FROM members ORDER BY member_no");
		expect(father).toMatchObject({
			member_no: "M0001",
			name: "陳父",
			identity_type: "parent",
			membership_type: "individual",
			status: "active",
			status_since: "2026-11-21",
			birth_date: "1971-03-05",
			phone: "0912345678",
			city: "臺中市",
			district: "西屯區",
			address: "中山路1號",
			national_id_mask: "A12****789",
			source: "roster:名冊.xlsx",
			disability_status: "not_applied",
			version: 1,
		});
		expect(await openMember(env, father as never)).toEqual({ national_id: ID, diagnosis_note: null });
		expect(child).toMatchObject({
			name: "陳子",
			guardian_member_id: father?.id,
			email: "child@example.org",
			disability_status: "pending",
		});
		expect(await all("SELECT notable_id, user_id, content FROM notes")).toEqual([
			{ notable_id: father?.id, user_id: null, content: "電話常打不通" },
		]);
		expect(await all("SELECT member_id, file_id, uploaded_by, status FROM disability_certificates")).toEqual([
			{ member_id: child?.id, file_id: null, uploaded_by: null, status: "pending" },
		]);
		expect(await all("SELECT member_id, kind, dues_year, amount, status, source, import_id FROM dues_items")).toEqual([
			{
				member_id: father?.id,
				kind: "annual",
				dues_year: 2024,
				amount: 0,
				status: "paid",
				source: "import",
				import_id: id,
			},
		]);
		expect(father).toMatchObject({ paid_year: 2024, owed_years: "" });
		expect(await one("SELECT (SELECT count(*) FROM payments) + (SELECT count(*) FROM vouchers) AS money")).toEqual({
			money: 0,
		});
		expect(await all("SELECT row, outcome, member_id, member_version FROM roster_import_rows ORDER BY row")).toEqual([
			{ row: -2, outcome: "filled", member_id: null, member_version: null },
			{ row: 2, outcome: "created", member_id: father?.id, member_version: 1 },
			{ row: 3, outcome: "created", member_id: child?.id, member_version: 1 },
		]);
		const audit = await all(
			`SELECT action, actor, description, changes FROM audit_log WHERE description LIKE 'import ${id}' ORDER BY id`,
		);
		expect(audit.map(({ action, actor }) => [action, actor])).toEqual([
			["member.create", "import"],
			["member.create", "import"],
			["roster.import", "import"],
		]);
		expect(JSON.stringify(audit)).not.toMatch(/陳|0912|中山路/);
		expect(JSON.stringify(await all("SELECT before FROM roster_import_rows"))).not.toMatch(/陳|0912|中山路/);
	});

	test("takes people into the groups that a column names, once; an unknown name is told, and undoing takes them out", async () => {
		await env.DB.prepare(
			`INSERT INTO member_groups (id, name, is_active, created_at, updated_at)
				VALUES (1, '臺北北區', 1, 1, 1), (2, '志工', 1, 1, 1), (3, '舊團', 0, 1, 1)`,
		).run();
		const header = [...HEADER, "所屬群組"];
		const lines = [
			[...FATHER, "台北北區、志工／舊團"],
			[...CHILD, "沒有的團"],
		];
		const plan = await planOf(lines, { header });
		expect(plan.rows.map(({ adds }) => adds.groups)).toEqual([["臺北北區", "志工"], []]);
		expect(plan.rows.map(({ reasons }) => reasons.filter(({ code }) => code === "group_unknown"))).toEqual([
			[{ code: "group_unknown", field: "groups", text: "舊團" }],
			[{ code: "group_unknown", field: "groups", text: "沒有的團" }],
		]);
		const id = await applyRoster(env, db, { plan, filename: "名冊.xlsx", by });
		const joined = () =>
			env.DB.prepare(
				"SELECT m.name, t.group_id, t.from_on, t.until_on FROM group_memberships t JOIN members m ON m.id = t.member_id ORDER BY 1, 2",
			).all();
		expect((await joined()).results).toEqual([
			{ name: "陳父", group_id: 1, from_on: "2026-11-21", until_on: null },
			{ name: "陳父", group_id: 2, from_on: "2026-11-21", until_on: null },
		]);
		const again = await planOf(lines, { header });
		expect(again.rows.map(({ outcome, adds }) => [outcome, adds.groups])).toEqual([
			["skip", []],
			["skip", []],
		]);
		const [[row]] = await readRows(env.DB, importRow(id));
		await undoImport(env, db, { id, version: row?.version ?? 0, by });
		expect((await joined()).results).toEqual([]);
	});

	test("a second time changes nothing, and neither does the file in another order, or our own export", async () => {
		await importOf([FATHER, CHILD]);
		expect(await outcomes([FATHER, CHILD])).toMatchObject({ skip: 2, same: 2, create: 0, update: 0, fill: 0 });
		expect(await outcomes([CHILD, FATHER])).toMatchObject({ skip: 2, same: 2 });
		const [exported] = await readRows(env.DB, listedMembers({ filter: { today: "2026-11-21" } }, 10));
		const { header, rows } = sheetOf({ rows: exported, names: COLUMN_NAMES, own: [], today: "2026-11-21" });
		expect(await outcomes(rows, { header })).toMatchObject({ skip: 2, same: 2 });
	});

	test("fills and updates what is there, with its version and its keys", async () => {
		await importOf([FATHER]);
		const [before] = await all("SELECT * FROM members");
		await importOf(
			[["M0001", "陳父", "家長", ID, "60/3/5", "0922333444", "f@example.org", null, null, null, null, null]],
			{},
			AT + 1,
		);
		expect(await one("SELECT version, phone, email, city, seal_id FROM members")).toEqual({
			version: 2,
			phone: "0922333444",
			email: "f@example.org",
			city: "臺中市",
			seal_id: before?.seal_id,
		});
	});

	test("rows in conflict and with an error are left out, and kept sealed with why", async () => {
		const rows: Cell[][] = [FATHER, ["M0003", "乙", "病友", "A123456788"], ["M0004", "丙", "病友", null, "12/3/5"]];
		const id = await importOf(rows, { options: { strict: true } });
		expect(await all("SELECT name FROM members")).toEqual([{ name: "陳父" }]);
		expect(await all("SELECT row, outcome FROM roster_import_rows ORDER BY row")).toEqual([
			{ row: 2, outcome: "created" },
			{ row: 3, outcome: "error" },
			{ row: 4, outcome: "conflict" },
		]);
		const [[row]] = await readRows(env.DB, importRow(id));
		expect(JSON.parse(row?.counts ?? "")).toEqual({
			conflict: 1,
			confirm: 0,
			error: 1,
			create: 1,
			update: 0,
			fill: 0,
			skip: 0,
			same: 0,
		});
	});

	test("a row whose national id cannot be read comes in without it, and a second time changes nothing", async () => {
		const rows: Cell[][] = [["M0003", "乙", "病友", "A123456788"]];
		const id = await importOf(rows);
		expect(await all("SELECT name, national_id, national_id_hash, national_id_mask FROM members")).toEqual([
			{ name: "乙", national_id: null, national_id_hash: null, national_id_mask: null },
		]);
		const [kept] = await all("SELECT outcome, before FROM roster_import_rows");
		expect([kept?.outcome, String(kept?.before).includes("id_left_out")]).toEqual(["created", true]);
		expect(String(kept?.before)).not.toContain("A123456788");
		expect(await outcomes(rows)).toMatchObject({ create: 0, update: 0, fill: 0, skip: 1, same: 1 });
		await undoImport(env, db, { id, version: 2, by });
		expect(await all("SELECT id FROM members")).toEqual([]);
	});

	test("decisions and accepted names are written, undone as a whole, and a second time change nothing", async () => {
		await env.DB.prepare(
			"INSERT INTO members (member_no, name, phone, created_at, updated_at) VALUES ('M0009', '丁', '0933444555', 1, 1)",
		).run();
		const before = await all("SELECT id, version, name, phone, birth_date, email FROM members");
		const [{ id: known = 0 } = {}] = before;
		const rows: Cell[][] = [
			["M0009", "丁丁", "病友", null, "75/3/5", "0922333444"],
			["M0003", "乙", "病友"],
		];
		const extra: Extra = {
			survey: [["乙", null, "b@example.org"]],
			options: { accept_names: true, settled: { 2: `same:m${Number(known)}` } },
		};
		const id = await importOf(rows, extra);
		expect(await all("SELECT name, phone, birth_date, email FROM members ORDER BY id")).toEqual([
			{ name: "丁", phone: "0933444555", birth_date: "1986-03-05", email: null },
			{ name: "乙", phone: null, birth_date: null, email: "b@example.org" },
		]);
		expect(await outcomes(rows, extra)).toMatchObject({ create: 0, update: 0, fill: 0 });
		await undoImport(env, db, { id, version: 2, by });
		expect(await all("SELECT id, version - 2 AS version, name, phone, birth_date, email FROM members")).toEqual(before);
	});

	test("all or nothing: a record that changed meanwhile, or a number that somebody took, refuses the whole", async () => {
		await importOf([FATHER]);
		const plan = await planOf([["M0001", "陳父", "家長", ID, "60/3/5", "0922333444"], CHILD]);
		await env.DB.prepare("UPDATE members SET version = version + 1").run();
		expect(await applyRoster(env, db, { plan, filename: "名冊.xlsx", by }).catch(codeOf)).toBe("import.moved");
		const fresh = await planOf([CHILD]);
		await env.DB.prepare(
			"INSERT INTO members (member_no, name, created_at, updated_at) VALUES ('M0002', '別人', 1, 1)",
		).run();
		expect(await applyRoster(env, db, { plan: fresh, filename: "名冊.xlsx", by }).catch(codeOf)).toMatch(
			/^(import\.moved|member\.number_taken)$/,
		);
		expect(await one("SELECT count(*) AS members FROM members WHERE name = '陳子'")).toEqual({ members: 0 });
		expect(await one("SELECT count(*) AS imports FROM roster_imports")).toEqual({ imports: 1 });
	});

	test("an old number of a record that was merged still finds it", async () => {
		await importOf([FATHER]);
		await env.DB.prepare(
			"INSERT INTO members (member_no, name, created_at, updated_at) VALUES ('M0009', '陳父', 1, 1)",
		).run();
		await env.DB.prepare(
			"UPDATE members SET merged_into = (SELECT id FROM members WHERE member_no = 'M0001') WHERE member_no = 'M0009'",
		).run();
		expect(await outcomes([["M0009", "陳父"]])).toMatchObject({ same: 1 });
	});

	test("a file without a header, or without anything, is refused", async () => {
		expect(await planOf([["x"]], { header: ["甲"] }).catch(codeOf)).toBe("import.no_header");
		const empty = { filename: "a.csv", bytes: new TextEncoder().encode("\n\n") };
		expect(await planRoster(env, db, { roster: empty, options: NO_OPTIONS, at: AT }).catch(codeOf)).toBe(
			"import.empty",
		);
	});

	test("knows the key that the database was sealed with", async () => {
		await importOf([FATHER]);
		expect(await isRightKey(env, db)).toBe(true);
		expect(await isRightKey({ SEALING_KEY: btoa("another-key-of-thirty-two-bytes!") }, db)).toBe(false);
	});
});

describe("undoing", () => {
	const undo = async (id: number, at = AT + 10) => {
		const [[row]] = await readRows(env.DB, importRow(id));
		return undoImport(env, db, { id, version: row?.version ?? 0, by: byImport(at) });
	};
	const state = async () => ({
		members: await all(
			"SELECT member_no, name, phone, email, national_id_hash, guardian_member_id, disability_status FROM members ORDER BY id",
		),
		notes: await all("SELECT notable_id, content FROM notes"),
		certificates: await all("SELECT member_id FROM disability_certificates"),
		years: await all("SELECT member_id, dues_year, status, source FROM dues_items ORDER BY id"),
		numbers: await all("SELECT member_no FROM member_numbers ORDER BY member_no"),
	});

	test("takes back all of it: what it made goes, what it changed becomes what it was", async () => {
		await importOf([["M0001", "陳父", "家長", null, "60/3/5", "0922333444"]]);
		await env.DB.prepare(
			`INSERT INTO dues_items (member_id, kind, dues_year, base_amount, amount, created_at, updated_at)
			SELECT id, 'annual', 2026, 1000, 1000, 1, 1 FROM members`,
		).run();
		const before = await state();
		const id = await importOf([FATHER, CHILD], { survey: [["陳父", "0912345678", "f@example.org"]] }, AT + 5);
		expect(await state()).not.toEqual(before);
		await undo(id);
		expect(await state()).toEqual(before);
		expect(await one(`SELECT state FROM roster_imports WHERE id = ${id}`)).toEqual({ state: "undone" });
		expect(await undo(id).catch(codeOf)).toBe("import.stale");
		expect(await outcomes([FATHER, CHILD])).toMatchObject({ create: 1, update: 1 });
	});

	test.each([
		["somebody edited", "UPDATE members SET version = version + 1 WHERE member_no = 'M0001'"],
		[
			"got a note",
			"INSERT INTO notes (notable_type, notable_id, content, created_at, updated_at) SELECT 'member', id, 'x', 1, 1 FROM members WHERE member_no = 'M0001'",
		],
		[
			"consented",
			"INSERT INTO consents (member_id, kind, text_version, given, channel, at) SELECT id, 'personal_data', '1', 1, 'paper', 1 FROM members WHERE member_no = 'M0001'",
		],
		[
			"had a paid year changed",
			"INSERT INTO dues_events (dues_item_id, kind, at) SELECT id, 'cancelled', 1 FROM dues_items WHERE dues_year = 2024; UPDATE dues_items SET status = 'cancelled', version = version + 1 WHERE dues_year = 2024",
		],
		[
			"owes something",
			"INSERT INTO dues_items (member_id, kind, dues_year, base_amount, amount, created_at, updated_at) SELECT id, 'annual', 2026, 1000, 1000, 1, 1 FROM members WHERE member_no = 'M0001'",
		],
		[
			"became a guardian of somebody else",
			"INSERT INTO members (name, guardian_member_id, created_at, updated_at) SELECT '別人', id, 1, 1 FROM members WHERE member_no = 'M0001'",
		],
	])("is refused for a record that %s since", async (_, sql) => {
		const id = await importOf([FATHER]);
		await env.DB.prepare(sql).run();
		expect(await undo(id).catch(codeOf)).toBe("import.changed");
		expect(await one("SELECT count(*) AS members FROM members WHERE name = '陳父'")).toEqual({ members: 1 });
		await without(["consents_are_never_deleted"], () =>
			env.DB.batch(["DELETE FROM consents", "DELETE FROM notes"].map((one) => env.DB.prepare(one))),
		);
	});
});

test("hundreds of rows, in pieces", async () => {
	const rows = manyRows(600);
	await importOf(rows, { header: ROSTER_HEADER });
	expect(await one("SELECT count(*) AS members FROM members")).toEqual({ members: 600 });
	expect(await outcomes(rows, { header: ROSTER_HEADER })).toMatchObject({ skip: 600, same: 600 });
});
