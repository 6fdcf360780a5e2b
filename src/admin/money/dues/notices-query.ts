import * as z from "zod";
import type { NoticeFilter } from "#db/money/dues-notices.ts";
import { MEMBER_STATUS_LABELS, type NamedType, TypeCode, typeNames } from "#domain/people/index.ts";
import { paths } from "#http/paths.ts";
import { rocYear } from "#kernel/calendar.ts";
import { own } from "#kernel/own.ts";
import { idsUpTo } from "#kernel/query.ts";
import { dateInTaipei } from "#kernel/times.ts";
import { queryOf as asking, choice, day, linked, oneOf, RecordId, type ValuesOf } from "#kits/list/conditions.ts";
import { figure } from "#ui/money.ts";

/** The statuses whose members get notices: members, and applicants who become members by paying. */
export const TOLD_STATUSES = ["awaiting_payment", "active", "grace", "lapsed", "suspended"] as const;
const QUIET_DAYS = ["7", "30", "90"] as const;
const quietWords = (days: string): string => `最近 ${days} 天沒有通知過`;
export const REACH_LABELS = { mail: "有電子郵件", none: "沒有電子郵件" };
const DAY_MS = 86_400_000;

/** The conditions on the recipients of notices: those ticked in the list, or all that match. */
export const WHOM = {
	ids: linked(idsUpTo(500)),
	year: oneOf("未繳的年度", z.coerce.number().int().min(1980).max(2200)),
	status: choice("狀態", [TOLD_STATUSES, MEMBER_STATUS_LABELS]),
	type: oneOf("會員類別", TypeCode),
	group: oneOf("群組", RecordId),
	segment: oneOf("條件名單", RecordId),
	reach: choice("電子郵件", [["mail", "none"], REACH_LABELS]),
	/** Only members who were not notified within this number of days. */
	quiet: choice("上次通知", [QUIET_DAYS, quietWords]),
};
const Whom = asking(WHOM);
export type Whom = ValuesOf<typeof WHOM>;
/**
 * The query of the pages of notices: the conditions of `WHOM`, and the day by which the notices ask to pay (`until`).
 */
export const SheetQuery = asking({ ...WHOM, until: day("繳費期限") });

/** Returns the conditions as the database filter at a time in UTC milliseconds. */
export const filterOf = ({ quiet, ...whom }: Whom, at: number): NoticeFilter => ({
	...whom,
	quietSince: quiet === undefined ? undefined : at - Number(quiet) * DAY_MS,
	today: dateInTaipei(at),
});

const NAMES = ["ids", "year", "status", "type", "group", "segment", "reach", "quiet"] as const;

/** Returns the conditions, and the fields `more`, as a query string. */
export function queryOf(of: Whom, more: Partial<Record<string, string>> = {}): string {
	const pairs = NAMES.flatMap((name): [string, string][] => {
		const value = of[name];
		return value === undefined ? [] : [[name, Array.isArray(value) ? value.join(".") : String(value)]];
	});
	const asked = new URLSearchParams(pairs);
	for (const [name, value] of Object.entries(more)) if (value !== undefined) asked.set(name, value);
	return asked.toString();
}
/** Returns the address `path` with the conditions, and `more`, as its query. */
export function hrefOf(path: string, of: Whom, more: Partial<Record<string, string>> = {}): string {
	const query = queryOf(of, more);
	return query === "" ? path : `${path}?${query}`;
}
export const listAgain = (of: Whom): string => hrefOf(paths.admin.dues.notices(), of);

/** Parses the conditions that a form sent back; undefined when they are not valid. */
export const whomIn = (query: string): Whom | undefined =>
	Whom.safeParse(Object.fromEntries(new URLSearchParams(query))).data;

/** Returns the conditions for the log, as codes; of ticked members only their number. */
export const noted = (of: Whom): Record<string, string> =>
	Object.fromEntries(
		NAMES.flatMap((name): [string, string][] => {
			const value = of[name];
			return value === undefined ? [] : [[name, String(Array.isArray(value) ? value.length : value)]];
		}),
	);

/** Returns the conditions in words; `types` are those that there are. */
export function chosenWords(of: Whom, types: readonly NamedType[]): string {
	const { ids, year, status, type, group, segment, reach, quiet } = of;
	const words = [
		ids && `勾選的 ${figure(ids.length)} 位`,
		year && `${rocYear(year)} 年會費未繳`,
		status && MEMBER_STATUS_LABELS[status],
		type && (own(typeNames(types), type) ?? type),
		group && "選定的群組",
		segment && "選定的條件名單",
		reach && REACH_LABELS[reach],
		quiet && quietWords(quiet),
	].filter((word) => word);
	return words.join("、") || "所有還有會費未繳的會員";
}
