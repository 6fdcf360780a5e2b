import { type SQL, sql } from "drizzle-orm";
import { recordAudit } from "#db/audit.ts";
import { type Db, guard, refuseWhere, type Write } from "#db/commit.ts";
import { receiptMarkOf, receiptNumberOf } from "#db/record-numbers.ts";
import { beginsIn } from "#db/steps.ts";
import { notifyEach } from "#db/system/index.ts";
import type { IncomeInput } from "#domain/money/income/form.ts";
import { INCOME } from "#domain/money/income/rules.ts";
import type { By } from "#kernel/by.ts";
import { foldName } from "#kernel/names.ts";
import { dateInTaipei } from "#kernel/times.ts";
import { relatedToIncome } from "./income.ts";
import { nextReceiptNo, noteNow } from "./receipt-writes.ts";

/** The income record that an action changes; `version` is the version that the user saw. */
export type IncomeRef = { id: number; version: number };
export type Id = number | SQL<number>;

/** Inserts an income record as a draft. */
export const insertIncome = (of: IncomeInput, by: By): Write =>
	sql`INSERT INTO income_records (kind, received_on, donor_id, payer_title, is_in_kind, items, amount, fee_amount, method,
			bank_account_id, bank_line_id, project_id, purpose, wants_receipt, note, created_by, titled_by, created_at, updated_at)
		VALUES (${of.kind}, ${of.receivedOn}, ${of.donorId}, ${of.payerTitle}, ${of.isInKind ? 1 : 0}, ${of.items}, ${of.amount},
			${of.feeAmount}, ${of.method}, ${of.bankAccountId}, ${of.bankLineId}, ${of.projectId}, ${of.purpose},
			${of.wantsReceipt ? 1 : 0}, ${of.note}, ${by.userId}, ${by.userId}, ${by.at}, ${by.at})`;

/** Changes a draft. Refuses with `income.moved` when another user changed it meanwhile or it is no draft. */
export const updateIncome = ({ id, version }: IncomeRef, of: IncomeInput, by: By): Write[] => [
	sql`UPDATE income_records SET kind = ${of.kind}, received_on = ${of.receivedOn}, donor_id = ${of.donorId},
			payer_title = ${of.payerTitle}, is_in_kind = ${of.isInKind ? 1 : 0}, items = ${of.items}, amount = ${of.amount},
			fee_amount = ${of.feeAmount}, method = ${of.method}, bank_account_id = ${of.bankAccountId},
			bank_line_id = ${of.bankLineId}, project_id = ${of.projectId}, purpose = ${of.purpose},
			wants_receipt = ${of.wantsReceipt ? 1 : 0}, note = ${of.note},
			titled_by = iif(payer_title = ${of.payerTitle}, titled_by, ${by.userId}), version = version + 1, updated_at = ${by.at}
		WHERE id = ${id} AND version = ${version} AND state = 'draft'`,
	guard("income.moved"),
];

/** Deletes a draft. Refuses with `income.moved` when another user changed it meanwhile or it is no draft. */
export const deleteIncome = ({ id, version }: IncomeRef): Write[] => [
	sql`DELETE FROM income_records WHERE id = ${id} AND version = ${version} AND state = 'draft'`,
	guard("income.moved"),
];

/**
 * Refuses with `income.own` when one of these users is the record's donor, is of the donor's family, or has the donor's
 * e-mail, phone or national id.
 */
export const refuseOwn = (id: Id, users: readonly number[]): Write =>
	refuseWhere(
		"income.own",
		sql`EXISTS (SELECT 1 FROM income_records x WHERE x.id = ${id} AND EXISTS (SELECT 1 FROM (${sql.raw(relatedToIncome("x.id"))})
			WHERE user_id IN (SELECT value FROM json_each(${JSON.stringify(users)}))))`,
	);

/**
 * Refuses with `ledger.cash_sub_account` money that names no bank account while the ledger account that the program
 * posts it to has several sub-accounts and none of them is its default.
 */
export const refuseNoAccount = (id: Id): Write =>
	refuseWhere(
		"ledger.cash_sub_account",
		sql`EXISTS (SELECT 1 FROM income_records i JOIN posting_accounts p
				ON p.purpose = CASE i.method WHEN 'cash' THEN 'cash' WHEN 'transfer' THEN 'bank' WHEN 'postal' THEN 'postal' END
			JOIN cash_homes h ON h.account_id = p.account_id AND h.home_id IS NULL
			WHERE i.id = ${id} AND i.bank_account_id IS NULL AND i.bank_line_id IS NULL)`,
	);

/**
 * 登錄: records a draft, which gets its number. Refuses with `income.moved` when it is no draft or changed after the
 * user saw `version` (null: not checked), and by a trigger with `bank.line_used` when its bank line is in use.
 */
export const recordIncome = (id: Id, version: number | null, by: By): Write[] => [
	sql`UPDATE income_records SET state = 'recorded', roc_year = CAST(substr(received_on, 1, 4) AS INTEGER) - 1911,
			seq = coalesce((SELECT max(n.seq) + 1 FROM income_records n
				WHERE n.roc_year = CAST(substr(income_records.received_on, 1, 4) AS INTEGER) - 1911), 1),
			recorded_by = ${by.userId}, recorded_at = ${by.at}, version = version + 1, updated_at = ${by.at}
		WHERE id = ${id} AND (${version} IS NULL OR version = ${version}) AND ${beginsIn("state", INCOME.steps.record)}`,
	guard("income.moved"),
];

/**
 * Issues the receipt of a donation when the record wants one, under the next number of its series and of the year of
 * issue in Taipei. The donor's masked national id is on it when the receipt is in the donor's name. With `anyway` the
 * receipt is also issued when none was wanted, and for other income (其他收入).
 */
export function issueIncomeReceipt(
	id: Id,
	by: By,
	{ payerTitle, anyway = false }: { payerTitle: string; anyway?: boolean },
): Write {
	const issuedOn = dateInTaipei(by.at);
	const rocYear = Number(issuedOn.slice(0, 4)) - 1911;
	return sql`INSERT INTO receipts (series, mark, roc_year, seq, number, income_id, member_id, payer_title, payer_title_folded, payer_id_mask, amount, items, method,
			paid_on, issued_on, issued_by, created_at, note)
		SELECT n.series, ${sql.raw(receiptMarkOf("n.series"))}, ${rocYear}, n.seq, CAST(${rocYear} AS INTEGER) || '-' || substr('000000' || n.seq, -max(6, length(n.seq))), i.id,
			d.member_id, ${payerTitle}, ${foldName(payerTitle)}, iif(d.name = ${payerTitle} AND i.kind = 'donation', d.national_id_mask, NULL), i.amount,
			json_array(json_object('label', iif(i.kind = 'donation', '捐款', '其他收入') || iif(i.purpose = '', '', '（' || i.purpose || '）'), 'member_no', NULL, 'amount', i.amount)),
			i.method, i.received_on, ${issuedOn}, ${by.userId}, ${by.at}, ${sql.raw(noteNow("n.series"))}
		FROM income_records i LEFT JOIN donors d ON d.id = i.donor_id, (SELECT k.kind AS series, ${nextReceiptNo(sql`k.kind`, rocYear)} AS seq FROM income_records k WHERE k.id = ${id}) n
		WHERE i.id = ${id} AND i.is_in_kind = 0
			AND ((i.kind = 'donation' AND i.wants_receipt = 1) OR (i.kind IN ('donation', 'other') AND ${anyway ? 1 : 0}))`;
}

/**
 * Refuses with `income.moved` a record that changed since the user saw it. It comes before the record's voucher in the
 * batch, or the voucher's own rules would refuse first.
 */
export const refuseMoved = ({ id, version }: IncomeRef): Write =>
	refuseWhere("income.moved", sql`NOT EXISTS (SELECT 1 FROM income_records WHERE id = ${id} AND version = ${version})`);

type Stepping = { onBehalfOf: number | null; by: By };

type Posting = Stepping & { accountId: number | null; projectId: number | null; concurrentPostId: number | undefined };
/**
 * 入帳: posts an income record, after its voucher was inserted. When the person who recorded it posts it under a board
 * resolution, the resolution is stored instead of `posted_by`. Refuses with `income.moved` when the record changed
 * after the user saw `version`, or may not be posted in its state.
 */
export const postIncome = (
	{ id, version }: IncomeRef,
	{ accountId, projectId, onBehalfOf, concurrentPostId, by }: Posting,
): Write[] => [
	sql`UPDATE income_records SET state = 'posted', account_id = ${accountId}, project_id = ${projectId},
			posted_by = ${concurrentPostId === undefined ? by.userId : null}, concurrent_post_id = ${concurrentPostId ?? null},
			posted_for = ${onBehalfOf}, posted_at = ${by.at}, version = version + 1, updated_at = ${by.at}
		WHERE id = ${id} AND version = ${version} AND ${beginsIn("state", INCOME.steps.post)}`,
	guard("income.moved"),
];

/**
 * 沖銷: reverses an income record, after its voucher was reversed and its receipts voided; its bank line is free again.
 * Refuses with `income.moved` when the record changed after the user saw `version`, or may not be reversed in its
 * state; a trigger refuses with `deposit.holds` cash that was deposited.
 */
export const reverseIncome = (
	{ id, version }: IncomeRef,
	{ reason, onBehalfOf, by }: Stepping & { reason: string },
): Write[] => [
	sql`UPDATE income_records SET state = 'reversed', reason = ${reason}, reversed_by = ${by.userId}, reversed_for = ${onBehalfOf},
			reversed_at = ${by.at}, version = version + 1, updated_at = ${by.at}
		WHERE id = ${id} AND version = ${version} AND ${beginsIn("state", INCOME.steps.reverse)}`,
	guard("income.moved"),
];

/** Refuses with `income.account_refused` an account that is not an income account or not in use. */
export const refuseAccount = (accountId: number | null): Write =>
	refuseWhere(
		"income.account_refused",
		sql`${accountId} IS NOT NULL AND NOT EXISTS (SELECT 1 FROM accounts WHERE id = ${accountId} AND code GLOB '4*' AND is_active = 1)`,
	);

/**
 * Notifies the donor: thanks for the donation, or says that the receipt is void. `again` is added to the notification's
 * key so that it can be sent once more.
 */
export const tellDonor = (
	id: Id,
	kind: "income_recorded" | "income_reversed",
	{ at, again = "" }: { at: number; again?: string },
): Write =>
	notifyEach(kind, {
		id: sql`${kind} || '_' || i.id || ${again}`,
		donor: sql`d.id`,
		data: sql`json_object('receipt', (SELECT ${sql.raw(receiptNumberOf("r"))} FROM receipts r WHERE r.income_id = i.id ORDER BY r.id DESC LIMIT 1))`,
		from: sql`income_records i JOIN donors d ON d.id = i.donor_id
			WHERE i.id = ${id} AND d.pseudonymised_at IS NULL AND i.kind = 'donation'`,
		at,
	});

/** Writes a row about an income record into the audit log: numbers only, no person and no reason. */
export const auditIncome = (
	db: Db,
	step: string,
	{
		id,
		onBehalfOf = null,
		changes = {},
	}: { id: Id | ""; onBehalfOf?: number | null; changes?: Record<string, unknown> },
	by: By,
): Write[] =>
	recordAudit(db, {
		...by,
		action: `income.${step}`,
		auditableType: "income",
		auditableId: id,
		description: typeof id === "number" ? `income ${id}` : "income",
		onBehalfOf,
		changes,
	});
