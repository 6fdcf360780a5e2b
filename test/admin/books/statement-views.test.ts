/**
 * The statements as they are looked at, over random books of two and a half years: whatever was posted, reversed and closed,
 * every view is what the vouchers' lines say, and the page has the figures of its file.
 */
import { sql } from "drizzle-orm";
import { beforeAll, expect, test } from "vitest";
import { budgetsLeft, unbudgeted } from "#db/books/budgets.ts";
import { insertLines, post, postVoucher, reverseVoucher } from "#db/books/vouchers.ts";
import { commit, type Write } from "#db/commit.ts";
import { readRows } from "#db/read.ts";
import { credit, debit, type Entry } from "#domain/books/ledger/postings.ts";
import { closeMonth, closeYear } from "#domain/books/periods/actions.ts";
import { paths } from "#http/paths.ts";
import { chances, newSeed } from "../../support/chances.ts";
import { insert } from "../../support/content.ts";
import { parse } from "../../support/markup.ts";
import { db } from "../../support/payments.ts";
import { ask, type Person, signIn } from "../../support/people.ts";
import { by, rows } from "../../support/users.ts";

const { ledger } = paths.admin;
const AT = Date.UTC(2026, 11, 31, 1);
const seed = newSeed();
const id: Record<string, number> = {};
let accountant: Person;
/** What the lines of all vouchers say of an account and a month, debit less credit. */
let said: { code: string; month: string; n: number }[];

/** Where money comes from and goes to; 4210 has sub-accounts, 5270 and 4910 stay without any. */
const INCOME = ["4110", "4120", "4210", "4210-01", "4210-02", "4220", "4310", "4410"];
const EXPENSE = ["5110", "5210", "5220", "5320", "5320-01", "5330", "5510"];
const MONTHS = Array.from(
	{ length: 30 },
	(_, nth) => `${2024 + Math.floor((nth + 6) / 12)}-${String(((nth + 6) % 12) + 1).padStart(2, "0")}`,
);
const pick = <T>(list: readonly T[], by: number): T => list[by % list.length] as T;

/** A voucher by chance: mostly money that comes or goes, at times the other way round, as a refund is. */
function lines(a: number, b: number, c: number): Entry[] {
	const amount = 1 + (c % 9_973) * (b % 7 === 0 && c % 2 === 1 ? 131 : 1);
	const [from, to] = b % 2 === 0 ? ["1110", pick(INCOME, a)] : [pick(EXPENSE, a), "1110"];
	return a % 11 === 0
		? [debit(to, amount, "退"), credit(from, amount, "")]
		: [debit(from, amount, ""), credit(to, amount, "")];
}

beforeAll(async () => {
	accountant = await signIn({ roles: ["accountant"] });
	const times = { created_at: 1, updated_at: 1 };
	for (const [code, name] of [
		["4210-01", "大額捐款"],
		["4210-02", "小額捐款"],
		["5320-01", "衛教講座"],
	])
		await insert("accounts", { code: code ?? "", name: name ?? "", ...times });
	for (const row of await rows<{ id: number; code: string }>("SELECT id, code FROM accounts")) id[row.code] = row.id;
	for (const [year, code, amount] of [
		[2025, "4120", 90_000],
		[2026, "4120", 5_000],
		[2026, "4210", 700_000],
		[2026, "5320", 1_000],
		[2026, "5320", 30_000],
		[2026, "5210", 900_000],
		[2026, "5910", 20_000],
	] as const)
		await insert("budget_items", { year, account_id: id[code] ?? 0, name: `${code} ${amount}`, amount, ...times });
	const who = by({ id: accountant.userId }, AT);
	const byHand = (date: string, own: Entry[], nth: number): Write[] => {
		const newest = sql`(SELECT max(id) FROM vouchers)`;
		return [
			sql`INSERT INTO vouchers (date, description, created_by, created_at, updated_at) VALUES (${date}, ${`手開 ${nth}`}, ${accountant.userId}, 1, 1)`,
			insertLines(newest, own),
			post(newest, who),
		];
	};
	const begun = [debit("1110", 90_000_000, ""), credit("3210", 90_000_000, "")];
	await commit(
		db,
		postVoucher({ source: "bank_line", id: 9_000, date: "2024-07-01", description: "開始", lines: begun }, who),
	);
	for (const [nth, { step, a, b, c }] of chances(120, seed).entries()) {
		const date = `${pick(MONTHS, step)}-${String((b % 28) + 1).padStart(2, "0")}`;
		const source = { source: "bank_line", id: nth + 1 } as const;
		if (c % 2 === 0) await commit(db, byHand(date, lines(a, b, c), nth));
		else await commit(db, postVoucher({ ...source, date, description: `銀行 ${nth}`, lines: lines(a, b, c) }, who));
		if (c % 2 === 1 && a % 4 === 0)
			await commit(
				db,
				reverseVoucher(source, {
					date:
						pick(
							MONTHS.filter((month) => `${month}-28` >= date),
							step + a,
						) + "-28",
					description: "沖銷",
					by: who,
				}),
			);
	}
	const own = { reviewer: { userId: accountant.userId, standsFor: [null] }, by: who };
	for (let month = 1; month <= 12; month++)
		await closeMonth(db, { month: `2024-${String(month).padStart(2, "0")}`, version: 0, ...own });
	await closeYear(db, { year: 2024, version: 0, ...own });
	said = await rows(`SELECT a.code, substr(v.date, 1, 7) AS month, sum(l.debit - l.credit) AS n
		FROM voucher_lines l JOIN vouchers v ON v.id = l.voucher_id JOIN accounts a ON a.id = l.account_id
		WHERE v.state = 'posted' AND v.is_closing = 0 GROUP BY 1, 2`);
});

/** What accounts moved in months by the lines of vouchers, as statements show it; without closing vouchers. */
const moved = (code: string, { from, to }: { from: string; to: string }): number =>
	said
		.filter((one) => one.code.startsWith(code) && one.month >= from && one.month <= to)
		.reduce((sum, one) => sum + one.n, 0) * (code < "5" ? -1 : 1) || 0;
const yearOf = (year: number) => ({ from: `${year}-01`, to: `${year}-12` });

type Sheet = { head: string[]; lines: { code: string; label: string; cells: string[] }[] };
const sheets = new Map<string, Sheet>();
/** The lines of a statement's file. */
async function sheet(query: string): Promise<Sheet> {
	const kept = sheets.get(query);
	if (kept) return kept;
	const text = await (await ask(`${ledger.statementsExport("csv")}?${query}`, { as: accountant })).text();
	const [head = [], ...all] = text
		.trim()
		.replace("\u{FEFF}", "")
		.split("\r\n")
		.map((row) => row.split(","));
	const read = { head: head.slice(2), lines: all.map(([code = "", label = "", ...cells]) => ({ code, label, cells })) };
	sheets.set(query, read);
	return read;
}
const page = async (query: string) => (await ask(`${ledger.statements()}?${query}`, { as: accountant })).text();
const column = ({ head, lines }: Sheet, nth: number) => {
	expect(head.length).toBeGreaterThan(nth);
	return new Map(lines.map(({ code, label, cells }) => [`${code} ${label}`, Number(cells[nth])]));
};
/** The figures of a column, without those of an account itself, which only stand beside sub-accounts. */
const figures = (of: Map<string, number>) =>
	[...of].filter(([label, value]) => value !== 0 && !label.endsWith("未列子目")).sort();

test(`months sum to the year, and each is what its vouchers say (seed ${seed})`, async () => {
	for (const year of [2024, 2025, 2026]) {
		const { head, lines } = await sheet(`view=months&to=${year}-12`);
		expect(head).toEqual([...Array.from({ length: 12 }, (_, nth) => `${nth + 1}月`), "合計"]);
		for (const { cells } of lines) {
			const [total = 0, ...months] = cells.map(Number).reverse();
			expect(months.reduce((sum, month) => sum + month, 0)).toBe(total);
		}
		for (const { code, label, cells } of lines.filter((line) => line.code !== "" && line.label !== "　未列子目"))
			for (let nth = 0; nth < 12; nth++) {
				const month = `${year}-${String(nth + 1).padStart(2, "0")}`;
				expect([year, code, label, month, Number(cells[nth])]).toEqual([
					year,
					code,
					label,
					month,
					moved(code, { from: month, to: month }),
				]);
			}
		const whole = await sheet(`to=${year}-12`);
		expect(figures(column({ head, lines }, 12))).toEqual(figures(column(whole, 0)));
	}
});

test("last year's column is last year's own statement, over any months", async () => {
	for (const [from, to] of [
		["2026-01", "2026-12"],
		["2025-03", "2025-11"],
		["2025-01", "2025-12"],
		["2026-07", "2026-07"],
	]) {
		const [now, then] = [await sheet(`from=${from}&to=${to}`), await sheet(`from=${before(from)}&to=${before(to)}`)];
		expect(now.head).toEqual(["本期", "占比 %", "去年同期", "占比 %", "增減", "增減 %"]);
		expect(figures(column(now, 2))).toEqual(figures(column(then, 0)));
		for (const { cells } of now.lines) expect(Number(cells[4])).toBe(Number(cells[0]) - Number(cells[2]));
	}
});
const before = (month = ""): string => `${Number(month.slice(0, 4)) - 1}${month.slice(4)}`;

test("shares sum to 100.0 in each class, for both periods", async () => {
	for (const query of ["to=2025-12", "to=2026-12", "from=2026-02&to=2026-04", "view=before&from=2026-04&to=2026-06"]) {
		const { lines } = await sheet(query);
		for (const digit of ["4", "5"])
			for (const nth of [0, 2]) {
				const own = lines
					.filter(({ code }) => code.startsWith(digit) && code.length === 4)
					.filter(({ label }) => !label.startsWith("　"));
				const whole = lines.find(({ code }) => code === digit)?.cells ?? [];
				const sum = own.reduce((all, { cells }) => all + Math.round(Number(cells[nth + 1]) * 10), 0);
				expect([query, digit, nth, sum, whole[nth + 1]]).toEqual([
					query,
					digit,
					nth,
					Number(whole[nth]) > 0 ? 1_000 : 0,
					Number(whole[nth]) > 0 ? "100" : "",
				]);
			}
	}
});

test("what a budget has used is what was posted, item by item and in all", async () => {
	const { head, lines } = await sheet("view=budget&to=2026-12");
	expect(head).toEqual(["預算", "實際", "執行率 %", "預算減實際", "狀況"]);
	for (const { code, label, cells } of lines.filter((line) => line.code !== "" && line.label !== "　未列子目")) {
		expect([code, label, Number(cells[1])]).toEqual([code, label, moved(code, yearOf(2026))]);
		expect(Number(cells[3])).toBe(Number(cells[0]) - Number(cells[1]));
		expect(cells[2]).toBe(
			Number(cells[0]) > 0 ? String(Math.round((Number(cells[1]) * 100) / Number(cells[0])) || 0) : "",
		);
	}
	const [items, others] = await readRows(db.$client, budgetsLeft(2026), unbudgeted(2026));
	for (const digit of ["4", "5"]) {
		const used = items.filter(({ code }) => code.startsWith(digit)).reduce((sum, item) => sum + item.used, 0);
		const outside = others.filter(({ code }) => code.startsWith(digit)).reduce((sum, one) => sum + one.amount, 0);
		expect(used + outside).toBe(Number(lines.find(({ code }) => code === digit)?.cells[1]));
	}
	const over = lines.find(({ code, label }) => code === "5320" && !label.startsWith("　"))?.cells ?? [];
	expect(over[4]).toBe(
		Number(over[1]) > Number(over[0]) ? "超支" : Number(over[1]) >= Number(over[0]) * 0.9 ? "快用完" : "",
	);
});

test("a balance sheet by months has each month's own balance sheet, and balances in every column", async () => {
	for (const year of [2024, 2025, 2026]) {
		const all = await sheet(`kind=balance&view=months&to=${year}-12`);
		expect(all.head[0]).toBe("年初");
		for (let nth = 1; nth <= 12; nth++) {
			const own = await sheet(`kind=balance&to=${year}-${String(nth).padStart(2, "0")}`);
			if (own.lines.length > 0) expect(figures(column(all, nth))).toEqual(figures(column(own, 0)));
			const [assets, others] = [all.lines.find(({ code }) => code === "1"), all.lines.at(-1)];
			expect(assets?.cells[nth]).toBe(others?.cells[nth]);
		}
	}
});

/** A cell of a file as the page shows it: an amount of 0 is a dash, a percentage of 0 is none. */
function words(cell: string, name = ""): string {
	if (name === "狀況") return cell;
	if (cell === "") return name.endsWith("月") ? "" : "—";
	if (cell === "0" && !name.endsWith("%")) return "—";
	const digits = name.endsWith("%") && name !== "執行率 %" ? 1 : 0;
	return Number(cell).toLocaleString("en-US", { minimumFractionDigits: digits }).replace("-", "−");
}

test("the page has the columns and figures of its file, and every figure leads to the lines that make it", async () => {
	for (const query of [
		"to=2026-12",
		"view=before&from=2026-04&to=2026-06",
		"view=months&to=2026-12",
		"view=budget&to=2026-12",
		"kind=balance&to=2026-12",
		"kind=balance&view=months&to=2025-12",
	]) {
		const [{ head, lines }, text] = [await sheet(query), await page(query)];
		const table = /<table class="table tight book[^"]*"(?:.*?)<\/table>/s.exec(text)?.[0] ?? "";
		const shown = [...table.matchAll(/<tr[^>]*>(.*?)<\/tr>/gs)].map(([, row = ""]) =>
			[...row.matchAll(/<t[dh][^>]*>(.*?)<\/t[dh]>/gs)].map(([, cell = ""]) => cell.replace(/<[^>]+>/g, "").trim()),
		);
		expect(shown[0]?.slice(2)).toEqual(head);
		expect(shown.slice(1)).toEqual(
			lines.map(({ code, label, cells }) => [code, label.trim(), ...cells.map((cell, nth) => words(cell, head[nth]))]),
		);
	}
	const text = await page("view=months&to=2026-12");
	const links = [...text.matchAll(/<a href="([^"]*account=(\d+)[^"]*)">(−?[\d,]+)<\/a>/g)];
	expect(links.length).toBeGreaterThan(20);
	for (const [, href = "", , figure = ""] of links.slice(0, 12)) {
		const book = await (await ask(href.replaceAll("&amp;", "&"), { as: accountant })).text();
		const [debits = 0, credits = 0] = [
			...(/本期合計與期末餘額<\/th>(.*?)<\/tr>/s.exec(book)?.[1] ?? "").matchAll(/<td[^>]*>(.*?)<\/td>/gs),
		].map(([, cell = ""]) =>
			Number(
				cell
					.replace(/<[^>]+>/g, "")
					.replace("—", "0")
					.replaceAll(",", ""),
			),
		);
		expect(Math.abs(debits - credits)).toBe(Math.abs(Number(figure.replace("−", "-").replaceAll(",", ""))));
	}
});

/** The rows of the chart of years: the year, and its figures. */
const yearsDrawn = (text: string): string[][] =>
	[
		...(/<caption class="sr">近 \d 年.*?<tbody[^>]*>(.*?)<\/tbody>/s.exec(text)?.[1] ?? "").matchAll(
			/<tr[^>]*>(.*?)<\/tr>/gs,
		),
	].map(([, row = ""]) =>
		[...row.matchAll(/<t[dh][^>]*>(.*?)<\/t[dh]>/gs)].map(([, cell = ""]) =>
			cell.replaceAll(",", "").replace("−", "-"),
		),
	);

test.each([
	["income", "2026-02", "2026-05"],
	["income", "2025-11", "2026-02"],
	["balance", "2025-11", "2026-02"],
	["balance", "2026-01", "2026-12"],
])("each year of the chart of %s from %s to %s is the statement of the same months", async (kind, from, to) => {
	const drawn = yearsDrawn(await page(`kind=${kind}&from=${from}&to=${to}`));
	expect(drawn.length).toBeGreaterThan(1);
	const classes = kind === "income" ? ["4", "5"] : ["1", "2", "3"];
	for (const [year = "", ...figures] of drawn) {
		const back = Number(to.slice(0, 4)) - (Number(year.replace(" 年", "")) + 1911);
		const [begin, end] = [from, to].map((month) => `${Number(month.slice(0, 4)) - back}${month.slice(4)}`);
		const { lines } = await sheet(`kind=${kind}&from=${begin}&to=${end}`);
		const own = classes.map((digit) => lines.find(({ code }) => code === digit)?.cells[0] ?? "0");
		expect([year, ...figures.map(Number)]).toEqual([year, ...own.map(Number)]);
	}
});

test("the chart of years ends with this year and last year, and begins with the year of the first voucher", async () => {
	const { lines } = await sheet("to=2026-12");
	const text = await page("to=2026-12");
	const drawn = yearsDrawn(text);
	const of = (nth: number) => ["4", "5"].map((digit) => lines.find(({ code }) => code === digit)?.cells[nth]);
	expect(drawn.map(([year]) => year)).toEqual(["113 年", "114 年", "115 年"]);
	expect(drawn[2]?.slice(1)).toEqual(of(0));
	expect(drawn[1]?.slice(1)).toEqual(of(2));
	const first = (await sheet("to=2024-12")).lines;
	expect(drawn[0]?.slice(1)).toEqual(["4", "5"].map((digit) => first.find(({ code }) => code === digit)?.cells[0]));
	// Of a single year there is no trend, nor beside more than a year.
	expect(await page("from=2025-01&to=2026-12")).not.toContain("report-trend");
	expect(await page("to=2024-12")).not.toContain("report-trend");
});

test("papers say 未結帳 of an open year and not of a closed one, with the years of the Republic", async () => {
	for (const query of ["", "&view=months", "&view=budget", "&kind=balance", "&kind=balance&view=months"]) {
		const heads = await Promise.all(
			[2024, 2025].map(
				async (year) => /<header class="report-head.*?<\/header>/s.exec(await page(`to=${year}-12${query}`))?.[0] ?? "",
			),
		);
		expect(heads.map((head) => head.includes("（未結帳）"))).toEqual([false, true]);
		expect(heads.map((head) => /中華民國 (\d+) 年/.exec(head)?.[1])).toEqual(["113", "114"]);
	}
});

/** Says what of a page is no number, or a bar beyond its box. */
function wrongIn(text: string): string[] {
	const main = text.slice(text.indexOf("<main"), text.indexOf("</main>") + "</main>".length);
	const bars = parse(main)
		.filter(({ name, attributes }) => name === "rect" && attributes.height === "8")
		.map(({ attributes }) => [Number(attributes.x), Number(attributes.width)] as const);
	const drawn = [...main.matchAll(/<path class="f\d" d="M[\d.]+ ([\d.]+)V([\d.]+)/g)].flatMap(([, from, to]) =>
		[from, to].map(Number),
	);
	return [
		...(main.match(/NaN|Infinity|undefined|\[object/g) ?? []),
		...bars.filter(([x = 0, width = 0]) => x < 0 || width <= 0 || x + width > 400.1).map(String),
		...drawn.filter((y) => !(y >= 0 && y <= 232)).map(String),
	];
}

test("a statement of a whole year is chosen by its year, the others by the ends of their period", async () => {
	const namesIn = async (query: string): Promise<string[]> =>
		[...(await page(query)).matchAll(/<(?:select|input)[^>]* name="(from|to|year)"/g)].map(([, name = ""]) => name);
	for (const query of ["view=months", "view=budget", "kind=final", "kind=balance&view=months"])
		expect([query, await namesIn(`${query}&from=2026-01&to=2026-12`)]).toEqual([query, ["year"]]);
	for (const query of ["", "view=before", "kind=balance"]) expect(await namesIn(query)).toEqual(["from", "to"]);
	expect(await page("view=months&year=2025")).toContain("114 年 1 月 1 日");
	// The period of another view follows the year.
	expect(await page("view=year&year=2025")).toContain("114 年 1 月 1 日至 114 年 12 月 31 日");
});

test("no books, a year before them, and a year that began in the middle have calm pages", async () => {
	for (const year of [2023, 2024, 2026, 2040])
		for (const view of ["year", "before", "months", "budget"])
			for (const kind of ["income", "balance"]) {
				const query = `kind=${kind}&view=${view}&to=${year}-12`;
				expect([query, wrongIn(await page(query))]).toEqual([query, []]);
			}
	expect(await page("to=2023-12")).toContain("這段期間沒有帳");
});

test("an old address with `than` still compares with it, a view that a statement lacks is the first one, and one that is none is refused", async () => {
	expect((await sheet("than=before&from=2026-04&to=2026-06")).head[2]).toBe("前期");
	expect((await sheet("kind=balance&view=budget&to=2026-12")).head[2]).toBe("去年同月底");
	expect((await ask(`${ledger.statements()}?view=nothing`, { as: accountant })).status).toBe(400);
});

test("every role sees the views, or none of them, as it may see the books", async () => {
	for (const role of ["admin", "secretary", "editor", "applicant", "cashier", "accountant", "chair", "auditor"]) {
		const as = await signIn({ roles: [role] });
		const answers = await Promise.all(
			[ledger.statements(), ledger.statementsExport("csv")].flatMap((path) =>
				["year", "before", "months", "budget"].map(
					async (view) => (await ask(`${path}?view=${view}&to=2026-12`, { as })).status,
				),
			),
		);
		expect([role, new Set(answers)]).toEqual([
			role,
			new Set([as && ["accountant", "chair", "auditor", "admin"].includes(role) ? 200 : 403]),
		]);
	}
});
