import * as z from "zod";

const Items = z.array(z.object({ label: z.string(), member_no: z.string().nullable(), amount: z.int() }));

/** A line of a receipt as the database stores it. */
export type StoredItem = z.infer<typeof Items>[number];

/** Reads the lines of a receipt from its JSON. Throws when the JSON has another shape. */
export const itemsOf = (items: string): StoredItem[] => Items.parse(JSON.parse(items));

const Named = z.array(z.object({ id: z.int(), number: z.string() }));

/** Reads the list of other receipts that the row of a receipt has, from its JSON. */
export const namedIn = (list: string): z.infer<typeof Named> => Named.parse(JSON.parse(list));

const MOST = 3;

/**
 * Returns in one line what a receipt is for: 入會費、常年會費 115 年. With `short`, many labels become the first ones
 * and the total number.
 */
export function itemWords(items: readonly { label: string }[], { short = false }: { short?: boolean } = {}): string {
	const labels = [...new Set(items.map(({ label }) => label))];
	if (!short || labels.length <= MOST) return labels.join("、");
	return `${labels.slice(0, MOST - 1).join("、")}等 ${labels.length} 項`;
}
