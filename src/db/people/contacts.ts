import { orders, placeOf } from "#db/orders.ts";
import { limitTo, type Select, select } from "#db/read.ts";
import { CONTACT } from "#domain/people/membership-types/rules.ts";
import { USER_STATUSES, type UserStatus } from "#domain/system/index.ts";
import { isIn } from "./groups.ts";
import { type MemberFilter, membersFrom } from "./member-lists.ts";

/** A contact (聯絡人) in the list. `wards` and `groups` are JSON: whose guardian the contact is, and the groups of the day. */
export type ContactRow = {
	id: number;
	name: string;
	phone: string | null;
	email: string | null;
	city: string | null;
	wards: string;
	groups: string;
	user_status: UserStatus | null;
	total: number;
};

/** What narrows the list of contacts. */
type ContactFilter = Pick<MemberFilter, "words" | "city" | "group" | "today">;

const ORDER = orders(
	{
		name: "m.name",
		phone: "m.phone",
		email: "m.email",
		city: "m.city",
		login: placeOf("(SELECT x.status FROM users x WHERE x.id = m.user_id)", USER_STATUSES),
	},
	"m.name",
	"m.id",
);
export const CONTACT_SORTS = ORDER.sorts;
type ContactsPage = { rows: number; page: number; sort?: (typeof CONTACT_SORTS)[number] };

/** Selects one page of the contacts in an order, each with the number of all that fit. */
export function contactRows(filter: ContactFilter, { rows, page, sort = "name" }: ContactsPage): Select<ContactRow> {
	const { from, params } = membersFrom({ ...filter, status: CONTACT }, "name");
	const today = `?${params.length + 1}`;
	return select(
		`SELECT m.id, m.name, m.phone, m.email, m.city, p.total, u.status AS user_status,
			(SELECT json_group_array(json_object('id', w.id, 'name', w.name) ORDER BY w.birth_date, w.id) FROM guardianships s
				JOIN members w ON w.id = s.member_id WHERE s.guardian_id = m.id AND s.until IS NULL AND w.merged_into IS NULL) AS wards,
			(SELECT json_group_array(json_object('id', g.id, 'name', g.name) ORDER BY g.name) FROM group_memberships t
				JOIN member_groups g ON g.id = t.group_id WHERE t.member_id = m.id AND ${isIn(today)}) AS groups
		FROM (SELECT m.id, count(*) OVER () AS total ${from} AND m.pseudonymised_at IS NULL
				${ORDER.by(sort)} ${limitTo(rows, (page - 1) * rows)}) p
			CROSS JOIN members m ON m.id = p.id LEFT JOIN users u ON u.id = m.user_id ${ORDER.by(sort)}`,
		...params,
		filter.today,
	);
}
