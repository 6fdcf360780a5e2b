import { type MemberInput, SELF_FIELDS } from "#domain/people/members/fields.ts";
import type { Profile } from "#domain/people/profiles/form.ts";

/** The fields that a link fills where the record has nothing; existing values stay, whatever the request says. */
const FILLED = [...SELF_FIELDS, "birth_date"] as const;
export type FilledField = (typeof FILLED)[number];

/** Returns the fields that a link fills, with their values. An address is filled as a whole or not at all. */
export function fills(before: Record<string, unknown>, profile: Profile): Partial<Pick<MemberInput, FilledField>> {
	const isEmpty = (field: string): boolean => (before[field] ?? "") === "";
	const hasPlace = PLACE.some((field) => !isEmpty(field));
	const filled = FILLED.filter(
		(field) => isEmpty(field) && (profile[field] ?? "") !== "" && !(hasPlace && PLACE.some((one) => one === field)),
	);
	return Object.fromEntries(filled.map((field) => [field, profile[field]]));
}

const PLACE = ["postal_code", "city", "district", "address"] as const;
