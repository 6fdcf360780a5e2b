import { FILES, FREE_TEXT_ROWS } from "#db/personal.ts";
import type { FreeTextRows } from "#db/personal-data.ts";
import { inOrder, mapped, type Noun } from "#kernel/noun.ts";
import { type Merged, merged } from "#nouns.ts";

/** What an erasure does with a text that names the person: it erases it, staff can edit it before, or it stays. */
export type Fate = "goes" | "edit" | "kept";

/**
 * Columns of free text. `kind` and the fields of FreeTextRows are SQL over the row `t`, the erased records `own`, the
 * donors `givers`, and the payees `earners`.
 */
export type Place = Omit<FreeTextRows, "goes"> & {
	table: string;
	columns: readonly string[];
	kind: string;
	goes?: string;
};

type Declared = NonNullable<Noun["freeText"]>[string];
/** The names of the places of free text that nouns declare. */
export type PlaceName = keyof Merged<"freeText">;
const DECLARED: Readonly<Record<PlaceName, Declared>> = merged("freeText");
export const PLACE_NAMES: readonly PlaceName[] = inOrder(
	Object.keys(DECLARED)
		.filter((name): name is PlaceName => name in DECLARED)
		.map((name) => ({ ...DECLARED[name], name })),
).map(({ name }) => name);

/**
 * The complete list of the columns of free text, by the name of the place. A test reads the schema and fails for a text
 * column that is neither here nor in a noun's `noFreeText`.
 */
export const PLACES: Readonly<Record<PlaceName, Place>> = mapped<PlaceName, Declared, Place>(
	DECLARED,
	({ columns, shown = "none" }, name) => {
		const [table = "", ...named] = columns.split(" ");
		const { goes, ...rows } = FREE_TEXT_ROWS[name] ?? {};
		const going = typeof goes === "function" ? goes(FILES) : goes;
		return { table, columns: named, kind: `'${shown}'`, ...rows, ...(going === undefined ? {} : { goes: going }) };
	},
);
