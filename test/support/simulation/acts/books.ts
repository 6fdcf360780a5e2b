/** Vouchers by hand, and budgets. */
import { copyBudget, createBudget, editBudget, removeBudget } from "#domain/books/budgets/actions.ts";
import { sealDocuments } from "#domain/books/document-seals/actions.ts";
import { credit, debit, type Entry } from "#domain/books/ledger/postings.ts";
import {
	createVoucher,
	editVoucher,
	postDraft,
	removeDraft,
	reverseManual,
	type VoucherInput,
} from "#domain/books/vouchers/actions.ts";
import { signer } from "#platform/seal-macs.ts";
import { act, onRow, type Ref, type Seeing } from "../seen.ts";
import { KEYS } from "../test-env.ts";

const CODES = ["1110", "1130-01", "1140-01", "3110", "4910", "5220", "5320", "5810"];

function written({ pick, oneIn, upTo, ago }: Seeing): VoucherInput {
	const amount = upTo(3_000) + 2 + (oneIn(12) ? 200_000 : 0);
	const [left, right] = [pick(CODES) ?? "1110", pick(CODES) ?? "5220"];
	const short = oneIn(15) ? 1 : 0;
	const lines: Entry[] = [debit(left, amount, ""), credit(right, amount - short, "")];
	return { date: ago(upTo(20)), description: "手開", turnsNextYear: false, lines };
}
const DRAFTS = "SELECT id, version FROM vouchers WHERE state = 'draft'";
const BUDGETS = "SELECT id, version, account_id AS account, name, amount, note FROM budget_items";
type Budget = Ref & { account: number; name: string; amount: number; note: string };

export const BOOKS = [
	act("write a voucher", ["accountant", 5], async (seeing) => {
		const of = written(seeing);
		const isPosted = !seeing.oneIn(3);
		return {
			about: [of, isPosted],
			press: ({ db, key, reviewer, by }) =>
				createVoucher(db, { input: of, ...(isPosted ? { poster: reviewer } : {}), key, by }),
		};
	}),
	act("change a voucher", ["accountant", 2], async (seeing) => {
		const ref = await seeing.one<Ref>(DRAFTS);
		const of = written(seeing);
		return ref && { about: [ref, of], press: ({ db, by }) => editVoucher(db, ref, { input: of, by }) };
	}),
	onRow<Ref>({
		name: "post a voucher",
		by: ["accountant", 6],
		of: DRAFTS,
		press: (ref, { db, reviewer, by }) => postDraft(db, { ref, poster: reviewer, by }),
	}),
	onRow<Ref>({
		name: "remove a voucher",
		by: ["accountant", 2],
		of: DRAFTS,
		press: (ref, { db, by }) => removeDraft(db, ref, by),
	}),
	act("reverse a voucher", ["accountant", 4], async ({ one, today }) => {
		const ref = await one<Ref>("SELECT id, version FROM vouchers WHERE state = 'posted' AND source = 'manual'");
		return (
			ref && {
				about: ref,
				press: ({ db, reviewer, by }) => reverseManual(db, { ref, date: today, reason: "更正", poster: reviewer, by }),
			}
		);
	}),
	act("plan a budget", ["accountant", 3], async ({ one, today, upTo }) => {
		const account = await one<{ id: number }>("SELECT id FROM accounts WHERE code IN ('5220', '5320', '4910')");
		const of = {
			year: Number(today.slice(0, 4)),
			account: account?.id ?? 0,
			name: "行政",
			amount: upTo(50_000) + 1,
			note: "",
		};
		return { about: of, press: ({ db, key, by }) => createBudget(db, { input: of, key, by }) };
	}),
	act("change a budget", ["accountant", 2], async ({ one, upTo }) => {
		const found = await one<Budget>(BUDGETS);
		const amount = upTo(50_000) + 1;
		return (
			found && {
				about: [found, amount],
				press: ({ db, by }) => editBudget(db, found.id, { input: { ...found, amount }, by }),
			}
		);
	}),
	onRow<Budget>({
		name: "remove a budget",
		by: ["accountant", 1],
		of: BUDGETS,
		press: ({ id, version }, { db, by }) => removeBudget(db, id, { version, by }),
	}),
	act("copy a budget", ["accountant", 1], async () => ({
		about: 2026,
		press: ({ db, by }) => copyBudget(db, { year: 2026, percent: 3, by }),
	})),
	act("seal what was issued", ["accountant", 2], async ({ at }) => ({
		about: "",
		press: async ({ db }) => sealDocuments(db, await signer(KEYS), at),
	})),
];
