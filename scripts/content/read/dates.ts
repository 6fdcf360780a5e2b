/** Matches a date with its parts. The year may be repeated after the time, as Ruby prints it and Jekyll reads it. */
const PARTS =
	/^(\d{4})[-/.年](\d{1,2})[-/.月](\d{1,2})日?(?:[T\s]+(\d{1,2}):(\d{2})(?::(\d{2})(?:[.,](\d{1,9}))?)?\s*([ap]m)?)?(?:\s+\1(?=\s))?\s*(Z|UTC|GMT|[+-]\d{2}:?\d{2})?(?:\s+[A-Z]{3,4})?$/i;
const MONTH_NAME = /\b(?:jan|feb|mar|apr|may|jun|jul|aug|sep|oct|nov|dec)/i;
const ZONE = /(?:Z|UTC|GMT|[+-]\d{2}:?\d{2})\s*(?:\([^)]*\))?$/;

type Wall = { year: number; month: number; day: number; hour: number; minute: number; second: number; ms: number };

/**
 * Reads a date as front matter writes it (`2019-06-14`, `2019-06-14 10:00:00 +0800`, RFC 3339, `Jul 08 2022`,
 * `2019年6月14日`) into UTC milliseconds; a date without a zone is local time in `zone`, an IANA name. Undefined when
 * it is no date.
 */
export function parseDate(value: string, zone: string): number | undefined {
	const text = value.trim();
	const found = PARTS.exec(text);
	if (!found) return MONTH_NAME.test(text) ? parseWithMonthName(text, zone) : undefined;
	const [, year, month, day, hour = "0", minute = "0", second = "0", fraction = "", half, offset] = found;
	const wall: Wall = {
		year: Number(year),
		month: Number(month),
		day: Number(day),
		hour: half ? (Number(hour) % 12) + (half.toLowerCase() === "pm" ? 12 : 0) : Number(hour),
		minute: Number(minute),
		second: Math.min(Number(second), 59),
		ms: Number(fraction.padEnd(3, "0").slice(0, 3)),
	};
	const utc = asUtc(wall);
	if (utc === undefined) return undefined;
	return offset ? utc - offsetMs(offset) : utc - zoneOffset(utc, zone);
}

function isZone(zone: string): boolean {
	try {
		new Intl.DateTimeFormat("en", { timeZone: zone });
		return true;
	} catch {
		return false;
	}
}

/** Returns `zone` when it is a known time zone, otherwise Taipei. */
export const zoneOr = (zone: string | null): string => (zone !== null && isZone(zone) ? zone : "Asia/Taipei");

/** Returns what the clocks of `zone` show at a moment, as the UTC fields of a Date. */
export const wallClock = (utc: number, zone: string): Date => new Date(utc + offsetAt(utc, zone));

function asUtc(wall: Wall): number | undefined {
	const utc = Date.UTC(wall.year, wall.month - 1, wall.day, wall.hour, wall.minute, wall.second, wall.ms);
	const back = new Date(utc);
	const isReal =
		back.getUTCMonth() === wall.month - 1 &&
		back.getUTCDate() === wall.day &&
		back.getUTCHours() === wall.hour &&
		back.getUTCMinutes() === wall.minute;
	return isReal ? utc : undefined;
}

function parseWithMonthName(text: string, zone: string): number | undefined {
	const hasZone = ZONE.test(text);
	const utc = Date.parse(hasZone ? text : `${text.replace(/(\d)(?:st|nd|rd|th)\b/i, "$1")} UTC`);
	if (Number.isNaN(utc)) return undefined;
	return hasZone ? utc : utc - zoneOffset(utc, zone);
}

function offsetMs(offset: string): number {
	const [, sign, hours, minutes] = /^([+-])(\d{2}):?(\d{2})$/.exec(offset) ?? [];
	if (!sign) return 0;
	return (sign === "-" ? -1 : 1) * (Number(hours) * 60 + Number(minutes)) * 60_000;
}

const formats = new Map<string, Intl.DateTimeFormat>();

/**
 * Returns how many milliseconds the clocks of `zone` are ahead of UTC when they show `wall`, a local time written as if
 * it were UTC.
 */
function zoneOffset(wall: number, zone: string): number {
	const first = offsetAt(wall, zone);
	return offsetAt(wall - first, zone);
}

function offsetAt(utc: number, zone: string): number {
	let format = formats.get(zone);
	if (!format) {
		const fields = { year: "numeric", month: "numeric", day: "numeric", hour: "numeric", minute: "numeric" } as const;
		format = new Intl.DateTimeFormat("en-US", { timeZone: zone, hourCycle: "h23", second: "numeric", ...fields });
		formats.set(zone, format);
	}
	const part = Object.fromEntries(format.formatToParts(utc).map(({ type, value }) => [type, Number(value)]));
	const { year = 0, month = 1, day = 1, hour = 0, minute = 0, second = 0 } = part;
	return Date.UTC(year, month - 1, day, hour, minute, second) - Math.floor(utc / 1000) * 1000;
}
