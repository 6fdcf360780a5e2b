import { env } from "cloudflare:test";
import { beforeEach, expect, test } from "vitest";
import { open } from "#db/commit.ts";
import { readRows } from "#db/read.ts";
import { countDeadLetters, type DeadLetterRow, deadLetterById, listDeadLetters } from "#db/system/dead-letters.ts";
import { keepDeadLetters, replayDeadLetter } from "#domain/system/health/actions.ts";
import { byUser } from "#kernel/by.ts";
import { codeOf } from "../../../support/refusal.ts";
import { withQueueKept } from "../../../support/webhooks.ts";

const db = open(env.DB);
const by = byUser(4, "192.0.2.7", 50);
const letter = (id: string, at: number, body = '{"type":"webhook.due"}') => ({
	id,
	queue: "bingyou-events",
	body,
	attempts: 6,
	at,
});

beforeEach(async () => {
	await env.DB.prepare("DELETE FROM dead_letters").run();
});

async function letterOf(id: string): Promise<DeadLetterRow> {
	const [[row]] = await readRows(env.DB, deadLetterById(id));
	if (!row) throw new Error(`no dead letter ${id}`);
	return row;
}

test("a dead letter goes on the queue again, is marked, and the log says who did it", async () => {
	await keepDeadLetters(db, [letter("a", 1)]);
	const { env: worker, sent } = withQueueKept();
	await replayDeadLetter(db, worker, { letter: await letterOf("a"), ...by });
	expect(sent).toEqual([{ body: { type: "webhook.due" }, delaySeconds: 0 }]);
	expect(await letterOf("a")).toEqual({ ...letter("a", 1), replayedAt: 50 });
	const { results } = await env.DB.prepare(
		"SELECT user_id, ip_address, action, auditable_type, auditable_id, description FROM audit_log ORDER BY id DESC LIMIT 1",
	).all();
	expect(results).toEqual([
		{
			user_id: 4,
			ip_address: "192.0.2.7",
			action: "dead_letter.replay",
			auditable_type: "dead_letter",
			auditable_id: "a",
			description: "webhook.due",
		},
	]);
});

test("of two who replay the same letter one is told, and it can be replayed again after another look", async () => {
	await keepDeadLetters(db, [letter("a", 1)]);
	const { env: worker } = withQueueKept();
	const seen = await letterOf("a");
	await replayDeadLetter(db, worker, { letter: seen, ...by });
	expect(await replayDeadLetter(db, worker, { letter: seen, ...by }).catch(codeOf)).toBe("dead_letter.stale");
	await replayDeadLetter(db, worker, { letter: await letterOf("a"), ...by, at: 60 });
	expect((await letterOf("a")).replayedAt).toBe(60);
});

test("a queue that takes nothing leaves the letter as it was", async () => {
	await keepDeadLetters(db, [letter("a", 1)]);
	const EVENTS = { send: () => Promise.reject(new Error("queue is down")) } as unknown as typeof env.EVENTS;
	const replaying = replayDeadLetter(db, { ...env, EVENTS }, { letter: await letterOf("a"), ...by });
	expect(await replaying.catch(String)).toBe("Error: queue is down");
	expect((await letterOf("a")).replayedAt).toBe(null);
});

test("what nobody takes is not sent", async () => {
	await keepDeadLetters(db, [letter("a", 1, '{"type":"old"}'), letter("b", 1, "null")]);
	const { env: worker, sent } = withQueueKept();
	for (const id of ["a", "b"]) {
		const replaying = replayDeadLetter(db, worker, { letter: await letterOf(id), ...by });
		expect(await replaying.catch(codeOf)).toBe("dead_letter.unknown");
	}
	expect(sent).toEqual([]);
});

test("the list: open ones first, then newest first, with their number", async () => {
	await keepDeadLetters(db, [letter("a", 1), letter("b", 2), letter("c", 3)]);
	await replayDeadLetter(db, withQueueKept().env, { letter: await letterOf("c"), ...by });
	const [letters, [count]] = await readRows(env.DB, listDeadLetters({ limit: 2, offset: 0 }), countDeadLetters());
	expect(letters.map(({ id }) => id)).toEqual(["b", "a"]);
	const [rest] = await readRows(env.DB, listDeadLetters({ limit: 2, offset: 2 }));
	expect(rest.map(({ id, replayedAt }) => [id, replayedAt])).toEqual([["c", 50]]);
	expect(count).toEqual({ total: 3, open: 2 });
	const [open, replayed] = await readRows(
		env.DB,
		listDeadLetters({ limit: 9, offset: 0, state: "open" }),
		listDeadLetters({ limit: 9, offset: 0, state: "replayed" }),
	);
	expect([open, replayed].map((rows) => rows.map(({ id }) => id))).toEqual([["b", "a"], ["c"]]);
});
