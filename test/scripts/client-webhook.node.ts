/** What a website believes of a web-hook, signed by the service's own code: each refusal by itself. */
import assert from "node:assert/strict";
import { test } from "node:test";
import { signatureHeader } from "#domain/content/webhooks/signature.ts";
import { type VerifyOptions, verifyWebhook, WebhookError, type WebhookRefusal } from "../../client/index.js";

const secretOf = (byte: number): string => `whsec_${Buffer.alloc(24, byte).toString("base64")}`;
const [SECRET, OLD, OTHER] = [secretOf(1), secretOf(2), secretOf(3)];
const NOW = 1_772_674_200_120;
const MESSAGE = {
	type: "article.updated",
	timestamp: "2026-03-05T01:30:00.120Z",
	data: {
		rev: 1_772_674_200_031,
		resource: "article",
		id: 12,
		slug: "秋日",
		previous_slug: null,
		tags: ["article:12", "articles"],
		paths: ["/articles", "/"],
	},
};

type Change = { headers?: Record<string, string>; body?: string | Uint8Array<ArrayBuffer>; by?: string[]; at?: number };

async function signed({ headers = {}, body, by = [SECRET], at = Math.floor(NOW / 1_000) }: Change = {}) {
	const text = JSON.stringify(MESSAGE);
	const signature = await signatureHeader(by, {
		id: "msg_1",
		timestamp: at,
		body: typeof body === "string" && headers["x-signed"] ? body : text,
	});
	return new Request("https://www.example.org/api/revalidate", {
		method: "POST",
		headers: {
			"webhook-id": "msg_1",
			"webhook-timestamp": String(at),
			"webhook-signature": signature,
			...headers,
		},
		body: body ?? text,
	});
}

const refused = (
	request: Request,
	code: WebhookRefusal,
	status: number,
	of: { secret?: string } & VerifyOptions = {},
) => {
	const { secret = SECRET, ...options } = of;
	return assert.rejects(
		verifyWebhook(request, secret, { now: NOW, ...options }),
		(error) => error instanceof WebhookError && error.code === code && error.status === status,
		code,
	);
};
const without = async (name: string): Promise<Request> => {
	const request = await signed();
	request.headers.delete(name);
	return request;
};

test("returns what a message says, with the id that stays the same", async () => {
	const message = await verifyWebhook(await signed(), SECRET, { now: NOW });
	assert.deepEqual(message, { ...MESSAGE, id: "msg_1" });
	const { headers } = await signed();
	const plain = { headers: Object.fromEntries(headers), body: new TextEncoder().encode(JSON.stringify(MESSAGE)) };
	assert.equal((await verifyWebhook(plain, [SECRET], { now: NOW })).type, "article.updated");
});

test("believes the new and the old secret while one is being rotated, on either side", async () => {
	for (const secret of [`${SECRET} ${OLD}`, [OLD, SECRET], ` ${OLD}\n${SECRET} `]) {
		for (const by of [[SECRET], [OLD], [OTHER, OLD], [SECRET, OLD]]) {
			assert.equal((await verifyWebhook(await signed({ by }), secret, { now: NOW })).id, "msg_1");
		}
	}
});

test("a message is within five minutes, or the time that the website allows", async () => {
	const second = Math.floor(NOW / 1_000);
	const now = second * 1_000;
	for (const age of [300, -300]) {
		await verifyWebhook(await signed({ at: second - age }), SECRET, { now });
	}
	await refused(await signed({ at: second - 301 }), "too-old", 401, { now });
	await refused(await signed({ at: second + 301 }), "too-new", 401, { now });
	await refused(await signed({ at: second - 11 }), "too-old", 401, { now, toleranceSeconds: 10 });
	await refused(await signed(), "too-old", 401, { now: Date.now() + 10 * 365 * 86_400_000 });
});

test("refuses what was altered, signed by others, or signed with nothing", async () => {
	await refused(await signed({ by: [OTHER] }), "bad-signature", 401);
	await refused(await signed({ body: JSON.stringify({ ...MESSAGE, type: "ping" }) }), "bad-signature", 401);
	await refused(await signed({ headers: { "webhook-id": "msg_2" } }), "bad-signature", 401);
	const later = String(Math.floor(NOW / 1_000) + 1);
	await refused(await signed({ headers: { "webhook-timestamp": later } }), "bad-signature", 401);
	for (const signature of ["v1,", "v1,***", "v1", "v2,AAAA", "v1,AAAA"]) {
		await refused(await signed({ headers: { "webhook-signature": signature } }), "bad-signature", 401);
	}
	const genuine = (await signed()).headers.get("webhook-signature") ?? "";
	const buried = [...Array(8).fill("v1,AAAA"), genuine].join(" ");
	await refused(await signed({ headers: { "webhook-signature": buried } }), "bad-signature", 401);
	const asynchronous = genuine.replace("v1,", "v1a,");
	await refused(await signed({ headers: { "webhook-signature": asynchronous } }), "bad-signature", 401);
});

test("refuses a message without its headers or with a time that is none", async () => {
	for (const name of ["webhook-id", "webhook-timestamp", "webhook-signature"]) {
		await refused(await without(name), "missing-header", 401);
	}
	for (const time of ["now", "1.5e9", "-1", "1772674200.5", "0x10"]) {
		await refused(await signed({ headers: { "webhook-timestamp": time } }), "bad-timestamp", 401);
	}
});

test("refuses to work without a secret, or with one that is none", async () => {
	await refused(await signed(), "no-secret", 500, { secret: " " });
	await assert.rejects(
		verifyWebhook(await signed(), undefined, { now: NOW }),
		(error) => error instanceof WebhookError && error.code === "no-secret",
	);
	await refused(await signed(), "bad-secret", 500, { secret: "whsec_" });
	await refused(await signed(), "bad-secret", 500, { secret: "whsec_密鑰" });
});

test("refuses what is too large, and what is signed and says nothing", async () => {
	await refused(await signed({ body: new Uint8Array(1_000_001) }), "too-large", 401);
	for (const body of ["", "{", "null", "[]", '{"type":"ping"}', '{"type":"ping","data":{"tags":[]}}']) {
		await refused(await signed({ body: body === "" ? " " : body, headers: { "x-signed": "1" } }), "bad-body", 400);
	}
});
