import type { MemberStatus } from "#domain/people/members/codes.ts";
import { ERASED } from "#kernel/erased.ts";

/** The kinds of requests under 當事人權利 (個資法 3): a copy of one's data, their correction, their deletion. */
export const REQUEST_KINDS = ["copy", "correction", "deletion"] as const;
export type RequestKind = (typeof REQUEST_KINDS)[number];
export const REQUEST_STATES = ["open", "done", "refused", "withdrawn"] as const;
export type RequestState = (typeof REQUEST_STATES)[number];
/**
 * How a request came: from the member's pages, on paper, or by the association itself, whose purpose has ended (個資法
 * 11).
 */
export type Channel = "web" | "paper" | "association";

/** The number of days in which to decide, and the number by which that may be extended once (個資法 13). */
export const CLOCKS: Record<RequestKind, { days: number; more: number }> = {
	copy: { days: 15, more: 15 },
	correction: { days: 30, more: 30 },
	deletion: { days: 30, more: 30 },
};

const DAY_MS = 86_400_000;

/** Returns the calendar day that is `days` days later; both YYYY-MM-DD. */
export const daysLater = (day: string, days: number): string =>
	new Date(Date.parse(day) + days * DAY_MS).toISOString().slice(0, 10);

/** Returns the number of days from `today` to `day`; negative when the day is past. */
export const daysUntil = (today: string, day: string): number => (Date.parse(day) - Date.parse(today)) / DAY_MS;

/**
 * Returns the last day to decide on a request received on a day in Taipei, which itself does not count (民法 120). A
 * deadline on a day off is not moved (民法 122 would allow it): the earlier day is always lawful.
 */
export const dueOn = (kind: RequestKind, receivedOn: string): string => daysLater(receivedOn, CLOCKS[kind].days);

/** Returns the last day to decide on a request after its deadline `due` was extended once. */
export const extendedTo = (kind: RequestKind, due: string): string => daysLater(due, CLOCKS[kind].more);

/** How many days before the deadline of a request staff are reminded, each once; 0 means the day after the deadline. */
export const REMINDERS = [5, 0] as const;
/** Returns the reminders that are due on `today` for a request with the deadline `due`; only the last one is sent. */
export const remindersOn = (today: string, due: string): number[] =>
	REMINDERS.filter((days) => (days === 0 ? today > due : daysUntil(today, due) <= days));

/** The legal grounds for refusing a request, in the words that the member reads. */
export const GROUNDS = {
	books: "帳冊、憑證與收據依法必須保存（商業會計法 38、稅捐稽徵法 11，個資法 11 第 3 項但書）",
	duty: "執行職務或業務所必須（個資法 11 第 2 項、第 3 項但書）",
	agreed: "法律另有規定，或經當事人書面同意保留（個資法 11 第 3 項但書）",
	others: "會妨害第三人的重大利益（個資法 10 第 3 款）",
	supervision: "會妨害公務機關執行法定職務（個資法 10 第 2 款）",
	correct: "查證後資料正確，沒有需要更正的地方",
	identity: "無法確認申請人就是本人或有權代理的人",
	nothing: "本會沒有保存所請求的資料",
} as const;
export type Ground = keyof typeof GROUNDS;
export const GROUND_CODES = Object.keys(GROUNDS).filter((code): code is Ground => code in GROUNDS);
export const isGround = (code: string): code is Ground => code in GROUNDS;

/** The statuses of ended memberships: only such records are pseudonymised. */
export const ENDED: readonly MemberStatus[] = ["declined", "withdrawn", "resigned", "expelled", "deceased"];

/** Returns the name that a pseudonymised record gets. */
export const erasedName = ({ id, member_no }: { id: number; member_no: string | null }): string =>
	`${ERASED} ${member_no ?? `#${id}`}`;

/**
 * The number of days for which data are kept after they have served their purpose; docs/privacy.md gives the reasons.
 */
export const KEPT_DAYS = { importedBefore: 90, linkProfile: 90, importDraft: 30 } as const;
