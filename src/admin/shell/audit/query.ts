import * as z from "zod";
import type { AuditFilter } from "#db/system/audit.ts";
import type { AuditCursor } from "#db/system/audit-page.ts";
import { asked } from "#kernel/query.ts";

const DAY_MS = 86_400_000;

const day = z.iso.date();
const rowId = z.string().regex(/^[1-9]\d{0,14}$/);

const FILTER = {
	q: asked(z.string().trim().max(100)),
	actor: asked(z.string().max(40)),
	action: asked(z.string().max(60)),
	type: asked(z.string().max(40)),
	/** Counts only together with `type`. */
	id: asked(z.string().max(80)),
	from: asked(day),
	to: asked(day),
};

/** What the export is asked for. */
export const AuditExportQuery = z.strictObject(FILTER);
/** What the address of the list may ask for. Days are those of Taipei, both included. */
export const AuditQuery = z.strictObject({ ...FILTER, before: asked(rowId), after: asked(rowId) });
export type AuditQuery = z.infer<typeof AuditQuery>;

const startOf = (date: string): number => Date.parse(`${date}T00:00:00+08:00`);

/** The conditions as the log is searched by. */
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

/** Where in the list; older rows win over newer ones when both are asked for. */
export const cursorOf = ({ before, after }: AuditQuery): AuditCursor =>
	before ? { before: Number(before) } : after ? { after: Number(after) } : {};
