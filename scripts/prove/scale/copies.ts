/**
 * Makes an association larger: copies each row of a database so that it is there `times` as often, with ids of its own
 * and references to the other rows of the same copy. It reads from the schema what is an id, a reference and unique.
 */
import type { DatabaseSync } from "node:sqlite";
import { quoted, tablesOf } from "../../backup/dump.ts";

/** How far the ids of one copy lie from those of the next. */
const APART = 100_000;
/** The users who hold an office: an association with more members has the same few, and they handle all of it. */
const STAFF = "(SELECT user_id FROM user_roles WHERE role_id <> (SELECT id FROM roles WHERE code = 'member'))";

/** The tables that stay as they are, by the reason. */
const STAYS: Record<string, readonly string[]> = {
	"the association's own arrangement": [
		...["accounts", "posting_accounts", "bank_accounts", "settings", "settings_history", "webhook_endpoints"],
		...[
			"categories",
			"tags",
			"redirects",
			"menu_items",
			"synonyms",
			"list_views",
			"voucher_templates",
			"receipt_marks",
			"member_segments",
			"member_segment_fields",
			"membership_types",
			"membership_fees",
			"member_fields",
			"member_field_choices",
			"number_series",
		],
	],
	"who holds which office": [
		...["roles", "role_permissions", "role_permission_grants", "rights_watched"],
		...["deputies", "concurrent_posts", "concurrent_post_months", "confirmations"],
	],
	"one row for each year": ["statement_approvals", "statement_notices"],
	"one list for each half-year": ["gift_lists", "gift_list_rows"],
	"one row for each month": ["account_months", "periods", "period_balances", "period_events"],
	"codes, and how many there are of something": [
		...["allocation_targets", "payment_methods", "finance_steps", "ordinals", "article_counts", "member_counts"],
	],
	"the state of the program": [
		...[
			"d1_migrations",
			"content_revision",
			"cron_tasks",
			"guard",
			"key_uses",
			"backup_runs",
			"health_reports",
			"picture_texts",
		],
		...["audit_seals", "document_seals", "seal_anchors", "seal_macs", "seal_turns", "sign_in_attempts"],
	],
};
const stays = new Set(Object.values(STAYS).flat());

/** What is kept as a sum of rows that are copied. */
const SUMS = [
	"UPDATE account_months SET debit = debit * ?1, credit = credit * ?1, closing_debit = closing_debit * ?1, closing_credit = closing_credit * ?1",
	"UPDATE member_counts SET many = many * ?1",
	"UPDATE article_counts SET published = published * ?1",
	"UPDATE categories SET articles_count = articles_count * ?1",
	"UPDATE tags SET articles_count = articles_count * ?1",
	"UPDATE content_revision SET rev = (SELECT max(rev) FROM content_changes) WHERE ?1 > 1",
];

/** How a column's value is in the nth copy; "theirs" is a user's id, which stays where the user holds an office. */
type Rule = "same" | "moved" | "moved text" | "theirs" | "theirs or none" | "written";
const SQL: Record<Rule, (column: string) => string> = {
	same: (column) => column,
	moved: (column) => `${column} + ${APART} * nth`,
	"moved text": (column) =>
		`iif(${column} GLOB '*[^0-9]*', ${column}, CAST(CAST(${column} AS INTEGER) + ${APART} * nth AS TEXT))`,
	theirs: (column) => `iif(${column} IN ${STAFF}, ${column}, ${column} + ${APART} * nth)`,
	"theirs or none": (column) => `iif(${column} IN ${STAFF}, NULL, ${column} + ${APART} * nth)`,
	written: (column) => `nth || '-' || ${column}`,
};

/** The columns that say who somebody is: people of one name, and transfers to one account, are as few as they were. */
const OF_ONE_PERSON: Record<string, readonly string[]> = {
	users: ["name", "name_folded"],
	members: ["name", "name_folded", "email", "phone", "person_key"],
	donors: ["name", "name_folded", "email", "person_key"],
	finance_documents: ["payee_name", "payee_name_folded", "payee_account", "payee_tax_id"],
	payments: ["payer_title", "last5"],
	receipts: ["payer_title", "payer_title_folded"],
	income_records: ["payer_title"],
	bank_lines: ["last5"],
	mail_messages: ["to_address"],
	member_words: ["word"],
	record_words: ["word"],
};
/** What waits for somebody is as much as it was; of the copies, all is done. */
const DONE = [
	"finance_documents SET state = 'posted' WHERE state IN ('draft', 'pending_cashier', 'pending_accountant', 'pending_chair', 'approved', 'paid', 'returned')",
	"payments SET status = 'verified' WHERE status = 'submitted'",
	"disability_certificates SET status = 'approved' WHERE status = 'pending'",
	"privacy_requests SET status = 'done' WHERE status = 'open'",
	"link_requests SET status = 'created' WHERE status = 'open'",
	"tasks SET status = 'done' WHERE status IN ('todo', 'doing')",
	"bank_lines SET status = 'ignored' WHERE status IN ('unmatched', 'suggested')",
	"vouchers SET state = 'posted' WHERE state = 'draft'",
	"income_records SET state = 'posted' WHERE state IN ('draft', 'recorded')",
	...["roster_imports", "payment_imports", "bank_statements"].map(
		(table) => `${table} SET state = 'applied' WHERE state = 'draft'`,
	),
].map((change) => `UPDATE ${change} AND id > ${APART}`);

type Column = { name: string; type: string; notnull: number; pk: number; hidden: number };
/** How a table is copied; the rows whose column in `leaves` names somebody who holds an office are left out. */
type Copied = { rules: Map<string, Rule>; leaves: Set<string> };
type Reference = { from: string; table: string; to: string };

/**
 * Multiplies every table that does not stay. No other process may have the database open. Throws
 * where a reference leads nowhere or the triggers are not what they were.
 */
export function multiply(database: DatabaseSync, times: number): void {
	const copiedOf = rulesFor(database);
	const triggers = triggersOf(database);
	database.exec("PRAGMA foreign_keys = OFF; PRAGMA ignore_check_constraints = ON; PRAGMA synchronous = OFF; BEGIN");
	for (const { name } of triggers) database.exec(`DROP TRIGGER ${quoted(name)}`);
	for (const table of tablesOf(database)) if (!stays.has(table)) copy(database, table, { ...copiedOf(table), times });
	for (const change of DONE) database.exec(change);
	for (const sum of SUMS) database.prepare(sum).run(times);
	for (const { sql } of triggers) database.exec(sql);
	database.exec("COMMIT; PRAGMA ignore_check_constraints = OFF; PRAGMA foreign_keys = ON");
	const lost = database
		.prepare('SELECT "table", parent, count(*) AS n FROM pragma_foreign_key_check GROUP BY 1, 2')
		.all();
	if (lost.length > 0) throw new Error(`references that lead nowhere: ${JSON.stringify(lost)}`);
	if (JSON.stringify(triggersOf(database)) !== JSON.stringify(triggers)) throw new Error("the triggers are others now");
}

export const triggersOf = (database: DatabaseSync): { name: string; sql: string }[] =>
	database
		.prepare("SELECT name, sql FROM sqlite_master WHERE type = 'trigger' ORDER BY name")
		.all()
		.map(({ name, sql }) => ({ name: String(name), sql: String(sql) }));

function copy(database: DatabaseSync, table: string, { rules, leaves, times }: Copied & { times: number }): void {
	const columns = [...rules].map(([name]) => quoted(name));
	const values = [...rules].map(([name, rule]) => SQL[rule](quoted(name)));
	const which = ["TRUE", ...[...leaves].map((name) => `${quoted(name)} NOT IN ${STAFF}`)].join(" AND ");
	try {
		database
			.prepare(
				`WITH RECURSIVE copies (nth) AS (SELECT 1 WHERE ?1 > 1 UNION ALL SELECT nth + 1 FROM copies WHERE nth < ?1 - 1)
				INSERT INTO ${quoted(table)} (${columns.join(", ")})
				SELECT ${values.join(", ")} FROM copies CROSS JOIN ${quoted(table)} WHERE ${which}`,
			)
			.run(times);
	} catch (error) {
		throw new Error(`${table} could not be copied`, { cause: error });
	}
}

/** Finds how each table is copied. */
function rulesFor(database: DatabaseSync): (table: string) => Copied {
	const known = new Map<string, Copied>();
	const copiedOf = (table: string): Copied => known.get(table) ?? found(table);
	const referring = ({ table: other, to }: Reference, from: string): Rule | undefined => {
		if (other === "users") return "theirs";
		if (stays.has(other)) return "same";
		return other === from ? undefined : copiedOf(other).rules.get(to);
	};
	const found = (table: string): Copied => {
		const all = database.prepare("SELECT * FROM pragma_table_xinfo(?)").all(table) as Column[];
		const columns = all.filter(({ hidden }) => hidden === 0);
		const rules = new Map<string, Rule>(columns.map((column) => [column.name, ownRule(column)]));
		const references = database
			.prepare('SELECT "from", "table", "to" FROM pragma_foreign_key_list(?)')
			.all(table) as Reference[];
		for (const one of references) {
			const rule = referring(one, table);
			if (rule) rules.set(one.from, rule);
		}
		for (const name of OF_ONE_PERSON[table] ?? []) rules.set(name, "written");
		const copied = { rules, leaves: new Set(table === "users" ? ["id"] : []) };
		const free = columns.filter(({ name }) => !references.some(({ from }) => from === name));
		for (const unique of uniquesOf(database, table)) differ(copied, unique, { columns, free });
		known.set(table, copied);
		return copied;
	};
	return copiedOf;
}

/** Says what a column is by its name and type: an id, the id of some record of a table that another column names, a user. */
function ownRule({ name, type, pk }: Column): Rule {
	if (name === "user_id") return "theirs";
	if (name === "subject_id" || name === "auditable_id") return type === "TEXT" ? "moved text" : "moved";
	if (type === "INTEGER" && (name === "id" || name.endsWith("_id") || (pk === 1 && name === "rev"))) return "moved";
	return "same";
}

type Columns = { columns: readonly Column[]; free: readonly Column[] };

/** Makes the copies' rows different in one column of a unique index, where they are not yet. */
function differ({ rules, leaves }: Copied, unique: readonly string[], { columns, free }: Columns): void {
	if (unique.some((name) => ["moved", "written"].includes(rules.get(name) ?? ""))) return;
	const within = (of: readonly Column[]): Column[] => of.filter(({ name }) => unique.includes(name)).reverse();
	const person = within(columns).find(({ name }) => rules.get(name) === "theirs");
	const same = within(free).filter(({ name }) => rules.get(name) === "same");
	const text = same.find(({ type }) => type === "TEXT");
	const number = same.find(({ type }) => type === "INTEGER");
	if (person?.notnull === 0) rules.set(person.name, "theirs or none");
	else if (text) rules.set(text.name, "written");
	else if (number) rules.set(number.name, "moved");
	else if (person) leaves.add(person.name);
	else throw new Error(`nothing can be different in ${unique.join(", ")}`);
}

function uniquesOf(database: DatabaseSync, table: string): string[][] {
	const indexes = database
		.prepare('SELECT name FROM pragma_index_list(?) WHERE "unique" ORDER BY origin DESC')
		.all(table);
	return indexes.map(({ name }) =>
		database
			.prepare("SELECT name FROM pragma_index_info(?) WHERE name IS NOT NULL ORDER BY seqno")
			.all(name ?? null)
			.map((column) => String(column.name)),
	);
}
