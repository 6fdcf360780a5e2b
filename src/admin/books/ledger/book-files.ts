import type * as z from "zod";
import type { Ask, Route } from "#auth/route.ts";
import type { SheetFormat } from "#http/sheet-file.ts";
import { type Taken, takenAway } from "#kits/list/taking-away.ts";

type Book<Q> = {
	path: (format: SheetFormat) => string;
	query: z.ZodType<Q>;
	/** The Chinese name of the book or report, for the message that there is nothing to export. */
	name: string;
	/** The address of the page of the book or report. */
	page: string;
	read: (ask: Ask<object, Q>, most: number) => Promise<Taken | "missing">;
};

/**
 * Builds the routes that download a book or report as a file. The audit log records the file's name (`file` of what
 * `read` returns).
 */
export const bookFiles = <Q extends object>({ read, ...book }: Book<Q>): Route[] =>
	takenAway({
		...book,
		gate: "ledger",
		holds: "books",
		unit: "列",
		narrow: "請縮短期間，分次匯出",
		noted: ["ledger.export", "ledger"],
		read: async (ask, most) => {
			const taken = await read(ask, most);
			return taken === "missing" ? taken : { ...taken, filter: { record: taken.file } };
		},
	});
