/** 會費標準: what a membership type pays from a day on; shown before it is set, never changed, and never touching what was assessed. */
import { env } from "cloudflare:test";
import { beforeAll, expect, test } from "vitest";
import { open } from "#db/commit.ts";
import { assessDues } from "#domain/money/dues/actions.ts";
import { paths } from "#http/paths.ts";
import { byOperator } from "#kernel/by.ts";
import { duesOf, memberOf } from "../../support/dues.ts";
import { page, shown } from "../../support/pages.ts";
import { ask, type Person, signIn } from "../../support/people.ts";
import { rows } from "../../support/users.ts";

const { dues } = paths.admin;
const db = open(env.DB);
const words = ({ html }: { html: string }): string => html.replace(/<[^>]+>/g, "").replace(/\s+/g, " ");
let secretary: Person;
let auditor: Person;
beforeAll(async () => {
	secretary = await signIn({ name: "林書瑜", roles: ["secretary"] });
	auditor = await signIn({ name: "監事", roles: ["auditor"] });
});
const BASIS = { resolution: "", approval_no: "", article: "" };
const FORM = {
	membership_type: "sponsor",
	from_on: "116/1/1",
	entrance_fee: "0",
	annual_fee: "5,000",
	has_discount: "1",
	...BASIS,
};
/** What the page showed of FORM before the second press. */
const SEEN = { seen: "sponsor 2027-01-01 0 5000 1" };
const send = async (more: Record<string, string>, as = secretary) => {
	const answer = await ask(dues.fees(), { as, form: { ...FORM, ...SEEN, ...more, _key: crypto.randomUUID() } });
	return { to: answer.headers.get("Location"), ...(await shown(answer)) };
};
const stored = () =>
	rows("SELECT membership_type, from_on, entrance_fee, annual_fee, has_discount, resolution FROM membership_fees");

test("shows what the fee meets first, sets it with the second press, and says what it goes by", async () => {
	const sponsor = await memberOf({ membership_type: "sponsor" });
	await duesOf(sponsor, { dues_year: 2027 });
	expect(words(await page(dues.fees(), secretary))).toContain("還沒有各類別自己的標準");
	const looked = await send({ step: "look" });
	expect([
		looked.status,
		words(looked).includes("還沒有繳的 1 筆，金額不變，合計 1,000 元；照新的標準會是 5,000 元"),
	]).toEqual([200, true]);
	expect(await stored()).toEqual([]);
	// Another amount than the one that was shown is shown first.
	expect(words(await send({ step: "set", annual_fee: "5,001" }))).toContain("會是 5,001 元");
	expect(await stored()).toEqual([]);
	expect((await send({ step: "set", resolution: "第 3 屆第 2 次會員大會" })).to).toBe(dues.fees());
	expect(await stored()).toEqual([
		{
			...{ membership_type: "sponsor", from_on: "2027-01-01", entrance_fee: 0, annual_fee: 5000, has_discount: 1 },
			resolution: "第 3 屆第 2 次會員大會",
		},
	]);
	const seen = words(await page(dues.fees(), auditor));
	for (const said of ["第 3 屆第 2 次會員大會", "依據未填完", "5,000 元"]) expect(seen).toContain(said);
	expect(seen).not.toContain("先看影響");
	expect((await rows("SELECT description FROM audit_log WHERE action = 'dues.fee'")).length).toBe(1);
});

test("only what is assessed later goes by it: the year before by the settings, and what exists stays", async () => {
	const sponsor = await memberOf({ membership_type: "sponsor", joined_on: "2024-05-05" });
	const by = byOperator(Date.parse("2026-12-01T10:00:00+08:00"));
	for (const year of [2026, 2027, 2027]) await assessDues(db, { year, kinds: ["annual"], memberIds: [sponsor], by });
	expect(
		await rows("SELECT dues_year, amount, status FROM dues_items WHERE member_id = ? ORDER BY dues_year", sponsor),
	).toEqual([
		{ dues_year: 2026, amount: 1000, status: "open" },
		{ dues_year: 2027, amount: 5000, status: "open" },
	]);
});

test("a fee of 0 makes an item that is owed no more, and says why", async () => {
	await send({ membership_type: "student", annual_fee: "", step: "set", seen: "student 2027-01-01 0 0 1" });
	const student = await memberOf({ membership_type: "student", joined_on: "2024-05-05" });
	const by = byOperator(Date.parse("2026-12-01T10:00:00+08:00"));
	await assessDues(db, { year: 2027, kinds: ["annual"], memberIds: [student], by });
	expect(await rows("SELECT amount, status, reason FROM dues_items WHERE member_id = ?", student)).toEqual([
		{ amount: 0, status: "waived", reason: "會費標準為 0 元" },
	]);
});

test("bad input is told, exempt types have no fee, and who may only look sets none", async () => {
	const wrong = await send({ membership_type: "", from_on: "2/30", annual_fee: "一千", step: "set" });
	expect(wrong.status).toBe(422);
	for (const said of ["請選擇會員類別", "請填寫正確的日期", "請填寫整數的金額"]) expect(words(wrong)).toContain(said);
	for (const step of ["look", "set"]) {
		const exempt = await send({ membership_type: "honorary", seen: "honorary 2027-01-01 0 5000 1", step });
		expect([exempt.status, words(exempt).includes("這個會員類別不必繳會費")]).toEqual([422, true]);
		const life = await send({ membership_type: "lifetime", seen: "lifetime 2027-01-01 0 5000 1", step });
		expect([life.status, words(life).includes("終身的類別只在入會時收一次入會費")]).toEqual([422, true]);
	}
	expect((await send({ step: "set" }, auditor)).status).toBe(403);
});

test("an operator with SQL changes and deletes none", async () => {
	const raw = (sql: string) => rows(sql).then(() => "done", String);
	for (const sql of [
		"UPDATE membership_fees SET annual_fee = 1",
		"DELETE FROM membership_fees",
		"INSERT OR REPLACE INTO membership_fees SELECT * FROM membership_fees",
	])
		expect(await raw(sql)).toContain("dues.fee_is_final");
	const insert = (type: string, day: string, fee: number) =>
		raw(
			`INSERT INTO membership_fees (membership_type, from_on, entrance_fee, annual_fee, has_discount, created_at) VALUES ('${type}', '${day}', 0, ${fee}, 1, 1)`,
		);
	for (const [type, day, fee] of [
		["sponsor", "2027-02-30", 5],
		["sponsor", "2027-01-01", -1],
	] as const)
		expect(await insert(type, day, fee)).toContain("CHECK");
	for (const none of ["honorary", "gold"]) expect(await insert(none, "2027-01-01", 5)).toContain("dues.exempt");
});
