import { PLAIN_FIELDS, type PlainField } from "#domain/people/members/fields.ts";
import type { Known } from "./match.ts";
import { newNotes } from "./notes.ts";
import { OF_ORGANISATIONS } from "./organisations.ts";
import type { OwnChange } from "./own-fields.ts";
import type { Values } from "./reading.ts";
import { nameKey } from "./values.ts";

/**
 * A value that the import would write into a column of a record. `fills` says that the record has no value there yet.
 */
export type Change = {
	field: PlainField | "national_id" | (typeof OF_ORGANISATIONS)[number];
	from: string | null;
	to: string | null;
	fills: boolean;
};

type Given = { values: Values; notes: string[]; paidYears: number[]; groups: string[]; certificate: boolean };

/**
 * What a row adds to a record: values that are missing or differ there, notes, paid years, names of groups, values of own
 * fields, and the certificate.
 */
export type Additions = Omit<Given, "values"> & { changes: Change[]; own: OwnChange[] };

/** Returns what a row adds to a record. `own` is what it brings of own fields (`planOwn`). */
export function differences(
	{ values, notes, paidYears, groups, certificate }: Given,
	known: Known,
	own: OwnChange[],
): Additions {
	const plain = PLAIN_FIELDS.flatMap((field): Change[] => {
		const [from, to] = [known[field] || null, values[field] ?? null];
		return to === null || isSame({ field, from, to }, known) ? [] : [{ field, from, to, fills: from === null }];
	});
	const id: Change[] =
		values.national_id !== undefined && known.national_id_hash === null
			? [{ field: "national_id", from: null, to: values.national_id, fills: true }]
			: [];
	return {
		changes: [...plain, ...id, ...ofOrganisation(values, known)],
		notes: newNotes(notes, known.notes),
		paidYears: paidYears.filter((year) => known.duesYears.every((one) => one.year !== year)),
		groups: groups.filter((name) => !known.groups.includes(name)),
		own,
		certificate: certificate && !known.hasCertificate,
	};
}

/** Returns what a row adds to what only an organisation has. */
const ofOrganisation = (values: Values, known: Pick<Known, "tax_id" | "seats">): Change[] =>
	OF_ORGANISATIONS.flatMap((field) => {
		const [from, to] = [known[field], values[field]];
		return to === undefined || to === from ? [] : [{ field, from, to, fills: from === null }];
	});

/** Returns everything that a row gives to a new record. */
export const allNew = ({ values, notes, paidYears, groups, certificate }: Given, own: OwnChange[]): Additions => ({
	changes: [
		...PLAIN_FIELDS.flatMap((field): Change[] => {
			const to = values[field] ?? null;
			return to === null ? [] : [{ field, from: null, to, fills: true }];
		}),
		...(values.national_id === undefined
			? []
			: [{ field: "national_id" as const, from: null, to: values.national_id, fills: true }]),
		...ofOrganisation(values, { tax_id: null, seats: null }),
	],
	notes: newNotes(notes, []),
	paidYears,
	groups,
	own,
	certificate,
});

/**
 * Whether the value `to` of a row counts as the record's value `from`: a member number that was merged into the record
 * still belongs to it, names are compared by `nameKey`, and a longer stored postal code includes the shorter one.
 */
function isSame({ field, from, to }: { field: PlainField; from: string | null; to: string }, known: Known): boolean {
	if (from === to) return true;
	if (field === "member_no") return known.numbers.includes(to);
	if (from === null) return false;
	if (field === "name") return nameKey(from) === nameKey(to);
	if (field === "postal_code") return from.startsWith(to);
	return false;
}

export const isNothingNew = ({ changes, notes, paidYears, groups, own, certificate }: Additions): boolean =>
	[changes, notes, paidYears, groups, own].every((all) => all.length === 0) && !certificate;
