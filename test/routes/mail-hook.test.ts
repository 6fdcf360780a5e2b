import { createExecutionContext, env } from "cloudflare:test";
import { Hono } from "hono";
import { beforeEach, expect, test } from "vitest";
import { resendMail } from "#domain/system/mail/actions.ts";
import type { App } from "#http/context.ts";
import { sendMail } from "#jobs/system/mail.ts";
import { byUser } from "#kernel/by.ts";
import { mailHook } from "#routes/mail-hook.ts";
import { accepted, db, emptyMailbox, mailOf, queuedTest, withResend } from "../support/mail.ts";

const SECRET = `whsec_${btoa("a-secret-of-resend-for-the-tests")}`;
const worker = { ...env, RESEND_WEBHOOK_SECRET: SECRET };
const app = new Hono<App>().post(mailHook.path, mailHook.handle);

beforeEach(emptyMailbox);

/** Standard Webhooks 1.0, written again from the text. */
async function sign(secret: string, id: string, seconds: number, body: string): Promise<string> {
	const raw = Uint8Array.from(atob(secret.replace("whsec_", "")), (char) => char.charCodeAt(0));
	const key = await crypto.subtle.importKey("raw", raw, { name: "HMAC", hash: "SHA-256" }, false, ["sign"]);
	const mac = await crypto.subtle.sign("HMAC", key, new TextEncoder().encode(`${id}.${seconds}.${body}`));
	return `v1,${btoa(String.fromCharCode(...new Uint8Array(mac)))}`;
}

async function post(
	body: string,
	{
		secret = SECRET,
		ago = 0,
		headers = {},
		names = "svix",
		to = worker,
	}: { secret?: string; ago?: number; headers?: Record<string, string>; names?: string; to?: typeof env } = {},
): Promise<Response> {
	const seconds = Math.floor(Date.now() / 1000) - ago;
	const request = new Request(`http://localhost:8787${mailHook.path}`, {
		method: "POST",
		headers: {
			"content-type": "application/json",
			[`${names}-id`]: "evt_1",
			[`${names}-timestamp`]: String(seconds),
			[`${names}-signature`]: await sign(secret, "evt_1", seconds, body),
			...headers,
		},
		body,
	});
	return app.fetch(request, to, createExecutionContext());
}

const bounced = (of: { email_id?: string; tags?: unknown }, type = "email.bounced") =>
	JSON.stringify({
		type,
		created_at: "2026-11-22T23:41:12.126Z",
		data: {
			created_at: "2026-11-22T23:41:11.894719+00:00",
			email_id: "re_1",
			from: "office@example.org",
			to: ["wang@example.org"],
			subject: "測試信",
			bounce: { message: "The mailbox\r\ndoes not exist.", subType: "General", type: "Permanent" },
			...of,
		},
	});

/** A mail that Resend took as re_1. */
async function sent(): Promise<string> {
	const { worker: sender, provider } = await withResend();
	await provider.answer(accepted("re_1"), accepted("re_2"));
	const id = await queuedTest();
	await sendMail(sender);
	expect((await mailOf(id)).providerId).toBe("re_1");
	return id;
}
const stateOf = async (id: string) => {
	const { state, lastError } = await mailOf(id);
	return [state, lastError];
};

test("a bounce is noted with its reason, once: again it changes nothing", async () => {
	const id = await sent();
	const answer = await post(bounced({ tags: { mail: `${id}-1` } }));
	expect([answer.status, await answer.text()]).toEqual([204, ""]);
	const noted = await mailOf(id);
	expect([noted.state, noted.lastError]).toEqual([
		"bounced",
		"email.bounced · Permanent · General · The mailbox does not exist.",
	]);
	expect((await post(bounced({ tags: { mail: `${id}-1` } }))).status).toBe(204);
	expect(await mailOf(id)).toEqual(noted);
});

test.each(["email.complained", "email.failed", "email.suppressed"])(
	"%s is noted, by the provider's id alone too",
	async (type) => {
		const id = await sent();
		expect((await post(bounced({}, type))).status).toBe(204);
		expect((await stateOf(id))[0]).toBe("bounced");
	},
);

test("the headers of Standard Webhooks are read too, and one of several signatures is enough", async () => {
	const id = await sent();
	expect((await post(bounced({}), { names: "webhook" })).status).toBe(204);
	expect((await stateOf(id))[0]).toBe("bounced");
	const body = bounced({});
	const seconds = Math.floor(Date.now() / 1000);
	const headers = {
		"svix-signature": `v1,AAAA v2,xx ${await sign(SECRET, "evt_1", seconds, body)}`,
		"svix-timestamp": String(seconds),
	};
	expect((await post(body, { headers })).status).toBe(204);
});

test("other events, unknown mails and mails of nobody are acknowledged and change nothing", async () => {
	const id = await sent();
	const before = await mailOf(id);
	const bodies = [
		bounced({ tags: { mail: `${id}-1` } }, "email.delivered"),
		bounced({ email_id: "re_unknown", tags: { mail: "msg_unknown-1" } }),
		bounced({ email_id: "", tags: { mail: `${id}-1` } }),
		bounced({ email_id: "re_unknown", tags: [`${id}-1`] }),
		JSON.stringify({ type: "domain.updated", data: {} }),
	];
	for (const body of bodies) expect((await post(body)).status).toBe(204);
	expect(await mailOf(id)).toEqual(before);
});

test("the bounce of an earlier round does not touch the mail that was sent again", async () => {
	const id = await sent();
	const { worker: sender, provider } = await withResend();
	await provider.answer(accepted("re_2"));
	await resendMail(db, await mailOf(id), byUser(1, null, Date.now()));
	await post(bounced({ tags: { mail: `${id}-1` } }));
	expect(await stateOf(id)).toEqual(["queued", null]);
	await sendMail(sender);
	await post(bounced({ tags: { mail: `${id}-1` } }));
	expect(await stateOf(id)).toEqual(["sent", null]);
	await post(bounced({ email_id: "re_2", tags: { mail: `${id}-2` } }));
	expect((await stateOf(id))[0]).toBe("bounced");
});

test("a mail that was never given to a provider cannot bounce", async () => {
	const id = await queuedTest();
	await post(bounced({ tags: { mail: `${id}-1` } }));
	expect(await stateOf(id)).toEqual(["queued", null]);
});

test.each([
	["another secret", { secret: `whsec_${btoa("another-secret-of-thirty-2-bytes")}` }],
	["a signature of more than five minutes ago", { ago: 302 }],
	["a signature of the future", { ago: -302 }],
	["no signature", { headers: { "svix-signature": "" } }],
	["another id", { headers: { "svix-id": "evt_2" } }],
	["a time that is no number", { headers: { "svix-timestamp": "1e9" } }],
	["a scheme that nobody knows", { headers: { "svix-signature": "v2,AAAA" } }],
	["a signature that is no base64", { headers: { "svix-signature": "v1,***" } }],
])("%s is refused", async (_, how) => {
	const id = await sent();
	const answer = await post(bounced({ tags: { mail: `${id}-1` } }), how);
	const { status, detail } = await answer.json<{ status: number; detail: string }>();
	expect([answer.status, status, detail]).toEqual([403, 403, "The signature is missing, old, or not ours."]);
	expect(await stateOf(id)).toEqual(["sent", null]);
});

test("a signed body is taken within five minutes", async () => {
	const id = await sent();
	expect((await post(bounced({}), { ago: 295 })).status).toBe(204);
	expect((await stateOf(id))[0]).toBe("bounced");
});

test("a body with one byte changed is refused, one that is too large is not read, one that is no event is told", async () => {
	const body = bounced({});
	const seconds = Math.floor(Date.now() / 1000);
	const headers = { "svix-signature": await sign(SECRET, "evt_1", seconds, body), "svix-timestamp": String(seconds) };
	expect((await post(`${body} `, { headers })).status).toBe(403);
	expect((await post("x".repeat(64 * 1024 + 1))).status).toBe(413);
	expect((await post(" ".repeat(64 * 1024))).status).toBe(400);
	expect((await post("{")).status).toBe(400);
	expect((await post('{"type":1}')).status).toBe(400);
});

test("without its secret there is no hook", async () => {
	const bare = { ...env };
	delete bare.RESEND_WEBHOOK_SECRET;
	expect((await post(bounced({}), { to: bare })).status).toBe(404);
});
