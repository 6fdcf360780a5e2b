import { type SQL, sql } from "drizzle-orm";
import { guard, refuseWhere, type Write } from "#db/commit.ts";
import { orders } from "#db/orders.ts";
import { limitTo, type Select, select, selectOne } from "#db/read.ts";
import { DUES_STANDINGS } from "#domain/people/members/codes.ts";
import { CONTACT } from "#domain/people/membership-types/rules.ts";
import type { SegmentConditions, SegmentEdit, SegmentInput } from "#domain/people/segments/form.ts";
import type { By } from "#kernel/by.ts";
import { idsInGroup, isIn } from "./groups.ts";
import { owes, statusNow } from "./member-standing.ts";

/** SQL: the identity of the member `m`; an organisation (團體會員) and a contact are neither a patient nor a parent. */
const IDENTITY = `iif(EXISTS (SELECT 1 FROM membership_types WHERE code = m.type_code AND (applies = 'organisation' OR code = '${CONTACT}')), '', m.identity_type)`;
/** SQL: whether `m` is in lists that ask for no contacts, or the segment `s` asks for contacts, or for a group. */
const MAY_FIT = `iif(m.type_code = '${CONTACT}', s.group_id IS NOT NULL OR s.status IS '${CONTACT}', true)`;

/**
 * Returns SQL: whether a member `m`, or a row `m` of member_counts, fits the conditions of the segment `s` that both know,
 * on a day (SQL). One comparison of rows: where announcements ask for it, a chain of ANDs is deeper than D1 allows.
 */
const fitsPlain = (
	day: string,
): string => `(${MAY_FIT}, coalesce(s.status, ${statusNow(day)}), coalesce(s.type, m.type_code),
		coalesce(s.identity, ${IDENTITY}), coalesce(s.city, m.city),
		coalesce(iif(s.disability = 'expired', 'approved', s.disability), m.disability_status))
	IS (true, ${statusNow(day)}, m.type_code, ${IDENTITY}, m.city, m.disability_status)
	AND CASE s.dues ${DUES_STANDINGS.map((one) => `WHEN '${one}' THEN ${owes(one, day)}`).join(" ")} ELSE true END`;

/** Returns SQL: whether a certificate of the member `m` has ended, or has not, as the segment `s` says. */
const fitsDated = (day: string): string => `CASE s.disability WHEN 'expired' THEN m.disability_until < ${day}
	WHEN 'approved' THEN m.disability_until IS NULL OR m.disability_until >= ${day} ELSE true END`;

/**
 * Returns SQL: whether a member `m` has the values in own fields that the segment `s` asks for. A field that is switched
 * off, or that not everybody sees any more, finds nobody; '0' asks for no file.
 */
const FITS_OWN = `NOT EXISTS (SELECT 1 FROM member_segment_fields c JOIN member_fields f ON f.id = c.field_id
	WHERE c.segment_id = s.id AND iif(f.is_active = 1 AND f.seen_by = 'view', EXISTS (SELECT 1 FROM member_field_tokens t
		WHERE t.field_id = f.id AND t.token = iif(f.kind = 'file', '1', c.value) AND t.member_id = m.id) = (f.kind = 'file' AND c.value = '0'), true))`;

/** Returns SQL: whether a member `m` is in the segment `s` on a day (SQL): what the members' list shows by its conditions. */
export const isInSegment = (day: string): string => `(m.merged_into IS NULL AND ${fitsPlain(day)} AND ${fitsDated(day)}
	AND (s.group_id IS NULL OR EXISTS (SELECT 1 FROM group_memberships t
		WHERE t.group_id = s.group_id AND t.member_id = m.id AND ${isIn(day)})) AND ${FITS_OWN})`;

/** A segment: its conditions under the names of the form, and the names of its type and group. */
export type SegmentRow = SegmentConditions & {
	id: number;
	name: string;
	description: string;
	group_name: string | null;
	/** JSON: the values that are asked for, by the ids of own fields. */
	own: string;
	type_name: string | null;
	is_active: 0 | 1;
	version: number;
};
const COLUMNS = `s.id, s.name, s.description, s.status, s.type, s.identity, s.disability, s.dues, s.city, s.group_id AS "group",
	(SELECT json_group_object(c.field_id, c.value) FROM member_segment_fields c WHERE c.segment_id = s.id) AS own, g.name AS group_name, (SELECT t.name FROM membership_types t WHERE t.code = s.type) AS type_name, s.is_active, s.version`;
const FROM = "FROM member_segments s LEFT JOIN member_groups g ON g.id = s.group_id";

/** SQL for the number of people of the segment `s` on the day ?1: of a group's people, else from the counts that triggers keep. */
const PEOPLE = `CASE WHEN s.group_id IS NOT NULL
		THEN (SELECT count(*) FROM members m WHERE m.id IN (${idsInGroup("s.group_id", "?1")}) AND ${isInSegment("?1")})
	WHEN s.disability IN ('approved', 'expired') OR EXISTS (SELECT 1 FROM member_segment_fields c WHERE c.segment_id = s.id) THEN (SELECT count(*) FROM members m WHERE ${isInSegment("?1")})
	ELSE (SELECT coalesce(sum(m.many), 0) FROM member_counts m WHERE ${fitsPlain("?1")}) END`;

export type SegmentFilter = { q: string; active: "1" | "0" | undefined };
const WHERE = `WHERE (?2 = '' OR instr(lower(s.name), lower(?2)) > 0 OR instr(lower(s.description), lower(?2)) > 0)
	AND (?3 = '' OR s.is_active = CAST(?3 AS INTEGER))`;

/** The orders of the list; `people` are counted only when the list is asked to. */
const ORDER = orders({ name: "s.name", people: "people", state: "s.is_active = 0" }, "s.name", "s.id");
export const SEGMENT_SORTS = ORDER.sorts;
type SegmentsPage = {
	rows: number;
	page: number;
	today: string;
	counts: boolean;
	sort?: (typeof SEGMENT_SORTS)[number];
};

/**
 * Selects one page of the segments in an order; with `counts`, the number of their people on the day
 * `today`, which in a large association takes long.
 */
export const segmentRows = (
	{ q, active }: SegmentFilter,
	{ rows, page, today, counts, sort = "state" }: SegmentsPage,
): Select<SegmentRow & { people: number | null }> =>
	select(
		`SELECT ${COLUMNS}, ${counts ? PEOPLE : "nullif(?1, ?1)"} AS people ${FROM} ${WHERE} ${ORDER.by(sort)}
			${limitTo(rows, (page - 1) * rows)}`,
		today,
		q,
		active ?? "",
	);
/** Counts the segments that fit, and all. */
export const segmentCount = ({ q, active }: SegmentFilter): Select<{ many: number; all: number }> =>
	selectOne(
		`SELECT count(*) AS many, (SELECT count(*) FROM member_segments) AS "all" FROM member_segments s ${WHERE} AND ?1 = ''`,
		"",
		q,
		active ?? "",
	);
export const segmentRow = (id: number): Select<SegmentRow> =>
	selectOne(`SELECT ${COLUMNS} ${FROM} WHERE s.id = ?1`, id);
/** Selects the segments that are in use, by name. */
export const segmentsInUse = (): Select<SegmentRow> =>
	select(`SELECT ${COLUMNS} ${FROM} WHERE s.is_active = 1 ORDER BY s.name, s.id`);

/** Refuses with `group.retired` a group that does not exist; one that is retired may stay. */
export const refuseNoGroup = ({ group }: SegmentConditions): Write =>
	refuseWhere(
		"group.retired",
		sql`(${group} IS NOT NULL AND NOT EXISTS (SELECT 1 FROM member_groups WHERE id = ${group}))`,
	);

/** Inserts a segment. The index refuses with `segment.taken` a name that another segment in use has. */
export const insertSegment = (of: SegmentInput, by: By): Write =>
	sql`INSERT INTO member_segments (name, description, status, type, identity, disability, dues, city, group_id, created_at, updated_at)
		VALUES (${of.name}, ${of.description}, ${of.status}, ${of.type}, ${of.identity}, ${of.disability}, ${of.dues}, ${of.city},
			${of.group}, ${by.at}, ${by.at})`;

/**
 * Changes a segment. Refuses with `segment.stale` when it changed since the user saw it, and what
 * insertSegment and refuseNoGroup refuse.
 */
export const updateSegment = (id: number, of: SegmentEdit, by: By): Write[] => [
	refuseNoGroup(of),
	sql`UPDATE member_segments SET name = ${of.name}, description = ${of.description}, status = ${of.status}, type = ${of.type},
			identity = ${of.identity}, disability = ${of.disability}, dues = ${of.dues}, city = ${of.city}, group_id = ${of.group},
			is_active = ${Number(of.is_active)}, version = version + 1, updated_at = ${by.at}
		WHERE id = ${id} AND version = ${of.version}`,
	guard("segment.stale"),
];

/** Conditions on own fields: the value for each, by the field's id. */
export type OwnConditions = readonly { field: number; value: string }[];

/**
 * Replaces the conditions of a segment on own fields; the segment's version holds off two writers. The trigger refuses
 * with `segment.field_closed` a field that not everybody sees.
 */
export const replaceOwnConditions = (segment: number | SQL<number>, own: OwnConditions): Write[] => [
	sql`DELETE FROM member_segment_fields WHERE segment_id = ${segment}`,
	sql`INSERT INTO member_segment_fields (segment_id, field_id, value)
		SELECT ${segment}, j.value ->> '$.field', j.value ->> '$.value' FROM json_each(${JSON.stringify(own)}) j`,
];

/**
 * Returns common table expressions by which a statement takes conditions for the segment 0, without one being stored: they
 * stand in the place of the tables of segments.
 */
export const asSegment = (of: SegmentConditions, own: OwnConditions): SQL =>
	sql`member_segments AS (SELECT 0 AS id, ${of.status} AS status, ${of.type} AS type, ${of.identity} AS identity,
			${of.disability} AS disability, ${of.dues} AS dues, ${of.city} AS city, ${of.group} AS group_id),
		member_segment_fields AS (SELECT 0 AS segment_id, j.value ->> '$.field' AS field_id, j.value ->> '$.value' AS value
			FROM json_each(${JSON.stringify(own)}) j)`;

/** Counts the announcements that a segment is the audience of. */
export const announcementsOf = (id: number): Select<{ many: number }> =>
	selectOne("SELECT count(*) AS many FROM announcements WHERE audience = 'segment:' || CAST(?1 AS INTEGER)", id);
