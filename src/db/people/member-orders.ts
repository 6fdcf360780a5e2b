import { BY_NUMBER, orders, placeOf } from "#db/orders.ts";
import { IDENTITY_TYPES } from "#domain/people/members/codes.ts";
import { CONTACT } from "#domain/people/membership-types/rules.ts";
import { statusPlace } from "./member-standing.ts";
import { BY_TYPE, IS_ORGANISATION } from "./membership-types.ts";

/** The orders of the list of members `m` on a day; each but the first four is sorted after a walk through an index. */
export const memberOrders = (today: string) =>
	orders(
		{
			number: BY_NUMBER,
			name: "m.name",
			joined: "m.joined_on",
			valid: ["m.valid_year", ...BY_NUMBER],
			identity: [
				`iif(m.type_code = '${CONTACT}', 'x', iif(${IS_ORGANISATION}, 'o', ${placeOf("m.identity_type", IDENTITY_TYPES)}))`,
				...BY_NUMBER,
			],
			type: [...BY_TYPE, ...BY_NUMBER],
			state: [statusPlace(today), ...BY_NUMBER],
			city: ["m.city", ...BY_NUMBER],
			phone: "m.phone",
			email: "m.email",
		},
		"m.id",
	);

export const MEMBER_SORTS = memberOrders("").sorts;
export type MemberSort = (typeof MEMBER_SORTS)[number];

/** The index of the order of member numbers, which is walked for every order that has no index of its own. */
export const IN_ORDER = "members_in_order";
const INDEXES: Readonly<Record<string, string>> = {
	name: "members_by_name_in_list",
	joined: "members_by_day",
	valid: "members_by_validity",
};

/** Returns the index through which the list in an order is walked. */
export const indexOfOrder = (sort: MemberSort): string => INDEXES[sort.replace(/^-/, "")] ?? IN_ORDER;

/** The columns that the orders read. */
export const ORDERED_BY =
	"m.id, m.member_no, m.name, m.joined_on, m.valid_year, m.type_code, m.identity_type, m.status, m.city, m.phone, m.email";
