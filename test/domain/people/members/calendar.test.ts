import fc from "fast-check";
import { expect, test } from "vitest";
import { readDate, rocWords } from "#kernel/calendar.ts";

const sure = (date: string) => ({ date, ambiguous: false });
const unsure = (date: string) => ({ date, ambiguous: true });

test.each([
	"2023/3/5",
	"2023-03-05",
	"2023.3.5",
	"2023 / 03 / 05",
	"2023年3月5日",
	"西元2023年3月5日",
	"公元 2023/3/5",
	"112/3/5",
	"112.03.05",
	"112-03-05",
	"112年3月5日",
	"112年3月5號",
	"民國112年3月5日",
	"民國 112 年 3 月 5 日",
	"中華民國112年03月05日",
	"民112.3.5",
	"民國1120305",
	"0112/03/05",
	"1120305",
	"20230305",
	"１１２／３／５",
	"民國１１２年３月５日",
	"２０２３－０３－０５",
	"１１２０３０５",
	"　112/3/5　",
	"2023/3/5 14:30",
	"2023/3/5 下午 4:28:00",
	"2023/3/5 4:28:00 PM",
	"2023/3/5(日)",
	"112年3月5日（星期日） 14時30分",
	"112年3月5日下午2:30",
	"2023-03-05T00:00:00.000Z",
	"2023-03-05T00:00:00+08:00",
	"1120305 00:00:00",
	"2023\u20133\u20135",
	"44990",
	"44990.75",
	"４４９９０",
	44990,
	44990.999,
	1120305,
	20230305,
])("%j is the fifth of March 2023", (typed) => expect(readDate(typed)).toEqual(sure("2023-03-05")));

test.each([
	["890305", "2000-03-05"],
	[890305, "2000-03-05"],
	["0890305", "2000-03-05"],
	["民國89年3月5日", "2000-03-05"],
	["0490825", "1960-08-25"],
	["57.11.24", "1968-11-24"],
	["44/5/3", "1955-05-03"],
	["99/1/13", "2010-01-13"],
	["32/1/1", "1943-01-01"],
	["0990724", "2010-07-24"],
	["1010228", "2012-02-28"],
	["101/2/29", "2012-02-29"],
	["2000/2/29", "2000-02-29"],
	["民國1年1月1日", "1912-01-01"],
	["民國12年3月5日", "1923-03-05"],
	["012/3/5", "1923-03-05"],
	["0120305", "1923-03-05"],
	["199/12/31", "2110-12-31"],
	["1899/12/31", "1899-12-31"],
	["2999/12/31", "2999-12-31"],
	["9999/12/31", "9999-12-31"],
])("%j is %s", (typed, date) => expect(readDate(typed)).toEqual(sure(date)));

test.each([
	["12/3/5", "1923-03-05"],
	["12.03.05", "1923-03-05"],
	["12年3月5日", "1923-03-05"],
	["１２／３／５", "1923-03-05"],
	["31/12/25", "1942-12-25"],
	["8/3/5", "1919-03-05"],
	["230305", "1934-03-05"],
	[120305, "1923-03-05"],
])("%j may be meant otherwise: it is given as %s, to be confirmed", (typed, date) =>
	expect(readDate(typed)).toEqual(unsure(date)),
);

test.each([
	["10000", "1927-05-18"],
	[19765, "1954-02-10"],
	["30874", "1984-07-11"],
	[36526, "2000-01-01"],
	[36585, "2000-02-29"],
	[45434, "2024-05-22"],
	[73050, "2099-12-31"],
])("Excel's day %j is %s", (serial, date) => expect(readDate(serial)).toEqual(sure(date)));

test.each([
	"",
	" ",
	"不詳",
	"2023/2/30",
	"2023/2/29",
	"112年2月30日",
	"1120230",
	"20230230",
	"890230",
	"100/2/29",
	"2023/13/1",
	"2023/0/5",
	"2023/3/0",
	"2023/3/32",
	"0/3/5",
	"民國0年1月1日",
	"200/3/5",
	"912/3/5",
	"民國2023年3月5日",
	"西元112年3月5日",
	"民國前3年1月1日",
	"2023/3",
	"112年3月",
	"2023",
	"1985",
	"0305",
	"3/5/2023",
	"2023/3/5/6",
	"2023/3/5、2023/3/6",
	"2023/3/5 或 6",
	"-112/3/5",
	"約112/3/5",
	"A1120305",
	"112030",
	"202303051",
	"٢٠٢٣/٣/٥",
	"09999",
	"99999",
	`${" ".repeat(60)}112/3/5`,
	0,
	59,
	60,
	61,
	9999,
	73051,
	-44990,
	1e21,
	Number.NaN,
	Number.POSITIVE_INFINITY,
])("%j is no date", (typed) => expect(readDate(typed)).toBeNull());

const YEARS = { min: new Date("1912-01-01"), max: new Date("2099-12-31"), noInvalidDate: true };
const parts = fc.date(YEARS).map((day) => {
	const date = day.toISOString().slice(0, 10);
	const [year = 0, month = 0, dayOf = 0] = date.split("-").map(Number);
	return { date, year, roc: year - 1911, month, day: dayOf, mm: date.slice(5, 7), dd: date.slice(8) };
});

test("a day written in every style is that day, and only a short year of the Republic is unsure", () => {
	fc.assert(
		fc.property(parts, ({ date, year, roc, month, day, mm, dd }) => {
			const short = { date, ambiguous: roc <= 31 };
			expect(readDate(`${year}/${month}/${day}`)).toEqual(sure(date));
			expect(readDate(`${year}${mm}${dd}`)).toEqual(sure(date));
			expect(readDate(`民國${rocWords(date)}`)).toEqual(sure(date));
			expect(readDate(`${String(roc).padStart(3, "0")}${mm}${dd}`)).toEqual(sure(date));
			expect(readDate(rocWords(date))).toEqual(short);
			expect(readDate(`${roc}.${mm}.${dd}`)).toEqual(short);
		}),
	);
});

test("Excel's days follow each other as the calendar's do", () => {
	fc.assert(
		fc.property(fc.integer({ min: 10_000, max: 73_050 }), (serial) => {
			const days = (Date.parse(readDate(serial)?.date ?? "") - Date.parse("2000-01-01")) / 86_400_000;
			expect(days).toBe(serial - 36_526);
		}),
	);
});

test("whatever is typed becomes a day of the calendar or nothing", () => {
	const typed = fc.oneof(fc.string({ unit: "binary" }), fc.stringMatching(/^[民國0-9年月日/. -]{0,14}$/), fc.double());
	fc.assert(
		fc.property(typed, (value) => {
			const date = readDate(value)?.date;
			expect(date === undefined || new Date(date).toISOString().slice(0, 10) === date).toBe(true);
		}),
		{ numRuns: 2_000 },
	);
});

test("a date in words of the Republic", () => {
	expect(["2023-03-05", "2000-12-31", "1912-01-01", "1911-12-31", "1900-01-01"].map(rocWords)).toEqual([
		"112年3月5日",
		"89年12月31日",
		"1年1月1日",
		"民國前1年12月31日",
		"民國前12年1月1日",
	]);
});
