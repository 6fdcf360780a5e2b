import type { Known, RosterRow } from "./match.ts";
import type { Values } from "./reading.ts";
import type { Reason } from "./reasons.ts";

/** What only an organisation (團體會員) has, and what it cannot have: the database refuses both (migration 0107). */
export const OF_ORGANISATIONS = ["tax_id", "seats"] as const;
const OF_PEOPLE = ["gender", "birth_date", "national_id"] as const;

/** The key by which an organisation is known, as a person is by the hash of the national id. */
export const taxKey = ({ tax_id }: Values, isOrganisation: boolean): string | undefined =>
	isOrganisation ? tax_id : undefined;

/** Returns a row without what an organisation, or a person, cannot have, and says what was left out. */
export function fitted(
	row: RosterRow,
	{ known, isOrganisation }: { known: Known | undefined; isOrganisation: boolean },
): { row: RosterRow; told: Reason[] } {
	const { membership_type, ...rest } = row.values;
	// A person does not become an organisation by a list, nor the other way round.
	const changes = known !== undefined && known.isOrganisation !== isOrganisation;
	const is = changes ? known.isOrganisation : isOrganisation;
	const wrong: readonly OfKind[] = is ? OF_PEOPLE : OF_ORGANISATIONS;
	const values = Object.fromEntries(Object.entries(rest).filter(([field]) => !wrong.some((one) => one === field)));
	const left = wrong.filter((field) => rest[field] !== undefined && rest[field] !== null);
	return {
		row: {
			...row,
			values: changes || membership_type === undefined ? values : { ...values, membership_type },
			hash: is && rest.national_id !== undefined ? undefined : row.hash,
			certificate: row.certificate && !is,
		},
		told: [
			...left.map((field): Reason => ({ code: "not_of_kind", field })),
			...(row.certificate && is ? [{ code: "not_of_kind" as const, field: "certificate" as const }] : []),
			...(changes ? [{ code: "kind_kept" as const, field: "membership_type" as const }] : []),
		],
	};
}

type OfKind = (typeof OF_ORGANISATIONS)[number] | (typeof OF_PEOPLE)[number];
