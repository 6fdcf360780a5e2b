import * as z from "zod";
import { NewSlot } from "#domain/content/drafts/schema.ts";
import { LookedAt, PUBLISHING_FIELDS, TEXT_FIELDS, Version } from "#kernel/form.ts";

/** The id of the parent page; null at the top. */
export const ParentId = z
	.string()
	.regex(/^([1-9]\d{0,14})?$/)
	.transform((text) => (text === "" ? null : Number(text)));

const Sent = z.strictObject({ ...TEXT_FIELDS, ...PUBLISHING_FIELDS, parent_id: ParentId });

/** The data of a page as its editor sends it. Times are UTC milliseconds. */
export type PageInput = z.infer<typeof Sent>;

/** The form of a page's editor, except uploaded files; `slot` names the autosaved form. */
export const PageForm = Sent.extend({ slot: NewSlot, version: Version, checked: LookedAt }).transform(
	({ slot, version, checked, ...page }) => ({
		slot,
		version,
		checked,
		page: page satisfies PageInput,
	}),
);
