/** A time of day as it was read: `clock` is HH:MM, else `problem` says why the text is none. */
export type ReadClock = { clock: string } | { problem: string };

const PARTS = "上午|早上|清晨|凌晨|半夜|中午|正午|下午|傍晚|晚上|夜裡";
/** The latest hour, on the clock of twelve hours, of each part of the day that ends before noon. */
const MORNINGS: Record<string, number> = { 上午: 11, 早上: 11, 清晨: 8, 凌晨: 6, 半夜: 4 };
/** The first and last hour of each part of the day that lies after noon, on the clock of 24 hours. */
const AFTER_NOON: Record<string, [number, number]> = {
	中午: [11, 14],
	正午: [12, 12],
	下午: [12, 18],
	傍晚: [16, 19],
	晚上: [17, 23],
	夜裡: [19, 23],
};
const CLOCK = new RegExp(
	`^(?<part>${PARTS})?(?:(?<hour>\\d{1,2})(?:[:.時點](?<minute>\\d{1,2})?(?<half>半)?分?(?:[:.]?\\d{2}秒?)?)?|(?<four>\\d{3,4}))(?<english>[ap])?\\.?(?:m\\.?)?$`,
	"i",
);
const NUMERALS = /[〇零一二兩三四五六七八九十]+/g;
const DIGITS = "零一二三四五六七八九";
const LONGEST = 20;
const UNREAD = (typed: string): string => `看不懂「${typed}」這個時間，請寫成 9:30、0930、14:30 或 下午2:30。`;
const two = (value: number): string => String(value).padStart(2, "0");

/** Writes 十二 as 12, 二十五 as 25, 兩 as 2, 零五 as 05. */
function inDigits(numeral: string): string {
	const of = (text: string): number => Math.max(0, DIGITS.indexOf(text.replace("兩", "二").replace("〇", "零")));
	const [tens = "", ones] = numeral.split("十");
	if (ones === undefined) return [...numeral].map(of).join("");
	return String((tens === "" ? 1 : of(tens)) * 10 + (ones === "" ? 0 : of(ones)));
}

/**
 * Reads a time of day as people type it, as HH:MM: 9, 930, 0930, 9:30, 9點半, 14:30, 下午2:30, 晚上8點, 中午, 2:30 pm.
 * What may be two times, or belongs to the next day (24:00, 晚上12點), is refused with a sentence that names both.
 */
export function readClock(text: string): ReadClock {
	const typed = text.trim();
	const plain = typed.normalize("NFKC").replaceAll(/\s/g, "").replaceAll(NUMERALS, inDigits);
	if (/^[中正]午$/.test(plain)) return { clock: "12:00" };
	const found = typed.length > LONGEST ? undefined : CLOCK.exec(plain)?.groups;
	if (!found) return { problem: UNREAD(typed.slice(0, LONGEST)) };
	const { four = "", half, part, english } = found;
	const hour = Number(found.hour ?? four.slice(0, -2));
	const minute = Number(found.minute ?? (half ? 30 : four.slice(-2)));
	if (minute > 59 || (half && found.minute)) return { problem: UNREAD(typed) };
	return placed({ typed, hour, minute, part, noon: english?.toLowerCase() });
}

type Typed = { typed: string; hour: number; minute: number; part: string | undefined; noon: string | undefined };

/** Returns the time on the clock of 24 hours that an hour of a part of the day is. */
function placed({ typed, hour, minute, part, noon }: Typed): ReadClock {
	if ((hour === 24 && minute === 0) || (hour === 12 && /晚上|夜裡/.test(part ?? "")))
		return { problem: `「${typed}」已經是第二天，請選第二天、寫 ${two(hour % 12)}:${two(minute)}，或寫 23:59。` };
	if (hour === 12 && (part === "上午" || part === "早上"))
		return { problem: `「${typed}」可能是 00:${two(minute)}，也可能是 12:${two(minute)}，請用 24 小時寫。` };
	const read = onClock(hour, part ?? noon);
	return read === undefined || read > 23 ? { problem: UNREAD(typed) } : { clock: `${two(read)}:${two(minute)}` };
}

function onClock(hour: number, part: string | undefined): number | undefined {
	if (part === undefined) return hour;
	if (part === "a" || part === "p") return hour < 1 || hour > 12 ? undefined : (hour % 12) + (part === "p" ? 12 : 0);
	const latest = MORNINGS[part];
	if (latest !== undefined) {
		if (hour === 12) return 0;
		return hour <= latest ? hour : undefined;
	}
	const [first, last] = AFTER_NOON[part] ?? [0, 23];
	return [hour, hour + 12].find((one) => one >= first && one <= last);
}
