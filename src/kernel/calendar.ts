/**
 * A date as it was read: `date` is `YYYY-MM-DD`; `ambiguous` when the text may also mean another date, so that it must
 * be confirmed.
 */
export type ReadDate = { date: string; ambiguous: boolean };

/** The offset between a western year and a year of the Republic, whose year 1 is 1912. */
const ROC = 1911;
const LAST_ROC_YEAR = 199;
/** A year of the Republic up to this one, typed without 民國 and a leading 0, may also be 20YY, a day or a month. */
const LAST_SHORT_YEAR = 31;
/**
 * The accepted serial days of Excel's 1900 system: 1927-05-18 to 2099-12-31. A number of fewer than five digits is more
 * likely a year or a typing error.
 */
const SERIALS = { first: 10_000, last: 73_050 };
const LONGEST = 60;

const ERA = "(?<era>中華民國|民國|民|西元|公元)?\\s*";
const WITH_SEPARATORS = new RegExp(
	`^${ERA}(?<year>\\d{1,4})\\s*[年/.\\p{Pd}]\\s*(?<month>\\d{1,2})\\s*[月/.\\p{Pd}]\\s*(?<day>\\d{1,2})\\s*[日號]?$`,
	"u",
);
const DIGITS_ONLY = new RegExp(`^${ERA}(?<year>\\d{2,4})(?<month>\\d\\d)(?<day>\\d\\d)$`);
const WITHOUT_YEAR = /^(?<month>\d{1,2})\s*[月/.\p{Pd}]\s*(?<day>\d{1,2})\s*[日號]?$/u;
const SERIAL = /^(\d{5})(?:\.\d+)?$/;

const TIME_BEHIND =
	/(?:\s|T|(?<=[日號)]))\s*(?:[上下中]午|凌晨|早上|晚上|[AP]M)?\s*\d{1,2}[:時點][\d:.分秒]*\s*(?:[AP]M|Z|[+-]\d\d:?\d\d)?$/i;
const WEEKDAY_BEHIND = /\s*\((?:星期|週)?[一二三四五六日]\)$/;

/**
 * Reads a date typed or imported in any style of a Taiwanese roster: `2023/3/5`, `112.03.05`, `民國112年3月5日`,
 * `1120305`, `890305`, `20230305`, an Excel serial (a number or its digits). Full-width digits are accepted; a time or
 * weekday after it is ignored. A year below 200 is of the Republic (+ 1911); one up to 31 without 民國 and without a
 * leading 0 is ambiguous, because it may be 20YY, a day or a month (`12/3/5`). Null for anything else, also for a day
 * that does not exist (2/30). Whether a date may be in the future or far back is checked by the caller.
 */
export function readDate(value: string | number): ReadDate | null {
	const text = String(value);
	if (text.length > LONGEST) return null;
	const plain = plainDate(text);
	const serial = SERIAL.exec(plain)?.[1];
	if (serial !== undefined) return readSerial(Number(serial));
	const { era, year = "", month, day } = (WITH_SEPARATORS.exec(plain) ?? DIGITS_ONLY.exec(plain))?.groups ?? {};
	const western = westernYear(Number(year), era);
	const date = western === null ? null : calendarDay(western, Number(month), Number(day));
	return date === null
		? null
		: { date, ambiguous: era === undefined && year.length <= 2 && Number(year) <= LAST_SHORT_YEAR };
}

const plainDate = (text: string): string =>
	text.normalize("NFKC").trim().replace(TIME_BEHIND, "").replace(WEEKDAY_BEHIND, "").trim();

/** Returns a typed day and the time that is typed behind it; undefined where none is. */
export function clockBehind(text: string): { day: string; clock: string } | undefined {
	const plain = text.normalize("NFKC").trim();
	const found = TIME_BEHIND.exec(plain);
	return found ? { day: plain.slice(0, found.index), clock: found[0].replace(/^T/i, "").trim() } : undefined;
}

/**
 * Reads a date that somebody typed into a field, in the styles of `readDate`, and 11/30 or 11月30日 as a day of
 * `thisYear`. Five digits are refused, because nobody types the serial numbers of a spreadsheet.
 */
export function readTyped(text: string, thisYear: number): ReadDate | null {
	if (text.length > LONGEST) return null;
	const plain = plainDate(text);
	const { month, day } = WITHOUT_YEAR.exec(plain)?.groups ?? {};
	if (month === undefined) return SERIAL.test(plain) ? null : readDate(plain);
	const date = calendarDay(thisYear, Number(month), Number(day));
	return date === null ? null : { date, ambiguous: false };
}

/** Returns both days that an ambiguous date may be, as people say them: 民國12年3月5日, 2012年3月5日. */
export function readings(date: string): string[] {
	const [year = 0, month = 0, day = 0] = date.split("-").map(Number);
	const western = calendarDay(rocYear(year) + 2000, month, day);
	return [`民國${rocWords(date)}`, ...(western === null ? [] : [`${Number(western.slice(0, 4))}年${month}月${day}日`])];
}

const MONTH = /^(?<year>.*\d)\s*[年/.\p{Pd}]\s*(?<month>\d{1,2})\s*月?份?$/u;

/**
 * Reads a month as a browser sends it or as typed, and returns YYYY-MM: `2026-03`, `115/3`, `115年3月`. Null for
 * anything else, also for a year that may mean two.
 */
export function readMonth(text: string): string | null {
	const { year, month } = MONTH.exec(text.normalize("NFKC").trim())?.groups ?? {};
	const read = year === undefined ? null : readDate(`${year}/${month}/1`);
	return read === null || read.ambiguous ? null : read.date.slice(0, 7);
}

/** Returns the year of the ROC calendar: 115 for 2026. */
export const rocYear = (year: number): number => year - ROC;

/** The calendars in which a year can be written: 115 of the Republic, or 2026. */
export const CALENDARS = { roc: "民國", western: "西元" } as const;
export type Calendar = keyof typeof CALENDARS;

/**
 * Writes a year so that `readDate` reads the same year again. A year of the Republic up to 31 has 民國 before it, because
 * alone it may be read as 20YY, a day or a month; years before 1912 and after 2110 are written western.
 */
export function yearIn(year: number, calendar: Calendar): string {
	const roc = rocYear(year);
	if (calendar === "western" || roc < 1 || roc > LAST_ROC_YEAR) return String(year).padStart(4, "0");
	return roc <= LAST_SHORT_YEAR ? `民國${roc}` : String(roc);
}

/** Writes a stored day or month (YYYY-MM-DD, YYYY-MM) as its field holds it: 115/11/20 or 2026/11/20. */
export const slashed = (day: string, calendar: Calendar): string =>
	`${yearIn(Number(day.slice(0, 4)), calendar)}${day.slice(4).replaceAll("-", "/")}`;

/** Writes a stored date (YYYY-MM-DD) in the ROC calendar: "112年3月5日"; "民國前1年12月31日" before 1912. */
export function rocWords(date: string): string {
	const year = Number(date.slice(0, 4)) - ROC;
	const words = year > 0 ? `${year}年` : `民國前${1 - year}年`;
	return `${words}${Number(date.slice(5, 7))}月${Number(date.slice(8, 10))}日`;
}

/**
 * Converts an Excel serial. Day 60 of the 1900 system is a 29 February that never existed, so later days count from 30
 * December 1899.
 */
const readSerial = (serial: number): ReadDate | null =>
	serial < SERIALS.first || serial > SERIALS.last
		? null
		: { date: new Date(Date.UTC(1899, 11, 30 + serial)).toISOString().slice(0, 10), ambiguous: false };

function westernYear(year: number, era: string | undefined): number | null {
	const isWestern = era === "西元" || era === "公元";
	if (year >= 1000) return era === undefined || isWestern ? year : null;
	return year >= 1 && year <= LAST_ROC_YEAR && !isWestern ? year + ROC : null;
}

/** Returns a day as YYYY-MM-DD, or null when its month does not have that day. */
function calendarDay(year: number, month: number, day: number): string | null {
	const date = new Date(Date.UTC(year, month - 1, day));
	return date.getUTCMonth() === month - 1 ? date.toISOString().slice(0, 10) : null;
}

const WEEKDAYS = "日一二三四五六";
/** Returns the day of the week of a stored day (YYYY-MM-DD) in one character: 一 for a Monday. */
export const weekdayOf = (day: string): string => WEEKDAYS.charAt(new Date(`${day}T00:00:00Z`).getUTCDay());
