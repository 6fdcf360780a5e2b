/** Finds the differences between two databases, row by row. */
import { createHash } from "node:crypto";
import { DatabaseSync } from "node:sqlite";
import { quoted, tablesOf } from "../../backup/dump.ts";

/**
 * Matches the tables to which the writers go on adding, whose copied rows must be unchanged; SETTLED matches those that
 * a restore changes.
 */
const GROW = /^(audit_log|audit_seals|vouchers|voucher_lines|notes)$/;
const SETTLED =
	/^(_cf_\w+|sqlite_sequence|sessions|one_time_links|one_time_codes|mail_messages|notifications|outbox|content_revision|content_changes|backup_runs|cron_tasks|form_submissions|record_\w+|number_series|account_months|erasures|members|member_\w+|users|user_roles)$/;

/** Returns the tables of `copy` with rows that `other` lacks or has with other values. */
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

/** Returns how many vouchers the writers of the proof have written. */
export function wroteThemselves(file: string): number {
	const database = new DatabaseSync(file, { timeout: 30_000 });
	try {
		return Number(database.prepare("SELECT count(*) AS n FROM vouchers WHERE description LIKE 'writer %'").get()?.n);
	} finally {
		database.close();
	}
}

/**
 * Returns whether SQLite's shell refused something, and only syntax that versions before 3.47 do not know: views and
 * triggers, no row.
 */
export function isOldShell(output: string): boolean {
	const errors = output.split("\n").filter((line) => /^(Parse|Runtime) error/.test(line));
	return errors.length > 0 && errors.every((line) => /near "(?:\.|CASE|ORDER)": syntax error/.test(line));
}
