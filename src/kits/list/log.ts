import * as z from "zod";
import { type Ask, type Route, view } from "#auth/route.ts";
import { asked as optional } from "#kernel/query.ts";
import { keysetPager } from "#ui/keyset-pager.ts";
import { type Conditions, narrowedBy, RecordId, schemasOf, type ValuesOf } from "./conditions.ts";
import type { ListOf, ListPage } from "./declaration.ts";
import { pageOfList } from "./page.ts";

/** The place of a page in a log: it has the rows older than `before`, or newer than `after`, or the newest. */
type Cursor<Key> = { before?: Key | undefined; after?: Key | undefined };

/**
 * Returns one page of a log, newest first, and whether the log has newer and older rows. `found` are the rows from the
 * cursor on, at most one more than `size`; with `after` they come oldest first.
 */
export function partOf<Row>(found: readonly Row[], { before, after }: Cursor<unknown>, size: number) {
	const more = found.length > size;
	const rows = found.slice(0, size);
	return after === undefined
		? { rows, newer: before !== undefined, older: more }
		: { rows: rows.reverse(), newer: more, older: true };
}

type Log<C extends Conditions, Row, More extends object> = Omit<
	ListPage<C, never, Row, More>,
	"unit" | "sorts" | "sort" | "size" | "read" | "past" | "lead"
> & {
	/** The number of rows on a page. */
	size: number;
	/** Reads at most `limit` rows from the cursor on: newest first, but with `after` oldest first. */
	read: (
		ask: Pick<Ask, "env" | "db">,
		asked: ValuesOf<C>,
		cursor: Cursor<number> & { limit: number },
	) => Promise<{ rows: Row[] } & More>;
	lead: NonNullable<ListPage<C, never, Row, More>["lead"]>;
};

/**
 * Declares a list of records in the order of their time that nobody counts, because it is long and grows while it is
 * read: its pages are reached by older and newer, from the record at the end of the page.
 */
export function logging<C extends Conditions, Row extends { id: number }, More extends object>(
	of: Log<C, Row, More>,
): Route {
	const cursor = { before: optional(RecordId), after: optional(RecordId), view: optional(RecordId) };
	// The record's type loses which name has which schema, so the casts to `ValuesOf` restore it.
	const Query = z.strictObject({ ...schemasOf(of.conditions), ...cursor }) as unknown as z.ZodType<
		ValuesOf<C> & Cursor<number> & { view: number | undefined }
	>;
	return view({
		path: of.path,
		gate: of.gate,
		query: Query,
		isList: true,
		show: async (ask) => {
			const { before, after, view, ...rest } = ask.query;
			const asked = rest as unknown as ValuesOf<C>;
			const cursor = before === undefined ? { after } : { before };
			const { before: _before, after: _after, ...query } = ask.c.req.query();
			const here = { path: of.path, query };
			const found = await of.read(ask, asked, { ...cursor, limit: of.size + 1 });
			const { rows, newer, older } = partOf(found.rows, cursor, of.size);
			const list: ListOf<C, never, Row, More> = {
				...{ ...found, rows, total: 0, ...narrowedBy(of.conditions, query) },
				...{ asked: { ...asked, sort: undefined as never, page: 1 }, here, query, view, state: undefined },
				...{ who: ask.who, at: ask.at },
			};
			const [first, last] = [rows[0], rows.at(-1)];
			const turning = {
				newerThan: newer && first ? String(first.id) : undefined,
				olderThan: older && last ? String(last.id) : undefined,
			};
			return pageOfList({ ...of, unit: "", isUncounted: true }, list, keysetPager({ here, ...turning }));
		},
	});
}
