import type { MemberStatus } from "#domain/people/members/codes.ts";
import type { MemberInput } from "#domain/people/members/fields.ts";
import type { Move } from "#domain/people/members/steps.ts";

/** A member of the demo as it is written down. */
export type DemoMember = Partial<MemberInput> & {
	name: string;
	birth_date: string;
	/** In so many days they are 18, in place of `birth_date`; such a one is known by the name alone. */
	ofAgeIn?: number;
	/** Active unless told; what an association has seen many times over. */
	status?: MemberStatus;
	/** Days ago that the record was made. */
	days: number;
	/** The name of another one of this list. */
	guardian?: string;
	/** Steps that the record then took, so that its history tells them. */
	moves?: Move[];
	source?: string;
};

/** Where somebody lives. */
export const place = (postal_code: string, city: string, district: string, address: string) => ({
	postal_code,
	city,
	district,
	address,
});

/** Whom to call in need. */
export const contact = (emergency_name: string, emergency_relation: string, emergency_phone: string) => ({
	emergency_name,
	emergency_relation,
	emergency_phone,
});
