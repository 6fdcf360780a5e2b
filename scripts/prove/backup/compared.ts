/** What differs between two databases, read row by row. */
import { createHash } from "node:crypto";
import { DatabaseSync } from "node:sqlite";
import { quoted, tablesOf } from "../../backup/dump.ts";

/** Where writers go on, and where a restore settles. Of the first, the rows of the copy must be there as they were. */
const GROW = /^(audit_log|audit_seals|vouchers|voucher_lines|notes)$/;
const SETTLED =
	/^(_cf_\w+|sqlite_sequence|sessions|one_time_links|one_time_codes|mail_messages|notifications|outbox|content_revision|content_changes|backup_runs|cron_tasks|form_submissions|record_\w+|number_series|account_months|erasures|members|member_\w+|users|user_roles)$/;

/** The tables of `copy` whose rows `other` has not, or has otherwise. */
export function differences(copy: string, other: string): string[] {
	const [one, two] = [new DatabaseSync(copy), new DatabaseSync(other)];
	try {
		return tablesOf(one)
			.filter((table) => !SETTLED.test(table))
			.filter((table) => {
				const last = GROW.test(table)
					? Number(one.prepare(`SELECT max(rowid) AS n FROM ${quoted(table)}`).get()?.n)
					: null;
				return digest(one, table, last) !== digest(two, table, last);
			})
			.map((table) => `the rows of ${table} differ`);
	} finally {
		one.close();
		two.close();
	}
}

function digest(database: DatabaseSync, table: string, last: number | null): string {
	const hash = createHash("sha256");
	const where = last === null ? "" : `WHERE rowid <= ${last}`;
	const rows = database.prepare(`SELECT * FROM ${quoted(table)} ${where}`);
	rows.setReturnArrays(true);
	for (const row of rows.iterate()) hash.update(JSON.stringify(row));
	return hash.digest("hex");
}

/** How often the writers of a proof have written. */
export function wroteThemselves(file: string): number {
	const database = new DatabaseSync(file, { timeout: 30_000 });
	try {
		return Number(database.prepare("SELECT count(*) AS n FROM vouchers WHERE description LIKE 'writer %'").get()?.n);
	} finally {
		database.close();
	}
}

/** Whether a shell of SQLite refused something, and only what one before 3.47 does not know: views and triggers, no row. */
export function isOldShell(output: string): boolean {
	const errors = output.split("\n").filter((line) => /^(Parse|Runtime) error/.test(line));
	return errors.length > 0 && errors.every((line) => /near "(?:\.|CASE|ORDER)": syntax error/.test(line));
}
