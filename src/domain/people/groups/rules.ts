import { readPhone } from "#domain/people/members/phones.ts";

/**
 * Splits a typed or pasted list of people into what each is called: a line, or a part between commas or tabs, each once.
 * Spaces divide nothing, because names and phone numbers have them.
 */
export const namesIn = (text: string): string[] => [
	...new Set(
		text
			.toWellFormed()
			.normalize("NFKC")
			.split(/[\n\r\t,、;]+/)
			.map((part) => part.replace(/\s+/g, " ").trim())
			.filter((part) => part !== ""),
	),
];

/** What a person is called, as records have it: a name, a member number without dashes, a phone number or null. */
export type Called = { typed: string; name: string; number: string; phone: string | null };

export function calledBy(typed: string): Called {
	const phone = readPhone(typed);
	return {
		typed,
		name: typed.replaceAll("臺", "台").toLowerCase(),
		number: typed.replaceAll("-", "").toUpperCase(),
		phone: phone === null ? null : "mobile" in phone ? phone.mobile : phone.landline,
	};
}

/** A member whom a part of the list may mean; `nth` is the part's place, from 0 on. */
export type Meant = { nth: number; id: number; name: string; member_no: string | null };

const MOST_TOLD = 10;
const whoIs = ({ name, member_no }: Meant): string => `${name}（${member_no ?? "尚無編號"}）`;

/**
 * Returns the members whom a list means, each once, and a sentence for each part that means nobody or more than one;
 * of many such parts the first ten.
 */
export function meantBy(names: readonly string[], found: readonly Meant[]): { ids: number[]; problems: string[] } {
	const each = names.map((typed, nth) => ({ typed, all: found.filter((one) => one.nth === nth) }));
	const wrong = each.flatMap(({ typed, all }) => {
		if (all.length === 1) return [];
		if (all.length === 0) return [`找不到「${typed}」`];
		return [`「${typed}」有 ${all.length} 位：${all.slice(0, 3).map(whoIs).join("、")}，請改填會員編號`];
	});
	const more = wrong.length > MOST_TOLD ? [`還有 ${wrong.length - MOST_TOLD} 個對不到`] : [];
	return {
		ids: [...new Set(each.flatMap(({ all }) => (all.length === 1 ? all.map(({ id }) => id) : [])))],
		problems: [...wrong.slice(0, MOST_TOLD), ...more],
	};
}

/** In which of three times a membership is on a day: in the group today, to come, or over. */
export const TIMES = ["now", "later", "past"] as const;
export type GroupTime = (typeof TIMES)[number];
