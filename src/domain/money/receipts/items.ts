import * as z from "zod";

const Items = z.array(z.object({ label: z.string(), member_no: z.string().nullable(), amount: z.int() }));

/** A line of a receipt as it is stored. */
export type StoredItem = z.infer<typeof Items>[number];

/** The lines of a receipt, from its JSON. Throws where it is none. */
export const itemsOf = (items: string): StoredItem[] => Items.parse(JSON.parse(items));

const Named = z.array(z.object({ id: z.int(), number: z.string() }));

/** The receipts that another one names, from JSON. */
export const namedIn = (list: string): z.infer<typeof Named> => Named.parse(JSON.parse(list));

const MOST = 3;

/** What a receipt is for, in one line: 入會費、常年會費 115 年. With `short`, of many the first and how many there are. */
export function itemWords(items: readonly { label: string }[], { short = false }: { short?: boolean } = {}): string {
	const labels = [...new Set(items.map(({ label }) => label))];
	if (!short || labels.length <= MOST) return labels.join("、");
	return `${labels.slice(0, MOST - 1).join("、")}等 ${labels.length} 項`;
}
