import { refusalWords } from "#admin/refusal-words.ts";
import type { Done } from "#auth/answer.ts";
import type { Ask } from "#auth/route.ts";
import type { Report } from "#domain/system/imports/parts.ts";
import { Refusal } from "#kernel/refusal.ts";
import { errorText, log } from "#platform/log.ts";

/** What the browser's part "long-work" asks for: lines of JSON. */
const LINES = "application/x-ndjson";
export const wantsLines = (c: Ask["c"]): boolean => c.req.header("Accept") === LINES;

type Applying = {
	work: (report?: Report) => Promise<unknown>;
	/** Where its result stands, and what is said there to who had no progress. */
	to: string;
	flash: string;
	event: string;
};

/** Applies an import, all of it or nothing: as lines to whoever asks for them. */
export async function applied(c: Ask["c"], { work, to, flash, event }: Applying): Promise<Response | Done> {
	if (wantsLines(c)) return toldByLines(c, { work: (report) => work(report).then(() => to), event, failed: FAILED });
	await work();
	return { to, flash };
}
const FAILED = "寫入時發生錯誤，沒有寫入任何資料，請再試一次。";
/** The work, which says where to go when it is done; what the log calls its failure, and what people are told of it. */
type Told = { work: (report: Report) => Promise<string>; event: string; failed: string };

/**
 * Work as it goes on, a line of JSON each: how far it is, then where to go, or why not. It is done to its end also for
 * somebody who left.
 */
export function toldByLines(c: Ask["c"], { work, event, failed }: Told): Response {
	const { readable, writable } = new TransformStream<Uint8Array, Uint8Array>();
	const writer = writable.getWriter();
	// Nobody waits for the reader: who left reads nothing.
	const tell = (line: object) =>
		void writer.write(new TextEncoder().encode(`${JSON.stringify(line)}\n`)).catch(() => undefined);
	const told = work((done, all) => tell({ done, all }))
		.then(
			(to) => tell({ to }),
			(error: unknown) => {
				if (error instanceof Refusal) return tell({ problem: refusalWords(error) });
				log("error", event, { error: errorText(error) });
				tell({ problem: failed });
			},
		)
		.finally(() => void writer.close().catch(() => undefined));
	c.executionCtx.waitUntil(told);
	return new Response(readable, { headers: { "Content-Type": LINES, "Cache-Control": "no-store" } });
}
