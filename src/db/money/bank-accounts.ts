import { type SQL, sql } from "drizzle-orm";
import { balanceOf } from "#db/books/index.ts";
import { type Db, guard, refuseWhere, type Write } from "#db/commit.ts";
import { type Select, select, selectOne } from "#db/read.ts";
import { holdersOf, notifyEach } from "#db/system/index.ts";
import type { AccountEdit, NewAccount } from "#domain/money/bank/form.ts";
import { type BankKind, digitsOf, LEDGER_ACCOUNT, storedKind } from "#domain/money/bank/rules.ts";
import { TOLD_DAYS } from "#domain/money/bank/terms.ts";
import { dayIn } from "#kernel/times.ts";

/**
 * A bank or postal account of the association, with its account in the books (`ledger_code`). `mapping` is JSON: how
 * the account's statements were read last time.
 */
export type BankAccountRow = {
	id: number;
	kind: BankKind;
	name: string;
	bank_name: string;
	branch: string;
	holder: string;
	number: string;
	ledger_code: string;
	is_shown: 0 | 1;
	is_active: 0 | 1;
	position: number;
	mapping: string | null;
	version: number;
	/** The term of a 定期存款: its rate in thousandths of a percent, its days, and whether it is renewed; else null. */
	term_rate: number | null;
	term_from: string | null;
	term_until: string | null;
	term_renews: 0 | 1 | null;
	/** What the books hold on the account, debit less credit. */
	held: number;
	statements: number;
	/** The last day that an imported statement of the account covers, YYYY-MM-DD. */
	last_day: string | null;
};

const ACCOUNT = `SELECT b.id, b.kind, b.name, b.bank_name, b.branch, b.holder, b.number, a.code AS ledger_code, b.is_shown,
	b.is_active, b.position, b.mapping, b.version, b.term_rate, b.term_from, b.term_until, b.term_renews,
	${balanceOf("b.account_id")} AS held,
	(SELECT count(*) FROM bank_statements s WHERE s.bank_account_id = b.id AND s.state = 'applied') AS statements,
	(SELECT max(l.booked_on) FROM bank_lines l WHERE l.bank_account_id = b.id) AS last_day
	FROM bank_accounts b JOIN accounts a ON a.id = b.account_id`;

/** Selects all bank accounts in their order, accounts in use first. */
export const bankAccounts = (): Select<BankAccountRow> =>
	select(`${ACCOUNT} ORDER BY b.is_active DESC, b.position, b.id`);
export const bankAccount = (id: number): Select<BankAccountRow> => selectOne(`${ACCOUNT} WHERE b.id = ?`, id);

const bankWords = (name: SQL): SQL => sql`replace(replace(${name}, ' ', ''), '臺', '台')`;

const renewsOf = ({ term_until, term_renews }: Pick<NewAccount, "term_until" | "term_renews">): number | null =>
	term_until ? Number(term_renews) : null;

type Numbered = { id?: number | undefined; kind: string; bank_name: string; number: string };
/**
 * Returns the query of the name of another account in use that has the same number, compared by its digits alone. It
 * must be of the same kind, and the bank name of one must equal or contain that of the other (臺灣銀行,
 * 台灣銀行（004）); a missing bank name fits any.
 */
const holder = ({ id = 0, kind, bank_name, number }: Numbered): SQL =>
	sql`SELECT b.name FROM bank_accounts b WHERE b.is_active = 1 AND b.id <> ${id} AND b.kind = ${kind}
		AND replace(replace(b.number, '-', ''), ' ', '') = ${digitsOf(number)} AND (${kind} = 'postal'
			OR instr(${bankWords(sql`b.bank_name`)}, ${bankWords(sql`${bank_name}`)}) > 0
			OR instr(${bankWords(sql`${bank_name}`)}, ${bankWords(sql`b.bank_name`)}) > 0)`;

/** Refuses with `bank.number_taken` when another account in use has the same number (see `holder`). */
export const refuseTaken = (of: Numbered): Write => refuseWhere("bank.number_taken", sql`EXISTS (${holder(of)})`);

/** Returns the name of another account in use that has the same number (see `holder`), or undefined. */
export const holderOf = async (db: Db, of: Numbered): Promise<string | undefined> =>
	(await db.all<{ name: string }>(sql`${holder(of)} ORDER BY b.position, b.id LIMIT 1`))[0]?.name;

/**
 * Inserts a ledger account for a new bank account, under the code 1130 (bank) or 1140 (postal) with the next
 * sub-number, such as `1130-02`.
 */
export const insertLedgerAccount = ({ kind, name }: NewAccount, at: number): Write =>
	sql`INSERT INTO accounts (code, name, created_at, updated_at)
		SELECT ${LEDGER_ACCOUNT[kind]} || '-' || printf('%02d', coalesce(max(CAST(substr(code, 6) AS INTEGER)), 0) + 1), ${name}, ${at}, ${at}
		FROM accounts WHERE code GLOB ${`${LEDGER_ACCOUNT[kind]}-[0-9][0-9]`}`;

/**
 * Refuses with `bank.term_first` a 定期存款 below 1130 while no account there takes money: 1130 would only sum its
 * sub-accounts then, and transfers would have nowhere to go.
 */
export const refuseTermFirst = (): Write =>
	refuseWhere(
		"bank.term_first",
		sql`NOT EXISTS (SELECT 1 FROM accounts WHERE code GLOB '1130-*' AND is_active = 1
			AND id NOT IN (SELECT account_id FROM term_deposits))`,
	);

/**
 * Inserts a bank account and ties it to the newest ledger account, which insertLedgerAccount made before it in the
 * batch.
 */
export const insertBankAccount = (input: NewAccount, at: number): Write =>
	sql`INSERT INTO bank_accounts (kind, name, bank_name, branch, holder, number, account_id, is_shown, position, created_at, updated_at,
			term_rate, term_from, term_until, term_renews)
		SELECT ${storedKind(input.kind)}, ${input.name}, ${input.bank_name}, ${input.branch}, ${input.holder}, ${input.number}, max(id),
			${Number(input.is_shown)}, ${input.position}, ${at}, ${at}, ${input.term_rate ?? null}, ${input.term_from ?? null}, ${input.term_until ?? null},
			${renewsOf(input)} FROM accounts`;

/**
 * Changes a bank account and the name of its ledger account. Refuses with `bank.stale` when another user changed the
 * account meanwhile.
 */
export const updateBankAccount = (id: number, input: AccountEdit, at: number): Write[] => [
	sql`UPDATE bank_accounts SET name = ${input.name}, bank_name = ${input.bank_name}, branch = ${input.branch},
			holder = ${input.holder}, number = ${input.number}, position = ${input.position}, is_shown = ${Number(input.is_shown)},
			is_active = ${Number(input.is_active)}, term_rate = ${input.term_rate ?? null}, term_from = ${input.term_from ?? null},
			term_until = ${input.term_until ?? null}, term_renews = ${renewsOf(input)}, version = version + 1, updated_at = ${at}
		WHERE id = ${id} AND version = ${input.version}`,
	guard("bank.stale"),
	sql`UPDATE accounts SET name = ${input.name}, version = version + 1, updated_at = ${at}
		WHERE id = (SELECT account_id FROM bank_accounts WHERE id = ${id}) AND name <> ${input.name}`,
];

/** Stores how the statements of an account are read, for the account's next statement. */
export const keepMapping = (id: number, mapping: unknown): Write =>
	sql`UPDATE bank_accounts SET mapping = ${JSON.stringify(mapping)} WHERE id = ${id}`;

/** A 定期存款 in use that ends within `TOLD_DAYS` of a day, or has ended. */
export type EndingTerm = Pick<BankAccountRow, "id" | "name" | "held"> & {
	account_id: number;
	until: string;
	renews: 0 | 1;
};
export const endingTerms = (today: string): Select<EndingTerm> =>
	select(
		`SELECT b.id, b.name, b.account_id, b.term_until AS until, b.term_renews AS renews, ${balanceOf("b.account_id")} AS held
		FROM bank_accounts b WHERE b.term_until <= date(?, '+${TOLD_DAYS} days') AND b.is_active = 1 ORDER BY b.term_until, b.id`,
		today,
	);

/**
 * Tells cashiers and accountants of each 定期存款 that ends within `TOLD_DAYS`, once for each end; with a new period it
 * is told again.
 */
export const tellEndingTerms = (at: number): Write =>
	notifyEach("term_deposit_ending", {
		id: sql`'term_deposit_' || b.id || '_' || b.term_until || '_' || u.id`,
		user: sql`u.id`,
		data: sql`json_object('id', b.id, 'until', b.term_until, 'renews', b.term_renews)`,
		from: sql`bank_accounts b JOIN users u ON u.status = 'active' AND (u.id IN (${holdersOf("bank.manage")})
				OR u.id IN (${holdersOf("ledger.post")}))
			WHERE b.is_active = 1 AND b.term_until BETWEEN ${dayIn(at, 0)} AND ${dayIn(at, TOLD_DAYS)}`,
		at,
	});
