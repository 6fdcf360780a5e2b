import { type SQL, sql } from "drizzle-orm";
import { recordAudit } from "#db/audit.ts";
import { type Db, guard, refuseWhere, type Write } from "#db/commit.ts";
import type { Cash } from "#domain/money/deposits/rules.ts";
import type { By } from "#kernel/by.ts";

/** The deposit that an action changes; `version` is the version that the user saw. */
export type DepositRef = { id: number; version: number };
type Id = number | SQL<number>;

export type NewDeposit = { depositedOn: string; bankAccountId: number; amount: number; note: string };

/** Inserts a deposit without its parts. */
export const insertDeposit = (of: NewDeposit, by: By): Write =>
	sql`INSERT INTO cash_deposits (deposited_on, bank_account_id, amount, note, created_by, created_at, updated_at)
		VALUES (${of.depositedOn}, ${of.bankAccountId}, ${of.amount}, ${of.note}, ${by.userId}, ${by.at}, ${by.at})`;

/** Inserts the parts of a deposit. Refuses with `deposit.moved` when a part is not undeposited cash. */
export const insertItems = (depositId: Id, cash: readonly Cash[]): Write =>
	sql`INSERT INTO cash_deposit_items (deposit_id, payment_id, income_id)
		SELECT ${depositId}, iif(j.value ->> '$.kind' = 'payment', CAST(j.value ->> '$.id' AS INTEGER), NULL),
			iif(j.value ->> '$.kind' = 'income', CAST(j.value ->> '$.id' AS INTEGER), NULL)
		FROM json_each(${JSON.stringify(cash)}) j`;

/**
 * Ends a deposit whose voucher was reversed: its cash is undeposited again, and a trigger opens the bank lines that
 * showed it. Refuses with `deposit.moved` when the deposit changed after the user saw `version`, or has ended.
 */
export const endDeposit = ({ id, version }: DepositRef, reason: string, by: By): Write[] => [
	sql`UPDATE cash_deposits SET reversed_at = ${by.at}, reversed_by = ${by.userId}, reason = ${reason}, version = version + 1,
			updated_at = ${by.at}
		WHERE id = ${id} AND version = ${version} AND reversed_at IS NULL`,
	guard("deposit.moved"),
	sql`UPDATE cash_deposit_items SET is_released = 1 WHERE deposit_id = ${id}`,
];

/** Refuses with `deposit.moved` a deposit that changed after the user saw `version`, was reversed or is on a bank line. */
export const refuseSeen = ({ id, version }: DepositRef): Write =>
	refuseWhere(
		"deposit.moved",
		sql`NOT EXISTS (SELECT 1 FROM cash_deposits WHERE id = ${id} AND version = ${version} AND reversed_at IS NULL)
			OR EXISTS (SELECT 1 FROM bank_line_parts WHERE kind = 'deposit' AND record_id = ${id})`,
	);

/** Writes a row about a deposit into the audit log; it holds numbers only. */
export const auditDeposit = (
	db: Db,
	step: "create" | "reverse" | "name_line",
	{ id, changes = {} }: { id: Id; changes?: Record<string, unknown> },
	by: By,
): Write[] =>
	recordAudit(db, {
		...by,
		action: `deposit.${step}`,
		auditableType: "deposit",
		auditableId: id,
		description: typeof id === "number" ? `deposit ${id}` : "deposit",
		changes,
	});
