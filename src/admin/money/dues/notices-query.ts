import * as z from "zod";
import type { NoticeFilter } from "#db/money/dues-notices.ts";
import { rocYear } from "#domain/money/dues/labels.ts";
import { NOTICE_CHANNELS, NOTICE_KINDS } from "#domain/money/dues-notices/rules.ts";
import { ALL_MEMBERSHIP_TYPES } from "#domain/people/members/codes.ts";
import { MEMBER_STATUS_LABELS } from "#domain/people/members/labels.ts";
import { MEMBERSHIP_TYPE_LABELS } from "#domain/people/membership.ts";
import { paths } from "#http/paths.ts";
import { asked, PageNumber } from "#kernel/query.ts";
import { dateInTaipei } from "#kernel/times.ts";

/** Who is a member, or will be one by paying, and so is told. */
export const TOLD_STATUSES = ["awaiting_payment", "active", "grace", "lapsed", "suspended"] as const;
const QUIET_DAYS = ["7", "30", "90"] as const;
const DAY_MS = 86_400_000;

/** Members in an address: "12.15.20". */
const Ids = z
	.string()
	.regex(/^[1-9]\d{0,14}(?:\.[1-9]\d{0,14}){0,499}$/)
	.transform((text) => [...new Set(text.split(".").map(Number))]);

const Whom = z.strictObject({
	/** Those ticked in a list. */
	ids: asked(Ids),
	year: asked(z.coerce.number().int().min(1980).max(2200)),
	status: asked(z.enum(TOLD_STATUSES)),
	type: asked(z.enum(ALL_MEMBERSHIP_TYPES)),
	reach: asked(z.enum(["mail", "none"])),
	/** Nobody who was told within so many days. */
	quiet: asked(z.enum(QUIET_DAYS)),
});
/** Whom an address means. */
export const NoticeQuery = Whom.extend({ page: PageNumber });
/** The same with the day by which the notices ask to pay. */
export const SheetQuery = Whom.extend({ until: asked(z.iso.date()) });
export type Whom = z.infer<typeof Whom>;

/** Whom it means, as the database is asked at a time in UTC milliseconds. */
export const filterOf = ({ ids, year, status, type, reach, quiet }: Whom, at: number): NoticeFilter => ({
	ids,
	year,
	status,
	type,
	reach,
	quietSince: quiet === undefined ? undefined : at - Number(quiet) * DAY_MS,
	today: dateInTaipei(at),
});

const NAMES = ["ids", "year", "status", "type", "reach", "quiet"] as const;

/** The conditions as an address has them, without pages and days. */
export function queryOf(of: Whom, more: Partial<Record<string, string>> = {}): string {
	const pairs = NAMES.flatMap((name): [string, string][] => {
		const value = of[name];
		return value === undefined ? [] : [[name, Array.isArray(value) ? value.join(".") : String(value)]];
	});
	const asked = new URLSearchParams(pairs);
	for (const [name, value] of Object.entries(more)) if (value !== undefined) asked.set(name, value);
	return asked.toString();
}
/** An address for whoever the conditions mean. */
export function hrefOf(path: string, of: Whom, more: Partial<Record<string, string>> = {}): string {
	const query = queryOf(of, more);
	return query === "" ? path : `${path}?${query}`;
}
export const listAgain = (of: Whom): string => hrefOf(paths.admin.dues.notices(), of);

/** What a form brought back of them; undefined where that is none. */
export const whomIn = (query: string): Whom | undefined =>
	Whom.safeParse(Object.fromEntries(new URLSearchParams(query))).data;

/** As the log keeps them: codes. */
export const noted = (of: Whom): Record<string, string> =>
	Object.fromEntries(
		NAMES.flatMap((name): [string, string][] => {
			const value = of[name];
			return value === undefined ? [] : [[name, String(Array.isArray(value) ? value.length : value)]];
		}),
	);

export const REACH_LABELS = { mail: "有電子郵件", none: "沒有電子郵件" };
export const QUIET_OPTIONS = QUIET_DAYS.map((value) => ({ value, label: `最近 ${value} 天沒有通知過` }));

/** In words. */
export function chosenWords({ ids, year, status, type, reach, quiet }: Whom): string {
	const words = [
		ids && `勾選的 ${ids.length} 位`,
		year && `${rocYear(year)} 年會費未繳`,
		status && MEMBER_STATUS_LABELS[status],
		type && MEMBERSHIP_TYPE_LABELS[type],
		reach && REACH_LABELS[reach],
		quiet && `最近 ${quiet} 天沒有通知過`,
	].filter((word) => word);
	return words.join("、") || "所有還有會費未繳的會員";
}

/** What the log is narrowed by. */
export const LogQuery = z.strictObject({
	kind: asked(z.enum(NOTICE_KINDS)),
	channel: asked(z.enum(NOTICE_CHANNELS)),
	member: asked(z.coerce.number().int().positive()),
	page: PageNumber,
});
