import * as z from "zod";
import { lines, Version } from "#kernel/form.ts";
import { SeenCount, TermName, TermSlug } from "./names.ts";

export const DESCRIPTION_MAX = 300;

/** The form of a category. */
export const CategoryInput = z.strictObject({ name: TermName, slug: TermSlug, description: lines(DESCRIPTION_MAX) });
export type CategoryInput = z.infer<typeof CategoryInput>;
export const CategoryEdit = CategoryInput.extend({ version: Version });

const Id = z.coerce.number().int().positive();

/**
 * The form that removes a category. `target` is the category that its articles get instead; null when they only lose
 * it.
 */
export const CategoryRemoval = z.strictObject({
	version: Version,
	articles: SeenCount,
	target: z
		.literal("")
		.transform(() => null)
		.or(Id)
		.default(null),
});

/**
 * The form of a button that moves a category or a menu's item by one place: `move` is "12 up" or "12 down", `seen` the
 * ids in the order that was shown.
 */
export const OrderMove = z.strictObject({
	seen: z
		.string()
		.max(10_000)
		.transform((text) => text.split(" ").map(Number)),
	move: z
		.string()
		.regex(/^[1-9]\d{0,14} (up|down)$/)
		.transform((text) => ({ id: Number.parseInt(text, 10), by: text.endsWith("up") ? -1 : 1 })),
});
