/** The queues of what is decided, in Chromium: the next one without loading a page, two reviewers at once, lost answers. */
import assert from "node:assert/strict";
import { after, before, test } from "node:test";
import type { Page } from "playwright-core";
import { patiently } from "#db/commit.ts";
import { createDocument, submitDocument } from "#domain/books/finance/actions.ts";
import { paths } from "#http/paths.ts";
import { byUser } from "#kernel/by.ts";
import { DEMO_PASSWORD } from "../../scripts/demo/people.ts";
import {
	type AdminServer,
	openTab,
	type Store,
	sessionOf,
	startAdmin,
	type Tab,
	violations,
} from "../support/admin-server.ts";
import { button, field } from "../support/admin-steps.ts";
import { awake } from "../support/review-island.ts";
import { decisionsOf, emptyQueue, waitingPayments } from "../support/waiting-payments.ts";

const { payments, finance } = paths.admin;
const APPROVE = "核對無誤，開立收據";
type Who = "cashier" | "accountant";
let world: AdminServer;
/** What waits from the start: payments, and requests for the cashier. */
const first: number[] = [];
const requests: number[] = [];
const sessions: Record<Who, string> = { cashier: "", accountant: "" };

before(async () => {
	world = await startAdmin({
		prepare: async (store) => {
			for (const who of ["cashier", "accountant"] as const)
				sessions[who] = await sessionOf(store, `${who}@example.org`);
			await emptyQueue(store);
			first.push(...(await waitingPayments(store, { many: 3 })));
			requests.push(await requested(store, "郵資一"), await requested(store, "郵資二"));
		},
	});
});
after(() => world?.stop());

const open = (who: Who, more: Parameters<typeof openTab>[1] = {}): Promise<Tab> =>
	openTab(world, { cookies: { session: sessions[who] }, ...more });
/** Opens the page, and marks it: the mark is gone once a page was loaded. */
async function start(page: Page, path: string): Promise<void> {
	await page.goto(path);
	await page.locator("x-island[name=review-queue][data-state=ready]").waitFor();
	await page.evaluate("globalThis.same = true");
}
const isSame = (page: Page) => page.evaluate("globalThis.same === true");
const at = (page: Page, id: number) => page.waitForURL((url) => url.pathname === payments.show(id));
const said = (page: Page) => page.locator("#say").textContent();
const flash = async (page: Page) => (await page.locator(".flash").textContent()) ?? "";
const listed = (page: Page) =>
	page
		.locator(".review-list a")
		.evaluateAll((all) => all.map((one) => Number((one.getAttribute("href") ?? "").split("/").at(-1))));
const decisions = (id: number) => decisionsOf(world, id);
/** Resolves when nothing is waited for any more. */
const ANSWERED = `new Promise((done) => {
	const look = () => (document.querySelector(".review[aria-busy]") ? requestAnimationFrame(look) : done());
	look();
})`;
const inMenu = (page: Page) =>
	page.evaluate(
		`Number(document.querySelector('.main-nav a[href="${payments.queue()}"] .push')?.firstChild?.textContent ?? 0)`,
	);

test("by keys alone: the next one comes into the page, with the address, the list, the menu, the words and the focus; Back works", async () => {
	const [one = 0, second = 0, third = 0] = first;
	const { page, errors } = await open("cashier");
	await start(page, payments.show(one));
	assert.deepEqual(await listed(page), [one, second, third]);
	assert.equal(await inMenu(page), 3);
	await Promise.all([at(page, second), page.keyboard.press("Enter")]);
	assert.match(await flash(page), /收款 \d+ 已核對，收據 會\d{3}-\d{6}。這是下一筆。/);
	assert.match((await said(page)) ?? "", /^收款 \d+ 已核對/);
	assert.deepEqual(await listed(page), [second, third]);
	assert.equal(await inMenu(page), 2);
	assert.match(await page.title(), /^王小明/);
	assert.equal(await page.evaluate("document.activeElement.textContent.trim()"), APPROVE);
	assert.deepEqual(await decisions(one), ["verify"]);
	assert.deepEqual(await violations(page), []);
	// R leads to the reasons; what was returned is followed by the next as well.
	await page.keyboard.press("r");
	await page.keyboard.press("Space");
	await page.keyboard.press("Enter");
	await at(page, third);
	assert.match(await flash(page), /已退回/);
	assert.deepEqual(await decisions(second), ["reject"]);
	// Back shows what the server now says of the record, forward the queue again.
	await Promise.all([at(page, second), page.goBack()]);
	await page.locator(".page-lead", { hasText: "退回" }).waitFor();
	await Promise.all([at(page, third), page.goForward()]);
	await page.locator(`.review-list a[href="${payments.show(third)}"]`).waitFor();
	await page.keyboard.press("a");
	await page.waitForURL((url) => url.pathname === payments.queue());
	await page.getByText("沒有等待核對的收款", { exact: true }).waitFor();
	assert.match(await flash(page), /沒有等待核對的收款了/);
	assert.equal(await inMenu(page), 0);
	assert.equal(await isSame(page), true);
	assert.deepEqual(errors, []);
	await page.context().close();
});

test("nobody decides what is their own: it is marked, passed over by the next, and has no button", async () => {
	await emptyQueue(world);
	const [one = 0, own = 0, third = 0] = await waitingPayments(world, { many: 3, own: [1] });
	const { page } = await open("cashier");
	await start(page, payments.show(one));
	assert.match((await page.locator(`.review-list a[href="${payments.show(own)}"]`).textContent()) ?? "", /由別人辦/);
	await Promise.all([at(page, third), page.keyboard.press("Enter")]);
	await Promise.all([at(page, own), page.keyboard.press("k")]);
	assert.equal(await button(page, APPROVE).count(), 0);
	await page.keyboard.press("a");
	await page.keyboard.press("Enter");
	await Promise.all([at(page, third), page.keyboard.press("j")]);
	assert.deepEqual(await decisions(own), []);
	assert.equal(await isSame(page), true);
	await page.context().close();
});

test("what somebody else has decided meanwhile is told with the name, what was typed does not count twice, and one goes on", async () => {
	await emptyQueue(world);
	const [one = 0, second = 0] = await waitingPayments(world, { many: 2 });
	const [tab, other] = [await open("cashier"), await open("accountant")];
	await start(tab.page, payments.show(one));
	await start(other.page, payments.show(one));
	await Promise.all([at(other.page, second), other.page.keyboard.press("Enter")]);
	const address = tab.page.url();
	await tab.page.keyboard.press("Enter");
	await tab.page.getByText("這筆收款剛剛已被其他人處理").waitFor();
	assert.match((await tab.page.locator(".error-summary").first().textContent()) ?? "", /賴美惠.*您的決定沒有儲存/);
	assert.equal(await tab.page.evaluate("document.activeElement.className"), "error-summary");
	assert.equal(tab.page.url(), address);
	assert.deepEqual(await decisions(one), ["verify"]);
	await tab.page.getByRole("link", { name: "繼續核對其他收款" }).click();
	await at(tab.page, second);
	for (const { page } of [tab, other]) await page.context().close();
});

test("without a connection nothing that was typed is lost; the same press goes through once it is back", async () => {
	await emptyQueue(world);
	const [one = 0, second = 0] = await waitingPayments(world, { many: 2 });
	const { page } = await open("cashier");
	await start(page, payments.show(one));
	const come = awake(page);
	await page.keyboard.press("r");
	await field(page, "補充說明").fill("附的圖看不清楚");
	await come;
	await page.context().setOffline(true);
	await button(page, "退回補正").click();
	await page.getByRole("alert").filter({ hasText: "連線中斷" }).waitFor();
	assert.equal(await field(page, "補充說明").inputValue(), "附的圖看不清楚");
	assert.equal(new URL(page.url()).pathname, payments.show(one));
	await page.context().setOffline(false);
	await Promise.all([at(page, second), button(page, "退回補正").click()]);
	assert.deepEqual(await decisions(one), ["reject"]);
	assert.equal(await page.getByRole("alert").filter({ hasText: "連線中斷" }).count(), 0);
	assert.equal(await isSame(page), true);
	await page.context().close();
});

test("a reason half written is there again with its record, in whatever order one turns, until the record was decided", async () => {
	await emptyQueue(world);
	const ids = await waitingPayments(world, { many: 3 });
	const [one = 0, second = 0, third = 0] = ids;
	const { page, errors } = await open("cashier");
	await start(page, payments.show(one));
	const reason = () => page.locator("#rejection [name=reasons]").first();
	const detail = () => field(page, "補充說明");
	const turnTo = async (id: number): Promise<void> => {
		while (new URL(page.url()).pathname !== payments.show(id)) {
			const [now, to] = [ids.indexOf(Number(page.url().split("/").at(-1))), ids.indexOf(id)];
			const next = ids[now + (to > now ? 1 : -1)] ?? 0;
			await page.evaluate("document.activeElement.blur()");
			await Promise.all([at(page, next), page.keyboard.press(to > now ? "j" : "k")]);
		}
	};
	await page.keyboard.press("r");
	// Its code comes with the focus.
	await page.waitForLoadState("networkidle");
	const written = new Map<number, string>();
	let chance = 7;
	for (let n = 0; n < 12; n++) {
		// Chance, but the same chance in each run.
		chance = (chance * 1_103_515_245 + 12_345) % 2_147_483_648;
		const id = ids[Math.floor(chance / 65_536) % 3] ?? one;
		await turnTo(id);
		const had = written.get(id) ?? "";
		assert.deepEqual([id, await detail().inputValue()], [id, had]);
		if (n > 0) assert.equal(await detail().isVisible(), had !== "");
		if (had === "" && !(await detail().isVisible())) await page.keyboard.press("r");
		await detail().fill(`${had}第 ${n} 次`);
		written.set(id, `${had}第 ${n} 次`);
	}
	await turnTo(second);
	await reason().check();
	await turnTo(third);
	assert.equal(await reason().isChecked(), false);
	await turnTo(second);
	assert.equal(await reason().isChecked(), true);
	// What was sent is kept no longer; what stands elsewhere is.
	await Promise.all([at(page, third), button(page, "退回補正").click()]);
	assert.deepEqual(await decisions(second), ["reject"]);
	assert.equal(await detail().inputValue(), written.get(third) ?? "");
	await page.goBack();
	await page.locator(".page-lead", { hasText: "退回" }).waitFor();
	assert.equal(await page.locator("#rejection [name=detail]").count(), 0);
	await page.goForward();
	await at(page, third);
	assert.equal(await detail().inputValue(), written.get(third) ?? "");
	assert.equal(await isSame(page), true);
	assert.deepEqual(errors, []);
	await page.context().close();
});

test("what the server refuses stays in its fields, with the words beside them", async () => {
	await emptyQueue(world);
	const [one = 0] = await waitingPayments(world, { many: 1 });
	const { page } = await open("cashier");
	await start(page, payments.show(one));
	await field(page, "實收金額").fill("0");
	await button(page, APPROVE).click();
	await page.locator(".error-summary").first().waitFor();
	assert.equal(await field(page, "實收金額").inputValue(), "0");
	assert.equal(new URL(page.url()).pathname, payments.show(one));
	assert.equal(await isSame(page), true);
	assert.deepEqual(await decisions(one), []);
	await page.context().close();
});

test("two reviewers in two tabs, in whatever order: each is decided once, and both lists end as the server's", async () => {
	await emptyQueue(world);
	const ids = await waitingPayments(world, { many: 8, own: [2, 5] });
	const tabs = [await open("cashier"), await open("accountant"), await open("cashier")];
	for (const { page } of tabs) await start(page, payments.queue());
	const isDone = async () =>
		(await world.env.DB.prepare("SELECT count(*) AS n FROM payments WHERE status = 'submitted'").first("n")) === 0;
	let chance = 1;
	const work = async ({ page }: Tab): Promise<void> => {
		while (!(await isDone())) {
			// Chance, but the same chance in each run.
			chance = (chance * 1_103_515_245 + 12_345) % 2_147_483_648;
			const key = ["a", "a", "j", "k"][Math.floor(chance / 65_536) % 4] ?? "a";
			if ((await page.locator("x-island[name=review-queue][data-state=ready]").count()) > 0)
				await page.keyboard.press(key);
			else {
				// A form that a busy database answered may be on its way once more, and then this address is not opened.
				await page.goto(payments.queue(), { waitUntil: "commit", timeout: 5_000 }).catch(() => undefined);
				await page.waitForLoadState("domcontentloaded");
				await page.locator("x-island[name=review-queue]:not([data-state=ready])").waitFor({ state: "detached" });
			}
			// A database that was busy answers with a page of its own, which the browser asks for again.
			await page.evaluate(ANSWERED).catch(() => page.waitForLoadState());
		}
	};
	await Promise.all(tabs.map(work));
	for (const id of ids) assert.deepEqual([id, await decisions(id)], [id, ["verify"]]);
	const own = await world.env.DB.prepare(
		"SELECT count(*) AS n FROM payments WHERE status = 'verified' AND submitted_by = verified_by AND id >= ?",
	)
		.bind(ids[0])
		.first<number>("n");
	assert.equal(own, 0);
	for (const { page } of tabs) {
		await page.goto(payments.queue());
		await page.getByText("沒有等待核對的收款", { exact: true }).waitFor();
		await page.context().close();
	}
});

test("who is signed out meanwhile gets the page that holds the form", async () => {
	await emptyQueue(world);
	const [one = 0] = await waitingPayments(world, { many: 1 });
	const { page } = await open("cashier");
	await start(page, payments.show(one));
	await page.context().clearCookies();
	await Promise.all([page.waitForEvent("load"), page.keyboard.press("Enter")]);
	assert.equal(await isSame(page), false);
	assert.equal(await page.locator("input[name=received][value]").count(), 1);
	assert.deepEqual(await decisions(one), []);
	await page.context().close();
});

let nth = 0;
/** A request that waits for the cashier before all others. */
async function requested(store: Store, title: string): Promise<number> {
	const env = { ...store.env, ...store.secrets };
	const userId = await env.DB.prepare("SELECT id FROM users WHERE email = 'applicant@example.org'").first<number>("id");
	assert.ok(userId);
	const by = { ...byUser(userId, null, 1_000_000_000_000 + ++nth), userId };
	const id = await createDocument(env, store.db, {
		input: {
			...{ kind: "vendor", title, purpose: "通知", payeeName: "中華郵政", payeeTaxId: null, payeeUserId: null },
			...{ payeeMemberId: null, payBy: "cash", payeeBank: "", payeeAccount: "", wantedOn: null, projectId: null },
			...{ incomeTax: 0, nhi: 0, noAttachmentReason: "收據已遺失", advanceId: null, refundOf: null },
			...{ paymentId: null, bankLineId: null },
			lines: [{ summary: "郵票", amount: 900 }],
		},
		uploads: [],
		key: `review-${nth}`,
		by,
	});
	await submitDocument(store.db, { ref: { id, version: 1 }, by });
	return id;
}

test("a request of money asks for the password in its dialog, and then the next one comes into the page", async () => {
	const [document = 0, other = 0] = requests;
	const { page } = await open("cashier");
	await start(page, finance.show(document));
	await patiently(() =>
		world.env.DB.prepare("UPDATE sessions SET authenticated_at = ?1")
			.bind(Date.now() - 3_600_000)
			.run(),
	);
	await page.getByLabel(/^意見/).fill("同意");
	// The code of the dialog comes when the page is touched; before it, the press leads to the page that asks.
	await page.waitForLoadState("networkidle");
	await page.locator("[data-approve]").click();
	await page.getByRole("dialog", { name: "請確認是您本人" }).waitFor();
	await page.getByLabel("密碼").fill(DEMO_PASSWORD);
	await button(page, "確認並送出").click();
	await page.waitForURL((url) => url.pathname === finance.show(other));
	assert.match(await flash(page), /接著是等候您處理的下一件/);
	assert.equal(await isSame(page), true);
	const kept = await world.env.DB.prepare(
		"SELECT count(*) AS n FROM finance_events WHERE document_id = ? AND step = 'approve_cashier' AND comment = '同意'",
	)
		.bind(document)
		.first<number>("n");
	assert.equal(kept, 1);
	await page.context().close();
});
