import { createExecutionContext, env, waitOnExecutionContext } from "cloudflare:test";
import { beforeEach, expect, test } from "vitest";
import { app } from "#app.ts";
import { readRows } from "#db/read.ts";
import { type DeadLetterRow, deadLetterById } from "#db/system/dead-letters.ts";
import { keepDeadLetters } from "#domain/system/health/actions.ts";
import { paths } from "#http/paths.ts";
import { type Element, parse } from "../../support/markup.ts";
import { ask, type Person, signIn } from "../../support/people.ts";
import { counted } from "../../support/round-trips.ts";
import { db, withQueueKept } from "../../support/webhooks.ts";

const LIST = paths.admin.deadLetters.list();

beforeEach(async () => {
	await env.DB.prepare("DELETE FROM dead_letters").run();
});

const keep = (id: string, at: number, body = '{"type":"mail.due"}') =>
	keepDeadLetters(db, [{ id, queue: "bingyou-dead-letters", body, attempts: 6, at }]);
const replayed = (id: string, at: number) =>
	env.DB.prepare("UPDATE dead_letters SET replayed_at = ? WHERE id = ?").bind(at, id).run();

async function letterOf(id: string): Promise<DeadLetterRow | undefined> {
	const [[row]] = await readRows(env.DB, deadLetterById(id));
	return row;
}

const operator = () => signIn({ permissions: ["operations.manage"] });

async function elementsOf(path: string, as: Person): Promise<Element[]> {
	const answer = await ask(path, { as });
	expect(answer.status).toBe(200);
	return parse((await answer.text()).replace("<!doctype html>", ""));
}
const rowsOf = (elements: Element[]) =>
	elements.filter((one) => one.name === "tr" && one.inside.includes("tbody")).map((row) => row.text);

async function replay(path: string, as: Person, form: Record<string, string>) {
	const { env: worker, sent } = withQueueKept();
	const context = createExecutionContext();
	const answer = await app.fetch(
		new Request(`http://localhost:8787${path}`, {
			method: "POST",
			headers: { Cookie: as.cookie, "Sec-Fetch-Site": "same-origin" },
			body: new URLSearchParams(form),
		}),
		worker,
		context,
	);
	await waitOnExecutionContext(context);
	return { answer, sent };
}

test("nothing failed", async () => {
	const texts = (await elementsOf(LIST, await operator())).filter((one) => one.name === "p").map((one) => one.text);
	expect(texts).toContain("沒有失敗項目");
});

test("each with its work in words, what was sent, and whether it was replayed; the tabs count and narrow", async () => {
	const at = Date.now();
	await keep("a", at - 1);
	await keep("b", at, '{"type":"content.changed"}');
	await keep("c", at - 2, '{"type":"<old>"}');
	await replayed("b", at);
	const as = await operator();
	const elements = await elementsOf(LIST, as);
	const rows = rowsOf(elements);
	expect(rows.map((row) => row.includes("待處理"))).toEqual([true, true, false]);
	expect(rows[0]).toContain("寄出郵件");
	expect(rows[0]).toContain("6 次");
	expect(rows[1]).toContain("系統已不使用的工作");
	expect(rows[1]).toContain("&lt;old>");
	expect(rows[1]).toContain("無法重新執行");
	expect(rows[2]).toContain("更新搜尋索引，並把內容變更通知官網");
	expect(rows[2]).toContain("再執行一次");
	const tabs = elements.filter((one) => one.name === "a" && one.inside.at(-1) === "nav").map((one) => one.text);
	expect(tabs.filter((text) => /\d$/.test(text))).toEqual(["全部3", "待處理2", "已重新執行1"]);
	expect(rowsOf(await elementsOf(`${LIST}?state=open`, as)).length).toBe(2);
	expect(rowsOf(await elementsOf(`${LIST}?state=replayed`, as)).length).toBe(1);
	await env.DB.prepare("DELETE FROM dead_letters WHERE id <> 'b'").run();
	expect(rowsOf(await elementsOf(`${LIST}?state=open`, as))).toEqual([expect.stringContaining("這裡沒有項目")]);
	expect((await ask(`${LIST}?state=x`, { as })).status).toBe(400);
});

test("replaying puts the message on the queue, marks the letter, tells the log, and returns to the same list", async () => {
	await keep("a", 1);
	const as = await operator();
	const { answer, sent } = await replay(`${paths.admin.deadLetters.replay("a")}?state=open`, as, { replayed_at: "" });
	expect([answer.status, answer.headers.get("Location")]).toEqual([303, `${LIST}?state=open`]);
	expect(sent).toEqual([{ body: { type: "mail.due" }, delaySeconds: 0 }]);
	expect((await letterOf("a"))?.replayedAt).toBeGreaterThan(1);
	const log = await env.DB.prepare(
		"SELECT user_id, action, auditable_id FROM audit_log ORDER BY id DESC LIMIT 1",
	).first();
	expect(log).toEqual({ user_id: as.userId, action: "dead_letter.replay", auditable_id: "a" });
	const cookie = /flash=[^;]+/.exec(answer.headers.get("Set-Cookie") ?? "")?.[0];
	const next = await (await ask(LIST, { as, headers: { Cookie: `${as.cookie}; ${cookie}` } })).text();
	expect(next).toContain("已重新執行：寄出郵件。");
});

test("the list again with the reason: replayed by somebody else since, or work that nobody takes any more", async () => {
	await keep("a", 1);
	await keep("old", 1, '{"type":"old"}');
	await replayed("a", 7);
	const as = await operator();
	const late = await replay(paths.admin.deadLetters.replay("a"), as, { replayed_at: "" });
	expect([late.answer.status, (await letterOf("a"))?.replayedAt]).toEqual([409, 7]);
	expect(await late.answer.text()).toContain("這個項目已被其他人重新執行。");
	const old = await replay(paths.admin.deadLetters.replay("old"), as, { replayed_at: "" });
	expect([old.answer.status, old.sent, (await letterOf("old"))?.replayedAt]).toEqual([422, [], null]);
	expect(await old.answer.text()).toContain("系統已經不使用這種工作");
	const again = await replay(paths.admin.deadLetters.replay("a"), as, { replayed_at: "7" });
	expect([again.answer.status, again.sent.length]).toEqual([303, 1]);
	expect((await replay(paths.admin.deadLetters.replay("none"), as, { replayed_at: "" })).answer.status).toBe(404);
	expect((await replay(paths.admin.deadLetters.replay("a"), as, { replayed_at: "x" })).answer.status).toBe(422);
});

test("one round trip besides the session's, with one letter and with three", async () => {
	const as = await operator();
	const tripsOf = async (): Promise<number> => {
		let trips = 0;
		const { env: worker } = withQueueKept({ DB: counted(env.DB, () => trips++) });
		const request = new Request(`http://localhost:8787${LIST}`, { headers: { Cookie: as.cookie } });
		expect((await app.fetch(request, worker, createExecutionContext())).status).toBe(200);
		return trips;
	};
	await keep("a", 1);
	expect(await tripsOf()).toBe(2);
	await keep("b", 2);
	await keep("c", 3);
	expect(await tripsOf()).toBe(2);
});
