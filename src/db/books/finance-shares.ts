import { type SQL, sql } from "drizzle-orm";
import { refuseWhere, type Write } from "#db/commit.ts";
import { limitTo, type Select, select } from "#db/read.ts";
import type { RegisterInput } from "#domain/books/finance/form.ts";
import type { RefundOf } from "#domain/books/finance/labels.ts";
import type { NamedPayee } from "#domain/books/finance/register.ts";
import type { DecidedShare, Withholding } from "#domain/books/finance/share-withholding.ts";
import type { RateRow } from "#domain/books/withholding/rates.ts";
import { foldName } from "#kernel/names.ts";

type Id = number | SQL<number>;

/** Returns SQL: what a register that pays by transfer and in cash pays in cash; 0 for every other document (an alias). */
export const cashPartOf = (d: string): string =>
	`iif(${d}.register IS NOT NULL AND ${d}.pay_by = 'transfer', coalesce((SELECT sum(k.net) FROM finance_shares k
		WHERE k.document_id = ${d}.id AND k.pay_by = 'cash'), 0), 0)`;

/**
 * A share of a register: what one payee gets, in whole NT$, with what the accountant decided to withhold and the
 * payee's facts that decide it.
 */
export type ShareRow = DecidedShare & {
	/** The payee's name as it is now. */
	payee_now: string;
	/** Of a register of refunds: what the share gives back, and whose or which it is by its id and by how forms name it. */
	refund_of: RefundOf | null;
	member_id: number | null;
	refund_id: number | null;
	refund_key: string | null;
	/** The name of the account (戶名). */
	holder: string;
	/** The account of the last payment to the payee by transfer; null before the first. */
	last_account: string | null;
	reason: string;
	allowance: number;
	net: number;
	pay_by: "transfer" | "cash";
	bank_code: string;
	branch: string;
	account: string;
	address: string;
};

const EXEMPTIONS = `(SELECT json_group_array(json_object('kind', x.kind, 'from', x.shown_on, 'until', x.until))
	FROM payee_exemptions x WHERE x.payee_id = s.payee_id)`;

const REFUND_ID = "coalesce(s.member_id, s.payment_id, s.bank_line_id)";

/** Selects the shares of a document, in their order; no row for a document that is no register. */
export const sharesOf = (id: number): Select<ShareRow> =>
	select(
		`SELECT s.id, s.position, s.payee_id, s.payee_name, p.name AS payee_now, s.reason, s.gross, s.allowance, s.labour, s.health, s.pension,
			s.category, s.tax, s.premium, s.ruled, s.was_resident, s.net, s.pay_by, s.bank_code, s.branch, s.account,
			s.refund_of, s.member_id, ${REFUND_ID} AS refund_id,
			iif(s.member_id IS NULL, CAST(${REFUND_ID} AS TEXT), (SELECT m.member_no FROM members m WHERE m.id = s.member_id)) AS refund_key,
			coalesce((SELECT a.holder FROM payee_accounts a
				WHERE a.payee_id = s.payee_id AND a.bank_code = s.bank_code AND a.account = s.account), s.payee_name) AS holder,
			coalesce((SELECT o.account FROM finance_shares o JOIN finance_documents l ON l.id = o.document_id
					WHERE o.payee_id = s.payee_id AND o.document_id <> s.document_id AND o.account <> '' AND l.state IN ('paid', 'posted')
					ORDER BY l.paid_on DESC, o.id DESC LIMIT 1),
				(SELECT l.payee_account FROM finance_documents l WHERE l.payee_id = s.payee_id AND l.payee_account <> ''
					AND l.state IN ('paid', 'posted') ORDER BY l.paid_on DESC LIMIT 1)) AS last_account,
			coalesce(p.national_id_mask, p.tax_id) AS mark, p.kind AS payee_kind, p.address, p.is_resident,
			${EXEMPTIONS} AS exemptions,
			(SELECT o.category FROM finance_shares o WHERE o.payee_id = s.payee_id AND o.category IS NOT NULL AND o.document_id <> s.document_id
				ORDER BY o.reason = s.reason DESC, o.id DESC LIMIT 1) AS last_category
		FROM finance_shares s JOIN payees p ON p.id = s.payee_id WHERE s.document_id = ? ORDER BY s.position`,
		id,
	);

/** The sealed 證號 of the payee of a share, for the papers that show it whole. */
export type SealedShare = { id: number; seal_id: string; national_id: string | null };
export const sealedShares = (id: number): Select<SealedShare> =>
	select(
		`SELECT s.id, p.seal_id, p.national_id FROM finance_shares s JOIN payees p ON p.id = s.payee_id
		WHERE s.document_id = ? ORDER BY s.position`,
		id,
	);

/** Selects the active payees with one of these names, folded. */
export const payeesNamed = (names: readonly string[]): Select<NamedPayee> =>
	select(
		`SELECT p.id, p.name, p.name_folded, coalesce(p.national_id_mask, p.tax_id) AS mark
		FROM (SELECT DISTINCT value FROM json_each(?)) j JOIN payees p ON p.name_folded = j.value
		WHERE p.is_active = 1 AND p.pseudonymised_at IS NULL ORDER BY p.id`,
		JSON.stringify(names.map(foldName)),
	);

/** Selects the names of the active payees that a form suggests, at most 1,000; none for users who may not see them. */
export const knownPayees = (sees: boolean): Select<{ name: string }> =>
	select(
		`SELECT DISTINCT name FROM payees WHERE ?1 = 1 AND is_active = 1 AND pseudonymised_at IS NULL ORDER BY name ${limitTo(1000)}`,
		sees ? 1 : 0,
	);

/** A payee who is made together with a register: a name and the keys of what will be sealed. */
export type NewPayee = { name: string; seal_id: string; person_key: string };

/** Inserts the payees of a register who are none yet: people of whom only the name is known. */
export const insertPayees = (payees: readonly NewPayee[], at: number): Write[] =>
	payees.map(
		({ name, seal_id, person_key }) =>
			sql`INSERT INTO payees (kind, name, name_folded, seal_id, person_key, created_at, updated_at)
				VALUES ('person', ${name}, ${foldName(name)}, ${seal_id}, ${person_key}, ${at}, ${at})`,
	);

/** Returns SQL: the id of what a share in `j` gives back, when it is of this kind. */
const refundedOf = (of: RefundOf): SQL =>
	sql`iif(j.value ->> '$.refund.of' = ${of}, CAST(j.value ->> '$.refund.id' AS INTEGER), NULL)`;

/**
 * Replaces the shares of a draft or of a returned document. A share without `payeeId` is of the payee that the same
 * batch inserts under `sealIds` by name. One that is paid by transfer takes the payee's newest account that is in use.
 */
export const setShares = (id: Id, shares: RegisterInput["shares"], sealIds: ReadonlyMap<string, string>): Write[] => [
	sql`DELETE FROM finance_shares WHERE document_id = ${id}`,
	...(shares.length === 0
		? []
		: [
				sql`INSERT INTO finance_shares (document_id, position, payee_id, payee_name, payee_name_folded, reason, gross, allowance, labour, health,
						pension, pay_by, bank_code, branch, account, refund_of, member_id, payment_id, bank_line_id)
					SELECT ${id}, j.key + 1, p.id, p.name, p.name_folded, j.value ->> '$.reason', CAST(j.value ->> '$.gross' AS INTEGER),
						CAST(j.value ->> '$.allowance' AS INTEGER), CAST(j.value ->> '$.labour' AS INTEGER),
						CAST(j.value ->> '$.health' AS INTEGER), CAST(j.value ->> '$.pension' AS INTEGER),
						j.value ->> '$.payBy', coalesce(a.bank_code, ''), coalesce(a.branch, ''), coalesce(a.account, ''),
						j.value ->> '$.refund.of', ${refundedOf("credit")}, ${refundedOf("donation")}, ${refundedOf("suspense")}
					FROM json_each(${JSON.stringify(shares.map((one) => ({ ...one, seal: sealIds.get(foldName(one.payeeName)) })))}) j
						JOIN payees p ON p.id = CAST(j.value ->> '$.payeeId' AS INTEGER)
							OR (j.value ->> '$.payeeId' IS NULL AND p.seal_id = j.value ->> '$.seal')
						LEFT JOIN payee_accounts a ON j.value ->> '$.payBy' = 'transfer' AND a.id = (SELECT max(x.id) FROM payee_accounts x
							WHERE x.payee_id = p.id AND x.is_active = 1)
					WHERE p.is_active = 1 AND p.pseudonymised_at IS NULL`,
				refuseWhere(
					"finance.payee_refused",
					sql`(SELECT count(*) FROM finance_shares WHERE document_id = ${id}) <> ${shares.length}`,
				),
			]),
];

/** Stores what is withheld from the shares of a document, and whether each payee is a resident as it is decided. */
export const setWithheld = (id: number, withheld: readonly Withholding[]): Write =>
	sql`UPDATE finance_shares SET category = j.value ->> '$.category', tax = CAST(j.value ->> '$.tax' AS INTEGER),
			premium = CAST(j.value ->> '$.premium' AS INTEGER), ruled = j.value ->> '$.ruled',
			was_resident = (SELECT is_resident FROM payees WHERE id = finance_shares.payee_id)
		FROM json_each(${JSON.stringify(withheld)}) j
		WHERE finance_shares.document_id = ${id} AND finance_shares.id = CAST(j.value ->> '$.shareId' AS INTEGER)`;

/**
 * Refuses, as `finance.share_stale`, a register of which a payee or the account of one was switched off since it was
 * saved.
 */
export const refuseStaleShares = (id: number): Write =>
	refuseWhere(
		"finance.share_stale",
		sql`EXISTS (SELECT 1 FROM finance_shares s JOIN payees p ON p.id = s.payee_id WHERE s.document_id = ${id}
			AND (p.is_active = 0 OR p.pseudonymised_at IS NOT NULL OR (s.account <> '' AND NOT EXISTS (SELECT 1 FROM payee_accounts a
				WHERE a.payee_id = s.payee_id AND a.bank_code = s.bank_code AND a.account = s.account AND a.is_active = 1))))`,
	);

/**
 * Refuses, as `finance.moved`, a payment of shares when a rate was set, or what decides of a payee changed, since they were
 * read with these rates.
 */
export const refuseOtherRules = (shares: readonly ShareRow[], rates: readonly RateRow[]): Write =>
	refuseWhere(
		"finance.moved",
		sql`(SELECT count(*) FROM withholding_rates) <> ${rates.length} OR EXISTS (SELECT 1
			FROM json_each(${JSON.stringify(shares.map(({ id, is_resident, exemptions }) => ({ id, is_resident, exemptions })))}) j
			JOIN finance_shares s ON s.id = j.value ->> '$.id' JOIN payees p ON p.id = s.payee_id
			WHERE p.is_resident <> j.value ->> '$.is_resident' OR ${sql.raw(EXEMPTIONS)} <> j.value ->> '$.exemptions')`,
	);

/** Takes back what was withheld, as the accountant decides anew; the categories stay as a proposal. */
export const clearWithheld = (id: number): Write =>
	sql`UPDATE finance_shares SET tax = 0, premium = 0, ruled = NULL WHERE document_id = ${id}
		AND ((tax, premium) <> (0, 0) OR ruled IS NOT NULL)`;

/** Returns the assignments of what a register withholds in all, by its shares. */
export const withheldSums = (id: number): SQL =>
	sql`income_tax = (SELECT sum(tax) FROM finance_shares WHERE document_id = ${id}),
		nhi = (SELECT sum(premium + labour + health + pension) FROM finance_shares WHERE document_id = ${id})`;
