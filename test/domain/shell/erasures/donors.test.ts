import { env } from "cloudflare:test";
import { beforeAll, expect, test } from "vitest";
import { storedDonor } from "#db/money/donors.ts";
import { readRows } from "#db/read.ts";
import { recordIncome } from "#domain/money/income/actions.ts";
import { keepErasures } from "#domain/shell/erasures/actions.ts";
import { pseudonymiseDonor } from "#domain/shell/erasures/donor-actions.ts";
import { paths } from "#http/paths.ts";
import { registeredOutsiders } from "#platform/erasure-register.ts";
import { donor, drafted, refOf as incomeRef, posted } from "../../../support/income.ts";
import { db, owing } from "../../../support/payments.ts";
import { ask, type Person, signIn } from "../../../support/people.ts";
import { codeOf } from "../../../support/refusal.ts";
import { AT, by, rows } from "../../../support/users.ts";

const { donors } = paths.admin.income;
const MARKS = ["標記甲乙丙", "A123456789", "A12****789", "mark-er@example.org", "0913571913"];
let cashier: Person;
let accountant: Person;

beforeAll(async () => {
	cashier = await signIn({ name: "出納", roles: ["cashier"] });
	accountant = await signIn({ name: "會計", roles: ["accountant"] });
});

/** One of whom every column says something, with a gift that is posted, its receipt and a mail. */
async function marked(): Promise<number> {
	const id = await donor({
		name: "標記甲乙丙",
		nationalId: "A123456789",
		email: "mark-er@example.org",
		phone: "0913571913",
		address: "標記甲乙丙路 1 號",
		note: "標記甲乙丙的附記",
	});
	const gift = await drafted(accountant.userId, { donorId: id, payerTitle: "林先生", note: "標記甲乙丙的備註" });
	await recordIncome(db, { ref: await incomeRef(gift), by: { ...by({ id: cashier.userId }), userId: cashier.userId } });
	await posted(gift, accountant.userId);
	return id;
}
const stored = async (id: number) => (await readRows(env.DB, storedDonor(id)))[0][0];
const refOf = async (id: number) => ({ id, version: (await stored(id))?.version ?? 0 });

/** Where a mark is still found in either database, by table. */
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

test("a donor who is no member is forgotten; the gift, its receipt and the books stay", async () => {
	const id = await marked();
	const kept = () =>
		rows(
			`SELECT i.amount, i.received_on, i.payer_title, i.state, r.number, r.payer_title AS title, r.amount AS sum
			FROM income_records i JOIN receipts r ON r.income_id = i.id WHERE i.donor_id = ?`,
			id,
		);
	const before = await kept();
	expect(before).toMatchObject([
		{ amount: 5_000, payer_title: "林先生", state: "posted", title: "林先生", sum: 5_000 },
	]);
	expect((await places()).length).toBeGreaterThan(4);
	const page = await (await ask(donors.erasure(id), { as: cashier })).text();
	expect(page).toContain(`姓名（改為「已去識別化 ${id}」）`);
	const unsure = await ask(donors.erasure(id), { as: cashier, form: { version: "1" } });
	expect([unsure.status, (await unsure.text()).includes("請先勾選確認。")]).toEqual([422, true]);
	const done = await ask(donors.erasure(id), { as: cashier, form: { version: "1", sure: "1" } });
	expect([done.status, done.headers.get("Location")]).toEqual([303, donors.show(id)]);
	expect(await places()).toEqual([]);
	expect(await kept()).toEqual(before);
	expect(await stored(id)).toMatchObject({ name: `已去識別化 ${id}`, person_key: null, email: null, naming: null });
	expect(
		await rows(
			"SELECT action, user_id FROM audit_log WHERE auditable_type = 'donor' AND auditable_id = ? ORDER BY id",
			String(id),
		),
	).toEqual([
		{ action: "donor.create", user_id: 1 },
		{ action: "donor.pseudonymise", user_id: cashier.userId },
	]);
	// Afterwards the same page says where the name still stands; it asks for nothing more.
	const after = await ask(donors.erasure(id), { as: cashier });
	const text = await after.text();
	expect([after.status, text.includes('name="sure"')]).toEqual([200, false]);
	expect(text).toContain("當時沒有找到");
	expect(await (await ask(donors.show(id), { as: cashier })).text()).toContain("文字裡還有姓名的地方");
});

test("what is under way, a member, and a page that is out of date are refused", async () => {
	const open = await donor({ name: "有草稿的人" });
	await drafted(cashier.userId, { donorId: open });
	const { memberId } = await owing();
	await rows("UPDATE members SET member_no = 'M0777' WHERE id = ?", memberId);
	const member = await donor({ name: "也是會員", memberNo: "M0777" });
	const free = await donor({ name: "沒有捐款的人" });
	const erase = async (id: number, version?: number) => {
		const ref = version === undefined ? await refOf(id) : { id, version };
		return pseudonymiseDonor(env, db, { ref, by: by({ id: 1 }) }).catch(codeOf);
	};
	expect(await Promise.all([erase(open), erase(member), erase(free, 9), erase(999_999)])).toEqual([
		"donor.open_income",
		"donor.is_member",
		"donor.stale",
		"donor.stale",
	]);
	expect((await stored(free))?.name).toBe("沒有捐款的人");
	const page = await (await ask(donors.erasure(open), { as: cashier })).text();
	expect([page.includes("還有收入草稿"), page.includes('name="sure"')]).toEqual([true, false]);
});

test("an earlier copy of the database brings nobody back", async () => {
	const id = await marked();
	const row = await stored(id);
	await pseudonymiseDonor(env, db, { ref: await refOf(id), by: by({ id: 1 }) });
	const line = { id, created_at: row?.created_at, at: AT };
	expect(await registeredOutsiders(env, "donor")).toContainEqual(line);
	// As it was in the copy.
	const back = `UPDATE donors SET name = '標記甲乙丙', email = 'mark-er@example.org', phone = '0913571913', person_key = 'x', pseudonymised_at = NULL WHERE id = ?`;
	await rows(back, id);
	expect(await keepErasures(env, db, AT + 60_000)).toBe(1);
	expect(await places()).toEqual([]);
	expect(await keepErasures(env, db, AT + 120_000)).toBe(0);
	// Another record under the same number is somebody else.
	await rows("UPDATE donors SET pseudonymised_at = NULL, name = '別人', created_at = created_at + 1 WHERE id = ?", id);
	expect(await keepErasures(env, db, AT + 180_000)).toBe(0);
	expect((await stored(id))?.name).toBe("別人");
});

test("a donor's copy holds all that is kept of them, opened; the log says that it was made", async () => {
	const id = await marked();
	expect((await ask(donors.copy(id), { as: cashier })).status).toBe(200);
	const answer = await ask(donors.copy(id), { as: cashier, form: {} });
	expect([answer.status, answer.headers.get("Content-Type")]).toEqual([200, "application/zip"]);
	// Stored as it is, not packed.
	const text = await answer.text();
	for (const told of [
		"個人資料.json",
		"A123456789",
		"標記甲乙丙的附記",
		"標記甲乙丙的備註",
		"林先生",
		"0913571913",
		"donor.create",
	])
		expect([told, text.includes(told)]).toEqual([told, told !== "donor.create"]);
	expect(text).toContain("新增捐款人");
	const [log] = await rows(
		"SELECT count(*) AS n FROM audit_log WHERE action = 'donor.copy' AND auditable_id = ?",
		String(id),
	);
	expect(log).toEqual({ n: 1 });
	await pseudonymiseDonor(env, db, { ref: await refOf(id), by: by({ id: 1 }) });
	expect((await ask(donors.copy(id), { as: cashier })).status).toBe(404);
});
