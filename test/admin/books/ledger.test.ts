import { beforeAll, expect, test } from "vitest";
import { postVoucher, reverseVoucher } from "#db/books/vouchers.ts";
import { commit } from "#db/commit.ts";
import { credit, debit } from "#domain/books/ledger/postings.ts";
import { paths } from "#http/paths.ts";
import { db } from "../../support/payments.ts";
import { ask, type Person, signIn } from "../../support/people.ts";
import { by, rows } from "../../support/users.ts";

const { ledger } = paths.admin;
let accountant: Person;
let bank: number;
const AT = Date.now();
const MONTH = "from=2026-03&to=2026-03";

beforeAll(async () => {
	accountant = await signIn({ roles: ["accountant"] });
	const who = by({ id: accountant.userId }, AT);
	const voucher = (id: number, date: string, amount: number) =>
		postVoucher(
			{
				source: "bank_line",
				id,
				date,
				description: `存款 <${id}>`,
				lines: [debit("1130", amount, ""), credit("1110", amount, "現金 <b>存入</b>")],
			},
			who,
		);
	await commit(db, [
		...voucher(1, "2026-02-10", 700),
		...voucher(2, "2026-03-05", 500),
		...voucher(3, "2026-03-31", 1_200),
		...reverseVoucher({ source: "bank_line", id: 2 }, { date: "2026-03-20", description: "沖銷存款", by: who }),
	]);
	bank = Number((await rows("SELECT id FROM accounts WHERE code = '1130'"))[0]?.id);
});

const page = async (address: string, who = accountant) => {
	const answer = await ask(address, { as: who });
	return { status: answer.status, text: await answer.text() };
};
/** The cells of each row of the page's table. */
const cells = (text: string): string[][] =>
	[...text.matchAll(/<tr role="row"[^>]*>(.*?)<\/tr>/gs)]
		.map(([, row = ""]) =>
			[...row.matchAll(/<t[dh][^>]*>(.*?)<\/t[dh]>/gs)].map(([, cell = ""]) =>
				cell
					.replace(/<[^>]+>/g, " ")
					.replace(/\s+/g, " ")
					.trim(),
			),
		)
		.filter((row) => row.length > 2);

test("the trial balance has what was, what moved and what is, in pairs that balance, each account a way into its lines", async () => {
	const { text } = await page(`${ledger.trialBalance()}?${MONTH}`);
	expect(cells(text).slice(2)).toEqual([
		["1 資產", "700", "700", "2,200", "2,200", "1,900", "1,900"],
		["1110", "庫存現金", "—", "700 （小於 0）", "500", "1,700", "—", "1,900 （小於 0）"],
		["1130", "銀行存款", "700", "—", "1,700", "500", "1,900", "—"],
		["合計", "700", "700", "2,200", "2,200", "1,900", "1,900"],
	]);
	expect(text).toContain("借貸平衡");
	expect(text).toContain(`href="${ledger.general()}?account=${bank}&amp;${MONTH.replace("&", "&amp;")}"`);
});

test("the general ledger begins with what the account held, and carries it on", async () => {
	const { text } = await page(`${ledger.general()}?account=${bank}&${MONTH}`);
	expect(
		cells(text)
			.slice(1)
			.map((row) => row.slice(3)),
	).toEqual([
		["", "", "", "借 700"],
		["庫存現金", "500", "—", "借 1,200"],
		["庫存現金", "—", "500", "借 700"],
		["庫存現金", "1,200", "—", "借 1,900"],
		["借 1,900"],
	]);
	expect(text).toContain("期初餘額");
	expect((await page(`${ledger.general()}?account=9999&${MONTH}`)).status).toBe(404);
	expect(text).toContain('value="1130 銀行存款"');
});

test("the books of one account take its code or its name, and offer what an unclear word may mean", async () => {
	const named = (path: string, words: string) => page(`${path}?named=${encodeURIComponent(words)}&${MONTH}`);
	for (const words of ["1130", "1130 銀行存款", "銀行存款"])
		expect((await named(ledger.general(), words)).text).toContain("期初餘額");
	for (const path of [ledger.general(), ledger.sub()]) {
		const unclear = (await named(path, "存款")).text;
		expect(unclear).toContain("「存款」不只一個科目");
		expect(unclear).toContain(`named=${encodeURIComponent("1130 銀行存款").replaceAll("%20", "+")}`);
		expect(unclear).toContain('value="存款"');
		expect((await named(path, "5999")).text).toContain("找不到「5999」這個科目");
	}
	expect((await named(ledger.sub(), "1130")).text).toContain('value="1130 銀行存款"');
	expect((await named(ledger.generalExport("csv"), "銀行存款")).text).toContain("1900");
	expect((await named(ledger.generalExport("csv"), "存款")).status).toBe(404);
});

test("the journal lists vouchers by day with their lines, and by kind; a voucher says what it reverses", async () => {
	const { text } = await page(`${ledger.journal()}?${MONTH}`);
	expect(text).toContain("共 3 張傳票，借貸各 2,200 元");
	expect(text).toContain("現金 &lt;b>存入&lt;/b>");
	expect(text).not.toContain("<b>存入");
	expect((await page(`${ledger.journal()}?${MONTH}&kind=income`)).text).toContain("找不到符合的傳票");
	const [reversal] = await rows("SELECT id, reverses_id FROM vouchers WHERE reverses_id IS NOT NULL");
	const shown = await page(ledger.voucher(Number(reversal?.id)));
	expect(shown.text).toContain("沖銷傳票");
	expect(shown.text).toContain(`href="${ledger.voucher(Number(reversal?.reverses_id))}"`);
	expect((await page(ledger.voucher(Number(reversal?.reverses_id)))).text).toContain("已沖銷");
	expect((await page(ledger.voucher(99_999))).status).toBe(404);
});

test("months in the wrong order are turned, and what is no month is no page", async () => {
	const turned = await page(`${ledger.trialBalance()}?from=2026-03&to=2026-02`);
	expect(turned.text).toContain("中華民國 115 年 2 月 1 日至 115 年 3 月 31 日");
	expect((await page(`${ledger.trialBalance()}?from=2026-13`)).status).toBe(400);
	expect((await page(`${ledger.journal()}?from=2030-01`)).text).toContain("這段期間沒有傳票");
});

test("the files have what the pages have, and nobody else takes them", async () => {
	const { text } = await page(`${ledger.trialBalanceExport("csv")}?${MONTH}`);
	expect(text.trim().split("\r\n").slice(1)).toEqual([
		"1110,庫存現金,0,700,500,1700,0,1900",
		"1130,銀行存款,700,0,1700,500,1900,0",
	]);
	const lines = await page(`${ledger.generalExport("csv")}?account=${bank}&${MONTH}`);
	expect(
		lines.text
			.trim()
			.split("\r\n")
			.map((line) => line.split(",").at(-1)),
	).toEqual(["餘額（借為正）", "700", "1200", "700", "1900"]);
	const xlsx = await ask(`${ledger.trialBalanceExport("xlsx")}?${MONTH}`, { as: accountant });
	expect(new Uint8Array(await xlsx.arrayBuffer()).slice(0, 2)).toEqual(new Uint8Array([0x50, 0x4b]));
	expect((await page(`${ledger.generalExport("csv")}?${MONTH}`, await signIn({ roles: ["secretary"] }))).status).toBe(
		403,
	);
});

test("the chart of accounts has its classes and what each account holds", async () => {
	const { text } = await page(ledger.accounts());
	for (const name of ["資產", "負債", "基金暨餘絀", "收入", "支出"]) expect(text).toContain(`　${name}</h2>`);
	expect(cells(text).find(([code]) => code === "1130")).toEqual([
		"1130",
		"銀行存款",
		"使用中",
		"借 1,900",
		"編輯 銀行存款",
	]);
});

test("the statements tie: income less expense is what the balance sheet has as the year's surplus", async () => {
	const who = by({ id: accountant.userId }, AT);
	const entry = (id: number, date: string, lines: ReturnType<typeof debit>[]) =>
		postVoucher({ source: "bank_line", id: 2_000 + id, date, description: "收支", lines }, who);
	await commit(db, [
		...entry(1, "2025-05-01", [debit("1130", 1_000, ""), credit("4120", 1_000, "")]),
		...entry(2, "2026-05-01", [debit("1130", 3_000, ""), credit("4120", 3_000, "")]),
		...entry(3, "2026-05-02", [debit("5220", 800, ""), credit("1130", 800, "")]),
	]);
	const shown = async (query: string) =>
		cells((await page(`${ledger.statements()}?${query}`)).text)
			.filter((row) => row.length === 8)
			.slice(1)
			.map((row) => row.join("|"));
	expect(await shown("kind=income&from=2026-05&to=2026-05")).toEqual([
		"4|收入|3,000|100.0|1,000|100.0|2,000|200.0",
		"4120|常年會費收入|3,000|100.0|1,000|100.0|2,000|200.0",
		"5|支出|800|100.0|—|—|800|—",
		"5220|印刷費|800|100.0|—|—|800|—",
		"|本期餘絀|2,200|—|1,000|—|1,200|120.0",
	]);
	// What the deposits of the other tests moved cancels out between the accounts of 資產.
	const sheet = await page(`${ledger.statements()}?kind=balance&to=2026-05`);
	expect(sheet.text).toContain("資產等於負債加基金暨餘絀");
	expect(
		cells(sheet.text)
			.filter(([, name]) => name?.includes("餘絀") && name !== "基金暨餘絀")
			.map(([code, name, now, , before, , change]) => [code, name, now, before, change])
			.slice(0, 2),
	).toEqual([
		["", "以前年度餘絀（未結帳）", "1,000", "—", "1,000"],
		["", "本期餘絀", "2,200", "1,000", "1,200"],
	]);
	const { text } = await page(`${ledger.statementsExport("csv")}?kind=income&from=2026-05&to=2026-05`);
	expect(text.trim().split("\r\n").at(-1)).toBe(",本期餘絀,2200,,1000,,1200,120");
});
