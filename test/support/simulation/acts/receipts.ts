/** Receipts that are printed, void, replaced. */
import {
	confirmAsk,
	mailReceipt,
	replaceReceipt,
	stopAsk,
	takeOriginals,
	voidReceipt,
} from "#domain/money/receipts/actions.ts";
import { REPLACEMENTS } from "#domain/money/receipts/form.ts";
import { act, onRow, type Ref } from "../seen.ts";

const ISSUED = "SELECT id, version, payer_title FROM receipts WHERE status = 'issued' ORDER BY id DESC LIMIT 8";
const ASKED = "SELECT receipt_id AS id, 0 AS version FROM receipt_asks";
type Receipt = Ref & { payer_title: string };

export const RECEIPTS = [
	act("void a receipt", ["cashier", 7], async ({ one, pick, oneIn }) => {
		const ref = await one<Receipt>(ISSUED);
		const replacement = pick([...REPLACEMENTS, "title", "title"] as const) ?? "none";
		const payerTitle = ref && (oneIn(2) ? "青禾文化空間有限公司" : ref.payer_title);
		return (
			ref && {
				about: [ref, replacement],
				press: ({ db, by }) =>
					voidReceipt(db, { ref, reason: "抬頭錯誤", replacement, payerTitle: payerTitle ?? "", by }),
			}
		);
	}),
	act("replace a void receipt", ["cashier", 4], async ({ one }) => {
		const ref = await one<Receipt>(
			"SELECT id, version, payer_title FROM receipts WHERE status = 'voided' AND replaced_by IS NULL",
		);
		return ref && { about: ref, press: ({ db, by }) => replaceReceipt(db, { ref, payerTitle: ref.payer_title, by }) };
	}),
	onRow<Ref>({
		name: "confirm another title",
		by: ["second", 12],
		of: ASKED,
		press: ({ id }, { db, by }) => confirmAsk(db, id, { by }),
	}),
	onRow<Ref>({
		name: "withdraw a title",
		by: ["cashier", 6],
		of: ASKED,
		press: ({ id }, { db, by }) => stopAsk(db, id, by),
	}),
	act("take originals", ["cashier", 3], async ({ rows, upTo }) => {
		const all = await rows<{ id: number; number: string }>(
			"SELECT id, CAST(seq AS TEXT) AS number FROM receipts WHERE status = 'issued' ORDER BY id DESC LIMIT 6",
		);
		const receipts = all.slice(0, upTo(2) + 1);
		return receipts.length === 0
			? undefined
			: { about: receipts, press: ({ db, key, by }) => takeOriginals(db, { receipts, key, by }) };
	}),
	onRow<Ref>({
		name: "mail a receipt",
		by: ["cashier", 1],
		of: ISSUED,
		press: ({ id }, { db, by }) => mailReceipt(db, { id, by }),
	}),
];
