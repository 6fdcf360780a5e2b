import { askedAs } from "#domain/people/member-fields/rules.ts";
import type { MemberStatus } from "#domain/people/members/codes.ts";
import type { PlainInput } from "#domain/people/members/fields.ts";
import type { NamedType } from "#domain/people/membership-types/rules.ts";
import type { RosterOptions } from "./options.ts";
import type { OwnReading } from "./own-fields.ts";

/** The values of a row for a member, canonical, by column of the record; missing values are left out. */
export type Values = Partial<PlainInput> & { national_id?: string; status?: MemberStatus; left_on?: string } & {
	/** Of an organisation: 統一編號, and how many representatives it may have. */
	tax_id?: string;
	seats?: string;
};

export type Reading = {
	/** The current day in Taipei, YYYY-MM-DD; a later date is an error. */
	today: string;
	/** The membership types that there are. */
	types: readonly NamedType[];
	/** When true, a date with two possible readings is accepted in the reading that the plan shows. */
	acceptDates: boolean;
	/** When true, an unreadable cell is left empty; otherwise its row is an error. */
	leaveEmpty: boolean;
	/** When true, a row whose national id cannot be read is an error; otherwise it comes in without the id. */
	strict: boolean;
	/** When true, unknown columns become a note. */
	keepUnknown: boolean;
};

/** Returns how the cells are read by the options of an import. */
export const readingOf = (options: RosterOptions, of: Pick<Reading, "today" | "types">): Reading => ({
	...of,
	acceptDates: options.accept_dates,
	leaveEmpty: options.leave_empty,
	strict: options.strict,
	keepUnknown: options.keep_unknown,
});

/** Returns how own fields are taken in by the options of an import. */
export const ownReadingOf = (options: RosterOptions, types: readonly NamedType[]): OwnReading => ({
	leaveEmpty: options.leave_empty,
	isAgreed: options.own_agreed,
	asked: ({ identity_type, membership_type }) => {
		const isOrganisation = types.some(({ code, applies }) => code === membership_type && applies === "organisation");
		return askedAs({
			identity_type: identity_type ?? "patient",
			is_organisation: isOrganisation ? 1 : 0,
			is_contact: 0,
		});
	},
});
