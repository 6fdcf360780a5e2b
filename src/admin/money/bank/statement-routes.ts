import * as z from "zod";
import { applied } from "#admin/long-work.ts";
import { refusalWords } from "#admin/refusal-words.ts";
import { type Ask, action, IdParams, type Route, view } from "#auth/route.ts";
import { bankAccounts } from "#db/money/bank-accounts.ts";
import { bankStatement, bankStatementsPage, type StatementRow } from "#db/money/bank-statements.ts";
import { readRows } from "#db/read.ts";
import {
	applyStatement,
	createStatement,
	discardStatement,
	lookAtStatement,
	optionsOf,
	planStatement,
	saveReading,
} from "#domain/money/bank-statements/actions.ts";
import { ColumnsForm } from "#domain/money/bank-statements/form.ts";
import { isComplete } from "#domain/money/bank-statements/mapping.ts";
import { ROW_OUTCOMES, type RowOutcome } from "#domain/money/bank-statements/plan.ts";
import { PURPOSE } from "#domain/system/files/purposes.ts";
import { paths } from "#http/paths.ts";
import { Checked, Version } from "#kernel/form.ts";
import { asked, PageNumber } from "#kernel/query.ts";
import { Refusal } from "#kernel/refusal.ts";
import { type FormState, freshForm } from "#ui/form-state.ts";
import type { Page } from "#ui/page.ts";
import { columnsForm, statementColumnsPage } from "./statement-columns-page.ts";
import { statementDonePage, statementDraftPage } from "./statement-draft-page.ts";
import { statementListPage } from "./statement-list-page.ts";

const { bank } = paths.admin;
const gate = "bank";
const UPLOAD_BYTES = PURPOSE.import.maxBytes + 1024 * 1024;

const ListQuery = z.strictObject({ page: PageNumber });
const RowsQuery = z.strictObject({ page: PageNumber, outcome: asked(z.enum(ROW_OUTCOMES)) });

async function listPage({ env, at, query }: Ask<object, { page: number }>, state = freshForm()): Promise<Page> {
	const [accounts, rows, [count]] = await readRows(env.DB, bankAccounts(), ...bankStatementsPage(query.page));
	return statementListPage(
		{ rows, total: count?.total ?? 0, accounts, page: query.page, key: crypto.randomUUID(), at },
		state,
	);
}

const listStatements = view({ path: bank.statements(), gate, query: ListQuery, show: (ask) => listPage(ask) });

const storeStatement = action({
	path: bank.statements(),
	gate,
	query: ListQuery,
	form: z.strictObject({ account: z.coerce.number().int().positive() }),
	maxBytes: UPLOAD_BYTES,
	run: async ({ env, db, by }, { input, files, key }) => {
		const upload = files.file?.[0];
		if (!upload) throw new Refusal("file.empty");
		const { id, isKnown } = await createStatement(env, db, { accountId: input.account, upload, key, by });
		return { to: isKnown ? bank.statement(id) : bank.columns(id) };
	},
	page: listPage,
});

type AskOne<Q = object> = Ask<{ id: number }, Q>;
type Rows = { page: number; outcome?: RowOutcome | undefined };
const found = async ({ env, params }: AskOne): Promise<StatementRow | undefined> =>
	(await readRows(env.DB, bankStatement(params.id)))[0][0];

async function showPage(ask: AskOne<Rows>, state?: FormState): Promise<Page | "missing"> {
	const row = await found(ask);
	if (!row) return "missing";
	if (row.state === "applied") return statementDonePage(row);
	const { env, db, by, query } = ask;
	try {
		const plan = await planStatement(env, db, { draft: row, by });
		return statementDraftPage({ row, plan, outcome: query.outcome, page: query.page }, state);
	} catch (error) {
		if (error instanceof Refusal) return columnsPage(ask, row, { ...freshForm(), problem: refusalWords(error) });
		throw error;
	}
}

const showStatement = view({
	path: bank.statement(":id"),
	gate,
	params: IdParams,
	query: RowsQuery,
	show: (ask) => showPage(ask),
});

async function columnsPage({ env, db, by }: AskOne, row: StatementRow, state?: FormState): Promise<Page> {
	const page = { row, options: optionsOf(row.mapping), ...(await lookAtStatement(env, db, { draft: row, by })) };
	const own = columnsForm(page);
	return statementColumnsPage(page, state ? { ...state, values: { ...own.values, ...state.values } } : own);
}

const showColumns = view({
	path: bank.columns(":id"),
	gate,
	params: IdParams,
	show: async (ask) => {
		const row = await found(ask);
		if (!row) return "missing";
		return row.state === "draft" ? columnsPage(ask, row) : { to: bank.statement(row.id) };
	},
});

const saveColumns = action({
	path: bank.columns(":id"),
	gate,
	params: IdParams,
	form: ColumnsForm,
	run: async (ask, { input }) => {
		const { env, db, by, params } = ask;
		const row = await found(ask);
		if (row?.state !== "draft") return "missing";
		const before = optionsOf(row.mapping);
		const { mapping } = await lookAtStatement(env, db, { draft: row, by });
		const isSame = JSON.stringify(before.header) === JSON.stringify(input.header);
		// After a change of the header the columns must be chosen again.
		const told = (isSame ? (mapping?.columns ?? []) : []).flatMap(({ index, key, target }) => {
			const chosen = input.chosen.get(index);
			return chosen === undefined || chosen === target ? [] : [[key, chosen] as const];
		});
		const columns = { ...before.columns, ...Object.fromEntries(told) };
		const options = { ...before, accept_dates: input.accept_dates, header: input.header, columns };
		await saveReading(db, { id: params.id, version: input.version }, options);
		const after = mapping?.columns.map((column) => ({ ...column, target: columns[column.key] ?? column.target }));
		const isDone = isSame && mapping !== undefined && isComplete({ ...mapping, columns: after ?? [] });
		return { to: isDone ? bank.statement(params.id) : bank.columns(params.id) };
	},
	page: async (ask, state) => {
		const row = await found(ask);
		return row?.state === "draft" ? columnsPage(ask, row, state) : "missing";
	},
});

const applyOne = action({
	path: bank.application(":id"),
	gate,
	params: IdParams,
	query: RowsQuery,
	form: z.strictObject({ version: Version, seen: z.string().regex(/^[0-9a-f]{64}$/), skip_errors: Checked }),
	run: async (ask, { input: { version, seen, skip_errors: skipErrors } }) => {
		const row = await found(ask);
		if (!row) return "missing";
		const { c, env, db, by } = ask;
		return applied(c, {
			work: (report) => applyStatement(env, db, { draft: row, version, seen, skipErrors, by, report }),
			to: bank.statement(row.id),
			flash: "已匯入明細。",
			event: "statement.failed",
		});
	},
	page: showPage,
});

const removeOne = action({
	path: bank.removal(":id"),
	gate,
	params: IdParams,
	query: RowsQuery,
	form: z.strictObject({ version: Version }),
	run: async (ask, { input }) => {
		const row = await found(ask);
		if (!row) return "missing";
		await discardStatement(ask.env, ask.db, { draft: row, version: input.version, by: ask.by });
		return { to: bank.statements(), flash: "已捨棄檔案，沒有寫入任何明細。" };
	},
	page: showPage,
});

export const BANK_STATEMENT_ROUTES: readonly Route[] = [
	listStatements,
	storeStatement,
	showStatement,
	showColumns,
	saveColumns,
	applyOne,
	removeOne,
];
