/** A new record in Chromium: below the name and the phone stands who has the same already. */
import assert from "node:assert/strict";
import { after, before, test } from "node:test";
import { paths } from "#http/paths.ts";
import { type AdminServer, openTab, sessionOf, startAdmin, violations } from "../support/admin-server.ts";

const { members } = paths.admin;
let world: AdminServer;
let session: string;
let there = 0;
before(async () => {
	world = await startAdmin({
		prepare: async (store) => {
			session = await sessionOf(store, "secretary@example.org");
			there =
				(await store.env.DB.prepare(
					`INSERT INTO members (member_no, name, phone, status, created_at, updated_at)
					VALUES ('Z9100', '閭丘子', '0955123456', 'active', 1, 1) RETURNING id`,
				).first<number>("id")) ?? 0;
		},
	});
});
after(() => world?.stop());

test("the hint names them with a link, goes when the text changes, and loses nothing that is typed", async () => {
	const { page, errors } = await openTab(world, { cookies: { session } });
	await page.goto(members.create());
	await page.locator("x-island[name=picks][data-state=ready]").waitFor();
	const link = page.getByRole("status").getByRole("link", { name: "Z9100 閭丘子（有效）" });
	await page.locator("[name=name]").fill("閭丘子");
	await link.waitFor();
	assert.equal(await link.getAttribute("href"), members.show(there));
	assert.deepEqual(await violations(page), []);
	await page.locator("[name=name]").fill("閭丘子安");
	await link.waitFor({ state: "detached" });
	await page.locator("[name=phone]").fill("0955-123-456");
	await link.waitFor();
	assert.equal(await page.locator("[name=name]").inputValue(), "閭丘子安");
	assert.deepEqual(errors, []);
	await page.context().close();
});
