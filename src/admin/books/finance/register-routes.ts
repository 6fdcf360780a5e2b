import * as z from "zod";
import { checkedFields } from "#auth/input.ts";
import { allows } from "#auth/permissions.ts";
import { type Ask, IdParams, type Route } from "#auth/route.ts";
import type { Visitor } from "#auth/visitor.ts";
import { budgetsLeft } from "#db/books/budgets.ts";
import { attachmentsOf, documentRow, eventsOf } from "#db/books/finance.ts";
import { projectsInUse } from "#db/books/finance-forms.ts";
import { refundsNamed } from "#db/books/finance-refunds.ts";
import { knownPayees, payeesNamed, sharesOf } from "#db/books/finance-shares.ts";
import { readRows } from "#db/read.ts";
import { createDocument, editDocument } from "#domain/books/finance/actions.ts";
import { MOST_SHARES } from "#domain/books/finance/form.ts";
import { REGISTERS, type Register } from "#domain/books/finance/labels.ts";
import { withRefunds } from "#domain/books/finance/refunds.ts";
import { cutPayee, readShares } from "#domain/books/finance/register.ts";
import {
	REGISTER_MANY,
	registerEditForm,
	registerForm,
	SHARE_FIELDS,
	type TypedRegister,
} from "#domain/books/finance/register-form.ts";
import { isEditable } from "#domain/books/finance/rules.ts";
import { paths } from "#http/paths.ts";
import { foldName } from "#kernel/names.ts";
import { pastedRows } from "#kernel/pasted.ts";
import { asked } from "#kernel/query.ts";
import { dateInTaipei } from "#kernel/times.ts";
import { pageWithForms } from "#kits/form/form.ts";
import { type FormState, freshForm } from "#ui/form-state.ts";
import { readerOf } from "./asks.ts";
import { editsOf, mayRefund } from "./form-reads.ts";
import { numberIn, Sent, sendStored, sentOn, split, textIn, UPLOAD_BYTES } from "./form-sent.ts";
import { refundableAsks } from "./refundables.ts";
import { filledRegister, registerFormPage } from "./register-form-page.ts";
import { toldRegister, withCells, withStoredRows } from "./register-told.ts";

const { finance } = paths.admin;
type Values = FormState["values"];

/** Returns the SQL statements that read the choices of a register's form; the request `of` names its project. */
const asksOf = ({ who, at }: Pick<Ask, "who" | "at">, { of = 0, project = 0 }: { of?: number; project?: number }) =>
	[
		projectsInUse({ id: project, of }),
		budgetsLeft(Number(dateInTaipei(at).slice(0, 4))),
		knownPayees(allows("finance_all", who)),
	] as const;

type NewForm = { register: Register; state: FormState; status?: number };

async function newFormOf(ask: Ask, { register, state, status }: NewForm) {
	const project = numberIn(textIn(state.values, "project"));
	const [projects, budgets, known, credits, lines] = await readRows(
		ask.env.DB,
		...asksOf(ask, { project }),
		...refundableAsks(ask.who, register),
	);
	const refundables = register === "refunds" ? { credits, lines } : undefined;
	const copyId = numberIn(textIn(state.values, "copy_of"));
	const copyOf = copyId ? { copyOf: { id: copyId, number: "原申請" } } : {};
	const names = known.map(({ name }) => name);
	const page = {
		register,
		...copyOf,
		files: [],
		projects,
		budgets,
		known: names,
		refundables,
		key: crypto.randomUUID(),
	};
	return { ...registerFormPage(page, state), ...(status ? { status } : {}) };
}

/** Returns whether the user may ask for such a register: refunds name payments or bank lines, which the user must see. */
const mayAsk = (register: Register, who: Visitor): boolean => register !== "refunds" || mayRefund(who);

const registerIn = (values: Values): Register | undefined =>
	REGISTERS.find((one) => one === textIn(values, "register"));

/**
 * Returns the form after the buttons that add, remove or paste rows, or when another button was pressed while rows were
 * ticked or pasted and not added yet; undefined otherwise.
 */
function withRows(values: Values, step: string, register: Register): FormState | undefined {
	const names = SHARE_FIELDS[register];
	const columns = names.map((name) => [values[name] ?? []].flat());
	const most = Math.max(...columns.map((list) => list.length));
	const rows = Array.from({ length: most }, (_, at) => columns.map((list) => list[at] ?? ""));
	const added = [[values.pick ?? []].flat().join("\n"), textIn(values, "paste")].filter((one) => one.trim() !== "");
	const changed = changedRows(rows, step, added.join("\n"))?.slice(0, MOST_SHARES);
	if (!changed) return undefined;
	const { paste: _paste, pick: _pick, ...rest } = values;
	const isPending = added.length > 0 && !ADDING.includes(step);
	const errors = isPending ? { shares: ["勾選或貼上的款項已加入清冊，請看過以後再按一次。"] } : {};
	return { values: withCells(rest, changed, register), errors };
}

const MORE = 5;
/** The buttons that add the ticked and the pasted rows. */
const ADDING = ["paste", "pick"];
function changedRows(rows: string[][], step: string, pasted: string): string[][] | undefined {
	if (step === "more") return [...rows, ...Array.from({ length: MORE }, () => [])];
	const [, dropped] = /^drop\.(\d{1,3})$/.exec(step) ?? [];
	if (ADDING.includes(step) || (pasted !== "" && dropped === undefined))
		return [...rows.filter((row) => row.some((cell) => cell !== "")), ...pastedRows(pasted)];
	return dropped === undefined ? undefined : rows.filter((_, at) => at !== Number(dropped));
}

/**
 * Finds the payees of a form's rows; returns the input of the action, or the errors of the form. Names that no payee
 * has are an error until the user agrees that they become payees.
 */
async function withPayees({ env, who }: Pick<Ask, "env" | "who">, typed: TypedRegister, documentId = 0) {
	const { addsPayees, inputWith } = typed;
	const names = typed.rows.flatMap(({ payee }) => [payee, cutPayee(payee).name]);
	const gives = typed.rows.flatMap((row) => row.gives ?? []);
	const asked = refundsNamed(gives, { userId: who.userId, documentId });
	const [payees, found] = await readRows(env.DB, payeesNamed(names), asked);
	const { rows, problems: refused } = withRefunds(typed.rows, found);
	// Who may not see payees is not told a number of theirs, not even a masked one.
	const shown = allows("payees", who) ? payees : payees.map((one) => ({ ...one, mark: null }));
	const { shares, problems: unread, unknown } = readShares(rows, shown, foldName);
	const problems = [...refused, ...unread];
	const asks = unknown.length > 0 && !addsPayees;
	if (problems.length === 0 && !asks) return { input: inputWith(shares) };
	const words = `還沒有受款人資料：${unknown.join("、")}。請勾選一併建立，或改成已有的名字。`;
	return { errors: { ...(problems.length > 0 && { shares: problems }), ...(asks && { add_payees: [words] }) } };
}

const create = pageWithForms({
	path: finance.createRegister(),
	gate: "finance_submit",
	query: z.strictObject({
		register: asked(z.enum(REGISTERS)),
		copy: asked(z.coerce.number().int().positive().max(1e15)),
	}),
	page: async (ask, { sent }) => {
		const { copy } = ask.query;
		if (!sent && copy !== undefined) return copyOf(ask, copy);
		const register = sent ? registerIn(sent.values) : ask.query.register;
		if (register === undefined || !mayAsk(register, ask.who)) return { to: finance.create() };
		return newFormOf(ask, { register, state: sent ?? freshForm({ pay_by: "transfer" }) });
	},
});

/** Draws 複製為新單 of a register: the form of a new one, filled from a stored one. */
async function copyOf(ask: Ask, id: number) {
	const { env, who } = ask;
	const [[row], shares] = await readRows(env.DB, documentRow(id, readerOf(who)), sharesOf(id));
	if (!row || row.register === null || (row.state === "draft" && row.applicant_id !== who.userId)) return "missing";
	if (!mayAsk(row.register, who)) return "missing";
	const { values, ...fresh } = filledRegister(row, shares);
	const { wanted_on: _day, no_attachment_reason: _reason, ...kept } = values;
	return newFormOf(ask, { register: row.register, state: { ...fresh, values: { ...kept, copy_of: String(id) } } });
}

const store = create.form("sent", {
	form: Sent,
	many: REGISTER_MANY,
	maxBytes: UPLOAD_BYTES,
	run: async (ask, { files, key, values }) => {
		const { env, db, by, who } = ask;
		const { step, copyOf, fields } = split(values);
		const register = registerIn(values);
		if (register === undefined || !mayAsk(register, who)) return "missing" as const;
		const changed = withRows(values, step, register);
		if (changed) return newFormOf(ask, { register, state: changed });
		const { paste: _paste, pick: _pick, remove_file: _none, ...rest } = fields;
		const read = checkedFields(registerForm(sentOn(step, ask.at)), rest);
		if (!read.ok) return newFormOf(ask, { register, state: { ...read.state, values }, status: 422 });
		const found = await withPayees(ask, read.input);
		if (!found.input) return newFormOf(ask, { register, state: { values, errors: found.errors }, status: 422 });
		const of = { uploads: files.file ?? [], copyOf, seesAll: readerOf(who).seesAll };
		const acting = { ...by, userId: who.userId };
		const id = await createDocument(env, db, { input: found.input, ...of, key, by: acting });
		if (step !== "submit") return { to: finance.show(id), flash: "已儲存草稿，還沒有送出。", tone: "info" as const };
		return sendStored(ask, { id, version: 1 }, "已儲存為草稿。");
	},
});

type AskDocument = Ask<{ id: number }, object>;

/** Draws the form of the applicant's own register; "missing" when it cannot be edited any more. */
async function editFormOf(ask: AskDocument, state?: FormState, status?: number) {
	const { id } = ask.params;
	const [[row], shares, files, events, projects, budgets, known, credits, lines] = await readRows(
		ask.env.DB,
		documentRow(id, { userId: ask.who.userId, seesAll: false }),
		sharesOf(id),
		attachmentsOf(id),
		eventsOf(id),
		...asksOf(ask, { of: id }),
		// Which register it is, is read at the same time.
		...refundableAsks(ask.who, "refunds"),
	);
	if (!row || row.register === null || !isEditable(row.state)) return "missing" as const;
	const edits = editsOf(row, events);
	const filled = filledRegister(row, shares);
	const { register, version } = row;
	const sent = state && toldRegister(state, { version, filled, register });
	const refundables = register === "refunds" ? { credits, lines } : undefined;
	const of = { register, edits, files, projects, budgets, refundables, key: crypto.randomUUID() };
	const page = registerFormPage({ ...of, known: known.map(({ name }) => name) }, sent ?? filled);
	return { ...page, ...(status ? { status } : {}) };
}

const edit = pageWithForms({
	path: finance.editRegister(":id"),
	gate: "finance_submit",
	params: IdParams,
	page: async (ask, { sent }) => {
		const page = await editFormOf(ask, sent);
		return page === "missing" ? { to: finance.show(ask.params.id) } : page;
	},
});

const update = edit.form("sent", {
	form: Sent,
	many: REGISTER_MANY,
	maxBytes: UPLOAD_BYTES,
	run: async (ask, { files, values: given }) => {
		const { env, db, by, who, params } = ask;
		const register = registerIn(given);
		if (register === undefined || !mayAsk(register, who)) return "missing" as const;
		const values = withStoredRows(given, register);
		const { step, fields } = split(values);
		const changed = withRows(values, step, register);
		if (changed) return editFormOf(ask, changed);
		const { paste: _paste, pick: _pick, ...rest } = fields;
		const read = checkedFields(registerEditForm(sentOn(step, ask.at)), rest);
		if (!read.ok) return editFormOf(ask, { ...read.state, values }, 422);
		const found = await withPayees(ask, read.input, params.id);
		if (!found.input) return editFormOf(ask, { values, errors: found.errors }, 422);
		const { version, removeFiles } = read.input;
		const ref = { id: params.id, version };
		const acting = { ...by, userId: who.userId };
		await editDocument(env, db, { ref, input: found.input, uploads: files.file ?? [], removeFiles, by: acting });
		if (step !== "submit") return { to: finance.show(ref.id), flash: "已儲存，還沒有送出。", tone: "info" as const };
		return sendStored(ask, { ...ref, version: version + 1 }, "已儲存。");
	},
});

/** The routes of the forms of registers (清冊). They come before those of one request, whose ":id" is also a word. */
export const REGISTER_FORM_ROUTES: readonly Route[] = [create.show, store, edit.show, update];
