import type { MemberStatus } from "#domain/people/members/codes.ts";
import type { MemberInput } from "#domain/people/members/fields.ts";
import type { Move } from "#domain/people/members/steps.ts";

/** A member of the demo as its list describes it. */
export type DemoMember = Partial<MemberInput> & {
	name: string;
	birth_date: string;
	/** In how many days the member will be 18, in place of `birth_date`; the name alone then identifies the member. */
	ofAgeIn?: number;
	/** The status, active when left out. */
	status?: MemberStatus;
	/** How many days ago the record was made. */
	days: number;
	/** The name of the guardian, another member of the list. */
	guardian?: string;
	/** The steps that the record then took, so that its history has them. */
	moves?: Move[];
	source?: string;
};

/** Makes the fields of a postal address. */
export const place = (postal_code: string, city: string, district: string, address: string) => ({
	postal_code,
	city,
	district,
	address,
});

/** Makes the fields of an emergency contact. */
export const contact = (emergency_name: string, emergency_relation: string, emergency_phone: string) => ({
	emergency_name,
	emergency_relation,
	emergency_phone,
});
