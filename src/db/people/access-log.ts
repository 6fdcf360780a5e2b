import { limitTo, type Select, select } from "#db/read.ts";
import { isOfOther, isStaff } from "#db/system/index.ts";
import { READS_SQL, type Read } from "#domain/people/privacy/access.ts";

/**
 * The filter of the log of reads of members' data; `member` is a member number, old or present, or the id of a member
 * record. Times are UTC milliseconds.
 */
export type AccessFilter = {
	member?: string | undefined;
	actor?: string | undefined;
	action?: Read | undefined;
	from?: number | undefined;
	to?: number | undefined;
};
/** The place of a page in the log: `before` and `after` are ids of rows, at most one of them is given. */
export type AccessCursor = { before?: number | undefined; after?: number | undefined };

export type AccessRow = {
	id: number;
	at: number;
	actor: string;
	user_name: string | null;
	on_behalf_of: string | null;
	action: Read;
	/** The member whose data was read; null for a whole list. */
	member_id: number | null;
	member_no: string | null;
	member_name: string | null;
	ip_address: string | null;
	changes: string;
};

/** SQL for the id of the member whose data the audit row `a` is about. */
const MEMBER_ID = `CASE a.auditable_type WHEN 'member' THEN CAST(nullif(a.auditable_id, '') AS INTEGER)
	WHEN 'certificate' THEN (SELECT c.member_id FROM disability_certificates c WHERE c.id = CAST(a.auditable_id AS INTEGER)) END`;
/**
 * The condition that leaves out the rows `file.view` of certificates and own fields: such a view has a second row, which
 * names the member.
 */
const ONCE = "NOT (a.action = 'file.view' AND a.description IN ('certificate', 'member_field'))";
const rowsOf = (member: string): string => {
	const id = `coalesce((SELECT member_id FROM member_numbers WHERE member_no = upper(${member})),
		(SELECT id FROM members WHERE id = CAST(${member} AS INTEGER) AND ${member} NOT GLOB '*[^0-9]*'))`;
	return `a.id IN (SELECT id FROM audit_log WHERE auditable_type = 'member' AND auditable_id = CAST(${id} AS TEXT)
		UNION ALL SELECT id FROM audit_log WHERE auditable_type = 'certificate' AND auditable_id IN (
			SELECT CAST(c.id AS TEXT) FROM disability_certificates c WHERE c.member_id = ${id}))`;
};

/**
 * Selects at most `limit` audit rows of reads of members' data that match the filter, newest first (oldest first with
 * `after`). The caller asks for one row more than the page shows.
 */
export function listReads(filter: AccessFilter, { before, after }: AccessCursor, limit: number): Select<AccessRow> {
	const params: (string | number)[] = [];
	const where = [READS_SQL, ONCE];
	const add = (value: string | number | undefined, condition: (parameter: string) => string): void => {
		if (value === undefined) return;
		params.push(value);
		where.push(condition(`?${params.length}`));
	};
	add(filter.member, rowsOf);
	add(filter.actor, (p) => `a.actor = ${p}`);
	add(filter.action, (p) => `a.action = ${p}`);
	add(filter.from, (p) => `a.at >= ${p}`);
	add(filter.to, (p) => `a.at < ${p}`);
	add(before, (p) => `(a.at, a.id) < ((SELECT at FROM audit_log WHERE id = ${p}), ${p})`);
	add(after, (p) => `(a.at, a.id) > ((SELECT at FROM audit_log WHERE id = ${p}), ${p})`);
	const order = after === undefined ? "DESC" : "ASC";
	// The query walks the reads, newest first, until the page is full; for one member it looks up their few rows.
	const along = filter.member === undefined ? "INDEXED BY audit_log_of_all_reads" : "";
	return select(
		`SELECT r.*, m.member_no, m.name AS member_name FROM (
			SELECT a.id, a.at, a.actor, u.name AS user_name, d.name AS on_behalf_of, a.action, ${MEMBER_ID} AS member_id,
				a.ip_address, a.changes
			FROM audit_log a ${along} LEFT JOIN users u ON u.id = a.user_id LEFT JOIN users d ON d.id = a.on_behalf_of
			WHERE ${where.join(" AND ")} ORDER BY a.at ${order}, a.id ${order} ${limitTo(limit)}) r
		LEFT JOIN members m ON m.id = r.member_id ORDER BY r.at ${order}, r.id ${order}`,
		...params,
	);
}

/**
 * Selects the ids and names of all staff and of the user `chosen` (staff or not), by name: the choices of the filter.
 */
export const readersOffered = (chosen: number): Select<{ id: number; name: string }> =>
	select(`SELECT u.id, u.name FROM users u WHERE u.id = ?1 OR ${isStaff("u.id")} ORDER BY u.name, u.id`, chosen);

/** SQL of a WITH table of the member ?1 and of the records that were merged into the member's. */
export const OWN = `own AS (SELECT id, user_id FROM members WHERE id = ?1
	UNION SELECT id, user_id FROM members WHERE merged_into = ?1)`;

/**
 * An entry of the audit log about a member. `reader` is who acted: the member, the guardian, staff or the system.
 * `changes` may hold sealed (encrypted) values.
 */
export type HistoryRow = {
	at: number;
	reader: "self" | "guardian" | "staff" | "system";
	action: string;
	changes: string;
	ip_address: string | null;
};
const READER = `CASE WHEN a.user_id IN (SELECT user_id FROM own) THEN 'self' WHEN a.user_id IS NULL THEN 'system'
	WHEN a.user_id IN (SELECT g.user_id FROM guardianships s JOIN members g ON g.id = s.guardian_id
		WHERE s.member_id IN (SELECT id FROM own) AND s.until IS NULL) THEN 'guardian' ELSE 'staff' END`;
/**
 * The columns of `HistoryRow`. Only the IP addresses of the member's own acts are shown, because those of others are
 * personal data of others.
 */
export const LOG = `a.at, ${READER} AS reader, a.action, a.changes, iif(a.user_id IN (SELECT user_id FROM own), a.ip_address, NULL) AS ip_address`;

/**
 * A read of sensitive data of a member: of the record or of certificates. Reads of whole lists are not attributed to
 * members.
 */
export type MemberReadRow = HistoryRow;

/**
 * Selects the reads of a member's sensitive data, newest first, without the names of the readers. For a guardian
 * (`reader`, a user) what another guardian read is left out.
 */
export function readsOf(memberId: number, limit: number, reader = 0): Select<MemberReadRow> {
	return select(
		`WITH ${OWN} SELECT ${LOG} FROM audit_log a WHERE ${READS_SQL}
			AND (?2 = 0 OR NOT ${isOfOther("a.user_id", { member: "?1", user: "?2" })}) AND a.id IN (
			SELECT id FROM audit_log WHERE auditable_type = 'member' AND auditable_id IN (SELECT CAST(id AS TEXT) FROM own)
			UNION ALL SELECT id FROM audit_log WHERE auditable_type = 'certificate' AND auditable_id IN (
				SELECT CAST(id AS TEXT) FROM disability_certificates WHERE member_id IN (SELECT id FROM own)))
		ORDER BY a.at DESC, a.id DESC LIMIT ${Math.trunc(limit)}`,
		memberId,
		reader,
	);
}
