const TAIPEI_MS = 8 * 3_600_000;

/**
 * Returns UTC milliseconds as ISO 8601 in Taipei, to the second: "2026-03-05T09:30:00+08:00". Taiwan has no summer
 * time.
 */
export const isoInTaipei = (ms: number): string => `${new Date(ms + TAIPEI_MS).toISOString().slice(0, 19)}+08:00`;

/** Returns the calendar day in Taipei of UTC milliseconds: "2026-03-05". */
export const dateInTaipei = (ms: number): string => new Date(ms + TAIPEI_MS).toISOString().slice(0, 10);

const DAY_MS = 86_400_000;
/** Returns the day in Taipei (YYYY-MM-DD) that is `days` days after a moment (UTC milliseconds). */
export const dayIn = (at: number, days: number): string => dateInTaipei(at + days * DAY_MS);

/** Returns the time of day in Taipei of UTC milliseconds, to the second: "09:30:00". */
export const clockInTaipei = (ms: number): string => isoInTaipei(ms).slice(11, 19);

/**
 * Returns UTC milliseconds as the value of a field of a moment, in Taipei: "2026-11-23T09:00"; "" for null.
 */
export const taipeiInput = (ms: number | null): string =>
	ms === null ? "" : new Date(ms + TAIPEI_MS).toISOString().slice(0, 16);

/**
 * Reads a value as `taipeiInput` writes it, a time in Taipei, as UTC milliseconds; null for a time that does not exist,
 * or before the year 1000.
 */
export function fromTaipeiInput(text: string): number | null {
	if (!/^[1-9]\d{3}-\d{2}-\d{2}T\d{2}:\d{2}(?::\d{2})?$/.test(text)) return null;
	const ms = Date.parse(`${text}Z`);
	// 2026-02-30 would become the second of March.
	return Number.isNaN(ms) || !new Date(ms).toISOString().startsWith(text.slice(0, 16)) ? null : ms - TAIPEI_MS;
}
