/** A bank file of forty lines: twenty are booked already, the others are fees, interest, dues and gifts. */
import { csvRow } from "#kernel/csv.ts";
import { dateInTaipei } from "#kernel/times.ts";
import type { AdminServer } from "../../../test/support/admin-server.ts";
import { Desk, type People } from "./desk.ts";
import type { Paid } from "./dues.ts";

type Told = { what: string; amount: number; last5?: string; memo?: string };
const HEADER = ["交易日期", "摘要", "支出金額", "存入金額", "帳戶餘額", "轉出帳號", "備註"];
/** What the books say that the bank holds before today, without what moved since the lines of the file begin. */
const HELD = `SELECT coalesce(sum(e.debit - e.credit), 0) AS held FROM bank_accounts b JOIN voucher_lines e ON e.account_id = b.account_id
	JOIN vouchers v ON v.id = e.voucher_id WHERE b.kind = 'bank' AND v.state = 'posted'`;
const REGISTER = "SELECT net FROM finance_documents WHERE title = '衛教講座講師費'";
const OWED = `SELECT m.member_no AS number, sum(d.amount - d.paid_amount) AS amount FROM dues_items d JOIN members m ON m.id = d.member_id
	WHERE d.status IN ('open', 'partially_paid') AND m.status = 'active' AND m.member_no IS NOT NULL GROUP BY m.id ORDER BY m.id LIMIT 3`;
const GIFTS = 9;
const UNKNOWN = 14;

export async function bankFile({ env }: AdminServer, payments: readonly Paid[]): Promise<string> {
	const [held] = (await env.DB.prepare(HELD).all<{ held: number }>()).results;
	const [register] = (await env.DB.prepare(REGISTER).all<{ net: number }>()).results;
	const owed = (await env.DB.prepare(OWED).all<{ number: string; amount: number }>()).results;
	const told: Told[] = [
		...payments.map(({ amount, last5 }) => ({ what: "跨行轉入", amount, last5, memo: "會費" })),
		...Array.from({ length: GIFTS }, (_, at) => ({
			what: "跨行轉入",
			amount: 1_100 + at,
			last5: String(51_000 + at),
			memo: "捐款",
		})),
		{ what: "整批轉帳", amount: -(register?.net ?? 0), memo: "講師費" },
		...owed.map(({ number, amount }) => ({ what: "跨行轉入", amount, memo: number })),
		...Array.from({ length: UNKNOWN }, (_, at) => ({
			what: "跨行轉入",
			amount: 300 + 50 * at,
			last5: String(71_000 + at),
		})),
		{ what: "手續費", amount: -15, memo: "跨行轉帳" },
		{ what: "手續費", amount: -120, memo: "整批轉帳" },
		{ what: "利息", amount: 36 },
	];
	const day = dateInTaipei(Date.now());
	const roc = [Number(day.slice(0, 4)) - 1911, day.slice(5, 7), day.slice(8)].join("/");
	let balance = (held?.held ?? 0) - told.reduce((sum, { amount }) => sum + amount, 0) + 5_000;
	const rows = told.map(({ what, amount, last5, memo = "" }) => {
		balance += amount;
		const sides = amount < 0 ? [String(-amount), ""] : ["", String(amount)];
		return [roc, what, ...sides, String(balance), last5 === undefined ? "" : `012-00001234${last5}`, memo];
	});
	console.log(`${rows.length} lines`);
	return [HEADER, ...rows].map(csvRow).join("");
}

export async function takeFile({ cashier }: People, csv: string): Promise<void> {
	Desk.begin("Take the bank's file and explain its lines");
	const { page } = cashier;
	await cashier.go("/admin/bank");
	await cashier.upload("file", { name: "本月明細.csv", mimeType: "text/csv", buffer: Buffer.from(csv) });
	await cashier.press("上傳並預覽");
	await cashier.press(page.getByRole("button", { name: /^匯入 \d+ 筆明細$/ }));
	await cashier.go("/admin/bank/lines");
	await cashier.press(page.getByRole("button", { name: /^一次核對/ }));
	for (const name of ["就是這一筆", "核對這筆收款", "收為會費", "記為手續費"]) {
		const button = page.locator("main").getByRole("button", { name, exact: true }).first();
		while (await button.isVisible()) await cashier.press(button);
	}
	const interest = page.getByRole("link", { name: "登錄為利息" });
	await cashier.press(interest);
	await cashier.press("登錄收入");
	await cashier.go("/admin/bank/lines");
	const unknown = page.locator("main").getByRole("button", { name: "轉暫收款", exact: true }).first();
	while (await unknown.isVisible()) await cashier.press(unknown);
}
