import type * as z from "zod";
import { countWords } from "#admin/people/member-fields/list-parts.ts";
import { allows } from "#auth/permissions.ts";
import type { Ask } from "#auth/route.ts";
import type { Chosen } from "#db/people/member-exports.ts";
import { notedFilter } from "#domain/people/member-fields/filter-actions.ts";
import { CONDITION_NAMES, LEAST_TOLD } from "#domain/people/member-fields/rules.ts";
import { DISABILITY_LABELS, MEMBER_STATUS_LABELS } from "#domain/people/members/labels.ts";
import { IDENTITY_TYPE_LABELS } from "#domain/people/members/rules.ts";
import { type NamedType, typeNames } from "#domain/people/membership-types/rules.ts";
import { own } from "#kernel/own.ts";
import { CHOSEN } from "#kits/list/chosen.ts";
import { figure } from "#ui/money.ts";
import { type Asking, filterOf, memberList } from "./list.ts";
import { DUES_STANDING_LABELS } from "./list-words.ts";

/** The query that names the chosen members: the ticked ids, else all members that match the list's conditions. */
export const ChosenQuery = memberList.asking(CHOSEN);
export type ChosenQuery = z.infer<typeof ChosenQuery>;

/**
 * Returns the chosen members as the database filter for this user, as `filterOf` does, after the audit log recorded the use
 * of special data.
 */
export async function chosenOf({ ids, sort, here: _, ...asked }: ChosenQuery, ask: NotedAsking): Promise<Chosen> {
	if (ids) return { ids };
	const { env, db, who, by } = ask;
	const own = await notedFilter(env, db, { asked, seesAll: allows("members_sensitive", who), by });
	return { filter: { ...filterOf(asked, ask), own }, sort };
}
type NotedAsking = Asking & Pick<Ask, "db" | "by">;

/** Returns the function that says how many people there are among the chosen: by special data a group under three is "<3". */
export const toldOf =
	(chosen: Chosen): ((many: number) => string) =>
	(many) =>
		countWords(many, isSealed(chosen));
/** Returns the number of the chosen people as the audit log has it, which more people read than special data. */
export const notedRows = (chosen: Chosen, many: number): number | string =>
	isSealed(chosen) && many < LEAST_TOLD ? toldOf(chosen)(many) : many;
const isSealed = (chosen: Chosen): boolean => "filter" in chosen && chosen.filter.own?.isSealed === true;

/** Returns the conditions in words, with the searched text; `types` are the membership types that there are. */
export function chosenWords(query: ChosenQuery, types: readonly NamedType[]): string[] {
	const { ids, q, status, type, identity, disability, dues, city, group, notes, ...more } = query;
	if (ids) return [`勾選的 ${figure(ids.length)} 位`];
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
