import { env } from "cloudflare:test";
import { beforeAll, expect, test } from "vitest";
import { paths } from "#http/paths.ts";
import { ask, type Person, signIn } from "../../support/people.ts";
import { rows } from "../../support/users.ts";

const { ledger } = paths.admin;
let accountant: Person;

beforeAll(async () => {
	accountant = await signIn({ roles: ["accountant"] });
});

const fresh = (more: Record<string, string> = {}) => ({
	_key: crypto.randomUUID(),
	name: "多功能事務機",
	account: "事務器械設備",
	quantity: "1",
	unit: "臺",
	acquired_on: "2025-03-10",
	cost: "36,000",
	residual: "0",
	life_years: "5",
	place: "會務辦公室",
	keeper: "",
	note: "",
	...more,
});
const send = (path: string, form: Record<string, string>, as = accountant) => ask(path, { as, form });
const stored = () => rows("SELECT * FROM assets ORDER BY id");

test("an asset is registered once for its form, with a row in the audit log; what is wrong is said beside its field", async () => {
	const form = fresh({ acquired_on: "114/3/10", cost: "３６，０００" });
	expect((await send(ledger.assetCreate(), form)).status).toBe(303);
	expect((await send(ledger.assetCreate(), form)).status).toBe(303);
	expect(await stored()).toMatchObject([
		{ name: "多功能事務機", acquired_on: "2025-03-10", cost: 36_000, life_months: 60, version: 1 },
	]);
	expect(await rows("SELECT action FROM audit_log WHERE auditable_type = 'asset'")).toEqual([
		{ action: "asset.create" },
	]);
	for (const [wrong, words] of [
		[{ acquired_on: "2025-02-30" }, "不是正確的日期"],
		[{ cost: "0" }, "請填大於 0 的整數"],
		[{ cost: "12000.5" }, "請填大於 0 的整數"],
		[{ cost: "9,999" }, "請記購置費，不列財產"],
		[{ account: "1439" }, "累計折舊不是財產"],
		[{ account: "14" }, "「14」可能是 1410 土地、1420 房屋及建築、1430 事務器械設備，請改打代號或完整的名稱。"],
		[{ account: "沒有這個" }, "找不到「沒有這個」這個科目。"],
		[{ account: "" }, "請選擇會計科目"],
		[{ residual: "36000" }, "殘值要小於取得成本"],
		[{ life_years: "0" }, "請填 1 到 100 的整數"],
		[{ name: "" }, "請填寫財產名稱"],
	] as const) {
		const answer = await send(ledger.assetCreate(), fresh(wrong));
		expect([answer.status, (await answer.text()).includes(words)]).toEqual([422, true]);
	}
	expect(await stored()).toHaveLength(1);
	expect((await send(ledger.assetCreate(), fresh(), await signIn({ roles: ["auditor"] }))).status).toBe(403);
});

test("the register shows what each is worth at the year's end, beside the books, and as a file", async () => {
	const page = async (query: string) => (await ask(`${ledger.assets()}?${query}`, { as: accountant })).text();
	const text = await page("year=2026");
	for (const words of ["36,000", "7,200", "13,200", "22,800", "相差", "115 年折舊"]) expect(text).toContain(words);
	expect(await page("year=2024")).toContain("沒有符合的財產");
	expect(await page("year=2026&shown=gone")).toContain("沒有符合的財產");
	expect(await page("year=2026&q=事務機")).toContain("多功能事務機");
	const csv = await (await ask(`${ledger.assetsExport("csv")}?year=2026`, { as: accountant })).text();
	expect(csv.trim().split("\r\n").at(-1)).toContain(
		"多功能事務機,1430 事務器械設備,2025-03-10,1,臺,5 年,36000,0,7200,13200,22800",
	);
	const auditor = await signIn({ roles: ["auditor"] });
	const read = await (await ask(ledger.asset(1), { as: auditor })).text();
	expect(read).toContain("會務辦公室");
	expect(read).not.toContain("編輯財產");
});

test("a year's depreciation is one draft; again only when it was deleted or reversed", async () => {
	const make = () => send(ledger.depreciation(), { _key: crypto.randomUUID(), year: "2026" });
	const lines =
		"SELECT a.code, l.debit, l.credit FROM voucher_lines l JOIN accounts a ON a.id = l.account_id ORDER BY l.voucher_id, l.line_no";
	const answers = await Promise.all([make(), make(), make()]);
	expect(answers.map(({ status }) => status).sort()).toEqual([303, 422, 422]);
	expect(await rows("SELECT state, source, date FROM vouchers")).toEqual([
		{ state: "draft", source: "manual", date: "2026-12-31" },
	]);
	expect(await rows(lines)).toEqual([
		{ code: "5510", debit: 7_200, credit: 0 },
		{ code: "1439", debit: 0, credit: 7_200 },
	]);
	const again = await make();
	expect([again.status, (await again.text()).includes("已經入帳")]).toEqual([422, true]);
	await env.DB.prepare("DELETE FROM vouchers").run();
	expect(await rows("SELECT * FROM depreciations")).toEqual([]);
	expect((await make()).status).toBe(303);
	const none = await send(ledger.depreciation(), { _key: crypto.randomUUID(), year: "2020" });
	expect([none.status, (await none.text()).includes("沒有要提列的折舊")]).toEqual([422, true]);
	await env.DB.prepare("UPDATE accounts SET is_active = 0 WHERE code = '1439'").run();
	await env.DB.prepare("DELETE FROM vouchers").run();
	expect(await (await make()).text()).toContain("找不到使用中的累計折舊科目");
	await env.DB.prepare("UPDATE accounts SET is_active = 1 WHERE code = '1439'").run();
});

test("a day of disposal ends it; a stale form shows both; one that was depreciated stays", async () => {
	const { _key, ...form } = fresh({ disposed_on: "2026-06-30", version: "1" });
	expect((await send(ledger.asset(1), form)).status).toBe(303);
	expect(await stored()).toMatchObject([{ disposed_on: "2026-06-30", version: 2 }]);
	const stale = await send(ledger.asset(1), { ...form, name: "影印機" });
	expect(stale.status).toBe(409);
	const text = await stale.text();
	expect(text).toContain("影印機");
	expect(text).toContain("多功能事務機");
	const early = await send(ledger.asset(1), { ...form, version: "2", disposed_on: "2025-01-01" });
	expect([early.status, (await early.text()).includes("不能早於取得日期")]).toEqual([422, true]);
	expect((await send(ledger.depreciation(), { _key: crypto.randomUUID(), year: "2026" })).status).toBe(303);
	const kept = await send(ledger.assetRemoval(1), { version: "2" });
	expect([kept.status, (await kept.text()).includes("已經提列過折舊")]).toEqual([422, true]);
	await env.DB.prepare("DELETE FROM vouchers").run();
	expect((await send(ledger.assetRemoval(1), { version: "2" })).status).toBe(303);
	expect(await stored()).toEqual([]);
});

test("direct SQL registers nothing outside 14, replaces nothing, and makes no second depreciation", async () => {
	const refused = (sql: string) => expect(env.DB.prepare(sql).run()).rejects.toThrow;
	const asset = (id: number, code: string) =>
		`INTO assets (id, name, account_id, acquired_on, cost, created_at, updated_at)
		SELECT ${id}, '桌子', id, '2026-01-01', 20000, 1, 1 FROM accounts WHERE code = '${code}'`;
	await env.DB.prepare(`INSERT ${asset(7, "1430")}`).run();
	for (const code of ["5410", "1439", "1130"]) await refused(`INSERT ${asset(8, code)}`)("asset.wrong_account");
	await refused(`INSERT OR REPLACE ${asset(7, "1420")}`)("asset.stale");
	await refused("UPDATE OR REPLACE assets SET id = 9 WHERE id = 7")("asset.stale");
	await refused("UPDATE assets SET account_id = 1 WHERE id = 7")("asset.wrong_account");
	await env.DB.prepare(
		"INSERT INTO vouchers (id, date, description, created_at, updated_at) VALUES (70, '2026-12-31', '折舊', 1, 1), (71, '2026-12-31', '折舊', 1, 1)",
	).run();
	await env.DB.prepare("INSERT INTO depreciations (voucher_id, year) VALUES (70, 2026)").run();
	await refused("INSERT INTO depreciations (voucher_id, year) VALUES (71, 2026)")("voucher.posted_twice");
	await refused("INSERT OR REPLACE INTO depreciations (voucher_id, year) VALUES (70, 2027)")("voucher.posted_twice");
	await refused("UPDATE OR REPLACE depreciations SET voucher_id = 71")("voucher.posted_twice");
	await refused("UPDATE depreciations SET year = 2027")("voucher.posted_twice");
});
