import type * as z from "zod";
import type { Chosen } from "#db/people/member-exports.ts";
import { CONDITION_NAMES } from "#domain/people/member-fields/rules.ts";
import { DISABILITY_LABELS, MEMBER_STATUS_LABELS } from "#domain/people/members/labels.ts";
import { IDENTITY_TYPE_LABELS } from "#domain/people/members/rules.ts";
import { type NamedType, typeNames } from "#domain/people/membership-types/rules.ts";
import { own } from "#kernel/own.ts";
import { CHOSEN } from "#kits/list/chosen.ts";
import { type Asking, filterOf, memberList } from "./list.ts";
import { DUES_STANDING_LABELS } from "./list-words.ts";

/** The query that names the chosen members: the ticked ids, else all members that match the list's conditions. */
export const ChosenQuery = memberList.asking(CHOSEN);
export type ChosenQuery = z.infer<typeof ChosenQuery>;

/** Returns the chosen members as the database filter for this user, as `filterOf` does. */
export const chosenOf = async ({ ids, sort, here: _, ...asked }: ChosenQuery, ask: Asking): Promise<Chosen> =>
	ids ? { ids } : { filter: await filterOf(asked, ask), sort };

/** Returns the conditions in words, with the searched text; `types` are the membership types that there are. */
export function chosenWords(query: ChosenQuery, types: readonly NamedType[]): string[] {
	const { ids, q, status, type, identity, disability, dues, city, group, notes, ...more } = query;
	if (ids) return [`勾選的 ${ids.length} 位`];
	return [
		q && `「${q}」`,
		status && MEMBER_STATUS_LABELS[status],
		type && (own(typeNames(types), type) ?? type),
		identity && IDENTITY_TYPE_LABELS[identity],
		disability && `身障證明${DISABILITY_LABELS[disability]}`,
		dues && DUES_STANDING_LABELS[dues],
		city,
		group !== undefined && "選定的群組",
		notes && (notes === "yes" ? "有備忘錄" : "沒有備忘錄"),
		Object.entries(more).some(([name, value]) => CONDITION_NAMES.test(name) && value) && "選定的自訂欄位",
	].flatMap((word) => word || []);
}

/**
 * Returns the conditions as part of a file name: without characters that file systems refuse, and without the searched
 * text, which may be a name.
 */
export const fileWords = (query: ChosenQuery, types: readonly NamedType[]): string =>
	[...chosenWords({ ...query, q: "" }, types), query.q && !query.ids ? "搜尋結果" : ""]
		.filter((word) => word !== "")
		.map((word) => `-${word.replace(/[\p{Cc}\s\\/:*?"<>|.]+/gu, "")}`)
		.join("");
