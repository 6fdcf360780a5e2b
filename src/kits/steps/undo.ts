import * as z from "zod";
import type { Done } from "#auth/answer.ts";
import type { Ask } from "#auth/route.ts";
import { LONGEST_HELD } from "#http/flash.ts";
import { figure } from "#ui/money.ts";

/**
 * Returns the form that takes a step back, for the message after it: sent to `action`, with these values. No form where a
 * value is longer than a message holds.
 */
export function undoBy(
	action: string,
	values: Readonly<Record<string, string | number | boolean | null>>,
): Pick<Done, "undo"> {
	const texts = Object.entries(values).map(([name, value]): [string, string] => [
		name,
		typeof value === "boolean" ? (value ? "1" : "") : String(value ?? ""),
	]);
	return texts.some(([, text]) => text.length > LONGEST_HELD)
		? {}
		: { undo: { action, fields: Object.fromEntries(texts) } };
}

const HOUR = 3_600_000;
/** For how long what was done to many records at once can be taken back. */
const LASTS = 12 * HOUR;

/** The form that takes back what its user did at one moment (UTC milliseconds), and where the user goes on. */
export const MOMENT = {
	moment: z.coerce.number().int().positive(),
	back: z
		.string()
		.max(LONGEST_HELD)
		.regex(/^\/admin(?:[/?#]|$)/),
};
export const Moment = z.strictObject(MOMENT);
type Moment = z.infer<typeof Moment>;

/** Returns an address where it is short enough for a message to hold it, or else the address of the whole list. */
export const heldOr = (to: string, list: string): string => (to.length > LONGEST_HELD ? list : to);

/** Returns the form that takes back what is done to records by this request, to go on at `to` as the step does. */
export const undoNow = (
	action: string,
	{ at, to, ...more }: { at: number; to: string } & Record<string, string | number>,
) => undoBy(action, { ...more, moment: at, back: to });

/**
 * How many records are again as they were, and how many stay: because they were changed once more (`left`), or because they
 * can no longer stand as they were (`unfit`).
 */
type TakenBack = { back: number; left: number; unfit?: number };

/**
 * Returns the function that runs when what was done at a moment is taken back: it says how much of it was. `unit` is the
 * counting word of the records, `why` what is said of those that can no longer stand as they were.
 */
export const takingBack =
	<F extends Moment, A extends Pick<Ask, "at">>(
		unit: string,
		take: (ask: A, input: F) => Promise<TakenBack>,
		why = "現在不能回到原樣",
	) =>
	async (ask: A, { input }: { input: F }) => {
		const age = ask.at - input.moment;
		const none: TakenBack = { back: 0, left: 0 };
		const { back, left, unfit = 0 } = age >= 0 && age < LASTS ? await take(ask, input) : none;
		const stayed = [
			left > 0 && `${figure(left)} ${unit}之後又被改過，沒有復原。`,
			unfit > 0 && `${figure(unfit)} ${unit}${why}，沒有復原。`,
		]
			.filter(Boolean)
			.join("");
		if (back > 0) return { to: input.back, flash: `已復原 ${figure(back)} ${unit}${stayed ? "；" : "。"}${stayed}` };
		return { to: input.back, flash: stayed || "沒有可以復原的，可能已經復原過了。", tone: "warn" as const };
	};
