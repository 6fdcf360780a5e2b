import type { WebhookBulk, WebhookChange, WebhookPing } from "./types.ts";

/** What a webhook says. `data.tags` and `data.paths` are what a website drops from its caches, whatever the type. */
export type WebhookMessage = WebhookChange | WebhookBulk | WebhookPing;

/** Why a message is refused. */
export type WebhookRefusal =
	| "no-secret"
	| "bad-secret"
	| "missing-header"
	| "bad-timestamp"
	| "too-old"
	| "too-new"
	| "too-large"
	| "bad-signature"
	| "bad-body";

/** The error for a message that must not be believed. Answer it with `status`: 500 when the secret is ours to set. */
export class WebhookError extends Error {
	override readonly name = "WebhookError";
	readonly code: WebhookRefusal;
	readonly status: 400 | 401 | 500;

	constructor(code: WebhookRefusal) {
		super(WORDS[code]);
		this.code = code;
		this.status = code === "no-secret" || code === "bad-secret" ? 500 : code === "bad-body" ? 400 : 401;
	}
}

const WORDS: Record<WebhookRefusal, string> = {
	"no-secret": "No secret was given",
	"bad-secret": "A secret is not whsec_ and base64",
	"missing-header": "webhook-id, webhook-timestamp or webhook-signature is missing",
	"bad-timestamp": "webhook-timestamp is not a number of seconds",
	"too-old": "The message was signed too long ago",
	"too-new": "The message was signed in the future",
	"too-large": "The message is larger than any that is sent",
	"bad-signature": "The message was not signed with one of the secrets",
	"bad-body": "The message is signed, and not what a webhook says",
};

export type VerifyOptions = {
	/** How far the message's time may be from ours, in seconds: 300 unless given. */
	toleranceSeconds?: number;
	/** Our time, in milliseconds since 1970: now unless given. */
	now?: number;
};

/** Messages have at most 100 KB; what is larger is not read as one. */
const LARGEST = 1_000_000;
const SIGNATURES_AT_MOST = 8;

/**
 * Verifies a message of Standard Webhooks 1.0 and returns what it says, with its id, which stays the same when it is
 * sent again. `secret` is one secret or, while it is being rotated, both: a list, or one text with a space between.
 * Throws a WebhookError for a message that must not be believed. It reads the request's body; comparing takes constant
 * time (WebCrypto's own).
 */
export async function verifyWebhook(
	request: Request | { headers: Headers | Record<string, string | string[] | undefined>; body: string | Uint8Array },
	secret: string | readonly string[] | undefined,
	{ toleranceSeconds = 300, now = Date.now() }: VerifyOptions = {},
): Promise<WebhookMessage & { id: string }> {
	const keys = await keysOf(secret);
	const [id, timestamp, signature] = ["webhook-id", "webhook-timestamp", "webhook-signature"].map((name) =>
		headerOf(request.headers, name),
	);
	if (!id || !timestamp || !signature) throw new WebhookError("missing-header");
	if (!/^[0-9]{1,12}$/.test(timestamp)) throw new WebhookError("bad-timestamp");
	const age = now / 1000 - Number(timestamp);
	if (age > toleranceSeconds) throw new WebhookError("too-old");
	if (age < -toleranceSeconds) throw new WebhookError("too-new");

	const body = await bytesOf(request);
	if (body.length > LARGEST) throw new WebhookError("too-large");
	const content = joined(new TextEncoder().encode(`${id}.${timestamp}.`), body);
	const given = signature.split(" ").slice(0, SIGNATURES_AT_MOST).flatMap(signatureIn);
	const checks = keys.flatMap((key) => given.map((one) => crypto.subtle.verify("HMAC", key, one, content)));
	if (!(await Promise.all(checks)).includes(true)) throw new WebhookError("bad-signature");
	return { ...messageIn(body), id };
}

async function keysOf(secret: string | readonly string[] | undefined): Promise<CryptoKey[]> {
	const secrets = (typeof secret === "string" ? [secret] : (secret ?? []))
		.flatMap((one) => one.split(/\s+/))
		.filter(Boolean);
	if (secrets.length === 0) throw new WebhookError("no-secret");
	return Promise.all(
		secrets.map((one) => {
			const key = fromBase64(one.replace(/^whsec_/, ""));
			if (!key || key.length === 0) throw new WebhookError("bad-secret");
			return crypto.subtle.importKey("raw", key, { name: "HMAC", hash: "SHA-256" }, false, ["verify"]);
		}),
	);
}

function headerOf(headers: Headers | Record<string, string | string[] | undefined>, name: string): string | undefined {
	if (headers instanceof Headers) return headers.get(name) ?? undefined;
	const value = headers[name];
	return Array.isArray(value) ? value.join(" ") : value;
}

async function bytesOf(request: Request | { body: string | Uint8Array }): Promise<Uint8Array> {
	if ("arrayBuffer" in request) return new Uint8Array(await request.arrayBuffer());
	return typeof request.body === "string" ? new TextEncoder().encode(request.body) : request.body;
}

function joined(left: Uint8Array, right: Uint8Array): Uint8Array<ArrayBuffer> {
	const all = new Uint8Array(left.length + right.length);
	all.set(left);
	all.set(right, left.length);
	return all;
}

function signatureIn(text: string): Uint8Array<ArrayBuffer>[] {
	const bytes = text.startsWith("v1,") ? fromBase64(text.slice(3)) : undefined;
	return bytes ? [bytes] : [];
}

function fromBase64(text: string): Uint8Array<ArrayBuffer> | undefined {
	try {
		return Uint8Array.from(atob(text), (one) => one.charCodeAt(0));
	} catch {
		return undefined;
	}
}

function messageIn(body: Uint8Array): WebhookMessage {
	let message: Partial<WebhookMessage> | null;
	try {
		message = JSON.parse(new TextDecoder().decode(body));
	} catch {
		throw new WebhookError("bad-body");
	}
	const isMessage =
		typeof message?.type === "string" && Array.isArray(message.data?.tags) && Array.isArray(message.data.paths);
	if (!isMessage) throw new WebhookError("bad-body");
	return message as WebhookMessage;
}
