import * as z from "zod";
import type { AuditCursor, AuditFilter } from "#db/system/index.ts";
import { asked } from "#kernel/query.ts";

const DAY_MS = 86_400_000;

const day = z.iso.date();
const rowId = z.string().regex(/^[1-9]\d{0,14}$/);

const FILTER = {
	q: asked(z.string().trim().max(100)),
	actor: asked(z.string().max(40)),
	action: asked(z.string().max(60)),
	type: asked(z.string().max(40)),
	/** The record's id; it counts only together with `type`. */
	id: asked(z.string().max(80)),
	from: asked(day),
	to: asked(day),
};

/** The query of the export's address. */
export const AuditExportQuery = z.strictObject(FILTER);
/** The query of the list's address. Days are those of Taipei, first and last included. */
export const AuditQuery = z.strictObject({ ...FILTER, before: asked(rowId), after: asked(rowId) });
export type AuditQuery = z.infer<typeof AuditQuery>;

const startOf = (date: string): number => Date.parse(`${date}T00:00:00+08:00`);

/** Returns the conditions as the log's filter. */
export function filterOf({ q, actor, action, type, id, from, to }: Omit<AuditQuery, "before" | "after">): AuditFilter {
	return {
		...(q ? { text: q } : {}),
		...(actor ? { actor } : {}),
		...(action ? { action } : {}),
		...(type ? { type } : {}),
		...(type && id ? { id } : {}),
		...(from ? { from: startOf(from) } : {}),
		...(to ? { to: startOf(to) + DAY_MS } : {}),
	};
}

/** Returns the paging cursor: rows older than `before`, else rows newer than `after`, else the newest rows. */
export const cursorOf = ({ before, after }: AuditQuery): AuditCursor =>
	before ? { before: Number(before) } : after ? { after: Number(after) } : {};
