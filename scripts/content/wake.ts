/**
 * Asks the running service for its health once: a request that meets a new revision sends the changes on at once.
 * Nobody may be there, and the cron of the next minute does the same, so any failure is ignored.
 */
export async function wakeRelay(): Promise<void> {
	const base = process.env["PUBLIC_BASE_URL"] ?? `http://localhost:${process.env["PORT"] ?? 8787}`;
	await fetch(`${base.replace(/\/+$/, "")}/api/v1/health`, { signal: AbortSignal.timeout(1000) }).catch(() => undefined);
}
