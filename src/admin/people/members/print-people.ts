import * as z from "zod";
import type { ListedMember } from "#db/people/member-exports.ts";
import type { MemberStatus } from "#domain/people/members/codes.ts";
import { ageOn } from "#domain/people/members/rules.ts";

const ENDED: readonly MemberStatus[] = ["declined", "withdrawn", "resigned", "expelled", "deceased"];

/** Returns whether the membership has ended (left, declined or died); such members are printed only on request. */
export const hasEnded = ({ status }: Pick<ListedMember, "status">): boolean => ENDED.includes(status);

/** The least age in years to vote on the day of the meeting, which the settings say, where a type says no other. */
export type Voting = { fromAge: number; on: string };

/**
 * Returns whether a member may vote (表決權): the membership is in force and its type gives a vote, and the member is old enough.
 * Nothing is judged by the age of a member whose birth date is unknown.
 */
export const mayVote = (
	{ has_vote, vote_age, status, birth_date }: Pick<ListedMember, "has_vote" | "vote_age" | "status" | "birth_date">,
	{ fromAge, on }: Voting,
): boolean =>
	status === "active" && has_vote === 1 && (birth_date === null || ageOn(birth_date, on) >= (vote_age ?? fromAge));

/** A label: the people who live at one address. */
export type Household = { postal_code: string | null; place: string; names: string[] };

type Addressed = Pick<ListedMember, "name" | "postal_code" | "city" | "district" | "address">;

/** Returns 縣市, 鄉鎮市區 and the rest of an address in one line; a city that the rest contains is not repeated. */
export function placeOf({ city, district, address }: Addressed): string {
	const rest = address ?? "";
	const before = [city, district].filter((part) => part !== null && part !== "");
	return `${before.filter((part) => part !== null && !alike(rest).includes(alike(part))).join("")}${rest}`;
}

const Home = z.object({
	postal_code: z.string().nullable(),
	city: z.string().nullable(),
	district: z.string().nullable(),
	address: z.string().nullable(),
});
/** Returns a member with the address to which letters go: mostly their own, or that of the guardian with whom they live. */
export const atHome = (member: ListedMember): Addressed => ({
	name: member.name,
	...Home.parse(JSON.parse(member.home)),
});

/**
 * Returns letters in their order, those to one address and one person behind each other; `isMore` is set for each that goes into
 * the envelope of the one before.
 */
export function byHousehold<T extends Omit<Addressed, "name">>(
	letters: readonly T[],
	to: (letter: T) => string,
): { letter: T; isMore: boolean }[] {
	const households = new Map<string, T[]>();
	for (const [nth, letter] of letters.entries()) {
		const place = alike(placeOf({ ...letter, name: "" }));
		const key = place === "" ? String(nth) : `${place} ${to(letter)}`;
		households.set(key, [...(households.get(key) ?? []), letter]);
	}
	return [...households.values()].flatMap((some) => some.map((letter, nth) => ({ letter, isMore: nth > 0 })));
}

/** Normalizes an address, so that full-width digits, 臺 for 台, spaces and dashes make no difference. */
const alike = (text: string): string =>
	text
		.normalize("NFKC")
		.replaceAll("臺", "台")
		.replace(/[\s\p{Pd},，、.]/gu, "");

/** Returns labels in the order of the list; with `together` one per address. Members without an address get none. */
export function householdsOf(members: readonly Addressed[], together: boolean): Household[] {
	const labels = new Map<string, Household>();
	for (const [nth, member] of members.entries()) {
		if (!member.address) continue;
		const place = placeOf(member);
		const key = together ? alike(place) : String(nth);
		const known = labels.get(key);
		if (known) {
			known.names.push(member.name);
			known.postal_code = longer(known.postal_code, member.postal_code);
		} else labels.set(key, { postal_code: member.postal_code, place, names: [member.name] });
	}
	return [...labels.values()];
}

/** Returns the longer, more precise one of two postal codes; null when neither is known. */
const longer = (one: string | null, other: string | null): string | null =>
	(other ?? "").length > (one ?? "").length ? other : one;

const NAMES_SHOWN = 3;

/** Returns the names on a label: 王小明、王小美, with 等 5 位 when there are many. */
export const namesWords = (names: readonly string[]): string =>
	names.length <= NAMES_SHOWN ? names.join("、") : `${names.slice(0, NAMES_SHOWN).join("、")}等 ${names.length} 位`;

/** Splits a list into parts of at most `size`, in order. */
export const pagesOf = <T>(all: readonly T[], size: number): T[][] =>
	Array.from({ length: Math.ceil(all.length / size) }, (_, nth) => all.slice(nth * size, (nth + 1) * size));
