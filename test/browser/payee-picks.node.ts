/** The payee of a request in Chromium: offered while the name is typed, by keyboard; any other name may be typed too. */
import assert from "node:assert/strict";
import { after, before, test } from "node:test";
import type { Page } from "playwright-core";
import { paths } from "#http/paths.ts";
import { type AdminServer, openTab, sessionOf, startAdmin, violations } from "../support/admin-server.ts";

let world: AdminServer;
let session: string;
before(async () => {
	world = await startAdmin({
		prepare: async (store) => {
			session = await sessionOf(store, "applicant@example.org");
			for (const [name, taxId] of [
				["閭丘文具行", "53212539"],
				["閭丘文具總行", "12345675"],
			])
				await store.env.DB.prepare(
					`INSERT INTO payees (kind, name, name_folded, seal_id, tax_id, created_at, updated_at)
					VALUES ('company', ?1, ?1, ?1, ?2, 1, 1)`,
				)
					.bind(name, taxId)
					.run();
		},
	});
});
after(() => world?.stop());

const name = (page: Page) => page.locator("[name=payee_name]");
const taxId = (page: Page) => page.locator("[name=payee_tax_id]").inputValue();

test("the arrows choose one, Enter fills in what is known and sends nothing; without a choice the name stays as typed", async () => {
	const { page, errors } = await openTab(world, { cookies: { session } });
	await page.goto(`${paths.admin.finance.create()}?kind=vendor`);
	await name(page).focus();
	await page.locator("x-island[name=picks][data-state=ready]").waitFor();
	const { href } = new URL(page.url());
	await name(page).pressSequentially("閭丘");
	const options = page.getByRole("listbox", { name: "受款人" }).getByRole("option");
	await options.nth(1).waitFor();
	assert.deepEqual(await violations(page), []);
	assert.equal(await page.getByRole("option", { selected: true }).count(), 0);
	await name(page).press("ArrowDown");
	await name(page).press("ArrowDown");
	assert.equal(await options.nth(1).getAttribute("aria-selected"), "true");
	await name(page).press("Enter");
	assert.deepEqual([await name(page).inputValue(), await taxId(page)], ["閭丘文具行", "53212539"]);
	assert.equal(page.url(), href);
	// The whole name of the only one that fits fills in the rest, which nobody typed, by itself.
	await page.evaluate("document.getElementById('say').textContent = ''");
	await name(page).fill("");
	await name(page).pressSequentially("閭丘文具總行");
	await page.locator("#say", { hasText: "已選擇受款人。" }).waitFor({ state: "attached" });
	assert.equal(await taxId(page), "12345675");
	await name(page).pressSequentially("二店");
	await options.first().waitFor({ state: "detached" });
	assert.equal(await name(page).inputValue(), "閭丘文具總行二店");
	assert.deepEqual(errors, []);
	await page.context().close();
});
