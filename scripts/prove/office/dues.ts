/** The year's dues, and ten payments that members made by transfer. */

import { dateInTaipei } from "#kernel/times.ts";
import type { AdminServer } from "../../../test/support/admin-server.ts";
import { Desk, type People } from "./desk.ts";

export type Paid = { number: string; amount: number; last5: string; day: string };
const MANY = 10;

export async function assessDues({ secretary }: People): Promise<void> {
	Desk.begin("Assess the dues of next year");
	await secretary.go("/admin/dues/assessment");
	await secretary.choose("year", { value: String(Number(dateInTaipei(Date.now()).slice(0, 4)) + 1) });
	await secretary.press("重新試算");
	await secretary.press(secretary.page.getByRole("button", { name: /^產生 \d+ 筆應繳會費$/ }));
}

/** Records ten payments of the transfers that the members told of, from a list. */
export async function recordPayments({ secretary }: People, { env }: AdminServer): Promise<Paid[]> {
	Desk.begin("Record ten payments");
	const next = Number(dateInTaipei(Date.now()).slice(0, 4)) + 1;
	const { results } = await env.DB.prepare(
		`SELECT m.member_no AS number, d.amount FROM dues_items d JOIN members m ON m.id = d.member_id
		WHERE d.status = 'open' AND d.dues_year = ?1 AND m.status = 'active' ORDER BY m.id LIMIT ?2`,
	)
		.bind(next, MANY)
		.all<{ number: string; amount: number }>();
	const day = dateInTaipei(Date.now() - 86_400_000);
	const paid = results.map((one, at) => ({ ...one, day, last5: String(31_001 + at) }));
	await secretary.go("/admin/payments/new/many");
	await secretary.paste(
		"pasted",
		paid.map((one) => [one.number, next - 1911, one.amount, one.day, one.last5].join("\t")).join("\n"),
	);
	await secretary.press("檢查");
	await secretary.press(secretary.page.getByRole("button", { name: /^登錄這 \d+ 筆$/ }));
	return paid;
}

export async function verifyPayments({ cashier }: People): Promise<void> {
	Desk.begin("Verify them, with receipts");
	await cashier.go("/admin/payments?status=submitted");
	await cashier.press(cashier.page.getByRole("link", { name: /^開始核對/ }));
	const verify = cashier.page.getByRole("button", { name: /^核對無誤，開立收據/ });
	while (await verify.isVisible()) await cashier.press(verify);
}
