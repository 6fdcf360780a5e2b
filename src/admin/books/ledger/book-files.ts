import type * as z from "zod";
import type { Ask, Route } from "#auth/route.ts";
import type { SheetFormat } from "#http/sheet-file.ts";
import { type Taken, takenAway } from "#kits/list/taking-away.ts";

type Book<Q> = {
	path: (format: SheetFormat) => string;
	query: z.ZodType<Q>;
	/** What it is called, and the page of it. */
	name: string;
	page: string;
	read: (ask: Ask<object, Q>, most: number) => Promise<Taken | "missing">;
};

/** A book or report as a file. The log keeps which one, and of when. */
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
