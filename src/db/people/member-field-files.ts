import { and, getTableColumns, isNull, type SQL, sql } from "drizzle-orm";
import type { Db } from "#db/commit.ts";
import { type Select, select } from "#db/read.ts";
import { files } from "#db/schema/files.ts";
import type { FileRow } from "#db/system/index.ts";
import { actsFor } from "./member-reads.ts";
import { isOpenTo } from "./sealed-reading.ts";

/** The file that a member has in an own field, with the field's name, and whether it is of special data. */
export type OwnFileRow = FileRow & { name: string; isSpecial: 0 | 1 };

/** Which file is asked for. */
export type OwnFileAsked = { memberId: number; fieldId: number };

/** SQL: the column or value `what` of the field `f` with the member's value `v`, where `isSeen` holds. */
const ofField = (what: string, { memberId, fieldId }: OwnFileAsked, isSeen: SQL): SQL<never> =>
	sql`(SELECT ${sql.raw(what)} FROM member_field_values v JOIN member_fields f ON f.id = v.field_id AND f.kind = 'file'
		WHERE v.member_id = ${memberId} AND v.field_id = ${fieldId} AND ${isSeen})`;

const fileOf = (db: Db, asked: OwnFileAsked, isSeen: SQL): Promise<OwnFileRow | undefined> =>
	db
		.select({
			...getTableColumns(files),
			name: ofField("f.name", asked, isSeen) as SQL<string>,
			isSpecial: ofField("f.is_special", asked, isSeen) as SQL<0 | 1>,
		})
		.from(files)
		.where(and(sql`id = ${ofField("CAST(v.value AS INTEGER)", asked, isSeen)}`, isNull(files.deletedAt)))
		.get();

/** Returns a member's file for staff, of whom not all see every field. */
export const ownFileForStaff = (db: Db, asked: OwnFileAsked, seesAll: boolean): Promise<OwnFileRow | undefined> =>
	fileOf(db, asked, seesAll ? sql`true` : sql`f.seen_by = 'view'`);

/** Returns a member's file for a user who acts for the member, of the fields that the member reads or fills in. */
export function ownFileFor(db: Db, asked: OwnFileAsked, userId: number): Promise<OwnFileRow | undefined> {
	const [user, member] = [String(Math.trunc(userId)), String(Math.trunc(asked.memberId))];
	return fileOf(
		db,
		asked,
		sql.raw(`f.is_active = 1 AND f.self <> 'none' AND ${actsFor(user, member)}
			AND (f.is_special = 0 OR ${isOpenTo(user, member)})`),
	);
}

/** Selects the stored objects of the files in a member's own fields; with a `purpose`, of its fields of special data. */
export const ownObjects = (
	memberId: number,
	purpose: string | null = null,
): Select<{ field_id: number; id: number; objectKey: string }> =>
	select(
		`SELECT v.field_id, o.id, o.object_key AS "objectKey" FROM members m JOIN member_field_values v ON v.member_id = m.id
			JOIN member_fields f ON f.id = v.field_id AND f.kind = 'file' JOIN files o ON o.id = CAST(v.value AS INTEGER)
		WHERE (m.id = ?1 OR m.merged_into = ?1) AND (?2 IS NULL OR (f.is_special = 1 AND f.purpose = ?2))`,
		memberId,
		purpose,
	);
