/** What the office takes away: each list's file is opened with LibreOffice, where it is installed. */
import { spawnSync } from "node:child_process";
import { mkdtempSync, readdirSync, rmSync, writeFileSync } from "node:fs";
import { tmpdir } from "node:os";
import { join } from "node:path";
import type { Desk, People } from "./desk.ts";

/** Whose page has a file, and where; or the address of the file itself. */
const PAGES: readonly (readonly [keyof People, string])[] = [
	["cashier", "/admin/payees"],
	["cashier", "/admin/finance"],
	["cashier", "/admin/payments"],
	["cashier", "/admin/income"],
	["cashier", "/admin/receipts"],
	["accountant", "/admin/ledger"],
	["accountant", "/admin/ledger/general?named=1130-01"],
	["accountant", "/admin/ledger/trial-balance"],
	["accountant", "/admin/ledger/statements"],
	["accountant", "/admin/ledger/by-items"],
	["accountant", "/admin/ledger/cash-book"],
	["accountant", "/admin/ledger/annual"],
	["accountant", "/admin/ledger/assets"],
	["accountant", "/admin/ledger/budgets"],
	["accountant", "/admin/withholding/year/export/xlsx"],
];

/**
 * Downloads the file of each page, and the bank's file of the lecturers, and has LibreOffice read them; returns how many
 * files there are and how many of them it read, which is none where LibreOffice is not installed.
 */
export async function takeAway(people: People): Promise<{ files: number; read: number }> {
	const folder = mkdtempSync(join(tmpdir(), "office-"));
	try {
		for (const [who, path] of PAGES) await download(people[who], path, folder);
		await people.cashier.page.goto("/admin/finance?q=衛教講座講師費");
		const [register] = await hrefs(people.cashier, /^\/admin\/finance\/\d+$/);
		await download(people.cashier, register ?? "", folder);
		const files = readdirSync(folder).map((name) => join(folder, name));
		const out = join(folder, "read");
		const args = ["--headless", "--convert-to", "csv", "--outdir", out, ...files];
		const { error } = spawnSync("soffice", args, { stdio: "ignore", env: { ...process.env, HOME: folder } });
		const read = error ? 0 : readdirSync(out).length;
		if (!error && read !== files.length) throw new Error(`LibreOffice read ${read} of ${files.length} files`);
		return { files: files.length, read };
	} finally {
		rmSync(folder, { recursive: true, force: true });
	}
}

const hrefs = async ({ page }: Desk, of: RegExp): Promise<string[]> => {
	const all = await page
		.locator("main a[href]")
		.evaluateAll((links) => links.map((one) => one.getAttribute("href") ?? ""));
	return all.filter((one) => of.test(one));
};

async function fileOn(desk: Desk, path: string): Promise<string> {
	await desk.page.goto(path);
	const [file] = await hrefs(desk, /\/xlsx(?:\?|$)/);
	if (file === undefined) throw new Error(`${path} has no file`);
	return file;
}

async function download(desk: Desk, path: string, folder: string): Promise<void> {
	const file = path.endsWith("/xlsx") ? path : await fileOn(desk, path);
	const answer = await desk.page.request.get(file);
	const isFile = answer.headers()["content-disposition"]?.startsWith("attachment");
	if (!answer.ok() || !isFile) throw new Error(`${file} is no file: ${answer.status()} ${answer.url()}`);
	writeFileSync(
		join(
			folder,
			`${path
				.split("?")[0]
				?.replace(/\/export\/xlsx$/, "")
				.split("/")
				.slice(2)
				.join("-")}.xlsx`,
		),
		await answer.body(),
	);
}
