import { env } from "cloudflare:test";
import { readXlsx } from "hucre/xlsx";
import { beforeAll, describe, expect, test } from "vitest";
import { paidShares, unlistedOf, yearPayees } from "#db/books/remittances.ts";
import { requestRemittance } from "#domain/books/remittances/actions.ts";
import { paths } from "#http/paths.ts";
import { dateInTaipei } from "#kernel/times.ts";
import { newMemberKeys, sealMember } from "#platform/member-seals.ts";
import { withoutAnyTriggers } from "../../support/bulk-rows.ts";
import { brokenOnPurpose } from "../../support/invariants.ts";
import { db } from "../../support/payments.ts";
import { ask, type Person, signIn } from "../../support/people.ts";
import { by, rows } from "../../support/users.ts";

const { withholding } = paths.admin;
const IDS = { 林講師: "A123456789", 王老師: "F131104093", 陳外籍: "AB23456789" };
let accountant: Person;
let both: Person;

type Share = { payee: string; category: string; gross: number; tax?: number; premium?: number };
type Paid = { id: number; on: string; shares?: Share[]; gross?: number; tax?: number; nhi?: number; state?: string };

/** Requests that were paid, by plain SQL: how a register is filled and paid is the tests' of expense requests. */
async function paid(...documents: Paid[]): Promise<void> {
	const statements = documents.flatMap(({ id, on, shares = [], gross = 0, tax = 0, nhi = 0, state = "paid" }) => {
		const register = shares.length > 0 ? "'fees'" : "NULL";
		const sum = (of: "gross" | "tax" | "premium") => shares.reduce((all, one) => all + (one[of] ?? 0), 0);
		return [
			`INSERT INTO finance_documents (id, kind, state, roc_year, seq, title, applicant_id, payee_name, pay_by, gross, income_tax, nhi,
				register, paid_on, paid_from, state_since, created_at, updated_at) VALUES (${id}, 'vendor', '${state}', 115, ${id}, '講座 ${id}',
				${accountant.userId}, '青禾', 'cash', ${gross + sum("gross")}, ${tax + sum("tax")}, ${nhi + sum("premium")}, ${register}, '${on}', 3, 1, 1, 1)`,
			...shares.map(
				(one, at) =>
					`INSERT INTO finance_shares (document_id, position, payee_id, payee_name, payee_name_folded, reason, gross, category, tax, premium)
					SELECT ${id}, ${at + 1}, p.id, p.name, p.name_folded, '講師費', ${one.gross}, '${one.category}', ${one.tax ?? 0}, ${one.premium ?? 0}
					FROM payees p WHERE p.name = '${one.payee}'`,
			),
		];
	});
	await withoutAnyTriggers(["finance_documents", "finance_shares"], statements);
}

async function payee(
	name: string,
	{
		id,
		kind = "person",
		isResident = 1,
		taxId = null,
	}: { id?: string; kind?: string; isResident?: number; taxId?: string | null },
) {
	const keys = await newMemberKeys(env);
	const sealed = id === undefined ? {} : await sealMember(env, keys.seal_id, { national_id: id });
	await rows(
		`INSERT INTO payees (kind, name, name_folded, seal_id, person_key, national_id, national_id_hash, national_id_mask, tax_id, is_resident,
			address, created_at, updated_at) VALUES (?1, ?2, ?2, ?3, ?4, ?5, ?6, ?7, ?8, ?9, '臺北市', 1, 1)`,
		...[kind, name, keys.seal_id, keys.person_key],
		...[
			sealed.national_id ?? null,
			sealed.national_id_hash ?? null,
			sealed.national_id_mask ?? null,
			taxId,
			isResident,
		],
	);
}

beforeAll(async () => {
	brokenOnPurpose("requests that were paid by plain SQL have no vouchers");
	accountant = await signIn({ name: "葉佳穎", roles: ["accountant"] });
	both = await signIn({ name: "許雅婷", roles: ["accountant", "applicant"] });
	await payee("林講師", { id: IDS.林講師 });
	await payee("王老師", { id: IDS.王老師 });
	await payee("陳外籍", { id: IDS.陳外籍, isResident: 0 });
	await payee("好屋公司", { kind: "company", taxId: "12345675" });
	await paid(
		{
			id: 101,
			on: "2026-03-31",
			state: "posted",
			shares: [
				{ payee: "林講師", category: "9B", gross: 30_000, tax: 3_000, premium: 633 },
				{ payee: "王老師", category: "50", gross: 20_000 },
				{ payee: "林講師", category: "none", gross: 1_200 },
			],
		},
		{
			id: 102,
			on: "2026-03-01",
			shares: [
				{ payee: "陳外籍", category: "9B", gross: 6_000, tax: 1_200 },
				{ payee: "好屋公司", category: "51", gross: 25_000 },
			],
		},
		{ id: 103, on: "2026-03-20", shares: [{ payee: "陳外籍", category: "9B", gross: 10_000, tax: 2_000 }] },
		{ id: 104, on: "2026-03-15", gross: 40_000, tax: 4_000, nhi: 844 },
		{ id: 105, on: "2026-03-16", gross: 40_000 },
		// The month before and the one after, and one that is not paid.
		{
			id: 106,
			on: "2026-02-28",
			shares: [{ payee: "林講師", category: "9B", gross: 40_000, tax: 4_000, premium: 844 }],
		},
		{ id: 107, on: "2026-04-01", shares: [{ payee: "王老師", category: "9A", gross: 500 }] },
		{
			id: 108,
			on: "2026-03-05",
			state: "approved",
			shares: [{ payee: "林講師", category: "9B", gross: 50_000, tax: 5_000, premium: 1_055 }],
		},
	);
});

const page = async (address: string, who = accountant) => {
	const answer = await ask(address, { as: who });
	return { status: answer.status, text: (await answer.text()).replaceAll(/<[^>]*>/g, " ").replaceAll(/\s+/g, " ") };
};
const month = (of: string, more = "") => page(`${withholding.month()}?month=${of}${more}`);
const press = async (kind: string, period: string, more = {}, who = both, shown = period.slice(0, 7)) => {
	const address = `${withholding.payment()}?month=${shown}`;
	const answer = await ask(address, { as: who, form: { _key: crypto.randomUUID(), kind, period, ...more } });
	return { status: answer.status, text: await answer.text(), to: answer.headers.get("Location") ?? "" };
};
const requests = () =>
	rows<{
		period: string;
		kind: string;
		gross: number;
		title: string;
		payee_name: string;
		state: string;
		account: string | null;
	}>(
		`SELECT w.kind, w.period, d.gross, d.title, d.payee_name, d.state, (SELECT a.code FROM finance_lines l JOIN accounts a ON a.id = l.account_id
			WHERE l.document_id = d.id) AS account
		FROM withholding_payments w JOIN finance_documents d ON d.id = w.document_id ORDER BY d.id`,
	);

describe("the rates", () => {
	const set = async (form: Record<string, string>, who = accountant) => {
		const answer = await ask(withholding.rates(), { as: who, form: { _key: crypto.randomUUID(), ...form } });
		return { status: answer.status, text: await answer.text() };
	};
	test("are shown with their days and articles, and what the year lacks is said", async () => {
		const { text } = await page(withholding.rates());
		for (const words of ["2.11%", "20,000 元", "各類所得扣繳率標準第 13 條", "110年1月1日"])
			expect(text).toContain(words);
		const year = Number(dateInTaipei(Date.now()).slice(0, 4)) - 1911;
		expect(text).toContain(`${year} 年的薪資扣繳起扣額尚未設定；${year} 年的基本工資尚未設定。`);
		expect((await month("2026-03")).text).toContain("尚未設定");
	});
	test("a value is set from a day on, as people write it, and what is wrong is told", async () => {
		const today = dateInTaipei(Date.now());
		const first = `${today.slice(0, 4)}-01-01`;
		expect((await set({ kind: "premium_rate", from_on: "2027/1/1", value: "２.５%" })).status).toBe(303);
		expect((await set({ kind: "salary_from", from_on: first, value: "90,000" })).status).toBe(303);
		expect((await set({ kind: "basic_wage", from_on: first, value: "30000" })).status).toBe(303);
		expect(
			await rows("SELECT kind, from_on, value FROM withholding_rates WHERE from_on > '2021-01-01' ORDER BY id"),
		).toEqual([
			{ kind: "premium_rate", from_on: "2027-01-01", value: 250 },
			{ kind: "salary_from", from_on: first, value: 90_000 },
			{ kind: "basic_wage", from_on: first, value: 30_000 },
		]);
		expect((await page(withholding.rates())).text).not.toContain("尚未設定");
		for (const value of ["", "0", "40.01", "2.111", "-1", "兩成"])
			expect((await set({ kind: "premium_rate", from_on: first, value })).text).toMatch(/請填寫(百分比|數值)/);
		for (const value of ["0", "12.5", "100,000,000"])
			expect((await set({ kind: "basic_wage", from_on: first, value })).text).toContain("請填寫大於 0 的整數金額");
		expect((await set({ kind: "basic_wage", from_on: "2026/2/30", value: "1" })).text).toContain("或沒有這一天");
		expect((await set({ kind: "magic", from_on: first, value: "1" })).text).toContain("請選擇項目");
		const [audit] = await rows(
			"SELECT description, changes FROM audit_log WHERE action = 'withholding.rate' ORDER BY id LIMIT 1",
		);
		expect(audit).toEqual({
			description: "補充保費費率",
			changes: JSON.stringify({ kind: "premium_rate", from_on: "2027-01-01", value: 250 }),
		});
	});
	test("a correction is another value from the same day; none is changed or deleted, whoever tries", async () => {
		expect((await set({ kind: "premium_rate", from_on: "2027-01-01", value: "2.45" })).status).toBe(303);
		expect((await page(withholding.rates())).text).toContain("已由後來的更正");
		await expect(rows("UPDATE withholding_rates SET value = 1")).rejects.toThrow("withholding.rate_is_final");
		await expect(rows("DELETE FROM withholding_rates")).rejects.toThrow("withholding.rate_is_final");
		await expect(
			rows("INSERT OR REPLACE INTO withholding_rates SELECT * FROM withholding_rates LIMIT 1"),
		).rejects.toThrow("withholding.rate_is_final");
		for (const [kind, value] of [
			["premium_rate", 4_001],
			["premium_rate", 0],
			["basic_wage", 100_000_000],
		] as const)
			await expect(
				rows(
					"INSERT INTO withholding_rates (kind, from_on, value, created_at) VALUES (?, '2026-01-01', ?, 1)",
					kind,
					value,
				),
			).rejects.toThrow("CHECK");
	});
});

describe("what is due of a month", () => {
	test("is the tax of residents, that of non-residents day by day, and the premium, with their last days", async () => {
		const { text } = await month("2026-03");
		// 3,000 of the register and 4,000 without one; 633 and 844.
		expect(text).toMatch(/代扣所得稅 國稅局 7,000 115年4月10日 已過期限/);
		expect(text).toMatch(/國稅局，115年3月1日給付 1,200 115年3月11日 已過期限/);
		expect(text).toMatch(/國稅局，115年3月20日給付 2,000 115年3月30日 已過期限/);
		expect(text).toMatch(/代扣補充保費 衛生福利部中央健康保險署 1,477 115年4月30日 已過期限/);
		expect(text).toContain("未列清冊 1 筆 40,000 4,000 844");
		expect(text).toContain("給付 131,000 元，所得稅 10,200 元，補充保費 1,477 元");
		expect(text).not.toContain("F115-0108");
	});
	test("each figure leads to what it sums", async () => {
		const { text: whole } = {
			text: await (await ask(`${withholding.month()}?month=2026-03`, { as: accountant })).text(),
		};
		const links = [...whole.matchAll(/href="([^"]*#paid)"[^>]*>([^<]*)</g)].map(
			([, href = "", words]) => [href.replaceAll("&amp;", "&").replace("#paid", ""), words] as const,
		);
		const sums = await Promise.all(
			links.map(
				async ([href, words]) =>
					[
						words,
						/給付 ([\d,]+) 元，所得稅 ([\d,]+) 元，補充保費 ([\d,]+) 元/.exec((await page(href)).text)?.slice(1),
					] as const,
			),
		);
		expect(sums).toEqual([
			["7,000", ["70,000", "7,000", "1,477"]],
			["1,200", ["6,000", "1,200", "0"]],
			["2,000", ["10,000", "2,000", "0"]],
			["1,477", ["70,000", "7,000", "1,477"]],
			["50 薪資", ["20,000", "0", "0"]],
			["51 租賃", ["25,000", "0", "0"]],
			["9B 稿費、演講", ["30,000", "3,000", "633"]],
			["9B 稿費、演講", ["16,000", "3,200", "0"]],
			["未列清冊", ["40,000", "4,000", "844"]],
		]);
	});
	test("without a month it is last month's, and a month without payments says so", async () => {
		const last = new Date(Date.parse(`${dateInTaipei(Date.now()).slice(0, 7)}-01`) - 86_400_000).toISOString();
		const { text } = await page(withholding.month());
		expect(text).toContain(`${Number(last.slice(0, 4)) - 1911} 年 ${Number(last.slice(5, 7))} 月付款的支出申請`);
		expect(text).toContain("這個月沒有付過要扣繳的所得");
		expect((await ask(`${withholding.month()}?month=never`, { as: accountant })).status).toBe(400);
	});
	test("one press makes the request, with the account to which it was withheld", async () => {
		expect((await press("own_premium", "2026-03", { insured: "很多" })).text).toContain("請填寫投保金額總額");
		const made = await press("tax", "2026-03");
		expect(made.to).toMatch(/^\/admin\/finance\/\d+$/);
		expect((await press("foreign_tax", "2026-03-20")).status).toBe(303);
		expect((await press("premium", "2026-03")).status).toBe(303);
		expect((await press("own_premium", "2026-03", { insured: "5,000" })).status).toBe(303);
		expect(await requests()).toEqual([
			{
				kind: "tax",
				period: "2026-03",
				gross: 7_000,
				title: "繳納 115 年 3 月代扣所得稅",
				payee_name: "國稅局",
				state: "draft",
				account: "2140",
			},
			{
				kind: "foreign_tax",
				period: "2026-03-20",
				gross: 2_000,
				title: "繳納 115年3月20日給付非居住者的代扣所得稅",
				payee_name: "國稅局",
				state: "draft",
				account: "2140",
			},
			{
				kind: "premium",
				period: "2026-03",
				gross: 1_477,
				title: "繳納 115 年 3 月代扣補充保費",
				payee_name: "衛生福利部中央健康保險署",
				state: "draft",
				account: "2130",
			},
			// (20,000 − 5,000) × 2.11% is 316.5.
			{
				kind: "own_premium",
				period: "2026-03",
				gross: 317,
				title: "繳納 115 年 3 月協會負擔的補充保費",
				payee_name: "衛生福利部中央健康保險署",
				state: "draft",
				account: null,
			},
		]);
		expect((await page(made.to, both)).text).toContain("繳納期限 115年4月10日");
		expect(await rows("SELECT user_id FROM audit_log WHERE action = 'finance.create' ORDER BY id LIMIT 1")).toEqual([
			{ user_id: both.userId },
		]);
	});
	test("a second press says so and leads to the first one, whoever presses; what changed since is said", async () => {
		const again = await press("tax", "2026-03");
		expect(again.text).toContain("已經有這筆的支出申請");
		expect(again.text).toMatch(/<a href="\/admin\/finance\/\d+">支出申請<\/a>/);
		// A draft is only seen by whose it is: others are told whose.
		expect((await month("2026-03")).text).toContain("許雅婷建立的支出申請");
		expect(await requests()).toHaveLength(4);
		await paid({ id: 1, on: "2026-03-31", gross: 50_000, tax: 5_000 });
		expect((await month("2026-03")).text).toContain("這張是 7,000 元，和現在的數字差 5,000 元");
	});
	test("two presses at once make one request, and a form that is sent twice too", async () => {
		const asked = { kind: "tax", period: "2026-02", insured: 0 } as const;
		const one = (key: string) =>
			requestRemittance(db, { asked, key, by: { ...by({ id: both.userId }, Date.now()), userId: both.userId } });
		const made = await Promise.allSettled([one("a"), one("b"), one("a")]);
		const ids = made.flatMap((each) => (each.status === "fulfilled" ? [each.value] : []));
		expect(new Set(ids).size).toBe(1);
		expect(
			made.filter(({ status }) => status === "rejected").map((each) => String((each as PromiseRejectedResult).reason)),
		).toEqual(Array.from({ length: 3 - ids.length }, () => expect.stringContaining("withholding.requested")));
		expect((await requests()).filter(({ period }) => period === "2026-02")).toHaveLength(1);
	});
	test("where the request was taken back or its draft deleted, there may be another", async () => {
		const [{ document_id: id = 0 } = {}] = await rows<{ document_id: number }>(
			"SELECT document_id FROM withholding_payments WHERE period = '2026-02'",
		);
		await rows("DELETE FROM finance_documents WHERE id = ?", id);
		expect((await press("tax", "2026-02")).status).toBe(303);
		await withoutAnyTriggers(
			["finance_documents"],
			[
				"UPDATE finance_documents SET state = 'voided', roc_year = 115, seq = 99 WHERE id IN (SELECT document_id FROM withholding_payments WHERE period = '2026-02')",
			],
		);
		expect((await press("tax", "2026-02")).status).toBe(303);
		expect((await requests()).filter(({ period }) => period === "2026-02").map(({ state }) => state)).toEqual([
			"voided",
			"draft",
		]);
		await expect(rows("UPDATE withholding_payments SET period = '2026-01'")).rejects.toThrow("withholding.requested");
	});
	test("nothing is made of nothing, of a month that is not over, or of what nobody can read", async () => {
		const now = dateInTaipei(Date.now()).slice(0, 7);
		expect((await press("tax", "2026-01")).text).toContain("沒有要繳的金額");
		expect((await press("tax", now)).text).toContain("這個月還沒有結束");
		for (const [kind, period] of [
			["tax", "2026-13"],
			["tax", "2026-03-20"],
			["foreign_tax", "2026-03"],
			["bribe", "2026-03"],
		] as const)
			expect((await press(kind, period, {}, both, "2026-03")).status).toBe(422);
		// Whoever may not make requests cannot make this one.
		expect((await press("tax", "2026-04", {}, accountant)).status).toBe(403);
		expect((await month("2026-02")).text).not.toContain("建立支出申請");
	});
});

describe("the year's list", () => {
	const YEAR = `${withholding.year()}?year=2026`;
	test("has each payee by category, by the day of payment, and marks what needs no statement", async () => {
		const { text } = await page(YEAR);
		expect(text).toContain("林講師 A12****789 9B 稿費、演講 2 70,000 7,000 1,477 列單");
		expect(text).toContain("陳外籍 非居住者 AB2****789 9B 稿費、演講 2 16,000 3,200 0 列單");
		expect(text).toContain("好屋公司 12345675 51 租賃 1 25,000 0 0 列單");
		expect(text).toContain("王老師 F13****093 9A 執行業務 1 500 0 0 免列（全年 1,000 元以下）");
		expect(text).toContain("另有 2 張支出申請扣過稅款或保費，但沒有清冊");
		expect(text).not.toContain(IDS.林講師);
		expect((await page(`${withholding.year()}?year=2019`)).text).toContain("這一年沒有清冊的付款");
	});
	test("leaves as Excel and CSV with complete numbers, after a fresh proof, and is noted", async () => {
		const answer = await ask(`${withholding.yearExport("xlsx")}?year=2026`, { as: accountant });
		const { sheets } = await readXlsx(new Uint8Array(await answer.arrayBuffer()));
		const [head, ...lines] = sheets[0]?.rows ?? [];
		expect(head).toEqual([
			"給付年度",
			"格式代號",
			"所得類別",
			"所得人",
			"證號",
			"地址",
			"居住者",
			"給付次數",
			"給付總額",
			"扣繳稅額",
			"補充保費",
			"列單",
		]);
		expect(lines.map((line) => line.slice(1, 11))).toEqual([
			["50", "薪資", "王老師", "F131104093", "臺北市", "是", 1, 20_000, 0, 0],
			["51", "租賃", "好屋公司", "12345675", "臺北市", "是", 1, 25_000, 0, 0],
			["9A", "執行業務", "王老師", "F131104093", "臺北市", "是", 1, 500, 0, 0],
			["9B", "稿費、演講", "林講師", "A123456789", "臺北市", "是", 2, 70_000, 7_000, 1_477],
			["9B", "稿費、演講", "陳外籍", "AB23456789", "臺北市", "否", 2, 16_000, 3_200, 0],
		]);
		const csv = await ask(`${withholding.yearExport("csv")}?year=2026`, { as: accountant });
		expect((await csv.text()).trim().split("\r\n")).toHaveLength(6);
		expect(await rows("SELECT changes FROM audit_log WHERE action = 'withholding.export' ORDER BY id LIMIT 1")).toEqual(
			[{ changes: JSON.stringify({ format: "xlsx", rows: 5, filter: { year: "2026" } }) }],
		);
		const old = await signIn({
			roles: ["accountant"],
			at: Date.now() - 60_000,
			authenticatedAt: Date.now() - 3_600_000,
		});
		expect((await ask(`${withholding.yearExport("csv")}?year=2026`, { as: old })).headers.get("Location")).toContain(
			"/account/confirm",
		);
	});
	test("somebody without a number keeps it back and is named; a small sum needs none", async () => {
		await payee("缺號人", {});
		await paid({ id: 2, on: "2025-05-05", shares: [{ payee: "缺號人", category: "9B", gross: 1_000 }] });
		expect((await ask(`${withholding.yearExport("csv")}?year=2025`, { as: accountant })).status).toBe(200);
		await paid({ id: 3, on: "2025-05-06", shares: [{ payee: "缺號人", category: "9B", gross: 10 }] });
		const { text } = await page(`${withholding.year()}?year=2025`);
		expect(text).toContain("還缺證號，不能下載");
		expect(text).toContain("請先在受款人資料補上：缺號人。");
		expect(text).not.toContain("下載 Excel");
		const answer = await ask(`${withholding.yearExport("csv")}?year=2025`, { as: accountant });
		expect([answer.status, answer.headers.get("Location")]).toEqual([303, `${withholding.year()}?year=2025`]);
	});
	test("who may only look gets no file", async () => {
		const auditor = await signIn({ roles: ["auditor"] });
		expect((await page(YEAR, auditor)).text).toContain("含證號的檔案由會計下載");
		expect((await ask(`${withholding.yearExport("csv")}?year=2026`, { as: auditor })).status).toBe(403);
	});
});

test("what was paid in a month or a year is found by the day of payment", async () => {
	for (const { sql, params } of [paidShares("2026-03"), yearPayees(2026), unlistedOf(2026)]) {
		const plan = await rows<{ detail: string }>(`EXPLAIN QUERY PLAN ${sql}`, ...params);
		expect(plan.filter(({ detail }) => detail.includes("finance_documents_by_day_paid"))).toHaveLength(1);
		expect(plan.filter(({ detail }) => /^SCAN [a-z]/.test(detail))).toEqual([]);
	}
});
