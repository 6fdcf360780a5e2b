/** Expense requests in Chromium: the keys of the vouchers and of the queue, the next one after a decision, no scripts. */
import assert from "node:assert/strict";
import { after, before, test } from "node:test";
import type { Page } from "playwright-core";
import { createDocument, submitDocument } from "#domain/books/finance/actions.ts";
import { paths } from "#http/paths.ts";
import { byUser } from "#kernel/by.ts";
import {
	type AdminServer,
	openTab,
	type Store,
	sessionOf,
	startAdmin,
	type Tab,
	violations,
} from "../support/admin-server.ts";
import { REAL } from "../support/pictures.ts";
import { awake, ISLAND_CODE } from "../support/review-island.ts";

const { finance } = paths.admin;
const MANY = 3;
let world: AdminServer;
let session = "";
const ids: number[] = [];

before(async () => {
	world = await startAdmin({
		prepare: async (store) => {
			session = await sessionOf(store, "cashier@example.org");
			await fill(store);
		},
	});
});
after(() => world?.stop());

/** Requests that wait for the cashier before all others, each with two pictures and a PDF. */
async function fill({ db, ...store }: Store): Promise<void> {
	const env = { ...store.env, ...store.secrets };
	const userId = await env.DB.prepare("SELECT id FROM users WHERE email = 'applicant@example.org'").first<number>("id");
	assert.ok(userId);
	for (let nth = 0; nth < MANY; nth++) {
		const by = { ...byUser(userId, null, 1_000_000_000_000 + nth), userId };
		const id = await createDocument(env, db, {
			input: {
				...{
					kind: "vendor",
					title: `郵資 ${nth + 1}`,
					purpose: "通知",
					payeeName: "中華郵政",
					payeeTaxId: null,
					payeeUserId: null,
				},
				...{ payeeMemberId: null, payBy: "cash", payeeBank: "", payeeAccount: "", wantedOn: null, projectId: null },
				...{
					incomeTax: 0,
					nhi: 0,
					noAttachmentReason: null,
					advanceId: null,
					refundOf: null,
					paymentId: null,
					bankLineId: null,
				},
				lines: [{ summary: "郵票", amount: 900 + nth }],
			},
			uploads: [
				{ filename: "一.png", declaredType: "image/png", bytes: REAL.png },
				{ filename: "二.png", declaredType: "image/png", bytes: REAL.png },
				{ filename: "三.pdf", declaredType: "application/pdf", bytes: new TextEncoder().encode("%PDF-1.4\n%%EOF\n") },
			],
			key: `desk-${nth}`,
			by,
		});
		await submitDocument(db, { ref: { id, version: 1 }, by });
		ids.push(id);
	}
}

const open = (more: Parameters<typeof openTab>[1] = {}): Promise<Tab> =>
	openTab(world, { cookies: { session }, ...more });
const ready = (page: Page) => page.locator("x-island[name=review-queue][data-state=ready]").waitFor();
const id = (at: number): number => ids[at] ?? assert.fail();
const shownPicture = (page: Page) => page.locator("[data-stage] img").getAttribute("alt");
const opened = async (): Promise<number> =>
	(await world.env.DB.prepare("SELECT count(*) AS n FROM audit_log WHERE action = 'finance.view' AND auditable_id = ?")
		.bind(String(ids[0]))
		.first<number>("n")) ?? 0;

test("the arrows turn the vouchers, + and − zoom, J and K turn the requests; a file is fetched when it is shown", async () => {
	const { page, errors } = await open();
	await page.goto(finance.show(id(0)));
	await ready(page);
	assert.deepEqual(await violations(page), []);
	assert.equal(await shownPicture(page), "一.png");
	const before = await opened();
	const fetched = page.waitForResponse((answer) => answer.url().includes("/attachments/"));
	await page.keyboard.press("ArrowRight");
	assert.equal((await fetched).status(), 200);
	assert.equal(await shownPicture(page), "二.png");
	assert.equal(await opened(), before + 1);
	const width = () => page.locator("[data-stage] img").evaluate((image) => image.getBoundingClientRect().width);
	const plain = await width();
	await page.keyboard.press("Shift+Equal");
	await page.keyboard.press("NumpadAdd");
	assert.ok(Math.abs((await width()) / plain - 2) < 0.05);
	await page.keyboard.press("-");
	assert.equal(await page.locator("[data-stage]").getAttribute("data-zoom"), "1.5");
	// Nothing acts in a field.
	await page.locator("#d-comment").focus();
	await page.keyboard.press("j");
	assert.equal(await page.locator("#d-comment").inputValue(), "j");
	await page.locator("#d-comment").fill("");
	await page.locator("#d-comment").blur();
	await Promise.all([page.waitForURL(/file=\d+/), page.keyboard.press("ArrowRight")]);
	await ready(page);
	assert.equal(await page.locator("[data-file] a").count(), 1);
	await Promise.all([page.waitForURL((url) => url.pathname === finance.show(id(1))), page.keyboard.press("j")]);
	await ready(page);
	await Promise.all([page.waitForURL((url) => url.pathname === finance.show(id(0))), page.keyboard.press("k")]);
	assert.deepEqual(errors, []);
	await page.context().close();
});

test("a voucher that is turned to and made larger before the code has come is so once it has", async () => {
	const { page, errors } = await open();
	const [asked, released] = [Promise.withResolvers<void>(), Promise.withResolvers<void>()];
	await page.route(ISLAND_CODE, async (route) => {
		asked.resolve();
		await released.promise;
		await route.continue();
	});
	await page.goto(finance.show(id(0)));
	await ready(page);
	const come = awake(page);
	await page.keyboard.press("ArrowRight");
	await page.keyboard.press("+");
	await asked.promise;
	assert.equal(await shownPicture(page), "一.png");
	released.resolve();
	await come;
	assert.equal(await shownPicture(page), "二.png");
	assert.equal(await page.locator("[data-stage]").getAttribute("data-zoom"), "1.5");
	assert.equal(new URL(page.url()).pathname, finance.show(id(0)));
	assert.deepEqual(errors, []);
	await page.context().close();
});

test("without scripts a voucher is chosen by its link, and a decision opens the next request", async () => {
	const { page } = await open({ javaScriptEnabled: false });
	await page.goto(finance.show(id(0)));
	await page.getByRole("link", { name: /^二\.png/ }).click();
	assert.equal(await shownPicture(page), "二.png");
	await page.getByRole("button", { name: /審核通過/ }).click();
	assert.equal(new URL(page.url()).pathname, finance.show(id(1)));
	assert.match((await page.locator("main").textContent()) ?? "", /接著是等候您處理的下一件/);
	await page.context().close();
});

test("what was opened can be approved with others in the queue", async () => {
	const { page, errors } = await open();
	await page.goto(finance.waiting());
	assert.equal(await page.locator(`[name=seen][value^="${id(2)}."]`).count(), 0);
	for (const link of await world.env.DB.prepare("SELECT file_id AS id FROM finance_attachments WHERE document_id = ?")
		.bind(id(2))
		.all<{ id: number }>()
		.then(({ results }) => results))
		assert.equal((await page.request.get(finance.attachment(id(2), link.id))).status(), 200);
	await page.goto(finance.waiting());
	assert.deepEqual(await violations(page), []);
	await page.locator(`[name=seen][value^="${id(2)}."]`).check();
	await Promise.all([page.waitForEvent("load"), page.getByRole("button", { name: "一次核准所選的" }).first().click()]);
	assert.match((await page.locator("main").textContent()) ?? "", /已核准 1 件/);
	assert.deepEqual(errors, []);
	await page.context().close();
});
