/** The kinds of dues notices: three that the cron sends at the ends of periods, and notices sent by hand. */
export const NOTICE_KINDS = ["before_end", "end", "grace_end", "manual"] as const;
export type NoticeKind = (typeof NOTICE_KINDS)[number];
/** The channels of a notice: mail, paper (繳費通知單), or a message that a user wrote on LINE. */
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

/** The number of days before the end of a paid period on which the first notice is sent. */
const BEFORE_DAYS = 30;
/**
 * The number of days by which a notice may be sent late; a later one is not sent at all. It is longer than the cron is
 * ever out.
 */
const LATE_DAYS = 30;
/** The number of days after a mail about dues during which a member gets no other one; a due notice waits. */
export const RESTING_DAYS = 3;

/** A notice that is due; days are those of Taipei, YYYY-MM-DD. `since` is the first day on which it is sent. */
export type NoticeDue = {
	kind: Exclude<NoticeKind, "manual">;
	paidYear: number;
	periodEnd: string;
	graceUntil: string | null;
	since: string;
};

const DAY_MS = 86_400_000;
/** Returns the day (YYYY-MM-DD) that is `days` days after `day`, or before it when `days` is negative. */
export const dayAfter = (day: string, days: number): string =>
	new Date(Date.parse(day) + days * DAY_MS).toISOString().slice(0, 10);

/**
 * Returns the last day (YYYY-MM-DD) of the `graceMonths` months after the year `paidYear`; null when `graceMonths` is
 * 0.
 */
export const graceUntil = (paidYear: number, graceMonths: number): string | null =>
	graceMonths === 0 ? null : new Date(Date.UTC(paidYear + 1, graceMonths, 1) - DAY_MS).toISOString().slice(0, 10);

/**
 * The number of years to look back for ended periods, the current year included; the longest grace that the settings
 * allow fits in them.
 */
const YEARS_BACK = 4;

/**
 * Returns the notices due on a day of Taipei, each for the members whose dues are paid up to some year: 30 days before
 * the period's end, the day after the end, and the day after the grace, each at most 30 days late and not once the next
 * one has come (docs/workflows.md#fees).
 */
export function noticesDue(today: string, graceMonths: number): NoticeDue[] {
	const year = Number(today.slice(0, 4));
	const years = Array.from({ length: YEARS_BACK }, (_, ago) => year - ago);
	return years.flatMap((paidYear) => {
		const due = noticesOf(paidYear, graceMonths).findLast(({ since }) => since <= today);
		return due && today <= dayAfter(due.since, LATE_DAYS) ? [due] : [];
	});
}

/** Returns the notices about the end of a year, in their order. Without a grace there is no third notice. */
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

/** The number of days that a notice gives for the payment. */
const DAYS_TO_PAY = 30;

/**
 * Returns the day (YYYY-MM-DD) by which a notice asks to pay: the end of the period that is still going on, or of its grace;
 * else DAYS_TO_PAY days after `today`.
 */
export const payBy = (today: string, due?: NoticeDue): string => {
	if (due?.kind === "before_end") return due.periodEnd;
	return due?.kind === "end" && due.graceUntil !== null ? due.graceUntil : dayAfter(today, DAYS_TO_PAY);
};

/** Returns the beginning of a day of Taipei, in UTC milliseconds. */
export const beginOf = (day: string): number => Date.parse(`${day}T00:00:00+08:00`);
