import { env } from "cloudflare:test";
import { sql } from "drizzle-orm";
import { beforeAll, expect, test } from "vitest";
import { annualWith } from "#admin/books/ledger/annual-routes.ts";
import { publicTables } from "#admin/books/statements/tables.ts";
import { approvalOf, outdatedStatements, publishedStatements } from "#db/books/statements.ts";
import { insertLines, post as postDraft } from "#db/books/vouchers.ts";
import { commit } from "#db/commit.ts";
import { readRows } from "#db/read.ts";
import { credit, debit } from "#domain/books/ledger/postings.ts";
import { closeMonth, closeYear, reopenMonth, reopenYear } from "#domain/books/periods/actions.ts";
import { publishStatements, recordApproval } from "#domain/books/statements/actions.ts";
import type { ApprovalInput } from "#domain/books/statements/form.ts";
import { statementPaper } from "#domain/books/statements/paper.ts";
import { db } from "../../../support/payments.ts";
import { codeOf } from "../../../support/refusal.ts";
import { by, person, rows } from "../../../support/users.ts";

const YEAR = 2025;
const at = (day: number): number => Date.UTC(2026, 0, day, 1);
let [accountant, chair] = [0, 0];

beforeAll(async () => {
	accountant = (await person({ roles: ["accountant"] })).id;
	chair = (await person({ roles: ["chair"] })).id;
});

const as = (userId: number, day: number) => ({
	reviewer: { userId, standsFor: [null] },
	by: by({ id: userId }, at(day)),
});
const refusalOf = (done: Promise<unknown>): Promise<unknown> => done.then(() => undefined, codeOf);

/** A voucher of 31 December 2025 over an amount, posted on a day of January. */
const post = (amount: number, day: number) => {
	const newest = sql`(SELECT max(id) FROM vouchers)`;
	return commit(db, [
		sql`INSERT INTO vouchers (date, description, created_by, created_at, updated_at) VALUES ('2025-12-31', '捐款', ${accountant}, 1, 1)`,
		insertLines(newest, [debit("1110", amount, ""), credit("4220", amount, "")]),
		postDraft(newest, by({ id: accountant }, at(day))),
	]);
};
const versionOf = async (month: string): Promise<number> =>
	(await rows<{ version: number }>("SELECT version FROM periods WHERE month = ?", month))[0]?.version ?? 0;
const yearVersion = async (): Promise<number> =>
	(await rows("SELECT 1 FROM vouchers WHERE source = 'closing' AND source_id = ?", YEAR)).length;

async function tables(day: number) {
	const surroundings = { fullName: "測試病友協會" } as Parameters<typeof annualWith>[0]["surroundings"];
	return publicTables((await annualWith({ env, query: { year: YEAR }, surroundings, at: at(day) }, []))[0]);
}
const PASSED: ApprovalInput = {
	board_on: "2026-02-01",
	board_no: "第 3 屆第 5 次理事會",
	audit_on: "2026-02-08",
	meeting_on: null,
	meeting_no: "",
	filed_on: null,
	filed_no: "",
};
const approval = async () => (await readRows(env.DB, approvalOf(YEAR)))[0][0];
const published = async () => (await readRows(env.DB, publishedStatements(YEAR)))[0][0];
const outdated = async () => (await readRows(env.DB, outdatedStatements()))[0];
const record = async (day: number, more: Partial<ApprovalInput> = {}) =>
	recordApproval(db, {
		year: YEAR,
		tables: await tables(day),
		input: { ...PASSED, ...more },
		version: (await approval())?.version ?? 0,
		by: by({ id: accountant }, at(day)),
	});
const publish = async (day: number, version?: number) =>
	publishStatements(env, db, {
		year: YEAR,
		tables: await tables(day),
		version: version ?? (await published())?.version ?? 0,
		association: "測試病友協會",
		by: by({ id: chair }, at(day)),
	});

test("a closed year is passed, then published; what changes in the books afterwards is to be passed anew", async () => {
	await post(5_000, 2);
	expect(await refusalOf(publish(3))).toBe("statement.not_passed");
	expect(await refusalOf(record(3))).toBe("statement.not_closed");
	for (let month = 1; month <= 12; month++) {
		const name = `${YEAR}-${String(month).padStart(2, "0")}`;
		await closeMonth(db, { month: name, version: 0, ...as(accountant, 3) });
	}
	await closeYear(db, { year: YEAR, version: 0, ...as(accountant, 3) });
	await record(5);
	const both = await Promise.all([publish(6, 0), publish(6, 0)].map(refusalOf));
	expect(both.filter((code) => code === undefined)).toHaveLength(1);
	expect(await published()).toMatchObject({ version: 1, number: 1, state: "published" });
	expect(await rows("SELECT kind, title, visibility, slug FROM documents")).toEqual([
		{ kind: "finance", title: "114 年度財務報表", visibility: "public", slug: "statements-2025" },
	]);
	expect(await outdated()).toEqual([]);

	// The members confirmed it: another approval, to be published anew.
	await record(7, { meeting_on: "2026-03-21", meeting_no: "第 3 屆第 2 次會員大會" });
	expect(await outdated()).toEqual([{ year: YEAR }]);
	await publish(8);
	expect([await published(), await outdated()]).toMatchObject([{ version: 2, number: 2 }, []]);

	await reopenYear(db, { year: YEAR, version: await yearVersion(), reason: "漏了一筆", ...as(chair, 9) });
	expect(await outdated()).toEqual([{ year: YEAR }]);
	expect(await refusalOf(publish(9))).toBe("statement.moved");
	expect(await refusalOf(record(9))).toBe("statement.not_closed");
	const month = `${YEAR}-12`;
	await reopenMonth(db, { month, version: await versionOf(month), reason: "漏了一筆", ...as(chair, 9) });
	await post(700, 10);
	await closeMonth(db, { month, version: await versionOf(month), ...as(accountant, 10) });
	await closeYear(db, { year: YEAR, version: await yearVersion(), ...as(accountant, 10) });
	expect(await refusalOf(publish(11))).toBe("statement.moved");
	await record(11);
	await publish(12);
	expect([await published(), await outdated()]).toMatchObject([{ version: 3, number: 3 }, []]);
	expect(JSON.stringify(await tables(12))).toContain("5,700");
});

test("by SQL neither: nothing is passed of an open year, nor published that was not passed", async () => {
	for (const text of [
		"INSERT INTO statement_approvals (year, figures, board_on, board_no, audit_on, recorded_at) VALUES (2024, printf('%064d', 0), '2025-02-01', '理事會', '2025-02-02', 1)",
		"UPDATE statement_notices SET approval_version = 1",
		"UPDATE statement_notices SET year = 2024",
		"UPDATE documents SET current_version = 1, pressed_version = 1 - 1 WHERE kind = 'finance'",
		"INSERT INTO document_versions (document_id, number, filename, content_type, size, sha256, object_key, created_at) SELECT id, 9, 'a.pdf', 'application/pdf', 1, printf('%064d', 0), 'documents/a', 1 FROM documents",
	])
		await expect(env.DB.prepare(text).run(), text).rejects.toThrow(/statement\.|is_pressed|CHECK/);
});

test("says nothing about people: neither who keeps an asset, nor the words of vouchers", async () => {
	await env.DB.prepare(
		`INSERT INTO assets (name, account_id, acquired_on, quantity, unit, cost, place, keeper, note, created_at, updated_at)
		SELECT '輪椅', id, '2025-03-01', 1, '台', 8000, '王小明家', '王小明', '王小明保管', 1, 1 FROM accounts WHERE code = '1430'`,
	).run();
	const said = JSON.stringify(await tables(13));
	expect([said.includes("輪椅"), said.includes("王小明")]).toEqual([true, false]);
	expect((await tables(13)).map(({ title }) => title)).toEqual(["收支決算表", "資產負債表", "財產目錄", "基金收支表"]);
});

test("a table of the paper says that there was nothing, and stays what was passed", async () => {
	const passed = await tables(20);
	const paper = statementPaper(YEAR, passed, { association: "測試病友協會", passed: PASSED });
	const shown = (title: string) => paper.tables.find((table) => table.title === title)?.rows.map(({ cells }) => cells);
	expect(shown("基金收支表")).toEqual([["", "（本年度無）", ""]]);
	expect(passed.find(({ title }) => title === "基金收支表")?.rows).toEqual([]);
	expect(shown("收支決算表")).toEqual(passed[0]?.rows.map(({ cells }) => cells));
});
