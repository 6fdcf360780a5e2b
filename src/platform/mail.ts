import * as z from "zod";
import { type Bindings, readConfig } from "#env.ts";
import { errorText } from "#platform/log.ts";

/** A mail as it leaves. The same `key` (letters, digits, "_" and "-") again is the same mail. */
export type OutgoingMail = {
	key: string;
	to: string;
	from: { address: string; name: string };
	/** "" for none. */
	replyTo: string;
	/** Where a mail program may take the receiver off the list, by one POST (RFC 2369, RFC 8058). */
	unsubscribe?: string | undefined;
	subject: string;
	text: string;
	html: string;
};

/**
 * A provider said no. `permanent`: to this mail, for good. `throttled`: it wants a pause of `pauseMs` before anything
 * else. `temporary`: all the rest, with whatever staff can mend (a wrong key, a domain that is not proved yet).
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

/** One way for mails to leave. `send` gives the provider's id, where there is one, or throws a MailFailure. */
export type Mailer = { name: string; send: (mail: OutgoingMail) => Promise<{ id: string | null }> };

/** What keeps mails from leaving: they stay queued until somebody sets it. */
export type Missing = "provider" | "from_address" | "binding" | "api_key";
type Chosen = { provider: "local" | "cloudflare" | "resend"; fromAddress: string };

const TIMEOUT_MS = 15_000;

/**
 * The mailer that the settings name, or what is missing for it. `local`, which counts until staff choose, is none in
 * production: there a mail that went nowhere must not be called sent.
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

/** Nothing leaves: the mail can be read in the administration. */
const local: Mailer = { name: "local", send: async () => ({ id: null }) };

/** Codes of Cloudflare's Email Service for a mail that it will never take; any other one may pass. */
const REFUSED_BY_CLOUDFLARE =
	/^E_(VALIDATION_ERROR|FIELD_MISSING|TOO_MANY_\w+|RECIPIENT_NOT_ALLOWED|RECIPIENT_SUPPRESSED|CONTENT_TOO_LARGE|HEADERS?_\w+)$/;
const Coded = z.object({ code: z.string(), message: z.string() });

/** Cloudflare's send_email binding. It knows no idempotency key: a mail whose answer was lost may come twice. */
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

/** Resend's HTTP API (resend.com/docs/api-reference). It remembers an idempotency key for 24 hours. */
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

/** The tag comes back with a bounce, also with one that is faster than our own note of the provider's id. */
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

/** A wrong key or domain (401, 403) can be mended; a 409 means the same key with other words, unless both came at once. */
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

/** For what takes no AbortSignal. */
async function inTime<T>(promise: Promise<T>, ms: number): Promise<T> {
	let timer: ReturnType<typeof setTimeout> | undefined;
	const late = new Promise<never>((_, reject) => {
		timer = setTimeout(() => reject(new Error(`no answer within ${ms} ms`)), ms);
	});
	return await Promise.race([promise, late]).finally(() => clearTimeout(timer));
}
