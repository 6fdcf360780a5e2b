import type { Gate } from "#auth/permissions.ts";
import type { Visitor } from "#auth/visitor.ts";
import type { Select } from "#db/read.ts";
import { type Looked, plainHits } from "#db/shell/staff-search.ts";
import { type Piece, piecesOf } from "#domain/system/search/highlight.ts";
import { needlesOf, partsOf } from "#domain/system/search/needles.ts";
import type { Noun } from "#kernel/noun.ts";
import type { VNode } from "#ui/html.ts";

/** What somebody looks for, and which of the hits they see: the nth page of so many. */
export type Wanted = {
	q: string;
	who: Visitor;
	limit: number;
	page: number;
	/** UTC milliseconds. */
	at: number;
};

/** All of it but who looks and when. */
type Typed = Pick<Wanted, "q" | "limit" | "page">;

/** A thing that was found: its name, what else tells it apart, and where it is. */
export type Hit = {
	label: Piece[];
	sub: Piece[];
	href: string;
	/** Its state, as a word and as it is drawn, where that is not the usual one. */
	state?: { word: string; badge: VNode } | undefined;
};
/** Of the total one more than MOST_COUNTED stands for all that is above it. */
export type Found = { total: number; hits: Hit[] };

/** Statements for one of the databases, asked together with those of all other sources, and what their rows are. */
type Look = { in: "DB" | "SEARCH"; asks: Select<unknown>[]; found: (rows: unknown[][]) => Found };

/** A kind of thing that can be found, by whom its gate opens for. */
export type Source = {
	/** In the address. */
	kind: string;
	name: string;
	/** By what it is found, in a few words. */
	by: string;
	unit: string;
	gate: Gate;
	/** What has to be asked, or at once what was found. */
	look: (wanted: Wanted) => Look | Found;
};

export const NOTHING: Found = { total: 0, hits: [] };
export const offsetOf = ({ limit, page }: Typed): number => (page - 1) * limit;

/** Rows that each tell the number of all; one without an id where the page has none. They come back under the select that asked, so their type is its. */
export const looking = <Row extends { id: number }>(
	where: Look["in"],
	ask: Select<(Row & { total: number }) | { id: null; total: number }>,
	hit: (row: Row) => Hit,
): Look => ({
	in: where,
	asks: [ask],
	found: ([rows = []]) => {
		const all = rows as ((Row & { total: number }) | { id: null; total: number })[];
		return { total: all[0]?.total ?? 0, hits: all.flatMap((row) => (row.id === null ? [] : [hit(row)])) };
	},
});

/** The same for records that are found by parts of what was typed; nothing where these have no letter. */
export function lookingFor<Row extends { id: number }>(
	{ parts, wanted }: { parts: readonly string[]; wanted: Typed },
	ask: (looked: Looked) => Select<(Row & { total: number }) | { id: null; total: number }>,
	hit: (row: Row) => Hit,
): Look | Found {
	const needles = needlesOf(parts);
	if (needles.length === 0) return NOTHING;
	return looking("DB", ask({ needles, limit: wanted.limit, offset: offsetOf(wanted) }), hit);
}

/** A kind that its noun declares whole: the table's records by what a trigger keeps in record_texts. */
export type Finds = NonNullable<NonNullable<Noun["search"]>[string]["finds"]>;
export const plain =
	(kind: string, finds: Finds) =>
	(wanted: Typed): Look | Found =>
		lookingFor(
			{ parts: partsOf(wanted.q), wanted },
			(looked) => plainHits({ ...looked, ...finds, kind }),
			({ id, label, sub }) => ({
				label: piecesOf(label, wanted.q),
				sub: piecesOf(sub ?? "", wanted.q),
				href: finds.href(id),
			}),
		);
