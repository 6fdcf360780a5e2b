import type * as z from "zod";
import type { FormInput } from "#auth/input.ts";
import type { Gate } from "#auth/permissions.ts";
import type { Ask } from "#auth/route.ts";
import type { ImportRef, ImportsPage } from "#db/system/index.ts";
import type { Drafts } from "#domain/system/actions.ts";
import type { Draft } from "#domain/system/index.ts";
import type { Cell } from "#kernel/table.ts";
import type { Option } from "#ui/field-parts.ts";
import type { FormState } from "#ui/form-state.ts";
import type { Children } from "#ui/html.ts";
import type { Crumb, Page, Tab } from "#ui/page.ts";
import type { Status } from "#ui/status.ts";
import type { Column } from "#ui/table.ts";

/**
 * An import in the list of imports: its draft, the name of the user who made it (null for none), when it was written
 * (`applied_at`, null before that), and when it was made.
 */
export type ImportedRow = Draft & { created_by_name: string | null; applied_at: number | null; created_at: number };
/** The id of an import in an address; ":id" where a route is declared. */
type Id = number | ":id";
export type Places = {
	list: () => string;
	show: (id: Id) => string;
	columns: (id: Id) => string;
	apply: (id: Id) => string;
	removal: (id: Id) => string;
};

/** The page with the form to upload a file and the list of earlier imports. */
export type UploadOf<R, More, F> = {
	title: string;
	area: string;
	crumbs: readonly Crumb[];
	tabs?: Tab[];
	lead: string;
	card: string;
	submit: string;
	/** Draws the fields of the form, or what stands in their place when nothing can be uploaded yet. */
	fields: (more: More, state: FormState) => { fields: Children } | { instead: Children };
	form: z.ZodType<F>;
	/** The maximum number of bytes of all files of the form together. */
	maxBytes: number;
	/**
	 * Stores the upload as a draft, once per form `key`. `isKnown` is true when all columns were recognised, so that
	 * the columns page can be skipped.
	 */
	take: (ask: Ask, upload: Upload<F>) => Promise<{ id: number; isKnown: boolean }>;
	/** The number of imports on a page of the list. */
	size: number;
	read: (env: Ask["env"], asked: ImportsPage) => Promise<{ rows: R[]; total: number } & More>;
	/** Returns the text that stands under the name of the file in the list. */
	beneath?: (row: R) => string;
	/** The column of the list that says what a finished import wrote. */
	brought: { label: string; words: (row: R) => Children };
	/** The words in the column 匯入者 when the import was not done by a user. */
	nobody: string;
	none: { title: string; text: string };
};
type Upload<F> = FormInput<F> & { first: FormInput<F>["files"][string][number] };

/**
 * A column of the uploaded file: its index, its heading, the code of what it is imported as (`target`, "ignore" for
 * nothing), and whether that was recognised or chosen (`known`). Columns and rows count from 0.
 */
type MappedColumn = { index: number; header: string; target: string; known: boolean };
export type Mapped = { sheet: string; header: number; first: number; columns: MappedColumn[] };
type Header = { row: number; rows: 1 | 2 } | null;
export type Readable<B extends string> = { header: Header } & Record<B, boolean>;

/**
 * What the user sent with the columns form: where the header is, the checkboxes, and the chosen target of each column.
 */
export type ToldColumns<B extends string> = {
	header: Header;
	boxes: Record<B, boolean>;
	chosen: { index: number; text: string }[];
	/** False when the user named another header: then the columns must be shown again. */
	isSameHeader: boolean;
};

/** The declaration of the columns page: the columns of a file, and the options of reading it. */
export type ColumnsOf<R, O, M extends Mapped, B extends string> = {
	title: string;
	lead: (mapping: M, row: R) => string;
	/** The words when no header row was found. */
	noHeader: string;
	submit: string;
	busy: string;
	cancel: (row: R) => string;
	/**
	 * `column` is the heading for the file's columns (such as 名冊的欄), `becomes` the heading for the chosen targets
	 * (such as 匯入成).
	 */
	column: string;
	becomes: string;
	/** Which columns are not recognised, and the words that say what happens to them. */
	unknown: { is: (column: M["columns"][number]) => boolean; tone: "warn" | "info"; words: string };
	/** Returns the targets that the user may choose for a column; `at` is the present time in UTC milliseconds. */
	targets: (column: M["columns"][number], at: number, mapping: M) => Option[];
	/** Returns the texts of a column's cells as they may be shown; the page shows the first three. */
	examples: (cells: readonly (Cell | undefined)[], column: M["columns"][number], mapping: M) => string[];
	/**
	 * `options` is the title of the card of options, `exampleRow` a row number where headers often are, `twoRows` the
	 * label of the choice of a header of two rows.
	 */
	options: string;
	exampleRow: string;
	twoRows: string;
	boxes: Record<B, string>;
	/**
	 * Returns the options to store, made of those stored before and of what the user sent (`told`), and whether the
	 * draft can be planned with them (`isKnown`).
	 */
	told: (before: O, told: ToldColumns<B>, mapping: M | undefined) => { options: O; isKnown: boolean };
};

/** The declaration of the preview: what a draft would write, row by row. */
export type PreviewOf<R, P, Line, Code extends string> = {
	title: string;
	/** Returns the words that follow the import's state in the page's lead: how the file was read. */
	lead: (plan: P, row: R) => string;
	/** Draws what stands above the rows, such as warnings. */
	above?: (plan: P, row: R) => Children;
	/** Returns all rows in the order in which they are shown. */
	lines: (plan: P) => readonly Line[];
	outcomes: readonly Code[];
	looks: Record<Code, Status>;
	outcomeOf: (line: Line) => Code;
	/**
	 * Returns the number of rows with an outcome, or of all rows when `outcome` is undefined. No number is shown when
	 * it returns undefined.
	 */
	count: (plan: P, outcome: Code | undefined) => number | undefined;
	columns: (plan: P) => Column<Line>[];
	/** The number of rows on a page. */
	size: number;
};

/** The declaration of the card that says what will be written, with the button that writes it. */
export type ConfirmOf<P> = {
	title: string;
	facts: (plan: P) => { name: string; value: Children }[];
	/** Returns why there is nothing to write; undefined when there is something. */
	nothing: (plan: P) => string | undefined;
	/** `words` stands above the form and says what writing means; `inside` draws the contents of the form. */
	words?: string;
	inside?: (plan: P, state: FormState) => Children;
	/** The label of the progress bar. */
	label: string;
	submit: (plan: P) => string;
};

/** What all pages of one kind of import need. */
export type Common<R> = {
	places: Places;
	gate: Exclude<Gate, "anyone">;
	/** `area` is the name of the pages in the window's title, such as 匯入名冊; `crumbs` are those above one import. */
	area: string;
	crumbs: readonly Crumb[];
	find: (env: Ask["env"], id: number) => Promise<R | undefined>;
};

/** The declaration of one kind of import, from which `importing` makes all its pages. */
export type ImportOf<
	R extends ImportedRow,
	O,
	M extends Mapped,
	P,
	W,
	Line,
	Code extends string,
	More,
	F,
	B extends string,
> = Common<R> & {
	drafts: Drafts<R, O, M, P, W>;
	/**
	 * Returns the ids of the users who import: the signed-in user, and whoever the user is a deputy of. Left out, it is
	 * the signed-in user alone.
	 */
	users?: (ask: Pick<Ask, "who">) => readonly number[];
	upload: UploadOf<R, More, F>;
	columns: ColumnsOf<R, O, M, B>;
	/** The schema of the outcome in the page's address, by which the rows are filtered. */
	outcome: z.ZodType<string | undefined>;
	preview: PreviewOf<R, P, Line, Code>;
	confirm: ConfirmOf<P>;
	/** The schemas of the fields that the user answers in the form that writes the draft. */
	answers: z.ZodRawShape & { [K in keyof W]: z.ZodType<W[K]> };
	written: { flash: string; event: string };
	discarded: string;
	/** Returns the page of an import that was written. `undo` is the state of the undo form when that was refused. */
	result: (ask: AskImport, row: R, undo?: FormState) => Page | Promise<Page>;
	/** How an import of this kind is undone. Left out when it cannot be undone. */
	undo?: { path: (id: Id) => string; run: (ask: AskImport, ref: ImportRef) => Promise<void> };
};
export type RowsQuery = { page: number; outcome?: string | undefined };
export type AskImport = Ask<{ id: number }, RowsQuery>;
