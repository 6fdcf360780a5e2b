const TAIPEI_MS = 8 * 3_600_000;

/** UTC milliseconds as ISO 8601 in Taipei, to the second: "2026-03-05T09:30:00+08:00". Taiwan keeps no summer time. */
export const isoInTaipei = (ms: number): string => `${new Date(ms + TAIPEI_MS).toISOString().slice(0, 19)}+08:00`;

/** The calendar day in Taipei of UTC milliseconds: "2026-03-05". */
export const dateInTaipei = (ms: number): string => new Date(ms + TAIPEI_MS).toISOString().slice(0, 10);
