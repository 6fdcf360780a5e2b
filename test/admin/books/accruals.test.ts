import { beforeAll, expect, test } from "vitest";
import { paths } from "#http/paths.ts";
import { bring, draft, office } from "../../support/finance.ts";
import { owing } from "../../support/payments.ts";
import { ask, type Person, signIn } from "../../support/people.ts";
import { rows } from "../../support/users.ts";

const { ledger, finance } = paths.admin;
let accountant: Person;
beforeAll(async () => {
	accountant = await signIn({ roles: ["accountant"] });
});

const at = (year: number) => `${ledger.accruals()}?year=${year}`;
const page = async (year: number) => (await ask(at(year), { as: accountant })).text();
const send = (form: Record<string, string | string[]>, as = accountant) =>
	ask(ledger.accruals(), { as, form: { _key: crypto.randomUUID(), year: "2025", ...form } });

test("only who posts vouchers opens it; without anything to list it says so, and nothing chosen is refused", async () => {
	const others = await Promise.all(["cashier", "auditor", "secretary"].map((role) => signIn({ roles: [role] })));
	for (const as of others) {
		expect((await ask(at(2025), { as })).status).toBe(403);
		expect((await send({}, as)).status).toBe(403);
	}
	const text = await page(2025);
	for (const words of [
		"沒有年底前核准、還沒付的支出申請",
		"沒有隔年才付的 12 月薪資",
		"沒有未繳的 114 年會費",
		"沒有這一年要提列的折舊",
	])
		expect(text).toContain(words);
	const none = await send({});
	expect([none.status, (await none.text()).includes("請至少勾選一筆，或填一筆預付費用。")]).toEqual([422, true]);
	expect((await ask(`${ledger.accruals()}?year=12`, { as: accountant })).status).toBe(400);
});

test("requests are ticked beforehand, with their links; what was typed wrong stays; one draft, then its link", async () => {
	const people = await office();
	const id = await bring(await draft(people.applicant), people, "chair", { at: Date.UTC(2025, 11, 20) });
	await owing({ year: 2025 });
	const text = await page(2025);
	expect(text).toMatch(/name="dues" value="annual\.1000" aria-label/);
	expect(text).toContain(finance.show(id));
	expect(text).toMatch(new RegExp(`name="document" value="${id}" checked`));
	const typed = { account: ["1130", ""], amount: ["9,000", ""], memo: ["明年房租", ""] };
	const wrong = await send(typed);
	expect(wrong.status).toBe(422);
	const again = await wrong.text();
	expect(again).toContain(
		"預付費用第 1 行：這裡不能選 1130 銀行存款，請改選其他科目。預付費用記在支出科目（5 開頭）。",
	);
	expect(again).toContain("明年房租");
	expect(again).not.toMatch(new RegExp(`name="document" value="${id}" checked`));
	const form = { ...typed, _key: crypto.randomUUID(), document: String(id), account: ["5260 租金及修繕費", ""] };
	const [first, second] = [await send(form), await send(form)];
	expect([first.status, second.status]).toEqual([303, 303]);
	expect(second.headers.get("location")).toBe(first.headers.get("location"));
	const [voucher] = await rows<{ id: number }>("SELECT voucher_id AS id FROM accruals WHERE year = 2025");
	expect(first.headers.get("location")).toBe(ledger.voucher(voucher?.id ?? 0));
	expect(await rows("SELECT action, auditable_id FROM audit_log WHERE action = 'year.accrue'")).toEqual([
		{ action: "year.accrue", auditable_id: String(voucher?.id) },
	]);
	const other = await send({ ...form, _key: crypto.randomUUID() });
	const said = await other.text();
	expect(other.status).toBe(422);
	expect(said).toContain("這一年的年底調整已經有傳票");
	expect(said).toContain(`href="${ledger.voucher(voucher?.id ?? 0)}"`);
	expect(await page(2025)).not.toContain("產生年底調整傳票");
});

test("a closed December is said instead of a form, and the year's pages lead here", async () => {
	await rows("INSERT INTO period_events (period, step, at) VALUES ('2012-12', 'close', 1)");
	await rows("INSERT INTO periods (month, updated_at) VALUES ('2012-12', 1)");
	await rows("UPDATE periods SET status = 'closed', closed_at = 1 WHERE month = '2012-12'");
	const text = await page(2012);
	expect(text).toContain("101 年 12 月已經結帳");
	expect(text).not.toContain("產生年底調整傳票");
	expect(await (await ask(ledger.year(2025), { as: accountant })).text()).toContain(at(2025));
	expect(await (await ask(ledger.periods(), { as: accountant })).text()).toContain(ledger.accruals());
});
