import { RETURNED_STEPS } from "#domain/content/content/returning.ts";
import { STATES, STEPS, type State } from "#domain/content/content/states.ts";
import type { StepFields } from "#domain/content/content/steps.ts";
import { type Pin, stepArticle } from "./rules.ts";

/** The changes that can be made to many articles at once, each with the last part of its address. */
export const BULK_PLACES = {
	publish: "publication",
	archive: "archiving",
	pin: "pin",
	unpin: "pin-removal",
	add_tag: "tag",
	remove_tag: "tag-removal",
	trash: "trashing",
	restore: "restoration",
} as const;
export type BulkKind = keyof typeof BULK_PLACES;
export type BulkStep = Extract<BulkKind, keyof typeof STEPS>;

/** The changes that the opposite one takes back without losing anything, by what takes them back. */
export const TAKEN_BACK_BY = {
	pin: "unpin",
	add_tag: "remove_tag",
	remove_tag: "add_tag",
} as const satisfies Partial<Record<BulkKind, BulkKind>>;
export const OPPOSED_KINDS = Object.keys(TAKEN_BACK_BY) as (keyof typeof TAKEN_BACK_BY)[];
export const isReversible = (kind: BulkKind): boolean =>
	[...OPPOSED_KINDS, ...RETURNED_STEPS].some((one) => one === kind);

/** A change of many articles. */
export type BulkChange = { kind: Exclude<BulkKind, "add_tag" | "remove_tag"> } | TagChange;
export type TagChange = { kind: "add_tag" | "remove_tag"; tagId: number };

/** The largest number of articles in one change: as many as a batch writes in well under a second. */
export const BULK_MAX = 500;

/**
 * Returns the states in which an article can be changed in this way; for a step of the workflow, its `from` in STEPS.
 */
export function bulkFrom(kind: BulkKind): readonly State[] {
	switch (kind) {
		case "pin":
		case "unpin":
			return ["published"];
		case "add_tag":
		case "remove_tag":
			return STATES.filter((state) => state !== "trashed");
		default:
			return STEPS[kind].from;
	}
}

/**
 * Returns the fields that the change sets on each article, besides the version: the same as for a single article,
 * whichever of the allowed states it has. `at` is UTC milliseconds.
 */
export function bulkFields({ kind }: BulkChange, at: number): Partial<StepFields & Pin> & { updatedAt?: number } {
	switch (kind) {
		case "pin":
			return { isPinned: true, pinnedUntil: null };
		case "unpin":
			return { isPinned: false, pinnedUntil: null };
		case "add_tag":
		case "remove_tag":
			return { updatedAt: at };
		default:
			return stepArticle(STEPS[kind].from[0], { step: kind }, at);
	}
}
