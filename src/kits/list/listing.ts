import * as z from "zod";
import { wantsJson } from "#auth/answer.ts";
import type { Holds } from "#auth/holds.ts";
import type { Gate } from "#auth/permissions.ts";
import type { Ask, Route } from "#auth/route.ts";
import type { SheetFormat } from "#http/sheet-file.ts";
import { asked as optional, PageNumber } from "#kernel/query.ts";
import { dateInTaipei } from "#kernel/times.ts";
import { pageWithForms, type Refused, type Standing } from "#kits/form/form.ts";
import type { FormState } from "#ui/form-state.ts";
import { type Conditions, narrowedBy, queryObject, RecordId, schemasOf } from "./conditions.ts";
import type { Asked, ListOf, ListPage, Ordered } from "./declaration.ts";
import { pageOfList } from "./page.ts";
import { sortedRows, sortsOf } from "./sorting.ts";
import { type FileColumn, fileColumns, type Taken, tableOf, takenAway } from "./taking-away.ts";
import { totalsOf } from "./views.ts";

/** The declaration of a list's file: all rows with the conditions, in the order and with the chosen columns of the list. */
type ListFile<O, Row> = {
	path: (format: SheetFormat) => string;
	/** The gate of the file, when not every user who sees the list may download it. */
	gate?: Exclude<Gate, "anyone">;
	holds: Holds;
	/** The advice to the user when there are too many rows for a file. */
	narrow: string;
	noted: readonly [action: string, type: string];
	columns: readonly FileColumn<Row>[];
	/** Reads the rows of the file, `most` at most. */
	read: (
		ask: Pick<Ask, "env" | "who" | "at">,
		asked: O,
		most: number,
	) => Promise<{ rows: Row[]; filter?: Taken["filter"] }>;
};

type Listing<C extends Conditions, S extends string, Row, More extends object, FileRow> = ListPage<C, S, Row, More> & {
	file?: ListFile<Omit<Ordered<C, S>, "page">, FileRow>;
};

type StaffGate = Exclude<Gate, "anyone">;

/** The parameters of a list's address that change how it is shown, and not what is listed. */
const LOOKS = {
	view: optional(RecordId),
	cols: optional(z.string().regex(/^[a-z0-9_-]+(?:\.[a-z0-9_-]+){0,59}$/)),
};
const Looks = z.object(LOOKS);
/** Returns the ids of the columns that a list's query chooses, in their order; undefined for the usual ones. */
const chosenIn = (query: Record<string, string>): readonly string[] | undefined => Looks.parse(query).cols?.split(".");

type Known<A> = {
	/** The schema of the query of the list's address. */
	query: z.ZodType<A>;
	/** The routes of the list: its page and, when it has a file, the file in each format. */
	routes: readonly Route[];
	/**
	 * Returns the list as a page on which forms stand. A refused form shows the list for the query of the form's
	 * address; with `query`, the form's address has no query and the list is shown for that one.
	 */
	standing: (query?: Record<string, string>) => Standing<"sent", object, A, StaffGate>;
	/**
	 * Parses a query text of the list; "*" (as the band over the list sends it) is the list without conditions. Returns
	 * undefined for a text that is not a query of the list.
	 */
	askedBy: (text: string) => A | undefined;
	/** Returns the list's address with this query text, or without a query when the text is not one of the list. */
	again: (query: string) => string;
	/**
	 * Returns the schema of another page's query that has the conditions and the order of the list, and `more` besides.
	 */
	asking: <M extends z.ZodRawShape>(more: M) => z.ZodType<Omit<A, "page"> & z.infer<z.ZodObject<M>>>;
};

/**
 * Declares a list of records: conditions in the address with their form, sums, a sortable table in pages, the words
 * when it is empty, and the same rows as a file. All lists are declared with this function.
 */
export function listing<C extends Conditions, S extends string, Row, More extends object, FileRow>(
	of: Listing<C, S, Row, More, FileRow>,
): Known<Asked<C, S>> {
	const sorts: readonly string[] | undefined = of.sorts ?? (of.by && sortsOf(of.by));
	const shape = { ...schemasOf(of.conditions), ...(sorts && { sort: optional(z.enum(sorts)) }) };
	// The record's type loses which name has which schema, so the cast to `Asked` restores it.
	const asking = (more: z.ZodRawShape) =>
		queryObject({ ...shape, ...LOOKS, ...more }, of.open).transform(
			({ cols: _, view: __, ...asked }) => asked,
		) as unknown as z.ZodType<Asked<C, S>>;
	const ExportQuery = asking({});
	const Query = of.size ? asking({ page: PageNumber }) : ExportQuery;
	const tried = (text: string) => Query.safeParse(Object.fromEntries(new URLSearchParams(text)));
	const readFor = async (
		ask: Ask<object, object>,
		query: Record<string, string>,
		state?: FormState,
	): Promise<ListOf<C, S, Row, More>> => {
		const asked = ordered(of, Query.parse(query));
		const read = await of.read(ask, asked);
		const rows = of.by ? sortedRows(read.rows, of.by, asked.sort) : read.rows;
		const { who, at } = ask;
		const here = { path: of.path, query };
		const { view } = Looks.parse(query);
		const isAsked = narrowedBy(of.conditions, query, of.open);
		return { ...read, rows, ...isAsked, asked, query, here, chosen: chosenIn(query), view, state, who, at };
	};
	const shown = async (ask: Ask<object, object>, query: Record<string, string>, { sent }: Refused) => {
		if (!sent && wantsJson(ask.c)) {
			const totals = await totalsOf(ask.who.views, async (view) => {
				if (!Query.safeParse(view).success) return undefined;
				const list = await readFor(ask, view);
				return of.told?.(list) ?? list.total;
			});
			return { data: totals };
		}
		return pageOfList(of, await readFor(ask, query, sent));
	};
	const { path, gate } = of;
	const standing: Known<Asked<C, S>>["standing"] = (query) =>
		pageWithForms<"sent", object, Asked<C, S>, StaffGate>({
			...{ path, gate, isList: true, ...(!query && { query: Query }) },
			page: (ask, refused) => shown(ask, query ?? ask.c.req.query(), refused),
		});
	return {
		query: Query,
		routes: [standing().show, ...(of.file ? filesOf(of, of.file, ExportQuery) : [])],
		standing,
		askedBy: (text) => tried(text === "*" ? "" : text).data,
		again: (query) => (query && tried(query).success ? `${of.path}?${new URLSearchParams(query)}` : of.path),
		asking: (more) => asking(more) as never,
	};
}

function ordered<C extends Conditions, S extends string>(
	{ sort: own }: { sort?: S | ((asked: Asked<C, S>) => S) },
	asked: Asked<C, S>,
): Ordered<C, S> {
	const sort = asked.sort ?? (typeof own === "function" ? own(asked) : own);
	return { ...asked, sort } as Ordered<C, S>;
}

function filesOf<C extends Conditions, S extends string, Row, More extends object, FileRow>(
	of: ListPage<C, S, Row, More>,
	file: ListFile<Omit<Ordered<C, S>, "page">, FileRow>,
	query: z.ZodType<Asked<C, S>>,
): Route[] {
	return takenAway({
		...{
			path: file.path,
			gate: file.gate ?? of.gate,
			query,
			holds: file.holds,
			narrow: file.narrow,
			noted: file.noted,
		},
		...{ name: of.name ?? of.title, unit: of.unit, page: of.path },
		read: async (ask, most) => {
			const { rows, filter } = await file.read(ask, ordered(of, ask.query), most);
			const columns = fileColumns(file.columns, chosenIn(ask.c.req.query()));
			return {
				file: `${of.title}-${dateInTaipei(ask.at)}`,
				table: tableOf(of.title, columns, rows),
				...(filter && { filter }),
			};
		},
	});
}
