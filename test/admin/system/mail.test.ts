import { createExecutionContext, env, waitOnExecutionContext } from "cloudflare:test";
import { beforeEach, expect, test } from "vitest";
import { app } from "#app.ts";
import { paths } from "#http/paths.ts";
import type { Permission } from "#permissions.ts";
import { emptyMailbox, mailOf, queued, queuedTest, set } from "../../support/mail.ts";
import { type Element, parse } from "../../support/markup.ts";
import { ask, type Person, signIn } from "../../support/people.ts";
import { counted } from "../../support/round-trips.ts";
import { withQueueKept } from "../../support/webhooks.ts";

beforeEach(emptyMailbox);

const HOUR = 3_600_000;
const change = (id: string, set: string) =>
	env.DB.prepare(`UPDATE mail_messages SET ${set} WHERE id = ?`).bind(id).run();

async function elementsOf(path: string, as: Person): Promise<Element[]> {
	const answer = await ask(path, { as });
	expect(answer.status).toBe(200);
	return parse((await answer.text()).replace("<!doctype html>", ""));
}
const rowsOf = (elements: Element[]) => elements.filter((one) => one.name === "tr" && one.inside.includes("tbody"));
const textsIn = (elements: Element[], name: string) =>
	elements.filter((one) => one.name === name).map((one) => one.text);

/** Answers as another environment would; `sent` are the messages on its queue. */
async function askIn(
	overrides: Parameters<typeof withQueueKept>[0],
	request: { path: string; as: Person; form?: Record<string, string> },
) {
	const { env: worker, sent } = withQueueKept(overrides);
	const context = createExecutionContext();
	const answer = await app.fetch(
		new Request(`http://localhost:8787${request.path}`, {
			headers: { Cookie: `${request.as.cookie}; __Host-${request.as.cookie}`, "Sec-Fetch-Site": "same-origin" },
			...(request.form ? { method: "POST", body: new URLSearchParams(request.form) } : {}),
		}),
		worker,
		context,
	);
	await waitOnExecutionContext(context);
	return { answer, sent };
}

const reader = (...more: Permission[]) => signIn({ name: "林書瑜", permissions: ["mail.view", ...more] });
const invite = (at: number, expiresAt = at + HOUR) =>
	queued({ template: "invitation", data: { linkId: "lnk1", expiresAt }, at });

test("the list: newest first, each with its state in words, its next try or its last error", async () => {
	const at = Date.now();
	const to = (name: string) => ({ userId: null, address: `${name.length}@example.org`, name });
	const make = async (name: string, n: number, sql: string) => {
		const id = await queued({ template: "mail_test", data: { askedAt: 0 }, at: at - 60_000 + n, to: to(name) });
		await change(id, sql);
	};
	await make("甲", 1, `state = 'sent', attempts = 1, settled_at = ${at - 30_000}`);
	await make("乙乙", 2, `state = 'failed', attempts = 7, settled_at = ${at - 30_000}, last_error = 'mail.expired'`);
	await make(
		"丙丙丙",
		3,
		`state = 'bounced', attempts = 1, settled_at = ${at - 30_000}, last_error = 'email.bounced · Permanent'`,
	);
	await make("丁丁丁丁", 4, `attempts = 2, due_at = ${at + 60_000_000_000}, last_error = '500 internal'`);
	await make("<b>戊</b>", 5, `state = 'sending', attempts = 1, due_at = ${at + 60_000}`);
	const elements = await elementsOf(paths.admin.mail.list(), await reader());
	const rows = rowsOf(elements).map((row) => row.text);
	expect(rows.map((row) => /寄送中|待寄出|被退回|寄送失敗|已寄出/.exec(row)?.[0])).toEqual([
		"寄送中",
		"待寄出",
		"被退回",
		"寄送失敗",
		"已寄出",
	]);
	expect(rows[0]).toContain("&lt;b>戊&lt;/b>");
	expect(rows[1]).toContain("2 次");
	expect(rows[1]).toMatch(/下次嘗試.*年.*寄信服務暫時無法使用。/);
	expect(rows[2]).toContain("對方的信箱退回了這封信");
	expect(rows[3]).toContain("信裡的連結已經過期，所以沒有寄出。");
	expect(rows[3]).toContain("7 次");
	const lead = elements.find((one) => one.attributes.class === "page-lead");
	expect(lead?.text).toContain("最近 7 天寄出1封，失敗1封，被退回1封；");
	expect(lead?.text).toContain("2封等候寄出");
});

test("search, state and template narrow the list, and the address says so", async () => {
	const as = await reader();
	await queuedTest();
	await invite(Date.now());
	const named = await queued({
		template: "mail_test",
		data: { askedAt: 0 },
		at: 1,
		to: { userId: null, address: "chen@example.org", name: "陳怡君" },
	});
	await change(named, "state = 'failed', settled_at = 1");
	const found = async (query: string) => rowsOf(await elementsOf(paths.admin.mail.list() + query, as)).length;
	expect(await found("")).toBe(3);
	expect(await found("?q=CHEN&state=&template=")).toBe(1);
	expect(await found("?q=%E6%80%A1%E5%90%9B")).toBe(1);
	expect(await found("?template=invitation")).toBe(1);
	expect(await found("?state=queued")).toBe(2);
	const none = await elementsOf(`${paths.admin.mail.list()}?state=sent`, as);
	expect(textsIn(none, "p")).toContain("找不到符合的郵件");
	const beyond = await elementsOf(`${paths.admin.mail.list()}?page=2`, as);
	expect(textsIn(beyond, "p")).toContain("這一頁沒有郵件");
	for (const query of ["?state=lost", "?template=none", "?page=0", "?x=1"])
		expect((await ask(paths.admin.mail.list() + query, { as })).status).toBe(400);
});

test("an empty list says why", async () => {
	const texts = textsIn(await elementsOf(paths.admin.mail.list(), await reader()), "p");
	expect(texts).toContain("還沒有郵件");
});

test("fifty to a page", async () => {
	await env.DB.prepare(
		`WITH RECURSIVE n (i) AS (SELECT 1 UNION ALL SELECT i + 1 FROM n WHERE i < 51)
		INSERT INTO notifications (id, kind, data, created_at) SELECT 'm' || i, 'mail_test', '{"askedAt":0}', i FROM n`,
	).run();
	await env.DB.prepare(
		`INSERT INTO mail_messages (id, template, to_address, to_name, data, due_at, created_at)
		SELECT id, kind, 'a@example.org', '王' || substr(id, 2), data, created_at, created_at FROM notifications`,
	).run();
	const as = await reader();
	const first = await elementsOf(paths.admin.mail.list(), as);
	expect(rowsOf(first).length).toBe(50);
	expect(rowsOf(first)[0]?.text).toContain("王51");
	const second = rowsOf(await elementsOf(`${paths.admin.mail.list()}?page=2`, as));
	expect(second.map((row) => row.text.includes("王1"))).toEqual([true]);
});

test.each([
	["no provider was chosen", {}, "還沒有選擇寄信方式"],
	["there is no sender", { "mail.provider": "resend" }, "還沒有寄件人信箱"],
	["the key is missing", { "mail.provider": "resend", "mail.from_address": "a@example.org" }, "還沒有 Resend 的金鑰"],
	["the binding is missing", { "mail.provider": "cloudflare", "mail.from_address": "a@example.org" }, "還沒有接上"],
])("when mail cannot leave since %s, the page says what to do", async (_, settings, words) => {
	await set(settings);
	const overrides = { ENVIRONMENT: "production", EMAIL: undefined } as unknown as Partial<typeof env>;
	const link = `href="${paths.admin.settings.group("mail")}"`;
	const path = paths.admin.mail.list();
	const mender = await (await askIn(overrides, { path, as: await reader("settings.manage") })).answer.text();
	expect([mender.includes(words), mender.includes(link)]).toEqual([true, true]);
	const other = await (await askIn(overrides, { path, as: await reader() })).answer.text();
	expect([other.includes(words), other.includes(link), other.includes("請通知系統管理員")]).toEqual([
		true,
		false,
		true,
	]);
});

test("a mail: subject, text and facts; its one-time link opens nothing outside of development", async () => {
	const id = await invite(Date.now());
	const as = await reader();
	const path = paths.admin.mail.show(id);
	const elements = await elementsOf(path, as);
	expect(textsIn(elements, "h1")).toEqual(["【病友協會】邀請您開通帳號"]);
	const text = elements.find((one) => one.attributes.class === "letter-text")?.text ?? "";
	expect(text).toContain("王小明 您好：");
	expect(text).toContain("http://localhost:8787/invite/••••••");
	const frame = elements.find((one) => one.name === "iframe");
	expect([frame?.attributes.src, "sandbox" in (frame?.attributes ?? {})]).toEqual([paths.admin.mail.body(id), true]);
	expect(elements.some((one) => one.attributes.class === "card-foot" && one.text.includes("以 •••••• 代替"))).toBe(
		true,
	);
	const development = await (await askIn({ ENVIRONMENT: "development" }, { path, as })).answer.text();
	expect(development).toMatch(/<a href="http:\/\/localhost:8787\/invite\/[\w.-]{20,}"/);
	expect(development).not.toContain("••••••");
});

test("its HTML has a policy of its own: nothing runs, nothing is loaded, our page alone may frame it", async () => {
	const id = await invite(Date.now());
	const as = await reader();
	const answer = await ask(paths.admin.mail.body(id), { as });
	expect(answer.headers.get("Content-Type")).toBe("text/html; charset=utf-8");
	expect(answer.headers.get("Content-Security-Policy")).toBe(
		"sandbox; default-src 'none'; style-src 'unsafe-inline'; img-src data:; base-uri 'none'; form-action 'none'; frame-ancestors 'self'",
	);
	expect(answer.headers.get("Cache-Control")).toBe("no-store");
	const body = await answer.text();
	expect(body).toContain("<title>【病友協會】邀請您開通帳號</title>");
	expect(body).toContain("/invite/••••••");
	expect(body).toContain('<base target="_blank">');
	expect((await ask(paths.admin.mail.body("msg_none"), { as })).status).toBe(404);
	const page = await ask(paths.admin.mail.show(id), { as });
	expect(page.headers.get("Content-Security-Policy")).toContain("frame-src 'self'");
});

test("an emptied mail says so and offers nothing", async () => {
	const id = await queuedTest();
	await change(id, "state = 'sent', settled_at = 1, to_address = '', to_name = '', data = '{}'");
	const as = await reader("operations.manage");
	const text = await (await ask(paths.admin.mail.show(id), { as })).text();
	expect(text).toContain("內容已依保存期限清除");
	expect([text.includes("<iframe"), text.includes(paths.admin.mail.resend(id))]).toEqual([false, false]);
	expect((await ask(paths.admin.mail.body(id), { as })).status).toBe(404);
	expect(await (await ask(paths.admin.mail.list(), { as })).text()).toContain("（收件人已清除）");
});

test("sending again: the mail is queued in a new round, the log says who, the queue is told", async () => {
	const id = await queuedTest();
	await change(id, "state = 'failed', settled_at = 1, attempts = 7, last_error = '422 validation_error no'");
	const as = await reader("operations.manage");
	const page = await (await ask(paths.admin.mail.show(id), { as })).text();
	expect(page).toContain("寄信服務拒絕了這封信。");
	expect(page).toContain("<code>422 validation_error no</code>");
	const { version } = await mailOf(id);
	const { answer, sent } = await askIn(
		{},
		{ path: paths.admin.mail.resend(id), as, form: { version: String(version) } },
	);
	expect([answer.status, answer.headers.get("Location")]).toEqual([303, paths.admin.mail.show(id)]);
	expect(sent).toEqual([{ body: { type: "mail.due" }, delaySeconds: 0 }]);
	const mail = await mailOf(id);
	expect([mail.state, mail.round, mail.attempts, mail.lastError]).toEqual(["queued", 2, 0, null]);
	const log = await env.DB.prepare(
		"SELECT user_id, action, auditable_id FROM audit_log ORDER BY id DESC LIMIT 1",
	).first();
	expect(log).toEqual({ user_id: as.userId, action: "mail.resend", auditable_id: id });
	const after = await (await ask(paths.admin.mail.show(id), { as })).text();
	expect(after).toMatch(/要求重新寄送<\/b><div>林書瑜/);
});

test("a mail that changed since it was seen is not sent again, and the page says why", async () => {
	const id = await queuedTest();
	const { version } = await mailOf(id);
	await change(id, "version = version + 1");
	const as = await reader("operations.manage");
	const { answer, sent } = await askIn(
		{},
		{ path: paths.admin.mail.resend(id), as, form: { version: String(version) } },
	);
	expect([answer.status, sent]).toEqual([409, []]);
	expect(await answer.text()).toContain("狀態已經改變");
	const bad = await ask(paths.admin.mail.resend(id), { as, form: { version: "x" } });
	expect(bad.status).toBe(422);
	expect((await ask(paths.admin.mail.resend("msg_none"), { as, form: { version: "1" } })).status).toBe(404);
});

test("no button for a link that is over, a mail that is being sent, or somebody who may only look", async () => {
	const at = Date.now();
	const expired = await invite(at - 2 * HOUR, at - HOUR);
	const sending = await queuedTest();
	await change(sending, "state = 'sending'");
	const plain = await queuedTest();
	const pageOf = async (id: string, as: Person) => (await ask(paths.admin.mail.show(id), { as })).text();
	const operator = await reader("operations.manage");
	expect(await pageOf(expired, operator)).toContain("信裡的連結已經過期，不能再寄");
	expect(await pageOf(sending, operator)).toContain("這封信正在寄送");
	expect(await pageOf(plain, operator)).toContain(`action="${paths.admin.mail.resend(plain)}"`);
	for (const id of [expired, sending]) expect(await pageOf(id, operator)).not.toContain(paths.admin.mail.resend(id));
	const viewer = await reader();
	expect(await pageOf(plain, viewer)).not.toContain(paths.admin.mail.resend(plain));
	const refused = await ask(paths.admin.mail.resend(plain), { as: viewer, form: { version: "1" } });
	expect([refused.status, (await mailOf(plain)).version]).toEqual([403, 1]);
});

test("one round trip for a page besides the session's, with one mail and with three", async () => {
	const as = await reader("operations.manage");
	const id = await queuedTest();
	const tripsOf = async (path: string): Promise<number> => {
		let trips = 0;
		const { answer } = await askIn({ DB: counted(env.DB, () => trips++) }, { path, as });
		expect([path, answer.status]).toEqual([path, 200]);
		return trips;
	};
	const pages = [paths.admin.mail.list(), paths.admin.mail.show(id), paths.admin.mail.body(id)];
	const trips = async () => [
		await tripsOf(pages[0] ?? ""),
		await tripsOf(pages[1] ?? ""),
		await tripsOf(pages[2] ?? ""),
	];
	expect(await trips()).toEqual([2, 2, 2]);
	await queuedTest();
	await invite(Date.now());
	expect(await trips()).toEqual([2, 2, 2]);
});
