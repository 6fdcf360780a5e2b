import { env } from "cloudflare:test";
import { beforeEach, expect, test } from "vitest";
import { commit } from "#db/commit.ts";
import { dueDeliveries, mergeDeliveries, readPlanning, takeDeliveries } from "#db/webhook-deliveries.ts";
import { claimDeliveries, planWaiting } from "#domain/webhooks/actions.ts";
import { codeOf } from "../support/refusal.ts";
import { db, editArticle, listen, publishArticle, quiet } from "../support/webhooks.ts";

beforeEach(quiet);

const NOW = Date.now();
const take = (at: number) => ({ at, limit: 6 });

test("a notice that joins a delivery after a consumer read it makes the consumer read again", async () => {
	const { id: endpoint } = await listen("http://127.0.0.1:9/a");
	const article = await publishArticle("joins-late");
	await planWaiting(db, () => NOW);
	const due = await dueDeliveries(env.DB, endpoint, take(NOW));
	await editArticle(article);
	await planWaiting(db, () => NOW);
	const taken = await commit(db, takeDeliveries(due, { at: NOW, until: NOW + 1 })).then(() => "taken", codeOf);
	expect(taken).toBe("webhook.stale");
	const [claimed] = await claimDeliveries(db, endpoint, take(NOW));
	expect([claimed?.id, claimed?.rev]).toEqual([
		due[0]?.id,
		await env.DB.prepare("SELECT max(rev) AS rev FROM content_changes").first("rev"),
	]);
});

test("a notice does not join a delivery that a consumer has taken since: it gets one of its own", async () => {
	const { id: endpoint } = await listen("http://127.0.0.1:9/b");
	const article = await publishArticle("taken-first");
	await planWaiting(db, () => NOW);
	await editArticle(article);
	const { recent } = await readPlanning(env.DB, NOW, 10);
	const [waiting] = recent;
	if (!waiting?.isWaiting) throw new Error("no waiting delivery");
	const [claimed] = await claimDeliveries(db, endpoint, take(NOW));
	expect(await commit(db, mergeDeliveries([waiting])).then(() => "merged", codeOf)).toBe("webhook.stale");
	await planWaiting(db, () => NOW);
	const next = await dueDeliveries(env.DB, endpoint, take(NOW + 2_000));
	expect(next.map(({ type }) => type)).toEqual(["article.updated"]);
	expect(next[0]?.id).not.toBe(claimed?.id);
});
