import { beforeAll, expect, test } from "vitest";
import { postVoucher, reverseVoucher } from "#db/books/vouchers.ts";
import { commit } from "#db/commit.ts";
import { brokenInvariants } from "#db/invariants/suite.ts";
import { credit, debit, type Entry } from "#domain/books/ledger/postings.ts";
import { paths } from "#http/paths.ts";
import { insert } from "../../support/content.ts";
import { brokenOnPurpose } from "../../support/invariants.ts";
import { db } from "../../support/payments.ts";
import { ask, type Person, signIn } from "../../support/people.ts";
import { by, rows } from "../../support/users.ts";

const { ledger } = paths.admin;
let accountant: Person;
const AT = Date.UTC(2026, 10, 20);
const id: Record<string, number> = {};

/** Of a member or a project. */
const of = (line: Entry, more: Partial<Entry>): Entry => ({ ...line, ...more });

beforeAll(async () => {
	accountant = await signIn({ roles: ["accountant"] });
	for (const row of await rows<{ id: number; code: string }>("SELECT id, code FROM accounts")) id[row.code] = row.id;
	const times = { created_at: 1, updated_at: 1 };
	await insert("members", { id: 1, member_no: "M0001", name: "陳怡君", status: "active", ...times });
	await insert("members", { id: 2, member_no: "M0002", name: "林<b>", status: "active", ...times });
	await insert("projects", { id: 1, name: "病友營隊", ...times });
	await insert("budget_items", { year: 2026, account_id: id["4120"] ?? 0, name: "會費", amount: 5_000, ...times });
	await insert("budget_items", { year: 2026, account_id: id["5320"] ?? 0, name: "營隊", amount: 1_000, ...times });
	await insert("budget_items", { year: 2026, account_id: id["5320"] ?? 0, name: "講座", amount: 500, ...times });
	const who = by({ id: accountant.userId }, AT);
	const voucher = (n: number, date: string, lines: Entry[]) =>
		postVoucher({ source: "bank_line", id: n, date, description: `傳票 ${n}`, lines }, who);
	await commit(db, [
		...voucher(1, "2025-12-31", [debit("1110", 2_000, ""), credit("2120", 2_000, "", 1)]),
		...voucher(2, "2026-01-05", [debit("2120", 1_500, "", 1), credit("4120", 1_500, "", 1)]),
		...voucher(3, "2026-03-05", [debit("1130", 4_000, ""), credit("4120", 4_000, "", 2)]),
		...voucher(4, "2026-03-05", [debit("1130", 1_000, ""), credit("1110", 1_000, "")]),
		...voucher(5, "2026-03-06", [of(debit("5320", 1_800, "場地"), { projectId: 1 }), credit("1130", 1_800, "")]),
		...voucher(6, "2026-04-01", [
			debit("5910", 900, ""),
			debit("1310", 900, ""),
			credit("3110", 900, ""),
			credit("1130", 900, ""),
		]),
		...voucher(7, "2026-05-01", [debit("1310", 12, ""), credit("3110", 12, "基金利息")]),
		...voucher(8, "2026-06-01", [debit("5250", 70, ""), credit("1110", 70, "")]),
		...reverseVoucher({ source: "bank_line", id: 8 }, { date: "2026-06-02", description: "沖銷", by: who }),
	]);
});

const page = async (address: string, who = accountant) => {
	const answer = await ask(address, { as: who });
	return { status: answer.status, text: await answer.text() };
};
/** The cells of each row of the page's tables. */
const cells = (text: string): string[] =>
	[...text.matchAll(/<tr role="row"[^>]*>(.*?)<\/tr>/gs)].map(([, row = ""]) =>
		[...row.matchAll(/<t[dh][^>]*>(.*?)<\/t[dh]>/gs)]
			.map(([, cell = ""]) =>
				cell
					.replace(/<[^>]+>/g, " ")
					.replace(/\s+/g, " ")
					.trim(),
			)
			.join("|"),
	);
const csv = async (address: string) => (await page(address)).text.trim().replace("\u{FEFF}", "").split("\r\n");

test("the sub-ledger adds up by member or project, and leads to the lines of one", async () => {
	const query = `from=2026-01&to=2026-12&account=${id["2120"]}`;
	const all = await page(`${ledger.sub()}?by=member&${query}`);
	expect(cells(all.text)).toEqual([
		"會員|期初餘額|借方|貸方|期末餘額",
		"M0001 陳怡君|貸 2,000|1,500|—|貸 500",
		"合計|貸 2,000|1,500|—|貸 500",
	]);
	const both = cells((await page(`${ledger.sub()}?from=2026-01&to=2026-12`)).text);
	expect(both.slice(1, 3)).toEqual(
		["M0001 陳怡君|貸 2,000|1,500|1,500|貸 2,000", "M0002 林<b>|0|—|4,000|貸 4,000"].map((row) =>
			row.replace("<b>", "&lt;b>"),
		),
	);
	const lines = await page(`${ledger.sub()}?by=project&of=1&from=2026-01&to=2026-12`);
	expect(cells(lines.text)[1]).toBe("115年3月6日|支115-0001|5320 活動及病友服務費|場地|1,800|—|借 1,800");
	expect((await page(`${ledger.sub()}?by=project&of=99`)).status).toBe(404);
	expect((await page(`${ledger.sub()}?by=nobody`)).status).toBe(400);
	expect((await page(`${ledger.sub()}?by=project&from=2025-01`)).text).toContain("這段期間沒有指名專案的分錄");
	expect(await csv(`${ledger.subExport("csv")}?by=member&${query}`)).toEqual([
		"會員,期初餘額（借為正）,借方,貸方,期末餘額（借為正）",
		"M0001 陳怡君,-2000,1500,0,-500",
	]);
	expect((await csv(`${ledger.subExport("csv")}?by=member&of=1&${query}`)).slice(1)).toEqual([
		",,,,期初餘額,,,-2000",
		"2026-01-05,轉115-0001,2120,預收款項(預收會費),傳票 2,1500,0,-500",
	]);
});

test("the cash book has every account of cash, without what only went between them, and the days of one", async () => {
	const { text } = await page(`${ledger.cashBook()}?from=2026-01&to=2026-12`);
	expect(cells(text).slice(1)).toEqual([
		"1110|庫存現金|2,000|70|1,070|1,000",
		"1130|銀行存款|—|5,000|2,700|2,300",
		"1310|銀行存款－基金專戶|—|912|—|912",
		"減：帳戶之間互轉（存入、提領）|—|−1,900|−1,900|—",
		"合計|2,000|4,082|1,870|4,212",
	]);
	const days = await page(`${ledger.cashBook()}?account=${id["1130"]}&from=2026-03&to=2026-04`);
	expect(cells(days.text).slice(1)).toEqual([
		"115年3月5日|2|5,000|—|5,000",
		"115年3月6日|1|—|1,800|3,200",
		"115年4月1日|1|—|900|2,300",
		"上期結存 0 本期合計與結存|5,000|2,700|2,300",
	]);
	expect(days.text).toContain(`href="${ledger.general()}?account=${id["1130"]}&amp;from=2026-03-05&amp;to=2026-03-05"`);
	const day = await page(`${ledger.general()}?account=${id["1130"]}&from=2026-03-05&to=2026-03-05`);
	expect(cells(day.text)).toHaveLength(5);
	expect(await csv(`${ledger.cashBookExport("csv")}?account=${id["1130"]}&from=2026-04&to=2026-04`)).toEqual([
		"日期,傳票張數,收入,支出,結存",
		"上期結存,,,,3200",
		"2026-04-01,1,0,900,2300",
	]);
});

test("the yearly statement stands beside the budget of the year, whatever months were asked for", async () => {
	const { text } = await page(`${ledger.statements()}?kind=final&from=2026-03&to=2026-05`);
	expect(text).toContain("中華民國 115 年 1 月 1 日至 115 年 12 月 31 日");
	expect(cells(text)).toEqual([
		"代號|會計科目|決算數|預算數|比較增加|比較減少|執行率|上年度決算數",
		"4|收入|5,500|5,000|500|—|110%|—",
		"4120|常年會費收入|5,500|5,000|500|—|110%|—",
		"5|支出|2,700|1,500|1,200|—|180%|—",
		"5320|活動及病友服務費|1,800|1,500|300|—|120%|—",
		"5910|提撥基金|900|—|900|—|—|—",
		"|本期餘絀|2,800|3,500|—|700|80%|—",
	]);
	expect((await csv(`${ledger.statementsExport("csv")}?kind=final&to=2026-05`)).at(-1)).toBe(
		",本期餘絀,2800,3500,-700,80%,0",
	);
	const before = cells((await page(`${ledger.statements()}?kind=income&from=2026-03&to=2026-03&than=before`)).text);
	expect(before.slice(0, 2)).toEqual([
		"代號|會計科目|本期|占比 %|前期|占比 %|增減|增減 %",
		"4|收入|4,000|100.0|—|—|4,000|—",
	]);
	const balance = cells((await page(`${ledger.statements()}?kind=balance&from=2026-01&to=2026-12&than=before`)).text);
	expect(balance[0]).toBe("代號|會計科目|期末|占比 %|期初|占比 %|增減|增減 %");
	expect(balance[1]).toBe("1|資產|4,212|100.0|2,000|100.0|2,212|110.6");
});

test("the annual pack has its four statements and an attachment, each with its signers, says 未結帳, and ties", async () => {
	const { text } = await page(`${ledger.annual()}?year=2026`);
	const titles = [...text.matchAll(/<h2>([^<]*)<\/h2>/g)].map(([, title]) => title);
	const papers = ["收支決算表", "資產負債表", "財產目錄", "基金收支表", "附表　現金出納表"];
	expect(titles.filter((title) => title?.includes("表") || title === "財產目錄（未結帳）")).toEqual(
		papers.map((title) => `${title}（未結帳）`),
	);
	expect(text.match(/<span>監事會召集人<\/span>/g)).toHaveLength(5);
	expect(text).toContain("115 年還有 12 個月沒有結帳");
	const all = cells(text);
	expect(all).toContain("|資產合計|4,212");
	expect(all).toContain("|負債、基金暨餘絀合計|4,212");
	expect(all.slice(all.indexOf("收入|金額"), all.indexOf("收入|金額") + 10)).toEqual([
		"收入|金額",
		"3110 準備基金|912",
		"歷年累存|—",
		"本年度提撥|900",
		"基金利息|12",
		"合計|912",
		"支出與結餘|金額",
		"3110 準備基金|912",
		"本年度結餘|912",
		"合計|912",
	]);
	expect(text).toContain("相符");
	const file = await csv(`${ledger.annualExport("csv")}?year=2026`);
	expect(file[0]).toContain("115 年度報表（未結帳）");
	expect(file.filter((row) => /^(?:收支決算表|現金出納表|資產負債表|財產目錄|基金收支表),+$/.test(row))).toHaveLength(
		5,
	);
	expect((await page(`${ledger.annual()}?year=1`)).status).toBe(400);
});

test("who signs is a setting: another title, or nobody", async () => {
	const set = (key: string, value: string) =>
		rows(
			"INSERT INTO settings (key, value, updated_at) VALUES (?, ?, 1) ON CONFLICT (key) DO UPDATE SET value = excluded.value",
			key,
			value,
		);
	await set("association.secretary_title", "none");
	await set("association.supervisor_title", "常務監事");
	const { text } = await page(`${ledger.annual()}?year=2026`);
	expect([text.includes("<span>秘書長</span>"), text.includes("<span>監事會召集人</span>")]).toEqual([false, false]);
	expect(text.match(/<span>常務監事<\/span>/g)).toHaveLength(5);
	await set("association.secretary_title", "總幹事");
	expect((await page(`${ledger.trialBalance()}?from=2026-01&to=2026-12`)).text).toContain("<span>總幹事</span>");
});

test("the journal is searched, printed whole and taken along, line by line", async () => {
	const found = await page(`${ledger.journal()}?from=2026-01&to=2026-12&q=場地`);
	expect(found.text).toContain("共 1 張傳票，借貸各 1,800 元");
	expect((await page(`${ledger.journal()}?from=2026-01&to=2026-12&q=支115-0001`)).text).toContain("共 1 張傳票");
	expect((await page(`${ledger.journal()}?from=2026-01&to=2026-12&q=沒有這個`)).text).toContain("找不到符合的傳票");
	const printed = await page(`${ledger.journal()}?from=2026-01&to=2026-12&print=1`);
	expect(printed.text).toContain("report-head");
	expect(printed.text).toContain("data-print");
	expect((await csv(`${ledger.journalExport("csv")}?from=2026-03&to=2026-03`)).slice(-2)).toEqual([
		"2026-03-06,支115-0001,5320,活動及病友服務費,場地,1800,0,,病友營隊,銀行明細 5,",
		"2026-03-06,支115-0001,1130,銀行存款,傳票 5,0,1800,,,銀行明細 5,",
	]);
});

test("months are understood as people type them, in the Republic's calendar too", async () => {
	for (const month of ["2026-03", "115/3", "115年3月", "民國115年03月", "１１５／３", "2026/3"]) {
		const { status, text } = await page(
			`${ledger.trialBalance()}?from=${encodeURIComponent(month)}&to=${encodeURIComponent(month)}`,
		);
		expect([month, status, text.includes("中華民國 115 年 3 月 1 日至 115 年 3 月 31 日")]).toEqual([month, 200, true]);
	}
	for (const month of ["2026-13", "12/3", "abc", "115"])
		expect([month, (await page(`${ledger.trialBalance()}?from=${encodeURIComponent(month)}`)).status]).toEqual([
			month,
			400,
		]);
	expect((await page(`${ledger.general()}?from=2026-02-30`)).status).toBe(400);
});

test("every figure of the trial balance leads to the lines that make it", async () => {
	const { text } = await page(`${ledger.trialBalance()}?from=2026-03&to=2026-03`);
	const account = `${ledger.general()}?account=${id["1110"]}&amp;`;
	expect(text).toContain(`<a href="${account}from=2025-12&amp;to=2026-02">2,000</a>`);
	expect(text).toContain(`<a href="${account}from=2026-03&amp;to=2026-03">1,000</a>`);
	expect(text).toContain(`<a href="${account}from=2025-12&amp;to=2026-03">1,000</a>`);
});

test("accounts below another stand under their sum, with what lies in that one itself and the budgets of all", async () => {
	const times = { created_at: 1, updated_at: 1 };
	await insert("accounts", { id: 201, code: "5320-01", name: "衛教講座", ...times });
	await insert("accounts", { id: 202, code: "1110-01", name: "會址保險箱", ...times });
	await insert("budget_items", { year: 2026, account_id: 201, name: "講師", amount: 300, ...times });
	const who = by({ id: accountant.userId }, AT);
	await commit(db, [
		...postVoucher(
			{
				source: "bank_line",
				id: 9,
				date: "2026-12-01",
				description: "講師費",
				lines: [debit("5320-01", 250, ""), debit("5320", 40, ""), credit("1110-01", 290, "")],
			},
			who,
		),
	]);
	const { text } = await page(`${ledger.statements()}?kind=income&from=2026-12&to=2026-12`);
	expect(cells(text).slice(1)).toEqual([
		"4|收入|—|—|—|—|—|—",
		"5|支出|290|100.0|—|—|290|—",
		"5320|活動及病友服務費|290|100.0|—|—|290|—",
		"5320|未列子目|40|13.8|—|—|40|—",
		"5320-01|衛教講座|250|86.2|—|—|250|—",
		"|本期餘絀|−290|—|—|—|−290|—",
	]);
	const final = cells((await page(`${ledger.statements()}?kind=final&to=2026-12`)).text);
	expect(final.slice(-5, -2)).toEqual([
		"5320|活動及病友服務費|2,090|1,800|290|—|116%|—",
		"5320|未列子目|1,840|1,500|340|—|123%|—",
		"5320-01|衛教講座|250|300|—|50|83%|—",
	]);
	const balance = await csv(`${ledger.statementsExport("csv")}?kind=balance&from=2026-12&to=2026-12`);
	expect(balance.slice(1, 5)).toEqual([
		"1,資產,3922,100,2000,100,1922,96.1",
		"1110,庫存現金,710,18.1,2000,100,-1290,-64.5",
		"1110,　未列子目,1000,25.5,2000,100,-1000,-50",
		"1110-01,　會址保險箱,-290,-7.4,0,,-290,",
	]);
});

test("a balance that is not what its vouchers say is found", async () => {
	brokenOnPurpose("the last test of the file changes balances of months");
	expect(await brokenInvariants(db.$client)).toEqual([]);
	await db.$client
		.prepare("UPDATE account_months SET debit = debit + 5 WHERE account_id = ? AND month = '2026-03'")
		.bind(id["1130"])
		.run();
	await db.$client
		.prepare("INSERT INTO account_months (account_id, month, debit) VALUES (?, '2030-01', 7)")
		.bind(id["1130"])
		.run();
	expect(await brokenInvariants(db.$client)).toEqual([
		{ code: "account_months", area: "books", count: 2, names: ["1130 2026-03", "1130 2030-01"] },
	]);
});
