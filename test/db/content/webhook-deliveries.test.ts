import { env } from "cloudflare:test";
import { beforeEach, expect, test } from "vitest";
import { commit } from "#db/commit.ts";
import { dueDeliveries, sendAgain, takeDeliveries } from "#db/content/webhook-deliveries.ts";
import { mergeDeliveries, readPlanning } from "#db/content/webhook-planning.ts";
import { claimDeliveries } from "#domain/content/webhooks/actions.ts";
import { TRUE_AFTER_MS } from "#domain/content/webhooks/rules.ts";
import { codeOf } from "../../support/refusal.ts";
import { db, editArticle, listen, planAll, publishArticle, quiet } from "../../support/webhooks.ts";

beforeEach(quiet);

const NOW = Date.now();
const READY = NOW + TRUE_AFTER_MS;
const take = (at: number) => ({ at, limit: 6 });

test("a notice that joins a delivery after a consumer read it makes the consumer read again", async () => {
	const { id: endpoint } = await listen("http://127.0.0.1:9/a");
	const article = await publishArticle("joins-late");
	await planAll(() => NOW);
	const due = await dueDeliveries(env.DB, endpoint, take(READY));
	await editArticle(article);
	await planAll(() => NOW);
	const taken = await commit(db, takeDeliveries(due, { at: READY, until: READY + 1 })).then(() => "taken", codeOf);
	expect(taken).toBe("webhook.stale");
	const [claimed] = await claimDeliveries(db, endpoint, take(READY));
	expect([claimed?.id, claimed?.rev]).toEqual([
		due[0]?.id,
		await env.DB.prepare("SELECT max(rev) AS rev FROM content_changes").first("rev"),
	]);
});

test("a notice does not join a delivery that a consumer has taken since: it gets one of its own", async () => {
	const { id: endpoint } = await listen("http://127.0.0.1:9/b");
	const article = await publishArticle("taken-first");
	await planAll(() => NOW);
	await editArticle(article);
	const { recent } = await readPlanning(env.DB, NOW, { upTo: Number.MAX_SAFE_INTEGER, limit: 10 });
	const [waiting] = recent;
	if (!waiting?.isWaiting) throw new Error("no waiting delivery");
	const [claimed] = await claimDeliveries(db, endpoint, take(READY));
	expect(await commit(db, mergeDeliveries([waiting], READY)).then(() => "merged", codeOf)).toBe("webhook.stale");
	await planAll(() => NOW);
	const next = await dueDeliveries(env.DB, endpoint, take(READY + 2_000));
	expect(next.map(({ type }) => type)).toEqual(["article.updated"]);
	expect(next[0]?.id).not.toBe(claimed?.id);
});

test("a notice does not join a delivery that goes before readers see it, nor does one by hand make it go earlier", async () => {
	const { id: endpoint } = await listen("http://127.0.0.1:9/c");
	const article = await publishArticle("too-late-to-join");
	await planAll(() => NOW);
	await editArticle(article);
	const { recent } = await readPlanning(env.DB, NOW, { upTo: Number.MAX_SAFE_INTEGER, limit: 10 });
	const [waiting] = recent;
	if (!waiting?.isWaiting) throw new Error("no waiting delivery");
	expect(await commit(db, mergeDeliveries([waiting], READY + 1)).then(() => "merged", codeOf)).toBe("webhook.stale");
	await planAll(() => NOW + 1);
	const due = await dueDeliveries(env.DB, endpoint, take(READY + 2_000));
	expect(due.map(({ type }) => type)).toEqual(["article.published", "article.updated"]);
	await commit(db, [sendAgain(waiting.id, NOW + 5)]);
	expect(await dueDeliveries(env.DB, endpoint, take(READY - 1))).toEqual([]);
	expect((await dueDeliveries(env.DB, endpoint, take(READY))).map(({ id }) => id)).toEqual([waiting.id]);
});
