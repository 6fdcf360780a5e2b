import { beforeAll, expect, test } from "vitest";
import { paths } from "#http/paths.ts";
import { bring, draft, fund, office } from "../../support/finance.ts";
import { donor, posted, recorded } from "../../support/income.ts";
import { dues, owing, payment, submit, verify } from "../../support/payments.ts";
import { ask, type Person, signIn } from "../../support/people.ts";
import { rows } from "../../support/users.ts";

/* What an auditor asks of a voucher: from whom or to whom, by which record and receipt, with how many papers. */

const { ledger } = paths.admin;
let accountant: Person;
beforeAll(async () => {
	accountant = await signIn({ name: "會計", roles: ["accountant"] });
});
const text = async (path: string) =>
	(await (await ask(path, { as: accountant })).text()).replaceAll(/<[^>]*>/g, " ").replaceAll(/[\s　]+/g, " ");
const voucherOf = async (source: string, id: number) =>
	(await rows<{ id: number }>("SELECT id FROM vouchers WHERE source = ? AND source_id = ?", source, id))[0]?.id ?? 0;

test("a payment's voucher and journal name the payer, the receipt and the last digits; a name that is gone stays away", async () => {
	const owed = await owing();
	await rows("UPDATE members SET member_no = 'M0042' WHERE id = ?", owed.memberId);
	const said = payment([dues(owed)], { payerTitle: owed.name, payerMemberId: owed.memberId, last5: "70707" });
	const id = await submit(said, { userId: owed.userId });
	const cashier = await signIn({ name: "出納", roles: ["cashier"] });
	await verify(id, cashier.userId);
	const [receipt] = await rows<{ number: string }>(
		"SELECT mark || number AS number FROM receipts WHERE payment_id = ?",
		id,
	);
	const voucher = await voucherOf("payment", id);
	const told = `繳款人 ${owed.name}（M0042） 收款 ${id} 收據 ${receipt?.number} 末五碼 70707`;
	expect(await text(ledger.voucherPrint(voucher))).toContain(told);
	expect(await text(ledger.voucherPrint(voucher))).toContain("附件 0 張");
	expect(await text(`${ledger.journal()}?from=2026-01&to=2026-12&print=1`)).toContain(told);
	// The books themselves say no name.
	expect(await rows("SELECT 1 FROM voucher_lines WHERE instr(memo, ?) > 0", owed.name)).toEqual([]);
});

test("an expense request's voucher names the payee, its number and its papers; a reversal what it reverses", async () => {
	const people = await office();
	await fund();
	const id = await bring(await draft(people.applicant, { payeeName: "青禾文化空間" }), people, "posted");
	const [posting] = await rows<{ id: number; number: string }>(
		`SELECT p.id, 'F' || d.roc_year || '-' || printf('%04d', d.seq) AS number FROM finance_postings p JOIN finance_documents d ON d.id = p.document_id
		WHERE d.id = ? AND p.kind = 'payment'`,
		id,
	);
	const page = await text(ledger.voucherPrint(await voucherOf("finance", posting?.id ?? 0)));
	expect(page).toContain(`受款人 青禾文化空間 ${posting?.number}`);
	expect(page).toContain("附件 0 張");
});

test("income names its giver and number; the file of the journal has a column for it", async () => {
	const cashier = await signIn({ name: "收款人員", roles: ["cashier"] });
	const id = await recorded(cashier.userId, {
		donorId: await donor({ name: "林捐款" }),
		payerTitle: "林捐款",
		amount: 700,
	});
	await posted(id, accountant.userId);
	const page = await text(ledger.voucherPrint(await voucherOf("income", id)));
	expect(page).toMatch(/付款人 林捐款 I115-\d{4} 收據 捐115-\d{6}/);
	const file = await (await ask(`${ledger.journalExport("csv")}?from=2026-03&to=2026-03`, { as: accountant })).text();
	expect(file).toContain("憑據,附件");
	expect(file).toContain("付款人 林捐款");
});
