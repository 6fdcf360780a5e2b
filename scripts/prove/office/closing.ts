/** The accountant closes the oldest month that is open, by the balances of its accounts, and prints its papers. */
import { Desk, type People } from "./desk.ts";

const BOOKED = /帳上 ([\d,]+) 元/;

export async function closeMonth({ accountant }: People): Promise<void> {
	Desk.begin("Close a month");
	const { page } = accountant;
	await accountant.go("/admin/ledger/closings");
	const month = page.locator("main section, main .card").filter({ hasText: BOOKED }).first();
	const fields = month.locator("input.money");
	for (let at = 0; at < (await fields.count()); at++) {
		const field = fields.nth(at);
		const said = await field.locator("xpath=ancestor::*[contains(., '帳上')][1]").textContent();
		await accountant.type(field, BOOKED.exec(said ?? "")?.[1] ?? "");
	}
	await accountant.press(page.getByRole("button", { name: /結帳/ }).last());
	if (!((await page.locator("main").textContent()) ?? "").includes("已結帳")) throw new Error("no month was closed");
}

/** The papers of a month, from the pages of their books. */
const PAPERS = [
	"/admin/ledger",
	"/admin/ledger/trial-balance",
	"/admin/ledger/statements",
	"/admin/ledger/cash-book",
	"/admin/ledger/annual",
];

/** Opens each paper of a month for printing; those of a year that is not closed say so. */
export async function printPapers({ accountant }: People): Promise<void> {
	Desk.begin("Print the month's papers");
	const { page } = accountant;
	for (const path of PAPERS) {
		await accountant.go(path);
		await page.emulateMedia({ media: "print" });
		const paper = await page.locator("body").textContent();
		if (!paper?.includes("未結帳")) throw new Error(`${path} prints an open year as if it were closed`);
		await page.emulateMedia({ media: "screen" });
	}
}
