/**
 * Messages that come twice, in any order, late, or never; a queue that takes nothing; a database that breaks off under a
 * consumer. What waits stands in the database: it happens, and once.
 */
import { createScheduledController, env } from "cloudflare:test";
import fc from "fast-check";
import { beforeEach, describe, expect, test, vi } from "vitest";
import { pingEndpoint } from "#domain/content/webhooks/actions.ts";
import type { Bindings, Message } from "#env.ts";
import { paths } from "#http/paths.ts";
import { indexChanges } from "#jobs/content/indexing.ts";
import { sendHooks, sendOutbox } from "#jobs/content/webhooks.ts";
import { scheduled } from "#jobs/schedule.ts";
import { sendMail } from "#jobs/system/mail.ts";
import { byUser } from "#kernel/by.ts";
import { breaking, LOST } from "../support/broken.ts";
import { shareOf, stepsOf } from "../support/chances.ts";
import { insert } from "../support/content.ts";
import { emptyMailbox, queuedTest, withResend } from "../support/mail.ts";
import { ask, signIn } from "../support/people.ts";
import { person, rows } from "../support/users.ts";
import { db, deliverBatch, listen, publishArticle, quiet, withQueueKept } from "../support/webhooks.ts";
import { website } from "../support/website.ts";

const TYPES = ["content.changed", "outbox.waiting", "webhook.due", "mail.due"] as const satisfies Message["type"][];
const HOUR = 3_600_000;

beforeEach(async () => {
	for (const level of ["log", "info", "warn", "error"] as const) vi.spyOn(console, level).mockImplementation(() => {});
	await quiet();
	await emptyMailbox();
});

let count = 0;
const next = (): number => (count += 1);
const ping = async (id: number): Promise<void> => {
	const [endpoint] = await rows<{ id: number; url: string }>("SELECT id, url FROM webhook_endpoints WHERE id = ?", id);
	if (endpoint) await pingEndpoint(db, endpoint, byUser(1, null, Date.now()));
};
const isIndexed = async (id: number): Promise<boolean> =>
	(await env.SEARCH.prepare("SELECT count(*) AS n FROM entries WHERE kind = 'article' AND ref_id = ?")
		.bind(id)
		.first("n")) === 1;
const Hook = (body: string): { type: string; data: { tags: string[] } } => JSON.parse(body);

/** What may happen to messages: a batch of some, in this order, by so many consumers at once; and what is written meanwhile. */
const batch = fc.record({
	write: fc.constantFrom("article", "mail", "ping", "none"),
	types: fc.array(fc.constantFrom(...TYPES, "of another time", ""), { maxLength: 5 }),
	consumers: fc.integer({ min: 1, max: 3 }),
});

test("whatever becomes of the messages, each change is indexed and told, and each mail goes out, once", async () => {
	await fc.assert(
		fc.asyncProperty(fc.array(batch, { minLength: 3, maxLength: 8 }), async (batches) => {
			await quiet();
			await emptyMailbox();
			const site = website();
			const { id: endpoint } = await listen(site.url);
			const { worker, provider } = await withResend();
			const articles: number[] = [];
			let [mails, pings] = [0, 0];
			for (const { write, types, consumers } of batches) {
				if (write === "article") articles.push(await publishArticle(`chaos-${next()}`));
				if (write === "mail") mails += await queuedTest().then(() => 1);
				if (write === "ping") pings += await ping(endpoint).then(() => 1);
				await Promise.all(
					Array.from({ length: consumers }, (_, nth) =>
						deliverBatch(
							worker,
							(nth % 2 === 0 ? types : types.toReversed()).map((type) => ({ type })),
						),
					),
				);
			}
			// What never came, the cron of the next minute says again.
			await deliverBatch(
				worker,
				TYPES.map((type) => ({ type })),
			);
			const told = (await site.received()).map(({ headers, body }) => ({ id: headers["webhook-id"], ...Hook(body) }));
			expect(new Set(told.map(({ id }) => id)).size).toBe(told.length);
			expect(told.filter(({ type }) => type === "ping").length).toBe(pings);
			const changed = told.flatMap(({ data }) => data.tags.filter((tag) => tag.startsWith("article:")));
			expect(changed.sort()).toEqual(articles.map((id) => `article:${id}`).sort());
			expect(await Promise.all(articles.map(isIndexed))).toEqual(articles.map(() => true));
			const sent = (await provider.received()).map(({ headers }) => headers["idempotency-key"]);
			expect([sent.length, new Set(sent).size]).toEqual([mails, mails]);
			await env.DB.prepare("DELETE FROM webhook_endpoints").run();
		}),
		{ numRuns: stepsOf(2) },
	);
});

describe("a consumer whose database breaks off", () => {
	test.each(TYPES)("%s comes again, and is done then", async (type) => {
		const { env: worker } = withQueueKept();
		const broken = { ...worker, ...breaking(1, "before").env };
		expect(await deliverBatch(broken, [{ type }])).toEqual({ acked: [], again: ["m0"] });
		expect(await deliverBatch(worker, [{ type }])).toEqual({ acked: ["m0"], again: [] });
	});

	type Job = (worker: Bindings, clock: () => number) => Promise<unknown>;
	const TRIPS = Array.from({ length: 59 }, (_, trip) => trip + 1);
	/** Breaks off at round trips of a job in turn, then lets it run again later; `check` says what must be then. */
	async function brokenAt(job: Job, prepare: () => Promise<{ worker: Bindings; check: () => Promise<void> }>) {
		for (const when of ["before", "after"] as const) {
			let met = true;
			for (const nth of shareOf(TRIPS, 3)) {
				const { worker, check } = await prepare();
				const broken = breaking(nth, when);
				await job({ ...worker, ...broken.env }, Date.now).catch(() => {});
				await job(worker, () => Date.now() + HOUR);
				await check();
				met = broken.met();
				if (!met) break;
			}
			expect(met).toBe(false);
		}
	}

	test("indexing: the entry is there", () =>
		brokenAt(indexChanges, async () => {
			const id = await publishArticle(`broken-${next()}`);
			return { worker: withQueueKept().env, check: async () => expect(await isIndexed(id)).toBe(true) };
		}));

	const told = async (what: (endpoint: number) => Promise<unknown>) => {
		await env.DB.prepare("DELETE FROM webhook_endpoints").run();
		await quiet();
		const site = website();
		const { id } = await listen(site.url);
		await what(id);
		const check = async () => {
			const ids = (await site.received()).map(({ headers }) => headers["webhook-id"]);
			expect(new Set(ids).size).toBe(1);
			expect(await rows("SELECT state FROM webhook_deliveries WHERE endpoint_id = ?", id)).toEqual([
				{ state: "delivered" },
			]);
		};
		return { worker: withQueueKept().env, check };
	};
	/** Whoever waits finds the time gone by. */
	const run = (clock: () => number) => {
		let waited = 0;
		const pause = async (ms: number) => {
			waited += ms;
		};
		return { clock: () => clock() + waited, pause, tryMs: 5_000 };
	};

	test("web-hooks: told under one id", () =>
		brokenAt(
			(worker, clock) => sendHooks(worker, run(clock)),
			() => told(() => publishArticle(`broken-${next()}`)),
		));
	test("what staff asked for: told under one id", () =>
		brokenAt(
			(worker, clock) => sendOutbox(worker, run(clock)),
			() => told(ping),
		));
	test("what is due: told under one id", () =>
		brokenAt(
			(worker, clock) => sendHooks(worker, run(clock)),
			() =>
				told((endpoint) =>
					insert("webhook_deliveries", {
						id: `msg_${next()}`,
						endpoint_id: endpoint,
						type: "ping",
						resource: "endpoint",
						resource_id: endpoint,
						rev: 1,
						data: "{}",
						due_at: 1,
						created_at: 1,
					}),
				),
		));

	test("mail: sent under one key", () =>
		brokenAt(
			(worker, clock) => sendMail(worker, { clock, timeoutMs: 5_000 }),
			async () => {
				await emptyMailbox();
				const { worker, provider } = await withResend();
				await queuedTest(1);
				const check = async () => {
					const keys = (await provider.received()).map(({ headers }) => headers["idempotency-key"]);
					expect(new Set(keys).size).toBe(1);
					expect(await rows("SELECT state FROM mail_messages")).toEqual([{ state: "sent" }]);
				};
				return { worker, check };
			},
		));

	test("dead letters: a message that could not be kept is not acknowledged, and is kept once", async () => {
		const { env: worker } = withQueueKept();
		const letter = { type: "mail.due" };
		await env.DB.prepare("DELETE FROM dead_letters").run();
		for (const when of ["before", "after"] as const) {
			const broken = { ...worker, ...breaking(1, when).env };
			await expect(deliverBatch(broken, [letter], "bingyou-dead-letters")).rejects.toThrow(LOST);
		}
		expect((await deliverBatch(worker, [letter], "bingyou-dead-letters")).acked).toEqual(["m0"]);
		expect(await rows("SELECT body FROM dead_letters")).toEqual([{ body: '{"type":"mail.due"}' }]);
	});
});

test("a queue that takes nothing keeps nobody from writing, and the cron says what it did not", async () => {
	const admin = await signIn({ roles: ["admin"] });
	const site = website();
	const { id: endpoint } = await listen(site.url);
	const EVENTS = { send: () => Promise.reject(new Error("the queue takes nothing")) } as unknown as Bindings["EVENTS"];
	const over = { EVENTS };
	const { email } = { email: `forgot${next()}@example.org` };
	await person({ email, roles: ["member"] });
	const name = `標籤${next()}`;
	const made = await ask(paths.admin.tags.create(), { as: admin, form: { name, slug: `tag-${next()}` }, over });
	const asked = await ask(paths.admin.webhooks.ping(endpoint), { as: admin, form: {}, over });
	const forgot = await ask(paths.forgot(), { form: { identifier: email }, over });
	expect([made.status, asked.status, forgot.status]).toEqual([303, 303, 200]);
	const article = await publishArticle(`unheard-${next()}`);

	// A cron whose queue is down as well ends as it should; the next one reaches it.
	await scheduled(createScheduledController(), { ...env, EVENTS });
	const { env: worker, sent } = withQueueKept();
	await scheduled(createScheduledController(), worker);
	expect(new Set(sent.map(({ body }) => body.type))).toEqual(
		new Set(["content.changed", "outbox.waiting", "mail.due"]),
	);
	await deliverBatch(
		worker,
		sent.map(({ body }) => body),
	);
	expect(await isIndexed(article)).toBe(true);
	const told = (await site.received()).map(({ body }) => Hook(body));
	expect(told.map(({ type }) => type)).toContain("ping");
	expect(told.flatMap(({ data }) => data.tags)).toContain(`article:${article}`);
});
