import * as z from "zod";
import { Version } from "#kernel/form.ts";
import { PageNumber } from "#kernel/query.ts";
import { MERGE_PART_NAMES, type MergePart, type Picks, SIDES } from "./rules.ts";

/** Returns the name of the form field that says whose value a part takes. */
export const pickName = (part: MergePart): string => `pick_${part}`;

const Id = z.coerce.number().int().positive();

/** The form of a merge (合併): the other record, the versions of both, and the chosen sides. */
export const MergeForm = z
	.strictObject({ other: Id, version: Version, other_version: Version })
	.catchall(z.enum(SIDES))
	.transform(({ other, version, other_version, ...chosen }) => ({
		other: { id: other, version: other_version },
		version,
		picks: picksOf(chosen),
		own: ownPicksOf(chosen),
	}));

/**
 * Reads the chosen sides from the fields of a form. A part without such a field gets no choice, so the rule decides.
 */
export const picksOf = (fields: Record<string, unknown>): Picks =>
	Object.fromEntries(
		MERGE_PART_NAMES.flatMap((part) => {
			const side = SIDES.find((one) => one === fields[pickName(part)]);
			return side ? [[part, side]] : [];
		}),
	);

/** Returns the name of the form field that says whose value an own field (by its id) takes. */
export const ownPickName = (field: number): string => `pick_f${field}`;
/** Reads from the fields of a form the ids of the own fields that take the value of the record that is merged. */
export const ownPicksOf = (fields: Record<string, unknown>): number[] =>
	Object.entries(fields).flatMap(([name, side]) => {
		const [, id] = /^pick_f([1-9]\d{0,9})$/.exec(name) ?? [];
		return id !== undefined && side === "other" ? [Number(id)] : [];
	});

/** The form for 不是同一人: the ids of two records, and the page of the list to return to. */
export const PairForm = z
	.strictObject({ a: Id, b: Id, page: PageNumber })
	.refine(({ a, b }) => a !== b)
	.transform(({ a, b, page }) => ({ pair: { a: Math.min(a, b), b: Math.max(a, b) }, page }));
