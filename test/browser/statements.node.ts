/** The statements to look at, and the ledger's account, in Chromium: on a desk, a phone and paper, and without scripts. */
import assert from "node:assert/strict";
import { after, before, describe, test } from "node:test";
import { PDFDocument } from "pdf-lib";
import type { Page } from "playwright-core";
import { postVoucher } from "#db/books/vouchers.ts";
import { commit } from "#db/commit.ts";
import { credit, debit } from "#domain/books/ledger/postings.ts";
import { paths } from "#http/paths.ts";
import { byOperator } from "#kernel/by.ts";
import { type AdminServer, openTab, sessionOf, startAdmin, violations } from "../support/admin-server.ts";
import { heading } from "../support/admin-steps.ts";

const { ledger } = paths.admin;
const A4 = [595, 842];
const AT = Date.UTC(2026, 10, 20);
const VIEWS = [
	"kind=income&view=year",
	"kind=income&view=before",
	"kind=income&view=months",
	"kind=income&view=budget",
	"kind=balance&view=year",
	"kind=balance&view=months",
];
const LONG = "kind=income&view=months";
const addressOf = (view: string): string => `${ledger.statements()}?${view}&to=2025-12`;
const CODES = [
	"4120",
	"4210",
	"4220",
	"4310",
	"4410",
	"4910",
	"5110",
	"5210",
	"5220",
	"5230",
	"5240",
	"5250",
	"5260",
	"5310",
	"5320",
	"5330",
	"5510",
	"5810",
];
let world: AdminServer;
let session: string;

/** Three years of eighteen accounts, in millions; one account is turned into a minus by what was given back. */
before(async () => {
	world = await startAdmin({
		prepare: async ({ env, db }) => {
			const who = byOperator(AT);
			const begun = [debit("1110", 90_000_000, ""), credit("3210", 90_000_000, "")];
			await commit(
				db,
				postVoucher({ source: "bank_line", id: 9_000, date: "2023-01-01", description: "開始", lines: begun }, who),
			);
			for (const [nth, code] of CODES.entries())
				for (const year of [2023, 2024, 2025]) {
					const amount = 1_204_567 + nth * 31_337 + (year - 2023) * 100_003;
					const [to, from] = code < "5" && code !== "4910" ? ["1110", code] : [code, "1110"];
					const date = `${year}-${String((nth % 12) + 1).padStart(2, "0")}-15`;
					const id = nth * 10 + year;
					const lines = [debit(to, amount, ""), credit(from, amount, "")];
					await commit(db, postVoucher({ source: "bank_line", id, date, description: "收支", lines }, who));
				}
			await env.DB.prepare(
				`INSERT INTO budget_items (year, account_id, name, amount, created_at, updated_at)
				SELECT 2025, id, name, CAST(substr(code, 2) AS INTEGER) * 4000, 1, 1 FROM accounts WHERE code IN (${CODES.map((code) => `'${code}'`).join(", ")})`,
			).run();
		},
	});
	session = await sessionOf(world, "accountant@example.org");
});
after(() => world?.stop());

const open = async (path: string, options: Parameters<typeof openTab>[1] = {}) => {
	const tab = await openTab(world, { viewport: { width: 1280, height: 860 }, ...options, cookies: { session } });
	await tab.page.goto(path);
	return tab;
};
const measure = (page: Page, expression: string) => page.evaluate(expression);

describe("each view", { concurrency: 2 }, () => {
	for (const view of VIEWS) {
		test(`${view} stays in its box at 360 and 1280 px, its names in sight, by day and by night`, async () => {
			const { page, errors } = await open(addressOf(view), { viewport: { width: 360, height: 800 } });
			assert.equal(await measure(page, "document.documentElement.scrollWidth"), 360);
			const left = await measure(
				page,
				`(() => {
				const box = document.querySelector(".scroll");
				box.scrollLeft = 400;
				return [box.scrollLeft > 0, document.querySelector(".book tbody th").getBoundingClientRect().left - box.getBoundingClientRect().left];
			})()`,
			);
			assert.deepEqual(left, [true, 0]);
			assert.deepEqual(await violations(page), []);
			await page.setViewportSize({ width: 1280, height: 860 });
			await page.emulateMedia({ colorScheme: "dark" });
			assert.equal(await measure(page, "document.documentElement.scrollWidth"), 1280);
			// No bar or line of a drawing is beyond the drawing.
			assert.deepEqual(
				await measure(
					page,
					`[...document.querySelectorAll("main svg :is(rect, path, line)")].filter((one) => {
					const [own, box] = [one.getBoundingClientRect(), one.ownerSVGElement.getBoundingClientRect()];
					return own.left < box.left - 1 || own.right > box.right + 1 || own.top < box.top - 1 || own.bottom > box.bottom + 1;
				}).map((one) => one.outerHTML)`,
				),
				[],
			);
			assert.deepEqual(await violations(page), []);
			assert.deepEqual(errors, []);
			await page.context().close();
		});
		test(`${view} is printed with the columns and figures of the screen, on one sheet, or by months on long ones`, async () => {
			const { page } = await open(addressOf(view));
			const shown = (): Promise<unknown> =>
				measure(
					page,
					`[...document.querySelectorAll(".report .book tr")].map((row) => [...row.cells].filter((cell) => cell.checkVisibility()).map((cell) => cell.innerText.trim()).join("|"))`,
				);
			const onScreen = await shown();
			const pdf = await PDFDocument.load(await page.pdf({ preferCSSPageSize: true }));
			const isMonths = view.endsWith("months");
			const sizes = pdf.getPages().map((one) => [Math.round(one.getWidth()), Math.round(one.getHeight())]);
			// Eighteen accounts by months leave no room for the chart and the signers, which follow on a second sheet.
			assert.deepEqual(sizes, Array(view === LONG ? 2 : 1).fill(isMonths ? A4.toReversed() : A4));
			await page.emulateMedia({ media: "print" });
			assert.deepEqual(await shown(), onScreen);
			// At the paper's width nothing is cut off.
			await page.setViewportSize({ width: isMonths ? 1032 : 703, height: 700 });
			assert.equal(await measure(page, "document.documentElement.scrollWidth <= innerWidth"), true);
			assert.match((await page.locator(".report-head").textContent()) ?? "", /（未結帳）\s*中華民國 114 年/);
			await page.context().close();
		});
	}
});

test("a view is chosen without scripts too, and keeps the year", async () => {
	const { page } = await open(addressOf("kind=income&view=year"), { javaScriptEnabled: false });
	await page.getByLabel("檢視方式").selectOption("逐月");
	await page.getByRole("button", { name: "篩選" }).click();
	assert.equal((await heading(page))?.trim(), "收支表（逐月）");
	assert.equal(new URL(page.url()).searchParams.get("to"), "114/12");
	await page.getByLabel("檢視方式").selectOption("預算執行");
	await page.getByRole("button", { name: "篩選" }).click();
	assert.equal((await heading(page))?.trim(), "收支表（預算執行）");
	await page.context().close();
});

test("an account of the ledger is chosen by a word and Enter, is there again, and is gone for who signs in next", async () => {
	const { page, errors } = await open(`${ledger.general()}?from=2025-01&to=2025-12`);
	const field = page.locator("input[name=named]");
	await field.hover();
	await page.locator("x-island[name=picks][data-state=ready]").waitFor({ state: "attached" });
	await field.pressSequentially("利息");
	await page.locator("#account-picks [aria-selected=true]", { hasText: "4410 利息收入" }).waitFor();
	assert.deepEqual(await violations(page), []);
	await field.press("Enter");
	await page.waitForURL("**/general?named=4410*");
	assert.equal((await heading(page))?.trim(), "4410 利息收入");
	await page.getByRole("navigation", { name: "前後的會計科目" }).getByRole("link").last().click();
	await page.waitForURL("**/general?account=*");
	assert.equal((await heading(page))?.trim(), "4910 其他收入");
	await page.goto(ledger.general());
	assert.equal((await heading(page))?.trim(), "4910 其他收入");
	assert.equal(await page.getByLabel("起始月份").inputValue(), "114/01");
	await page
		.context()
		.addCookies([{ name: "session", value: await sessionOf(world, "chair@example.org"), url: world.address }]);
	await page.goto(ledger.general());
	assert.equal((await heading(page))?.trim(), "總分類帳");
	assert.deepEqual(errors, []);
	await page.context().close();
});
