import * as z from "zod";
import { changedIn, chosenIn, HeaderRow, HeaderRows, headerOf } from "#admin/imports-form.ts";
import { applied } from "#admin/long-work.ts";
import { refusalWords } from "#admin/refusal-words.ts";
import { usersOf } from "#admin/reviewers.ts";
import { type Ask, action, IdParams, type Route, view } from "#auth/route.ts";
import {
	changedPayments,
	paymentImport,
	paymentImports,
	type WrittenRow,
	writtenRows,
	writtenTotals,
} from "#db/money/payment-imports.ts";
import type { ImportRow } from "#db/people/import-drafts.ts";
import { readRows } from "#db/read.ts";
import {
	applyDraft,
	createList,
	discardDraft,
	lookAtDraft,
	noteListView,
	planDraft,
	readingOf,
	saveReading,
	tellRow,
	undoImport,
} from "#domain/money/payment-imports/actions.ts";
import { targetNamed } from "#domain/money/payment-imports/columns.ts";
import { PAYMENT_OUTCOMES, WRITTEN_PAYMENTS } from "#domain/money/payment-imports/reasons.ts";
import { PURPOSE } from "#domain/system/files/purposes.ts";
import { paths } from "#http/paths.ts";
import { Refusal } from "#kernel/refusal.ts";
import { type FormState, freshForm } from "#ui/form-state.ts";
import type { Page } from "#ui/page.ts";
import { columnsForm, importColumnsPage } from "./imports-columns-page.ts";
import { importDraftPage } from "./imports-draft-page.ts";
import { importListPage } from "./imports-list-page.ts";
import { importResultPage } from "./imports-result-page.ts";

const { imports } = paths.admin.payments;
/** The gate of imports: imported payments are verified at once, so it is the gate of verifiers. */
const gate = "payments_verify";

const PageNumber = z.coerce.number().int().min(1).max(10_000).default(1);
const RowsQuery = z.strictObject({
	page: PageNumber,
	outcome: z
		.enum([...PAYMENT_OUTCOMES, ...WRITTEN_PAYMENTS])
		.optional()
		.catch(undefined),
});
type RowsQuery = z.infer<typeof RowsQuery>;
const Version = z.coerce.number().int();
const OfVersion = z.strictObject({ version: Version });

async function listPage({ env, at, query }: Ask<object, { page: number }>, state: FormState = freshForm()) {
	const [rows, [count]] = await readRows(env.DB, ...paymentImports(query.page));
	return importListPage({ rows, total: count?.total ?? 0, page: query.page, key: crypto.randomUUID(), at }, state);
}
const ListQuery = z.strictObject({ page: PageNumber });

const listImports = view({ path: imports.list(), gate, query: ListQuery, show: (ask) => listPage(ask) });

const storeImport = action({
	path: imports.list(),
	gate,
	query: ListQuery,
	form: z.strictObject({}),
	maxBytes: PURPOSE.import.maxBytes + 1024 * 1024,
	run: async ({ env, db, by }, { files, key }) => {
		const [upload] = files.file ?? [];
		if (!upload) throw new Refusal("file.empty");
		return { to: imports.columns(await createList(env, db, { upload, key, by })) };
	},
	page: listPage,
});

type AskImport<Q = object> = Ask<{ id: number }, Q>;
const found = async ({ env, params }: AskImport): Promise<ImportRow | undefined> =>
	(await readRows(env.DB, paymentImport(params.id)))[0][0];

async function showPage(ask: AskImport<RowsQuery>, state?: FormState, undo?: FormState) {
	const row = await found(ask);
	if (!row) return "missing" as const;
	return row.state === "draft" ? draftPage(ask, row, state) : resultPage(ask, row, undo);
}

/**
 * Draws the draft from what its file says now; when it cannot be read, the page on which this can be corrected, with
 * the reason.
 */
async function draftPage(ask: AskImport<RowsQuery>, row: ImportRow, state?: FormState): Promise<Page> {
	const { env, db, by, query, who } = ask;
	try {
		const { plan } = await planDraft(env, db, { draft: row, users: usersOf(who, "payments.verify"), by });
		const outcome = PAYMENT_OUTCOMES.find((one) => one === query.outcome);
		return importDraftPage({ row, plan, outcome, page: query.page }, state);
	} catch (error) {
		if (error instanceof Refusal) return columnsPage(ask, row, { ...freshForm(), problem: refusalWords(error) });
		throw error;
	}
}

const isSealed = ({ told }: WrittenRow): boolean => told?.includes('"sealed"') ?? false;

async function resultPage({ env, db, by, query }: AskImport<RowsQuery>, row: ImportRow, undo?: FormState) {
	const outcome = WRITTEN_PAYMENTS.find((one) => one === query.outcome);
	const [rows, totals, changed] = await readRows(
		env.DB,
		writtenRows(row.id, { outcome, page: query.page }),
		writtenTotals(row.id),
		changedPayments(undo ? row.id : 0),
	);
	if (rows.some(isSealed)) await noteListView(db, { id: row.id, by });
	const told = await Promise.all(rows.map(async (one) => ({ ...one, said: await tellRow(env, row.id, one) })));
	const byOutcome = new Map(totals.map(({ outcome: of, total }) => [of, total]));
	return importResultPage({ row, rows: told, totals: byOutcome, outcome, page: query.page, changed }, undo);
}

const showImport = view({
	path: imports.show(":id"),
	gate,
	params: IdParams,
	query: RowsQuery,
	show: (ask) => showPage(ask),
});

async function columnsPage({ env, db, by }: AskImport, row: ImportRow, state?: FormState): Promise<Page> {
	const page = { row, ...(await lookAtDraft(env, db, { draft: row, by })), options: readingOf(row) };
	const own = columnsForm(page);
	return importColumnsPage(page, state ? { ...state, values: { ...own.values, ...state.values } } : own);
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

/** The form of the columns: one field per column (`c0`, `c1` and so on) and the header's place. */
const ColumnsForm = z
	.object({ version: Version, header_row: HeaderRow, header_rows: HeaderRows })
	.catchall(z.string())
	.transform(({ version, header_row, header_rows, ...rest }) => ({
		version,
		chosen: chosenIn(rest, targetNamed),
		header: headerOf(header_row, header_rows),
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
		const before = readingOf(row);
		const { mapping } = await lookAtDraft(env, db, { draft: row, by });
		const isSame = JSON.stringify(before.header) === JSON.stringify(input.header);
		const columns = isSame ? { ...before.columns, ...changedIn(input.chosen, mapping) } : {};
		await saveReading(db, { id: params.id, version: input.version }, { header: input.header, columns });
		return { to: isSame ? imports.show(params.id) : imports.columns(params.id) };
	},
	page: async (ask, state) => {
		const row = await found(ask);
		return row?.state === "draft" ? columnsPage(ask, row, state) : "missing";
	},
});

const applyImport = action({
	path: imports.apply(":id"),
	gate,
	params: IdParams,
	query: RowsQuery,
	form: z.strictObject({ version: Version, seen: z.string().regex(/^[0-9a-f]{64}$/) }),
	run: async (ask, { input }) => {
		const { c, env, db, by, params, who } = ask;
		const row = await found(ask);
		if (!row) return "missing";
		const users = usersOf(who, "payments.verify");
		return applied(c, {
			work: (report) => applyDraft(env, db, { draft: row, ...input, users, by, report }),
			to: imports.show(params.id),
			flash: "已寫入收款。",
			event: "payment_list.failed",
		});
	},
	page: (ask, state) => showPage(ask, state),
});

const removeImport = action({
	path: imports.removal(":id"),
	gate,
	params: IdParams,
	query: RowsQuery,
	form: OfVersion,
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
	form: OfVersion,
	run: async ({ db, by, params }, { input }) => {
		await undoImport(db, { id: params.id, version: input.version, by });
		return { to: imports.show(params.id), flash: "已復原這次匯入。" };
	},
	page: (ask, state) => showPage(ask, undefined, state),
});

export const PAYMENT_IMPORT_ROUTES: readonly Route[] = [
	listImports,
	storeImport,
	showImport,
	showColumns,
	saveColumns,
	applyImport,
	removeImport,
	undo,
];
