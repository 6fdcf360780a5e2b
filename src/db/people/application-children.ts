import { sql } from "drizzle-orm";
import { refuseWhere, type Write } from "#db/commit.ts";
import { type Select, select } from "#db/read.ts";
import { isStaff } from "#db/system/index.ts";
import type { Gender } from "#domain/people/members/codes.ts";

/**
 * A child whom an applicant announces with the application, and the text to which the applicant agrees for the child.
 * `agreed_at` is UTC milliseconds. The triggers of migration 0113 make a record of it when the application is accepted,
 * and delete it when the application ends otherwise.
 */
export type AnnouncedChild = {
	name: string;
	birth_date: string;
	gender: Gender | null;
	text_version: string;
	agreed_at: number;
};

/** Selects the children whom a user announced with the application that waits. */
export const announcedChildren = (userId: number): Select<AnnouncedChild> =>
	select(
		"SELECT name, birth_date, gender, text_version, agreed_at FROM application_children WHERE user_id = ? ORDER BY id",
		userId,
	);

/**
 * Puts these children in the place of those that the user announced before; it stands behind the writes of the
 * application. Refuses `application.not_waiting` without a waiting application, and with children also
 * `member.children_wait` (too many) and `application.of_staff` for a user who is staff.
 */
export const replaceChildren = (userId: number, children: readonly AnnouncedChild[]): Write[] => [
	sql`DELETE FROM application_children WHERE user_id = ${userId}`,
	...(children.length === 0
		? []
		: [
				refuseWhere("application.of_staff", sql.raw(isStaff(String(Math.trunc(userId))))),
				sql`INSERT INTO application_children (user_id, name, birth_date, gender, text_version, agreed_at)
					SELECT ${userId}, value ->> '$.name', value ->> '$.birth_date', value ->> '$.gender', value ->> '$.text_version',
						value ->> '$.agreed_at'
					FROM json_each(${JSON.stringify(children)})`,
			]),
];

/** An announced child as staff see it; `alike` is JSON of the records with the same name and birthday: id and member_no. */
export type WaitingChild = Pick<AnnouncedChild, "name" | "birth_date" | "gender"> & { alike: string };

/** SQL: the records that may be the child `c`'s. */
const ALIKE = `FROM members x WHERE x.name = c.name AND x.birth_date = c.birth_date AND x.merged_into IS NULL`;
const WAITING_CHILD = `SELECT c.name, c.birth_date, c.gender,
	(SELECT json_group_array(json_object('id', x.id, 'member_no', x.member_no) ORDER BY x.id) ${ALIKE}) AS alike
	FROM application_children c`;

/** SQL: JSON of the names of the children who wait with the application of the member `m`, and whether a record may be theirs. */
export const CHILDREN_OF = `(SELECT json_group_array(json_object('name', c.name, 'is_alike', EXISTS (SELECT 1 ${ALIKE})) ORDER BY c.id)
	FROM application_children c WHERE c.user_id = m.user_id)`;

/** Selects the children who wait with the application of a member record, for staff. */
export const childrenOfApplicant = (memberId: number): Select<WaitingChild> =>
	select(
		`${WAITING_CHILD} JOIN members m ON m.user_id = c.user_id WHERE m.id = ? AND m.status = 'applied' ORDER BY c.id`,
		memberId,
	);

/** Selects the children who wait with a request to be linked, for staff. */
export const childrenOfRequest = (id: number): Select<WaitingChild> =>
	select(
		`${WAITING_CHILD} JOIN link_requests r ON r.user_id = c.user_id WHERE r.id = ? AND r.status = 'open' ORDER BY c.id`,
		id,
	);
