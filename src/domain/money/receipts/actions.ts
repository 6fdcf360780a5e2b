import { recordAudit } from "#db/audit.ts";
import { commit, type Db, guard, type Write } from "#db/commit.ts";
import { commitOnce } from "#db/form-submissions.ts";
import { issueIncomeReceipt, tellDonor } from "#db/money/income-writes.ts";
import { tellPayer } from "#db/money/payment-writes.ts";
import { allocationsOf } from "#db/money/payments.ts";
import { askOf, endAsk, keepAsk, namesFor } from "#db/money/receipt-rights.ts";
import { type First, setFirstNumber } from "#db/money/receipt-series.ts";
import * as stored from "#db/money/receipt-voids.ts";
import { issueReceipts } from "#db/money/receipt-writes.ts";
import { readRows } from "#db/read.ts";
import { refuseWithoutMail } from "#db/system/index.ts";
import { type NewReceipt, receiptsOf } from "#domain/money/payments/issuing.ts";
import { partOf } from "#domain/money/payments/parts.ts";
import { issuable } from "#domain/money/receipt-rights/actions.ts";
import { hindrance, isSecond } from "#domain/money/receipt-rights/rules.ts";
import type { By } from "#kernel/by.ts";
import { anyWords } from "#kernel/form-key.ts";
import { Refusal } from "#kernel/refusal.ts";
import { REPLACEMENTS, type Replacement } from "./form.ts";
import { itemsOf } from "./items.ts";
import { RECEIPTS } from "./steps.ts";

type Ref = stored.ReceiptRef;

/**
 * Takes the originals of receipts that are not void and whose original was not taken yet: each is printed once. A
 * repeated request with the same `key` (a lost answer, a reloaded page) takes nothing and returns the first result.
 * Returns who took them and when: an original was taken by this request when its row names the same user and time. For
 * a single receipt whose original cannot be taken it refuses `receipt.original_taken`.
 */
export async function takeOriginals(
	db: Db,
	{ receipts, key, by }: { receipts: readonly { id: number; number: string }[]; key: string; by: By },
): Promise<{ at: number; userId: number | null }> {
	const [first] = receipts;
	if (!first) throw new RangeError("no receipts");
	const isOne = receipts.length === 1;
	const numbers = receipts.map(({ number }) => number);
	const [noted, ...none] = recordAudit(db, {
		...by,
		action: "receipt.print",
		auditableType: "receipt",
		auditableId: isOne ? first.id : "",
		description: isOne ? `receipt ${first.number}` : `${receipts.length} receipts`,
		changes: isOne ? {} : { receipts: numbers },
	});
	if (!noted || none.length > 0) throw new Error("an audit entry is one row");
	const ids = receipts.map(({ id }) => id);
	// A page or a file, on either paper: the same request.
	const id = await commitOnce(db, { key: anyWords(key), at: by.at }, [
		noted,
		stored.takeOriginals(ids, by),
		...(isOne ? [guard("receipt.original_taken")] : []),
	]);
	const [[press]] = await readRows(db.$client, stored.pressOf(id));
	if (!press) throw new Error(`no audit row ${id}`);
	return press;
}

/**
 * The acting user (`by`); `users` also contains the user in whose place the act is done, and is `by` alone unless
 * given.
 */
type Acting = { users?: readonly number[]; by: By };
type Voiding = Acting & { ref: Ref; reason: string; replacement: Replacement; payerTitle: string };

/**
 * Voids a receipt and, with `replacement`, issues what takes its place, without touching the payment: the same under
 * another title, one for each member, or one for the whole payment; the last two also void the payment's other receipts
 * of the series. Returns the number of the void receipt and the id of the first new one. Refuses `receipt.stale`
 * (changed meanwhile), `receipt.wrong_state` (void already, or the payment is not verified any more), `receipt.own` (of
 * the users or their families), and what `pressed` refuses.
 */
export async function voidReceipt(
	db: Db,
	{ ref, reason, replacement, payerTitle, by, users = [by.userId ?? 0] }: Voiding,
): Promise<{ number: string; replacedBy: number | null }> {
	const receipt = await seen(db, ref);
	RECEIPTS.refuse("void", receipt.status);
	const voiding = [
		stored.refuseOwnReceipt(ref.id, users),
		...stored.voidReceipt(ref, reason, by),
		...stored.auditReceipt(db, "void", { ...receipt, changes: { replacement } }, by),
	];
	if (replacement === "none") {
		await commit(db, voiding);
		return { number: receipt.number, replacedBy: null };
	}
	const of = moneyOf(receipt);
	const { first, anew } = await pressed(db, receipt, { replacement, payerTitle, reason, users, by });
	await commit(db, [
		...first,
		...voiding,
		...(replacement === "title" ? [] : [stored.voidOthers(of, reason, by), stored.auditVoided(of, ref.id, by)]),
		...anew,
		stored.replaceVoided(of, by.at),
		...stored.refuseTooMuch(of),
		stored.auditIssued(of, by),
		...stored.auditReceipt(db, "replace", receipt, by),
	]);
	return { number: receipt.number, replacedBy: await replacedBy(db, ref.id) };
}

/**
 * 補開: issues a receipt in the place of one that was voided without a replacement; returns its id. Refuses
 * `receipt.stale` (changed meanwhile), `receipt.wrong_state` (the receipt is not void, was replaced already, or other
 * receipts of the payment cover its parts), `receipt.own` (of the users or their families), and what `pressed` refuses.
 */
export async function replaceReceipt(
	db: Db,
	{ ref, payerTitle, by, users = [by.userId ?? 0] }: Acting & { ref: Ref; payerTitle: string },
): Promise<number> {
	const receipt = await seen(db, ref);
	RECEIPTS.refuse("replace", receipt.status);
	if (receipt.replaced_by !== null) throw new Refusal("receipt.wrong_state");
	const of = moneyOf(receipt);
	const { first, anew } = await pressed(db, receipt, { replacement: "title", payerTitle, reason: "", users, by });
	await commit(db, [
		stored.refuseOwnReceipt(ref.id, users),
		...first,
		...anew,
		...stored.replaceOne(ref, of, by.at),
		...stored.refuseTooMuch(of),
		stored.auditIssued(of, by),
		...stored.auditReceipt(db, "replace", receipt, by),
	]);
	return (await replacedBy(db, ref.id)) ?? 0;
}

/**
 * Confirms as second person the replacement of a receipt that another user asked for; `users` are the acting user and
 * the user in whose place it is done. Refuses `receipt.stale` when nothing is asked for any more,
 * `receipt.second_person` for the user who asked, and what `voidReceipt` and `replaceReceipt` refuse.
 */
export async function confirmAsk(db: Db, id: number, { by, users = [by.userId ?? 0] }: Acting): Promise<void> {
	const [[receipt], [ask]] = await readRows(db.$client, stored.storedReceipt(id), askOf(id));
	const replacement = ask && REPLACEMENTS.find((one) => one === ask.replacement);
	if (!receipt || !ask || !replacement) throw new Refusal("receipt.stale");
	if (users.includes(ask.asked_by)) throw new Refusal("receipt.second_person");
	const { payer_title: payerTitle, reason } = ask;
	if (receipt.status === "issued") await voidReceipt(db, { ref: receipt, reason, replacement, payerTitle, users, by });
	else await replaceReceipt(db, { ref: receipt, payerTitle, users, by });
}

/**
 * Withdraws the request for a replacement; nothing is issued. Refuses `receipt.stale` when there is no such request.
 */
export async function stopAsk(db: Db, id: number, by: By): Promise<void> {
	const [[receipt], [ask]] = await readRows(db.$client, stored.storedReceipt(id), askOf(id));
	if (!receipt || !ask) throw new Refusal("receipt.stale");
	await commit(db, [...endAsk(id, ask), ...stored.auditReceipt(db, "stop_ask", receipt, by)]);
}

/**
 * Sends the mail about a receipt's payment or income record once more; the caller then queues the message `mail.due`.
 * Refuses `receipt.wrong_state` (void, or without payment and income record) and `receipt.no_address` (the payer has no
 * e-mail address).
 */
export async function mailReceipt(db: Db, { id, by }: { id: number; by: By }): Promise<void> {
	const [[receipt]] = await readRows(db.$client, stored.storedReceipt(id));
	if (receipt?.status !== "issued") throw new Refusal("receipt.wrong_state");
	const [once, { payment_id, income_id }] = [{ at: by.at, again: `_${by.at}` }, receipt];
	if (payment_id === null && income_id === null) throw new Refusal("receipt.wrong_state");
	const [tell, key] =
		payment_id === null
			? [tellDonor(income_id ?? 0, "income_recorded", once), `income_recorded_${income_id}_${by.at}`]
			: [tellPayer(payment_id, "payment_verified", once), `payment_verified_${payment_id}_*_${by.at}`];
	await commit(db, [
		stored.refuseVoided(id),
		tell,
		refuseWithoutMail("receipt.no_address", key),
		...stored.auditReceipt(db, "mail", receipt, by),
	]);
}

/**
 * Sets the first number of a receipt series in a year, before its first receipt is issued; afterwards it refuses
 * `number.in_use`.
 */
export const setFirstReceipt = (db: Db, { by, ...first }: First & { by: By }): Promise<void> =>
	commit(db, [
		...setFirstNumber(first),
		...recordAudit(db, {
			...by,
			action: "receipt.set_first",
			auditableType: "receipt_series",
			auditableId: `${first.series} ${first.year}`,
			description: `series ${first.series} ${first.year}`,
			changes: { first_no: first.firstNo },
		}),
	]);

/**
 * Reads a receipt for a step. Refuses `receipt.stale` when it changed since the user saw it (`version`); the guards
 * check this again.
 */
async function seen(db: Db, { id, version }: Ref): Promise<stored.StoredReceipt> {
	const [[receipt]] = await readRows(db.$client, stored.storedReceipt(id));
	if (receipt?.version !== version) throw new Refusal("receipt.stale");
	return receipt;
}

/**
 * Returns the payment or income record that a new receipt would be for. Refuses `receipt.wrong_state` when the payment
 * is not verified, or the income record not recorded or posted.
 */
function moneyOf(receipt: stored.StoredReceipt): stored.ReceiptsOf {
	const { payment_id, payment_status, income_id, income_state, series } = receipt;
	if (payment_id !== null && payment_status === "verified") return { paymentId: payment_id, series };
	if (income_id !== null && (income_state === "recorded" || income_state === "posted")) return { incomeId: income_id };
	throw new Refusal("receipt.wrong_state");
}

type Anew = { replacement: Exclude<Replacement, "none">; payerTitle: string };
type Pressing = Anew & { reason: string; users: readonly number[]; by: By };

/**
 * Returns the writes that issue the replacement of a receipt (`anew`) and those that must come before (`first`).
 * Refuses `receipt.same_name` (a title or payer has the name of one of `users` or their families),
 * `receipt.second_person` for a title that no other user wrote before (the request is stored, and carried out when
 * another user asks for the same), and `receipt.wrong_state` (an income record's receipt may be replaced only under
 * another title).
 */
async function pressed(
	db: Db,
	receipt: stored.StoredReceipt,
	{ replacement, payerTitle, reason, users, by }: Pressing,
): Promise<{ first: Write[]; anew: Write[] }> {
	const { id, payment_id: paymentId, income_id: incomeId } = receipt;
	const title = payerTitle || receipt.payer_title;
	const [[ask], names] = await readRows(db.$client, askOf(id), namesFor(users, { paymentId, incomeId }));
	// An income record has one receipt: its replacement is the same under another title.
	if (paymentId === null && (incomeId === null || replacement !== "title")) throw new Refusal("receipt.wrong_state");
	const receipts = paymentId === null ? [] : await replacementsOf(db, receipt, { replacement, payerTitle: title });
	const titles = paymentId === null ? [title] : receipts.map((one) => one.payerTitle);
	const second = isSecond(ask, { replacement, payer_title: title }, users) ? [title] : [];
	const issuing = { names, titles, said: [receipt.payer_title, receipt.given_title ?? "", ...second] };
	if (hindrance(issuing) === "other_title")
		await commit(db, [
			stored.refuseOwnReceipt(id, users),
			keepAsk(id, { replacement, payerTitle: title, reason }, by),
			...stored.auditReceipt(db, "ask", receipt, by),
		]);
	const folded = issuable(issuing, "receipt.second_person");
	return {
		first: [...folded, ...(ask && second.length > 0 ? endAsk(id, ask) : [])],
		anew:
			paymentId === null
				? [issueIncomeReceipt(incomeId ?? 0, by, { payerTitle: title, anyway: true })]
				: issueReceipts(paymentId, receipts, by),
	};
}

async function replacementsOf(
	db: Db,
	receipt: stored.StoredReceipt,
	{ replacement, payerTitle }: Anew,
): Promise<readonly NewReceipt[]> {
	const { series, amount, member_id: memberId, payment_id, payment_method: method, payer_member_id } = receipt;
	if (series === "other") throw new Refusal("receipt.wrong_state");
	if (replacement === "title") return [{ series, memberId, payerTitle, amount, items: itemsOf(receipt.items) }];
	const [rows] = await readRows(db.$client, allocationsOf(payment_id ?? 0));
	const all = receiptsOf(
		{
			method: method ?? "other",
			payerTitle: payerTitle || receipt.payer_title,
			payerMemberId: payer_member_id,
			receiptSplit: replacement,
		},
		rows.map(partOf),
	);
	return all.filter((one) => one.series === series);
}

async function replacedBy(db: Db, id: number): Promise<number | null> {
	const [[receipt]] = await readRows(db.$client, stored.storedReceipt(id));
	return receipt?.replaced_by ?? null;
}
