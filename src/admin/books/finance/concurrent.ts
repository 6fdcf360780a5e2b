import type { FinanceEventRow } from "#db/books/finance.ts";
import {
	CONCURRENT_WORDS,
	concurrentWords,
	inForceOn,
	storedWords,
} from "#domain/books/concurrent-posts/resolution.ts";
import type { StepActors } from "#domain/books/finance/actors.ts";
import { dateInTaipei } from "#kernel/times.ts";
import { html, type VNode } from "#ui/html.ts";
import type { FinanceShow } from "./shown.ts";

/** The name, on every list, print and mail, of the review as cashier and accountant by one person. */
export const BOTH_WORDS = `財務審核（${CONCURRENT_WORDS}）`;

/**
 * An event in the form in which it is shown; with `isBoth`, it stands for the cashier's and the accountant's review by
 * one press.
 */
export type ShownEvent = FinanceEventRow & { isBoth: boolean };

const isPairOf = (first: FinanceEventRow, second: FinanceEventRow | undefined): boolean =>
	second !== undefined &&
	first.step === "approve_cashier" &&
	second.step === "approve_accountant" &&
	second.resolution !== null &&
	second.user_id === first.user_id &&
	second.at === first.at;

/** Returns the events with the two reviews of one press (財務) joined into one. */
export const shownEvents = (events: readonly FinanceEventRow[]): ShownEvent[] =>
	events.flatMap((event, at) => {
		if (isPairOf(event, events[at + 1])) return [];
		const before = events[at - 1];
		return [{ ...event, isBoth: before !== undefined && isPairOf(before, event) }];
	});

/** Returns the steps to come, with 財務 as one step when the person who holds both posts can take it. */
export function comingActors({ document, actors, at }: FinanceShow): (StepActors & { isBoth?: true })[] {
	const keeps = inForceOn(document.concurrent, dateInTaipei(at));
	const mayTake = (step: string): boolean =>
		actors.some((one) => one.step === step && one.can.some((who) => who.userId === keeps?.user_id && !who.onBehalfOf));
	if (!mayTake("approve_cashier") || !mayTake("approve_accountant")) return [...actors];
	return actors
		.filter(({ step }) => step !== "approve_accountant")
		.map((one) => (one.step === "approve_cashier" ? { ...one, isBoth: true } : one));
}

/** Draws a hint that names the resolution, beside a button that only the resolution allows. */
export function resolutionHint({ document, at }: FinanceShow, press: "both" | "one"): VNode | false {
	const keeps = inForceOn(document.concurrent, dateInTaipei(at));
	if (!keeps) return false;
	const words = press === "both" ? "這一次核准同時是出納與會計的審核，之後由理事長核准。" : "";
	return html`<p class="hint">${concurrentWords(keeps)}。${words}</p>`;
}

/** Returns the resolutions that a request's events name, each once. */
export const resolutionsIn = (events: readonly FinanceEventRow[]): string[] => [
	...new Set(events.map(({ resolution }) => storedWords(resolution)).filter((words) => words !== "")),
];
