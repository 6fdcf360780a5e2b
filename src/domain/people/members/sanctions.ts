import * as z from "zod";
import { Refusal } from "#kernel/refusal.ts";
import { PastDay, plain } from "./field-schemas.ts";

/** A meeting that resolved on a member, and its day (YYYY-MM-DD). */
export type Meeting = { meeting: string; held_on: string };
/** How many were present at the general meeting, and how many of them agreed. */
export type Votes = { present: number; in_favour: number };

/** The fields of the meeting that a suspension (停權, by the 理事會) or an expulsion (除名) rests on. */
export const MEETING_FIELDS = {
	meeting: plain(80).refine((text) => text !== "", { error: "請填寫決議的會議，例如「第 3 屆第 2 次理事會」。" }),
	held_on: PastDay.refine((day) => day !== null, { error: "請填寫會議的日期。" }).transform((day) => day ?? ""),
};

const people = (missing: string) =>
	z
		.string()
		.transform((text) => text.normalize("NFKC").trim())
		.pipe(z.string().regex(/^[1-9]\d{0,4}$/, { error: missing }))
		.transform(Number);
/** The fields of the votes of the general meeting that an expulsion needs besides. */
export const VOTE_FIELDS = { present: people("請填寫出席的人數。"), in_favour: people("請填寫同意的人數。") };

/** Whether two thirds of those present agreed, as an expulsion needs (人民團體法 §27). */
export const isTwoThirds = ({ present, in_favour }: Votes): boolean =>
	in_favour <= present && in_favour * 3 >= present * 2;

/** What is said where they did not. */
export const TWO_THIRDS =
	"除名要有會員大會出席人數三分之二以上同意（人民團體法 §§14、27），同意的人數不能多於出席的人數。";

type Expulsion = Meeting & Votes & { on?: string | undefined };

/**
 * Refuses an expulsion (除名) before the general meeting (`member.before_meeting`), or without two thirds of it
 * (`member.two_thirds`). `today` is a day in Taipei.
 */
export function refuseVotes({ on, ...move }: Expulsion, today: string): void {
	if ((on ?? today) < move.held_on) throw new Refusal("member.before_meeting");
	if (!isTwoThirds(move)) throw new Refusal("member.two_thirds");
}

type Stored = Meeting & { present: number | null; in_favour: number | null };
/** Returns a stored resolution in words; `day` writes a day. */
export const sanctionWords = (
	{ meeting, held_on, present, in_favour }: Stored,
	day: (text: string) => string,
): string => `${meeting}　${day(held_on)}${present === null ? "" : `　出席 ${present} 人，同意 ${in_favour} 人`}`;
