import * as z from "zod";
import { rocWords } from "#kernel/calendar.ts";

/** The bodies that may resolve that one person acts as both 會計 and 出納. */
export const BODY_LABELS = { general: "會員大會", board: "理事會", joint: "理監事聯席會議" } as const;
export type ResolvingBody = keyof typeof BODY_LABELS;

/** The remark on each document for which a resolution counted. */
export const CONCURRENT_WORDS = "會計、出納由同一人兼辦";

export type Resolution = { body: ResolvingBody; resolution_no: string; resolved_on: string };

/** Returns a resolution in words: 理事會 115年3月1日決議（第 3 屆第 2 次） */
export const resolutionWords = ({ body, resolution_no, resolved_on }: Resolution): string =>
	`${BODY_LABELS[body]} ${rocWords(resolved_on)}決議（${resolution_no}）`;

type BoardsOwn = { resolution_no: string | null; resolution_on: string | null };
/** Returns a resolution of the 理事會 in words, as resolutionWords does; empty where there is none. */
export const boardWords = ({ resolution_no, resolution_on }: BoardsOwn): string =>
	resolution_no === null || resolution_on === null
		? ""
		: resolutionWords({ body: "board", resolution_no, resolved_on: resolution_on });

/** Returns the remark with its resolution: 會計、出納由同一人兼辦：理事會 115年3月1日決議（第 3 屆第 2 次） */
export const concurrentWords = (of: Resolution): string => `${CONCURRENT_WORDS}：${resolutionWords(of)}`;

const Stored = z.object({
	body: z.enum(["general", "board", "joint"]),
	resolution_no: z.string(),
	resolved_on: z.string(),
});
/** Returns a stored resolution (JSON) in words; empty when there is none. */
export const storedWords = (json: string | null): string =>
	json === null ? "" : concurrentWords(Stored.parse(JSON.parse(json)));

const InForce = Stored.extend({ id: z.int(), user_id: z.int(), starts_on: z.string(), ends_on: z.string() });
export type ConcurrentPost = z.infer<typeof InForce>;

/**
 * Returns the resolution in force on a day in Taipei, or null. `json` has the resolutions that are confirmed and not
 * ended.
 */
export const inForceOn = (json: string, day: string): ConcurrentPost | null =>
	z
		.array(InForce)
		.parse(JSON.parse(json))
		.find(({ starts_on, ends_on }) => starts_on <= day && day <= ends_on) ?? null;
