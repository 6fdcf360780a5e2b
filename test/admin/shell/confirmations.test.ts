import { env } from "cloudflare:test";
import { expect, test } from "vitest";
import { credit, debit } from "#domain/books/ledger/postings.ts";
import { createVoucher, openBooks } from "#domain/books/vouchers/actions.ts";
import { voidReceipt } from "#domain/money/receipts/actions.ts";
import { paths } from "#http/paths.ts";
import { byUser } from "#kernel/by.ts";
import { dateInTaipei } from "#kernel/times.ts";
import { donor, recorded } from "../../support/income.ts";
import { db } from "../../support/payments.ts";
import { ask, openSession, type Person, signIn } from "../../support/people.ts";
import { codeOf } from "../../support/refusal.ts";
import { idOfRole, rolesOf, rows } from "../../support/users.ts";

const { confirmations, settings, users } = paths.admin;
const run = (query: string, ...params: (string | number | null)[]) =>
	env.DB.prepare(query)
		.bind(...params)
		.run();
const [admin, accountant, chair, auditor, cashier, member] = [
	await signIn({ name: "高管理", roles: ["admin"] }),
	await signIn({ name: "賴會計", roles: ["accountant"] }),
	await signIn({ name: "周理事", roles: ["chair"] }),
	await signIn({ name: "劉監事", roles: ["auditor"] }),
	await signIn({ name: "許出納", roles: ["cashier"] }),
	await signIn({ name: "王會員", roles: ["member"] }),
];
const TODAY = dateInTaipei(Date.now());

async function page(as: Person, path: string = confirmations.list()) {
	const answer = await ask(path, { as });
	return { status: answer.status, text: await answer.text() };
}
const post = async (path: string, as: Person, form: Record<string, string | string[]>) =>
	(await ask(path, { as: { ...as, ...(await openSession(as.userId)) }, form })).status;

const give = async (to: Person, codes: string[]) => {
	const [user] = await rows<{ version: number }>("SELECT version FROM users WHERE id = ?", to.userId);
	const roles = await Promise.all(codes.map(async (code) => String(await idOfRole(code))));
	return post(users.roles(to.userId), admin, { roles, version: String(user?.version) });
};

test("while the association is set up rights move at once and are listed; from the opening and the chair's sign-in on they wait", async () => {
	const helper = await signIn({ name: "張志工", roles: ["editor"] });
	expect(await give(helper, ["editor", "cashier"])).toBe(303);
	expect(await rolesOf({ id: helper.userId })).toEqual(["editor", "cashier"]);
	await openBooks(db, {
		date: TODAY,
		lines: [debit("1130", 9, ""), credit("3210", 9, "")],
		seen: 0,
		by: byUser(accountant.userId, null, Date.now()),
	});
	expect(await give(helper, ["editor", "cashier", "accountant"])).toBe(303);
	expect(await rows("SELECT since FROM rights_watched")).toEqual([]);
	await run("UPDATE users SET last_sign_in_at = 1 WHERE id = ?", accountant.userId);
	expect(await rows("SELECT since FROM rights_watched")).toEqual([]);
	await run("UPDATE users SET last_sign_in_at = 1 WHERE id = ?", chair.userId);
	expect(await rows("SELECT since FROM rights_watched")).toHaveLength(1);
	expect(await give(helper, ["editor", "cashier", "accountant", "secretary"])).toBe(303);
	expect(await rolesOf({ id: helper.userId })).toEqual(["editor", "cashier", "accountant"]);
	// Without a chair it stays so.
	await run(
		"DELETE FROM user_roles WHERE user_id = ? AND role_id = (SELECT id FROM roles WHERE code = 'chair')",
		chair.userId,
	);
	expect(await rows("SELECT since FROM rights_watched")).toHaveLength(1);
	await run("INSERT INTO user_roles (user_id, role_id) SELECT ?, id FROM roles WHERE code = 'chair'", chair.userId);

	const { text } = await page(chair);
	expect(text).toContain("開始使用時給出的權限");
	expect(text).toContain("給張志工角色「會計」");
	expect(text).toContain("給張志工角色「會務秘書」");
	expect((await page(admin)).text).not.toContain("開始使用時給出的權限");
	const ids = (await rows<{ id: number }>("SELECT id FROM confirmations WHERE state = 'listed'")).map(({ id }) =>
		String(id),
	);
	expect(ids).toHaveLength(2);
	expect(await post(confirmations.seen(), chair, { ids })).toBe(303);
	expect((await page(chair)).text).not.toContain("開始使用時給出的權限");
	expect(await rows("SELECT state, decided_by FROM confirmations WHERE state = 'seen'")).toEqual(
		ids.map(() => ({ state: "seen", decided_by: chair.userId })),
	);
});

test("the page names who can, offers each their presses, and shows a member nothing of others", async () => {
	const { text } = await page(chair);
	expect(text).toContain("可以確認的人");
	expect(text).toContain("周理事、劉監事");
	const forAdmin = (await page(admin)).text;
	expect([forAdmin.includes("收回"), forAdmin.includes("停止，不要生效")]).toEqual([true, false]);
	expect(await page(member)).toMatchObject({ status: 200 });
	expect((await page(member)).text).toContain("沒有等候確認的事");
	const who = await page(cashier, settings.who());
	expect(who.status).toBe(200);
	expect(who.text).toContain("收據改以繳款人以外的抬頭開立");
	expect((await page(member, settings.who())).status).toBe(403);
	const [one] = await rows<{ id: number; version: number }>(
		"SELECT id, version FROM confirmations WHERE state = 'waiting'",
	);
	expect(await post(confirmations.many(), auditor, { ids: [`${one?.id}:${one?.version}`] })).toBe(303);
	expect(await rows("SELECT state, decided_by FROM confirmations WHERE id = ?", one?.id ?? 0)).toEqual([
		{ state: "confirmed", decided_by: auditor.userId },
	]);
	expect(await post(confirmations.many(), auditor, { ids: [`${one?.id}:${one?.version}`] })).toBe(303);
});

test("a voucher above the amount of the settings is posted by 理事長 or 監事, by one press; a small one is not theirs", async () => {
	const by = byUser(accountant.userId, null, Date.now());
	const make = (amount: number) =>
		createVoucher(db, {
			input: {
				date: TODAY,
				description: `購置設備 ${amount}`,
				turnsNextYear: false,
				lines: [debit("5250", amount, ""), credit("1130", amount, "")],
			},
			key: crypto.randomUUID(),
			by,
		});
	const [large, small] = [await make(150_000), await make(100_000)];
	expect((await page(chair)).text).toContain("購置設備 150000");
	expect((await page(chair)).text).not.toContain("購置設備 100000");
	expect((await page(accountant)).text).not.toContain("購置設備 150000");
	expect(await post(confirmations.money("voucher", small), chair, { version: "1" })).toBe(409);
	expect(await post(confirmations.money("voucher", large), accountant, { version: "1" })).toBe(403);
	expect(await post(confirmations.money("voucher", large), auditor, { version: "1" })).toBe(303);
	expect(await rows("SELECT state, posted_by FROM vouchers WHERE id IN (?, ?) ORDER BY id", large, small)).toEqual([
		{ state: "posted", posted_by: auditor.userId },
		{ state: "draft", posted_by: null },
	]);
});

test("a receipt under another title is 理事長's to confirm or to stop, with 作廢收據 or without", async () => {
	const retitled = async () => {
		const income = await recorded(cashier.userId, { donorId: await donor({ name: "林大同" }), payerTitle: "林大同" });
		const [ref] = await rows<{ id: number; version: number }>(
			"SELECT id, version FROM receipts WHERE income_id = ?",
			income,
		);
		if (!ref) throw new Error("no receipt");
		const by = byUser(accountant.userId, null, Date.now());
		const press = voidReceipt(db, { ref, reason: "更名", replacement: "title", payerTitle: "大同公司", by });
		expect(await press.catch(codeOf)).toBe("receipt.second_person");
		return { ...ref, income };
	};
	const one = await retitled();
	expect((await page(chair)).text).toContain("大同公司");
	const form = { version: "1", step: "confirm" };
	expect(await post(confirmations.receipt(one.id), accountant, form)).toBe(422);
	expect(await post(confirmations.receipt(one.id), chair, form)).toBe(303);
	const issued = "SELECT payer_title, issued_by FROM receipts WHERE income_id = ? AND status = 'issued'";
	expect(await rows(issued, one.income)).toEqual([{ payer_title: "大同公司", issued_by: chair.userId }]);
	const two = await retitled();
	expect(await post(confirmations.receipt(two.id), auditor, { version: "1", step: "stop" })).toBe(303);
	expect(await rows(issued, two.income)).toEqual([{ payer_title: "林大同", issued_by: cashier.userId }]);
	expect(await post(confirmations.receipt(two.id), chair, form)).toBe(409);
});

test("income that only its recorder could post is posted by 理事長", async () => {
	await run(
		"DELETE FROM user_roles WHERE role_id IN (SELECT role_id FROM role_permissions WHERE permission = 'ledger.post')",
	);
	await run(
		"INSERT INTO user_roles (user_id, role_id) SELECT ?, id FROM roles WHERE code IN ('accountant', 'cashier')",
		accountant.userId,
	);
	const income = await recorded(accountant.userId, { donorId: await donor({ name: "李捐款" }), payerTitle: "李捐款" });
	const [ref] = await rows<{ version: number }>("SELECT version FROM income_records WHERE id = ?", income);
	expect(await post(confirmations.money("income", income), chair, { version: String(ref?.version) })).toBe(303);
	expect(await rows("SELECT state, posted_by FROM income_records WHERE id = ?", income)).toEqual([
		{ state: "posted", posted_by: chair.userId },
	]);
});
