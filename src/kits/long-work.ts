import { refusalWords } from "#admin/refusal-words.ts";
import type { Done } from "#auth/answer.ts";
import type { Ask } from "#auth/route.ts";
import type { Report } from "#domain/system/index.ts";
import { Refusal } from "#kernel/refusal.ts";
import { errorText, log } from "#platform/log.ts";

/** The content type that the browser part "long-work" accepts: lines of JSON. */
const LINES = "application/x-ndjson";
export const wantsLines = (c: Ask["c"]): boolean => c.req.header("Accept") === LINES;

type Applying = {
	work: (report?: Report) => Promise<unknown>;
	/**
	 * The address of the result, and the message shown there to a user without the progress display. `event` is the
	 * log's name for a failure.
	 */
	to: string;
	flash: string;
	event: string;
};

/**
 * Runs `work`, which applies an import as a whole or not at all; answers with lines of progress when the request
 * accepts them, otherwise with a redirect to `to`.
 */
export async function applied(c: Ask["c"], { work, to, flash, event }: Applying): Promise<Response | Done> {
	if (wantsLines(c)) return toldByLines(c, { work: (report) => work(report).then(() => to), event, failed: FAILED });
	await work();
	return { to, flash };
}
const FAILED = "寫入時發生錯誤，沒有寫入任何資料，請再試一次。";
/**
 * `work` returns the address to open when it is done; `event` is the log's name for a failure, `failed` the message to
 * the user.
 */
type Told = { work: (report: Report) => Promise<string>; event: string; failed: string };

/**
 * Answers with the progress of the work, one line of JSON each: how much is done, then the address to open or the
 * problem. The work goes on to its end even when the user leaves.
 */
export function toldByLines(c: Ask["c"], { work, event, failed }: Told): Response {
	const { readable, writable } = new TransformStream<Uint8Array, Uint8Array>();
	const writer = writable.getWriter();
	// Writes are not awaited, because the user may have left and read nothing.
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
