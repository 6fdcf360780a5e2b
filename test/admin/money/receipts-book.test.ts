import { env } from "cloudflare:test";
import { beforeAll, describe, expect, test } from "vitest";
import { voidReceipt } from "#domain/money/receipts/actions.ts";
import { paths } from "#http/paths.ts";
import { brokenOnPurpose } from "../../support/invariants.ts";
import { issuedOne, twice } from "../../support/issued.ts";
import { cells, newestAudit, page, shown, tripsOf } from "../../support/pages.ts";
import { db } from "../../support/payments.ts";
import { ask, type Person, signIn } from "../../support/people.ts";
import { by } from "../../support/users.ts";

const { receipts } = paths.admin;
let cashier: Person;
const day = (month: number, date: number) => Date.UTC(2026, month - 1, date, 2);
const words = ({ html }: { html: string }): string => html.replace(/<[^>]+>/g, "").replace(/\s+/g, " ");

beforeAll(async () => {
	cashier = await signIn({ name: "許雅雯", roles: ["cashier"] });
	await issuedOne({ at: day(3, 5), payerTitle: "甲<一" });
	const wrong = await issuedOne({ at: day(3, 6), payerTitle: "乙" });
	const titled = { ref: wrong, reason: "抬頭錯誤", replacement: "title", payerTitle: "乙乙" } as const;
	await twice((who) => voidReceipt(db, { ...titled, by: by(who, day(4, 1)) }));
	await issuedOne({ at: Date.UTC(2025, 4, 5, 2) });
});

describe("the stub book", () => {
	test("has every number month by month, with sums; what is void is struck and says why", async () => {
		const book = await page(`${receipts.book()}?year=115`, cashier);
		expect(cells(book)).toEqual([
			["3 月　2 張，其中作廢 1 張", "1,000", ""],
			["會115-000001", "3/5", "甲&lt;一", "常年會費 115 年", "1,000", ""],
			["會115-000002", "3/6", "乙", "常年會費 115 年", "1,000", "作廢：抬頭錯誤（改開 會115-000003）"],
			["4 月　1 張", "1,000", ""],
			["會115-000003", "4/1", "乙乙", "常年會費 115 年", "1,000", ""],
			["合計　3 張，其中作廢 1 張", "2,000", ""],
		]);
		expect(book.elements.filter(({ name }) => name === "s").map(({ text }) => text)).toEqual(["會115-000002", "1,000"]);
		expect(words(book)).toContain("3 張（作廢 1 張），合計 2,000 元；1 頁。");
		expect(await tripsOf(`${receipts.book()}?year=115`, cashier)).toBe(2);
	});
	test("of a month, and of one without receipts", async () => {
		expect(cells(await page(`${receipts.book()}?year=115&month=4`, cashier)).length).toBe(3);
		expect(words(await page(`${receipts.book()}?year=115&month=5`, cashier))).toContain("這段期間沒有收據");
		expect((await page(`${receipts.book()}?month=13`, cashier)).status).toBe(400);
	});
	test("goes over as many papers as it needs, each with its head", async () => {
		for (let nth = 0; nth < 24; nth++) await issuedOne({ at: Date.UTC(2024, 0, 5, 2, nth) });
		const book = await page(`${receipts.book()}?year=113`, cashier);
		const papers = book.elements.filter(({ attributes }) => attributes.class === "paper");
		expect(papers.length).toBe(2);
		expect(book.html).toContain("第 2 頁，共 2 頁");
	});
});

describe("the check of the numbers", () => {
	const results = async () =>
		cells(await page(receipts.gaps(), cashier)).map((row) => [row[0], row[3], row[4], row[6]]);
	test("counts the receipts themselves, a void one too", async () => {
		expect(await results()).toEqual([
			["會費收據 115 年", "3", "1", "連續"],
			["會費收據 114 年", "1", "0", "連續"],
			["會費收據 113 年", "24", "0", "連續"],
		]);
		expect(words(await page(receipts.gaps(), cashier))).toContain("號碼連續，沒有缺號");
		expect(await tripsOf(receipts.gaps(), cashier)).toBe(2);
	});
	test("finds what somebody took out of the database, wherever, and a counter that says otherwise", async () => {
		brokenOnPurpose("receipts are taken out, and a counter is set");
		const kept = ["receipts_are_never_deleted", "number_series_rise_with_documents"];
		const { results: triggers } = await env.DB.prepare(
			"SELECT sql FROM sqlite_schema WHERE type = 'trigger' AND name IN (SELECT value FROM json_each(?))",
		)
			.bind(JSON.stringify(kept))
			.all<{ sql: string }>();
		await env.DB.batch([
			...kept.map((name) => env.DB.prepare(`DROP TRIGGER ${name}`)),
			env.DB.prepare("DELETE FROM receipts WHERE roc_year = 113 AND seq IN (1, 7, 8, 20)"),
			env.DB.prepare("UPDATE number_series SET last_no = 9 WHERE series = 'receipt:dues' AND roc_year = 114"),
			...triggers.map(({ sql }) => env.DB.prepare(sql)),
		]);
		expect((await results()).slice(1)).toEqual([
			["會費收據 114 年", "1", "0", "有問題計數器停在 9，與最後一號不同"],
			["會費收據 113 年", "20", "0", "有問題缺 4 號：會113-000001、會113-000007 至 會113-000008、會113-000020"],
		]);
	});
});

describe("where numbers begin", () => {
	const set = (form: Record<string, string>) => ask(receipts.series(), { as: cashier, form });
	test("is said once before the first, and noted", async () => {
		const done = await set({ series: "donation", year: "115", first_no: "２５１" });
		expect(done.status).toBe(303);
		expect(await newestAudit(1)).toEqual(["receipt.set_first receipt_series donation 115 series donation 115"]);
		expect(words(await page(receipts.series(), cashier))).toContain("捐款收據 115 年251還沒有，可以再改");
	});
	test.each([
		[{ series: "dues", year: "115", first_no: "9" }, "這個種類與年度已經開過收據，不能再改起號。"],
		[{ series: "dues", year: "120", first_no: "0" }, "請輸入 1 到 999999 的整數。"],
		[{ series: "dues", year: "120", first_no: "1.5" }, "請輸入 1 到 999999 的整數。"],
		[{ series: "dues", year: "2026", first_no: "9" }, "請填寫民國年。"],
		[{ year: "115", first_no: "9" }, "請選擇收據種類。"],
	])("refuses %o", async (form, said) => {
		const refused = await shown(await set(form));
		expect([refused.status, words(refused).includes(said)]).toEqual([422, true]);
	});
});
