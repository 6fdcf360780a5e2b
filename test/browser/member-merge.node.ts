/** 合併 in Chromium: from the list of possible duplicates to one record, with a script and without. */
import assert from "node:assert/strict";
import { after, before, test } from "node:test";
import type { Page } from "playwright-core";
import { createMember } from "#domain/people/members/actions.ts";
import { paths } from "#http/paths.ts";
import { byOperator } from "#kernel/by.ts";
import { type AdminServer, openTab, sessionOf, startAdmin, violations } from "../support/admin-server.ts";
import { input } from "../support/member-input.ts";

const { members } = paths.admin;
let world: AdminServer;
let session = "";
const ids = new Map<string, number>();

before(async () => {
	world = await startAdmin({
		prepare: async (store) => {
			session = await sessionOf(store, "secretary@example.org");
			const keys = { ...store.env, ...store.secrets };
			const record = (said: Parameters<typeof input>[0]) =>
				createMember(keys, store.db, {
					input: input(said),
					source: "admin",
					status: "active",
					by: byOperator(Date.now()),
				});
			for (const name of ["呂可欣", "詹可欣"]) {
				ids.set(
					`${name} kept`,
					await record({ name, member_no: `A-${name === "呂可欣" ? 1 : 2}`, phone: "0955000111" }),
				);
				ids.set(`${name} other`, await record({ name, phone: "0955000222", email: "kehsin@example.org" }));
			}
		},
	});
});
after(() => world?.stop());

const radio = (page: Page, part: string, side: string) => page.locator(`[name=pick_${part}][value=${side}]`);

for (const [how, name, javaScriptEnabled] of [
	["with a script", "呂可欣", true],
	["without one", "詹可欣", false],
] as const)
	test(`two records become one, ${how}, on a telephone`, async () => {
		const { page, errors } = await openTab(world, {
			cookies: { session },
			viewport: { width: 360, height: 740 },
			javaScriptEnabled,
		});
		const [kept, other] = [ids.get(`${name} kept`), ids.get(`${name} other`)];
		await page.goto(members.duplicates());
		await page.getByRole("link", { name: new RegExp(`^比對合併\\s*：${name}與${name}`) }).click();
		await page.waitForURL(`**${members.merge(kept ?? 0)}?with=${other}`);
		assert.equal(await radio(page, "phone", "kept").isChecked(), true);
		assert.equal(await radio(page, "email", "other").isChecked(), true);
		if (javaScriptEnabled) {
			assert.deepEqual(await violations(page), []);
			await radio(page, "phone", "kept").focus();
			await page.keyboard.press("ArrowDown");
		} else await radio(page, "phone", "other").check();
		await page.getByRole("button", { name: "確認合併" }).click();
		await page.waitForURL(`**${members.show(kept ?? 0)}`);
		const main = await page.locator("main").textContent();
		assert.match(main ?? "", /0955 000 222/);
		assert.match(main ?? "", /kehsin@example\.org/);
		await page.goto(members.show(other ?? 0));
		assert.equal(new URL(page.url()).pathname, members.show(kept ?? 0));
		assert.deepEqual(errors, []);
	});
