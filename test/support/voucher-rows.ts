import { credit, debit, type Entry } from "#domain/books/ledger/postings.ts";
import { createTemplate } from "#domain/books/voucher-templates/actions.ts";
import { createVoucher } from "#domain/books/vouchers/actions.ts";
import type { Reviewer } from "#domain/people/certificates/rules.ts";
import { paths } from "#http/paths.ts";
import type { By } from "#kernel/by.ts";
import type { Store } from "./admin-server.ts";

const { ledger } = paths.admin;

/** A voucher by hand that is posted, drafts that are even and not, and a template; the addresses of what is done with them. */
export async function fillVouchers(db: Store["db"], date: string, by: By): Promise<Record<string, string[]>> {
	const make = (lines: Entry[], poster?: Reviewer) =>
		createVoucher(db, {
			input: { date, description: "手開的傳票", turnsNextYear: false, lines },
			poster,
			key: crypto.randomUUID(),
			by,
		});
	const lines = [debit("5250", 300, "郵資"), credit("1110", 300, "")];
	const posted = await make(lines, { userId: 0, standsFor: [null] });
	const [draft, uneven] = [await make(lines), await make(lines.slice(0, 1))];
	const template = await createTemplate(
		db,
		{
			name: "繳電費",
			description: "電費",
			lines: [
				{ account: "5230", side: "debit", amount: null, memo: "電費" },
				{ account: "1110", side: "credit", amount: 1_860, memo: "" },
			],
		},
		{ key: crypto.randomUUID(), by },
	);
	return {
		[ledger.voucher(":id")]: [posted, draft, uneven].map(ledger.voucher),
		[ledger.voucherEdit(":id")]: [ledger.voucherEdit(uneven)],
		[ledger.voucherRemoval(":id")]: [ledger.voucherRemoval(draft)],
		[ledger.voucherReversal(":id")]: [ledger.voucherReversal(posted)],
		[ledger.voucherPrint(":id")]: [ledger.voucherPrint(posted)],
		[ledger.template(":id")]: [ledger.template(template)],
		[ledger.templateRemoval(":id")]: [ledger.templateRemoval(template)],
		[ledger.account(":id")]: [ledger.account(1)],
		[ledger.accountRemoval(":id")]: [ledger.accountRemoval(1)],
	};
}
