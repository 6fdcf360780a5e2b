import { env } from "cloudflare:test";
import { expect, test } from "vitest";
import type { Bindings } from "#env.ts";
import { type Mailer, MailFailure, mailerOf, type OutgoingMail } from "#platform/mail.ts";
import { accepted, refused } from "../support/mail.ts";
import { type Website, website } from "../support/website.ts";

const MAIL: OutgoingMail = {
	key: "msg_1-1",
	to: "wang@example.org",
	from: { address: "office@example.org", name: '漣漪"病友\\協會' },
	replyTo: "reply@example.org",
	subject: "主旨",
	text: "內文",
	html: "<p>內文</p>",
};
const chosen = (provider: "local" | "cloudflare" | "resend", fromAddress = "office@example.org") => ({
	provider,
	fromAddress,
});

function mailer(worker: Bindings, provider: "local" | "cloudflare" | "resend", timeoutMs?: number): Mailer {
	const found = mailerOf(worker, chosen(provider), timeoutMs);
	if ("missing" in found) throw new Error(found.missing);
	return found.mailer;
}
const resend = (provider: Website, timeoutMs?: number) =>
	mailer({ ...env, RESEND_API_URL: provider.url, RESEND_API_KEY: "re_test" }, "resend", timeoutMs);
/** Cloudflare's binding, which is not ours, as it answers. */
const binding = (send: (message: unknown) => Promise<EmailSendResult>): Bindings => ({ ...env, EMAIL: { send } });

const failureOf = async (sending: Promise<unknown>) => {
	const error = await sending.then(
		() => "sent",
		(thrown: unknown) => thrown,
	);
	if (!(error instanceof MailFailure)) throw new Error(`no MailFailure: ${String(error)}`);
	return { kind: error.kind, message: error.message, pauseMs: error.pauseMs };
};

test("what is missing is named, and `local` is no mailer in production", () => {
	const production: Bindings = { ...env, ENVIRONMENT: "production" };
	const bare: Bindings = { ...env };
	delete bare.EMAIL;
	expect(mailerOf(production, chosen("local"))).toEqual({ missing: "provider" });
	expect(mailerOf(production, chosen("resend", ""))).toEqual({ missing: "from_address" });
	expect(mailerOf(production, chosen("resend"))).toEqual({ missing: "api_key" });
	expect(mailerOf(bare, chosen("cloudflare"))).toEqual({ missing: "binding" });
});

test("the local mailbox takes everything and sends nothing", async () => {
	expect(await mailer(env, "local").send(MAIL)).toEqual({ id: null });
});

test("Resend gets one request with our key for the mail", async () => {
	const provider = website();
	await provider.answer(accepted("re_1"));
	expect(await resend(provider).send(MAIL)).toEqual({ id: "re_1" });
	const [request] = await provider.received(1);
	if (!request) throw new Error("nothing came");
	const { authorization, "content-type": type, "idempotency-key": key, "user-agent": agent } = request.headers;
	expect([request.method, authorization, type, key, agent]).toEqual([
		"POST",
		"Bearer re_test",
		"application/json",
		"msg_1-1",
		"bingyou-mail/1.0",
	]);
	expect(new URL(provider.url + "/emails").pathname).toBe(request.path);
	expect(JSON.parse(request.body)).toEqual({
		from: '"漣漪病友協會" <office@example.org>',
		to: ["wang@example.org"],
		reply_to: "reply@example.org",
		subject: "主旨",
		text: "內文",
		html: "<p>內文</p>",
		tags: [{ name: "mail", value: "msg_1-1" }],
	});
});

test("a mail that one can do without says how to get no more, in one POST (RFC 8058)", async () => {
	const unsubscribe = "https://api.example.org/unsubscribe/a.b";
	const headers = {
		"List-Unsubscribe": "<https://api.example.org/unsubscribe/a.b>",
		"List-Unsubscribe-Post": "List-Unsubscribe=One-Click",
	};
	const provider = website();
	await provider.answer(accepted("re_1"));
	await resend(provider).send({ ...MAIL, unsubscribe });
	const [request] = await provider.received(1);
	expect(JSON.parse(request?.body ?? "{}").headers).toEqual(headers);
	const messages: object[] = [];
	const worker = binding(async (message) => {
		messages.push(Object(message));
		return { messageId: "cf_1" };
	});
	await mailer(worker, "cloudflare").send({ ...MAIL, unsubscribe });
	expect(messages).toEqual([expect.objectContaining({ headers })]);
});

test("an acceptance that cannot be read is one all the same", async () => {
	const provider = website();
	await provider.answer({ status: 200, body: "ok" });
	expect(await resend(provider).send({ ...MAIL, replyTo: "" })).toEqual({ id: null });
	const [request] = await provider.received(1);
	expect("reply_to" in JSON.parse(request?.body ?? "{}")).toBe(false);
});

test.each([
	[400, "validation_error", "permanent"],
	[401, "missing_api_key", "temporary"],
	[403, "invalid_api_key", "temporary"],
	[408, "timeout", "temporary"],
	[409, "concurrent_idempotent_requests", "temporary"],
	[409, "invalid_idempotent_request", "permanent"],
	[422, "invalid_parameter", "permanent"],
	[500, "application_error", "temporary"],
	[503, "service_unavailable", "temporary"],
] as const)("Resend's %i %s is %s", async (status, name, kind) => {
	const provider = website();
	await provider.answer(refused(status, name, "because"));
	expect(await failureOf(resend(provider).send(MAIL))).toEqual({
		kind,
		message: `${status} ${name} because`,
		pauseMs: 0,
	});
});

test("Resend's 429 asks for a pause", async () => {
	const provider = website();
	await provider.answer(
		{ ...refused(429, "rate_limit_exceeded"), headers: { "retry-after": "7" } },
		refused(429, "daily_quota_exceeded"),
	);
	const message = "429 rate_limit_exceeded no";
	expect(await failureOf(resend(provider).send(MAIL))).toEqual({ kind: "throttled", message, pauseMs: 7_000 });
	expect((await failureOf(resend(provider).send(MAIL))).pauseMs).toBe(0);
});

test("a redirect is not followed; no answer, a broken one or one of no JSON is temporary", async () => {
	const provider = website();
	const elsewhere = website();
	await provider.answer(
		{ status: 307, headers: { location: elsewhere.url } },
		{ drop: true },
		{ status: 502, body: "<html>" },
		{ hold: true },
	);
	expect(await failureOf(resend(provider).send(MAIL))).toEqual({ kind: "temporary", message: "307", pauseMs: 0 });
	expect((await failureOf(resend(provider).send(MAIL))).kind).toBe("temporary");
	expect((await failureOf(resend(provider).send(MAIL))).message).toBe("502");
	expect(await failureOf(resend(provider, 50).send(MAIL))).toEqual({
		kind: "temporary",
		message: "TimeoutError: The operation was aborted due to timeout",
		pauseMs: 0,
	});
	await provider.release();
	expect(await elsewhere.received()).toEqual([]);
});

test("Cloudflare's binding gets the words, no MIME of ours", async () => {
	const messages: unknown[] = [];
	const worker = binding(async (message) => {
		messages.push(message);
		return { messageId: "cf_1" };
	});
	expect(await mailer(worker, "cloudflare").send(MAIL)).toEqual({ id: "cf_1" });
	const { key: _key, from, ...rest } = MAIL;
	expect(messages).toEqual([{ ...rest, from: { email: from.address, name: from.name } }]);
});

test.each([
	["E_VALIDATION_ERROR", "permanent"],
	["E_RECIPIENT_SUPPRESSED", "permanent"],
	["E_HEADER_VALUE_INVALID", "permanent"],
	["E_CONTENT_TOO_LARGE", "permanent"],
	["E_SENDER_NOT_VERIFIED", "temporary"],
	["E_DELIVERY_FAILED", "temporary"],
	["E_INTERNAL_SERVER_ERROR", "temporary"],
	["E_SOMETHING_NEW", "temporary"],
	["E_RATE_LIMIT_EXCEEDED", "throttled"],
	["E_DAILY_LIMIT_EXCEEDED", "throttled"],
])("Cloudflare's %s is %s", async (code, kind) => {
	const worker = binding(() => Promise.reject(Object.assign(new Error("because"), { code })));
	const failure = await failureOf(mailer(worker, "cloudflare").send(MAIL));
	expect(failure).toEqual({ kind, message: `${code}: because`, pauseMs: kind === "throttled" ? 60_000 : 0 });
});

test("a binding that throws without a code, or does not answer, is temporary", async () => {
	const throws = binding(() => Promise.reject(new Error("lost")));
	expect(await failureOf(mailer(throws, "cloudflare").send(MAIL))).toEqual({
		kind: "temporary",
		message: "Error: lost",
		pauseMs: 0,
	});
	const hangs = binding(() => new Promise(() => {}));
	expect((await failureOf(mailer(hangs, "cloudflare", 20).send(MAIL))).message).toBe("Error: no answer within 20 ms");
});
