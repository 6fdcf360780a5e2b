import * as z from "zod";

/** What an editor's form holds while somebody types: texts by name, lists for what may stand more than once. */
export const DraftFields = z.record(z.string().max(100), z.union([z.string(), z.array(z.string())]));
export type DraftFields = z.infer<typeof DraftFields>;

/** The name of a form that has made no record yet. */
export const NEW_SLOT = /^new-[0-9a-f-]{36}$/;
/** The same as a form's field: of a record that is there, the address tells. */
export const NewSlot = z
	.string()
	.max(60)
	.transform((slot) => (NEW_SLOT.test(slot) ? slot : undefined));
