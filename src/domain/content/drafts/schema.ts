import * as z from "zod";
import { joinMoments } from "#kernel/moments.ts";

/**
 * The fields of an editor's form while it is being filled in: texts by name, lists for fields that may occur more than
 * once.
 */
export const DraftFields = z
	.record(z.string().max(100), z.union([z.string(), z.array(z.string())]))
	.transform(joinMoments);
export type DraftFields = z.infer<typeof DraftFields>;

/** Matches the slot (the draft's name) of a form that has made no record yet: `new-` and a UUID. */
export const NEW_SLOT = /^new-[0-9a-f-]{36}$/;
/** The slot as a form's field; undefined for an existing record, whose address identifies it. */
export const NewSlot = z
	.string()
	.max(60)
	.transform((slot) => (NEW_SLOT.test(slot) ? slot : undefined));
