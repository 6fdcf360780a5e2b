import { expect, test } from "vitest";
import { paths } from "#http/paths.ts";
import { slashed } from "#kernel/calendar.ts";
import { dateInTaipei } from "#kernel/times.ts";
import { get, type Owner, owner, post, words } from "../support/own-account.ts";
import { tripsOf } from "../support/pages.ts";
import { auditOf, person, rows } from "../support/users.ts";

const { account } = paths;
const day = (offset: number): string => dateInTaipei(Date.now() + offset * 86_400_000);
const name = (as: Owner, form: Record<string, string>) =>
	post(account.deputies(), as, { starts_on: day(0), ends_on: day(7), ...form });
const deputiesOf = ({ userId }: Owner) =>
	rows(
		"SELECT deputy_id, starts_on, ends_on, ended_at IS NOT NULL AS ended FROM deputies WHERE user_id = ? ORDER BY id",
		userId,
	);
const newest = async ({ userId }: Owner) =>
	(
		await rows<{ id: number; version: number }>(
			"SELECT id, version FROM deputies WHERE user_id = ? ORDER BY id DESC",
			userId,
		)
	)[0] ?? {
		id: 0,
		version: 0,
	};

test("the form offers every active colleague but oneself, says what is handed over, and proposes a week", async () => {
	const chair = await owner({ role: "chair" });
	const [staff, member, gone] = [
		await person({ name: "<i>出納</i>", roles: ["cashier"] }),
		await person({ name: "一般會員", roles: ["member"] }),
		await person({ name: "離職者", roles: ["cashier"], status: "disabled" }),
	];
	const { text } = await get(account.deputies(), chair);
	const offered = (id: number) => text.includes(`<option value="${id}"`);
	expect([staff.id, member.id, gone.id, chair.userId].map(offered)).toEqual([true, false, false, false]);
	expect(text).not.toContain("<i>出納");
	expect(words(text)).toContain("核准入會、沖銷收款、理事長核准、重開會計期間");
	const shown = (one: string) => text.includes(`value="${slashed(one, "roc")}"`);
	expect([shown(day(0)), shown(day(7))]).toEqual([true, true]);
});

test("a deputy is named once for a form, stands in the list of both, and in the log", async () => {
	const [chair, cashier] = [await owner({ role: "chair" }), await owner({ role: "cashier" })];
	const form = { deputy: String(cashier.userId), _key: crypto.randomUUID() };
	expect((await name(chair, form)).to).toBe(account.deputies());
	expect((await name(chair, form)).to).toBe(account.deputies());
	expect(await deputiesOf(chair)).toEqual([
		{ deputy_id: cashier.userId, starts_on: day(0), ends_on: day(7), ended: 0 },
	]);
	const { id } = await newest(chair);
	expect((await auditOf("deputy", id)).map(({ action, user_id }) => [action, user_id])).toEqual([
		["deputy.name", chair.userId],
	]);
	expect(words((await get(account.deputies(), chair)).text)).toMatch(/我的代理人 .*林小美 .*代理中 .*提前結束/);
	expect(words((await get(account.deputies(), cashier)).text)).toMatch(/我代理的人 .*林小美 .*代理中/);
	expect(words((await get(account.show(), chair)).text)).toContain("林小美代理您");
	expect(words((await get(account.show(), cashier)).text)).toContain("您代理林小美");
	expect(await Promise.all([tripsOf(account.deputies(), chair), tripsOf(account.deputies(), cashier)])).toEqual([2, 2]);
});

test("what cannot be is refused beside its field, with what was chosen kept", async () => {
	const [chair, cashier, member] = [
		await owner({ role: "chair" }),
		await owner({ role: "cashier" }),
		await owner({ role: "member" }),
	];
	const deputy = String(cashier.userId);
	const refusals: [Record<string, string>, string][] = [
		[{ deputy: "" }, "請選擇代理人。"],
		[{ deputy: "x" }, "請選擇代理人。"],
		[{ deputy: String(chair.userId) }, "不能指定自己為代理人。"],
		[{ deputy: String(member.userId) }, "代理人必須是使用中的工作人員帳號。"],
		[{ deputy, starts_on: day(-1) }, "開始日期不能早於今天。"],
		[{ deputy, ends_on: day(-1) }, "結束日期不能早於開始日期。"],
		[{ deputy, starts_on: "tomorrow" }, "看不懂「tomorrow」"],
		[{ deputy, user_id: "1" }, "表單的欄位不正確"],
	];
	for (const [form, said] of refusals) {
		const refused = await name(chair, form);
		expect([form, refused.status, refused.text.includes(said)]).toEqual([form, 422, true]);
	}
	expect(await deputiesOf(chair)).toEqual([]);
	await name(chair, { deputy });
	const twice = await name(chair, { deputy, ends_on: day(3) });
	expect([twice.status, twice.text.includes("這段期間已經有代理人")]).toEqual([422, true]);
	expect(twice.text).toContain(`<option value="${deputy}" selected>`);
	expect(twice.text).toContain(`value="${slashed(day(3), "roc")}"`);
});

test("one is ended by whose it is, once, and stays in the list as over", async () => {
	const [chair, cashier, other] = [
		await owner({ role: "chair" }),
		await owner({ role: "cashier" }),
		await owner({ role: "accountant" }),
	];
	await name(chair, { deputy: String(cashier.userId), starts_on: day(1) });
	const { id, version } = await newest(chair);
	const list = await get(account.deputies(), chair);
	expect(words(list.text)).toMatch(/尚未開始 .*取消/);
	const end = (as: Owner, of = version) => post(account.deputyEnd(id), as, { version: String(of) });
	for (const as of [cashier, other]) expect((await end(as)).status).toBe(409);
	expect((await end(chair, version + 1)).status).toBe(409);
	expect((await post(account.deputyEnd(id), chair, { version: "x" })).status).toBe(422);
	expect((await deputiesOf(chair))[0]?.ended).toBe(0);

	expect((await end(chair)).to).toBe(account.deputies());
	const again = await end(chair);
	expect([again.status, words(again.text).includes("這筆代理剛剛已被更新")]).toEqual([409, true]);
	expect(words((await get(account.deputies(), chair)).text)).toMatch(/林小美 .*提前結束 .*已結束/);
	expect((await auditOf("deputy", id)).map(({ action }) => action)).toEqual(["deputy.name", "deputy.end"]);
});

test("of those that are over the newest five are shown, in as many questions", async () => {
	const [chair, cashier] = [await owner({ role: "chair" }), await owner({ role: "cashier" })];
	for (let n = 1; n <= 6; n++) {
		await name(chair, { deputy: String(cashier.userId), starts_on: day(n), ends_on: day(n) });
		const { id, version } = await newest(chair);
		await post(account.deputyEnd(id), chair, { version: String(version) });
	}
	expect((await get(account.deputies(), chair)).text.split("提前結束").length - 1).toBe(5);
	expect(await tripsOf(account.deputies(), chair)).toBe(2);
});

test("who has no approvals of their own can hand none on", async () => {
	const [applicant, chair] = [await owner({ role: "applicant" }), await owner({ role: "chair" })];
	expect((await get(account.deputies(), applicant)).status).toBe(403);
	expect((await name(applicant, { deputy: String(chair.userId) })).status).toBe(403);
	await name(chair, { deputy: String(applicant.userId) });
	const page = await get(account.deputies(), applicant);
	expect([page.status, page.text.includes('name="deputy"')]).toEqual([200, false]);
	const refused = await name(applicant, { deputy: String((await owner({ role: "cashier" })).userId) });
	expect([refused.status, await deputiesOf(applicant)]).toEqual([422, []]);
});
