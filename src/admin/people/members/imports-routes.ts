import * as z from "zod";
import { changedIn, chosenIn, HeaderRow, HeaderRows, headerOf } from "#admin/imports-form.ts";
import { applied } from "#admin/long-work.ts";
import { refusalWords } from "#admin/refusal-words.ts";
import { type Ask, action, IdParams, type Route, view } from "#auth/route.ts";
import type { ImportRow } from "#db/people/import-drafts.ts";
import { changedMembers, importRow, importsSelect, writtenRows, writtenTotals } from "#db/people/roster-reads.ts";
import { readRows } from "#db/read.ts";
import { targetNamed } from "#domain/people/roster/columns.ts";
import type { RosterOptions } from "#domain/people/roster/options.ts";
import { OUTCOMES } from "#domain/people/roster/reasons.ts";
import { WRITTEN_OUTCOMES } from "#domain/people/roster/writing.ts";
import {
	applyDraft,
	createImport,
	discardDraft,
	lookAtDraft,
	noteRosterView,
	optionsOf,
	planDraft,
	saveOptions,
	tellWritten,
	undoImport,
} from "#domain/people/roster-imports/actions.ts";
import { PURPOSE } from "#domain/system/files/purposes.ts";
import { paths } from "#http/paths.ts";
import { Refusal } from "#kernel/refusal.ts";
import { type FormState, freshForm } from "#ui/form-state.ts";
import type { Page } from "#ui/page.ts";
import { columnsForm, importColumnsPage } from "./imports-columns-page.ts";
import { importDraftPage } from "./imports-draft-page.ts";
import { importListPage } from "./imports-list-page.ts";
import { importResultPage } from "./imports-result-page.ts";

const { imports } = paths.admin.members;
const gate = "members_manage";
/** The size limit of the form in bytes: a roster and a survey, each of the largest size. */
const UPLOAD_BYTES = 2 * PURPOSE.import.maxBytes + 1024 * 1024;

const PageNumber = z.coerce.number().int().min(1).max(10_000).default(1);
const ListQuery = z.strictObject({ page: PageNumber });
const RowsQuery = z.strictObject({
	page: PageNumber,
	outcome: z
		.enum([...OUTCOMES, ...WRITTEN_OUTCOMES])
		.optional()
		.catch(undefined),
});
type RowsQuery = z.infer<typeof RowsQuery>;
const Version = z.coerce.number().int();

async function listPage(
	{ env, at, query }: Ask<object, { page: number }>,
	state: FormState = freshForm(),
): Promise<Page> {
	const [rows, [count]] = await readRows(env.DB, ...importsSelect(query.page));
	return importListPage({ rows, total: count?.total ?? 0, page: query.page, key: crypto.randomUUID(), at }, state);
}

const listImports = view({ path: imports.list(), gate, query: ListQuery, show: (ask) => listPage(ask) });

const storeImport = action({
	path: imports.list(),
	gate,
	query: ListQuery,
	form: z.strictObject({}),
	maxBytes: UPLOAD_BYTES,
	run: async ({ env, db, by }, { files, key }) => {
		const [roster, survey] = [files.file?.[0], files.survey?.[0]];
		if (!roster) throw new Refusal("file.empty");
		const id = await createImport(env, db, { roster, survey, key, by });
		return { to: imports.columns(id) };
	},
	page: listPage,
});

type AskImport<Q = object> = Ask<{ id: number }, Q>;
const found = async ({ env, params }: AskImport): Promise<ImportRow | undefined> =>
	(await readRows(env.DB, importRow(params.id)))[0][0];

async function showPage(ask: AskImport<RowsQuery>, state?: FormState, undo?: FormState) {
	const row = await found(ask);
	if (!row) return "missing" as const;
	return row.state === "draft" ? draftPage(ask, row, state) : resultPage(ask, row, undo);
}

/**
 * Draws the draft from what its files say now; when they cannot be read, the page on which this can be corrected, with
 * the reason.
 */
async function draftPage(ask: AskImport<RowsQuery>, row: ImportRow, state?: FormState): Promise<Page> {
	const { env, db, by, query } = ask;
	try {
		const { plan } = await planDraft(env, db, { draft: row, by });
		const outcome = OUTCOMES.find((one) => one === query.outcome);
		return importDraftPage({ row, plan, outcome, page: query.page }, state);
	} catch (error) {
		if (error instanceof Refusal) return columnsPage(ask, row, { ...freshForm(), problem: refusalWords(error) });
		throw error;
	}
}

async function resultPage(
	{ env, db, by, query, at }: AskImport<RowsQuery>,
	row: ImportRow,
	undo?: FormState,
): Promise<Page> {
	const outcome = WRITTEN_OUTCOMES.find((one) => one === query.outcome);
	const [rows, totals, changed] = await readRows(
		env.DB,
		writtenRows(row.id, { outcome, page: query.page }),
		writtenTotals(row.id),
		changedMembers(undo ? { id: row.id, appliedAt: row.applied_at ?? 0 } : { id: 0, appliedAt: 0 }),
	);
	if (rows.some(({ before }) => before?.includes('"told"'))) await noteRosterView(db, { id: row.id, by });
	const told = await Promise.all(rows.map(async (one) => ({ ...one, told: await tellWritten(env, row.id, one) })));
	const byOutcome = new Map(totals.map(({ outcome: of, total }) => [of, total]));
	return importResultPage({ row, rows: told, totals: byOutcome, outcome, page: query.page, changed, at }, undo);
}

const showImport = view({
	path: imports.show(":id"),
	gate,
	params: IdParams,
	query: RowsQuery,
	show: (ask) => showPage(ask),
});

async function columnsPage({ env, db, by, at }: AskImport, row: ImportRow, state?: FormState): Promise<Page> {
	const { sheet, mapping } = await lookAtDraft(env, db, { draft: row, by });
	const year = new Date(at + 8 * 3_600_000).getUTCFullYear();
	const page = { row, sheet, mapping, options: optionsOf(row), year };
	const own = columnsForm(page);
	return importColumnsPage(page, state ? { ...state, values: { ...own.values, ...state.values } } : own);
}

async function askColumns(ask: AskImport, state?: FormState) {
	const row = await found(ask);
	if (!row) return "missing" as const;
	return row.state === "draft" ? columnsPage(ask, row, state) : "missing";
}

const showColumns = view({
	path: imports.columns(":id"),
	gate,
	params: IdParams,
	show: async (ask) => {
		const row = await found(ask);
		if (!row) return "missing";
		return row.state === "draft" ? columnsPage(ask, row) : { to: imports.show(row.id) };
	},
});

const Ticked = z
	.string()
	.optional()
	.transform((text) => text === "1");

/** The form of the columns: one field per column (`c0`, `c1` and so on) and the options. */
const ColumnsForm = z
	.object({
		version: Version,
		header_row: HeaderRow,
		header_rows: HeaderRows,
		accept_dates: Ticked,
		leave_empty: Ticked,
		keep_unknown: Ticked,
		fill_only: Ticked,
	})
	.catchall(z.string())
	.transform(({ version, header_row, header_rows, accept_dates, leave_empty, keep_unknown, fill_only, ...rest }) => ({
		version,
		chosen: chosenIn(rest, targetNamed),
		header: headerOf(header_row, header_rows),
		flags: { accept_dates, leave_empty, keep_unknown, fill_only },
	}));

const saveColumns = action({
	path: imports.columns(":id"),
	gate,
	params: IdParams,
	form: ColumnsForm,
	run: async (ask, { input }) => {
		const { env, db, by, params } = ask;
		const row = await found(ask);
		if (!row) return "missing";
		const { mapping } = await lookAtDraft(env, db, { draft: row, by });
		const before = optionsOf(row);
		const isSameHeader = JSON.stringify(before.header) === JSON.stringify(input.header);
		const columns = isSameHeader ? { ...before.columns, ...changedIn(input.chosen, mapping) } : {};
		const options: RosterOptions = { ...input.flags, header: input.header, columns };
		await saveOptions(db, { id: params.id, version: input.version }, options);
		return { to: isSameHeader ? imports.show(params.id) : imports.columns(params.id) };
	},
	page: askColumns,
});

const applyImport = action({
	path: imports.apply(":id"),
	gate,
	params: IdParams,
	query: RowsQuery,
	form: z.strictObject({ version: Version, seen: z.string().regex(/^[0-9a-f]{64}$/) }),
	run: async (ask, { input }) => {
		const { c, env, db, by, params } = ask;
		const row = await found(ask);
		if (!row) return "missing";
		return applied(c, {
			work: (report) => applyDraft(env, db, { draft: row, ...input, by, report }),
			to: imports.show(params.id),
			flash: "已寫入名冊。",
			event: "roster.failed",
		});
	},
	page: (ask, state) => showPage(ask, state),
});

const removeImport = action({
	path: imports.removal(":id"),
	gate,
	params: IdParams,
	query: RowsQuery,
	form: z.strictObject({ version: Version }),
	run: async ({ env, db, by, params }, { input }) => {
		await discardDraft(env, db, { id: params.id, version: input.version, by });
		return { to: imports.list(), flash: "已捨棄檔案，沒有寫入任何資料。" };
	},
	page: (ask, state) => showPage(ask, state),
});

const undo = action({
	path: imports.undo(":id"),
	gate,
	params: IdParams,
	query: RowsQuery,
	form: z.strictObject({ version: Version }),
	run: async ({ env, db, by, params }, { input }) => {
		await undoImport(env, db, { id: params.id, version: input.version, by });
		return { to: imports.show(params.id), flash: "已復原這次匯入。" };
	},
	page: (ask, state) => showPage(ask, undefined, state),
});

export const IMPORT_ROUTES: readonly Route[] = [
	listImports,
	storeImport,
	showImport,
	showColumns,
	saveColumns,
	applyImport,
	removeImport,
	undo,
];
