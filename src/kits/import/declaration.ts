import type * as z from "zod";
import type { FormInput } from "#auth/input.ts";
import type { Gate } from "#auth/permissions.ts";
import type { Ask } from "#auth/route.ts";
import type { ImportRef } from "#db/system/index.ts";
import type { Drafts } from "#domain/system/actions.ts";
import type { Draft } from "#domain/system/index.ts";
import type { Cell } from "#kernel/table.ts";
import type { Option } from "#ui/field-parts.ts";
import type { FormState } from "#ui/form-state.ts";
import type { Children } from "#ui/html.ts";
import type { Crumb, Page, Tab } from "#ui/page.ts";
import type { Status } from "#ui/status.ts";
import type { Column } from "#ui/table.ts";

/** An import as its list shows it. */
export type ImportedRow = Draft & { created_by_name: string | null; applied_at: number | null; created_at: number };
/** The addresses of one take its id. */
type Id = number | ":id";
export type Places = {
	list: () => string;
	show: (id: Id) => string;
	columns: (id: Id) => string;
	apply: (id: Id) => string;
	removal: (id: Id) => string;
};

/** What is uploaded, and the imports that were. */
export type UploadOf<R, More, F> = {
	title: string;
	area: string;
	crumbs: readonly Crumb[];
	tabs?: Tab[];
	lead: string;
	card: string;
	submit: string;
	/** The fields of the form, or what stands there where nothing can be uploaded yet. */
	fields: (more: More, state: FormState) => { fields: Children } | { instead: Children };
	form: z.ZodType<F>;
	/** Most bytes of all its files. */
	maxBytes: number;
	/** Takes it in, once for the form's key. `isKnown`: nobody needs to look at its columns. */
	take: (ask: Ask, upload: Upload<F>) => Promise<{ id: number; isKnown: boolean }>;
	/** Rows of a page. */
	size: number;
	read: (env: Ask["env"], page: number) => Promise<{ rows: R[]; total: number } & More>;
	/** Under the name of the file. */
	beneath?: (row: R) => string;
	/** What one brought that was written. */
	brought: { label: string; words: (row: R) => Children };
	/** Who imported where no user did. */
	nobody: string;
	none: { title: string; text: string };
};
type Upload<F> = FormInput<F> & { first: FormInput<F>["files"][string][number] };

/** What is known of a file's columns; rows count from 0. */
export type MappedColumn = { index: number; header: string; target: string; known: boolean };
export type Mapped = { sheet: string; header: number; first: number; columns: MappedColumn[] };
type Header = { row: number; rows: 1 | 2 } | null;
export type Readable<B extends string> = { header: Header } & Record<B, boolean>;

/** What the form of the columns says: the header's place, its boxes, and what each column is. */
export type ToldColumns<B extends string> = {
	header: Header;
	boxes: Record<B, boolean>;
	chosen: { index: number; text: string }[];
	/** Of another header the columns are to be looked at again. */
	isSameHeader: boolean;
};

/** How a file is read: its columns, and the options beside them. */
export type ColumnsOf<R, O, M extends Mapped, B extends string> = {
	title: string;
	lead: (mapping: M, row: R) => string;
	/** No header was found. */
	noHeader: string;
	submit: string;
	busy: string;
	cancel: (row: R) => string;
	/** What the columns are called (名冊的欄), and what is chosen of each (匯入成). */
	column: string;
	becomes: string;
	/** Which columns nobody knows, and what becomes of them. */
	unknown: { is: (column: M["columns"][number]) => boolean; tone: "warn" | "info"; words: string };
	/** What a column may be; `at` is now. */
	targets: (column: M["columns"][number], at: number) => Option[];
	/** What stands in a column, as it may be shown; the first three are. */
	examples: (cells: readonly (Cell | undefined)[], column: M["columns"][number]) => string[];
	/** The card of the options; a row where a header often stands, and what two rows of it mean. */
	options: string;
	exampleRow: string;
	twoRows: string;
	boxes: Record<B, string>;
	/** What is kept of what was told, and whether it can be planned now. */
	told: (before: O, told: ToldColumns<B>, mapping: M | undefined) => { options: O; isKnown: boolean };
};

/** What a draft would bring, row by row. */
export type PreviewOf<R, P, Line, Code extends string> = {
	title: string;
	/** Behind the state: how it was read. */
	lead: (plan: P, row: R) => string;
	/** Said before anything is written. */
	above?: (plan: P) => Children;
	/** All rows in the order in which they are shown. */
	lines: (plan: P) => readonly Line[];
	outcomes: readonly Code[];
	looks: Record<Code, Status>;
	outcomeOf: (line: Line) => Code;
	/** How many came out so, or all; not told where it is not given. */
	count: (plan: P, outcome: Code | undefined) => number | undefined;
	columns: Column<Line>[];
	/** Rows of a page. */
	size: number;
};

/** What will be written, and the button that does it. */
export type ConfirmOf<P> = {
	title: string;
	facts: (plan: P) => { name: string; value: Children }[];
	/** Why there is nothing to write. */
	nothing: (plan: P) => string | undefined;
	/** What it means, above the form; and what stands in it. */
	words?: string;
	inside?: (plan: P, state: FormState) => Children;
	/** What the bar of its progress is called. */
	label: string;
	submit: (plan: P) => string;
};

/** What all pages of an import need. */
export type Common<R> = {
	places: Places;
	gate: Exclude<Gate, "anyone">;
	/** The name of its pages: 匯入名冊; and the crumbs of one import. */
	area: string;
	crumbs: readonly Crumb[];
	find: (env: Ask["env"], id: number) => Promise<R | undefined>;
};

/** One kind of import: what `importing` makes its pages of. */
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
	/** Whoever imports, and in whose place, where that is not the user alone. */
	users?: (ask: Pick<Ask, "who">) => readonly number[];
	upload: UploadOf<R, More, F>;
	columns: ColumnsOf<R, O, M, B>;
	/** The outcome that an address may ask for. */
	outcome: z.ZodType<string | undefined>;
	preview: PreviewOf<R, P, Line, Code>;
	confirm: ConfirmOf<P>;
	/** What is answered beside the plan where it is written. */
	answers: z.ZodRawShape & { [K in keyof W]: z.ZodType<W[K]> };
	written: { flash: string; event: string };
	discarded: string;
	/** What it came to, where it was written. `undo` is the form that was refused. */
	result: (ask: AskImport, row: R, undo?: FormState) => Page | Promise<Page>;
	/** How it is taken back, where it can be. */
	undo?: { path: (id: Id) => string; run: (ask: AskImport, ref: ImportRef) => Promise<void> };
};
export type RowsQuery = { page: number; outcome?: string | undefined };
export type AskImport = Ask<{ id: number }, RowsQuery>;
