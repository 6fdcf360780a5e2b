import { existsSync, mkdirSync, renameSync, writeFileSync } from "node:fs";
import { dirname, join } from "node:path";
import { setTimeout as wait } from "node:timers/promises";
import type { Finding } from "../site.ts";
import { UPLOADS } from "./addresses.ts";
import { decoded } from "./items.ts";

const FILE_LIMIT = 100_000_000;
const TRY_MS = 60_000;
const TRIES = 4;
const AT_ONCE = 4;

/**
 * Fetches uploaded files (paths from `/wp-content/uploads/`) from the site at `base` into `folder`, each once: what is
 * there already is not asked for again, so that a run that was ended goes on. A file counts only when it is whole.
 * Files that cannot be had are told in `findings`.
 */
export async function fetchMedia(
	paths: string[],
	{
		base,
		folder,
		findings,
		report,
	}: { base: string; folder: string; findings: Finding[]; report: (done: number, all: number) => void },
): Promise<void> {
	const top = base.replace(/\/+$/, "").replace(/\/wp-content\/uploads$/, "");
	let [next, done] = [0, 0];
	const worker = async (): Promise<void> => {
		for (let path = paths[next++]; path !== undefined; path = paths[next++]) {
			const place = join(folder, path);
			const problem = existsSync(place) ? null : await fetchOne(top + encodeURI(path), place);
			if (problem !== null)
				findings.push({
					path: path.slice(1),
					line: null,
					kind: "warning",
					message: `could not be fetched: ${problem}`,
				});
			report(++done, paths.length);
		}
	};
	await Promise.all(Array.from({ length: AT_ONCE }, worker));
}

/** Whether files may be fetched from an address: by https, or from this machine. */
export const mayFetch = (url: string): boolean =>
	URL.canParse(url) && (/^https:/i.test(url) || /^http:\/\/(?:localhost|127\.0\.0\.1)(?::|\/|$)/i.test(url));

/** Fetches one file, with patience for what passes; returns why it could not be had, or null. */
async function fetchOne(url: string, place: string): Promise<string | null> {
	for (let tried = 1; ; tried++) {
		const { problem, passes } = await tryOne(url, place);
		if (problem === null || !passes || tried === TRIES) return problem;
		await wait(200 * 2 ** tried * (0.5 + Math.random()));
	}
}

async function tryOne(url: string, place: string): Promise<{ problem: string | null; passes: boolean }> {
	try {
		const answer = await fetch(url, { signal: AbortSignal.timeout(TRY_MS) });
		if (!mayFetch(answer.url)) return { problem: `leads to ${answer.url}`, passes: false };
		if (!answer.ok || !answer.body)
			return { problem: `the site answered ${answer.status}`, passes: answer.status === 429 || answer.status >= 500 };
		const bytes = await bounded(answer.body);
		if (bytes === null) return { problem: "it is over 100 MB", passes: false };
		mkdirSync(dirname(place), { recursive: true });
		writeFileSync(`${place}.part`, bytes);
		renameSync(`${place}.part`, place);
		return { problem: null, passes: false };
	} catch (error) {
		return { problem: error instanceof Error ? error.message : String(error), passes: true };
	}
}

async function bounded(body: ReadableStream<Uint8Array>): Promise<Uint8Array | null> {
	const parts: Uint8Array[] = [];
	let size = 0;
	for await (const part of body) {
		size += part.byteLength;
		if (size > FILE_LIMIT) return null;
		parts.push(part);
	}
	return Buffer.concat(parts);
}

/** Returns the paths of the uploaded files that a text in Markdown names. */
export const uploadsIn = (text: string): string[] =>
	[
		...text.matchAll(
			/(?:^|[\s("'<])(?:https?:\/\/[^\s/"'<>()]+)?(\/[^\s"'<>()?#]*?wp-content\/uploads\/[^\s"'<>()?#]+)/g,
		),
	].map(([, path = ""]) => decoded(path.slice(path.indexOf(UPLOADS))));
