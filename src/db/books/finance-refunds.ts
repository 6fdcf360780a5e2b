import { creditLeft } from "#db/people/index.ts";
import { limitTo, type Select, select } from "#db/read.ts";
import type { Refunded, TypedRefund } from "#domain/books/finance/form.ts";
import type { FoundRefund } from "#domain/books/finance/refunds.ts";
import type { Permission } from "#permissions.ts";
import { isSuspense } from "./books.ts";

/**
 * The permissions by one of which an applicant may name a payment or a bank line: users who have one can see these
 * records anyway.
 */
export const NAMES_PAYMENTS = [
	"payments.record",
	"payments.verify",
	"payments.reverse",
	"receipts.issue",
	"reports.view",
	"dues.manage",
	"bank.manage",
] as const satisfies readonly Permission[];

/** Returns SQL: whether the user ?1 has one of these permissions by a role. */
export const holdsOne = (any: readonly Permission[]): string =>
	`EXISTS (SELECT 1 FROM user_roles x JOIN role_permissions p ON p.role_id = x.role_id WHERE x.user_id = ?1
		AND p.permission IN (${any.map((one) => `'${one}'`).join(", ")}))`;

const OPEN = "state NOT IN ('rejected', 'withdrawn', 'voided')";
const OWED = "state IN ('approved', 'paid', 'posted')";

/** Returns SQL: what approved requests give back of the donation of a payment (SQL of its id), by requests and by registers. */
export const givenBack = (payment: string, but = "0"): string =>
	`(coalesce((SELECT sum(o.gross) FROM finance_documents o WHERE o.payment_id = ${payment} AND o.refund_of = 'donation'
			AND o.id <> ${but} AND o.${OWED}), 0)
		+ coalesce((SELECT sum(s.gross) FROM finance_shares s JOIN finance_documents o ON o.id = s.document_id
			WHERE s.payment_id = ${payment} AND o.id <> ${but} AND o.${OWED}), 0))`;

/** Returns SQL: whether a request, another than `but`, asks for a bank line (SQL of its id). */
export const isLineAsked = (line: string, but = "0"): string =>
	`(EXISTS (SELECT 1 FROM finance_documents o WHERE o.bank_line_id = ${line} AND o.id <> ${but} AND o.${OPEN})
		OR EXISTS (SELECT 1 FROM finance_shares s JOIN finance_documents o ON o.id = s.document_id
			WHERE s.bank_line_id = ${line} AND o.id <> ${but} AND o.${OPEN}))`;

/** Returns SQL: the id of the approved request that gives a bank line (SQL of its id) back; null where none does. */
export const refundOfLine = (line: string): string =>
	`coalesce((SELECT o.id FROM finance_documents o WHERE o.bank_line_id = ${line} AND o.${OPEN} AND o.${OWED}),
		(SELECT o.id FROM finance_shares s JOIN finance_documents o ON o.id = s.document_id WHERE s.bank_line_id = ${line} AND o.${OWED}))`;

type Column = { id: string; but: string };

/** Returns SQL: what is left to give back of a verified payment's donation; null where there is none. */
export const donationLeft = ({ id, but }: Column): string =>
	`(SELECT sum(t.amount) - ${givenBack(id, but)} FROM payments p
		JOIN payment_allocations t ON t.payment_id = p.id AND t.kind = 'donation' WHERE p.id = ${id} AND p.status = 'verified')`;

/** Returns SQL: the amount of a line of 暫收款 that nobody else asks for; null for another line. */
export const suspenseLeft = ({ id, but }: Column): string =>
	`(SELECT l.amount - l.explained FROM bank_lines l WHERE l.id = ${id} AND l.status <> 'matched' AND ${isSuspense("l.id")}
		AND NOT ${isLineAsked(id, but)})`;

/** SQL: what is left of what `g` gives back (its kind and id), besides what the register ?3 gives; null for nothing. */
const LEFT = ((of: Column) => `CASE WHEN ${holdsOne(NAMES_PAYMENTS)} THEN CASE g.of
	WHEN 'credit' THEN (SELECT ${creditLeft("m.id")} FROM members m WHERE m.id = ${of.id} AND m.merged_into IS NULL)
	WHEN 'donation' THEN ${donationLeft(of)} WHEN 'suspense' THEN ${suspenseLeft(of)} END END`)({
	id: "g.id",
	but: "?3",
});

/**
 * Selects, in the order of the list, what is left of what the shares of a register give back; null for what does not
 * exist or the user may not name. `documentId` is the register itself, 0 for a new one.
 */
export const refundsLeft = (
	list: readonly Refunded[],
	{ userId, documentId }: { userId: number; documentId: number },
): Select<{ left: number | null }> =>
	select(
		`SELECT ${LEFT} AS "left" FROM (SELECT j.key, j.value ->> '$.of' AS of, CAST(j.value ->> '$.id' AS INTEGER) AS id
			FROM json_each(?2) j) g ORDER BY g.key`,
		userId,
		JSON.stringify(list),
		documentId,
	);

/** Selects the records that rows of 退費清冊 name, each once. `documentId` is the register itself, 0 for a new one. */
export const refundsNamed = (
	typed: readonly TypedRefund[],
	{ userId, documentId }: { userId: number; documentId: number },
): Select<FoundRefund> =>
	select(
		`SELECT g.of, g.key, g.id, ${LEFT} AS "left" FROM (SELECT t.of, t.key, CASE t.of
				WHEN 'credit' THEN (SELECT coalesce(m.merged_into, m.id) FROM member_numbers n JOIN members m
					ON m.id = n.member_id WHERE n.member_no = t.key) ELSE CAST(t.key AS INTEGER) END AS id
			FROM (SELECT DISTINCT j.value ->> '$.of' AS of, j.value ->> '$.key' AS key FROM json_each(?2) j) t) g`,
		userId,
		JSON.stringify(typed),
		documentId,
	);

/** A member who has 溢繳款, with the payee's record that is theirs. */
export type CreditLeft = { member_no: string; name: string; payee: string; amount: number };

/** Selects the members who have 溢繳款, at most 200; none for users who may not see them. */
export const creditsLeft = (sees: boolean): Select<CreditLeft> =>
	select(
		`SELECT m.member_no, m.name, coalesce((SELECT p.name || ' #' || p.id FROM payees p
				WHERE p.member_id = m.id AND p.is_active = 1 AND p.pseudonymised_at IS NULL ORDER BY p.id LIMIT 1), m.name) AS payee, c.credit AS amount
		FROM (SELECT member_id FROM payment_allocations INDEXED BY payment_allocations_credited WHERE kind = 'credit'
				UNION SELECT member_id FROM dues_items INDEXED BY dues_items_credited WHERE credited_amount > 0) o
			JOIN members m ON m.id = o.member_id AND m.merged_into IS NULL AND m.pseudonymised_at IS NULL
			JOIN member_credits c ON c.member_id = m.id
		WHERE ?1 = 1 AND c.credit > 0 ORDER BY m.id ${limitTo(200)}`,
		sees ? 1 : 0,
	);
