import * as z from "zod";
import { STATES, STEPS, type State, type Step } from "./states.ts";

/** The steps that are taken back by what the log says of how the text stood before; "unpin" is of articles alone. */
export const RETURNED_BY = {
	unpublish: "publish",
	archive: "unarchive",
	trash: "restore",
	unpin: "pin",
} as const satisfies { [S in Step | "unpin"]?: Step | "pin" };
export type ReturnedStep = keyof typeof RETURNED_BY;
export const RETURNED_STEPS = Object.keys(RETURNED_BY) as ReturnedStep[];
/** The steps of the workflow among them. */
export const isReturned = (step: Step): step is Exclude<ReturnedStep, "unpin"> => step in RETURNED_BY;

const Stood = z.object({
	state: z.enum(STATES),
	publish_at: z.number().nullable(),
	unpublish_at: z.number().nullable(),
	is_pinned: z.union([z.literal(0), z.literal(1)]).optional(),
	pinned_until: z.number().nullable().optional(),
});
/** How a text stood before a step, with the times and the pin that the step took away; times are UTC milliseconds. */
export type Stood = z.infer<typeof Stood>;

/** What the log keeps of a text before a step that can be taken back. */
export const stoodAs = ({ state, publish_at, unpublish_at, is_pinned, pinned_until }: Stood): { stood: Stood } => ({
	stood: { state, publish_at, unpublish_at, ...(is_pinned === undefined ? {} : { is_pinned, pinned_until }) },
});
/** Reads it in the changes of a row of the log; undefined in a row that was written without it. */
export const stoodIn = (changes: string): Stood | undefined =>
	z.object({ stood: Stood }).safeParse(JSON.parse(changes)).data?.stood;

/** The state of a text after the step, from which it returns. */
export const stateAfter = (step: ReturnedStep): State => (step === "unpin" ? "published" : STEPS[step].to);

/** Whether a text would be on the website again, now or at its time. */
export const isShownAs = ({ state }: Stood): boolean => state === "published" || state === "scheduled";

/** Whether the times that a text had still lie ahead at `at` (UTC milliseconds), where it would be shown by them. */
export const isInTime = (stood: Stood, at: number): boolean =>
	!isShownAs(stood) ||
	((stood.state === "published" || (stood.publish_at ?? 0) > at) && (stood.unpublish_at ?? Infinity) > at);
