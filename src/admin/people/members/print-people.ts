import type { ListedMember } from "#db/people/member-exports.ts";
import type { MemberStatus, MembershipType } from "#domain/people/members/codes.ts";

const ENDED: readonly MemberStatus[] = ["declined", "withdrawn", "resigned", "expelled", "deceased"];

/** Who left, was declined or died: on no print unless asked for. */
export const hasEnded = ({ status }: Pick<ListedMember, "status">): boolean => ENDED.includes(status);

/** Whether somebody may vote: a type that the settings name, and a membership that is in force. */
export const mayVote = (
	{ membership_type, status }: Pick<ListedMember, "membership_type" | "status">,
	types: readonly MembershipType[],
): boolean => status === "active" && types.includes(membership_type);

/** A label: those who live at one address. */
export type Household = { postal_code: string | null; place: string; names: string[] };

type Addressed = Pick<ListedMember, "name" | "postal_code" | "city" | "district" | "address">;

/** 縣市, 鄉鎮市區 and the rest in one line; an address that says its city itself is not told it twice. */
export function placeOf({ city, district, address }: Addressed): string {
	const rest = address ?? "";
	const before = [city, district].filter((part) => part !== null && part !== "");
	return `${before.filter((part) => part !== null && !alike(rest).includes(alike(part))).join("")}${rest}`;
}

/** The same address written another way: full-width digits, 臺 for 台, spaces and dashes. */
const alike = (text: string): string =>
	text
		.normalize("NFKC")
		.replaceAll("臺", "台")
		.replace(/[\s\p{Pd},，、.]/gu, "");

/** Labels in the order of the list; with `together` one for each address. Whoever has none gets none. */
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

/** Of two postal codes of one address, the one that says more. */
const longer = (one: string | null, other: string | null): string | null =>
	(other ?? "").length > (one ?? "").length ? other : one;

const NAMES_SHOWN = 3;

/** Whom a label is for: 王小明、王小美, with 等 5 位 where there are many. */
export const namesWords = (names: readonly string[]): string =>
	names.length <= NAMES_SHOWN ? names.join("、") : `${names.slice(0, NAMES_SHOWN).join("、")}等 ${names.length} 位`;

/** Parts of at most `size`, in order. */
export const pagesOf = <T>(all: readonly T[], size: number): T[][] =>
	Array.from({ length: Math.ceil(all.length / size) }, (_, nth) => all.slice(nth * size, (nth + 1) * size));
