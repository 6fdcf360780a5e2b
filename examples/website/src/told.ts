/** How the website hears of changes: by signed web-hooks, and by asking for what it was not told. */
import { setTimeout as wait } from "node:timers/promises";
import { verifyWebhook, WebhookError } from "bingyou-client";
import type { Content } from "./content.ts";

/** Without web-hooks every second is asked for; with them once a minute, for one that did not arrive. */
const ASK_MS = { told: 60_000, untold: 1_000 };

/** How far our clock may be ahead of the service's; revisions are moments. */
const CLOCKS_MS = 3_600_000;

/** Takes in a message of the service; what is not signed with our secret is refused. */
export async function receive(request: Request, content: Content, secret: string | undefined): Promise<Response> {
	try {
		const { type, data } = await verifyWebhook(request, secret);
		content.drop(data.tags, "rev" in data ? data.rev : 0);
		console.log(`  Told         ${type}: ${data.paths.join(" ")}`);
		return new Response(null, { status: 204 });
	} catch (error) {
		if (error instanceof WebhookError) return Response.json({ error: error.code }, { status: error.status });
		throw error;
	}
}

/** Asks for changes until `signal` ends it, and drops everything when there are some: asking again is cheap. */
export async function catchUp(content: Content, isTold: boolean, signal: AbortSignal): Promise<void> {
	let since = Date.now() - CLOCKS_MS;
	let isAnswered = true;
	while (!signal.aborted) {
		try {
			const { data, meta } = await content.changes(since);
			const newest = data.at(-1)?.rev;
			if (newest !== undefined) {
				content.drop(["*"], newest);
				console.log(`  Found        ${data.length} ${data.length === 1 ? "change" : "changes"}`);
			}
			since = meta.rev;
			isAnswered = true;
			if (meta.has_more) continue;
		} catch (error) {
			// What is held is still shown while the service does not answer.
			if (isAnswered) console.error(`changes: ${String(error)}`);
			isAnswered = false;
		}
		await wait(isTold ? ASK_MS.told : ASK_MS.untold, undefined, { signal }).catch(() => undefined);
	}
}
