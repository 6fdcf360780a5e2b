import { env } from "cloudflare:test";
import { beforeEach, describe, expect, test } from "vitest";
import { open } from "#db/commit.ts";
import { paymentImport } from "#db/money/payment-imports.ts";
import { readRows } from "#db/read.ts";
import { applyList, planList, tellRow, undoImport } from "#domain/money/payment-imports/actions.ts";
import { NO_READING } from "#domain/money/payment-imports/options.ts";
import { countsOf } from "#domain/money/payment-imports/plan.ts";
import { forgetServed } from "#domain/shell/erasures/actions.ts";
import { byImport } from "#kernel/by.ts";
import type { Cell } from "#kernel/table.ts";
import { writeSheet } from "#platform/spreadsheets.ts";
import { endDuesItems, insertDuesItem } from "../../../support/money-fixtures.ts";
import { codeOf } from "../../../support/refusal.ts";
import { rows } from "../../../support/users.ts";

const AT = Date.UTC(2026, 10, 21, 4);
const by = byImport(AT);
const db = open(env.DB);
const HEADER = [
	"會員編號",
	"姓名",
	"年度",
	"會費種類",
	"金額",
	"繳費日期",
	"核對日期",
	"繳費方式",
	"末五碼",
	"收據號碼",
	"備註",
];
const paid = (over: Partial<Record<(typeof HEADER)[number], Cell>>): Cell[] => {
	const usual: Record<string, Cell> = {
		會員編號: "P0001",
		姓名: "陳父",
		年度: "113",
		會費種類: "常年會費",
		金額: 1000,
		繳費日期: "113/3/5",
		核對日期: "113/3/8",
		繳費方式: "轉帳",
		末五碼: "12345",
		收據號碼: "舊113-001",
		備註: null,
	};
	return HEADER.map((name) => (name in over ? (over[name] ?? null) : (usual[name] ?? null)));
};

const fileOf = async (lines: Cell[][]) => ({
	filename: "繳費.xlsx",
	bytes: await writeSheet({ sheet: "繳費", header: HEADER, rows: lines }, "xlsx"),
});
const planOf = async (lines: Cell[][], at = AT) =>
	planList(env, db, { file: await fileOf(lines), options: NO_READING, at });
async function importOf(lines: Cell[][], at = AT) {
	const plan = await planOf(lines, at);
	return applyList(env, db, { plan, filename: "繳費.xlsx", by: { ...by, at } });
}
const outcomes = async (lines: Cell[][]) =>
	(await planOf(lines)).rows.map(({ row, outcome, reasons }) => [row, outcome, reasons.map(({ code }) => code)]);
const undo = async (id: number) => {
	const [[row]] = await readRows(env.DB, paymentImport(id));
	return undoImport(db, { id, version: row?.version ?? 0, by: byImport(AT + 1000) });
};

async function member(
	id: number,
	number: string | null,
	more: Record<string, string | number | null> = {},
): Promise<number> {
	const columns = {
		id,
		member_no: number,
		name: "陳父",
		status: "active",
		joined_on: "2020-02-02",
		created_at: 1,
		updated_at: 1,
		...more,
	};
	const names = Object.keys(columns);
	await env.DB.prepare(`INSERT INTO members (${names.join(", ")}) VALUES (${names.map(() => "?").join(", ")})`)
		.bind(...Object.values(columns))
		.run();
	return id;
}
async function due(of: {
	member: number;
	year?: number;
	kind?: string;
	amount?: number;
	status?: string;
	roster?: number;
}): Promise<number> {
	const { member: id, year = 2024, kind = "annual", amount = 1000, status = "open", roster = null } = of;
	return insertDuesItem({
		member_id: id,
		kind,
		dues_year: year,
		base_amount: amount,
		amount,
		status,
		source: roster === null ? "assessment" : "import",
		import_id: roster,
		created_at: 1,
		updated_at: 1,
	});
}
const items = (id: number) =>
	rows(
		"SELECT kind, dues_year, amount, paid_amount, status, source FROM dues_items WHERE member_id = ? ORDER BY dues_year, kind, id",
		id,
	);
const payments = () =>
	rows(
		"SELECT status, source, method, paid_on, amount, last5, payer_member_id, payer_title, verified_by, verified_at, old_receipt_no, remark FROM payments ORDER BY id",
	);

let next = 0;
beforeEach(async () => {
	// Payments and items are never deleted: every test has members of its own.
	next += 10;
	await member(next + 1, `P${next + 1}`);
});
const own = () => ({ id: next + 1, number: `P${next + 1}` });
const mine = (over: Parameters<typeof paid>[0] = {}) => paid({ 會員編號: own().number, ...over });
const last = async <T>(of: Promise<T[]>) => (await of).at(-1);

describe("what is written", () => {
	test("a payment verified as of its day, its dues item, the old receipt number as text; no receipt, voucher or mail", async () => {
		const { id } = own();
		const list = await importOf([mine({ 備註: "補登" })]);
		expect(await last(payments())).toEqual({
			status: "verified",
			source: "import",
			method: "transfer",
			paid_on: "2024-03-05",
			amount: 1000,
			last5: "12345",
			payer_member_id: id,
			payer_title: "陳父",
			verified_by: null,
			verified_at: Date.UTC(2024, 2, 7, 16),
			old_receipt_no: "舊113-001",
			remark: "補登",
		});
		expect(await items(id)).toEqual([
			{ kind: "annual", dues_year: 2024, amount: 1000, paid_amount: 1000, status: "paid", source: "import" },
		]);
		expect(await rows("SELECT paid_year FROM members WHERE id = ?", id)).toEqual([{ paid_year: 2024 }]);
		const none = await rows(
			"SELECT (SELECT count(*) FROM receipts) + (SELECT count(*) FROM vouchers) + (SELECT count(*) FROM mail_messages) AS many",
		);
		expect(none).toEqual([{ many: 0 }]);
		expect(
			await rows(
				"SELECT state, counts ->> '$.create' AS made, counts ->> '$.total' AS total FROM payment_imports WHERE id = ?",
				list,
			),
		).toEqual([{ state: "applied", made: 1, total: 1000 }]);
		const log = await rows(
			"SELECT action FROM audit_log WHERE description = ? OR description = (SELECT 'payment ' || max(id) FROM payments) ORDER BY id",
			`import ${list}`,
		);
		expect(log.map(({ action }) => action)).toEqual(["payment.import", "payment_import.import"]);
	});

	test("an item that is owed is paid by it, also in part; who waits for the first payment becomes a member", async () => {
		const { id } = own();
		await env.DB.prepare("UPDATE members SET status = 'awaiting_payment' WHERE id = ?").bind(id).run();
		await due({ member: id });
		await importOf([mine({ 金額: 400 })]);
		expect(await items(id)).toEqual([
			{
				kind: "annual",
				dues_year: 2024,
				amount: 1000,
				paid_amount: 400,
				status: "partially_paid",
				source: "assessment",
			},
		]);
		expect(await rows("SELECT status FROM members WHERE id = ?", id)).toEqual([{ status: "awaiting_payment" }]);
		await importOf([mine({ 金額: 600, 繳費日期: "113/4/5", 核對日期: "113/4/6" })]);
		expect((await items(id))[0]).toMatchObject({ paid_amount: 1000, status: "paid" });
		expect(await rows("SELECT status FROM members WHERE id = ?", id)).toEqual([{ status: "active" }]);
	});

	test("several years and both kinds of one payment; a donation has no item", async () => {
		const { id } = own();
		await importOf([
			mine({ 年度: "112、113", 金額: "2,000" }),
			mine({ 年度: "109", 會費種類: "入會費＋常年會費", 金額: 2000, 繳費日期: "109/2/5", 核對日期: null }),
			mine({ 年度: null, 會費種類: "捐款", 金額: 300 }),
		]);
		expect((await items(id)).map(({ kind, dues_year, amount }) => [kind, dues_year, amount])).toEqual([
			["annual", 2020, 1000],
			["entrance", 2020, 1000],
			["annual", 2023, 1000],
			["annual", 2024, 1000],
		]);
		const parts = await rows(
			"SELECT kind, count(*) AS many, sum(amount) AS sum FROM payment_allocations WHERE member_id = ? GROUP BY kind",
			id,
		);
		expect(parts).toEqual([
			{ kind: "donation", many: 1, sum: 300 },
			{ kind: "dues", many: 4, sum: 4000 },
		]);
	});

	test("a year that a roster says was paid gets its money", async () => {
		const { id } = own();
		await env.DB.prepare("INSERT OR IGNORE INTO roster_imports (id, filename, created_at) VALUES (1, 'x', 1)").run();
		await due({ member: id, amount: 0, status: "paid", roster: 1 });
		expect((await outcomes([mine()]))[0]).toEqual([2, "create", ["in_roster"]]);
		const list = await importOf([mine()]);
		expect((await items(id))[0]).toMatchObject({ amount: 1000, paid_amount: 1000, status: "paid" });
		await undo(list);
		expect((await items(id))[0]).toMatchObject({ amount: 0, paid_amount: 0, status: "paid" });
		expect(await rows("SELECT paid_year, status FROM members WHERE id = ?", id)).toEqual([
			{ paid_year: 2024, status: "active" },
		]);
	});
});

describe("what is not written", () => {
	test("a second run changes nothing", async () => {
		const { id } = own();
		const lines = [
			mine(),
			mine({ 年度: "111、112", 金額: 2000 }),
			mine({ 會費種類: "入會費", 年度: null }),
			mine({ 會費種類: "捐款", 年度: null }),
		];
		await importOf(lines);
		const before = [await payments(), await items(id)];
		expect((await outcomes(lines)).map(([, outcome, codes]) => [outcome, codes])).toEqual(
			lines.map(() => ["skip", ["same"]]),
		);
		await importOf(lines);
		expect([await payments(), await items(id)]).toEqual(before);
	});

	test("the same row twice is one payment; two rows for one year are nobody's", async () => {
		expect(await outcomes([mine(), mine()])).toEqual([
			[2, "create", []],
			[3, "skip", ["duplicate"]],
		]);
		expect(await outcomes([mine(), mine({ 繳費日期: "113/9/9", 核對日期: null })])).toEqual([
			[2, "conflict", ["year_twice"]],
			[3, "conflict", ["year_twice"]],
		]);
	});

	test("what was paid, waived or is claimed already, and more than is owed", async () => {
		const { id } = own();
		await due({ member: id, year: 2024, status: "waived" });
		const owed = await due({ member: id, year: 2023 });
		const claimed = await due({ member: id, year: 2022 });
		await env.DB.batch([
			env.DB.prepare(
				"INSERT INTO payments (source, method, paid_on, amount, payer_member_id, payer_title, submitted_at, created_at, updated_at) VALUES ('staff', 'cash', '2026-01-01', 1000, ?, 'x', 1, 1, 1)",
			).bind(id),
			env.DB.prepare(
				"INSERT INTO payment_allocations (payment_id, kind, dues_item_id, member_id, amount) SELECT max(id), 'dues', ?1, ?2, 1000 FROM payments",
			).bind(claimed, id),
			env.DB.prepare(
				"INSERT INTO payment_events (payment_id, seq, step, at) SELECT max(id), 1, 'submit', 1 FROM payments",
			),
		]);
		expect(owed).toBeGreaterThan(0);
		expect(
			await outcomes([
				mine(),
				mine({ 年度: "112", 金額: 1001 }),
				mine({ 年度: "111" }),
				mine({ 年度: "112", 金額: 600 }),
				mine({ 年度: "112", 金額: 500 }),
				mine({ 年度: null }),
				mine({ 年度: "109、110", 金額: 1001 }),
			]),
		).toEqual([
			[2, "conflict", ["year_waived"]],
			[3, "conflict", ["over_owed"]],
			[4, "conflict", ["claimed"]],
			[5, "create", ["pays_part"]],
			[6, "conflict", ["over_owed"]],
			[7, "conflict", ["no_year"]],
			[8, "conflict", ["amount_unclear"]],
		]);
		await importOf([mine({ 年度: "108" })]);
		expect(await outcomes([mine({ 年度: "108", 繳費日期: "108/9/9", 核對日期: null })])).toEqual([
			[2, "conflict", ["year_paid"]],
		]);
	});

	test("whom nobody knows, whose name is another, and a name that several have", async () => {
		await member(next + 2, `P${next + 2}`, { name: "同名人", phone: "0912000111" });
		await member(next + 3, `P${next + 3}`, { name: "同名人", phone: "0912000222" });
		expect(
			await outcomes([
				mine({ 會員編號: "X9999", 姓名: "沒有人" }),
				mine({ 姓名: "林母" }),
				mine({ 會員編號: null, 姓名: "同名人" }),
				mine({ 姓名: null }),
				mine({ 會員編號: null, 姓名: null }),
			]),
		).toEqual([
			[2, "error", ["not_found"]],
			[3, "conflict", ["other_name"]],
			[4, "conflict", ["name_alone"]],
			[5, "create", []],
			[6, "error", ["no_member"]],
		]);
	});

	test("a list is written whole or not at all: what was paid meanwhile stops it", async () => {
		const { id } = own();
		const owed = await due({ member: id });
		const plan = await planOf([mine(), mine({ 年度: "112", 金額: 1000 })]);
		await endDuesItems("waived", `id = ${owed}`);
		const before = await payments();
		expect(await applyList(env, db, { plan, filename: "x", by }).catch(codeOf)).toBe("payment.not_owed");
		expect(await payments()).toEqual(before);
		expect((await items(id)).length).toBe(1);
	});
});

describe("taking back", () => {
	test("reverses the payments, cancels what was made, opens what was owed; and the list can come again", async () => {
		const { id } = own();
		await due({ member: id, year: 2023 });
		await env.DB.prepare("UPDATE members SET status = 'awaiting_payment' WHERE id = ?").bind(id).run();
		const lines = [mine(), mine({ 年度: "112" })];
		const list = await importOf(lines);
		expect(await rows("SELECT status, paid_year FROM members WHERE id = ?", id)).toEqual([
			{ status: "active", paid_year: 2024 },
		]);
		await undo(list);
		expect((await items(id)).map(({ dues_year, paid_amount, status }) => [dues_year, paid_amount, status])).toEqual([
			[2023, 0, "open"],
			[2024, 0, "cancelled"],
		]);
		expect(await rows("SELECT status, paid_year FROM members WHERE id = ?", id)).toEqual([
			{ status: "awaiting_payment", paid_year: null },
		]);
		expect((await payments()).slice(-2).map(({ status }) => status)).toEqual(["reversed", "reversed"]);
		expect(await undo(list).catch(codeOf)).toBe("import.stale");
		await importOf(lines, AT + 5000);
		expect((await items(id)).map(({ dues_year, paid_amount, status }) => [dues_year, paid_amount, status])).toEqual([
			[2023, 1000, "paid"],
			[2024, 0, "cancelled"],
			[2024, 1000, "paid"],
		]);
	});

	test("is refused where one of its payments is not as it was written", async () => {
		const list = await importOf([mine(), mine({ 年度: "112" })]);
		await env.DB.batch([
			env.DB.prepare(
				"UPDATE payments SET status = 'reversed', reversed_at = 1, reason = 'x' WHERE id = (SELECT max(id) FROM payments)",
			),
			env.DB.prepare(
				"INSERT INTO payment_events (payment_id, seq, step, at) SELECT max(id), 2, 'reverse', 1 FROM payments",
			),
		]);
		expect(await undo(list).catch(codeOf)).toBe("import.changed");
	});
});

test("whom the rows named that were not written lies sealed, and is forgotten after 90 days", async () => {
	const list = await importOf([mine({ 會員編號: "X0404", 姓名: "查無此人" }), mine()]);
	const told = () =>
		rows<{ row: number; told: string | null }>("SELECT row, told FROM payment_import_rows WHERE import_id = ?", list);
	const [stopped] = await told();
	expect(stopped?.told).not.toContain("查無此人");
	expect(stopped && (await tellRow(env, list, stopped))).toEqual({
		name: "查無此人",
		reasons: [{ code: "not_found", text: "X0404" }],
	});
	await env.DB.prepare("INSERT INTO payment_imports (filename, created_at) VALUES ('draft.xlsx', ?)").bind(AT).run();
	await forgetServed(env, db, AT + 91 * 86_400_000);
	expect(await told()).toEqual([
		{ row: 2, told: null },
		{ row: 3, told: '{"codes":[]}' },
	]);
	expect(await rows("SELECT id FROM payment_imports WHERE state = 'draft'")).toEqual([]);
});

test("hundreds of rows, in pieces, and back", async () => {
	const count = 600;
	const base = 100_000;
	await env.DB.prepare(
		`INSERT INTO members (id, member_no, name, status, joined_on, created_at, updated_at)
		SELECT ${base} + key, 'Q' || key, '會員' || key, 'active', '2020-01-01', 1, 1 FROM json_each(?)`,
	)
		.bind(JSON.stringify(Array.from({ length: count }, () => 0)))
		.run();
	const lines = Array.from({ length: count }, (_, n) =>
		mine({ 會員編號: `Q${n}`, 姓名: `會員${n}`, 收據號碼: `舊${n}` }),
	);
	const plan = await planOf(lines);
	expect(countsOf(plan.rows)).toEqual({ conflict: 0, error: 0, create: count, skip: 0, same: 0, total: count * 1000 });
	const list = await applyList(env, db, { plan, filename: "多.xlsx", by });
	const verified = () =>
		rows("SELECT count(*) AS many FROM payments WHERE status = 'verified' AND payer_member_id >= ?", base);
	expect(await verified()).toEqual([{ many: count }]);
	expect(countsOf((await planOf(lines)).rows)).toMatchObject({ create: 0, skip: count, same: count });
	await undo(list);
	expect(await verified()).toEqual([{ many: 0 }]);
});
