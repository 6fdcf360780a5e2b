import type { MemberInput } from "#domain/people/members/fields.ts";

/** A member's record in which every field that may be empty is empty. */
export const BLANK_MEMBER = {
	member_no: null,
	name: "",
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
} as const satisfies MemberInput;
