/** What a reminder was for: the ends that come by themselves, or a word by hand. */
export const NOTICE_KINDS = ["before_end", "end", "grace_end", "manual"] as const;
export type NoticeKind = (typeof NOTICE_KINDS)[number];
/** How it went: by mail, on paper (繳費通知單), or by somebody who wrote on LINE. */
export const NOTICE_CHANNELS = ["mail", "print", "line"] as const;
export type NoticeChannel = (typeof NOTICE_CHANNELS)[number];

export const NOTICE_KIND_LABELS: Record<NoticeKind, string> = {
	before_end: "到期前 30 天",
	end: "到期",
	grace_end: "寬限期滿",
	manual: "人工通知",
};
export const NOTICE_CHANNEL_LABELS: Record<NoticeChannel, string> = {
	mail: "電子郵件",
	print: "繳費通知單",
	line: "LINE",
};

/** Days before the end of a period on which its members are told first. */
const BEFORE_DAYS = 30;
/** Longer than the cron may ever be out; who was not told by then is not told of it any more. */
const LATE_DAYS = 30;
/** Whoever got a mail about dues so lately is told later. */
export const RESTING_DAYS = 3;

/** Days of Taipei, YYYY-MM-DD. `since` is the first one on which it is told. */
export type NoticeDue = {
	kind: Exclude<NoticeKind, "manual">;
	paidYear: number;
	periodEnd: string;
	graceUntil: string | null;
	since: string;
};

const DAY_MS = 86_400_000;
/** A day so many days after another. */
export const dayAfter = (day: string, days: number): string =>
	new Date(Date.parse(day) + days * DAY_MS).toISOString().slice(0, 10);

/** The last day of the months of grace after a year; null where the settings give none. */
export const graceUntil = (paidYear: number, graceMonths: number): string | null =>
	graceMonths === 0 ? null : new Date(Date.UTC(paidYear + 1, graceMonths, 1) - DAY_MS).toISOString().slice(0, 10);

/** Most months of grace that the settings take, in years that have to be looked back. */
const YEARS_BACK = 4;

/**
 * What members whose dues are paid up to a year are told on a day of Taipei: 30 days before its end, the day after the
 * end, and the day after the grace, each up to 30 days late and none when the next one has come (docs/workflows.md#fees).
 */
export function noticesDue(today: string, graceMonths: number): NoticeDue[] {
	const year = Number(today.slice(0, 4));
	const years = Array.from({ length: YEARS_BACK }, (_, ago) => year - ago);
	return years.flatMap((paidYear) => {
		const due = noticesOf(paidYear, graceMonths).findLast(({ since }) => since <= today);
		return due && today <= dayAfter(due.since, LATE_DAYS) ? [due] : [];
	});
}

/** The notices about the end of a year, in their order. Without a grace its end is told of once. */
function noticesOf(paidYear: number, graceMonths: number): NoticeDue[] {
	const periodEnd = `${paidYear}-12-31`;
	const grace = graceUntil(paidYear, graceMonths);
	const of = { paidYear, periodEnd, graceUntil: grace };
	return [
		{ ...of, kind: "before_end", since: dayAfter(periodEnd, -BEFORE_DAYS) },
		{ ...of, kind: "end", since: dayAfter(periodEnd, 1) },
		...(grace === null ? [] : [{ ...of, kind: "grace_end" as const, since: dayAfter(grace, 1) }]),
	];
}

/** When a day of Taipei begins, in UTC milliseconds. */
export const beginOf = (day: string): number => Date.parse(`${day}T00:00:00+08:00`);
