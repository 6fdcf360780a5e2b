const TAIPEI_MS = 8 * 3_600_000;

/** UTC milliseconds as ISO 8601 in Taipei, to the second: "2026-03-05T09:30:00+08:00". Taiwan keeps no summer time. */
export const isoInTaipei = (ms: number): string => `${new Date(ms + TAIPEI_MS).toISOString().slice(0, 19)}+08:00`;

/** The calendar day in Taipei of UTC milliseconds: "2026-03-05". */
export const dateInTaipei = (ms: number): string => new Date(ms + TAIPEI_MS).toISOString().slice(0, 10);

/** The clock of Taipei at UTC milliseconds, to the second: "09:30:00". */
export const clockInTaipei = (ms: number): string => isoInTaipei(ms).slice(11, 19);

/** UTC milliseconds as `<input type="datetime-local">` holds them, in Taipei: "2026-11-23T09:00"; "" for none. */
export const taipeiInput = (ms: number | null): string =>
	ms === null ? "" : new Date(ms + TAIPEI_MS).toISOString().slice(0, 16);

/** What such an input sent, as UTC milliseconds; null for what is no time of the calendar, or before 1000. */
export function fromTaipeiInput(text: string): number | null {
	if (!/^[1-9]\d{3}-\d{2}-\d{2}T\d{2}:\d{2}(?::\d{2})?$/.test(text)) return null;
	const ms = Date.parse(`${text}Z`);
	// 2026-02-30 would become the second of March.
	return Number.isNaN(ms) || !new Date(ms).toISOString().startsWith(text.slice(0, 16)) ? null : ms - TAIPEI_MS;
}
