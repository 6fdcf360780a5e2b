/** Long work in the head of every page, in Chromium: it moves by itself, says its end, and can be put away. */
import assert from "node:assert/strict";
import { after, before, test } from "node:test";
import { patiently } from "#db/commit.ts";
import { paths } from "#http/paths.ts";
import { type AdminServer, openTab, sessionOf, startAdmin, violations } from "../support/admin-server.ts";
import { button, heading, send } from "../support/admin-steps.ts";

const { tasks, works } = paths.admin;
let world: AdminServer;
before(async () => {
	world = await startAdmin();
});
after(() => world?.stop());

const run = (sql: string, ...values: (string | number)[]) =>
	patiently(() =>
		world.env.DB.prepare(sql)
			.bind(...values)
			.run(),
	);
const begin = async () => {
	await run("DELETE FROM works");
	await run(
		`INSERT INTO works (user_id, kind, href, total, done, started_at, touched_at)
		SELECT id, 'roster', '/admin/members/imports', 326, 100, ?1, ?1 + 60000 FROM users WHERE email = 'secretary@example.org'`,
		Date.now() - 60_000,
	);
};
const open = async (more = {}) =>
	openTab(world, { cookies: { session: await sessionOf(world, "secretary@example.org") }, ...more });

test("on every page it says how far it is, goes on by itself, tells its end, and is put away", async () => {
	await begin();
	const { page, errors } = await open();
	await page.goto(tasks.list());
	const head = page.getByRole("complementary", { name: "進行中的工作" });
	await head.getByText("匯入名冊中　已處理 100／326 列，還要約 3 分鐘").waitFor();
	assert.equal(await head.getByRole("progressbar").getAttribute("value"), "100");
	assert.deepEqual(await violations(page), []);
	await run("UPDATE works SET done = 200");
	await head.getByText("已處理 200／326 列").waitFor();
	await run("UPDATE works SET done = total, state = 'done', ended_at = ?", Date.now());
	await head.getByText("匯入名冊完成，共 326 列。").waitFor();
	assert.equal(await page.locator("#say").textContent(), "匯入名冊完成，共 326 列。");
	assert.deepEqual(await violations(page), []);
	assert.equal(await send(page, "知道了 匯入名冊"), 303);
	assert.equal(await heading(page), "進行中的工作");
	await page.goto(tasks.list());
	assert.equal(await head.count(), 0);
	assert.deepEqual(errors, []);
	await page.context().close();
});

for (const [words, options] of [
	["without scripts", { javaScriptEnabled: false }],
	["on a phone in the dark", { viewport: { width: 360, height: 780 }, colorScheme: "dark" as const }],
] as const)
	test(`the page of all work ${words}`, async () => {
		await begin();
		await run(
			`INSERT INTO works (user_id, kind, href, total, done, state, reason, started_at, touched_at, ended_at)
			SELECT id, 'bank', '/admin/bank', 40, 7, 'failed', 'interrupted', ?1, ?1, ?1 FROM users WHERE email = 'secretary@example.org'`,
			Date.now(),
		);
		const { page } = await open(options);
		await page.goto(works.list());
		await page.getByText("匯入名冊中　已處理 100／326 列").waitFor();
		await page.getByText("匯入銀行明細沒有完成：中途中斷，沒有寫入任何資料，請再做一次。").waitFor();
		assert.equal(await page.evaluate("document.documentElement.scrollWidth <= innerWidth"), true);
		if (!("javaScriptEnabled" in options)) assert.deepEqual(await violations(page), []);
		await run("UPDATE works SET done = 300 WHERE kind = 'roster'");
		await page.getByRole("link", { name: "重新整理" }).click();
		await page.getByText("已處理 300／326 列").waitFor();
		assert.equal(await button(page, "知道了 匯入銀行明細").count(), 1);
		await page.context().close();
	});
