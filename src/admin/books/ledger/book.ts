import type { Ask, Route } from "#auth/route.ts";
import { type Book, book, type FileOf } from "#kits/list/book.ts";
import { type Conditions, fieldsOf, searchOf } from "#kits/list/conditions.ts";
import { type Taken, type Taking, takenAway } from "#kits/list/taking-away.ts";
import { card } from "#ui/card.ts";
import type { Option } from "#ui/field-parts.ts";
import { filters } from "#ui/filters.ts";
import type { Children } from "#ui/html.ts";
import { part } from "#ui/islands/part.ts";
import { pager } from "#ui/pager.ts";
import { type Here, hrefWith } from "#ui/url-state.ts";
import type { Span } from "./query.ts";
import { isOpenYear, type Report, reportPage } from "./report.ts";
import { LEDGER_CRUMBS, ledgerTabs } from "./words.ts";

const gate = "ledger";
/** What all files of the books have in common. */
const FILE = {
	holds: "books",
	unit: "列",
	narrow: "請縮短期間，分次匯出",
	noted: ["ledger.export", "ledger"],
} as const;
/** Adds the name of the file to what the audit row says about it. */
const noted = (taken: Taken | "missing") =>
	taken === "missing" ? taken : { ...taken, filter: { record: taken.file } };

type Files<Q> = Pick<Taking<Q>, "path" | "query" | "name" | "page"> & {
	read: (ask: Ask<object, Q>, most: number) => Promise<Taken | "missing">;
};

/** Declares the file of a report whose page is not a book, because it has forms. */
export const bookFiles = <Q extends object>({ read, ...of }: Files<Q>): Route[] =>
	takenAway({ ...of, ...FILE, gate, read: async (ask, most) => noted(await read(ask, most)) });

type File<C extends Conditions, D> = Pick<Taking<object>, "path" | "name"> & FileOf<C, D>;

/** Declares the file of a book. */
export const bookFile = <C extends Conditions, D extends object>(file: File<C, D>) => ({
	...FILE,
	...file,
	...("of" in file
		? { of: (data: D, ask: Parameters<typeof file.of>[1]) => noted(file.of(data, ask)) }
		: { read: async (...of: Parameters<typeof file.read>) => noted(await file.read(...of)) }),
});

/** What the page of a book shows of what was read for it. */
type Drawn<C extends Conditions> = Pick<Report, "title" | "name" | "span" | "lead"> & {
	/** The page above, of a page that shows one account or one member. */
	above?: { label: string; href: string };
	/** The name of the book's card for screen readers. */
	label: string;
	options?: { [K in keyof C]?: readonly Option[] | undefined };
	body: Children;
	/** Whether the paper says 未結帳; left out, it does as long as the year is not closed. */
	isOpen?: boolean | undefined;
	/** The number of lines that the table shows, of all lines, and their counting word, in a book with pages. */
	lines?: { shown: number; total: number; unit: string };
	/** Whether there is nothing to print and to download. */
	isEmpty: boolean;
};

type LedgerBook<C extends Conditions, D extends { span: Span }> = Pick<
	Book<C, D>,
	"path" | "conditions" | "size" | "read"
> & {
	area: string;
	/** Returns the values of the conditions as the fields and the links of the page have them. */
	values: (data: D) => { [K in keyof C]?: string | undefined };
	/** `page` is the number of the page, or 0 when all lines are on one page for printing. */
	draw: (data: D, shown: { here: Here; page: number }) => Drawn<C>;
	file: File<C, D>;
};

/**
 * Declares a book of the ledger or a report on it: its page with the fields of its conditions, its lines, its print
 * version and its signers, and the same as a file.
 */
export const ledgerBook = <C extends Conditions, D extends { span: Span }>({
	area,
	values,
	draw,
	file,
	...of
}: LedgerBook<C, D>): Route[] =>
	book({
		...of,
		gate,
		isPaper: true,
		page: (data, { surroundings }, page) => {
			const { path, conditions, size = 1 } = of;
			const here: Here = { path, query: values(data) };
			const { above, label, options = {}, body, lines, isEmpty, isOpen, ...head } = draw(data, { here, page });
			const isPrint = page === 0;
			const { shown = 0, total = 0, unit = "" } = lines ?? {};
			const line = filters({ here, search: searchOf(conditions), fields: fieldsOf(conditions, options, here.query) });
			return reportPage({
				...head,
				...{ area, association: surroundings.fullName, titles: surroundings.titles },
				isOpen: isOpen ?? isOpenYear(surroundings, data.span.days.to),
				crumbs: above ? [...LEDGER_CRUMBS, above] : LEDGER_CRUMBS,
				tabs: ledgerTabs(path),
				files: isEmpty ? undefined : (format) => hrefWith({ ...here, path: file.path(format) }, {}),
				printHref: lines && !isPrint ? hrefWith(here, { print: "1" }) : undefined,
				tooLong: isPrint && shown < total,
				body: card(
					{ flush: true, label },
					"named" in options ? part({ name: "picks", props: { of: "accounts" }, when: "touched" }, line) : line,
					body,
					!isPrint && shown > 0 && pager({ here, page, size, total, unit }),
				),
			});
		},
		file: bookFile(file),
	});
