type Fields = Record<string, string | number | boolean | null>;

/**
 * Writes one line of JSON for Workers Logs. `event` is a name such as "job.failed"; fields hold ids, never personal
 * data.
 */
export function log(level: "info" | "warn" | "error", event: string, fields: Fields = {}): void {
	console[level](JSON.stringify({ event, ...fields }));
}

/**
 * Returns the text of an error for a log line: that of the innermost cause, because Drizzle and D1 wrap their errors.
 */
export function errorText(error: unknown): string {
	let text = String(error);
	for (let e = error; e instanceof Error; e = e.cause) text = `${e.name}: ${e.message}`;
	return text;
}
