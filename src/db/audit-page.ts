import { eq, or, sql } from "drizzle-orm";
import { type AuditFilter, type ListedAuditRow, listAudit } from "#db/audit.ts";
import type { Db } from "#db/commit.ts";
import { roles, users } from "#db/schema/users.ts";

/** How far the log is sealed: when the newest seal was made (UTC milliseconds), and the rows after it. */
export type Sealing = { sealedAt: number | null; unsealed: number };
type Named = { id: number; name: string };

export type AuditPage = {
	/** Newest first. */
	rows: ListedAuditRow[];
	/** Whether there are newer and older ones than those. */
	newer: boolean;
	older: boolean;
	/** Whoever works here, and whom the filter asks for. */
	people: Named[];
	/** Roles, which changes name by number. */
	roles: Named[];
	sealing: Sealing;
};
/** `before` and `after` are the ids of rows; one of them at most. */
export type AuditCursor = { before?: number | undefined; after?: number | undefined };

const STAFF = sql`EXISTS (
	SELECT 1 FROM user_roles x JOIN role_permissions p ON p.role_id = x.role_id
	WHERE x.user_id = ${users.id} AND p.permission <> 'member.own'
)`;
// The ids of the log have no gaps.
const SEALING = {
	sealedAt: sql<number | null>`(SELECT sealed_at FROM audit_seals ORDER BY id DESC LIMIT 1)`,
	unsealed: sql<number>`coalesce((SELECT max(id) FROM audit_log), 0)
		- coalesce((SELECT to_id FROM audit_seals ORDER BY id DESC LIMIT 1), 0)`,
};

/** A page of the log with what its filters offer, in one round trip. `size` rows at most. */
export async function readAuditPage(
	db: Db,
	filter: AuditFilter,
	{ before, after, size }: AuditCursor & { size: number },
): Promise<AuditPage> {
	const chosen = /^user:(\d{1,15})$/.exec(filter.actor ?? "")?.[1];
	const [found, people, named, [sealing]] = await db.batch([
		listAudit(db, filter, { before, after, limit: size + 1 }),
		db
			.select({ id: users.id, name: users.name })
			.from(users)
			.where(or(STAFF, chosen ? eq(users.id, Number(chosen)) : undefined))
			.orderBy(users.name),
		db.select({ id: roles.id, name: roles.name }).from(roles),
		db.select(SEALING).from(sql`(SELECT 1)`),
	]);
	const more = found.length > size;
	const rows = found.slice(0, size);
	return {
		rows: after === undefined ? rows : rows.reverse(),
		newer: after === undefined ? before !== undefined : more,
		older: after === undefined ? more : true,
		people,
		roles: named,
		sealing: sealing ?? { sealedAt: null, unsealed: 0 },
	};
}
