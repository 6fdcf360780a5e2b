import * as z from "zod";
import type { Holds } from "#auth/holds.ts";
import type { Gate } from "#auth/permissions.ts";
import { type Ask, type Route, view } from "#auth/route.ts";
import { asked, PageNumber } from "#kernel/query.ts";
import type { Page } from "#ui/page.ts";
import { type Conditions, schemasOf, type ValuesOf } from "./conditions.ts";
import { type Taken, type Taking, takenAway } from "./taking-away.ts";

/** The most lines of a book that are shown on one page for printing. */
export const PRINT_ROWS = 2_000;

/** Which lines of a book are read: the nth page of so many rows. */
export type Part = { page: number; rows: number };

/** The query parameters of a book with pages; `print` shows all lines on one page. */
const PARTS = { page: PageNumber, print: asked(z.literal("1")) };
type Parts = { page?: number; print?: "1" | undefined };

type AskBook<C extends Conditions> = Ask<object, ValuesOf<C>>;

/** What a book's file is made of: the same data as its page, or what it reads itself. */
export type FileOf<C extends Conditions, D> =
	| { of: (data: D, ask: AskBook<C>) => Taken | "missing" }
	| { read: (ask: AskBook<C>, most: number) => Promise<Taken | "missing"> };

export type Book<C extends Conditions, D extends object> = {
	path: string;
	gate: Exclude<Gate, "anyone">;
	conditions: C;
	/** What the page itself shows, when that asks for a new proof of the user's identity. */
	holds?: Holds;
	/** The page is printed as it is. */
	isPaper?: true;
	/** The number of lines on a page; left out, the book has one page. */
	size?: number;
	/** Reads what the address asks for, for the page and for the file; of a book with pages, this part of its lines. */
	read: (ask: AskBook<C>, part: Part) => Promise<D | "missing">;
	/** Draws the page; `nth` is its number, or 0 when all lines are on one page for printing. */
	page: (data: D, ask: AskBook<C>, nth: number) => Page;
	file?: Omit<Taking<object>, "gate" | "query" | "page" | "read"> & FileOf<C, D>;
};

/**
 * Declares a book: a page of what its conditions ask for, such as the lines or the sums of a period, and the same as a
 * file. A list of records, which is sorted and searched, is declared with `listing` instead.
 */
export function book<C extends Conditions, D extends object>({
	path,
	gate,
	conditions,
	holds,
	isPaper,
	size,
	read,
	page,
	file,
}: Book<C, D>): Route[] {
	// The record's type loses which name has which schema, so the cast restores it.
	const query = z.strictObject({ ...schemasOf(conditions), ...(size && PARTS) }) as unknown as z.ZodType<
		ValuesOf<C> & Parts
	>;
	const show = view({
		path,
		gate,
		query,
		...(isPaper && { isPaper }),
		...(holds && { holds }),
		show: async (ask: Ask<object, ValuesOf<C> & Parts>) => {
			const { page: nth = 1, print } = ask.query;
			const part = print ? { page: 1, rows: PRINT_ROWS } : { page: nth, rows: size ?? PRINT_ROWS };
			const data = await read(ask, part);
			return data === "missing" ? "missing" : page(data, ask, print ? 0 : nth);
		},
	});
	return [show, ...(file ? takenAway({ ...file, gate, query, page: path, read: taken(read, file) }) : [])];
}

const taken =
	<C extends Conditions, D extends object>(read: Book<C, D>["read"], file: FileOf<C, D>) =>
	async (ask: AskBook<C>, most: number) => {
		if ("read" in file) return file.read(ask, most);
		const data = await read(ask, { page: 1, rows: most });
		return data === "missing" ? "missing" : file.of(data, ask);
	};
