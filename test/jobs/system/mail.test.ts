import { createScheduledController, env } from "cloudflare:test";
import { beforeEach, expect, test } from "vitest";
import { commit } from "#db/commit.ts";
import { notify, notifyHolders } from "#db/system/notifications.ts";
import {
	claimMails,
	emptyOldMails,
	LEASE_MS,
	noteBounce,
	resendMail,
	sendTestMail,
	settleTry,
} from "#domain/system/mail/actions.ts";
import { BACKOFF_MS } from "#domain/system/mail/retries.ts";
import { scheduled } from "#jobs/schedule.ts";
import { sendMail } from "#jobs/system/mail.ts";
import { byUser } from "#kernel/by.ts";
import { signLink } from "#platform/links.ts";
import { relay } from "#platform/queue.ts";
import { insertMail } from "../../support/content.ts";
import {
	accepted,
	db,
	emptyMailbox,
	mailOf,
	queued,
	queuedTest,
	refused,
	set,
	withResend,
} from "../../support/mail.ts";
import { codeOf } from "../../support/refusal.ts";
import { deliverBatch, withQueueKept } from "../../support/webhooks.ts";

beforeEach(emptyMailbox);

/** A clock that a test moves. */
function hands() {
	const time = { now: Date.now() };
	return { time, run: { clock: () => time.now } };
}
const rows = async (sql: string, ...params: unknown[]) =>
	(
		await env.DB.prepare(sql)
			.bind(...params)
			.all()
	).results;
const keys = (requests: { headers: Record<string, string> }[]) =>
	requests.map(({ headers }) => headers["idempotency-key"]);

test("a mail goes out once, with the link that is stored nowhere", async () => {
	const { worker, provider, sent } = await withResend();
	await provider.answer(accepted("re_1"));
	const { time, run } = hands();
	const id = await queued({
		template: "password_reset",
		data: { linkId: "abc", expiresAt: time.now + 1 },
		at: time.now,
	});
	await sendMail(worker, run);
	await sendMail(worker, run);
	const requests = await provider.received(1);
	const link = `http://localhost:8787/reset/${signLink(env.LINK_KEY, "password_reset", "abc")}`;
	const [body] = requests.map((request) => JSON.parse(request.body));
	expect(keys(requests)).toEqual([`${id}-1`]);
	expect([body.from, body.to, body.subject]).toEqual([
		'"漣漪病友協會" <office@example.org>',
		["wang@example.org"],
		"【漣漪病友協會】重設您的密碼",
	]);
	expect(body.text.split("\n")).toContain(link);
	const mail = await mailOf(id);
	expect([mail.state, mail.attempts, mail.provider, mail.providerId, mail.settledAt, mail.lastError]).toEqual([
		"sent",
		1,
		"resend",
		"re_1",
		time.now,
		null,
	]);
	expect(JSON.stringify(await rows("SELECT * FROM mail_messages"))).not.toContain(link.split(".").at(-1));
	expect(sent).toEqual([]);
});

test("through the real queue: a relayed mail is sent, by default into the local mailbox", async () => {
	const id = await queuedTest();
	await relay(env, "mail.due");
	await expect.poll(async () => (await mailOf(id)).state, { timeout: 10_000 }).toBe("sent");
	expect((await mailOf(id)).provider).toBe("local");
});

test("a provider that is down is tried seven times, later each time, with one key and one body; then it failed", async () => {
	const { worker, provider, sent } = await withResend();
	await provider.answer(
		...Array.from({ length: 8 }, (_, at) => (at === 1 ? { drop: true } : refused(500, "application_error"))),
	);
	const { time, run } = hands();
	const id = await queuedTest(time.now);
	await sendMail(worker, run);
	for (const [at, backoff] of BACKOFF_MS.entries()) {
		const { state, attempts, dueAt } = await mailOf(id);
		expect([state, attempts]).toEqual(["queued", at + 1]);
		expect(Math.abs(dueAt - time.now - backoff)).toBeLessThanOrEqual(backoff / 10);
		const delays = sent.splice(0).map(({ delaySeconds }) => delaySeconds);
		expect(delays).toEqual(dueAt - time.now < 60_000 ? [Math.ceil((dueAt - time.now) / 1000)] : []);
		time.now = dueAt - 1;
		await sendMail(worker, run);
		expect((await provider.received()).length).toBe(at + 1);
		sent.splice(0);
		time.now = dueAt;
		await sendMail(worker, run);
	}
	const mail = await mailOf(id);
	expect([mail.state, mail.attempts, mail.lastError, mail.settledAt]).toEqual([
		"failed",
		7,
		"500 application_error no",
		time.now,
	]);
	time.now += 30 * 86_400_000;
	await sendMail(worker, run);
	const requests = await provider.received();
	expect(keys(requests)).toEqual(Array(7).fill(`${id}-1`));
	expect(new Set(requests.map(({ body }) => body)).size).toBe(1);
});

test("what is refused for good is not tried again, and does not keep others from being sent", async () => {
	const { worker, provider } = await withResend();
	await provider.answer(refused(422, "validation_error", "Invalid `to` field."));
	const { time, run } = hands();
	const bad = await queuedTest(time.now);
	await sendMail(worker, run);
	const good = await queuedTest(time.now);
	await sendMail(worker, run);
	expect([(await mailOf(bad)).state, (await mailOf(bad)).lastError]).toEqual([
		"failed",
		"422 validation_error Invalid `to` field.",
	]);
	expect((await mailOf(good)).state).toBe("sent");
});

test("four consumers at once send each of 17 mails once", async () => {
	const { worker, provider } = await withResend();
	const { time, run } = hands();
	const ids = await Promise.all(Array.from({ length: 17 }, () => queuedTest(time.now)));
	await Promise.all(Array.from({ length: 4 }, () => sendMail(worker, run)));
	expect(keys(await provider.received(17)).toSorted()).toEqual(ids.map((id) => `${id}-1`).toSorted());
	expect(await rows("SELECT state, attempts, count(*) AS n FROM mail_messages GROUP BY 1, 2")).toEqual([
		{ state: "sent", attempts: 1, n: 17 },
	]);
});

test("at most five connections at once", async () => {
	const { worker, provider } = await withResend();
	await provider.answer(...Array.from({ length: 7 }, () => ({ hold: true, ...accepted("x") })));
	const { time, run } = hands();
	for (let n = 0; n < 7; n++) await queuedTest(time.now);
	const sending = sendMail(worker, run);
	await provider.received(5);
	expect(await rows("SELECT state, count(*) AS n FROM mail_messages GROUP BY 1")).toEqual([
		{ state: "queued", n: 2 },
		{ state: "sending", n: 5 },
	]);
	await provider.release();
	expect((await provider.received(7)).length).toBe(7);
	await provider.release();
	await sending;
});

test("a consumer that dies after the provider took the mail: the next one sends it under the same key and body", async () => {
	const { worker, provider } = await withResend();
	await provider.answer({ ...accepted("re_1"), hold: true }, accepted("re_1"));
	const { time, run } = hands();
	const id = await queuedTest(time.now);
	// The first one hangs in its answer for longer than its lease, as if it were dead, and comes back when all is done.
	const late = sendMail(worker, run);
	await provider.received(1);
	time.now += LEASE_MS - 1;
	await sendMail(worker, run);
	expect((await provider.received()).length).toBe(1);
	time.now += 1;
	await sendMail(worker, run);
	const settled = await mailOf(id);
	expect([settled.state, settled.attempts]).toEqual(["sent", 2]);
	await provider.release();
	await late;
	expect(await mailOf(id)).toEqual(settled);
	const requests = await provider.received();
	expect(keys(requests)).toEqual([`${id}-1`, `${id}-1`]);
	expect(requests[0]?.body).toBe(requests[1]?.body);
});

test("a provider that asks for a pause gets it: the rest waits, no try is counted", async () => {
	const { worker, provider, sent } = await withResend();
	await provider.answer(
		...Array.from({ length: 5 }, () => ({ ...refused(429, "rate_limit_exceeded"), headers: { "retry-after": "20" } })),
	);
	const { time, run } = hands();
	for (let n = 0; n < 8; n++) await queuedTest(time.now);
	await sendMail(worker, run);
	expect((await provider.received()).length).toBe(5);
	expect(
		await rows(
			"SELECT state, attempts, due_at - ?1 AS due, last_error AS error, count(*) AS n FROM mail_messages GROUP BY 1, 2, 3, 4 ORDER BY n",
			time.now,
		),
	).toEqual([
		{ state: "queued", attempts: 0, due: 0, error: null, n: 3 },
		{ state: "queued", attempts: 0, due: 20_000, error: "429 rate_limit_exceeded no", n: 5 },
	]);
	expect(sent.map(({ body }) => body.type)).toEqual(["mail.due"]);
	time.now += 20_000;
	await sendMail(worker, run);
	expect(await rows("SELECT state, attempts, count(*) AS n FROM mail_messages GROUP BY 1, 2")).toEqual([
		{ state: "sent", attempts: 1, n: 8 },
	]);
});

test("without a mailer everything stays queued, however long, and goes once there is one", async () => {
	const { worker, provider, sent } = await withResend({ ENVIRONMENT: "production" });
	await set({ "mail.provider": "local" });
	const { time, run } = hands();
	const id = await queuedTest(time.now);
	for (let minute = 0; minute < 3; minute++, time.now += 60_000) await sendMail(worker, run);
	const waiting = await mailOf(id);
	expect([waiting.state, waiting.attempts, waiting.lastError]).toEqual(["queued", 0, null]);
	expect(sent).toEqual([]);
	await set({ "mail.provider": "resend" });
	await sendMail(worker, run);
	expect(keys(await provider.received(1))).toEqual([`${id}-1`]);
});

test("a link that is over is not sent", async () => {
	const { worker, provider } = await withResend();
	const { time, run } = hands();
	const id = await queued({ template: "invitation", data: { linkId: "abc", expiresAt: time.now }, at: time.now });
	await sendMail(worker, run);
	expect([(await mailOf(id)).state, (await mailOf(id)).lastError]).toEqual(["failed", "mail.expired"]);
	expect(await provider.received()).toEqual([]);
});

test("a disabled user gets only what tells of the account", async () => {
	const { worker, provider } = await withResend();
	const { time, run } = hands();
	await env.DB.prepare(
		`INSERT INTO users (id, name, email, status, password_hash, created_at, updated_at)
		VALUES (71, '停用', 'off@example.org', 'disabled', 'x', 1, 1)`,
	).run();
	const to = { userId: 71, address: "off@example.org", name: "停用" };
	const told = await queued({ template: "account_disabled", data: { disabledAt: time.now }, at: time.now, to });
	const kept = await queued({
		template: "password_reset",
		data: { linkId: "a", expiresAt: time.now + 9 },
		at: time.now,
		to,
	});
	await sendMail(worker, run);
	expect([(await mailOf(told)).state, (await mailOf(kept)).state, (await mailOf(kept)).lastError]).toEqual([
		"sent",
		"failed",
		"mail.user_disabled",
	]);
	expect(keys(await provider.received())).toEqual([`${told}-1`]);
});

test("a mail of a template that nobody knows fails, and stops no other", async () => {
	const { worker } = await withResend();
	const { time, run } = hands();
	const odd = { template: "no_such", to_address: "a@example.org", to_name: "", data: "{}" };
	await insertMail({ ...odd, id: "odd", due_at: time.now, created_at: time.now });
	const id = await queuedTest(time.now);
	await sendMail(worker, run);
	expect([(await mailOf("odd")).state, (await mailOf("odd")).lastError, (await mailOf(id)).state]).toEqual([
		"failed",
		"mail.unreadable",
		"sent",
	]);
});

test("a mail that cannot be written for now is tried again, and stops no other", async () => {
	const { worker } = await withResend({ LINK_KEY: btoa("short") });
	const { time, run } = hands();
	const data = { linkId: "abc", expiresAt: time.now + 1 };
	const broken = await queued({ template: "invitation", data, at: time.now - 1 });
	const good = await queuedTest(time.now);
	await sendMail(worker, run);
	expect([(await mailOf(broken)).state, (await mailOf(broken)).lastError, (await mailOf(good)).state]).toEqual([
		"queued",
		"Error: LINK_KEY must be the base64 of 32 bytes",
		"sent",
	]);
});

test("to all who hold a permission: active, with an address, each once", async () => {
	const user = (id: number, email: string | null, status: string, roles: string[]) => [
		env.DB.prepare(
			`INSERT INTO users (id, name, email, phone, status, password_hash, created_at, updated_at)
			VALUES (?1, ?5, ?2, ?4, ?3, 'x', 1, 1)`,
		).bind(id, email, status, `09123456${id}`, `n${id}`),
		...roles.map((role) =>
			env.DB.prepare("INSERT INTO user_roles SELECT ?1, id FROM roles WHERE code = ?2").bind(id, role),
		),
	];
	await env.DB.batch([
		...user(81, "a@example.org", "active", ["admin", "auditor"]),
		...user(82, "b@example.org", "disabled", ["auditor"]),
		...user(83, null, "active", ["auditor"]),
		...user(84, "d@example.org", "active", ["editor"]),
		...user(85, "e@example.org", "active", ["auditor"]),
	]);
	const data = { sealId: 1, toId: 9, hash: "ab", sealedAt: 1 };
	await commit(db, [notifyHolders("audit_seal", { permission: "audit.view", data, at: 5 })]);
	expect(
		await rows(
			"SELECT user_id, to_address, to_name, template, data, state, due_at FROM mail_messages ORDER BY user_id",
		),
	).toEqual(
		[
			[81, "a@example.org"],
			[85, "e@example.org"],
		].map(([user_id, to_address]) => ({
			user_id,
			to_address,
			to_name: `n${user_id}`,
			template: "audit_seal",
			data: JSON.stringify(data),
			state: "queued",
			due_at: 5,
		})),
	);
	expect(
		(await rows("SELECT DISTINCT id FROM mail_messages WHERE id GLOB 'msg_????????????????????????????????'")).length,
	).toBe(2);
});

test("data that a template is not told never reach the table, nor the change that they came with", async () => {
	const data = { askedAt: 1, token: "secret" };
	expect(() => notify("mail_test", { user: 1, data, at: 1 })).toThrow("token");
	expect(await rows("SELECT count(*) AS n FROM notifications")).toEqual([{ n: 0 }]);
});

test("a line end in a name or address, whoever stored it, never leaves with the mail", async () => {
	const { worker, provider } = await withResend();
	const { run } = hands();
	const to = { userId: null, address: "a@example.org\r\nBcc: b@example.org", name: "王\r\n小明" };
	await queued({ template: "mail_test", data: { askedAt: 1 }, at: 1, to });
	await sendMail(worker, run);
	const body = JSON.parse((await provider.received(1))[0]?.body ?? "{}");
	expect(body.to).toEqual(["a@example.org Bcc: b@example.org"]);
	expect(body.text.split("\n")[0]).toBe("王 小明 您好：");
});

test("sent again: a settled mail under a new key, one that waits at once under its own; the log says who", async () => {
	const { worker, provider } = await withResend();
	await provider.answer(refused(422, "x"), refused(500, "y"), accepted("re_2"), accepted("re_3"));
	const { time, run } = hands();
	const by = { ...byUser(12, "192.0.2.1", time.now) };
	const failed = await queuedTest(time.now - 1);
	await sendMail(worker, run);
	const waiting = await queuedTest(time.now);
	await sendMail(worker, run);
	expect([(await mailOf(failed)).state, (await mailOf(waiting)).state]).toEqual(["failed", "queued"]);
	await resendMail(db, await mailOf(waiting), by);
	await sendMail(worker, run);
	const seen = await mailOf(failed);
	await resendMail(db, seen, by);
	await sendMail(worker, run);
	expect(keys(await provider.received())).toEqual([`${failed}-1`, `${waiting}-1`, `${waiting}-1`, `${failed}-2`]);
	expect([(await mailOf(failed)).state, (await mailOf(failed)).attempts, (await mailOf(failed)).lastError]).toEqual([
		"sent",
		1,
		null,
	]);
	expect([(await mailOf(waiting)).state, (await mailOf(waiting)).attempts]).toEqual(["sent", 2]);
	expect(await resendMail(db, seen, by).catch(codeOf)).toBe("mail.stale");
	expect(
		await rows(
			"SELECT user_id, ip_address, action, auditable_id, description FROM audit_log WHERE auditable_type = 'mail' ORDER BY id",
		),
	).toEqual(
		[waiting, failed].map((auditable_id) => ({
			user_id: 12,
			ip_address: "192.0.2.1",
			action: "mail.resend",
			auditable_id,
			description: "mail_test",
		})),
	);
});

test("a mail that is being sent is not sent again beside it", async () => {
	const { time } = hands();
	const id = await queuedTest(time.now);
	await claimMails(db, { at: time.now, limit: 5 });
	expect(await resendMail(db, await mailOf(id), byUser(1, null, time.now)).catch(codeOf)).toBe("mail.stale");
});

test("a test from the settings page", async () => {
	const { worker, provider } = await withResend();
	const { time, run } = hands();
	await env.DB.prepare(
		"INSERT INTO users (id, name, email, created_at, updated_at) VALUES (72, '甲', 'a72@example.org', 1, 1)",
	).run();
	const id = await sendTestMail(db, 72, byUser(72, null, time.now));
	await sendMail(worker, run);
	expect((await mailOf(id)).userId).toBe(72);
	expect(JSON.parse((await provider.received(1))[0]?.body ?? "{}").subject).toBe("【漣漪病友協會】測試信");
});

test("the cron finds mails whose message was lost, and those due within the minute", async () => {
	const { env: worker, sent } = withQueueKept();
	const { time } = hands();
	// Nobody is left to whom the cron itself would write.
	await env.DB.prepare("DELETE FROM user_roles").run();
	await queuedTest(time.now - 5 * 60_000);
	await scheduled(createScheduledController(), worker);
	expect(sent.splice(0).filter(({ body }) => body.type === "mail.due")).toEqual([
		{ body: { type: "mail.due" }, delaySeconds: 0 },
	]);
	await deliverBatch(worker, [{ type: "mail.due" }, { type: "mail.due" }]);
	expect(await rows("SELECT state FROM mail_messages")).toEqual([{ state: "sent" }]);
	await scheduled(createScheduledController(), worker);
	expect(sent.splice(0).filter(({ body }) => body.type === "mail.due")).toEqual([]);
	await queuedTest(time.now + 59_000);
	await scheduled(createScheduledController(), worker);
	expect(sent.filter(({ body }) => body.type === "mail.due").length).toBe(1);
});

test("180 days after it was settled a mail is emptied; one that waits is not; an emptied one cannot go again", async () => {
	const { time } = hands();
	const [old, fresh, waiting] = await Promise.all([queuedTest(1), queuedTest(1), queuedTest(1)]);
	const days = (n: number) => time.now - n * 86_400_000;
	await rows(
		"UPDATE mail_messages SET state = 'failed', last_error = 'a@example.org?', settled_at = ? WHERE id = ?",
		days(180) - 1,
		old,
	);
	await rows("UPDATE mail_messages SET state = 'sent', settled_at = ? WHERE id = ?", days(180), fresh);
	await emptyOldMails(db, time.now);
	const { toAddress, toName, data, lastError, state } = await mailOf(old ?? "");
	expect({ toAddress, toName, data, lastError, state }).toEqual({
		toAddress: "",
		toName: "",
		data: "{}",
		lastError: null,
		state: "failed",
	});
	expect([(await mailOf(fresh ?? "")).toAddress, (await mailOf(waiting ?? "")).toAddress]).toEqual([
		"wang@example.org",
		"wang@example.org",
	]);
	expect(await resendMail(db, await mailOf(old ?? ""), byUser(1, null, 1)).catch(codeOf)).toBe("mail.stale");
});

test("a bounce that is faster than our own note of the sending stays", async () => {
	const { time } = hands();
	const id = await queuedTest(time.now);
	const [claimed] = await claimMails(db, { at: time.now, limit: 1 });
	if (!claimed) throw new Error("nothing claimed");
	await noteBounce(db, { mail: { id, round: 1 }, providerId: "re_9", reason: "email.bounced" }, time.now);
	await settleTry(db, claimed, {
		tried: { result: "sent", provider: "resend", providerId: "re_9" },
		at: time.now,
		random: 0,
	});
	const { state, providerId, lastError } = await mailOf(id);
	expect([state, providerId, lastError]).toEqual(["bounced", "re_9", "email.bounced"]);
});
