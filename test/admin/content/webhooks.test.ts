import { createExecutionContext, env, waitOnExecutionContext } from "cloudflare:test";
import { beforeEach, expect, test } from "vitest";
import { app } from "#app.ts";
import { readEndpoint } from "#db/content/webhooks.ts";
import { paths } from "#http/paths.ts";
import { unseal } from "#platform/crypto.ts";
import { cells, fieldValue, newestAudit, page, shown, tripsOf } from "../../support/pages.ts";
import { ask, type Person, signIn } from "../../support/people.ts";
import { db, listen, quiet, withQueueKept } from "../../support/webhooks.ts";

const { webhooks } = paths.admin;
const URL_A = "https://www.example.org/api/revalidate";
let admin: Person;

beforeEach(async () => {
	await quiet();
	admin = await signIn({ name: "曾柏翰", permissions: ["webhooks.manage"] });
});

const secretIn = (html: string): string[] => [...new Set(html.match(/whsec_[A-Za-z0-9+/=]{20,}/g) ?? [])];
const versionOn = async (path: string) => fieldValue(await page(path, admin), "version") ?? "";
const to = (answer: Response) => [answer.status, answer.headers.get("Location")];

/** Posts with a queue that is only written down; returns the answer and what was put on it. */
async function post(path: string, form: Record<string, string> = {}) {
	const { env: worker, sent } = withQueueKept();
	const context = createExecutionContext();
	const headers = { Cookie: admin.cookie, "Sec-Fetch-Site": "same-origin" };
	const body = new URLSearchParams(form);
	const answer = await app.fetch(
		new Request(`http://localhost:8787${path}`, { method: "POST", headers, body }),
		worker,
		context,
	);
	await waitOnExecutionContext(context);
	return { answer, sent: sent.map(({ body }) => body.type) };
}

type Delivery = {
	id: string;
	endpoint: number;
	state: string;
	type?: string;
	attempts?: number;
	at?: number;
	data?: unknown;
};
async function deliver({
	id,
	endpoint,
	state,
	type = "article.updated",
	attempts = 1,
	at = 1_000,
	data = {},
}: Delivery) {
	await env.DB.prepare(
		`INSERT INTO webhook_deliveries (id, endpoint_id, type, resource, resource_id, rev, data, state, attempts, due_at, created_at)
		VALUES (?1, ?2, ?3, 'article', 1, 7, ?4, ?5, ?6, ?7, ?7)`,
	)
		.bind(id, endpoint, type, JSON.stringify(data), state, attempts, at)
		.run();
}

test("nothing yet; then each with what it hears of, how it stands, and its newest delivery", async () => {
	expect(cells(await page(webhooks.list(), admin))).toEqual([[expect.stringContaining("還沒有通知對象")]]);
	const [a, b, c] = [
		await listen(URL_A, ["article.*", "page.published"]),
		await listen("https://b.example/"),
		await listen("https://c.example/"),
	];
	await env.DB.batch([
		env.DB.prepare("UPDATE webhook_endpoints SET is_enabled = 0 WHERE id = ?").bind(b.id),
		env.DB.prepare(
			"UPDATE webhook_endpoints SET is_enabled = 0, disabled_reason = 'the endpoint answered 410 Gone' WHERE id = ?",
		).bind(c.id),
	]);
	await deliver({ id: "old", endpoint: a.id, state: "delivered" });
	await deliver({ id: "new", endpoint: a.id, state: "waiting", attempts: 2, at: Date.now() });
	expect(cells(await page(webhooks.list(), admin))).toEqual([
		[URL_A, "文章（全部）、單頁發布", "使用中", "等待重試文章更新剛剛"],
		["https://b.example/", "全部事件", "已停用", "還沒有通知"],
		["https://c.example/", "全部事件", "已自動停用對方回應 410，表示不再接收", "還沒有通知"],
	]);
});

test("a new one: its secret is on the answer of the form and nowhere else, ever", async () => {
	const created = await shown(
		await ask(webhooks.list(), {
			as: admin,
			form: { url: URL_A, events: ["page.published", "article.*", "page.published"] },
		}),
	);
	const [secret = "", ...more] = secretIn(created.html);
	expect([created.status, more]).toEqual([200, []]);
	const { results } = await env.DB.prepare("SELECT id, events, secret FROM webhook_endpoints").all<{
		id: number;
		events: string;
		secret: string;
	}>();
	const [row] = results;
	const id = row?.id ?? 0;
	expect(row?.events).toBe('["article.*","page.published"]');
	expect(await unseal(env.SEALING_KEY, row?.secret ?? "", `webhook_endpoints.secret:${id}`)).toBe(secret);
	expect(await newestAudit(1)).toEqual([`webhook.create webhook_endpoint ${id} www.example.org`]);
	for (const path of [webhooks.list(), webhooks.show(id), webhooks.secret(id), webhooks.removal(id)])
		expect([path, secretIn((await page(path, admin)).html)]).toEqual([path, []]);
	expect(JSON.stringify((await env.DB.prepare("SELECT * FROM audit_log").all()).results)).not.toContain(secret);
	const again = await shown(await ask(webhooks.list(), { as: admin, form: { url: URL_A } }));
	expect([again.status, secretIn(again.html)]).toEqual([422, []]);
	expect(again.html).toContain("已經有通知對象是這個網址。");
});

test.each([
	["nothing", { url: "" }],
	["no address", { url: "javascript:alert(1)" }],
	["a password in it", { url: "https://a:b@c.example/" }],
	["an unknown event", { url: URL_A, events: "user.created" }],
	["another field", { url: URL_A, secret: "whsec_mine" }],
])("%s is refused, with what was typed", async (_, form) => {
	const answer = await shown(await ask(webhooks.list(), { as: admin, form }));
	expect([answer.status, fieldValue(answer, "url")]).toEqual([422, form.url]);
	expect(answer.elements.some(({ attributes }) => attributes.role === "alert")).toBe(true);
	expect(await env.DB.prepare("SELECT count(*) AS n FROM webhook_endpoints").first("n")).toBe(0);
});

test("the address and the events are changed; a stale form shows both addresses and can take theirs", async () => {
	const { id } = await listen(URL_A, ["article.published"]);
	const show = webhooks.show(id);
	const seen = await page(show, admin);
	const ticked = seen.elements.filter(({ attributes }) => attributes.name === "events" && "checked" in attributes);
	expect(ticked.map(({ attributes }) => attributes.value)).toEqual(["article.published"]);
	const version = fieldValue(seen, "version") ?? "";
	expect(
		to(await ask(show, { as: admin, form: { url: "https://new.example/hook", events: ["tag.*"], version } })),
	).toEqual([303, show]);
	expect(await newestAudit(1)).toEqual([`webhook.update webhook_endpoint ${id} new.example`]);
	const stale = await shown(
		await ask(show, { as: admin, form: { url: "https://mine.example/", events: [], version } }),
	);
	expect([stale.status, fieldValue(stale, "url"), fieldValue(stale, "_theirs.url")]).toEqual([
		409,
		"https://mine.example/",
		"https://new.example/hook",
	]);
	expect(stale.html).toContain("對方儲存的事件：標籤（全部）");
	const form = {
		url: "https://mine.example/",
		events: [],
		version: fieldValue(stale, "version") ?? "",
		"_take.url": "theirs",
		"_theirs.url": "https://new.example/hook",
	};
	expect((await ask(show, { as: admin, form })).status).toBe(303);
	expect(await readEndpoint(db, id)).toMatchObject({ url: "https://new.example/hook", events: "[]", version: 3 });
});

test("a new secret asks for a fresh password, is shown once, and the old one signs a day longer", async () => {
	const { id, secret: old } = await listen(URL_A);
	const path = webhooks.secret(id);
	const tired = await signIn({ permissions: ["webhooks.manage"], authenticatedAt: Date.now() - 11 * 60_000 });
	for (const of of [path, webhooks.removal(id)]) {
		expect((await ask(of, { as: tired })).headers.get("Location")).toBe(
			`/account/confirmation?next=${encodeURIComponent(of)}`,
		);
		expect((await ask(of, { as: tired, form: { version: "1" } })).status).toBe(403);
	}
	const answer = await shown(await ask(path, { as: admin, form: { version: await versionOn(path) } }));
	const [secret] = secretIn(answer.html);
	expect([answer.status, secret === undefined || secret === old]).toEqual([200, false]);
	const row = await readEndpoint(db, id);
	expect((row?.previousUntil ?? 0) - Date.now()).toBeGreaterThan(23.9 * 3_600_000);
	expect((await page(webhooks.show(id), admin)).html).toContain("同時簽章");
	expect((await page(path, admin)).html).toContain("上一次更換還在過渡期");
	const twice = await shown(await ask(path, { as: admin, form: { version: "1" } }));
	expect([twice.status, secretIn(twice.html)]).toEqual([409, []]);
	expect(await newestAudit(1)).toEqual([`webhook.rotate webhook_endpoint ${id} www.example.org`]);
});

test("switched off and on again, once for each version", async () => {
	const { id } = await listen(URL_A);
	await deliver({ id: "w", endpoint: id, state: "waiting" });
	const version = await versionOn(webhooks.show(id));
	expect(to(await ask(webhooks.disabling(id), { as: admin, form: { version } }))).toEqual([303, webhooks.show(id)]);
	expect((await ask(webhooks.disabling(id), { as: admin, form: { version } })).status).toBe(409);
	const off = await page(webhooks.show(id), admin);
	expect(off.html).toContain("已停用通知，這個官網收不到變更");
	expect(off.html).not.toContain("送出測試</button>");
	expect(cells(off).map(([, state]) => state)).toEqual(["失敗"]);
	const refused = await shown(await ask(webhooks.ping(id), { as: admin, form: {} }));
	expect([refused.status, refused.html.includes("已停用通知這個官網，請先啟用。")]).toEqual([422, true]);
	await ask(webhooks.enabling(id), { as: admin, form: { version: fieldValue(off, "version") ?? "" } });
	expect((await readEndpoint(db, id))?.isEnabled).toBe(true);
	expect(await newestAudit(2)).toEqual([
		`webhook.disable webhook_endpoint ${id} www.example.org`,
		`webhook.enable webhook_endpoint ${id} www.example.org`,
	]);
});

test("before it is removed the page says what goes; then all of it is gone but the audit log", async () => {
	const { id } = await listen(URL_A);
	await deliver({ id: "a", endpoint: id, state: "waiting" });
	await deliver({ id: "b", endpoint: id, state: "delivered" });
	const asked = await page(webhooks.removal(id), admin);
	expect(asked.elements.filter(({ name }) => name === "dd").map(({ text }) => text)).toEqual([
		URL_A,
		"立即失效",
		"2 筆，一併刪除",
		"1 筆，不再送出",
	]);
	expect((await ask(webhooks.removal(id), { as: admin, form: { version: "9" } })).status).toBe(409);
	const answer = await ask(webhooks.removal(id), { as: admin, form: { version: fieldValue(asked, "version") ?? "" } });
	expect(to(answer)).toEqual([303, webhooks.list()]);
	expect((await ask(webhooks.show(id), { as: admin })).status).toBe(404);
	expect((await ask(webhooks.delivery("b"), { as: admin })).status).toBe(404);
	expect((await ask(webhooks.disabling(id), { as: admin, form: { version: "1" } })).status).toBe(404);
	expect(await newestAudit(1)).toEqual([`webhook.remove webhook_endpoint ${id} www.example.org`]);
});

test("a test and a delivery sent again wake the queue", async () => {
	const { id } = await listen(URL_A);
	await deliver({ id: "msg_1", endpoint: id, state: "failed" });
	const ping = await post(webhooks.ping(id));
	expect([...to(ping.answer), ping.sent]).toEqual([303, webhooks.show(id), ["outbox.waiting"]]);
	const again = await post(webhooks.redelivery("msg_1"));
	expect([...to(again.answer), again.sent]).toEqual([303, webhooks.delivery("msg_1"), ["outbox.waiting"]]);
	expect(await newestAudit(2)).toEqual([
		`webhook.ping webhook_endpoint ${id} www.example.org`,
		"webhook.redeliver webhook_delivery msg_1 article.updated",
	]);
	expect((await post(webhooks.redelivery("nothing"))).answer.status).toBe(404);
});

test("the log: by state, older and newer, every delivery once", async () => {
	const [{ id }, other] = [await listen(URL_A), await listen("https://b.example/")];
	for (let n = 0; n < 45; n++)
		await deliver({
			id: `m${String(n).padStart(2, "0")}`,
			endpoint: id,
			state: n % 9 === 0 ? "failed" : "delivered",
			at: 1_000 + (n >> 1),
		});
	await deliver({ id: "other", endpoint: other.id, state: "failed" });
	const at = async (path: string) => {
		const seen = await page(path, admin);
		const ids = seen.elements.flatMap(
			({ attributes }) => /^\/admin\/webhooks\/deliveries\/(\w+)$/.exec(attributes.href ?? "")?.[1] ?? [],
		);
		const link = (rel: string) =>
			seen.elements.find(({ attributes }) => attributes.rel === rel)?.attributes.href?.replaceAll("&amp;", "&");
		return { ids, next: link("next"), prev: link("prev") };
	};
	const first = await at(webhooks.show(id));
	const second = await at(first.next ?? "");
	const third = await at(second.next ?? "");
	const all = Array.from({ length: 45 }, (_, n) => `m${String(n).padStart(2, "0")}`).reverse();
	expect([...first.ids, ...second.ids, ...third.ids]).toEqual(all);
	expect([third.ids.length, third.next, first.prev]).toEqual([5, undefined, undefined]);
	expect((await at(third.prev ?? "")).ids).toEqual(second.ids);
	expect((await at(`${webhooks.show(id)}?state=failed`)).ids).toEqual(["m36", "m27", "m18", "m09", "m00"]);
	expect(cells(await page(`${webhooks.show(id)}?state=waiting`, admin))).toEqual([
		[expect.stringContaining("沒有這種狀態的通知")],
	]);
	expect((await ask(`${webhooks.show(id)}?state=lost`, { as: admin })).status).toBe(400);
});

test("one delivery: what it says, as it is sent, and every try", async () => {
	const { id } = await listen(URL_A);
	const data = { rev: 7, slug: "<b>秋</b>", tags: ["article:1"], paths: ["/"] };
	await deliver({ id: "msg_2", endpoint: id, state: "waiting", attempts: 2, at: Date.now() + 3_600_000, data });
	await env.DB.prepare(
		`INSERT INTO webhook_attempts (delivery_id, number, at, status, duration_ms, answer)
		VALUES ('msg_2', 1, 1000, 500, 1234, '<script>boom</script>'), ('msg_2', 2, 2000, NULL, 10000, 'timeout')`,
	).run();
	const seen = await page(webhooks.delivery("msg_2"), admin);
	const code = seen.elements.find(({ name, inside }) => name === "code" && inside.includes("pre"))?.text ?? "";
	const text = code.replaceAll("&quot;", '"').replaceAll("&lt;", "<").replaceAll("&amp;", "&");
	expect(JSON.parse(text)).toEqual({ type: "article.updated", timestamp: expect.stringMatching(/^20.*Z$/), data });
	const tries = seen.elements.filter(
		({ name, inside }) => name === "li" && inside.includes("ol") && inside.includes("section"),
	);
	expect(tries.map(({ text }) => text)).toEqual([
		"已完成：第 1 次：HTTP 50059年1月1日 08:00，1,234 毫秒&lt;script>boom&lt;/script>",
		"已完成：第 2 次：沒有回應59年1月1日 08:00，10,000 毫秒timeout",
	]);
	expect(seen.html).toContain("等待重試");
});

test("one round trip besides the session, with one row and with three", async () => {
	const { id } = await listen(URL_A);
	await deliver({ id: "t0", endpoint: id, state: "failed" });
	const all = [webhooks.list(), webhooks.show(id), webhooks.secret(id), webhooks.removal(id), webhooks.delivery("t0")];
	const trips = () => Promise.all(all.map((path) => tripsOf(path, admin)));
	expect(await trips()).toEqual([2, 2, 2, 2, 2]);
	for (const n of [1, 2]) {
		const more = await listen(`https://x${n}.example/`);
		await deliver({ id: `u${n}`, endpoint: more.id, state: "failed" });
		await deliver({ id: `t${n}`, endpoint: id, state: "failed" });
	}
	expect(await trips()).toEqual([2, 2, 2, 2, 2]);
});

test("nobody without the permission", async () => {
	const { id } = await listen(URL_A);
	const other = await signIn({ permissions: ["settings.manage", "articles.manage"] });
	for (const path of [webhooks.list(), webhooks.create(), webhooks.show(id), webhooks.secret(id), webhooks.removal(id)])
		expect([path, (await ask(path, { as: other })).status]).toEqual([path, 403]);
	const posts = [
		webhooks.list(),
		...[webhooks.show, webhooks.secret, webhooks.ping, webhooks.disabling, webhooks.enabling, webhooks.removal].map(
			(of) => of(id),
		),
	];
	for (const path of posts)
		expect([path, (await ask(path, { as: other, form: { version: "1" } })).status]).toEqual([path, 403]);
	expect((await readEndpoint(db, id))?.version).toBe(1);
});

test("an endpoint that answers too slowly says so in the list and on its page; many changes have words", async () => {
	const { id } = await listen(URL_A);
	await env.DB.prepare("UPDATE webhook_endpoints SET slow_since = 1000 WHERE id = ?").bind(id).run();
	await deliver({ id: "msg_bulk", endpoint: id, state: "delivered", type: "content.bulk" });
	expect((await page(webhooks.list(), admin)).html).toContain("回應太慢，單獨送");
	const text = (await page(webhooks.show(id), admin)).html;
	expect(text).toContain("回應太慢，單獨送");
	expect(text).toContain("這個官網回應太慢，通知單獨送");
	expect(text).toContain("多筆變更");
	await post(webhooks.disabling(id), { version: await versionOn(webhooks.show(id)) });
	expect((await page(webhooks.show(id), admin)).html).not.toContain("回應太慢");
});
