import { type SQL, sql } from "drizzle-orm";
import { limitTo, type Select, select, selectOne } from "#db/read.ts";
import { foldName } from "#kernel/names.ts";

type Named = {
	payeeName: string;
	payeeTaxId: string | null;
	payeeUserId: number | null;
	payeeMemberId: number | null;
	register?: unknown;
};

/**
 * Returns SQL for the id of the payee's record that a request pays: that of its staff user or member, else of the only
 * active record with the same folded name and 統一編號; NULL when there is none, and of a register, whose shares have
 * payees.
 */
export function payeeOf({ payeeName, payeeTaxId, payeeUserId, payeeMemberId, register }: Named): SQL {
	if (register) return sql`NULL`;
	if (payeeUserId !== null) return sql`(SELECT id FROM payees WHERE user_id = ${payeeUserId} AND is_active = 1)`;
	if (payeeMemberId !== null) return sql`(SELECT id FROM payees WHERE member_id = ${payeeMemberId} AND is_active = 1)`;
	return sql`(SELECT iif(count(*) = 1, min(id), NULL) FROM payees WHERE name_folded = ${foldName(payeeName)}
		AND tax_id IS ${payeeTaxId} AND is_active = 1)`;
}

/** Returns SQL: whether the payee of a request is a non-resident (非居住者), as its form or the payee's record says. */
export const isForeignOf = ({ isForeign = false, ...of }: Named & { isForeign?: boolean | undefined }): SQL =>
	sql`(${Number(isForeign)} = 1 OR coalesce((SELECT p.is_resident = 0 FROM payees p WHERE p.id = ${payeeOf(of)}), 0))`;

/**
 * What is known of the payee of a request: the record (`payee_id`), and the last payment to the same payee, by transfer
 * where there is one; null without any.
 */
export type LastPayment = {
	payee_id: number | null;
	document_id: number | null;
	roc_year: number | null;
	seq: number | null;
	paid_on: string | null;
	bank: string | null;
	account: string | null;
};

const COLUMNS = "l.id AS document_id, l.roc_year, l.seq, l.paid_on";
const KNOWN = ["id = d.payee_id", "user_id = d.payee_user_id", "member_id = d.payee_member_id"].concat(
	"tax_id = d.payee_tax_id",
	"name_folded = d.payee_name_folded",
);

/**
 * Selects the last payment to the payee of a request. The same payee is who has the same record; where one of the two
 * requests has none, who has the same folded name or 統一編號. No row for a register (清冊), whose shares have payees.
 */
export const lastPayment = (id: number): Select<LastPayment> =>
	selectOne(
		`WITH d AS (SELECT * FROM finance_documents WHERE id = ?1 AND register IS NULL),
		same (id) AS (SELECT l.id FROM d JOIN finance_documents l ON l.payee_id = d.payee_id
			UNION SELECT l.id FROM d JOIN finance_documents l ON l.payee_name_folded = d.payee_name_folded
				WHERE d.payee_id IS NULL OR l.payee_id IS NULL
			UNION SELECT l.id FROM d JOIN finance_documents l ON l.payee_tax_id = d.payee_tax_id
				WHERE d.payee_id IS NULL OR l.payee_id IS NULL),
		paid AS (SELECT ${COLUMNS}, l.payee_bank AS bank, l.payee_account AS account FROM same JOIN finance_documents l ON l.id = same.id
				WHERE l.id <> ?1 AND l.register IS NULL AND l.net > 0 AND l.state IN ('paid', 'posted')
			UNION ALL SELECT ${COLUMNS}, trim(s.bank_code || ' ' || s.branch), s.account
				FROM d JOIN finance_shares s ON s.payee_id = d.payee_id JOIN finance_documents l ON l.id = s.document_id
				WHERE l.state IN ('paid', 'posted'))
		SELECT coalesce(${KNOWN.map((same) => `(SELECT min(p.id) FROM payees p WHERE p.${same})`).join(", ")}) AS payee_id, last.*
		FROM d LEFT JOIN (SELECT * FROM paid ORDER BY account = '', paid_on DESC, document_id DESC LIMIT 1) last`,
		id,
	);

/** A payee that is suggested for a request, with an account; `bank` is as it was typed, else the code and the branch say it. */
export type FoundPayee = {
	name: string;
	tax_id: string | null;
	national_id_mask: string | null;
	bank: string | null;
	bank_code: string | null;
	branch: string | null;
	account: string | null;
};
const OFFERED = 8;

const KNOWN_TO_ALL = `SELECT p.name, p.tax_id, p.national_id_mask, NULL AS bank, a.bank_code, a.branch, a.account
	FROM payees p LEFT JOIN payee_accounts a ON a.id = (
		SELECT max(n.id) FROM payee_accounts n WHERE n.payee_id = p.id AND n.is_active = 1) WHERE true`;
const KNOWN_TO_ONE = `SELECT p.name, p.tax_id, NULL AS national_id_mask, d.payee_bank AS bank, NULL AS bank_code, NULL AS branch,
		d.payee_account AS account
	FROM payees p LEFT JOIN finance_documents d ON d.id = (SELECT o.id FROM finance_documents o
		WHERE o.payee_id = p.id AND o.applicant_id = ?3 AND o.register IS NULL AND o.state IN ('paid', 'posted')
		ORDER BY o.payee_account = '', o.id DESC LIMIT 1)
	WHERE (p.kind = 'company' OR d.id IS NOT NULL)`;

/**
 * Selects at most OFFERED active payees whose name contains the words, or whose 統一編號 begins with them. A user who
 * may see payees gets all, with the newest account in use. Others get companies, and people whom a request of theirs
 * paid, with the account that they typed there themselves: a draft to a name tells nobody that person's account.
 */
export const payeesFound = (
	words: string,
	{ userId, seesAll }: { userId: number; seesAll: boolean },
): Select<FoundPayee> =>
	select(
		`${seesAll ? KNOWN_TO_ALL : KNOWN_TO_ONE} AND p.is_active = 1
			AND (instr(p.name_folded, ?1) > 0 OR instr(p.tax_id, ?2) = 1) ORDER BY p.name, p.id ${limitTo(OFFERED)}`,
		foldName(words),
		words,
		...(seesAll ? [] : [userId]),
	);
