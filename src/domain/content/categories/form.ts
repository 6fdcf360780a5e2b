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

const move = z
	.string()
	.regex(/^[1-9]\d{0,14} (up|down)$/)
	.transform((text) => ({ id: Number.parseInt(text, 10), by: text.endsWith("up") ? -1 : 1 }));
const seen = z
	.string()
	.max(10_000)
	.transform((text) => text.split(" ").map(Number));

/**
 * The form of a button that moves a category or a menu's item by one place: `move` is "12 up" or "12 down", `seen` the
 * ids in the order that was shown. The form that takes a move back has instead the id with which it changed places.
 */
export const OrderMove = z.union([z.strictObject({ move, seen }), z.strictObject({ move, over: Id })]);
export type OrderMove = z.infer<typeof OrderMove>;

/** What was moved: its name, and the id with which it changed places; undefined when it stands at that end. */
export type Ordered = { name: string; over: number | undefined };
