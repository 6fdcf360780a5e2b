import * as z from "zod";
import { wantsJson } from "#auth/answer.ts";
import { type Ask, IdParams, type Route } from "#auth/route.ts";
import { linesShowingTyped } from "#db/money/bank-shown.ts";
import { donorPick, donorsFound } from "#db/money/donors.ts";
import { freeLine, openProjects, storedIncome } from "#db/money/income.ts";
import { entryAccounts } from "#db/money/payment-entries.ts";
import { readRows } from "#db/read.ts";
import { DonorSearch } from "#domain/money/donors/form.ts";
import { createIncome, editIncome } from "#domain/money/income/actions.ts";
import { IncomeEdit, IncomeForm } from "#domain/money/income/form.ts";
import { INCOME_KINDS } from "#domain/money/income/labels.ts";
import { paths } from "#http/paths.ts";
import { asked } from "#kernel/query.ts";
import { incomeNumber } from "#kernel/record-numbers.ts";
import { dateInTaipei } from "#kernel/times.ts";
import { pageWithForms } from "#kits/form/form.ts";
import { relay } from "#platform/queue.ts";
import type { FormState } from "#ui/form-state.ts";
import { filledIncome, freshIncome, incomeFormPage, offeredDonors } from "./form-page.ts";

const { income } = paths.admin;
const Id = asked(z.coerce.number().int().min(0).max(1e15));

const FormQuery = z.strictObject({
	q: DonorSearch,
	/** The donor's id; 0 for no donor. */
	donor: Id,
	line: Id,
	kind: asked(z.enum(INCOME_KINDS)),
	/** The id of the reversed record that is recorded again. */
	copy: Id,
});
type FormQuery = z.infer<typeof FormQuery>;

const sentId = (state: FormState, name: string): number => Number([state.values[name] ?? ""].flat()[0]) || 0;

/**
 * Returns the SQL statement that reads the bank lines that may be the bank's record of the sent amount. It finds lines
 * only when the form was refused because of them or says that the income is other money.
 */
function linesOf(sent: FormState | undefined) {
	const typed =
		sent && (sent.errors.again || sent.values.again)
			? (sent.values.version ? IncomeEdit : IncomeForm).safeParse(sent.values).data?.input
			: undefined;
	return linesShowingTyped({
		accountId: typed?.bankAccountId ?? null,
		method: typed?.method ?? null,
		arrived: (typed?.amount ?? 0) - (typed?.feeAmount ?? 0),
		day: typed?.receivedOn ?? "",
	});
}

/**
 * Reads and draws the form of a new record: as it was sent, copied from a reversed record, or filled from a bank line.
 * When the bank line has an income record already, redirects to that record; "missing" when the line cannot be used.
 */
async function newForm(
	{ c, env, at, who }: Pick<Ask, "c" | "env" | "at" | "who">,
	query: Partial<FormQuery>,
	sent?: FormState,
) {
	const { q = "", copy = 0 } = query;
	const ids = sent ? { donor: sentId(sent, "donor"), line: sentId(sent, "line") } : query;
	const donorId = ids.donor ?? (copy ? null : 0);
	const [[donor], [line], accounts, projects, found, [old], shown] = await readRows(
		env.DB,
		donorPick(donorId, copy),
		freeLine(ids.line ?? 0),
		entryAccounts(),
		openProjects(),
		donorsFound(q),
		storedIncome(copy),
		linesOf(sent),
	);
	if (!sent && ids.line && (!line || line.income_id !== null))
		return line?.income_id ? { to: income.show(line.income_id) } : ("missing" as const);
	const corrects = old?.state === "reversed" ? old : undefined;
	const of = {
		donor,
		line,
		accounts,
		projects,
		search: { q, found },
		shown,
		who,
		corrects: corrects && incomeNumber(corrects),
		key: crypto.randomUUID(),
	};
	if (!sent && wantsJson(c)) return offeredDonors(of);
	const fresh = corrects
		? filledIncome(corrects)
		: freshIncome({ donor, line, today: dateInTaipei(at), kind: query.kind });
	return incomeFormPage(of, sent ?? fresh);
}

const creation = pageWithForms({
	path: income.create(),
	gate: "income_manage",
	query: FormQuery,
	page: (ask, { sent }) => newForm(ask, ask.query, sent),
});

const told = (record: boolean): string => (record ? "已登錄，等待會計入帳。" : "已儲存草稿。");

const create = creation.form("sent", {
	form: IncomeForm,
	run: async (ask, { input: { input, record, again }, key }) => {
		const { c, env, db, by, who } = ask;
		const id = await createIncome(db, { input, record, again, key, by: { ...by, userId: who.userId } });
		if (record) c.executionCtx.waitUntil(relay(env, "mail.due"));
		return {
			to: income.show(id),
			flash: told(record),
			link: { href: income.create(), label: "再登錄一筆" },
		};
	},
});

type AskOne = Ask<{ id: number }, FormQuery | object>;

/**
 * Reads and draws the form that changes a draft. Redirects to the record when it is no draft any more; "missing" when
 * there is no such record.
 */
async function editForm({ c, env, params, who }: AskOne, query: Partial<FormQuery>, sent?: FormState) {
	const [[old], accounts, projects, found, [donor], [line], shown] = await readRows(
		env.DB,
		storedIncome(params.id),
		entryAccounts(),
		openProjects(),
		donorsFound(query.q ?? ""),
		donorPick(sent ? sentId(sent, "donor") : (query.donor ?? null), params.id),
		freeLine(null, params.id),
		linesOf(sent),
	);
	if (!old) return "missing" as const;
	if (old.state !== "draft") return { to: income.show(old.id) };
	const of = {
		donor,
		line,
		accounts,
		projects,
		search: { q: query.q ?? "", found },
		shown,
		who,
		edits: { id: old.id, version: old.version },
		key: "",
	};
	if (!sent && wantsJson(c)) return offeredDonors(of);
	return incomeFormPage(of, sent ?? filledIncome(old));
}

const editing = pageWithForms({
	path: income.edit(":id"),
	gate: "income_manage",
	params: IdParams,
	query: FormQuery,
	page: (ask, { sent }) => editForm(ask, ask.query, sent),
});

const edit = editing.form("sent", {
	form: IncomeEdit,
	run: async (ask, { input: { input, record, again, version } }) => {
		const { c, env, db, by, who, params } = ask;
		await editIncome(db, { ref: { id: params.id, version }, input, record, again, by: { ...by, userId: who.userId } });
		if (record) c.executionCtx.waitUntil(relay(env, "mail.due"));
		return { to: income.show(params.id), flash: told(record) };
	},
});

/** The routes that record and edit income. They come before the routes of one record, whose ":id" would match "new". */
export const INCOME_FORM_ROUTES: readonly Route[] = [creation.show, create, editing.show, edit];
