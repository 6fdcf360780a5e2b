import { createExecutionContext, env, waitOnExecutionContext } from "cloudflare:test";
import { beforeEach, expect, test } from "vitest";
import { app } from "#app.ts";
import { open } from "#db/commit.ts";
import { storeFile } from "#domain/system/files/actions.ts";
import { readSettings, saveSettings } from "#domain/system/settings/actions.ts";
import type { Group } from "#domain/system/settings/schema.ts";
import { paths } from "#http/paths.ts";
import { byUser } from "#kernel/by.ts";
import { cells, fieldValue, newestAudit, page, shown, tripsOf } from "../../support/pages.ts";
import { ask, type Person, signIn } from "../../support/people.ts";
import { REAL } from "../../support/pictures.ts";
import { withQueueKept } from "../../support/webhooks.ts";

const db = open(env.DB);
const { settings } = paths.admin;
const GROUPS: Group[] = ["association", "statutes", "receipts", "fees", "site", "mail", "security"];
let admin: Person;

beforeEach(async () => {
	admin = await signIn({ name: "林書瑜", permissions: ["settings.manage"] });
	await env.DB.prepare("DELETE FROM settings").run();
});

/** What the page's own form would send, with these fields changed. */
async function formOf(group: Group, changed: Record<string, string> = {}): Promise<Record<string, string | string[]>> {
	const { values } = await readSettings(db, group);
	const fields = Object.entries(values).flatMap(([name, value]) =>
		value === false ? [] : [[name, Array.isArray(value) ? value.map(String) : String(value ?? "")]],
	);
	const version = fieldValue(await page(settings.group(group), admin), "version") ?? "";
	return { ...Object.fromEntries(fields), version, ...changed };
}
const send = async (group: Group, form: Record<string, string | string[]>) =>
	ask(settings.group(group), { as: admin, form });
/** Somebody else saves meanwhile. */
async function theySave(values: Record<string, unknown>): Promise<void> {
	const other = await signIn({ name: "對方" });
	const now = await readSettings(db, "fees");
	await saveSettings(db, "fees", {
		...byUser(other.userId, null, Date.now()),
		version: now.version,
		values: { ...now.values, ...values },
	});
}

test("the page without a group goes to the first one; an unknown group is missing", async () => {
	const answer = await ask(settings.show(), { as: admin });
	expect([answer.status, answer.headers.get("Location")]).toEqual([303, "/admin/settings/association"]);
	expect((await ask(settings.group("nothing"), { as: admin })).status).toBe(404);
	expect((await ask(settings.history("constructor"), { as: admin })).status).toBe(404);
});

test.each(GROUPS)("%s: saved as shown it changes nothing", async (group) => {
	const answer = await send(group, await formOf(group));
	expect([answer.status, answer.headers.get("Location")]).toEqual([303, settings.group(group)]);
	expect(await env.DB.prepare("SELECT count(*) AS n FROM settings").first("n")).toBe(0);
	expect(
		(await shown(await ask(settings.group(group), { as: admin }))).elements.filter(
			({ attributes }) => attributes["aria-current"] === "page" && attributes.href === settings.group(group),
		),
	).toHaveLength(1);
});

test("a change is stored as people type it, told in the audit log, and in the history with from and to", async () => {
	const answer = await send("fees", await formOf("fees", { annual_fee: "１,２００", grace_months: "0" }));
	expect(answer.status).toBe(303);
	expect((await readSettings(db, "fees")).values).toMatchObject({ annual_fee: 1200, grace_months: 0 });
	expect(await newestAudit(1)).toEqual(["settings.update settings fees annual_fee, grace_months"]);
	expect(cells(await page(settings.history("fees"), admin)).slice(0, 2)).toEqual([
		["寬限期", expect.stringContaining("改為0 個月"), "林書瑜", "剛剛"],
		["常年會費", expect.stringContaining("改為1,200 元"), "林書瑜", "剛剛"],
	]);
	const seen = await page(settings.group("fees"), admin);
	expect(fieldValue(seen, "annual_fee")).toBe("1,200");
	expect(seen.html).toContain("已經產生的應繳會費維持原來的金額。");
});

test("what is wrong is said beside its field, and nothing typed is lost", async () => {
	const form = await formOf("association", { name: "", tax_id: "12345678", address: '"><script>alert(1)</script>' });
	const answer = await shown(await send("association", form));
	expect(answer.status).toBe(422);
	const errors = answer.elements.filter(({ attributes }) => attributes.class === "error").map(({ text }) => text);
	expect(errors).toEqual(["請填寫協會名稱。", "統一編號不正確，請檢查 8 位數字。"]);
	expect(fieldValue(answer, "address")).toBe("&quot;>&lt;script>alert(1)&lt;/script>");
	expect(answer.elements.filter(({ name, attributes }) => name === "script" && !attributes.src)).toEqual([]);
	expect((await readSettings(db, "association")).version).toBe(Number(form.version));
});

test("the statutes say beside the field what they lack, and what follows from the registration", async () => {
	const form = await formOf("statutes", { gift_stamp: "exempt", gift_stamp_words: "免納印花稅" });
	const refused = await shown(await send("statutes", form));
	expect(refused.status).toBe(422);
	const errors = refused.elements.filter(({ attributes }) => attributes.class === "error").map(({ text }) => text);
	expect(errors).toEqual(["沒有法人登記，捐款收據不能免納印花稅（印花稅法 §6 十四）。請先填法人登記，或選其他方式。"]);
	await send("receipts", await formOf("receipts", { donation_note: "免貼印花", permit_no: "衛部救字第 1 號" }));
	const warned = await page(settings.group("receipts"), admin);
	expect(warned.html).toContain("還沒有填法人登記，請檢查收據的附註");
	expect(warned.html).toContain("公益勸募條例 §5");
	const registered = { court: "臺灣臺北地方法院", court_no: "第 1 號", court_date: "112/3/5" };
	expect((await send("statutes", { ...form, ...registered })).status).toBe(303);
	expect((await readSettings(db, "statutes")).values).toMatchObject({ gift_stamp: "exempt", court_date: "2023-03-05" });
	expect((await page(settings.group("receipts"), admin)).html).not.toContain("還沒有填法人登記");
	expect((await page(settings.group("statutes"), admin)).html).toContain("已完成法人登記");
});

test("two at once: theirs where only they changed, mine where only I did, a choice where both did", async () => {
	const form = await formOf("fees", { annual_fee: "1,500", entrance_fee: "800" });
	await theySave({ annual_fee: 1200, grace_months: 6 });
	const answer = await shown(await send("fees", form));
	expect(answer.status).toBe(409);
	expect(["annual_fee", "entrance_fee", "grace_months"].map((name) => fieldValue(answer, name))).toEqual([
		"1,500",
		"800",
		"6",
	]);
	const legends = answer.elements.filter(({ name }) => name === "legend").map(({ text }) => text);
	expect(legends).toEqual(["常年會費"]);
	expect(fieldValue(answer, "_theirs.annual_fee")).toBe("1,200");
	const again = { ...form, grace_months: "6", version: fieldValue(answer, "version") ?? "" };
	await send("fees", { ...again, "_take.annual_fee": "theirs", "_theirs.annual_fee": "1,200" });
	expect((await readSettings(db, "fees")).values).toMatchObject({
		annual_fee: 1200,
		entrance_fee: 800,
		grace_months: 6,
	});
});

test("a stale form that also has a mistake shows both", async () => {
	const form = await formOf("fees", { annual_fee: "many" });
	await theySave({ annual_fee: 1300 });
	const answer = await shown(await send("fees", form));
	expect(answer.status).toBe(422);
	expect(fieldValue(answer, "annual_fee")).toBe("many");
	expect(fieldValue(answer, "_theirs.annual_fee")).toBe("1,300");
});

test("the rules of sign-in ask for a fresh password, and keep what was sent", async () => {
	const stale = await signIn({ permissions: ["settings.manage"], authenticatedAt: Date.now() - 11 * 60_000 });
	const form = await formOf("security", { require_second_factor: "true" });
	const answer = await ask(settings.group("security"), { as: stale, form });
	expect(answer.status).toBe(403);
	expect(fieldValue(await shown(answer), "require_second_factor")).toBe("true");
	expect((await send("security", form)).status).toBe(303);
	expect((await readSettings(db, "security")).values.require_second_factor).toBe(true);
	await env.DB.prepare("DELETE FROM settings").run();
});

test("what the Worker's own variables say stands beside what is not set", async () => {
	const before = await page(settings.group("site"), admin);
	expect(before.html).toContain(`目前使用部署時的設定：${env.PUBLIC_SITE_ORIGIN}`);
	expect(
		before.elements.find(({ attributes }) => attributes.name === "PREVIEW_ORIGIN_PATTERN")?.attributes.placeholder,
	).toBe(env.PREVIEW_ORIGIN_PATTERN);
	await send("site", await formOf("site", { PUBLIC_SITE_ORIGIN: "https://www.example.net/news?x=1" }));
	const after = await page(settings.group("site"), admin);
	expect(fieldValue(after, "PUBLIC_SITE_ORIGIN")).toBe("https://www.example.net");
	expect(after.html).not.toContain(`目前使用部署時的設定：${env.PUBLIC_SITE_ORIGIN}`);
});

/** Sends a file as a browser's form does. */
async function upload(bytes: Uint8Array, filename: string, type: string): Promise<Response> {
	const body = new FormData();
	body.append("_key", crypto.randomUUID());
	body.append("file", new File([bytes], filename, { type }));
	const context = createExecutionContext();
	const headers = { Cookie: admin.cookie, "Sec-Fetch-Site": "same-origin" };
	const request = new Request(`http://localhost:8787${settings.logo()}`, { method: "POST", headers, body });
	const answer = await app.fetch(request, env, context);
	await waitOnExecutionContext(context);
	return answer;
}
const logoId = async () => (await readSettings(db, "association")).values.logo_file_id;

test("the logo: shown to everybody and kept by browsers, replaced, taken away", async () => {
	expect((await upload(REAL.png, "標誌.png", "image/png")).status).toBe(303);
	const first = (await logoId()) ?? 0;
	expect(await newestAudit(2)).toEqual([
		`file.create file ${first} logo`,
		"settings.update settings association logo_file_id",
	]);
	const answer = await ask(paths.logo(first));
	expect([answer.status, answer.headers.get("Content-Type"), answer.headers.get("Cache-Control")]).toEqual([
		200,
		"image/png",
		"public, max-age=31536000, immutable",
	]);
	expect((await answer.arrayBuffer()).byteLength).toBeGreaterThan(50);
	const seen = await page(settings.group("association"), admin);
	expect(seen.elements.find(({ name }) => name === "img")?.attributes.src).toBe(paths.logo(first));

	expect((await upload(REAL.webpLossy, "b.webp", "image/webp")).status).toBe(303);
	const second = (await logoId()) ?? 0;
	expect(second).not.toBe(first);
	expect((await ask(paths.logo(first))).status).toBe(404);
	expect((await page(settings.logoRemoval(), admin)).html).toContain("圖檔也會刪除");
	expect((await ask(settings.logoRemoval(), { as: admin, form: {} })).status).toBe(303);
	expect([await logoId(), (await ask(paths.logo(second))).status]).toEqual([null, 404]);
	expect((await env.FILES.list({ prefix: "private/" })).objects).toEqual([]);
	expect((await ask(settings.logoRemoval(), { as: admin })).headers.get("Location")).toBe(
		settings.group("association"),
	);
});

test("the address of the logo shows no other file, even where the setting names it", async () => {
	const proof = { filename: "a.png", declaredType: "image/png", bytes: REAL.png };
	const by = byUser(admin.userId, null, Date.now());
	const file = await storeFile(env, db, { purpose: "payment_proof", upload: proof, by });
	await send("association", await formOf("association", { logo_file_id: String(file.id) }));
	expect(await logoId()).toBe(file.id);
	expect((await ask(paths.logo(file.id))).status).toBe(404);
	const logo = await storeFile(env, db, { purpose: "logo", upload: proof, by });
	expect((await ask(paths.logo(logo.id))).status).toBe(404);
});

test.each([
	["no picture", new TextEncoder().encode("<svg onload=alert(1)>"), "a.svg", "image/svg+xml", "不接受這種檔案"],
	["one that lies", new TextEncoder().encode("<html>"), "a.png", "image/png", "與副檔名不符"],
	["one of 1.5 MB", new Uint8Array(1_500_000).fill(1), "a.png", "image/png", "檔案太大"],
])("a logo that is %s is refused beside its field", async (_, bytes, filename, type, words) => {
	const answer = await shown(await upload(bytes, filename, type));
	expect(answer.status).toBe(422);
	expect(answer.elements.find(({ attributes }) => attributes.id === "logo-file-error")?.text).toContain(words);
	expect(await logoId()).toBe(null);
});

test("no file chosen", async () => {
	const answer = await shown(await ask(settings.logo(), { as: admin, form: {} }));
	expect([answer.status, answer.html.includes("請重新選擇檔案")]).toEqual([422, true]);
});

/** Asks for a test mail; returns where it leads, and what was put on the queue. */
async function testMail() {
	const { env: worker, sent } = withQueueKept();
	const context = createExecutionContext();
	const headers = { Cookie: admin.cookie, "Sec-Fetch-Site": "same-origin" };
	const request = new Request(`http://localhost:8787${settings.mailTest()}`, {
		method: "POST",
		headers,
		body: new URLSearchParams(),
	});
	const answer = await app.fetch(request, worker, context);
	await waitOnExecutionContext(context);
	return { to: answer.headers.get("Location"), sent: sent.map(({ body }) => body.type) };
}

test("a test mail goes to whoever asks, at once", async () => {
	expect(await testMail()).toEqual({ to: settings.group("mail"), sent: ["mail.due"] });
	const { results } = await env.DB.prepare("SELECT template, user_id, state FROM mail_messages").all();
	expect(results).toEqual([{ template: "mail_test", user_id: admin.userId, state: "queued" }]);
	expect(await newestAudit(1)).toEqual([expect.stringMatching(/^mail\.test mail msg_\w+ mail_test$/)]);
});

test("somebody without an address gets none", async () => {
	await env.DB.batch(["mail_messages", "notifications"].map((table) => env.DB.prepare(`DELETE FROM ${table}`)));
	await env.DB.prepare("UPDATE users SET email = NULL, phone = '0912345678' WHERE id = ?").bind(admin.userId).run();
	expect(await testMail()).toEqual({ to: settings.group("mail"), sent: [] });
	expect(await env.DB.prepare("SELECT count(*) AS n FROM mail_messages").first("n")).toBe(0);
});

test("one round trip besides the session, whatever was changed", async () => {
	const trips = () =>
		Promise.all([...GROUPS.map(settings.group), settings.history("fees")].map((path) => tripsOf(path, admin)));
	expect(await trips()).toEqual(Array(GROUPS.length + 1).fill(2));
	await send("fees", await formOf("fees", { annual_fee: "1", entrance_fee: "2", grace_months: "1" }));
	expect(await trips()).toEqual(Array(GROUPS.length + 1).fill(2));
});

test("nobody without the permission", async () => {
	const other = await signIn({ permissions: ["audit.view", "webhooks.manage"] });
	for (const path of [settings.show(), ...GROUPS.map(settings.group), settings.history("fees"), settings.logoRemoval()])
		expect([path, (await ask(path, { as: other })).status]).toEqual([path, 403]);
	for (const path of [...GROUPS.map(settings.group), settings.logo(), settings.logoRemoval(), settings.mailTest()])
		expect([path, (await ask(path, { as: other, form: {} })).status]).toEqual([path, 403]);
});
