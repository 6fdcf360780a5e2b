import * as z from "zod";
import type { AuditFilter } from "#db/system/index.ts";
import { day, linked, oneOf, queryOf, type ValuesOf, words } from "#kits/list/conditions.ts";

const DAY_MS = 86_400_000;

/** The conditions of the log. Days are those of Taipei, first and last included. */
export const AUDIT_CONDITIONS = {
	q: words("說明裡的文字"),
	actor: oneOf("執行者", z.string().max(40)),
	action: oneOf("動作", z.string().max(60)),
	type: oneOf("對象", z.string().max(40)),
	/** The record's id; it counts only together with `type`. */
	id: linked(z.string().max(80)),
	from: day("日期從"),
	to: day("日期到"),
};
type AuditAsked = ValuesOf<typeof AUDIT_CONDITIONS>;

/** The query of the export's address. */
export const AuditExportQuery = queryOf(AUDIT_CONDITIONS);

const startOf = (date: string): number => Date.parse(`${date}T00:00:00+08:00`);

/** Returns the conditions as the log's filter. */
export function filterOf({ q, actor, action, type, id, from, to }: AuditAsked): AuditFilter {
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
