import * as z from "zod";
import type { ListedMember } from "#db/people/member-exports.ts";
import type { RepresentativeRow } from "#db/people/representatives.ts";
import type { MemberStatus } from "#domain/people/members/codes.ts";
import { ageOn } from "#domain/people/members/rules.ts";

const ENDED: readonly MemberStatus[] = ["declined", "withdrawn", "resigned", "expelled", "deceased"];

/**
 * Returns whether the membership has ended (left, declined or died); such members are printed only on request. That of a
 * contact, who has none, has not.
 */
export const hasEnded = ({ status, is_contact }: Pick<ListedMember, "status" | "is_contact">): boolean =>
	ENDED.includes(status) && (is_contact === 0 || status === "deceased");

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

/** A line of 簽到簿: one person, with the votes (表決權) of their own and of the organisations whom they represent. */
export type RollLine = {
	member_no: string | null;
	name: string;
	/** The membership type, and for whom the person stands as a representative (代表). */
	kind: string;
	votes: number;
};

type Listed = Pick<
	ListedMember,
	"id" | "member_no" | "name" | "type_name" | "is_organisation" | "has_vote" | "vote_age" | "status" | "birth_date"
>;
type Standing = Pick<RepresentativeRow, "organisation_id" | "organisation" | "member_id" | "member_no" | "name"> & {
	has_vote: 0 | 1;
};

/**
 * Returns the lines of 簽到簿 for listed members. An organisation (團體會員) stands by its representatives of the day, each with
 * one vote; who represents one and is a listed member too is one line with both votes. Whoever has a vote has 被選舉權 once.
 */
export function rollOf(members: readonly Listed[], standing: readonly Standing[], voting: Voting): RollLine[] {
	const ids = new Set(members.filter(({ is_organisation }) => is_organisation === 1).map(({ id }) => id));
	const listed = standing.filter(({ organisation_id }) => ids.has(organisation_id));
	const people = members.filter(({ is_organisation }) => is_organisation === 0);
	const lines = people.map((member) => {
		const stands = listed.filter(({ member_id }) => member_id === member.id);
		return lineOf({ ...member, own: mayVote(member, voting) ? 1 : 0, type: member.type_name }, stands);
	});
	const known = new Set(people.map(({ id }) => id));
	// One person may represent two organisations: by the record, else by the name in each.
	const others = Map.groupBy(
		listed.filter(({ member_id }) => member_id === null || !known.has(member_id)),
		({ member_id, organisation_id, name }) => (member_id === null ? `${organisation_id} ${name}` : `m${member_id}`),
	);
	return [
		...lines,
		...[...others.values()].flatMap((stands) => {
			const [first] = stands;
			return first ? [lineOf({ ...first, own: 0, type: null }, stands)] : [];
		}),
	];
}

function lineOf(
	{ member_no, name, own, type }: Pick<RollLine, "member_no" | "name"> & { own: number; type: string | null },
	stands: readonly Standing[],
): RollLine {
	const kinds = [type, ...stands.map(({ organisation }) => `${organisation}代表`)];
	const votes = own + stands.filter(({ has_vote }) => has_vote === 1).length;
	return { member_no, name, kind: kinds.filter((kind) => kind !== null).join("、"), votes };
}

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
