import { createExecutionContext, createMessageBatch, env, getQueueResult } from "cloudflare:test";
import { open } from "#db/commit.ts";
import { createEndpoint, planWaiting } from "#domain/content/webhooks/actions.ts";
import type { Bindings, Message } from "#env.ts";
import { queue } from "#jobs/index.ts";
import { byOperator } from "#kernel/by.ts";
import type { Received } from "./receiver.ts";

export const db = open(env.DB);
export type Sent = { body: Message; delaySeconds: number };

/** The Worker's bindings with a queue that only writes down what is sent, so that a test delivers it when and as it likes. */
export function withQueueKept(overrides: Partial<Bindings> = {}): { env: Bindings; sent: Sent[]; slow: Sent[] } {
	const [sent, slow]: [Sent[], Sent[]] = [[], []];
	const keeping = (list: Sent[]) => {
		const send = async (body: Message, options?: QueueSendOptions) => {
			list.push({ body, delaySeconds: options?.delaySeconds ?? 0 });
		};
		return { send } as unknown as Queue<Message>;
	};
	return { env: { ...env, EVENTS: keeping(sent), SLOW: keeping(slow), ...overrides }, sent, slow };
}

/** A clock that a test moves; a run that pauses moves it, too. */
export function hands(times: { tryMs?: number; slowTryMs?: number } = {}) {
	const time = { now: Date.now() };
	const pause = async (ms: number) => {
		time.now += ms;
	};
	return { time, run: { clock: () => time.now, pause, tryMs: 15_000, ...times } };
}

/** Plans what waits, as when the index has taken all of it. */
export const planAll = (clock: () => number): Promise<void> =>
	planWaiting(db, { clock, indexed: Number.MAX_SAFE_INTEGER });

/** Hands messages to the queue handler as one batch; returns which were acknowledged and which come again. */
export async function deliverBatch(worker: Bindings, bodies: unknown[], queueName = "bingyou-events") {
	const messages = bodies.map((body, at) => ({ id: `m${at}`, timestamp: new Date(), attempts: 1, body }));
	const batch = createMessageBatch<unknown>(queueName, messages);
	const context = createExecutionContext();
	await queue(batch, worker);
	const { explicitAcks, retryMessages } = await getQueueResult(batch, context);
	return { acked: explicitAcks, again: retryMessages.map(({ msgId }) => msgId) };
}

/** Nobody listens and nothing waits. */
export async function quiet(): Promise<void> {
	await env.DB.batch([
		env.DB.prepare("DELETE FROM webhook_endpoints"),
		env.DB.prepare("UPDATE content_changes SET done_at = 1 WHERE done_at IS NULL"),
		env.DB.prepare("UPDATE outbox SET done_at = 1 WHERE done_at IS NULL"),
	]);
}

/** An endpoint for a website, and its secret. */
export const listen = (url: string, events: string[] = []): Promise<{ id: number; secret: string }> =>
	createEndpoint(db, env, { url, events, ...byOperator(Date.now()) });

/** Whether one of the request's signatures was made with `secret`: Standard Webhooks 1.0, written again from the text. */
export async function isSignedWith(secret: string, { headers, body }: Received): Promise<boolean> {
	const raw = Uint8Array.from(atob(secret.slice("whsec_".length)), (c) => c.charCodeAt(0));
	const key = await crypto.subtle.importKey("raw", raw, { name: "HMAC", hash: "SHA-256" }, false, ["verify"]);
	const content = new TextEncoder().encode(`${headers["webhook-id"]}.${headers["webhook-timestamp"]}.${body}`);
	const given = (headers["webhook-signature"] ?? "").split(" ").map((signature) => signature.split(",")[1] ?? "");
	const valid = given.map((text) =>
		crypto.subtle.verify(
			"HMAC",
			key,
			Uint8Array.from(atob(text), (c) => c.charCodeAt(0)),
			content,
		),
	);
	return (await Promise.all(valid)).includes(true);
}

/** A published article; returns its id. */
export async function publishArticle(slug: string): Promise<number> {
	const id = await env.DB.prepare(
		`INSERT INTO articles (slug, type, state, published_at, title, created_at, updated_at)
		VALUES (?1, 'news', 'published', 1, ?1, 1, 1) RETURNING id`,
	)
		.bind(slug)
		.first<number>("id");
	if (id === null) throw new Error("no article");
	return id;
}

/** One more edit of a published article. */
export const editArticle = (id: number): Promise<D1Result> =>
	env.DB.prepare("UPDATE articles SET title = title || '!', updated_at = updated_at + 1 WHERE id = ?").bind(id).run();
