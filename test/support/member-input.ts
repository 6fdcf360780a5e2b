import type { MemberInput } from "#domain/members/form.ts";

/** A member with a name and nothing else that need be said. */
export const input = (given: Partial<MemberInput> = {}): MemberInput => ({
	member_no: null,
	name: "陳怡君",
	name_en: "",
	identity_type: "patient",
	membership_type: "individual",
	gender: null,
	birth_date: null,
	phone: null,
	phone_home: null,
	email: null,
	line_id: null,
	postal_code: null,
	city: null,
	district: null,
	address: null,
	occupation: null,
	emergency_name: null,
	emergency_relation: null,
	emergency_phone: null,
	joined_on: null,
	...given,
});
