import { ledgerBook } from "#admin/books/ledger/book.ts";
import { spanOf, Year } from "#admin/books/ledger/query.ts";
import { allows } from "#auth/permissions.ts";
import type { Ask, Route } from "#auth/route.ts";
import { budgetYears } from "#db/books/budgets.ts";
import { layoutRows, statementItems, statementNotes } from "#db/books/layouts.ts";
import { bookYears } from "#db/books/ledger-years.ts";
import { readRows } from "#db/read.ts";
import { keepItems, keepNotes } from "#domain/books/layouts/actions.ts";
import { ItemsForm, NotesForm, NotesQuery } from "#domain/books/layouts/form.ts";
import { changeOf, layoutLines, REPORTS, type Report, SHAPES } from "#domain/books/layouts/lines.ts";
import { monthsOf } from "#domain/books/ledger/months.ts";
import { paths } from "#http/paths.ts";
import { dateInTaipei } from "#kernel/times.ts";
import { formPage } from "#kits/form/form.ts";
import { always, choice, oneOf } from "#kits/list/conditions.ts";
import { freshForm } from "#ui/form-state.ts";
import { hrefWith } from "#ui/url-state.ts";
import { itemsPage, itemValues } from "./items-page.ts";
import { type Noted, notesPage } from "./notes-page.ts";
import { drawLayout, HEADS, type Layout, REPORT_NAMES, SHAPE_NAMES } from "./page.ts";

const { layouts } = paths.admin;
const gate = "ledger_post";

/** Returns the present year in Taipei. */
const yearNow = (at: number): number => Number(dateInTaipei(at).slice(0, 4));
/** Returns the rows of the statement's file. */
const sheetOf = ({ report, lines, notes, isEmpty }: Layout) => ({
	sheet: REPORT_NAMES[report],
	header: ["款", "項", "目", "名稱", ...HEADS[report]],
	widths: [5, 5, 5, 28, 14, 14, 14, 14, 40],
	rows: isEmpty
		? []
		: lines.map((line) => {
				const { more, less } = changeOf(line);
				return [...line.place, line.name, line.now, line.than, more, less, notes.get(line.key) ?? ""];
			}),
});

const show = ledgerBook({
	path: layouts.show(),
	area: "預決算表",
	conditions: {
		report: always(choice("報表", [REPORTS, REPORT_NAMES])),
		year: always(oneOf("年度", Year)),
		shape: always(choice("格式", [SHAPES, SHAPE_NAMES])),
	},
	read: async ({ env, query, at, who }): Promise<Layout> => {
		const now = yearNow(at);
		const { report = "final", shape = "full", year = now } = query;
		const [rows, items, notes, books, budgets] = await readRows(
			env.DB,
			layoutRows(year),
			statementItems(),
			statementNotes(year, report),
			bookYears(),
			budgetYears(),
		);
		const years = new Set([year, now, now + 1, ...[...books, ...budgets].map((one) => one.year)]);
		return {
			...{ report, shape, year },
			years: [...years].sort((a, b) => b - a),
			span: spanOf(monthsOf(year), at),
			lines: layoutLines(rows, items, { report, shape }),
			notes: new Map(notes.map(({ line, note }) => [line, note])),
			isEmpty: rows.every(({ is_used }) => is_used === 0),
			mayPost: allows(gate, who),
		};
	},
	values: ({ report, year, shape }) => ({ report, year: String(year), shape }),
	draw: drawLayout,
	file: {
		path: layouts.export,
		name: "預決算表",
		of: (of) => ({ file: `${REPORT_NAMES[of.report]}-${of.year}`, table: sheetOf(of) }),
	},
});

type AskNotes = Ask<object, { year?: number | undefined; report: Report }>;
async function notedOf({
	env,
	query: { report, ...query },
	at,
}: AskNotes): Promise<Noted & { notes: Map<string, string> }> {
	const year = query.year ?? yearNow(at);
	const [rows, items, notes] = await readRows(env.DB, layoutRows(year), statementItems(), statementNotes(year, report));
	return {
		...{ year, report },
		lines: layoutLines(rows, items, { report, shape: "full" }),
		version: Math.max(0, ...notes.map(({ version }) => version)),
		notes: new Map(notes.map(({ line, note }) => [line, note])),
	};
}

const notes = formPage({
	path: layouts.notes(),
	gate,
	query: NotesQuery,
	form: NotesForm,
	about: notedOf,
	filled: ({ lines, notes: kept }) =>
		freshForm(Object.fromEntries(lines.map(({ key }) => [`note_${key}`, kept.get(key) ?? ""]))),
	page: notesPage,
	run: async ({ db, by, at, query: { year = yearNow(at), report } }, { input }) => {
		const many = await keepNotes(db, { year, report, ...input, by });
		const to = hrefWith({ path: layouts.show(), query: { year: String(year), report } }, {});
		return { to, flash: many === 0 ? "說明沒有變更。" : `已儲存 ${many} 行的說明。` };
	},
});

const items = formPage({
	path: layouts.items(),
	gate,
	form: ItemsForm,
	about: async ({ env }) => (await readRows(env.DB, statementItems()))[0],
	filled: itemValues,
	page: itemsPage,
	run: async ({ db, by }, { input }) => {
		await keepItems(db, { ...input, by });
		return { to: layouts.items(), flash: "已儲存預決算表的項。" };
	},
});

/** The routes of 收支決算表 and 收支預算表 by 款／項／目: the statements, their notes, and their 項. */
export const LAYOUT_ROUTES: readonly Route[] = [...show, ...notes, ...items];
