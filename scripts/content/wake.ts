import { existsSync, readFileSync } from "node:fs";
import { join } from "node:path";
import { dataDirectory } from "../bindings.ts";

/**
 * Asks the running service for its health once: a request that meets a new revision sends the changes on at once.
 * Nobody may be there, and the cron of the next minute does the same, so any failure is ignored.
 */
export async function wakeRelay(): Promise<void> {
	const base = process.env.PUBLIC_BASE_URL ?? runningHere() ?? `http://localhost:${process.env.PORT ?? 8787}`;
	await fetch(`${base.replace(/\/+$/, "")}/api/v1/health`, { signal: AbortSignal.timeout(1000) }).catch(
		() => undefined,
	);
}

/** The address that `npm start` left beside the data it serves. */
function runningHere(): string | undefined {
	const file = join(dataDirectory(), "address");
	return existsSync(file) ? readFileSync(file, "utf8").trim() : undefined;
}
