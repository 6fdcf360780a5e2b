import * as z from "zod";
import { type Bindings, readConfig } from "#env.ts";
import { errorText } from "#platform/log.ts";

/** An outgoing mail. A second mail with the same `key` (letters, digits, "_" and "-") counts as the same mail. */
export type OutgoingMail = {
	key: string;
	to: string;
	from: { address: string; name: string };
	/** The reply address; "" for none. */
	replyTo: string;
	/** The address at which a mail program may unsubscribe the recipient by one POST (RFC 2369, RFC 8058). */
	unsubscribe?: string | undefined;
	subject: string;
	text: string;
	html: string;
};

/**
 * A refusal by a mail provider. `permanent`: it will never take this mail. `throttled`: it wants a pause of `pauseMs`
 * before anything else. `temporary`: everything else, including what staff can fix (a wrong key, a domain that is not
 * verified yet).
 */
export class MailFailure extends Error {
	readonly kind: "permanent" | "temporary" | "throttled";
	readonly pauseMs: number;

	constructor(kind: MailFailure["kind"], message: string, pauseMs = 0) {
		super(message);
		this.name = "MailFailure";
		this.kind = kind;
		this.pauseMs = pauseMs;
	}
}

/** A way to send mails. `send` returns the provider's id, if there is one, or throws a MailFailure. */
export type Mailer = { name: string; send: (mail: OutgoingMail) => Promise<{ id: string | null }> };

/** What prevents mails from being sent: they stay queued until somebody sets it. */
export type Missing = "provider" | "from_address" | "binding" | "api_key";
type Chosen = { provider: "local" | "cloudflare" | "resend"; fromAddress: string };

const TIMEOUT_MS = 15_000;

/**
 * Returns the mailer that the settings name, or what is missing for it. `local`, which is the default until staff
 * choose, counts as missing in production: a mail that was not sent must not be shown as sent there.
 */
export function mailerOf(
	env: Bindings,
	{ provider, fromAddress }: Chosen,
	timeoutMs: number = TIMEOUT_MS,
): { mailer: Mailer } | { missing: Missing } {
	const { ENVIRONMENT, RESEND_API_URL } = readConfig(env);
	if (provider === "local") return ENVIRONMENT === "production" ? { missing: "provider" } : { mailer: local };
	if (fromAddress === "") return { missing: "from_address" };
	if (provider === "cloudflare")
		return env.EMAIL ? { mailer: cloudflare(env.EMAIL, timeoutMs) } : { missing: "binding" };
	if (!env.RESEND_API_KEY) return { missing: "api_key" };
	return { mailer: resend({ url: RESEND_API_URL, apiKey: env.RESEND_API_KEY, timeoutMs }) };
}

/** The mailer that sends nothing: the mail can be read in the administration. */
const local: Mailer = { name: "local", send: async () => ({ id: null }) };

/** The error codes of Cloudflare's Email Service for a mail that it will never take; any other error may pass. */
const REFUSED_BY_CLOUDFLARE =
	/^E_(VALIDATION_ERROR|FIELD_MISSING|TOO_MANY_\w+|RECIPIENT_NOT_ALLOWED|RECIPIENT_SUPPRESSED|CONTENT_TOO_LARGE|HEADERS?_\w+)$/;
const Coded = z.object({ code: z.string(), message: z.string() });

/**
 * Returns the mailer of Cloudflare's send_email binding. It has no idempotency key: a mail whose answer was lost may be
 * sent twice.
 */
const cloudflare = (binding: SendEmail, timeoutMs: number): Mailer => ({
	name: "cloudflare",
	send: async ({ to, from, replyTo, subject, text, html, unsubscribe }) => {
		const sender = { email: from.address, name: from.name };
		const message = {
			to,
			from: sender,
			subject,
			text,
			html,
			...(replyTo ? { replyTo } : {}),
			...listHeaders(unsubscribe),
		};
		try {
			const { messageId } = await inTime(binding.send(message), timeoutMs);
			return { id: messageId };
		} catch (error) {
			const coded = Coded.safeParse(error);
			if (!coded.success) throw new MailFailure("temporary", errorText(error));
			const { code, message: words } = coded.data;
			const text = `${code}: ${words}`;
			if (/^E_(RATE|DAILY)_LIMIT_EXCEEDED$/.test(code)) throw new MailFailure("throttled", text, 60_000);
			throw new MailFailure(REFUSED_BY_CLOUDFLARE.test(code) ? "permanent" : "temporary", text);
		}
	},
});

const Accepted = z.object({ id: z.string() }).catch({ id: "" });
const Refused = z.object({ name: z.string(), message: z.string() }).catch({ name: "", message: "" });

/**
 * Returns the mailer of Resend's HTTP API (resend.com/docs/api-reference). Every failure is a MailFailure. Resend
 * remembers an idempotency key for 24 hours.
 */
const resend = ({ url, apiKey, timeoutMs }: { url: string; apiKey: string; timeoutMs: number }): Mailer => ({
	name: "resend",
	send: async (mail) => {
		try {
			const response = await fetch(`${url}/emails`, {
				method: "POST",
				redirect: "manual",
				signal: AbortSignal.timeout(timeoutMs),
				headers: {
					authorization: `Bearer ${apiKey}`,
					"content-type": "application/json",
					"idempotency-key": mail.key,
					"user-agent": "bingyou-mail/1.0",
				},
				body: JSON.stringify(asResend(mail)),
			});
			const answer = jsonOf(await response.text());
			if (!response.ok) throw refusedByResend(response, Refused.parse(answer));
			return { id: Accepted.parse(answer).id || null };
		} catch (error) {
			throw error instanceof MailFailure ? error : new MailFailure("temporary", errorText(error));
		}
	},
});

const listHeaders = (unsubscribe: string | undefined) =>
	unsubscribe
		? { headers: { "List-Unsubscribe": `<${unsubscribe}>`, "List-Unsubscribe-Post": "List-Unsubscribe=One-Click" } }
		: {};

/**
 * Returns a mail in Resend's format. Its tag comes back with a bounce, even with one that is faster than our storing of
 * the provider's id.
 */
const asResend = ({ key, to, from, replyTo, subject, text, html, unsubscribe }: OutgoingMail) => ({
	from: `"${from.name.replace(/["\\]/g, "")}" <${from.address}>`,
	to: [to],
	...(replyTo ? { reply_to: replyTo } : {}),
	subject,
	text,
	html,
	...listHeaders(unsubscribe),
	tags: [{ name: "mail", value: key }],
});

/**
 * Returns the failure for a refusal by Resend: "throttled" for 429, "permanent" for other 4xx, "temporary" for the rest
 * and for 401 and 403 (a wrong key or domain can be fixed), 408, and a 409 because two requests with the same key came
 * at once.
 */
function refusedByResend(response: Response, { name, message }: z.infer<typeof Refused>): MailFailure {
	const { status } = response;
	const text = [status, name, message].filter((part) => part !== "").join(" ");
	if (status === 429) {
		const seconds = Number(response.headers.get("retry-after") ?? "");
		return new MailFailure("throttled", text, Number.isFinite(seconds) ? seconds * 1_000 : 0);
	}
	const mayPass = [401, 403, 408].includes(status) || (status === 409 && name === "concurrent_idempotent_requests");
	const isRefusal = status >= 400 && status < 500 && !mayPass;
	return new MailFailure(isRefusal ? "permanent" : "temporary", text);
}

function jsonOf(text: string): unknown {
	try {
		return JSON.parse(text);
	} catch {
		return null;
	}
}

/** Waits for a promise for at most `ms` milliseconds, then rejects: for calls that take no AbortSignal. */
async function inTime<T>(promise: Promise<T>, ms: number): Promise<T> {
	let timer: ReturnType<typeof setTimeout> | undefined;
	const late = new Promise<never>((_, reject) => {
		timer = setTimeout(() => reject(new Error(`no answer within ${ms} ms`)), ms);
	});
	return await Promise.race([promise, late]).finally(() => clearTimeout(timer));
}
