import { creditLeft, isOpenTo, WAITING } from "#db/people/index.ts";
import { type Select, select } from "#db/read.ts";
import { GUARDED } from "#db/system/index.ts";
import type { PaymentStatus } from "#domain/money/payments/labels.ts";
import type { DuesKind } from "#domain/people/index.ts";

/**
 * Returns the common table expression `scope`: the members whose dues a user (`user`, SQL) pays, as paysFor
 * (payment-writes.ts) decides it. `acts` is 0 for a dependent who came of age and did not let the guardian go on: of
 * this dependent the user sees the dues only (docs/workflows.md#guardians), no donation and no status. `reads` is 0
 * when the member's sealed data is not open to the user: then no discount and no certificate is shown either.
 */
export const scopeOf = (user: string): string => `scope AS MATERIALIZED (
	SELECT m.id, m.name, 1 AS own, 1 AS acts, ${isOpenTo(user, "m.id")} AS reads FROM members m
		WHERE m.user_id = ${user} AND m.merged_into IS NULL AND m.status <> 'deceased' AND NOT ${WAITING}
	UNION ALL
	SELECT m.id, m.name, 0, s.acts, s.acts AND ${isOpenTo(user, "m.id")} FROM members g ${GUARDED}
		WHERE g.user_id = ${user} AND g.merged_into IS NULL AND m.user_id IS NOT ${user}
			AND m.merged_into IS NULL AND m.status <> 'deceased' AND NOT ${WAITING})`;

const SCOPE = scopeOf("?1");

/**
 * Returns SQL: whether a payment `p` may be that of another guardian of the member `s` (an alias over `scope`) than the
 * user: somebody else was a guardian of the member when it was sent, and the member did not send it themselves. Two
 * parents see nothing of what the other pays (docs/workflows.md#guardians); the member sees all of it.
 */
export const isOthersPayment = (s: string, user: string): string =>
	`(${s}.own = 0 AND NOT (p.source = 'member' AND p.submitted_by IS (SELECT c.user_id FROM members c WHERE c.id = ${s}.id))
	AND EXISTS (SELECT 1 FROM guardianships k JOIN members x ON x.id = k.guardian_id
		WHERE k.member_id = ${s}.id AND x.user_id IS NOT ${user}
			AND (k.since IS NULL OR k.since <= p.submitted_at) AND (k.until IS NULL OR k.until > p.submitted_at)))`;

/**
 * A dues item to pay. `claim_id` is a payment for it that waits to be verified, which the user may see when
 * `claim_shown` is 1; `returned_id` is a payment of the user's that was sent back; the payment that is being changed is
 * left out.
 */
export type OwnDues = {
	id: number;
	member_id: number;
	name: string;
	own: 0 | 1;
	kind: DuesKind;
	dues_year: number;
	base_amount: number;
	discount_percent: number;
	amount: number;
	paid_amount: number;
	claim_id: number | null;
	claim_shown: 0 | 1;
	returned_id: number | null;
};

const paymentFor = (status: PaymentStatus, more = ""): string => `(SELECT max(p.id) FROM payment_allocations a
	JOIN payments p ON p.id = a.payment_id WHERE a.dues_item_id = d.id AND p.status = '${status}' AND p.id IS NOT ?2 ${more})`;

/**
 * Selects what a user has to pay, for themselves and for the members they pay for; `except` is the id of the payment
 * that is being changed.
 */
export const openDuesOf = (userId: number, except: number | null = null): Select<OwnDues> =>
	select(
		`WITH ${SCOPE}
		SELECT d.id, d.member_id, s.name, s.own, d.kind, d.dues_year, iif(s.reads, d.base_amount, d.amount) AS base_amount,
			iif(s.reads, d.discount_percent, 0) AS discount_percent, d.amount, d.paid_amount,
			${paymentFor("submitted")} AS claim_id,
			EXISTS (SELECT 1 FROM payments p WHERE p.id = ${paymentFor("submitted")}
				AND (p.source = 'member' AND p.submitted_by = ?1 OR NOT ${isOthersPayment("s", "?1")})) AS claim_shown, ${paymentFor("rejected", "AND p.source = 'member' AND p.submitted_by = ?1")} AS returned_id
		FROM scope s JOIN dues_items d ON d.member_id = s.id AND d.status IN ('open', 'partially_paid')
		ORDER BY s.own DESC, s.name, s.id, d.dues_year, d.kind DESC`,
		userId,
		except,
	);

/** The overpayment credit (溢繳款) that is left of one member whose dues the user pays (scopeOf). */
export type OwnCredit = { member_id: number; name: string; own: 0 | 1; credit: number };
export const creditsOf = (userId: number): Select<OwnCredit> =>
	select(
		`WITH ${SCOPE}
		SELECT * FROM (SELECT s.id AS member_id, s.name, s.own, ${creditLeft("s.id")} AS credit FROM scope s)
		WHERE credit > 0 ORDER BY own DESC, name, member_id`,
		userId,
	);

/** An account of the association into which members pay. */
export type ShownAccount = {
	id: number;
	kind: "bank" | "postal";
	name: string;
	bank_name: string;
	branch: string;
	holder: string;
	number: string;
};
export const shownAccounts = (): Select<ShownAccount> =>
	select(
		`SELECT id, kind, name, bank_name, branch, holder, number FROM bank_accounts
		WHERE is_shown = 1 AND is_active = 1 ORDER BY position, id`,
	);
