import { type SQL, sql } from "drizzle-orm";
import { recordAudit } from "#db/audit.ts";
import { type Db, refuseWhere, type Write } from "#db/commit.ts";
import { inPieces } from "#db/content/index.ts";
import { activateSettled, changeDues } from "#db/people/index.ts";
import { limitTo, type Select, select, selectOne } from "#db/read.ts";
import {
	type ImportRow,
	type ImportsPage,
	importIn,
	importSteps,
	importsIn,
	nextId,
	ROWS_PER_PAGE,
} from "#db/system/index.ts";
import type { KnownItem, KnownPart } from "#domain/money/payment-imports/plan.ts";
import type { WrittenPayment } from "#domain/money/payment-imports/reasons.ts";
import type { ReceivedMethod } from "#domain/money/payments/labels.ts";
import type { DuesKind } from "#domain/people/index.ts";
import type { By } from "#kernel/by.ts";
import { stepMembersOf } from "./payment-writes.ts";

export const { insertImport, updateMapping, markApplied, deleteDraft, markUndone } = importSteps("payment_imports");

export const paymentImport = (id: number): Select<ImportRow> => importIn("payment_imports", id);
/** Selects one page of the imports of payments, newest first, and the total number of them. */
export const paymentImports = (page: ImportsPage): ReturnType<typeof importsIn> => importsIn("payment_imports", page);

/** Selects the ids that the next import, payment and dues item will get. */
export const nextIds = (): Select<{ list: number; payment: number; item: number }> =>
	selectOne(
		`SELECT ${nextId("payment_imports")} AS list, ${nextId("payments")} AS payment, ${nextId("dues_items")} AS item`,
	);

type ItemRow = Omit<KnownItem, "memberId" | "isBare" | "isClaimed"> & {
	member_id: number;
	is_bare: 0 | 1;
	is_claimed: 0 | 1;
};

/** Selects the dues items of members that are not cancelled. */
export const itemsOf = (members: readonly number[]): Select<ItemRow> =>
	select(
		`SELECT d.id, d.member_id, d.kind, d.dues_year AS year, d.amount - d.paid_amount AS left, d.status,
			d.source = 'import' AND d.import_id IS NOT NULL AND d.amount = 0 AND d.status = 'paid' AS is_bare,
			EXISTS (SELECT 1 FROM payment_allocations a JOIN payments p ON p.id = a.payment_id
				WHERE a.dues_item_id = d.id AND p.status = 'submitted') AS is_claimed
		FROM json_each(?1) j JOIN dues_items d ON d.member_id = j.value WHERE d.status <> 'cancelled'`,
		JSON.stringify(members),
	);

type PartRow = Omit<KnownPart, "memberId" | "paidOn"> & { member_id: number; paid_on: string };

/** Selects the parts of verified payments for these members. */
export const partsPaidFor = (members: readonly number[]): Select<PartRow> =>
	select(
		`SELECT p.id AS payment, a.member_id, p.paid_on, a.amount,
			CASE WHEN d.kind = 'annual' THEN 'annual:' || d.dues_year ELSE coalesce(d.kind, a.kind) END AS target
		FROM json_each(?1) j JOIN payment_allocations a ON a.member_id = j.value
			JOIN payments p ON p.id = a.payment_id LEFT JOIN dues_items d ON d.id = a.dues_item_id
		WHERE p.status = 'verified'`,
		JSON.stringify(members),
	);

/** A payment with the id that it will get; days are YYYY-MM-DD, times UTC milliseconds. */
export type ImportedPayment = {
	id: number;
	member: number;
	title: string;
	method: ReceivedMethod;
	paidOn: string;
	paidAt: number;
	verifiedAt: number;
	amount: number;
	last5: string | null;
	remark: string;
	receiptNo: string | null;
};
export type ImportedItem = { id: number; member: number; kind: DuesKind; year: number; amount: number };
/**
 * A part of an imported payment. `bare`: its dues item came from a roster as paid without an amount, and gets its
 * amount now.
 */
export type ImportedPart = { payment: number; item: number | null; member: number; amount: number; bare: boolean };

const idsFree = (table: "payments" | "dues_items", ids: readonly { id: number }[]): Write[] =>
	ids.length === 0
		? []
		: [refuseWhere("import.moved", sql`EXISTS (SELECT 1 FROM ${sql.raw(table)} WHERE id >= ${ids[0]?.id ?? 0})`)];

/**
 * Inserts the dues items that an import pays and that had not been assessed. Refuses with `import.moved` when another
 * record got one of the ids meanwhile, and with `dues.exists` when the member has such an item.
 */
export const insertItems = (items: readonly ImportedItem[], { userId, at }: By): Write[] => [
	...idsFree("dues_items", items),
	...inPieces(items, (json) => [
		sql`INSERT INTO dues_items (id, member_id, kind, dues_year, base_amount, amount, source, created_by, created_at, updated_at)
			SELECT j.value ->> '$.id', j.value ->> '$.member', j.value ->> '$.kind', j.value ->> '$.year', j.value ->> '$.amount',
				j.value ->> '$.amount', 'import', ${userId}, ${at}, ${at} FROM json_each(${json}) j ORDER BY j.key`,
	]),
];

/** Inserts the payments as submitted. Refuses with `import.moved` when another record got one of the ids meanwhile. */
export const insertPayments = (payments: readonly ImportedPayment[], at: number): Write[] => [
	...idsFree("payments", payments),
	...inPieces(payments, (json) => [
		sql`INSERT INTO payments (id, source, method, paid_on, amount, last5, payer_member_id, payer_title, remark, submitted_at,
				old_receipt_no, created_at, updated_at)
			SELECT j.value ->> '$.id', 'import', j.value ->> '$.method', j.value ->> '$.paidOn', j.value ->> '$.amount',
				j.value ->> '$.last5', j.value ->> '$.member', j.value ->> '$.title', j.value ->> '$.remark', j.value ->> '$.paidAt',
				j.value ->> '$.receiptNo', ${at}, ${at} FROM json_each(${json}) j ORDER BY j.key`,
	]),
];

/**
 * Inserts the parts of the payments. A year that a roster imported as paid without an amount gets the amount that was
 * paid; when such a year changed meanwhile, it refuses with `import.moved`.
 */
export const insertParts = (parts: readonly ImportedPart[], at: number): Write[] => [
	...inPieces(
		parts.filter(({ bare }) => bare),
		(json, count) => [
			sql`UPDATE dues_items SET base_amount = j.value ->> '$.amount', amount = j.value ->> '$.amount', status = 'open',
					version = version + 1, updated_at = ${at}
				FROM json_each(${json}) j WHERE dues_items.id = j.value ->> '$.item' AND status = 'paid' AND dues_items.amount = 0
					AND source = 'import' AND import_id IS NOT NULL`,
			sql`INSERT INTO guard (code) SELECT 'import.moved' WHERE changes() <> ${count}`,
		],
	),
	...inPieces(parts, (json) => [
		sql`INSERT INTO payment_allocations (payment_id, kind, dues_item_id, member_id, amount)
			SELECT j.value ->> '$.payment', iif(j.value ->> '$.item' IS NULL, 'donation', 'dues'), j.value ->> '$.item',
				j.value ->> '$.member', j.value ->> '$.amount' FROM json_each(${json}) j ORDER BY j.key`,
	]),
];

/**
 * Marks the imported payments as verified at the time that the list gives, by no user of this system; each gets its row
 * in the audit log.
 */
export const verifyImported = (
	payments: readonly ImportedPayment[],
	{ importId, by }: { importId: number; by: By },
): Write[] =>
	inPieces(payments, (json) => [
		sql`UPDATE payments SET status = 'verified', verified_at = j.value ->> '$.verifiedAt', version = version + 1
			FROM json_each(${json}) j WHERE payments.id = j.value ->> '$.id'`,
		sql`INSERT INTO payment_events (payment_id, seq, step, reason, user_id, at)
			SELECT j.value ->> '$.id', 1, 'verify', ${`匯入 #${importId}`}, ${by.userId}, ${by.at} FROM json_each(${json}) j`,
		sql`INSERT INTO audit_log (at, user_id, actor, action, auditable_type, auditable_id, description, ip_address, changes)
			SELECT ${by.at}, ${by.userId}, ${by.actor}, 'payment.import', 'payment', CAST(j.value ->> '$.id' AS TEXT),
				'payment ' || (j.value ->> '$.id'), ${by.ip}, json_object('import', ${importId}, 'amount', j.value ->> '$.amount')
			FROM json_each(${json}) j ORDER BY j.key`,
		...activateSettled(sql`(SELECT value ->> '$.member' FROM json_each(${json}))`, by),
	]);

export type ImportedRow = { row: number; outcome: WrittenPayment; payment: number | null; told: string };

export const insertImportRows = (importId: number, rows: readonly ImportedRow[]): Write[] =>
	inPieces(rows, (json) => [
		sql`INSERT INTO payment_import_rows (import_id, row, outcome, payment_id, told)
			SELECT ${importId}, j.value ->> '$.row', j.value ->> '$.outcome', j.value ->> '$.payment', j.value ->> '$.told'
			FROM json_each(${json}) j`,
	]);

/** Returns the subquery of the payments that an import made. */
const madeIn = (importId: number): SQL<number> =>
	sql<number>`SELECT payment_id FROM payment_import_rows WHERE import_id = ${importId} AND payment_id IS NOT NULL`;
/** Returns the subquery of the dues items that the payments of an import paid. */
const itemsIn = (importId: number): SQL =>
	sql`SELECT dues_item_id FROM payment_allocations WHERE payment_id IN (${madeIn(importId)})`;
/** Returns the subquery of the payers of an import's payments and of the members they paid for. */
export const membersIn = (importId: number): SQL =>
	sql`SELECT payer_member_id FROM payments WHERE id IN (${madeIn(importId)})
		UNION SELECT member_id FROM payment_allocations WHERE payment_id IN (${madeIn(importId)})`;

export const UNDONE_REASON = "復原匯入";

/**
 * Undoes what an import wrote: its payments are reversed, the dues items that it made are cancelled, and the years that
 * a roster imported as paid have no amount again. Refuses with `import.changed` when one of its payments is not
 * verified any more; a trigger refuses with `dues.corrected` when a dues item that they paid was corrected to a lower
 * amount.
 */
export const takeBack = (importId: number, appliedAt: number, by: By): Write[] => [
	refuseWhere(
		"import.changed",
		sql`EXISTS (SELECT 1 FROM payments WHERE id IN (${madeIn(importId)}) AND status <> 'verified')`,
	),
	sql`INSERT INTO audit_log (at, user_id, actor, action, auditable_type, auditable_id, description, ip_address, changes)
		SELECT ${by.at}, ${by.userId}, ${by.actor}, 'payment.import_undone', 'payment', CAST(p.id AS TEXT), 'payment ' || p.id,
			${by.ip}, json_object('import', ${importId}) FROM payments p WHERE p.id IN (${madeIn(importId)}) ORDER BY p.id`,
	sql`UPDATE payments SET status = 'reversed', reversed_by = ${by.userId}, reversed_at = ${by.at}, reason = ${UNDONE_REASON},
			version = version + 1, updated_at = ${by.at} WHERE id IN (${madeIn(importId)})`,
	sql`INSERT INTO payment_events (payment_id, seq, step, reason, user_id, at)
		SELECT p.id, (SELECT max(seq) + 1 FROM payment_events e WHERE e.payment_id = p.id), 'reverse', ${UNDONE_REASON}, ${by.userId}, ${by.at}
		FROM payments p WHERE p.id IN (${madeIn(importId)})`,
	sql`UPDATE dues_items SET base_amount = 0, amount = 0, status = 'paid', version = version + 1, updated_at = ${by.at}
		WHERE id IN (${itemsIn(importId)}) AND source = 'import' AND import_id IS NOT NULL AND status = 'open'`,
	// This stands behind the changes of paid years, because a paid year keeps a member active.
	...stepMembersOf(madeIn(importId), "unpay", by),
	...changeDues({
		kind: "cancelled",
		which: sql`d.id IN (${itemsIn(importId)}) AND d.source = 'import' AND d.import_id IS NULL AND d.status = 'open'
			AND d.created_at = ${appliedAt}`,
		set: sql`status = 'cancelled', reason = ${UNDONE_REASON}`,
		reason: UNDONE_REASON,
		by,
	}),
];

/** Selects at most 50 payments of an import that are not verified any more: the reason why it cannot be undone. */
export const changedPayments = (importId: number): Select<{ id: number; status: "reversed" }> =>
	select(
		`SELECT p.id, p.status FROM payment_import_rows r JOIN payments p ON p.id = r.payment_id
		WHERE r.import_id = ? AND p.status <> 'verified' ORDER BY p.id ${limitTo(50)}`,
		importId,
	);

/** A row of an applied import, with its payment and member as they are now. */
export type WrittenRow = {
	row: number;
	outcome: WrittenPayment;
	payment_id: number | null;
	told: string | null;
	member_id: number | null;
	member_no: string | null;
	name: string | null;
	paid_on: string | null;
	amount: number | null;
	verified_at: number | null;
	old_receipt_no: string | null;
};

/**
 * Selects rows of an applied import, rows that need attention first (conflicts, errors); with `outcome` only the rows
 * of that outcome.
 */
export const writtenRows = (id: number, { outcome, page }: { outcome: string | undefined; page: number }) =>
	select<WrittenRow>(
		`SELECT r.row, r.outcome, r.payment_id, r.told, m.id AS member_id, m.member_no, m.name, p.paid_on, p.amount,
			p.verified_at, p.old_receipt_no
		FROM payment_import_rows r LEFT JOIN payments p ON p.id = r.payment_id LEFT JOIN members m ON m.id = p.payer_member_id
		WHERE r.import_id = ?1 AND (?2 = '' OR r.outcome = ?2)
		ORDER BY CASE r.outcome WHEN 'conflict' THEN 0 WHEN 'error' THEN 1 ELSE 2 END, r.row
		${limitTo(ROWS_PER_PAGE, (page - 1) * ROWS_PER_PAGE)}`,
		id,
		outcome ?? "",
	);

/** Counts the rows of an import by outcome. */
export const writtenTotals = (id: number): Select<{ outcome: WrittenPayment; total: number }> =>
	select("SELECT outcome, count(*) AS total FROM payment_import_rows WHERE import_id = ? GROUP BY outcome", id);

/** Writes a row about an import into the audit log: numbers only. */
export const auditImport = (
	db: Db,
	step: "discard" | "import" | "undo" | "upload" | "view",
	{ id, counts = {}, by }: { id: number | SQL<number>; counts?: unknown; by: By },
): Write[] =>
	recordAudit(db, {
		...by,
		action: `payment_import.${step}`,
		auditableType: "payment_import",
		auditableId: id,
		description: typeof id === "number" ? `import ${id}` : "import",
		changes: { counts },
	});
