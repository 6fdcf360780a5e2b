/** How the website hears of changes: by signed web-hooks, and by asking for what it was not told. */
import { setTimeout as wait } from "node:timers/promises";
import { verifyWebhook, WebhookError } from "bingyou-client";
import type { Content } from "./content.ts";

/** Without web-hooks every second is asked for; with them once a minute, for one that did not arrive. */
const ASK_MS = { told: 60_000, untold: 1_000 };

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

/** Asks for changes until `signal` ends it, and drops everything when there is one: they are few, and asking again is cheap. */
export async function catchUp(content: Content, isTold: boolean, signal: AbortSignal): Promise<void> {
	let since = Date.now() - ASK_MS.told;
	while (!signal.aborted) {
		try {
			let newest = 0;
			for await (const { rev } of content.changes(since)) newest = rev;
			if (newest > 0) content.drop(["*"], newest);
			since = Math.max(since, newest);
		} catch (error) {
			// What is held is still shown while the service does not answer.
			console.error(`changes: ${String(error)}`);
		}
		await wait(isTold ? ASK_MS.told : ASK_MS.untold, undefined, { signal }).catch(() => undefined);
	}
}
