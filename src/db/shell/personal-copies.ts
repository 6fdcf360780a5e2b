import { type SQL, sql } from "drizzle-orm";
import { refuseWhere, type Write } from "#db/commit.ts";
import { LOG, OWN, readsOf } from "#db/people/index.ts";
import { AUDITED, SECTIONS, type SectionCode } from "#db/personal.ts";
import { type Select, select } from "#db/read.ts";
import { LOG_SHOWN } from "#domain/shell/personal-copies/document.ts";

type Row = Record<string, string | number | null>;
/** The queries of a copy, by section. */
type Selects = readonly (readonly [SectionCode, Select<Row>])[];

/** A donor or a payee who is no member. */
export type Outsider = { type: "donor" | "payee"; id: number };
/** Returns the queries of everything that is stored about a donor or payee who is no member, by the sections of a copy. */
export const outsiderCopySelects = ({ type, id }: Outsider): Selects => [
	...SECTIONS.flatMap(({ code, ofDonor, ofPayee }) => {
		const query = type === "donor" ? ofDonor : ofPayee;
		return query === undefined ? [] : [[code, select<Row>(query, id)] as const];
	}),
	[
		"history",
		select<Row>(
			`SELECT at, iif(user_id IS NULL, 'system', 'staff') AS reader, action, changes, NULL AS ip_address FROM audit_log
		WHERE auditable_type = ? AND auditable_id = ? ORDER BY id`,
			type,
			String(id),
		),
	],
];

/**
 * Returns the queries of everything that is stored about a member, by the sections of a copy, for one round trip (of the
 * audit log the newest LOG_SHOWN rows). Sealed (encrypted) values are returned sealed.
 */
export const copySelects = (memberId: number): Selects => [
	...SECTIONS.flatMap(({ code, rows }) =>
		rows === undefined ? [] : [[code, select<Row>(`WITH ${OWN} ${rows}`, memberId)] as const],
	),
	["reads", readsOf(memberId, LOG_SHOWN)],
	[
		"history",
		select<Row>(
			`WITH ${OWN} SELECT ${LOG} FROM audit_log a WHERE a.id IN (
				SELECT id FROM audit_log WHERE ${AUDITED}
				UNION SELECT id FROM audit_log WHERE actor IN (SELECT 'user:' || user_id FROM own WHERE user_id IS NOT NULL))
			ORDER BY a.at DESC, a.id DESC LIMIT ${LOG_SHOWN}`,
			memberId,
		),
	],
];

/**
 * Refuses with `privacy.too_often` a copy when `most` copies of the member were made since a time (UTC milliseconds).
 */
export const refuseMore = (memberId: number, { most, since }: { most: number; since: number }): Write =>
	refuseWhere(
		"privacy.too_often",
		sql`(SELECT count(*) FROM audit_log WHERE auditable_type = 'member' AND auditable_id = ${String(memberId)}
			AND action = 'member.copy' AND at > ${since}) >= ${most}` satisfies SQL,
	);
