import { readClock } from "#kernel/clock.ts";
import type { Choice } from "#ui/islands/parts.ts";
import { combobox } from "./combobox.ts";

/** A time of day that is offered. */
type Offered = Choice & { clock: string };

/** When most things are planned. */
const USUAL: readonly [string, string][] = [
	["上午9點", "09:00"],
	["中午", "12:00"],
	["下午2點", "14:00"],
	["下午6點", "18:00"],
	["晚上8點", "20:00"],
];

/** Returns whether a field takes a time of day. */
export const isClock = ({ dataset }: HTMLInputElement): boolean => dataset.clock !== undefined;

function offersOf(typed: string): Offered[] {
	const read = readClock(typed);
	const understood = "clock" in read && read.clock !== typed ? [["填入", read.clock] as const] : [];
	return [...understood, ...USUAL].map(([label, clock]) => ({ label, end: clock, clock }));
}

/** Puts a time into the field, as if it was typed. */
export function putClock(field: HTMLInputElement, clock: string): void {
	field.value = clock;
	for (const type of ["input", "change"]) field.dispatchEvent(new Event(type, { bubbles: true }));
}

/** Shows what was typed as hours and minutes; returns what is wrong with it, "" for nothing. */
export function settleClock(field: HTMLInputElement): string {
	if (field.value.trim() === "") return "";
	const read = readClock(field.value);
	if ("problem" in read) return read.problem;
	field.value = read.clock;
	return "";
}

/** Starts a field of a time of day: its offers are what was understood, and the usual times. */
export const startClock = combobox<Offered>({
	id: "clock-offers",
	label: "時間",
	offersAll: true,
	opensFilled: true,
	find: (typed) => ({ choices: offersOf(typed) }),
	take: ({ clock }, field) => putClock(field, clock),
});
