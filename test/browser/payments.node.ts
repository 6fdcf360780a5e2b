/** The queue of payments in Chromium: thirty by keys, the live amount, a rejection, and all of it without scripts. */
import assert from "node:assert/strict";
import { after, before, test } from "node:test";
import type { Page } from "playwright-core";
import { submitPayment } from "#domain/money/payments/actions.ts";
import { paths } from "#http/paths.ts";
import { byUser } from "#kernel/by.ts";
import { dateInTaipei } from "#kernel/times.ts";
import {
	type AdminServer,
	openTab,
	type Store,
	sessionOf,
	startAdmin,
	type Tab,
	violations,
} from "../support/admin-server.ts";
import { button, field, send } from "../support/admin-steps.ts";
import { slowness } from "../support/node-pace.ts";
import { REAL } from "../support/pictures.ts";

const { payments } = paths.admin;
const MANY = 30;
/** Of the ten minutes that a cashier has for thirty, the program and a busy machine may take one. */
const MOST_MS = 60_000 * slowness();
const YEAR = 2001;
let world: AdminServer;
const sessions = { cashier: "", secretary: "" };

before(async () => {
	world = await startAdmin({
		prepare: async (store) => {
			sessions.cashier = await sessionOf(store, "cashier@example.org");
			sessions.secretary = await sessionOf(store, "secretary@example.org");
			await fill(store);
		},
	});
});
after(() => world?.stop());

/** Transfers that wait, each with its proof, an hour older than whatever else is there. */
async function fill(store: Store): Promise<void> {
	const { db } = store;
	const at = Date.now();
	const env = { ...store.env, ...store.secrets };
	const id = async (statement: string): Promise<number> =>
		(await store.env.DB.prepare(statement).first<number>("id")) ?? assert.fail(statement);
	await store.env.DB.prepare("UPDATE payments SET status = 'cancelled' WHERE status = 'submitted'").run();
	const memberId = await id(
		`INSERT INTO members (member_no, name, status, created_at, updated_at)
		VALUES ('Q0001', '王小明', 'active', ${at}, ${at}) RETURNING id`,
	);
	const userId = await id("SELECT id FROM users WHERE email = 'secretary@example.org'");
	for (let nth = 0; nth < MANY + 3; nth++) {
		const item = await id(
			`INSERT INTO dues_items (member_id, kind, dues_year, base_amount, amount, created_at, updated_at)
			VALUES (${memberId}, 'annual', ${YEAR + 100 + nth}, 1000, 1000, ${at}, ${at}) RETURNING id`,
		);
		await submitPayment(env, db, {
			input: {
				method: "transfer",
				paidOn: dateInTaipei(at),
				amount: 1000,
				feeAmount: 0,
				last5: String(50_000 + nth),
				bankAccountId: null,
				payerMemberId: memberId,
				payerTitle: "王小明",
				receiptSplit: "one",
				remark: "",
				correctsId: null,
				allocations: [{ kind: "dues", duesItemId: item, memberId, amount: 1000 }],
			},
			source: "staff",
			upload: { filename: "轉帳.png", declaredType: "image/png", bytes: REAL.png },
			key: `queue-${nth}`,
			by: { ...byUser(userId, null, at + nth), userId },
		});
	}
}

const open = (who: keyof typeof sessions, more: Parameters<typeof openTab>[1] = {}): Promise<Tab> =>
	openTab(world, { cookies: { session: sessions[who] }, ...more });
const ready = (page: Page) => page.locator("x-island[name=review-queue][data-state=ready]").waitFor();
const focused = "document.activeElement.name ?? ''";

test("keys turn the pages, and none acts while an input method composes, in a field, or when they are off", async () => {
	const { page, errors } = await open("cashier");
	await page.goto(payments.queue());
	await ready(page);
	const first = page.url();
	assert.deepEqual(await violations(page), []);
	await page.locator("body").dispatchEvent("keydown", { key: "j", isComposing: true });
	await page.locator("body").dispatchEvent("keydown", { key: "j", keyCode: 229 });
	assert.equal(page.url(), first);
	await Promise.all([page.waitForURL((url) => url.href !== first), page.keyboard.press("j")]);
	await ready(page);
	const second = page.url();
	await Promise.all([page.waitForURL(first), page.keyboard.press("ArrowLeft")]);
	await ready(page);
	await Promise.all([page.waitForURL(second), page.keyboard.press("ArrowRight")]);
	await ready(page);
	await Promise.all([page.waitForURL(first), page.keyboard.press("k")]);
	await ready(page);
	await field(page, "收據抬頭").focus();
	await page.keyboard.press("j");
	assert.equal(page.url(), first);
	await page.locator("[data-keys]").uncheck();
	await page.locator("[data-keys]").blur();
	await page.keyboard.press("r");
	assert.equal(await page.evaluate(focused), "");
	await page.locator("[data-keys]").check();
	await page.locator("[data-keys]").blur();
	await page.keyboard.press("r");
	assert.equal(await page.evaluate(focused), "reasons");
	assert.deepEqual(errors, []);
	await page.context().close();
});

test("the amount that is typed says at once what will come of it", async () => {
	const { page } = await open("cashier");
	await page.goto(payments.queue());
	await ready(page);
	const said = () => page.locator("[data-outcome]").textContent();
	assert.equal(await said(), "剛好，會費全部繳清。");
	await field(page, "實收金額").focus();
	await page.locator("x-island[name=payment-review][data-state=ready]").waitFor();
	for (const [typed, words] of [
		["1,500", /^會費全部繳清。500 元記為.+的溢繳款，可以折抵以後的會費。$/],
		["６００", /部分繳納，還欠 400 元。$/],
		["10.5", /^請填寫大於 0 的整數金額/],
	] as const) {
		await field(page, "實收金額").fill(typed);
		assert.match((await said()) ?? "", words);
	}
	await page.context().close();
});

test("thirty transfers by Enter: each goes on to the next, and the flash names its receipt", async () => {
	const { page, errors } = await open("cashier");
	await page.goto(payments.queue());
	await ready(page);
	const began = performance.now();
	for (let nth = 0; nth < MANY; nth++) {
		const here = page.url();
		await page.waitForFunction("document.activeElement?.textContent?.includes('核對無誤')");
		await Promise.all([page.waitForURL((url) => url.href !== here), page.keyboard.press("Enter")]);
		await ready(page);
		assert.match(
			(await page.locator(".flash").textContent()) ?? "",
			/收款 \d+ 已核對，收據 會\d{3}-\d{6}。這是下一筆。/,
		);
	}
	const took = performance.now() - began;
	console.log(`thirty verified in ${(took / 1000).toFixed(1)} s`);
	assert.ok(took < MOST_MS, `${took} ms`);
	await page.getByText(`今天已核對 ${MANY} 筆`).waitFor();
	assert.deepEqual(errors, []);
	await page.context().close();
});

test("without scripts: a part is paid, one is sent back with usual reasons, and the queue ends", async () => {
	const { page } = await open("cashier", { javaScriptEnabled: false, viewport: { width: 360, height: 740 } });
	await page.goto(payments.queue());
	await field(page, "實收金額").fill("0");
	assert.equal(await send(page, "核對無誤，開立收據"), 422);
	await field(page, "實收金額").fill("700");
	assert.equal(await send(page, "核對無誤，開立收據"), 303);
	assert.match((await page.locator(".flash").textContent()) ?? "", /收據 會\d{3}-\d{6}/);
	await page.getByText("退回，請登錄的人補正").click();
	await page.getByLabel("帳戶還沒有收到這筆款項").check();
	assert.equal(await send(page, "退回補正"), 303);
	assert.match((await page.locator(".flash").textContent()) ?? "", /已退回/);
	assert.equal(await send(page, "核對無誤，開立收據"), 303);
	await page.getByText("沒有等待核對的收款", { exact: true }).waitFor();
	await page.context().close();
});

test("cells of a spreadsheet that are pasted fill the table", async () => {
	const { page, errors } = await open("secretary");
	await page.goto(payments.createMany());
	await page.locator("x-island[name=paste-rows][data-state=ready]").waitFor();
	await page.locator("[name=no]").nth(1).focus();
	await page.evaluate(`(() => {
		const data = new DataTransfer();
		data.setData("text/plain", "M0001\\t115\\t1,000\\nM0002\\t115\\t500\\n");
		document.activeElement.dispatchEvent(new ClipboardEvent("paste", { clipboardData: data, bubbles: true, cancelable: true }));
	})()`);
	const values = (name: string) =>
		page
			.locator(`[name=${name}]`)
			.evaluateAll((all) => all.slice(0, 4).map((one) => ("value" in one ? one.value : "")));
	assert.deepEqual(await values("no"), ["", "M0001", "M0002", ""]);
	assert.deepEqual(await values("money"), ["", "1,000", "500", ""]);
	await button(page, "檢查").click();
	await page.getByText("列需要修正").waitFor();
	assert.deepEqual(await violations(page), []);
	assert.deepEqual(
		errors.filter((line) => !/422/.test(line)),
		[],
	);
	await page.context().close();
});

test("a form with a field named method is guarded like others: sent without a question, and its button says so", async () => {
	const { page } = await open("secretary");
	await page.goto(payments.createMany());
	const asked: string[] = [];
	page.on("dialog", (dialog) => {
		asked.push(dialog.type());
		void dialog.accept();
	});
	await page.locator("[name=no]").first().fill("M0001");
	await page.route("**/*", (route) => route.fulfill({ status: 204 }));
	await button(page, "檢查").click();
	await page.getByRole("button", { name: "檢查中..." }).waitFor();
	assert.deepEqual(asked, []);
	await page.context().close();
});
