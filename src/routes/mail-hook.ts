import { open } from "#db/commit.ts";
import { noteBounce } from "#domain/system/actions.ts";
import { bounceOf, ResendEvent } from "#domain/system/index.ts";
import { readConfig } from "#env.ts";
import { BodyTooLarge, readBody } from "#http/body.ts";
import type { Handler } from "#http/context.ts";
import { paths } from "#http/paths.ts";
import { problemResponse } from "#http/problem.ts";
import { log } from "#platform/log.ts";
import { isSigned } from "#platform/signed-hook.ts";

const MOST_BYTES = 64 * 1024;

/** The address `POST /hooks/resend`, where Resend reports mails that did not arrive. */
export const mailHook = { path: paths.hooks.resend(), handle };

/**
 * Refuses with 404 when no webhook secret is set, 413 for a too large body, 403 for an unsigned request, 400 for a body
 * that is no event of Resend; otherwise answers 204. A report about a mail that this program did not send is
 * acknowledged and ignored, so that Resend does not repeat it.
 */
async function handle(...[c]: Parameters<Handler>): Promise<Response> {
	const refuse = (status: number, detail: string): Response =>
		problemResponse({ status, detail }, { base: readConfig(c.env).PUBLIC_BASE_URL, instance: mailHook.path });
	const secret = c.env.RESEND_WEBHOOK_SECRET;
	if (!secret) return refuse(404, "This hook is not set up.");
	const body = await bytesOf(c.req.raw);
	if (!body) return refuse(413, `The body may have ${MOST_BYTES} bytes.`);
	if (!(await isSigned(secret, { ...signatureOf(c.req.raw.headers), body }, Date.now()))) {
		log("warn", "mail.hook_refused");
		return refuse(403, "The signature is missing, old, or not ours.");
	}
	const event = ResendEvent.safeParse(new TextDecoder().decode(body));
	if (!event.success) return refuse(400, "The body is no event of Resend.");
	const bounce = bounceOf(event.data);
	if (bounce) await noteBounce(open(c.env.DB), bounce, Date.now());
	return new Response(null, { status: 204, headers: { "Cache-Control": "no-store" } });
}

async function bytesOf(request: Request): Promise<Uint8Array | undefined> {
	try {
		return await readBody(request, MOST_BYTES);
	} catch (error) {
		if (error instanceof BodyTooLarge) return undefined;
		throw error;
	}
}

/** Returns the signature headers, under Svix's names, as Resend sends them, or those of Standard Webhooks. */
function signatureOf(headers: Headers) {
	const of = (name: string): string | null => headers.get(`svix-${name}`) ?? headers.get(`webhook-${name}`);
	return { id: of("id"), timestamp: of("timestamp"), signature: of("signature") };
}
