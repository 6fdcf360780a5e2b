/**
 * A web-hook is never earlier than the truth, and none is lost: whatever is saved when, however many consumers run at once,
 * early, late or not at all, and whatever websites answer. Real clock, real receiver, real readers.
 */
import { env } from "cloudflare:test";
import fc from "fast-check";
import { beforeEach, expect, test, vi } from "vitest";
import { readRevision } from "#db/content/revision.ts";
import { redeliver } from "#domain/content/webhooks/actions.ts";
import type { Bindings } from "#env.ts";
import { sendHooks, sendOutbox, sendSlowHooks } from "#jobs/content/webhooks.ts";
import { byOperator } from "#kernel/by.ts";
import { stepsOf } from "../../support/chances.ts";
import { slowness } from "../../support/pace.ts";
import type { Received } from "../../support/receiver.ts";
import { rows } from "../../support/users.ts";
import { db, editArticle, listen, publishArticle, quiet, withQueueKept } from "../../support/webhooks.ts";
import { website } from "../../support/website.ts";

beforeEach(async () => {
	for (const level of ["log", "info", "warn"] as const) vi.spyOn(console, level).mockImplementation(() => {});
	await quiet();
});

const MEMO_MS = 500;
const TIMES = { tryMs: 250, slowTryMs: 400 };
const pause = (ms: number): Promise<void> => new Promise((resolve) => setTimeout(resolve, ms));
type Body = { type: string; data: { rev: number; tags: string[] } };
const bodyOf = ({ body }: Received): Body => JSON.parse(body);

type Read = { readAt: number; rev: number };

/** Reads the revision again and again, each time noting from when on the answer is remembered. */
function reader(everyMs: number) {
	const reads: Read[] = [];
	let isOver = false;
	const reading = (async () => {
		while (!isOver) {
			const readAt = Date.now();
			reads.push({ readAt, rev: (await readRevision(env.DB)).rev });
			await pause(everyMs);
		}
	})();
	const end = async () => {
		isOver = true;
		await reading;
		return reads;
	};
	return { end };
}

let count = 0;
const next = (): number => {
	count += 1;
	return count;
};
const step = fc.record({
	write: fc.constantFrom("new", "edit", "edit", "many", "by hand", "none"),
	consumers: fc.integer({ min: 0, max: 3 }),
	thenMs: fc.integer({ min: 0, max: 500 }),
});
const newestRev = async () => (await rows<{ rev: number }>("SELECT max(rev) AS rev FROM content_changes"))[0]?.rev ?? 0;

/** What somebody does while consumers run. */
const WRITES: Record<string, (articles: number[]) => Promise<unknown>> = {
	new: async (articles) => articles.push(await publishArticle(`true-${next()}`)),
	edit: (articles) => editArticle(articles[count % articles.length] ?? 0),
	many: () =>
		env.DB.batch(
			Array.from({ length: 25 }, () =>
				env.DB.prepare(
					`INSERT INTO articles (slug, type, state, published_at, title, created_at, updated_at)
					VALUES (?1, 'news', 'published', 1, ?1, 1, 1)`,
				).bind(`many-${next()}`),
			),
		),
	"by hand": async () => {
		const [any] = await rows<{ id: string; type: string; endpointId: number }>(
			"SELECT id, type, endpoint_id AS endpointId FROM webhook_deliveries ORDER BY created_at DESC LIMIT 1",
		);
		if (any) await redeliver(db, any, byOperator(Date.now()));
	},
	none: async () => {},
};

/** Four websites: one that works, one that fails, one that hangs, one that wants some events only. */
async function fourWebsites() {
	await env.DB.prepare("DELETE FROM webhook_endpoints").run();
	await quiet();
	const [works, fails, hangs, only] = [website(), website(), website(), website()];
	for (const { url } of [works, fails, hangs]) await listen(url);
	await listen(only.url, ["article.published"]);
	await fails.answer({ status: 500 }, { drop: true }, { status: 503 });
	await hangs.answer(...Array.from({ length: 4 }, () => ({ hold: true })));
	return { hangs, only, all: [works, fails, hangs, only] };
}

/** Sends what is left: first tries as the cron would have it, then the retries, hours later. */
async function sendTheRest(worker: Bindings, release: () => Promise<void>, afterFirst: () => Promise<void>) {
	for (let nth = 0; nth < 3; nth++) {
		await sendHooks(worker, TIMES);
		await pause(1_000);
	}
	await afterFirst();
	for (let hours = 1; hours <= 9; hours++) {
		const clock = () => Date.now() + hours * 3_600_000;
		await release();
		await sendSlowHooks(worker, { ...TIMES, clock });
		await sendHooks(worker, { ...TIMES, clock });
	}
}

test("no reader sees an older revision when a POST arrives, and every website hears of every change it wants", async () => {
	await fc.assert(
		fc.asyncProperty(fc.array(step, { minLength: 4, maxLength: 9 }), async (steps) => {
			const { hangs, only, all } = await fourWebsites();
			const before = await newestRev();
			const readers = [reader(10), reader(35)];
			const { env: worker } = withQueueKept();
			const articles = [await publishArticle(`true-${next()}`)];
			const running: Promise<void>[] = [];
			for (const { write, consumers, thenMs } of steps) {
				await WRITES[write]?.(articles);
				for (let nth = 0; nth < consumers; nth++)
					running.push(nth === 2 ? sendOutbox(worker, TIMES) : sendHooks(worker, TIMES));
				await pause(thenMs);
			}
			await Promise.all(running);
			let reads: Read[] = [];
			await sendTheRest(worker, hangs.release, async () => {
				reads = (await Promise.all(readers.map(({ end }) => end()))).flat();
			});
			for (const request of (await Promise.all(all.map(({ received }) => received()))).flat()) {
				const { rev } = bodyOf(request).data;
				const remembered = reads.filter(({ readAt }) => readAt > request.at - MEMO_MS && readAt <= request.at);
				expect(Math.min(...remembered.map((read) => read.rev))).toBeGreaterThanOrEqual(rev);
				// Less what revisions of one batch run ahead of the clock.
				expect(request.at).toBeGreaterThanOrEqual(rev + 550);
			}
			await expectTold(before, only.url);
		}),
		{ numRuns: stepsOf(2) },
	);
});

/** Everything since `before` reached everybody, and `only` what it asked for. */
async function expectTold(before: number, only: string): Promise<void> {
	const changes = await rows<{ rev: number; id: number; event: string }>(
		"SELECT rev, id, event FROM content_changes WHERE rev > ? AND resource = 'article'",
		before,
	);
	const delivered = await rows<{ url: string; data: string }>(
		`SELECT e.url, d.data FROM webhook_endpoints e LEFT JOIN webhook_deliveries d ON d.endpoint_id = e.id
			AND d.delivered_at IS NOT NULL`,
	);
	for (const [url, mine] of Map.groupBy(delivered, (row) => row.url)) {
		const newest = new Map<string, number>();
		for (const { data } of mine) {
			const { rev, tags }: Body["data"] = JSON.parse(data);
			for (const tag of tags) newest.set(tag, Math.max(rev, newest.get(tag) ?? 0));
		}
		for (const { rev, id, event } of changes)
			if (url !== only || event === "published") expect(newest.get(`article:${id}`) ?? 0).toBeGreaterThanOrEqual(rev);
	}
	expect(await rows("SELECT rev FROM content_changes WHERE done_at IS NULL")).toEqual([]);
	expect(await rows("SELECT id FROM webhook_deliveries WHERE state <> 'delivered'")).toEqual([]);
}

test("a website that hangs holds up neither what waits nor what comes meanwhile for another", async () => {
	const [hangs, works] = [website(), website()];
	await listen(hangs.url);
	await listen(works.url);
	await hangs.answer({ hold: true });
	await publishArticle("hangs-first");
	const { env: worker } = withQueueKept();
	const sending = sendHooks(worker, { tryMs: 20_000 });
	await hangs.received(1);
	const later = await publishArticle("hangs-later");
	const savedAt = Date.now();
	const [, second] = await works.received(2);
	expect(second && bodyOf(second).data.tags).toContain(`article:${later}`);
	expect((second?.at ?? 0) - savedAt).toBeLessThan(3_000 * (await slowness()));
	expect(
		await rows(
			"SELECT status FROM webhook_attempts a JOIN webhook_deliveries d ON d.id = a.delivery_id WHERE d.endpoint_id = (SELECT id FROM webhook_endpoints WHERE url = ?)",
			hangs.url,
		),
	).toEqual([]);
	await hangs.release();
	await sending;
});
