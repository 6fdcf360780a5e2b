/** Recording payments in Chromium: ten with few presses, the field for the payer, each method's fields, no scripts. */
import assert from "node:assert/strict";
import { after, before, test } from "node:test";
import type { Page } from "playwright-core";
import { paths } from "#http/paths.ts";
import { type AdminServer, openTab, sessionOf, startAdmin, violations } from "../support/admin-server.ts";
import { button, field, follow } from "../support/admin-steps.ts";
import { owingMembers } from "../support/owing-members.ts";

const { payments } = paths.admin;
const MANY = 10;
/** The surname of the people of this test, which nobody else has. */
const SURNAME = "閭";
let world: AdminServer;
let session: string;

before(async () => {
	world = await startAdmin({
		prepare: async (store) => {
			session = await sessionOf(store, "secretary@example.org");
			const at = Date.now();
			for (const [kind, code] of [
				["bank", "1120"],
				["postal", "1140"],
			])
				await store.env.DB.prepare(
					`INSERT INTO bank_accounts (kind, name, number, account_id, created_at, updated_at)
					SELECT '${kind}', '帳戶 ${kind}', '0001', id, ${at}, ${at} FROM accounts WHERE code = '${code}'`,
				).run();
			await owingMembers(store, SURNAME);
		},
	});
});
after(() => world?.stop());

const open = (more: Parameters<typeof openTab>[1] = {}) => openTab(world, { cookies: { session }, ...more });
const ready = (page: Page, name = "search-picks") => page.locator(`x-island[name=${name}][data-state=ready]`).waitFor();
const offers = (page: Page) => page.getByRole("listbox", { name: "繳款的會員" });
const focused = (page: Page) => page.evaluate("document.activeElement.name ?? ''");

test("ten payments take two presses each besides the name, and none is recorded twice", async () => {
	const { page, errors } = await open();
	let presses = 0;
	const press = async (key: string): Promise<void> => {
		presses += 1;
		await page.keyboard.press(key);
	};
	await page.goto(payments.create());
	for (let nth = 0; nth < MANY; nth++) {
		await ready(page);
		await page.locator("main [name=q]:focus").waitFor();
		const name = `${SURNAME}${"甲乙丙丁戊己庚辛壬癸"[nth]}`;
		await page.keyboard.insertText(name);
		await press("Enter");
		await page.waitForURL(/member=/);
		await ready(page, "payment-entry");
		assert.equal(await focused(page), "amount");
		assert.equal(await page.locator("[data-sum]").textContent(), `${(1000 + nth).toLocaleString("en-US")} 元`);
		await press("Enter");
		await page.locator(".flash", { hasText: `${name}，${(1000 + nth).toLocaleString("en-US")} 元` }).waitFor();
	}
	assert.equal(presses, 2 * MANY);
	await page.goto(`${payments.list()}?status=submitted&q=${encodeURIComponent(SURNAME)}`);
	assert.equal(await page.locator("main tbody tr").count(), MANY);
	assert.deepEqual(errors, []);
	await page.context().close();
});

test("the field offers who owes, finds by number, closes by Esc, and is not disturbed by an input method", async () => {
	const { page, errors } = await open();
	await page.goto(payments.create());
	await ready(page);
	await page.keyboard.press("Enter");
	assert.equal(new URL(page.url()).search, "");
	await page.keyboard.press("ArrowDown");
	await offers(page).getByRole("option").first().waitFor();
	assert.equal(await offers(page).locator("[aria-selected=true]").count(), 0);
	const input = page.getByRole("combobox", { name: "用會員編號、姓名或電話尋找繳款的會員" });
	assert.equal(await input.getAttribute("aria-expanded"), "true");
	await page.keyboard.press("ArrowUp");
	assert.equal(
		await input.getAttribute("aria-activedescendant"),
		await offers(page).getByRole("option").last().getAttribute("id"),
	);
	assert.deepEqual(await violations(page), []);
	await page.keyboard.press("Escape");
	assert.deepEqual([await offers(page).count(), await input.getAttribute("aria-expanded")], [0, "false"]);
	await page.keyboard.type("Z9010");
	await offers(page).getByText(`${SURNAME}子`).waitFor();
	await input.dispatchEvent("keydown", { key: "Enter", isComposing: true });
	await input.dispatchEvent("keydown", { key: "Enter", keyCode: 229 });
	assert.equal(new URL(page.url()).search, "");
	assert.equal(await offers(page).count(), 1);
	await page.keyboard.press("Control+a");
	await page.keyboard.type("nobody");
	await page.locator(".offers", { hasText: "找不到「nobody」" }).waitFor();
	assert.deepEqual(errors, []);
	await page.context().close();
});

test("Enter that comes before the answer opens who was typed last, not who was found before", async () => {
	const { page } = await open();
	await page.goto(payments.create());
	await ready(page);
	await page.keyboard.type("Z9010");
	await offers(page).getByText(`${SURNAME}子`).waitFor();
	const pressed = Promise.withResolvers<void>();
	await page.route(/q=Z9011/, async (route) => {
		await pressed.promise;
		await route.continue();
	});
	await page.keyboard.press("Backspace");
	await page.keyboard.type("1");
	await page.keyboard.press("Enter");
	pressed.resolve();
	await page.getByRole("heading", { level: 2, name: `${SURNAME}丑` }).waitFor();
	await page.context().close();
});

test("what is typed and pressed before the code of the offers has come is answered once it has", async () => {
	const { page, errors } = await open();
	const asked = Promise.withResolvers<void>();
	const come = Promise.withResolvers<void>();
	await page.route(/\/search-picks-[^/]+\.js$/, async (route) => {
		asked.resolve();
		await come.promise;
		await route.continue();
	});
	await page.goto(payments.create());
	await ready(page);
	await page.keyboard.insertText("Z9010");
	await page.keyboard.press("Enter");
	await asked.promise;
	assert.equal(new URL(page.url()).search, "");
	come.resolve();
	await page.getByRole("heading", { level: 2, name: `${SURNAME}子` }).waitFor();
	assert.deepEqual(errors, []);
	await page.context().close();
});

test("an arrow and a click before the code has come open the offers; without the code Enter searches", async () => {
	for (const press of [
		(page: Page) => page.keyboard.press("ArrowDown"),
		(page: Page) => page.locator("main [name=q]").click(),
	]) {
		const { page } = await open();
		await page.goto(payments.create());
		await ready(page);
		await press(page);
		await offers(page).getByRole("option").first().waitFor();
		await page.context().close();
	}
	const { page } = await open();
	await page.route(/\/search-picks-[^/]+\.js$/, (route) => route.abort());
	await page.goto(payments.create());
	await ready(page);
	await page.keyboard.insertText("Z9010");
	await page.keyboard.press("Enter");
	await page.waitForURL(/q=Z9010/);
	await page.getByRole("link", { name: `${SURNAME}子` }).waitFor();
	await page.context().close();
});

test("syllables that are composed while the code comes are no question; the word is", async () => {
	const { page, errors } = await open();
	const questions: string[] = [];
	page.on("request", (request) => {
		const asks = new URL(request.url()).searchParams.get("q");
		if (asks !== null) questions.push(asks);
	});
	await page.goto(payments.create());
	await ready(page);
	const session = await page.context().newCDPSession(page);
	const code = page.waitForResponse(/\/search-picks-[^/]+\.js$/);
	await session.send("Input.imeSetComposition", { text: "ㄌㄩˊ", selectionStart: 3, selectionEnd: 3 });
	const role = `import("${(await code).url()}").then(() => document.querySelector("main [name=q]").role)`;
	assert.equal(await page.evaluate(role), null);
	await session.send("Input.insertText", { text: SURNAME });
	await offers(page).getByRole("option").first().waitFor();
	assert.deepEqual(questions, [SURNAME]);
	assert.deepEqual(errors, []);
	await page.context().close();
});

test("each method asks for its own fields alone; what was typed for another is not sent", async () => {
	const { page, errors } = await open();
	await page.goto(`${payments.create()}?q=Z9012`);
	await follow(page, page.getByRole("link", { name: `${SURNAME}寅` }));
	await ready(page, "payment-entry");
	const shown = async (): Promise<string[]> => {
		const names = ["帳號末五碼", "收款帳戶", "劃撥手續費"];
		const seen = await Promise.all(names.map((name) => page.getByLabel(name).isVisible()));
		return names.filter((_, at) => seen[at]);
	};
	const accounts = () =>
		page.evaluate(
			"[...document.querySelector('[name=account]').options].filter((one) => !one.hidden).map((one) => one.text)",
		);
	assert.deepEqual(await shown(), ["帳號末五碼", "收款帳戶"]);
	assert.deepEqual(await accounts(), ["不指定", "帳戶 bank　0001"]);
	await page.locator("[name=last5]").fill("40718");
	await page.getByText("郵政劃撥", { exact: true }).click();
	assert.deepEqual(await shown(), ["收款帳戶", "劃撥手續費"]);
	assert.deepEqual(await accounts(), ["不指定", "帳戶 postal　0001"]);
	await page.getByText("現金", { exact: true }).click();
	assert.deepEqual(await shown(), []);
	await page.locator("[name=donation]").fill("500");
	assert.equal(await page.locator("[data-sum]").textContent(), "1,512 元");
	assert.equal(await field(page, "實收金額").inputValue(), "1,512");
	assert.deepEqual(await violations(page), []);
	await Promise.all([
		page.waitForRequest((sent) => sent.method() === "POST" && !(sent.postData() ?? "").includes("40718")),
		page.keyboard.press("Control+s"),
	]);
	await page.locator(".flash", { hasText: `${SURNAME}寅，1,512 元` }).waitFor();
	assert.deepEqual(errors, []);
	await page.context().close();
});

test("without a script: who owes is a list of links, all fields stand there, and the next one follows", async () => {
	const { page } = await open({ javaScriptEnabled: false });
	await page.goto(payments.create());
	await follow(page, page.getByRole("link", { name: `${SURNAME}子` }));
	for (const name of ["帳號末五碼", "收款帳戶"]) assert.equal(await page.getByLabel(name).isVisible(), true);
	assert.equal(await field(page, "實收金額").inputValue(), "");
	await follow(page, button(page, "登錄，送交核對"));
	await page.locator(".flash", { hasText: `${SURNAME}子，1,010 元` }).waitFor();
	assert.equal(new URL(page.url()).pathname, payments.create());
	await page.context().close();
});
