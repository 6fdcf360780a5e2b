import type { VNode } from "#admin/html.ts";
import type { Gate } from "#auth/permissions.ts";
import type { Visitor } from "#auth/visitor.ts";
import type { Select } from "#db/read.ts";
import type { Piece } from "#domain/search/highlight.ts";

/** What somebody looks for, and which of the hits they see: the nth page of so many. */
export type Wanted = {
	q: string;
	who: Visitor;
	limit: number;
	page: number;
	/** UTC milliseconds. */
	at: number;
};

/** A thing that was found: its name, what else tells it apart, and where it is. */
export type Hit = {
	label: Piece[];
	sub: Piece[];
	href: string;
	/** Its state, as a word and as it is drawn, where that is not the usual one. */
	state?: { word: string; badge: VNode } | undefined;
};
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
export const offsetOf = ({ limit, page }: Wanted): number => (page - 1) * limit;

/** The rows of one page and the number of all. They come back under the select that asked, so their type is its. */
export const looking = <Row>(
	where: Look["in"],
	asks: [Select<Row>, Select<{ total: number }>],
	hit: (row: Row) => Hit,
): Look => ({
	in: where,
	asks,
	found: ([rows = [], counts = []]) => ({
		total: (counts as { total: number }[])[0]?.total ?? 0,
		hits: (rows as Row[]).map(hit),
	}),
});
