import type { MemberStatus } from "#domain/people/members/codes.ts";
import type { PlainInput } from "#domain/people/members/fields.ts";

/** What a row says of a member, canonical, by column of the record; what it does not say is not there. */
export type Values = Partial<PlainInput> & { national_id?: string; status?: MemberStatus; left_on?: string };

export type Reading = {
	/** YYYY-MM-DD in Taipei: nobody was born later. */
	today: string;
	/** Dates that read two ways are taken as they were shown. */
	acceptDates: boolean;
	/** A cell that cannot be read is left empty; without it the row is an error. */
	leaveEmpty: boolean;
	/** Columns that nobody knows become a note. */
	keepUnknown: boolean;
};
