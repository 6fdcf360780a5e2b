import { existsSync, readFileSync } from "node:fs";
import { join } from "node:path";
import { dataDirectory } from "../bindings.ts";

/**
 * Requests the running service's health once, because a request that finds a new revision makes the service send the
 * changes at once. The service may not be running, and the cron of the next minute does the same, so every failure is
 * ignored.
 */
export async function wakeRelay(): Promise<void> {
	const base = process.env.PUBLIC_BASE_URL ?? runningHere() ?? `http://localhost:${process.env.PORT ?? 8787}`;
	await fetch(`${base.replace(/\/+$/, "")}/api/v1/health`, { signal: AbortSignal.timeout(1000) }).catch(
		() => undefined,
	);
}

/** Returns the address that `npm start` wrote beside the data that it serves; undefined when there is none. */
function runningHere(): string | undefined {
	const file = join(dataDirectory(), "address");
	return existsSync(file) ? readFileSync(file, "utf8").trim() : undefined;
}
