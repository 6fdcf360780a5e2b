import type { FinanceEventRow } from "#db/books/finance.ts";
import {
	boardWords,
	CONCURRENT_WORDS,
	concurrentWords,
	inForceOn,
	storedWords,
} from "#domain/books/concurrent-posts/resolution.ts";
import type { StepActors } from "#domain/books/finance/actors.ts";
import { dateInTaipei } from "#kernel/times.ts";
import { html, type VNode } from "#ui/html.ts";
import type { FinanceShow } from "./shown.ts";

/** The name of the one step in which a person reviews a request both as cashier and as accountant. */
export const BOTH_WORDS = `財務審核（${CONCURRENT_WORDS}）`;

/**
 * An event as the page shows it. With `isBoth`, it stands for the cashier's and the accountant's review, made by one
 * press.
 */
export type ShownEvent = FinanceEventRow & { isBoth: boolean };

const isPairOf = (first: FinanceEventRow, second: FinanceEventRow | undefined): boolean =>
	second !== undefined &&
	first.step === "approve_cashier" &&
	second.step === "approve_accountant" &&
	second.resolution !== null &&
	second.user_id === first.user_id &&
	second.at === first.at;

/**
 * Returns the events; where one press made the cashier's and the accountant's review, the two become one event with
 * `isBoth`.
 */
export const shownEvents = (events: readonly FinanceEventRow[]): ShownEvent[] =>
	events.flatMap((event, at) => {
		if (isPairOf(event, events[at + 1])) return [];
		const before = events[at - 1];
		return [{ ...event, isBoth: before !== undefined && isPairOf(before, event) }];
	});

/**
 * Returns the steps to come with the users who can take each. When the person whom the resolution in force names can
 * take both the cashier's and the accountant's review, the two become one step with `isBoth`.
 */
export function comingActors({ document, actors, at }: FinanceShow): (StepActors & { isBoth?: true })[] {
	const keeps = inForceOn(document.concurrent, dateInTaipei(at));
	const mayTake = (step: string): boolean =>
		actors.some((one) => one.step === step && one.can.some((who) => who.userId === keeps?.user_id && !who.onBehalfOf));
	if (!mayTake("approve_cashier") || !mayTake("approve_accountant")) return [...actors];
	return actors
		.filter(({ step }) => step !== "approve_accountant")
		.map((one) => (one.step === "approve_cashier" ? { ...one, isBoth: true } : one));
}

/**
 * Draws the resolution in force today as a hint below a button that only the resolution allows: the button for both
 * reviews at once ("both"), or for one step ("one"). False when no resolution is in force.
 */
export function resolutionHint({ document, at }: FinanceShow, press: "both" | "one"): VNode | false {
	const keeps = inForceOn(document.concurrent, dateInTaipei(at));
	if (!keeps) return false;
	const next = document.has_secretary === 1 ? "由秘書長審核、理事長核准" : "由理事長核准";
	const words = press === "both" ? `這一次核准同時是出納與會計的審核，之後${next}。` : "";
	return html`<p class="hint">${concurrentWords(keeps)}。${words}</p>`;
}

/** Returns in words the resolutions that a request's events name, each once. */
export const resolutionsIn = (events: readonly FinanceEventRow[]): string[] => [
	...new Set(events.flatMap((one) => [storedWords(one.resolution), boardWords(one)]).filter((words) => words !== "")),
];
