import { checkedFields } from "#auth/input.ts";
import { type Ask, IdParams, type Route } from "#auth/route.ts";
import { attachmentsOf, type DocumentRow, documentRow, eventsOf, linesOf } from "#db/books/finance.ts";
import { readRows } from "#db/read.ts";
import { editDocument } from "#domain/books/finance/actions.ts";
import { FINANCE_MANY, financeEditForm } from "#domain/books/finance/document-form.ts";
import { isEditable } from "#domain/books/finance/rules.ts";
import { paths } from "#http/paths.ts";
import { pageWithForms } from "#kits/form/form.ts";
import { againstStored, sidesOf } from "#ui/against-stored.ts";
import type { FormState } from "#ui/form-state.ts";
import { filledFinance, financeFormPage } from "./form-page.ts";
import { asksOf, editsOf } from "./form-reads.ts";
import { Sent, sendStored, sentOn, split, UPLOAD_BYTES, withLines } from "./form-sent.ts";

const { finance } = paths.admin;
type AskDocument = Ask<{ id: number }, object>;

/** Draws the form of the applicant's own request; "missing" when it cannot be edited any more. */
async function editFormOf(ask: AskDocument, state?: FormState, status?: number) {
	const { id } = ask.params;
	const [[row], lines, files, events, staff, projects, budgets, [advance], [payment], [line]] = await readRows(
		ask.env.DB,
		documentRow(id, { userId: ask.who.userId, seesAll: false }),
		linesOf(id),
		attachmentsOf(id),
		eventsOf(id),
		...asksOf(ask, { of: id }),
	);
	if (!row || !isEditable(row.state)) return "missing" as const;
	if (row.register !== null) return { to: finance.editRegister(id) };
	const filled = filledFinance(row, lines);
	const sent = state && told(state, { row, filled });
	const of = { kind: row.kind, staff, projects, budgets, advance, payment, line, key: crypto.randomUUID() };
	const edits = editsOf(row, events);
	return { ...financeFormPage({ ...of, edits, files }, sent ?? filled), ...(status ? { status } : {}) };
}

const TOLD = [
	{ field: "title", label: "主旨" },
	{ field: "purpose", label: "用途說明" },
	{ field: "payee_name", label: "受款人" },
	{ field: "payee_bank", label: "受款銀行與分行" },
	{ field: "payee_account", label: "受款帳號" },
	{ field: "wanted_on", label: "希望付款日" },
];

/** Returns the form with both versions of each differing field when another tab saved first. */
const told = (state: FormState, { row, filled }: { row: DocumentRow; filled: FormState }): FormState =>
	againstStored(state, {
		version: row.version,
		fields: sidesOf(TOLD, { mine: state.values, theirs: filled.values, base: undefined }),
	});

const edit = pageWithForms({
	path: finance.edit(":id"),
	gate: "finance_submit",
	params: IdParams,
	page: async (ask, { sent }) => {
		const page = await editFormOf(ask, sent);
		return page === "missing" ? { to: finance.show(ask.params.id) } : page;
	},
});

const update = edit.form("sent", {
	form: Sent,
	many: FINANCE_MANY,
	maxBytes: UPLOAD_BYTES,
	run: async (ask, { files, values }) => {
		const { env, db, by, who, params } = ask;
		const { step, fields } = split(values);
		const changed = withLines(values, step);
		if (changed) return editFormOf(ask, { values: changed, errors: {} });
		const read = checkedFields(financeEditForm(sentOn(step, ask.at)), fields);
		if (!read.ok) return editFormOf(ask, { ...read.state, values }, 422);
		const { input, version, removeFiles } = read.input;
		const ref = { id: params.id, version };
		const acting = { ...by, userId: who.userId };
		await editDocument(env, db, { ref, input, uploads: files.file ?? [], removeFiles, by: acting });
		if (step !== "submit") return { to: finance.show(ref.id), flash: "已儲存，還沒有送出。", tone: "info" as const };
		return sendStored(ask, { ...ref, version: version + 1 }, "已儲存。");
	},
});

/** The routes of the form that changes a draft or a returned request. */
export const FINANCE_EDIT_ROUTES: readonly Route[] = [edit.show, update];
