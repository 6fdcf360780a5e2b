/** The daily work by keyboard alone: from the home page, without a click, each press counted, the focus never lost. */
import assert from "node:assert/strict";
import { after, before, test } from "node:test";
import { paths } from "#http/paths.ts";
import { type AdminServer, openTab, sessionOf, startAdmin } from "../support/admin-server.ts";
import { ALL_BANK_LINES, fillBankDesk } from "../support/bank-desk-rows.ts";
import { type Hands, handsOn } from "../support/hands.ts";
import { owingMembers } from "../support/owing-members.ts";
import { REAL } from "../support/pictures.ts";
import { waitingPayments } from "../support/waiting-payments.ts";

const { payments } = paths.admin;
const PEOPLE = ["secretary", "cashier", "applicant", "accountant", "chair"] as const;
type Who = (typeof PEOPLE)[number];
const TEN = 10;
/** A surname that nobody else has. */
const SURNAME = "閭";
const VOUCHERS = ["一.png", "二.png"];
const REQUEST = "鍵盤寄出的通知";
let world: AdminServer;
const sessions = new Map<Who, string>();
const waiting: number[] = [];
let account = 0;

before(async () => {
	world = await startAdmin({
		prepare: async (store) => {
			for (const who of PEOPLE) sessions.set(who, await sessionOf(store, `${who}@example.org`));
			await owingMembers(store, SURNAME);
			account = await fillBankDesk(store);
			// A list that is empty has a button instead of its line.
			await store.env.DB.prepare(
				"INSERT INTO tasks (title, rank, created_at, updated_at) VALUES ('辦年會', 1, 1, 1)",
			).run();
			waiting.push(...(await waitingPayments(store, { many: TEN })));
		},
	});
});
after(() => world?.stop());

/** Sits down at the home page and does the work; returns how many presses it took. */
async function atDesk(who: Who, work: (hands: Hands) => Promise<void>): Promise<number> {
	const { page, errors } = await openTab(world, {
		viewport: { width: 1280, height: 860 },
		cookies: { session: sessions.get(who) ?? "" },
	});
	const hands = handsOn(page);
	await page.goto("/admin");
	await hands.settled();
	await work(hands);
	assert.deepEqual(errors, []);
	await page.context().close();
	return hands.presses;
}
const stored = <Row>(query: string, ...values: (string | number)[]): Promise<Row[]> =>
	world.env.DB.prepare(query)
		.bind(...values)
		.all<Row>()
		.then(({ results }) => results);
const one = async (query: string, ...values: (string | number)[]) =>
	Object.values((await stored<Record<string, unknown>>(query, ...values))[0] ?? {});

test("ten payments are recorded by twenty-one presses", async () => {
	const presses = await atDesk("secretary", async (hands) => {
		await hands.lead("p");
		for (let nth = 0; nth < TEN; nth++) {
			await hands.at("main [name=q]");
			await hands.type(`${SURNAME}${"甲乙丙丁戊己庚辛壬癸"[nth]}`);
			await hands.lead("Enter");
			await hands.at("[name=amount]");
			await hands.lead("Enter");
		}
		await hands.at("main [name=q]");
	});
	assert.equal(presses, 1 + 2 * TEN);
	assert.deepEqual(
		await one("SELECT count(*) FROM payments WHERE payer_title LIKE ? AND status = 'submitted'", `${SURNAME}%`),
		[TEN],
	);
});

test("ten payments are verified by a press each, and the button of the next one has the focus", async () => {
	const [next] = await stored<{ id: number }>(
		"SELECT id FROM payments WHERE status = 'submitted' AND id NOT IN (SELECT value FROM json_each(?)) ORDER BY submitted_at, id LIMIT 1",
		JSON.stringify(waiting),
	);
	const presses = await atDesk("cashier", async (hands) => {
		await hands.find("收款核對");
		for (const [nth] of waiting.entries()) {
			await hands.at("[data-approve]");
			await hands.press("Enter", () =>
				hands.page.waitForURL((url) => url.pathname === payments.show(waiting[nth + 1] ?? next?.id ?? 0)),
			);
		}
	});
	assert.equal(presses, 3 + TEN);
	assert.deepEqual(
		await one(
			"SELECT count(*) FROM payments WHERE status = 'verified' AND id IN (SELECT value FROM json_each(?))",
			JSON.stringify(waiting),
		),
		[TEN],
	);
});

test("twenty bank lines of six kinds are settled by a press each", async () => {
	const presses = await atDesk("cashier", async (hands) => {
		await hands.lead("b");
		await hands.press("j");
		for (let left = ALL_BANK_LINES; left > 0; left--) {
			await hands.at(".primary, [data-row] *");
			await hands.lead("Enter");
		}
	});
	assert.equal(presses, 2 + ALL_BANK_LINES);
	assert.deepEqual(
		await one(
			"SELECT count(*) FROM bank_lines WHERE bank_account_id = ? AND status IN ('unmatched', 'suggested')",
			account,
		),
		[0],
	);
});

/** Finds the request and looks at each of its vouchers. */
async function look(hands: Hands): Promise<void> {
	await hands.find(REQUEST, REQUEST);
	const shown = (name: string | undefined) => hands.page.locator(`[data-stage] img[alt="${name}"]`).waitFor();
	await shown(VOUCHERS[0]);
	// The code that turns the vouchers comes with the first key, which it then answers.
	await hands.press("ArrowRight");
	await shown(VOUCHERS[1]);
}
/** Decides, and stays where the answer is told: at the next request, or in the page when there is none. */
async function decide(hands: Hands, key: string): Promise<void> {
	await hands.press(key, () => hands.page.locator(".flash").waitFor());
	await hands.at("#main, [data-approve]");
}
const state = () => one("SELECT state FROM finance_documents WHERE title = ?", REQUEST);

test("an expense request is written and sent, with two vouchers", async () => {
	const presses = await atDesk("applicant", async (hands) => {
		await hands.lead("f");
		await hands.skip();
		await hands.to("main a", "廠商請款");
		await hands.lead("Enter");
		await hands.skip();
		await hands.to("[name=title]");
		await hands.type(REQUEST);
		await hands.to("[name=summary]");
		await hands.type("郵票");
		await hands.to("[name=amount]");
		await hands.type("900");
		await hands.to("[name=payee_name]");
		await hands.type("中華郵政");
		await hands.to("[name=pay_by]");
		await hands.press("ArrowRight");
		// Asked for before the key, for Chromium opens its own dialog until it knows that somebody waits.
		const choosing = hands.page.waitForEvent("filechooser");
		await hands.to("input[type=file]");
		await hands.press("Enter");
		const chooser = await choosing;
		await chooser.setFiles(VOUCHERS.map((name) => ({ name, mimeType: "image/png", buffer: Buffer.from(REAL.png) })));
		await hands.to("button", "送出申請");
		await hands.lead("Enter");
	});
	assert.ok(presses <= 35, `${presses} presses`);
	assert.deepEqual(await state(), ["pending_cashier"]);
});

test("cashier, accountant and chair look at its vouchers and approve it, and the cashier pays", async () => {
	const cashier = await atDesk("cashier", async (hands) => {
		await look(hands);
		await decide(hands, "a");
	});
	assert.deepEqual([cashier, ...(await state())], [5, "pending_accountant"]);
	const accountant = await atDesk("accountant", async (hands) => {
		await look(hands);
		// What is asked for first is the account, which the line does not have.
		await hands.press("a");
		await hands.at("[name=account]");
		await hands.type("5250");
		await decide(hands, "Enter");
	});
	assert.deepEqual([accountant, ...(await state())], [6, "pending_chair"]);
	const chair = await atDesk("chair", async (hands) => {
		await look(hands);
		await decide(hands, "a");
	});
	assert.deepEqual([chair, ...(await state())], [5, "approved"]);
	const payer = await atDesk("cashier", async (hands) => {
		await look(hands);
		await hands.skip();
		await hands.to("main a", "付款");
		await hands.lead("Enter");
		await hands.skip();
		await hands.to("[name=paid_from]");
		await hands.to("[name=paid_from]:has(option:checked:not([value='']))", "", "ArrowDown");
		await hands.to("button", "已付款");
		await hands.lead("Enter");
	});
	assert.ok(payer <= 29, `${payer} presses`);
	assert.deepEqual(await state(), ["paid"]);
});

test("a member is found and called", async () => {
	const presses = await atDesk("secretary", async (hands) => {
		await hands.find(`${SURNAME}寅`);
		await hands.skip();
		await hands.to('a[href^="tel:"]');
		assert.equal(await hands.page.evaluate("document.activeElement.getAttribute('href')"), "tel:+886912000922");
	});
	assert.ok(presses <= 8, `${presses} presses`);
});

test("an announcement is written and planned, step by step", async () => {
	const title = "鍵盤寫的公告";
	const presses = await atDesk("secretary", async (hands) => {
		await hands.lead("a");
		await hands.at("[name=title]");
		await hands.type(title);
		await hands.to("[name=body], .rich .cm-content");
		await hands.type("四月十二日下午兩點，請準時。");
		await hands.to("button", "下一步：對象", "Shift+Tab");
		await hands.lead("Enter");
		await hands.at("[name=audience]");
		await hands.to("button", "下一步：管道");
		await hands.lead("Enter");
		await hands.skip();
		await hands.to("[name=by_mail]");
		await hands.press("Space");
		await hands.to("button", "下一步：預覽");
		await hands.lead("Enter");
		await hands.skip();
		await hands.to("a", "下一步：發送");
		await hands.lead("Enter");
		await hands.skip();
		await hands.to("[name=publish]");
		await hands.press("ArrowRight");
		await hands.to("[name=publish_at]");
		await hands.type("2099-05-01");
		await hands.to("[data-clock]");
		await hands.type("9");
		await hands.to("form[action$=publication] button");
		await hands.lead("Enter");
		await hands.page.locator(".flash", { hasText: "已排程" }).waitFor();
	});
	assert.ok(presses <= 83, `${presses} presses`);
	assert.deepEqual(await one("SELECT publish_from, by_mail FROM announcements WHERE title = ?", title), [
		Date.parse("2099-05-01T09:00:00+08:00"),
		1,
	]);
});

test("a task is added over the list, and changed in its row", async () => {
	const title = "鍵盤訂的便當";
	const presses = await atDesk("secretary", async (hands) => {
		await hands.find("任務", "任務");
		await hands.skip();
		await hands.to(".quick-add [name=title]");
		await hands.type(title);
		await hands.lead("Enter");
		await hands.skip();
		await hands.to("a", `改：${title}`);
		await hands.lead("Enter");
		await hands.at("tr [name=assignee]");
		await hands.press("ArrowDown");
		await hands.to("[name=priority]");
		await hands.press("ArrowUp");
		await hands.to("button", "儲存");
		await hands.lead("Enter");
		// The row is where one goes on from.
		await hands.press("Tab");
		assert.equal(await hands.page.evaluate("document.activeElement.getAttribute('aria-label')"), `選取 ${title}`);
	});
	assert.ok(presses <= 51, `${presses} presses`);
	assert.deepEqual(await one("SELECT priority, assignee_id IS NOT NULL FROM tasks WHERE title = ?", title), [2, 1]);
});
