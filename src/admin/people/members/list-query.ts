import * as z from "zod";
import { allows } from "#auth/permissions.ts";
import type { Visitor } from "#auth/visitor.ts";
import { MEMBER_SORTS, type MemberFilter } from "#db/people/member-lists.ts";
import { DUES_STANDINGS } from "#db/people/member-standing.ts";
import { ALL_MEMBERSHIP_TYPES, DISABILITY_STATUSES, IDENTITY_TYPES } from "#domain/people/members/codes.ts";
import { CITIES } from "#domain/people/members/places.ts";
import { STATUSES_NOW } from "#domain/people/members/rules.ts";
import { searchWords } from "#domain/people/members/search.ts";
import { asked, PageNumber } from "#kernel/query.ts";
import { dateInTaipei } from "#kernel/times.ts";

const MAX_TYPED = 100;

/** The conditions. */
const FILTER = {
	q: z
		.string()
		.default("")
		.transform((text) => text.toWellFormed().trim().slice(0, MAX_TYPED).toWellFormed()),
	status: asked(z.enum(STATUSES_NOW)),
	type: asked(z.enum(ALL_MEMBERSHIP_TYPES)),
	identity: asked(z.enum(IDENTITY_TYPES)),
	disability: asked(z.enum([...DISABILITY_STATUSES, "expired"])),
	dues: asked(z.enum(DUES_STANDINGS)),
	city: asked(z.string().refine((city) => CITIES.includes(city))),
	notes: asked(z.enum(["yes", "no"])),
};

/** What the address of the list may ask for. */
export const MemberListQuery = z.strictObject({
	...FILTER,
	sort: asked(z.enum(MEMBER_SORTS)),
	page: PageNumber,
});
export type MemberListQuery = z.infer<typeof MemberListQuery>;

/** Whether more is asked for than everybody. */
export const isNarrowed = (query: Record<string, string>): boolean =>
	Object.entries(query).some(([name, value]) => name in FILTER && value !== "");

/** The conditions as this person's list is read by, at a time in UTC milliseconds: who sees no notes is not told of any. */
export function filterOf(
	{ q, notes, ...rest }: MemberListQuery,
	{ who, at }: { who: Visitor; at: number },
): MemberFilter {
	const { status, type, identity, disability, dues, city } = rest;
	return {
		words: searchWords(q),
		status,
		type,
		identity,
		disability,
		dues,
		city,
		notes: notes && allows("notes", who) ? notes === "yes" : undefined,
		today: dateInTaipei(at),
	};
}

/** The conditions in force as an address has them, without order and page; "" for none. */
export function conditionsOf(query: Record<string, string>): string {
	const named = Object.entries(query).filter(([name, value]) => name in FILTER && value !== "");
	return new URLSearchParams(named).toString();
}

/** What such a text, or the one of the whole list ("*" as the bulk band sends it), asks for; undefined for another. */
export const askedBy = (text: string): MemberListQuery | undefined =>
	MemberListQuery.safeParse(Object.fromEntries(new URLSearchParams(text === "*" ? "" : text))).data;
