import { recordAudit } from "#db/audit.ts";
import * as layouts from "#db/books/layouts.ts";
import { commit, type Db } from "#db/commit.ts";
import { readRows } from "#db/read.ts";
import type { By } from "#kernel/by.ts";
import type { ItemSent, Notes } from "./form.ts";
import type { Report } from "./lines.ts";

type Kept = { year: number; report: Report; version: number; notes: Notes; by: By };

/**
 * Stores the notes (說明) of a year's statement that changed; returns how many. Refuses `layout.stale` when another user
 * changed notes of the statement meanwhile.
 */
export async function keepNotes(db: Db, { year, report, version, notes, by }: Kept): Promise<number> {
	const [kept] = await readRows(db.$client, layouts.statementNotes(year, report));
	const was = new Map(kept.map(({ line, note }) => [line, note]));
	const changed = notes.filter(({ line, note }) => (was.get(line) ?? "") !== note);
	if (changed.length === 0) return 0;
	await commit(db, [
		...layouts.saveNotes({ year, report, version, notes: changed, at: by.at }),
		...recordAudit(db, {
			...by,
			action: "layout.notes",
			auditableType: "statement_notes",
			auditableId: `${year}-${report}`,
			description: String(year),
			changes: { lines: changed.length },
		}),
	]);
	return changed.length;
}

/**
 * Writes the 項 of the statements by 款／項／目. Refuses `layout.stale` (changed meanwhile), `layout.taken` (a name twice) and
 * `layout.used` (a 項 is deleted that accounts are assigned to).
 */
export async function keepItems(
	db: Db,
	{ seen, items, by }: { seen: string; items: ItemSent[]; by: By },
): Promise<void> {
	await commit(db, [
		...layouts.saveItems({ seen, items, at: by.at }),
		...recordAudit(db, {
			...by,
			action: "layout.items",
			auditableType: "statement_items",
			auditableId: "all",
			description: "items",
			changes: { items: items.length },
		}),
	]);
}
