/** What is pressed and typed on the page of a queue before the code that answers it has come, and when it never comes. */
import assert from "node:assert/strict";
import { after, before, test } from "node:test";
import type { Page } from "playwright-core";
import { paths } from "#http/paths.ts";
import { type AdminServer, openTab, sessionOf, startAdmin, type Tab } from "../support/admin-server.ts";
import { button, field } from "../support/admin-steps.ts";
import { awake, ISLAND_CODE } from "../support/review-island.ts";
import { decisionsOf, emptyQueue, waitingPayments } from "../support/waiting-payments.ts";

const { payments } = paths.admin;
const APPROVE = "核對無誤，開立收據";
const MANY = 40;
const FOCUSED = "document.activeElement.textContent.trim()";
let world: AdminServer;
let session = "";
/** Payments that wait, the oldest first. */
const waiting: number[] = [];

before(async () => {
	world = await startAdmin({
		prepare: async (store) => {
			session = await sessionOf(store, "cashier@example.org");
			await emptyQueue(store);
			waiting.push(...(await waitingPayments(store, { many: MANY })));
		},
	});
});
after(() => world?.stop());

type Opened = Tab & {
	/** The record that is shown, and the one after it. */
	one: number;
	second: number;
	/** Resolves when the island's code is asked for. */
	asked: Promise<void>;
	isAsked: () => boolean;
	/** Lets the code come. */
	release: () => void;
};

/** Opens a payment and leaves the one after it to be turned to; the island's code is held back until it is released. */
async function opened(): Promise<Opened> {
	const [one, second] = waiting.splice(0, 2);
	assert.ok(one && second);
	const tab = await openTab(world, { cookies: { session } });
	const [asked, released] = [Promise.withResolvers<void>(), Promise.withResolvers<void>()];
	let isAsked = false;
	await tab.page.route(ISLAND_CODE, async (route) => {
		isAsked = true;
		asked.resolve();
		await released.promise;
		await route.continue();
	});
	await shown(tab.page, one);
	return { ...tab, one, second, asked: asked.promise, isAsked: () => isAsked, release: released.resolve };
}

/** Opens the page, and marks it: the mark is gone once a page was loaded. */
async function shown(page: Page, id: number): Promise<void> {
	await page.goto(payments.show(id), { waitUntil: "load" });
	await page.locator("x-island[name=review-queue][data-state=ready]").waitFor();
	await page.evaluate("globalThis.same = true");
}
const isSame = (page: Page) => page.evaluate("globalThis.same === true");
const at = (page: Page, id: number) => page.waitForURL((url) => url.pathname === payments.show(id));
const idOf = (page: Page) => Number(new URL(page.url()).pathname.split("/").at(-1));

type Early = [press: (page: Page) => Promise<unknown>, outcome: "verify" | "turn"];
const PRESSES: Early[] = [
	[(page) => page.keyboard.press("Enter"), "verify"],
	[(page) => page.keyboard.press("a"), "verify"],
	[(page) => button(page, APPROVE).click(), "verify"],
	[(page) => page.keyboard.press("j"), "turn"],
	[(page) => page.keyboard.press("ArrowRight"), "turn"],
	[(page) => page.locator("a[data-step=after]").click(), "turn"],
	[(page) => page.locator(".review-list li:nth-child(2) a").click(), "turn"],
];

test("the focus is where Enter approves, and no code is asked for before a touch; each early press is done once the code is there", async () => {
	for (const [press, outcome] of PRESSES) {
		const { page, errors, one, second, asked, isAsked, release } = await opened();
		assert.equal(await page.evaluate(FOCUSED), APPROVE);
		assert.equal(isAsked(), false);
		await press(page);
		await asked;
		assert.deepEqual([idOf(page), await isSame(page), await decisionsOf(world, one)], [one, true, []]);
		release();
		await at(page, second);
		assert.deepEqual(await decisionsOf(world, one), outcome === "verify" ? ["verify"] : []);
		assert.deepEqual(await decisionsOf(world, second), []);
		assert.equal(await isSame(page), true);
		assert.deepEqual(errors, []);
		await page.context().close();
	}
});

test("of several early presses in whatever order the first is done, and nothing but what was shown is decided", async () => {
	let chance = 7;
	const any = (): Early => {
		// Chance, but the same chance in each run.
		chance = (chance * 1_103_515_245 + 12_345) % 2_147_483_648;
		return PRESSES[Math.floor(chance / 65_536) % PRESSES.length] ?? assert.fail();
	};
	for (let run = 0; run < 6; run++) {
		const { page, one, second, release } = await opened();
		// A click gives the focus to its link, which Enter follows then; so Enter comes first, or not at all.
		const [first, ...others] = [any(), any(), any(), any()];
		await first[0](page);
		for (const other of others.filter((each) => each !== PRESSES[0])) await other[0](page);
		assert.deepEqual([idOf(page), await decisionsOf(world, one)], [one, []]);
		release();
		await at(page, second);
		await page.locator(".review:not([aria-busy])").waitFor();
		assert.deepEqual(await decisionsOf(world, one), first[1] === "verify" ? ["verify"] : []);
		assert.deepEqual([idOf(page), await decisionsOf(world, second)], [second, []]);
		assert.equal(await isSame(page), true);
		await page.context().close();
	}
});

test("R leads to the reasons at once; what is typed and composed while the code comes stays, and is sent with them", async () => {
	const { page, errors, one, second, asked, release } = await opened();
	await page.keyboard.press("r");
	assert.equal(await page.evaluate("document.activeElement.name"), "reasons");
	await page.keyboard.press("Space");
	const detail = field(page, "補充說明");
	await detail.focus();
	await page.keyboard.insertText("看不");
	await asked;
	const devtools = await page.context().newCDPSession(page);
	await devtools.send("Input.imeSetComposition", { text: "ㄑㄧㄥ", selectionStart: 3, selectionEnd: 3 });
	const come = awake(page);
	release();
	await come;
	assert.equal(await page.evaluate("document.activeElement.name"), "detail");
	await devtools.send("Input.insertText", { text: "清楚" });
	assert.equal(await detail.inputValue(), "看不清楚");
	await Promise.all([at(page, second), button(page, "退回補正").click()]);
	assert.deepEqual(await decisionsOf(world, one), ["reject"]);
	const reason = await world.env.DB.prepare(
		"SELECT reason FROM payment_events WHERE payment_id = ? AND step = 'reject'",
	)
		.bind(one)
		.first<string>("reason");
	assert.match(reason ?? "", /看不清楚$/);
	assert.equal(await isSame(page), true);
	assert.deepEqual(errors, []);
	await page.context().close();
});

test("keys that this browser has switched off do nothing early, take no focus, and stay off", async () => {
	const { page, one, release } = await opened();
	await page.evaluate("localStorage.setItem('payment-keys', 'off')");
	await shown(page, one);
	assert.equal(await page.evaluate("document.activeElement === document.body"), true);
	const come = awake(page);
	for (const key of ["a", "j", "Enter", "r"]) await page.keyboard.press(key);
	release();
	await come;
	assert.equal(await page.locator("[data-keys]").isChecked(), false);
	assert.deepEqual([idOf(page), await decisionsOf(world, one)], [one, []]);
	await page.context().close();
});

test("when the code cannot be had, the page is the server's: Enter sends its form, J follows its link, a reason is sent", async () => {
	const ways: [press: (page: Page) => Promise<unknown>, decided: string[]][] = [
		[(page) => page.keyboard.press("Enter"), ["verify"]],
		[(page) => page.keyboard.press("j"), []],
		[
			async (page) => {
				await page.keyboard.press("r");
				await page.keyboard.press("Space");
				await page.keyboard.press("Enter");
			},
			["reject"],
		],
	];
	for (const [press, decided] of ways) {
		const { page, one, second } = await opened();
		// The later route comes first.
		await page.route(ISLAND_CODE, (route) => route.abort());
		await press(page);
		await at(page, second);
		assert.deepEqual(await decisionsOf(world, one), decided);
		assert.equal(await isSame(page), false);
		await page.context().close();
	}
});
