/** Prints each figure of the benchmark as soon as it is known, and remembers which missed their goals. */
import type { Compared, Figure } from "./load.ts";

let isQuiet = false;
const missed: string[] = [];

/** Prints nothing from now on: what is printed in the end is JSON alone. */
export const beQuiet = (): void => {
	isQuiet = true;
};

export const say = (text: string): void => {
	if (!isQuiet) console.log(text);
};

/** Returns the names of the figures that missed their goals, in the order of measuring. */
export const missedGoals = (): readonly string[] => missed;

/** Returns the words on a goal; a figure that misses it is remembered under `name`. */
export function judged(name: string, figure: number, goal: { least: number } | { most: number } | null): string {
	if (goal === null) return "";
	const isMet = "least" in goal ? figure >= goal.least : figure <= goal.most;
	if (!isMet) missed.push(name);
	return ` (goal ${"least" in goal ? `≥ ${goal.least}` : `≤ ${goal.most}`}${isMet ? "" : ", MISSED"})`;
}

/** An address measured beside a part of the baseline. */
export type Row = Compared & { name: string; against: string; goal: number | null };

export function sayRow({ name, against, ours, base, ratio, clock, goal }: Row): void {
	const figure = ({ cpu, perSecond, p50, p99 }: Figure) =>
		`${cpu.toFixed(2)} ms CPU ${String(Math.round(perSecond)).padStart(5)}/s p50 ${p50.toFixed(1)} p99 ${p99.toFixed(1)}`;
	const verdict = judged(name, ratio, goal === null ? null : { least: goal });
	say(
		`  ${name.padEnd(14)} ${ratio.toFixed(2)}${verdict}  by the clock ${clock.toFixed(2)}   ${figure(ours)}   ${against}: ${figure(base)}`,
	);
}
