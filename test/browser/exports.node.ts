/** Taking files away in Chromium: the proof comes first, the button says what happens, and no page is saved as a file. */
import assert from "node:assert/strict";
import { after, before, test } from "node:test";
import { patiently } from "#db/commit.ts";
import { paths } from "#http/paths.ts";
import { DEMO_PASSWORD } from "../../scripts/demo/people.ts";
import { type AdminServer, openTab, sessionOf, startAdmin, violations } from "../support/admin-server.ts";
import { button, field } from "../support/admin-steps.ts";
import { BANK_ROWS, bankCsv } from "../support/bank-files.ts";

const { members, tasks, bank } = paths.admin;
/** The same statement of the month after. */
const MORE = BANK_ROWS.map((row) => row.map((cell) => cell.replace("113/11/", "113/12/")));
const MAKING = "製作檔案中...";
let world: AdminServer;
const sessions = { secretary: "", cashier: "", admin: "" };

before(async () => {
	world = await startAdmin({
		prepare: async (store) => {
			sessions.secretary = await sessionOf(store, "secretary@example.org");
			sessions.admin = await sessionOf(store, "admin@example.org");
			sessions.cashier = await sessionOf(store, "cashier@example.org");
			const times = "created_at, updated_at";
			for (const statement of [
				`INSERT INTO members (name, status, ${times}) SELECT '會員' || i, 'active', 1, 1
				FROM (WITH RECURSIVE n (i) AS (SELECT 1 UNION ALL SELECT i + 1 FROM n WHERE i < 60) SELECT i FROM n)`,
				`INSERT INTO tasks (title, rank, ${times}) VALUES ('寄會刊', 1, 1, 1)`,
				`INSERT INTO bank_accounts (kind, name, number, account_id, ${times})
				SELECT 'bank', '會費專戶', '012', id, 1, 1 FROM accounts WHERE code = '1130'`,
			])
				await store.env.DB.prepare(statement).run();
		},
	});
});
after(() => world?.stop());

const open = (who: keyof typeof sessions, more = {}) =>
	openTab(world, { cookies: { session: sessions[who] }, ...more });
const letTimePass = (minutes: number) =>
	patiently(() =>
		world.env.DB.prepare("UPDATE sessions SET authenticated_at = ?1")
			.bind(Date.now() - minutes * 60_000)
			.run(),
	);

test("more than fifty members are taken away after the password, which then counts for half an hour", async () => {
	const { page, errors } = await open("secretary");
	await letTimePass(31);
	await page.goto(members.exports());
	await page.waitForURL(/\/account\/confirmation\?next=/);
	await field(page, "密碼").fill(DEMO_PASSWORD);
	await button(page, "確認").click();
	await page.waitForURL(members.exports());
	assert.deepEqual(await violations(page), []);
	const csv = page.getByRole("button", { name: "下載 CSV 檔" });
	await page.evaluate(
		`new MutationObserver(() => { globalThis.said = document.body.innerText.includes("${MAKING}") || globalThis.said })
			.observe(document.body, { childList: true, subtree: true })`,
	);
	const [file] = await Promise.all([page.waitForEvent("download"), csv.click()]);
	assert.match(
		await file
			.createReadStream()
			.then((stream) => stream.toArray())
			.then(String),
		/會員60/,
	);
	assert.equal(await page.evaluate("globalThis.said"), true);
	await csv.waitFor();
	assert.equal(await csv.getAttribute("aria-disabled"), null);
	assert.deepEqual(errors, []);
});

test("a list that became empty meanwhile is said on its page, and no page is saved in place of the file", async () => {
	const { page, errors } = await open("admin");
	await page.goto(tasks.list());
	const saved: string[] = [];
	page.on("download", (one) => saved.push(one.suggestedFilename()));
	await world.env.DB.prepare("UPDATE tasks SET status = 'dropped', closed_at = 1, version = version + 1").run();
	await page.getByRole("button", { name: "匯出" }).click();
	await Promise.all([page.waitForEvent("load"), page.getByRole("link", { name: "下載 CSV" }).click()]);
	await page.getByText("沒有可以匯出的任務。").waitFor();
	assert.deepEqual([saved, errors], [[], []]);
	assert.match(page.url(), /\/admin\/tasks$/);
});

test("a statement that comes in shows how far it is; without scripts it is there in the end too", async () => {
	for (const javaScriptEnabled of [true, false]) {
		const { page } = await open("cashier", { javaScriptEnabled });
		await page.goto(bank.statements());
		const buffer = Buffer.from(bankCsv(javaScriptEnabled ? BANK_ROWS : MORE));
		await page.locator("input[type=file]").setInputFiles({ name: "明細.csv", mimeType: "text/csv", buffer });
		await page.locator("form[enctype] button[type=submit]").click();
		await page.waitForURL(/\/admin\/bank\/statements\/\d+$/);
		if (javaScriptEnabled) {
			await page.locator("x-island[name=long-work][data-state=ready]").waitFor();
			await page.route("**/application", async (route) => {
				await page.locator("progress[aria-label=匯入明細]").waitFor();
				await route.continue();
			});
		}
		await page.getByRole("button", { name: /^匯入 \d+ 筆明細/ }).click();
		await page.getByText("已匯入").first().waitFor();
	}
});
