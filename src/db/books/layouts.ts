import { sql } from "drizzle-orm";
import { refuseWhere, type Write } from "#db/commit.ts";
import { type Select, select } from "#db/read.ts";
import type { ItemSent, Notes } from "#domain/books/layouts/form.ts";
import type { Item, LayoutRow, Report } from "#domain/books/layouts/lines.ts";

/** Selects the 項 of the layout in their order. */
export const statementItems = (): Select<Item> =>
	select("SELECT id, class, name, position FROM statement_items ORDER BY class, position, id");

/**
 * Selects the accounts of income and expense in a year, by code: those in use, and those with figures. A sub-account
 * without a 項 has that of the account above it.
 */
export const layoutRows = (year: number): Select<LayoutRow> =>
	select(
		`SELECT a.code, h.id AS home_id, h.name AS home, coalesce(a.statement_item_id, h.statement_item_id) AS item_id,
			coalesce(m.moved, 0) AS moved, coalesce(b.now, 0) AS budget, coalesce(b.before, 0) AS budget_before,
			m.account_id IS NOT NULL OR b.account_id IS NOT NULL AS is_used
		FROM accounts a JOIN accounts h ON h.code = substr(a.code, 1, 4)
		LEFT JOIN (SELECT account_id, sum(debit - credit) AS moved FROM account_months
			WHERE month BETWEEN ?1 || '-01' AND ?1 || '-12' GROUP BY account_id) m ON m.account_id = a.id
		LEFT JOIN (SELECT account_id, sum(iif(year = CAST(?1 AS INTEGER), amount, 0)) AS now, sum(iif(year < CAST(?1 AS INTEGER), amount, 0)) AS before
			FROM budget_items WHERE year BETWEEN CAST(?1 AS INTEGER) - 1 AND CAST(?1 AS INTEGER) GROUP BY account_id) b ON b.account_id = a.id
		WHERE a.code >= '4' AND (a.is_active = 1 OR m.moved <> 0 OR b.now <> 0 OR b.before <> 0) ORDER BY a.code`,
		String(year),
	);

export type NoteRow = { line: string; note: string; version: number };
/** Selects the notes (說明) of a year's statement. */
export const statementNotes = (year: number, report: Report): Select<NoteRow> =>
	select("SELECT line, note, version FROM statement_notes WHERE year = ? AND report = ?", year, report);

type Saved = { year: number; report: Report; version: number; notes: Notes; at: number };

/**
 * Stores the notes that differ from the stored ones. Refuses with `layout.stale` when another user changed notes of the
 * statement since `version`.
 */
export const saveNotes = ({ year, report, version, notes, at }: Saved): Write[] => [
	refuseWhere(
		"layout.stale",
		sql`(SELECT coalesce(max(version), 0) FROM statement_notes WHERE year = ${year} AND report = ${report}) <> ${version}`,
	),
	sql`INSERT INTO statement_notes (year, report, line, note, version, updated_at)
		SELECT ${year}, ${report}, j.value ->> 'line', j.value ->> 'note', CAST(${version} AS INTEGER) + 1, ${at} FROM json_each(${JSON.stringify(notes)}) j
		WHERE true ON CONFLICT (year, report, line) DO UPDATE SET note = excluded.note, version = excluded.version, updated_at = excluded.updated_at`,
];

const LAYOUT =
	"(SELECT json_group_array(json_array(id, name, position)) FROM (SELECT * FROM statement_items ORDER BY class, position, id))";
/** Returns the layout as the form holds it in `seen`. */
export const layoutSeen = (items: readonly Item[]): string =>
	JSON.stringify(items.map(({ id, name, position }) => [id, name, position]));

/**
 * Writes the 項 of the layout; one without a name is deleted. Refuses `layout.stale` when the layout is no longer the one
 * that was seen; triggers of migration 0084 refuse a name twice and the deletion of a 項 that accounts name.
 */
export const saveItems = ({ seen, items, at }: { seen: string; items: readonly ItemSent[]; at: number }): Write[] => [
	refuseWhere("layout.stale", sql`${sql.raw(LAYOUT)} <> ${seen}`),
	...items.map((item) => {
		if (item.id === null)
			return sql`INSERT INTO statement_items (class, name, position, updated_at)
				VALUES (${item.class}, ${item.name}, ${item.position}, ${at})`;
		if (item.name === "") return sql`DELETE FROM statement_items WHERE id = ${item.id}`;
		return sql`UPDATE statement_items SET name = ${item.name}, position = ${item.position}, updated_at = ${at} WHERE id = ${item.id}`;
	}),
];
