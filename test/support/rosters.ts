import { isNationalId } from "#domain/people/members/national-id.ts";
import type { Cell } from "#kernel/table.ts";

/** Rosters made for the tests: the traps of a real one, nobody of a real one. */
export const ROSTER_HEADER = [
	"會員編號",
	"姓名",
	"性別",
	"身分",
	"會員類別",
	"身分證字號",
	"出生日期",
	"聯絡電話",
	"E-mail",
	"通訊地址",
	"監護人",
	"入會日期",
	"身心障礙證明",
	"備註",
];

/** The national id that begins so, with the check digit it needs. */
export function nationalId(eight: string): string {
	const found = Array.from({ length: 10 }, (_, digit) => `${eight}${digit}`).find(isNationalId);
	if (found === undefined) throw new Error(`no id begins with ${eight}`);
	return found;
}

const FAMILY = "陳林黃張李王吳劉蔡楊許鄭謝郭洪邱曾廖賴徐";
const GIVEN = "怡君志明淑芬俊傑雅婷家豪美玲建宏佳穎宗翰詩涵柏翰宜蓁承恩";

const rocDay = (year: number, n: number): string =>
	`${year - 1911}.${String(1 + (n % 12)).padStart(2, "0")}.${String(1 + (n % 28)).padStart(2, "0")}`;

/** Many people, each with everything and no two alike: names repeat, as they do. */
export function manyRows(count: number): Cell[][] {
	return Array.from({ length: count }, (_, n) => [
		`M${String(n + 1).padStart(5, "0")}`,
		FAMILY.charAt(n % FAMILY.length) +
			GIVEN.charAt((n * 7) % GIVEN.length) +
			GIVEN.charAt(Math.floor(n / 19) % GIVEN.length),
		n % 2 === 0 ? "女" : "男",
		n % 3 === 0 ? "家長" : "病友",
		"個人會員",
		nationalId(`A${1 + (n % 2)}${String(1_000_000 + n * 37).slice(0, 7)}`),
		rocDay(1945 + (n % 70), n),
		`09${String(10_000_000 + n * 13).slice(0, 8)}`,
		`person${n}@example.org`,
		`臺中市西屯區中山路${n + 1}號`,
		null,
		rocDay(2005 + (n % 20), n * 3),
		n % 4 === 0 ? "有" : "無",
		n % 5 === 0 ? `電話常打不通 ${n}` : null,
	]);
}
