/** 銀行對帳 in Chromium: twenty lines by twenty presses of Enter, the keys, the sum while it is typed, and no scripts. */
import assert from "node:assert/strict";
import { after, before, test } from "node:test";
import type { Page } from "playwright-core";
import { createAccount } from "#domain/money/bank/actions.ts";
import { wordsOf } from "#domain/money/bank-statements/last5.ts";
import { submitPayment } from "#domain/money/payments/actions.ts";
import { paths } from "#http/paths.ts";
import { byOperator, byUser } from "#kernel/by.ts";
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
import { REAL } from "../support/pictures.ts";

const { bank } = paths.admin;
/** Lines of a payment that was told with its digits; without digits; whose text has a number; a name; fees; one too large. */
const LINES = { told: 8, likely: 4, number: 3, name: 2, fee: 2, large: 1 };
const ALL = Object.values(LINES).reduce((sum, many) => sum + many, 0);
let world: AdminServer;
let session = "";
let account = 0;

before(async () => {
	world = await startAdmin({
		prepare: async (store) => {
			session = await sessionOf(store, "cashier@example.org");
			await fill(store);
		},
	});
});
after(() => world?.stop());

/** A name of three characters, as the text of a bank line has it: no two members have the same. */
const nameOf = (nth: number): string =>
	`林${"甲乙丙丁戊己庚辛壬"[Math.floor(nth / 10)]}${"子丑寅卯辰巳午未申酉"[nth % 10]}`;
type Line = { amount: number; memo?: string; last5?: string };
const today = dateInTaipei(Date.now());

async function fill({ db, ...store }: Store): Promise<void> {
	const at = Date.now();
	const env = { ...store.env, ...store.secrets };
	const one = async (statement: string): Promise<number> =>
		(await env.DB.prepare(statement).first<number>("id")) ?? assert.fail(statement);
	await env.DB.batch([
		env.DB.prepare("UPDATE payments SET status = 'cancelled' WHERE status = 'submitted'"),
		env.DB.prepare("UPDATE bank_lines SET status = 'ignored', reason = 'x' WHERE status IN ('unmatched', 'suggested')"),
	]);
	const given = {
		kind: "bank",
		name: "對帳專戶",
		bank_name: "",
		branch: "",
		holder: "",
		number: "012-777",
		position: 0,
	};
	account = await createAccount(db, { ...given, kind: "bank", is_shown: true }, { key: "desk", by: byOperator(at) });
	const statement = await one(
		`INSERT INTO bank_statements (bank_account_id, filename, state, created_at) VALUES (${account}, 'x', 'applied', 1) RETURNING id`,
	);
	const userId = await one("SELECT id FROM users WHERE email = 'secretary@example.org'");
	let rows = 0;
	const line = ({ amount, memo = "", last5 }: Line) => {
		rows += 1;
		return one(
			`INSERT INTO bank_lines (statement_id, bank_account_id, row, booked_on, amount, fee_amount, memo, words, last5, fingerprint, created_at, updated_at)
			VALUES (${statement}, ${account}, ${rows}, '${today}', ${amount}, 0, '${memo}', '${JSON.stringify(wordsOf(memo))}',
				${last5 === undefined ? "NULL" : `'${last5}'`}, 'desk ${rows}', 1, 1) RETURNING id`,
		);
	};
	const member = async (nth: number, due: number) => {
		const id = await one(
			`INSERT INTO members (member_no, name, status, created_at, updated_at) VALUES ('D${1000 + nth}', '${nameOf(nth)}', 'active', ${at}, ${at}) RETURNING id`,
		);
		const itemId = await one(
			`INSERT INTO dues_items (member_id, kind, dues_year, base_amount, amount, created_at, updated_at)
			VALUES (${id}, 'annual', 2026, ${due}, ${due}, ${at}, ${at}) RETURNING id`,
		);
		return { id, itemId };
	};
	const payment = async (nth: number, amount: number, last5: string | null) => {
		const { id, itemId } = await member(nth, amount);
		await submitPayment(env, db, {
			input: {
				...{ method: "transfer", paidOn: today, amount, feeAmount: 0, last5, bankAccountId: null },
				...{ payerMemberId: id, payerTitle: nameOf(nth), receiptSplit: "one", remark: "", correctsId: null },
				allocations: [{ kind: "dues", duesItemId: itemId, memberId: id, amount }],
			},
			source: "staff",
			upload: { filename: "轉帳.png", declaredType: "image/png", bytes: REAL.png },
			key: `desk-${nth}`,
			by: { ...byUser(userId, null, at), userId },
		});
	};
	for (let nth = 0; nth < LINES.told; nth++) {
		await payment(nth, 1_000 + nth, String(60_000 + nth));
		await line({ amount: 1_000 + nth, last5: String(60_000 + nth), memo: "會費" });
	}
	for (let nth = 0; nth < LINES.likely; nth++) {
		await payment(20 + nth, 2_100 + nth, null);
		await line({ amount: 2_100 + nth, memo: "跨行轉入" });
	}
	for (let nth = 0; nth < LINES.number; nth++) {
		await member(40 + nth, 3_100 + nth);
		await line({ amount: 3_100 + nth, memo: `會費 D${1040 + nth}` });
	}
	for (let nth = 0; nth < LINES.name; nth++) {
		await member(60 + nth, 4_100 + nth);
		await line({ amount: 4_100 + nth, memo: `會費 ${nameOf(60 + nth)}` });
	}
	for (let nth = 0; nth < LINES.fee; nth++) await line({ amount: -15 - nth, memo: "手續費" });
	for (let nth = 0; nth < LINES.large; nth++) {
		await member(80 + nth, 5_000);
		await line({ amount: 5_500, memo: `捐款 D${1080 + nth}` });
	}
}

const open = (more: Parameters<typeof openTab>[1] = {}): Promise<Tab> =>
	openTab(world, { cookies: { session }, ...more });
const ready = (page: Page) => page.locator("x-island[name=desk][data-state=ready]").waitFor();
const list = () => `${bank.lines()}?account=${account}`;
const openLines = async (): Promise<number> =>
	(await world.env.DB.prepare(
		"SELECT count(*) AS many FROM bank_lines WHERE bank_account_id = ? AND status IN ('unmatched', 'suggested')",
	)
		.bind(account)
		.first<number>("many")) ?? -1;

test("J, K, O and P; nothing acts in a field, while an input method composes, or when the keys are off", async () => {
	const { page, errors } = await open();
	await page.goto(list());
	await ready(page);
	assert.deepEqual(await violations(page), []);
	const at = () => page.evaluate<string>("document.activeElement.closest('[data-row]')?.id ?? ''");
	const ids = await page.locator("[data-row]").evaluateAll((rows) => rows.map(({ id }) => id));
	assert.equal(ids.length, ALL);
	for (const key of ["j", "j", "j", "k"]) await page.keyboard.press(key);
	assert.equal(await at(), ids[1]);
	await page.locator("body").dispatchEvent("keydown", { key: "j", isComposing: true });
	assert.equal(await at(), ids[1]);
	const number = page.locator("[data-row]", { hasText: "D1040" });
	await number.locator("[data-open]").focus();
	await Promise.all([page.waitForURL(/at=\d+/), page.keyboard.press("o")]);
	await ready(page);
	assert.equal(await page.locator(".at [data-open]").getAttribute("aria-expanded"), "true");
	assert.deepEqual(await violations(page), []);
	await page.keyboard.press("p");
	await page.keyboard.type("jk");
	assert.equal(await page.locator(".at [name=find]").inputValue(), "jk");
	const amount = page.locator(".at [name=amounts]").first();
	await amount.fill("3,000");
	assert.equal(await page.locator("[data-sum-words]").first().textContent(), "還差 100 元");
	await amount.fill("3,100");
	assert.equal(await page.locator("[data-sum-words]").first().textContent(), "等於這一行");
	await page.locator("[data-keys]").uncheck();
	await page.locator("[data-keys]").blur();
	const before = await at();
	await page.keyboard.press("j");
	assert.equal(await at(), before);
	await page.locator("[data-keys]").check();
	assert.deepEqual(errors, []);
	await page.context().close();
});

test("without scripts a press leads to the next row, and in a second tab it is told", async () => {
	const { page } = await open({ javaScriptEnabled: false });
	await page.goto(list());
	const first = page.locator("[data-row]").first();
	const id = await first.getAttribute("id");
	const { page: other } = await open({ javaScriptEnabled: false });
	await other.goto(list());
	await first.getByRole("button").click();
	assert.match(page.url(), /&at=\d+#line-\d+$/);
	assert.equal(await page.locator(".at").count(), 1);
	assert.equal(await openLines(), ALL - 1);
	await other.locator(`#${id}`).getByRole("button").click();
	assert.match((await other.locator("main [role=alert]").textContent()) ?? "", /已/);
	assert.equal(await openLines(), ALL - 1);
	await Promise.all([page.context().close(), other.context().close()]);
});

test("the other lines take one press of Enter each, and none without its press", async () => {
	const { page, errors } = await open();
	await page.goto(list());
	await ready(page);
	let presses = 0;
	await page.keyboard.press("j");
	for (let left = ALL - 1; left > 0; left--) {
		assert.equal(await openLines(), left);
		await Promise.all([page.waitForEvent("load"), page.keyboard.press("Enter")]);
		presses += 1;
		if (left > 1) await ready(page);
	}
	assert.equal(await openLines(), 0);
	assert.equal(presses, ALL - 1);
	assert.deepEqual(errors, []);
	await page.context().close();
});
