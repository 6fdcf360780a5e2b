import * as z from "zod";
import type { Db } from "#db/commit.ts";
import { readRows, type Select, select } from "#db/read.ts";
import { type AuditFilter, type ListedAuditRow, listAudit } from "#db/system/audit.ts";
import { isStaff } from "./staff.ts";

/**
 * How far the audit log is sealed (covered by a chain of hashes): when the newest seal was made (UTC milliseconds), and
 * the number of rows after it.
 */
export type Sealing = { sealedAt: number | null; unsealed: number };
type Named = { id: number; name: string };

export type AuditPage = {
	rows: ListedAuditRow[];
	/** The staff, and the user whom the filter names: the choices of the filter. */
	people: Named[];
	/** The roles, because changes name them by id. */
	roles: Named[];
	sealing: Sealing;
};
/** The place of a page in the log: `before` and `after` are ids of rows, at most one of them is given. */
type AuditCursor = { before?: number | undefined; after?: number | undefined; limit: number };

type Beside = { people: string; roles: string; sealedAt: number | null; unsealed: number };

/**
 * Selects everything besides the rows, as one row: a statement of its own for each part would cost more than it reads.
 * `people` and `roles` are JSON; the ids of the log have no gaps, so `unsealed` is a difference of ids.
 */
const beside = (chosen: number): Select<Beside> =>
	select(
		`SELECT (SELECT json_group_array(json_object('id', u.id, 'name', u.name) ORDER BY u.name) FROM users u
				WHERE u.id = ?1 OR ${isStaff("u.id")}) AS people,
			(SELECT json_group_array(json_object('id', r.id, 'name', r.name)) FROM roles r) AS roles,
			(SELECT sealed_at FROM audit_seals ORDER BY id DESC LIMIT 1) AS sealedAt,
			coalesce((SELECT max(id) FROM audit_log), 0)
				- coalesce((SELECT to_id FROM audit_seals ORDER BY id DESC LIMIT 1), 0) AS unsealed`,
		chosen,
	);
const Names = z.array(z.object({ id: z.int(), name: z.string() }));

/**
 * Returns one page of the log, at most `limit` rows, with the choices of its filters, in one round trip: newest first,
 * but after a row the oldest first.
 */
export async function readAuditPage(db: Db, filter: AuditFilter, cursor: AuditCursor): Promise<AuditPage> {
	const chosen = /^user:(\d{1,15})$/.exec(filter.actor ?? "")?.[1];
	const [rows, [aside]] = await readRows(db.$client, listAudit(filter, cursor), beside(Number(chosen ?? 0)));
	return {
		rows,
		people: Names.parse(JSON.parse(aside?.people ?? "[]")),
		roles: Names.parse(JSON.parse(aside?.roles ?? "[]")),
		sealing: { sealedAt: aside?.sealedAt ?? null, unsealed: aside?.unsealed ?? 0 },
	};
}
