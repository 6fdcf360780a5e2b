/** A payee who is no member gets a copy of their data, and is erased as far as vouchers and withholding allow. */
import { env } from "cloudflare:test";
import { beforeAll, expect, test } from "vitest";
import { editPayee } from "#domain/books/payees/actions.ts";
import { keepErasures } from "#domain/shell/erasures/actions.ts";
import { pseudonymisePayee } from "#domain/shell/erasures/payee-actions.ts";
import { paths } from "#http/paths.ts";
import { registeredOutsiders } from "#platform/erasure-register.ts";
import { accountId, bring, draft, fund, office } from "../../../support/finance.ts";
import { member } from "../../../support/members.ts";
import { ACCOUNT, payee, payeeInput, payeeNow, payeeRef } from "../../../support/payees.ts";
import { db } from "../../../support/payments.ts";
import { ask, type Person, signIn } from "../../../support/people.ts";
import { codeOf } from "../../../support/refusal.ts";
import { AT, by, rows } from "../../../support/users.ts";

const { payees } = paths.admin;
const MARKS = ["標記甲乙丙", "A123456789", "A12****789", "mark-er@example.org", "0913571913", "913-571-913"];
let cashier: Person;
let people: Awaited<ReturnType<typeof office>>;

beforeAll(async () => {
	await signIn({ name: "登錄的人", roles: ["accountant"] });
	cashier = await signIn({ name: "出納", roles: ["cashier"] });
	people = await office();
	await fund();
	expect(await accountId("5320")).toBeGreaterThan(0);
});

/** One of whom every column says something. */
const marked = (more = {}) =>
	payee(
		{
			name: "標記甲乙丙",
			nationalId: "A123456789",
			email: "mark-er@example.org",
			phone: "0913571913",
			address: "標記甲乙丙路 1 號",
			note: "標記甲乙丙的附記",
			...more,
		},
		{ ...ACCOUNT, account: "913-571-913", holder: "標記甲乙丙" },
	);
const paying = async (payeeId: number, until: "chair" | "posted") => {
	const id = await draft(people.applicant);
	await rows("UPDATE finance_documents SET payee_id = ? WHERE id = ?", payeeId, id);
	return bring(id, people, until, { paidFrom: "1110" });
};
const erase = async (id: number, version?: number, userId = cashier.userId) =>
	pseudonymisePayee(env, db, {
		ref: version === undefined ? await payeeRef(id) : { id, version },
		by: by({ id: userId }),
	}).catch(codeOf);

/** Where a mark is still found, by table. */
async function places(): Promise<string[]> {
	const tables = await rows<{ name: string }>(
		"SELECT name FROM sqlite_master WHERE type = 'table' AND name NOT LIKE '\\_cf%' ESCAPE '\\'",
	);
	const found: string[] = [];
	for (const { name } of tables) {
		const text = JSON.stringify(await rows(`SELECT * FROM "${name}"`));
		for (const mark of MARKS) if (text.includes(mark)) found.push(`${name}: ${mark}`);
	}
	return found;
}

test("who was never paid is forgotten, and the page says before and after what is where", async () => {
	const id = await marked();
	await rows("INSERT INTO tasks (title, rank, created_at, updated_at) VALUES ('打電話給標記甲乙丙', 1, 1, 1)");
	expect((await places()).length).toBeGreaterThan(4);
	const page = await (await ask(payees.erasure(id), { as: cashier })).text();
	for (const words of [`姓名（改為「已去識別化 ${id}」）`, "任務", "收款帳號（1 個）"]) expect(page).toContain(words);
	const unsure = await ask(payees.erasure(id), { as: cashier, form: { version: "1" } });
	expect([unsure.status, (await unsure.text()).includes("請先勾選確認。")]).toEqual([422, true]);
	const done = await ask(payees.erasure(id), { as: cashier, form: { version: "1", sure: "1" } });
	expect([done.status, done.headers.get("Location")]).toEqual([303, payees.show(id)]);
	// The task is others' text, with what the search finds it by.
	expect(await places()).toEqual(["tasks", "record_texts", "record_words"].map((table) => `${table}: 標記甲乙丙`));
	await rows("UPDATE tasks SET title = '打電話', version = version + 1");
	expect(await places()).toEqual([]);
	expect(await payeeNow(id)).toMatchObject({ name: `已去識別化 ${id}`, person_key: null, email: null, is_active: 0 });
	const after = await (await ask(payees.erasure(id), { as: cashier })).text();
	expect([after.includes("可以更改"), after.includes('name="sure"')]).toEqual([true, false]);
	expect(await (await ask(payees.show(id), { as: cashier })).text()).toContain("文字裡還有姓名的地方");
	expect(await rows("SELECT action, user_id FROM audit_log WHERE auditable_type = 'payee' ORDER BY id")).toEqual([
		{ action: "payee.create", user_id: 1 },
		{ action: "payee.pseudonymise", user_id: cashier.userId },
	]);
});

test("of who was paid the name, the number and the address stay with the reason, and the rest goes", async () => {
	const id = await marked();
	await paying(id, "posted");
	const page = await (await ask(payees.erasure(id), { as: cashier })).text();
	expect(page).toContain("姓名、證號與地址：付過款的，支出憑證與扣繳申報要用");
	expect(await erase(id)).toBeUndefined();
	const now = await payeeNow(id);
	expect(now).toMatchObject({ name: "標記甲乙丙", address: "標記甲乙丙路 1 號", email: null, phone: null, note: "" });
	expect(now.national_id_mask).toBe("A12****789");
	expect(await rows("SELECT 1 FROM payee_accounts WHERE payee_id = ?", id)).toEqual([]);
});

test("what is under way, a member, staff, one's own record and a page that is out of date are refused", async () => {
	const open = await payee({ name: "還沒付的人" });
	await paying(open, "chair");
	const { id: memberId } = await member({ status: "active" });
	await rows("UPDATE members SET member_no = 'M0777' WHERE id = ?", memberId);
	const ofMember = await payee({ name: "也是會員", memberNo: "M0777" });
	const other = await signIn({ name: "同仁", roles: ["secretary"] });
	const ofStaff = await payee({ name: "同仁", userId: other.userId });
	const free = await payee({ name: "沒有付過的人" });
	const named = await payee({ name: "出納" });
	expect(await Promise.all([erase(open), erase(ofMember), erase(ofStaff), erase(free, 9), erase(named)])).toEqual([
		"payee.open_finance",
		"payee.is_member",
		"payee.is_staff",
		"payee.stale",
		"payee.own",
	]);
	expect(await erase(999_999, 1)).toBe("payee.stale");
	expect((await payeeNow(free)).name).toBe("沒有付過的人");
	const page = await (await ask(payees.erasure(open), { as: cashier })).text();
	expect([page.includes("還有付給這位受款人的支出申請"), page.includes('name="sure"')]).toEqual([true, false]);
	const company = await payee({ kind: "company", name: "甲公司", taxId: "12345675" });
	for (const one of [ofMember, company])
		for (const path of [payees.copy(one), payees.erasure(one)])
			expect([path, (await ask(path, { as: cashier })).status]).toEqual([path, 404]);
});

test("an earlier copy of the database brings nobody back", async () => {
	const id = await marked({ nationalId: "F131104093" });
	const { created_at } = await payeeNow(id);
	expect(await erase(id)).toBeUndefined();
	expect(await registeredOutsiders(env, "payee")).toContainEqual({ id, created_at, at: AT });
	await rows("UPDATE payees SET name = '標記甲乙丙', phone = '0913571913', pseudonymised_at = NULL WHERE id = ?", id);
	expect(await keepErasures(env, db, AT + 60_000)).toBe(1);
	expect(await payeeNow(id)).toMatchObject({ name: `已去識別化 ${id}`, phone: null });
	expect(await keepErasures(env, db, AT + 120_000)).toBe(0);
	// Another record under the same number is somebody else.
	await rows("UPDATE payees SET pseudonymised_at = NULL, name = '別人', created_at = created_at + 1 WHERE id = ?", id);
	expect(await keepErasures(env, db, AT + 180_000)).toBe(0);
});

test("a payee's copy holds all that is kept of them, opened; the log says that it was made", async () => {
	const id = await marked({ name: "複本本人", nationalId: "AB23456789", note: "第一個附記" });
	const input = payeeInput({ name: "複本本人", nationalId: undefined, note: "改過的附記" });
	await editPayee(env, db, { ref: await payeeRef(id), input, isActive: true, by: by({ id: 1 }) });
	await paying(id, "posted");
	expect(await (await ask(payees.show(id), { as: cashier })).text()).toContain("個人資料副本");
	expect((await ask(payees.copy(id), { as: cashier })).status).toBe(200);
	const answer = await ask(payees.copy(id), { as: cashier, form: {} });
	expect([answer.status, answer.headers.get("Content-Type")]).toEqual([200, "application/zip"]);
	const text = await answer.text();
	for (const told of [
		"個人資料.json",
		"AB23456789",
		"改過的附記",
		"第一個附記",
		"913-571-913",
		"秋季病友聚會場地費",
		"修改受款人",
	])
		expect([told, text.includes(told)]).toEqual([told, true]);
	expect(
		await rows("SELECT count(*) AS n FROM audit_log WHERE action = 'payee.copy' AND auditable_id = ?", String(id)),
	).toEqual([{ n: 1 }]);
	expect(await erase(id)).toBeUndefined();
	expect((await ask(payees.copy(id), { as: cashier })).status).toBe(404);
});
