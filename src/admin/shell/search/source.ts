import type { Gate } from "#auth/permissions.ts";
import type { Visitor } from "#auth/visitor.ts";
import type { Select } from "#db/read.ts";
import { type Looked, plainHits } from "#db/shell/staff-search.ts";
import { needlesOf, type Piece, partsOf, piecesOf } from "#domain/system/index.ts";
import type { Noun } from "#kernel/noun.ts";
import type { VNode } from "#ui/html.ts";

/** A search: the typed text, the user, and which page of results, with `limit` results per page. */
export type Wanted = {
	q: string;
	who: Visitor;
	limit: number;
	page: number;
	/** The time of the request in UTC milliseconds. */
	at: number;
};

/** The parts of a search that come from the address. */
type Typed = Pick<Wanted, "q" | "limit" | "page">;

/** A search result: its name, what else identifies it, and the address of its page. */
export type Hit = {
	label: Piece[];
	sub: Piece[];
	href: string;
	/** The member whom the result is, and the jobs that the user may begin with them. */
	memberId?: number;
	acts?: readonly { label: string; href: string }[];
	/** The record's state as a word and as a drawn badge; undefined for the usual state. */
	state?: { word: string; badge: VNode } | undefined;
};
/** The results and their total. A total of `MOST_COUNTED` + 1 stands for every larger number. */
export type Found = { total: number; hits: Hit[] };

/**
 * Statements for one of the databases, sent together with those of all other sources, and the function that reads their
 * rows.
 */
type Look = { in: "DB" | "SEARCH"; asks: Select<unknown>[]; found: (rows: unknown[][]) => Found };

/** A kind of record that can be searched by users whom its gate admits. */
export type Source = {
	/** The kind's code in the address. */
	kind: string;
	name: string;
	/** In a few words, the fields by which records of this kind are found. */
	by: string;
	unit: string;
	gate: Gate;
	/** Returns the statements to send, or the results at once. */
	look: (wanted: Wanted) => Look | Found;
};

export const NOTHING: Found = { total: 0, hits: [] };
export const offsetOf = ({ limit, page }: Typed): number => (page - 1) * limit;

/**
 * Builds a `Look` of one statement whose rows each carry the total; a page without results has one row whose id is
 * null. The cast is safe, because the rows are those of `ask`.
 */
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

/**
 * Builds a `Look` for records that are searched by parts of the typed text; no results when the parts hold nothing to
 * search for.
 */
export function lookingFor<Row extends { id: number }>(
	{ parts, wanted }: { parts: readonly string[]; wanted: Typed },
	ask: (looked: Looked) => Select<(Row & { total: number }) | { id: null; total: number }>,
	hit: (row: Row) => Hit,
): Look | Found {
	const needles = needlesOf(parts);
	if (needles.length === 0) return NOTHING;
	return looking("DB", ask({ needles, limit: wanted.limit, offset: offsetOf(wanted) }), hit);
}

/**
 * What a noun declares so that `plain` can search its kind: its table, searched by the words that a trigger stores in
 * record_texts.
 */
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
