import { env } from "cloudflare:test";
import { sql } from "drizzle-orm";
import { postVoucher, reverseVoucher } from "#db/books/vouchers.ts";
import { commit, open } from "#db/commit.ts";
import { insertEvent, stepPayment } from "#db/money/payment-writes.ts";
import { credit, debit } from "#domain/books/ledger/postings.ts";
import { byUser } from "#kernel/by.ts";

type Row = Record<string, string | number | null>;

/** A dues item by plain SQL; one that is waived or cancelled becomes so behind its event, as the database asks. Returns its id. */
export async function insertDuesItem({ status = "open", reason = null, ...row }: Row): Promise<number> {
	const late = status === "cancelled" || (status === "waived" && row.amount !== 0);
	const source = row.source ?? (status === "paid" ? "import" : "assessment");
	const columns = { ...row, source, status: late ? "open" : status, reason: late ? null : reason };
	const names = Object.keys(columns);
	const id = await env.DB.prepare(`INSERT INTO dues_items (${names}) VALUES (${names.map(() => "?")}) RETURNING id`)
		.bind(...Object.values(columns))
		.first<number>("id");
	if (id === null) throw new Error("no item was made");
	if (late) await endDuesItems(String(status), `id = ${id}`, reason);
	return id;
}

/** Waives or cancels items by plain SQL, each behind its event. */
export const endDuesItems = (status: string, which: string, reason: Row[string] = null): Promise<unknown> =>
	env.DB.batch([
		env.DB.prepare(
			`INSERT INTO dues_events (dues_item_id, kind, reason, at) SELECT id, ?1, ?2, 1 FROM dues_items WHERE ${which}`,
		).bind(status, reason),
		env.DB.prepare(`UPDATE dues_items SET status = ?1, reason = ?2 WHERE ${which}`).bind(status, reason),
	]);

/** Gives an item another discount by plain SQL, behind its event. */
export const correctItem = (id: number, percent: number): Promise<unknown> =>
	env.DB.batch([
		env.DB.prepare(
			`INSERT INTO dues_events (dues_item_id, kind, from_amount, to_amount, at)
			SELECT id, 'corrected', amount, base_amount - base_amount * CAST(?2 AS INTEGER) / 100, 1 FROM dues_items WHERE id = ?1`,
		).bind(id, percent),
		env.DB.prepare(
			"UPDATE dues_items SET discount_percent = ?2, amount = base_amount - base_amount * CAST(?2 AS INTEGER) / 100 WHERE id = ?1",
		).bind(id, percent),
	]);

/** Closes months by plain SQL: behind the event that the database asks for, by nobody. */
export const closeMonths = (...months: string[]): Promise<unknown> =>
	env.DB.batch(
		months.flatMap((month) => [
			env.DB.prepare("INSERT INTO period_events (period, step, at) VALUES (?, 'close', 1)").bind(month),
			env.DB.prepare("INSERT INTO periods (month, updated_at) VALUES (?, 1)").bind(month),
			env.DB.prepare("UPDATE periods SET status = 'closed', closed_at = 9e12 WHERE month = ?").bind(month),
		]),
	);

/** Ends payments that wait, by plain SQL, each with its event. */
export const endPayments = (
	step: "cancel" | "reject",
	which = "true",
	reason: string | null = null,
): Promise<unknown> =>
	env.DB.batch([
		env.DB.prepare(`UPDATE payments SET status = ?1, reason = ?2 WHERE status = 'submitted' AND ${which}`).bind(
			step === "cancel" ? "cancelled" : "rejected",
			reason,
		),
		env.DB.prepare(
			`INSERT INTO payment_events (payment_id, seq, step, at) SELECT p.id, (SELECT max(seq) + 1 FROM payment_events WHERE payment_id = p.id), ?1, 1
			FROM payments p WHERE p.status = ?2 AND p.id IN (SELECT payment_id FROM payment_events GROUP BY payment_id
				HAVING max(seq) = max(iif(step IN ('submit', 'edit', 'resubmit'), seq, 0)))`,
		).bind(step, step === "cancel" ? "cancelled" : "rejected"),
	]);

/** Runs something while triggers are away, for rows that no road leads to; they stand again afterwards. */
export async function without<T>(triggers: readonly string[], run: () => Promise<T>): Promise<T> {
	const found = await env.DB.prepare(
		"SELECT name, sql FROM sqlite_master WHERE type = 'trigger' AND name IN (SELECT value FROM json_each(?))",
	)
		.bind(JSON.stringify(triggers))
		.all<{ name: string; sql: string }>();
	if (found.results.length !== triggers.length) throw new Error(`there are not all of ${triggers.join(", ")}`);
	await env.DB.batch(found.results.map(({ name }) => env.DB.prepare(`DROP TRIGGER ${name}`)));
	try {
		return await run();
	} finally {
		await env.DB.batch(found.results.map(({ sql }) => env.DB.prepare(sql)));
	}
}

const paymentRow = async (id: number) => {
	const row = await env.DB.prepare("SELECT amount, paid_on FROM payments WHERE id = ?")
		.bind(id)
		.first<{ amount: number; paid_on: string }>();
	if (!row) throw new Error(`there is no payment ${id}`);
	return row;
};
const db = open(env.DB);

/** Submits what was inserted by plain SQL: its event. */
export const submitRaw = (id: number, userId: number | null = null): Promise<void> =>
	commit(db, [insertEvent(id, "submit", { by: { ...byUser(0, null, 1), userId } })]);

/** Verifies a payment of plain SQL, with its voucher and nothing else. */
export async function verifyRaw(id: number, userId: number, at = 2): Promise<void> {
	const { amount, paid_on: date } = await paymentRow(id);
	const by = byUser(userId, null, at);
	const lines = [debit("1110", amount, ""), credit("4910", amount, "")];
	await commit(db, [
		...postVoucher({ source: "payment", id, date, description: "收款", lines }, by),
		...stepPayment(id, null, { step: "verify", by }),
	]);
}

/** Reverses it, with its voucher and its receipts. */
export async function reverseRaw(id: number, userId: number, reason: string): Promise<void> {
	const { paid_on: date } = await paymentRow(id);
	const by = byUser(userId, null, 3);
	await commit(db, [
		sql`UPDATE receipts SET status = 'voided', voided_at = 3, reason = ${reason} WHERE payment_id = ${id} AND status = 'issued'`,
		...reverseVoucher({ source: "payment", id }, { date, description: "沖銷", by }),
		...stepPayment(id, null, { step: "reverse", reason, by }),
	]);
}

/** Empties tables one after another, those of dues among them: no road does. */
export const emptied = (...tables: string[]): Promise<unknown> =>
	without(["dues_items_assessed_are_never_deleted", "dues_events_are_never_deleted"], () =>
		env.DB.batch(tables.map((table) => env.DB.prepare(`DELETE FROM ${table}`))),
	);
