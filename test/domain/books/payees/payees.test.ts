/** Payees: what holds for every writer, who may change whom, and what their pages show. */
import { env } from "cloudflare:test";
import { beforeAll, expect, test } from "vitest";
import { addAccount, addExemption, editPayee, endExemption, switchAccount } from "#domain/books/payees/actions.ts";
import { paths } from "#http/paths.ts";
import { bankCodeIn, bankName, bankWords } from "#kernel/bank-codes.ts";
import { member } from "../../../support/members.ts";
import { ACCOUNT, payee, payeeInput, payeeNow, payeeRef } from "../../../support/payees.ts";
import { db } from "../../../support/payments.ts";
import { ask, type Person, signIn } from "../../../support/people.ts";
import { codeOf } from "../../../support/refusal.ts";
import { by, rows } from "../../../support/users.ts";

const { payees } = paths.admin;
let cashier: Person;
let chair: Person;

beforeAll(async () => {
	// The user 1, who makes the records of these tests.
	await signIn({ name: "登錄的人", roles: ["accountant"] });
	cashier = await signIn({ name: "出納", roles: ["cashier"] });
	chair = await signIn({ name: "理事長", roles: ["chair"] });
});

async function numbered(no: string, userId?: number): Promise<number> {
	const { id } = await member({ status: "active", ...(userId === undefined ? {} : { userId }) });
	await rows("UPDATE members SET member_no = ? WHERE id = ?", no, id);
	return id;
}
const text = async (path: string, as = cashier) => (await ask(path, { as })).text();
const refusal = (work: Promise<unknown>) => work.then(() => "done", codeOf);
const raw = (statement: string, ...values: unknown[]) =>
	rows(statement, ...(values as never[])).then(
		() => "done",
		(error: unknown) => /payee\.\w+|CHECK|UNIQUE/.exec(String(error))?.[0],
	);
const accountsIn = (id: number) =>
	rows<{ id: number; account: string; is_active: number }>(
		"SELECT id, account, is_active FROM payee_accounts WHERE payee_id = ? ORDER BY id",
		id,
	);

test("two records of one person, company, user or member are refused, by the form and by the table", async () => {
	const { userId } = await signIn({ name: "同仁甲", roles: ["secretary"] });
	await numbered("P0001");
	await payee({ name: "甲", nationalId: "A123456789" });
	await payee({ kind: "company", name: "乙公司", taxId: "12345675" });
	await payee({ name: "丙", userId });
	await payee({ name: "丁", memberNo: "P0001" });
	expect(await refusal(payee({ name: "戊", nationalId: "A123456789" }))).toBe("payee.national_id_taken");
	expect(await refusal(payee({ kind: "company", name: "己公司", taxId: "12345675" }))).toBe("payee.tax_id_taken");
	expect(await refusal(payee({ name: "庚", userId }))).toBe("payee.user_taken");
	expect(await refusal(payee({ name: "辛", memberNo: "P0001" }))).toBe("payee.member_taken");
	expect(await refusal(payee({ name: "壬", memberNo: "P9999" }))).toBe("payee.no_member");
	expect(await refusal(payee({ name: "癸", userId: 999_999 }))).toBe("payee.no_user");
	const insert = "INSERT INTO payees (kind, name, name_folded, seal_id, created_at, updated_at";
	const [{ hash } = { hash: "" }] = await rows<{ hash: string }>(
		"SELECT national_id_hash AS hash FROM payees WHERE name = '甲'",
	);
	expect(await raw(`${insert}, national_id_hash) VALUES ('person', 'x', 'x', 's1', 1, 1, ?)`, hash)).toBe(
		"payee.taken",
	);
	expect(await raw(`${insert}, tax_id) VALUES ('company', 'x', 'x', 's2', 1, 1, '12345675')`)).toBe("payee.taken");
	expect(await raw(`${insert}, tax_id) VALUES ('person', 'x', 'x', 's3', 1, 1, '04595257')`)).toBe("CHECK");
	expect(await raw(`${insert}, user_id) VALUES ('person', 'x', 'x', 's4', 1, 1, ?)`, userId)).toBe("payee.taken");
	expect(await raw("UPDATE payees SET tax_id = '12345675', kind = 'company' WHERE name = '丙'")).toBe("payee.taken");
	expect(await raw("DELETE FROM payees WHERE name = '甲'")).toBe("payee.is_final");
	expect(await raw("INSERT OR REPLACE INTO payees SELECT * FROM payees WHERE name = '甲'")).toBe("payee.taken");
});

test("an identification number is in no column as it is, and pages and files show its mask", async () => {
	const id = await payee({ name: "丑講師", nationalId: "B123456780" }, { ...ACCOUNT, account: "700-111-2" });
	const stored = JSON.stringify([
		await rows("SELECT * FROM payees WHERE id = ?", id),
		await rows("SELECT * FROM audit_log WHERE auditable_type = 'payee' AND auditable_id = ?", String(id)),
		await rows("SELECT * FROM record_texts WHERE kind = 'payee' AND id = ?", id),
	]);
	expect(stored).not.toContain("B123456780");
	expect(stored).toContain("B12****780");
	for (const path of [payees.show(id), payees.edit(id), payees.list(), payees.export("csv")]) {
		const page = await text(path);
		expect([path, page.includes("B123456780"), page.includes("B12****780")]).toEqual([path, false, true]);
	}
	// The numbers are found by mask and by account, with or without dashes.
	for (const q of ["b12****780", "7001112", "700-111-2", "丑講"])
		expect([q, (await text(`${payees.list()}?q=${encodeURIComponent(q)}`)).includes("丑講師")]).toEqual([q, true]);
	expect(await text(`${payees.list()}?q=${encodeURIComponent("123456780")}`)).not.toContain(payees.show(id));
});

test("the form checks each kind's number, and makes the payee with the account once", async () => {
	const fields = {
		_key: crypto.randomUUID(),
		name: "寅企業社",
		kind: "company",
		bank: "中華郵政",
		account: "0012345-0678901",
	};
	const wrong = await ask(payees.create(), { as: cashier, form: { ...fields, tax_id: "12345678" } });
	expect([wrong.status, (await wrong.text()).includes("統一編號不正確")]).toEqual([422, true]);
	const noBank = await ask(payees.create(), { as: cashier, form: { ...fields, bank: "某銀行" } });
	expect([noBank.status, (await noBank.text()).includes("請填金融機構代碼或名稱")]).toEqual([422, true]);
	const badId = await ask(payees.create(), {
		as: cashier,
		form: { ...fields, kind: "person", national_id: "A123456788" },
	});
	expect([badId.status, (await badId.text()).includes("身分證字號或居留證號不正確")]).toEqual([422, true]);
	const sent = () => ask(payees.create(), { as: cashier, form: { ...fields, tax_id: "04595257" } });
	const [made, again] = [await sent(), await sent()];
	expect([made.status, again.headers.get("Location")]).toEqual([303, made.headers.get("Location")]);
	const page = await text(made.headers.get("Location") ?? "");
	for (const said of ["寅企業社", "04595257", "700 中華郵政", "0012345-0678901", "戶名 寅企業社"])
		expect([said, page.includes(said)]).toEqual([said, true]);
});

test("an account is added, switched off and on, never rewritten; a code outside the list is a warning", async () => {
	const id = await payee({ name: "卯講師" }, ACCOUNT);
	const form = { bank: "999", account: "123-456", branch: "", holder: "", version: "1" };
	const done = await ask(payees.accounts(id), { as: cashier, form });
	const flash = decodeURIComponent(decodeURIComponent(done.headers.get("Set-Cookie") ?? ""));
	expect([done.status, flash.includes("代碼 999 不在金融機構清單裡")]).toEqual([303, true]);
	expect(await refusal(addAccount(env, db, { ref: await payeeRef(id), input: ACCOUNT, by: by({ id: 1 }) }))).toBe(
		"payee.account_taken",
	);
	const [first, second] = await accountsIn(id);
	const toggle = async (accountId: number, to: "on" | "off") =>
		switchAccount(db, { ref: await payeeRef(id), accountId, to, by: by({ id: 1 }) });
	await toggle(first?.id ?? 0, "off");
	expect((await accountsIn(id)).map(({ is_active }) => is_active)).toEqual([0, 1]);
	await toggle(first?.id ?? 0, "on");
	expect((await accountsIn(id)).map(({ is_active }) => is_active)).toEqual([1, 1]);
	expect(await refusal(toggle(999_999, "off"))).toBe("payee.stale");
	expect(await raw("UPDATE payee_accounts SET account = '9' WHERE id = ?", second?.id)).toBe("payee.is_final");
	expect(await raw("UPDATE payee_accounts SET payee_id = payee_id + 1 WHERE id = ?", second?.id)).toBe(
		"payee.is_final",
	);
	const insert =
		"INSERT INTO payee_accounts (payee_id, bank_code, account, holder, created_at) VALUES (?, ?, ?, '戶', 1)";
	expect(await raw(insert, id, "004", "12a")).toBe("CHECK");
	expect(await raw(insert, id, "4", "12")).toBe("CHECK");
	expect(await raw(insert, id, "004", "--")).toBe("CHECK");
	expect(await raw(insert, id, "004", ACCOUNT.account)).toBe("payee.account_taken");
});

test("a paper of exemption holds from the day it was shown to its last day, and stays as it was written", async () => {
	const id = await payee({ name: "辰講師" });
	const input = { kind: "class2", paper: "職業工會在保證明", shownOn: "2026-03-01" } as const;
	await addExemption(db, { ref: await payeeRef(id), input, by: by({ id: 1 }) });
	const [one] = await rows<{ id: number }>("SELECT id FROM payee_exemptions WHERE payee_id = ?", id);
	const exemptionId = one?.id ?? 0;
	const end = async (until: string) =>
		endExemption(db, { ref: await payeeRef(id), exemptionId, until, by: by({ id: 1 }) });
	expect(await refusal(end("2026-02-28"))).toBe("payee.until_refused");
	await end("2026-12-31");
	const page = await text(payees.show(id));
	for (const said of ["職業工會", "職業工會在保證明", "到115年12月31日為止"])
		expect([said, page.replaceAll(" ", "").includes(said)]).toEqual([said, true]);
	expect(await raw("UPDATE payee_exemptions SET paper = 'x' WHERE id = ?", exemptionId)).toBe("payee.is_final");
	expect(await raw("UPDATE payee_exemptions SET until = '2026-01-01' WHERE id = ?", exemptionId)).toBe("CHECK");
	expect(await raw("DELETE FROM payee_exemptions WHERE id = ?", exemptionId)).toBe("payee.is_final");
});

test("who saw an older version is refused, and so is a change of the kind", async () => {
	const id = await payee({ name: "巳講師" });
	const edit = (version: number, more: object = {}) =>
		editPayee(env, db, {
			ref: { id, version },
			input: payeeInput({ name: "巳老師", nationalId: undefined, ...more }),
			isActive: false,
			by: by({ id: 1 }),
		});
	await edit(1);
	expect(await payeeNow(id)).toMatchObject({ name: "巳老師", is_active: 0, version: 2 });
	expect(await refusal(edit(1))).toBe("payee.stale");
	expect(await refusal(edit(2, { kind: "company" }))).toBe("payee.stale");
});

test("nobody changes their own record or their family's, nor makes one of themselves", async () => {
	const own = await payee({ name: "出納", userId: cashier.userId });
	const child = await numbered("P0002");
	const parent = await numbered("P0003", cashier.userId);
	await rows("UPDATE members SET guardian_member_id = ? WHERE id = ?", parent, child);
	const family = await payee({ name: "家人", memberNo: "P0002" });
	const version = async (id: number) => String((await payeeNow(id)).version);
	for (const id of [own, family]) {
		const sent = await ask(payees.accounts(id), {
			as: cashier,
			form: { bank: "004", account: "111", branch: "", holder: "", version: await version(id) },
		});
		expect([sent.status, (await sent.text()).includes("您或家人的收款資料")]).toEqual([422, true]);
		expect(await accountsIn(id)).toEqual([]);
	}
	const made = await ask(payees.create(), {
		as: cashier,
		form: { _key: crypto.randomUUID(), kind: "person", name: "我自己", member_no: "P0003" },
	});
	expect([made.status, (await made.text()).includes("您或家人的收款資料")]).toEqual([422, true]);
});

test("who only reads sees no forms", async () => {
	const id = await payee({ name: "午講師" }, ACCOUNT);
	const page = await text(payees.show(id), chair);
	expect([page.includes("午講師"), page.includes("新增帳號"), page.includes(payees.edit(id))]).toEqual([
		true,
		false,
		false,
	]);
});

test("a bank is read from its code or its name as people write it", () => {
	expect(
		[
			"004",
			"004 臺灣銀行 城中",
			"台灣銀行城中分行",
			"臺灣銀行（004）",
			"中華郵政",
			"郵局",
			"玉山",
			"999",
			"銀行",
			"",
		].map(bankCodeIn),
	).toEqual(["004", "004", "004", "004", "700", "700", "808", "999", null, null]);
	expect([bankWords("822"), bankName("999"), bankWords("999")]).toEqual(["822 中國信託商業銀行", undefined, "999"]);
});
