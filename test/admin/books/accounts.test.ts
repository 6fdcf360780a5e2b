import { env } from "cloudflare:test";
import { beforeAll, expect, test } from "vitest";
import { PURPOSES } from "#admin/books/ledger/accounts-words.ts";
import { ACCOUNTS as POSTED } from "#domain/books/ledger/postings.ts";
import { SETTINGS } from "#domain/system/settings/schema.ts";
import { paths } from "#http/paths.ts";
import { closeMonths } from "../../support/money-fixtures.ts";
import { ask, type Person, signIn } from "../../support/people.ts";
import { rows } from "../../support/users.ts";

const { ledger } = paths.admin;
let accountant: Person;
beforeAll(async () => {
	accountant = await signIn({ roles: ["accountant"] });
});

const send = async (path: string, form: Record<string, string | string[]>) => {
	const answer = await ask(path, { as: accountant, form });
	return { status: answer.status, text: await answer.text() };
};
const page = async (path: string) => (await ask(path, { as: accountant })).text();
const account = async (code: string) =>
	(await rows("SELECT id, code, name, is_active, version FROM accounts WHERE code = ?", code))[0];
const idOf = async (code: string) => Number((await account(code))?.id);
const refused = (sql: string, code: string) => expect(env.DB.prepare(sql).run()).rejects.toThrow(code);

test("an account is added below another, renamed, taken out of use and back; each is in the log", async () => {
	expect((await send(ledger.accountCreate(), { code: "５２５０-01", name: "郵資 <b>", _key: "a" })).status).toBe(303);
	const id = await idOf("5250-01");
	expect(await page(ledger.accounts())).toContain("郵資 &lt;b>");
	expect((await send(ledger.account(id), { code: "5250-01", name: "郵資", version: "1" })).status).toBe(303);
	expect(await account("5250-01")).toEqual({ id, code: "5250-01", name: "郵資", is_active: 0, version: 2 });
	expect(await page(`${ledger.accounts()}?status=inactive`)).toContain("郵資");
	expect(await page(`${ledger.accounts()}?status=active&q=郵資`)).toContain("找不到符合的科目");
	const stale = await send(ledger.account(id), { code: "5250-01", name: "我的名稱", version: "1" });
	expect([stale.status, stale.text.includes("我的名稱")]).toEqual([409, true]);
	expect((await send(ledger.account(id), { code: "5250-02", name: "郵資", is_active: "1", version: "2" })).status).toBe(
		303,
	);
	expect(
		await rows(
			"SELECT action, description FROM audit_log WHERE auditable_type = 'account' AND auditable_id = ?",
			String(id),
		),
	).toEqual([
		{ action: "account.create", description: "5250-01" },
		{ action: "account.edit", description: "5250-01" },
		{ action: "account.edit", description: "5250-01" },
	]);
});

test.each([
	["52", "代號是四位數字"],
	["6110", "代號是四位數字"],
	["5250-1", "代號是四位數字"],
	["5250", "這個會計科目代號已經有人使用"],
	["5999-01", "子目要先有上層的科目"],
])("the code %s is refused in words", async (code, words) => {
	const answer = await send(ledger.accountCreate(), { code, name: "試", _key: crypto.randomUUID() });
	expect(answer.status).toBe(code === "5250" ? 422 : 422);
	expect(answer.text).toContain(words);
});

test("an account is deleted as long as nothing names it", async () => {
	await send(ledger.accountCreate(), { code: "5960", name: "試用", _key: "b" });
	const id = await idOf("5960");
	expect(await page(ledger.account(id))).toContain(ledger.accountRemoval(id));
	await rows(
		"INSERT INTO budget_items (year, account_id, name, amount, created_at, updated_at) VALUES (2030, ?, '試', 1, 0, 0)",
		id,
	);
	expect((await send(ledger.accountRemoval(id), { version: "1" })).status).toBe(422);
	await rows("DELETE FROM budget_items WHERE account_id = ?", id);
	expect((await send(ledger.accountRemoval(id), { version: "9" })).status).toBe(409);
	expect((await send(ledger.accountRemoval(id), { version: "1" })).status).toBe(303);
	expect(await account("5960")).toBeUndefined();
});

test("what the program posts to stays in use, under its code, and there", async () => {
	const id = await idOf("2150");
	const out = await send(ledger.account(id), { code: "2150", name: "暫收款", version: "1" });
	expect([out.status, out.text.includes("用在自動過帳或收款帳戶")]).toEqual([422, true]);
	await refused("UPDATE accounts SET is_active = 0 WHERE code = '1110'", "ledger.account_mapped");
	await refused("UPDATE accounts SET code = '2151' WHERE code = '2150'", "ledger.account_used");
	await refused("DELETE FROM accounts WHERE code = '2150'", "ledger.account_used");
	await refused("UPDATE OR REPLACE accounts SET code = '5250' WHERE code = '5260'", "ledger.account_taken");
	await refused(
		"INSERT INTO accounts (code, name, created_at, updated_at) VALUES ('5998-01', '試', 0, 0)",
		"ledger.no_parent",
	);
});

test("the mapping: another account of its class, cash for cash, of its own, and empty when it is left", async () => {
	const shown = await page(ledger.mapping());
	expect(shown).toContain("預收會費與溢繳款");
	const now = await rows<{ purpose: string; account_id: number; version: number }>(
		"SELECT purpose, account_id, version FROM posting_accounts ORDER BY purpose",
	);
	const codes = new Map(
		(await rows<{ id: number; code: string }>("SELECT id, code FROM accounts")).map(({ id, code }) => [id, code]),
	);
	const form = (changed: Record<string, number>) => ({
		purpose: now.map(({ purpose }) => purpose),
		seen: now.map(({ version }) => String(version)),
		account: now.map(({ purpose, account_id }) => codes.get(changed[purpose] ?? account_id) ?? ""),
	});
	expect((await send(ledger.mapping(), form({ fees: await idOf("1110") }))).text).toContain("請選同一類、使用中的科目");
	expect((await send(ledger.mapping(), form({ cash: await idOf("1220") }))).text).toContain("請選同一類、使用中的科目");
	expect((await send(ledger.mapping(), form({ suspense: await idOf("2120") }))).text).toContain("已用在另一項自動過帳");
	expect((await send(ledger.mapping(), form({ fees: await idOf("5810") }))).status).toBe(303);
	expect(
		(
			await rows("SELECT a.code FROM posting_accounts p JOIN accounts a ON a.id = p.account_id WHERE purpose = 'fees'")
		)[0]?.code,
	).toBe("5810");
	expect((await send(ledger.mapping(), form({ fees: await idOf("5220") }))).status).toBe(409);
	expect(await rows("SELECT description, changes FROM audit_log WHERE action = 'posting_accounts.edit'")).toEqual([
		{ description: "fees", changes: JSON.stringify({ fees: { from: "5270", to: "5810" } }) },
	]);
	const unclear = await send(ledger.mapping(), {
		...form({}),
		seen: (await rows<{ version: number }>("SELECT version FROM posting_accounts ORDER BY purpose")).map((one) =>
			String(one.version),
		),
		account: now.map(({ purpose, account_id }) => (purpose === "fees" ? "費" : (codes.get(account_id) ?? ""))),
	});
	expect(unclear.status).toBe(422);
	expect(unclear.text).toContain('id="f-account-fees-error"');
	expect(unclear.text.split("「費」可能是").length).toBe(3);
	await refused(
		"UPDATE posting_accounts SET account_id = (SELECT id FROM accounts WHERE code = '5220') WHERE purpose = 'annual'",
		"ledger.mapping_class",
	);
	await refused("UPDATE posting_accounts SET purpose = 'x' WHERE purpose = 'annual'", "ledger.mapping_class");
	await refused(
		"INSERT OR REPLACE INTO posting_accounts (purpose, account_id, updated_at) VALUES ('annual', 1, 0)",
		"ledger.mapping_stale",
	);
	await refused("DELETE FROM posting_accounts WHERE purpose = 'annual'", "ledger.mapping_stale");
});

test("every purpose that the code posts to has an account and its words", async () => {
	const there = await rows<{ purpose: string }>("SELECT purpose FROM posting_accounts ORDER BY purpose");
	expect(there.map(({ purpose }) => purpose)).toEqual(Object.values<string>(POSTED).toSorted());
	expect(Object.keys(PURPOSES).toSorted()).toEqual(there.map(({ purpose }) => purpose));
});

test("the trigger's default of the second person is that of the settings", async () => {
	const [trigger] = await rows<{ sql: string }>("SELECT sql FROM sqlite_master WHERE name = 'vouchers_large_by_two'");
	expect(trigger?.sql).toContain(`'ledger.second_person_above'), ${SETTINGS.ledger.second_person_above.default})`);
});

const OPENING = {
	date: "2026-01-01",
	account: ["1110", "1130", "2120", "3110"],
	debit: ["10,000", "250000", "", ""],
	credit: ["", "", "30,000", "100,000"],
};
const openings = () =>
	rows(
		`SELECT v.id, v.source_seq AS seq, v.kind, a.code, l.debit, l.credit FROM vouchers v JOIN voucher_lines l ON l.voucher_id = v.id
		JOIN accounts a ON a.id = l.account_id WHERE v.source = 'opening' AND a.code IN ('3210', '1110') ORDER BY v.id, a.code`,
	);

test("the opening: what every account held, the difference visibly in 3210; made anew by a reversal and the next one", async () => {
	const shown = await page(ledger.opening());
	expect(shown).toContain("差額記入 3210 累計餘絀");
	expect(shown).not.toContain('value="3210"');
	const bad = await send(ledger.opening(), { ...OPENING, debit: ["10,000", "-5", "", ""], seen: "0" });
	expect([bad.status, bad.text.includes("「-5」不是大於 0 的整數金額")]).toEqual([422, true]);
	expect((await send(ledger.opening(), { ...OPENING, date: "2026-02-30", seen: "0" })).text).toContain(
		"不是正確的日期",
	);
	expect(
		(await send(ledger.opening(), { date: "2026-01-01", account: [], debit: [], credit: [], seen: "0" })).status,
	).toBe(422);
	expect((await send(ledger.opening(), { ...OPENING, seen: "0" })).status).toBe(303);
	const [cash, rest] = await openings();
	expect([cash, rest]).toEqual([
		expect.objectContaining({ seq: 1, kind: "transfer", code: "1110", debit: 10_000, credit: 0 }),
		expect.objectContaining({ seq: 1, kind: "transfer", code: "3210", debit: 0, credit: 130_000 }),
	]);
	expect(await page(ledger.opening())).toContain('value="250,000"');
	// Somebody else's opening is not overwritten unseen.
	expect((await send(ledger.opening(), { ...OPENING, seen: "0" })).status).toBe(409);
	const again = { ...OPENING, debit: ["20,000", "250000", "", ""], seen: String(cash?.id) };
	expect((await send(ledger.opening(), again)).status).toBe(303);
	expect((await openings()).slice(2).map(({ seq, code, debit, credit }) => [seq, code, debit, credit])).toEqual([
		[2, "1110", 20_000, 0],
		[2, "3210", 0, 140_000],
	]);
	expect(
		await rows(
			"SELECT a.code, sum(m.debit - m.credit) AS held FROM account_months m JOIN accounts a ON a.id = m.account_id WHERE a.code IN ('1110', '3210') GROUP BY 1 ORDER BY 1",
		),
	).toEqual([
		{ code: "1110", held: 20_000 },
		{ code: "3210", held: -140_000 },
	]);
	const now = String((await openings()).at(-1)?.id);
	await closeMonths("2026-01");
	const closed = await send(ledger.opening(), { ...again, seen: now });
	expect([closed.status, closed.text.includes("這個月份已經結帳")]).toEqual([422, true]);
	expect((await openings()).length).toBe(4);
	await rows("INSERT INTO accounts (code, name, created_at, updated_at) VALUES ('2120-01', '預收', 0, 0)");
	const move = (code: string) =>
		`UPDATE posting_accounts SET account_id = (SELECT id FROM accounts WHERE code = '${code}') WHERE purpose = 'dues_in_advance'`;
	await refused(move("2130"), "ledger.mapping_shared");
	await refused(move("2120-01"), "ledger.mapping_balance");
});

test("templates: made, used, changed and taken away; names are their own", async () => {
	const form = {
		name: "繳水費",
		description: "水費",
		account: ["5230", "銀行存款", ""],
		side: ["debit", "credit", "debit"],
		amount: ["", "300", ""],
		memo: ["水費", "", ""],
	};
	expect((await send(ledger.templateCreate(), { ...form, _key: "t" })).status).toBe(303);
	const [made] = await rows<{ id: number; lines: string }>("SELECT id, lines FROM voucher_templates");
	expect(JSON.parse(made?.lines ?? "")).toEqual([
		{ account: "5230", side: "debit", amount: null, memo: "水費" },
		{ account: "1130", side: "credit", amount: 300, memo: "" },
	]);
	const id = Number(made?.id);
	expect(await page(ledger.templates())).toContain(`${ledger.voucherCreate()}?template=${id}`);
	expect(await page(ledger.template(id))).toContain('value="5230 水電費"');
	expect((await send(ledger.templateCreate(), { ...form, _key: "t2" })).text).toContain("已有同名的常用分錄");
	expect(
		(await send(ledger.templateCreate(), { ...form, name: "一行", account: ["5230"], _key: "t3" })).text,
	).toContain("請至少填兩行分錄");
	const bad = await send(ledger.templateCreate(), { ...form, name: "壞的", account: ["沒有", "1130", ""], _key: "t4" });
	expect([bad.status, bad.text.includes("第 1 行：找不到「沒有」這個科目")]).toEqual([422, true]);
	expect((await send(ledger.template(id), { ...form, name: "繳水電費", version: "1" })).status).toBe(303);
	expect((await send(ledger.template(id), { ...form, name: "別的", version: "1" })).status).toBe(409);
	await refused(`UPDATE OR REPLACE voucher_templates SET id = ${id + 1}`, "template.taken");
	expect((await send(ledger.templateRemoval(id), { version: "1" })).status).toBe(409);
	expect((await send(ledger.templateRemoval(id), { version: "2" })).status).toBe(303);
	expect(await rows("SELECT id FROM voucher_templates")).toEqual([]);
	expect(
		(await rows("SELECT action FROM audit_log WHERE auditable_type = 'voucher_template' ORDER BY id")).map(
			({ action }) => action,
		),
	).toEqual(["voucher_template.create", "voucher_template.edit", "voucher_template.delete"]);
});
