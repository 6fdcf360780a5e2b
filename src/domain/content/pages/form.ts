import * as z from "zod";
import { NewSlot } from "#domain/content/drafts/schema.ts";
import { PUBLISHING_FIELDS, TEXT_FIELDS, Version } from "#kernel/form.ts";

/** The id of the page above; null for the top. */
export const ParentId = z
	.string()
	.regex(/^([1-9]\d{0,14})?$/)
	.transform((text) => (text === "" ? null : Number(text)));

const Sent = z.strictObject({ ...TEXT_FIELDS, ...PUBLISHING_FIELDS, parent_id: ParentId });

/** A page as its editor wants it. Times are UTC milliseconds. */
export type PageInput = z.infer<typeof Sent>;

/** What the editor of a page sends, files aside; `slot` names the autosaved form. */
export const PageForm = Sent.extend({ slot: NewSlot, version: Version }).transform(({ slot, version, ...page }) => ({
	slot,
	version,
	page: page satisfies PageInput,
}));
