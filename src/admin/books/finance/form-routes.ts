import * as z from "zod";
import { refusalWords } from "#admin/refusal-words.ts";
import { checkedFields } from "#auth/input.ts";
import { allows } from "#auth/permissions.ts";
import { type Ask, IdParams, type Route, view } from "#auth/route.ts";
import type { Visitor } from "#auth/visitor.ts";
import { budgetsLeft } from "#db/books/budgets.ts";
import { attachmentsOf, type DocumentRow, documentRow, eventsOf, linesOf } from "#db/books/finance.ts";
import {
	advancesToSettle,
	projectsInUse,
	refundPayment,
	settledAdvance,
	staffPayees,
	suspenseLine,
	suspenseLines,
} from "#db/books/finance-forms.ts";
import { readRows } from "#db/read.ts";
import { createDocument, editDocument, submitDocument } from "#domain/books/finance/actions.ts";
import { FINANCE_MANY, financeEditForm, financeForm } from "#domain/books/finance/document-form.ts";
import type { FinanceRef } from "#domain/books/finance/form.ts";
import { FINANCE_KINDS, type FinanceKind, financeNumber } from "#domain/books/finance/labels.ts";
import { isEditable } from "#domain/books/finance/rules.ts";
import { STEPS } from "#domain/books/finance/steps.ts";
import { paths } from "#http/paths.ts";
import { asked } from "#kernel/query.ts";
import { Refusal } from "#kernel/refusal.ts";
import { dateInTaipei } from "#kernel/times.ts";
import { pageWithForms } from "#kits/form/form.ts";
import { relay } from "#platform/queue.ts";
import { againstStored, sidesOf } from "#ui/against-stored.ts";
import type { FormState } from "#ui/form-state.ts";
import { readerOf } from "./asks.ts";
import { type FinanceFormPage, filledFinance, financeFormPage, freshFinance } from "./form-page.ts";
import { advanceChoicePage, kindPage, refundChoicePage } from "./kind-page.ts";

const { finance } = paths.admin;
type AskDocument = Ask<{ id: number }, object>;

/** The size limit of one form with all its files, in bytes. */
const UPLOAD_BYTES = 31 * 1024 * 1024;

const Id = asked(z.coerce.number().int().positive().max(1e15));
const NewQuery = z.strictObject({
	kind: asked(z.enum(FINANCE_KINDS)),
	advance: Id,
	payment: asked(z.string().max(20)),
	line: Id,
});

/** Returns whether the user may make refunds: a refund names a payment or a bank line, which the user must see. */
const mayRefund = (who: Visitor): boolean => allows("payments", who) || allows("bank", who);

const numberIn = (text: string | undefined): number => {
	const plain = (text ?? "").normalize("NFKC").replace(/^\D+/, "").trim();
	return /^\d{1,15}$/.test(plain) ? Number(plain) : 0;
};

/** The ids of the records that a form names, or the id of the stored request (`of`) that names them. */
type Naming = { of?: number; advance?: number; payment?: number; line?: number; payee?: number; project?: number };

/**
 * Returns the SQL statements that read the form's choices (payees, projects, budgets) and its advance, payment or line.
 */
const asksOf = ({ who, at }: Pick<Ask, "who" | "at">, { of = 0, ...ids }: Naming) =>
	[
		staffPayees({ id: ids.payee ?? 0, of }),
		projectsInUse({ id: ids.project ?? 0, of }),
		budgetsLeft(Number(dateInTaipei(at).slice(0, 4))),
		settledAdvance({ id: ids.advance ?? 0, of }, readerOf(who)),
		refundPayment(allows("payments", who) ? { id: ids.payment ?? 0, of } : NONE),
		suspenseLine(allows("bank", who) ? { id: ids.line ?? 0, of } : NONE),
	] as const;
const NONE = { id: 0, of: 0 };

async function surroundingsOf(ask: Pick<Ask, "env" | "who" | "at">, kind: FinanceKind, naming: Naming) {
	const [staff, projects, budgets, [advance], [payment], [line]] = await readRows(
		ask.env.DB,
		...asksOf(ask, {
			...naming,
			...(kind === "settlement" ? {} : { advance: 0 }),
			...(kind === "refund" ? {} : NO_REFUND),
		}),
	);
	return { kind, staff, projects, budgets, advance, payment, line, files: [], key: crypto.randomUUID() };
}
const NO_REFUND = { payment: 0, line: 0 };

const isRefundable = ({ payment, line }: Pick<FinanceFormPage, "payment" | "line">): boolean =>
	line !== undefined || (payment?.status === "verified" && payment.credit + payment.donation > 0);

const create = pageWithForms({
	path: finance.create(),
	gate: "finance_submit",
	query: NewQuery,
	page: async (ask, { sent }) => {
		if (sent) return newFormOf(ask, sent);
		const { env, who, query } = ask;
		const { kind } = query;
		if (kind === undefined) return kindPage({ mayRefund: mayRefund(who) });
		if (kind === "refund" && !mayRefund(who)) return "missing";
		const payment = numberIn(query.payment);
		const of = await surroundingsOf(ask, kind, { advance: query.advance ?? 0, payment, line: query.line ?? 0 });
		if (kind === "settlement" && !of.advance) {
			const [advances] = await readRows(env.DB, advancesToSettle(readerOf(who)));
			return advanceChoicePage(advances);
		}
		if (kind === "refund" && !isRefundable(of)) {
			const [lines] = await readRows(env.DB, suspenseLines());
			const { payment: found } = of;
			return refundChoicePage({
				typed: query.payment ?? "",
				payment: found,
				lines: allows("bank", who) ? lines : [],
				maySeePayments: allows("payments", who),
			});
		}
		return financeFormPage(of, freshFinance(of, who.userId));
	},
});

/** A form as it was sent: the pressed button and the fields. Which fields must be valid depends on the button. */
const Sent = z.record(z.string(), z.union([z.string(), z.array(z.string())]));
type Values = FormState["values"];
const textIn = (values: Values, name: string): string => [values[name] ?? ""].flat()[0] ?? "";

const namedIn = (values: Values): Naming => ({
	advance: numberIn(textIn(values, "advance")),
	payment: numberIn(textIn(values, "payment")),
	line: numberIn(textIn(values, "bank_line")),
	payee: numberIn(textIn(values, "payee_user")),
	project: numberIn(textIn(values, "project")),
});

/** Returns the values after the button 再加一行 or 移除; undefined for other buttons. */
function withLines(values: Values, step: string): Values | undefined {
	const [summary, amount] = [[values.summary ?? []].flat(), [values.amount ?? []].flat()];
	if (step === "more") return { ...values, summary: [...summary, ""], amount: [...amount, ""] };
	const [, dropped] = /^drop\.(\d{1,3})$/.exec(step) ?? [];
	if (dropped === undefined) return undefined;
	const kept = (list: string[]) => list.filter((_, at) => at !== Number(dropped));
	return { ...values, summary: kept(summary), amount: kept(amount) };
}

const split = ({ step, copy_of, ...fields }: Values) => ({
	step: [step ?? "save"].flat()[0] ?? "save",
	copyOf: numberIn([copy_of ?? ""].flat()[0]) || null,
	fields,
});

async function newFormOf(ask: Ask, state: FormState, status?: number) {
	const kind = FINANCE_KINDS.find((one) => one === textIn(state.values, "kind"));
	if (kind === undefined || (kind === "refund" && !mayRefund(ask.who))) return "missing" as const;
	const of = await surroundingsOf(ask, kind, namedIn(state.values));
	const copyId = numberIn(textIn(state.values, "copy_of"));
	const copyOf = copyId ? { copyOf: { id: copyId, number: "原申請" } } : {};
	return { ...financeFormPage({ ...of, ...copyOf }, state), ...(status ? { status } : {}) };
}

/** Returns the day of submission (Taipei) when the button submits; null when it only saves. */
const sentOn = (step: string, at: number): string | null => (step === "submit" ? dateInTaipei(at) : null);

/** Submits the request that was just stored. When a rule refuses, the request stays a draft and the page says why. */
async function sendStored(ask: Ask, ref: FinanceRef, stored: string) {
	try {
		await submitDocument(ask.db, { ref, by: { ...ask.by, userId: ask.who.userId } });
	} catch (error) {
		if (!(error instanceof Refusal)) throw error;
		return {
			to: finance.edit(ref.id),
			flash: `${stored}還不能送出：${refusalWords(error)}`,
			tone: "warn" as const,
		};
	}
	ask.c.executionCtx.waitUntil(relay(ask.env, "mail.due"));
	return { to: finance.show(ref.id), flash: STEPS.submit.done };
}

const store = create.form("sent", {
	form: Sent,
	many: FINANCE_MANY,
	maxBytes: UPLOAD_BYTES,
	run: async (ask, { files, key, values }) => {
		const { env, db, by, who } = ask;
		const { step, copyOf, fields } = split(values);
		const changed = withLines(values, step);
		if (changed) return newFormOf(ask, { values: changed, errors: {} });
		const { remove_file: _none, ...rest } = fields;
		const read = checkedFields(financeForm(sentOn(step, ask.at)), rest);
		if (!read.ok) return newFormOf(ask, { ...read.state, values }, 422);
		if (read.input.kind === "refund" && !mayRefund(who)) return "missing";
		const acting = { ...by, userId: who.userId };
		const { seesAll } = readerOf(who);
		const of = { input: read.input, uploads: files.file ?? [], copyOf, seesAll };
		const id = await createDocument(env, db, { ...of, key, by: acting });
		if (step !== "submit") return { to: finance.show(id), flash: "已儲存草稿，還沒有送出。", tone: "info" as const };
		return sendStored(ask, { id, version: 1 }, "已儲存為草稿。");
	},
});

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
	const filled = filledFinance(row, lines);
	const sent = state?.problem ? told(state, { row, filled }) : state;
	const of = { kind: row.kind, staff, projects, budgets, advance, payment, line, key: crypto.randomUUID() };
	const returned = row.state === "returned" ? events.findLast(({ step }) => step === "return") : undefined;
	const edits = {
		id: row.id,
		number: financeNumber(row),
		state: row.state,
		version: row.version,
		returned: returned?.comment ?? null,
	};
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

/** Draws 複製為新單, the form of a new request filled from a stored one; "missing" without access to that request. */
const copy = view({
	path: finance.copy(":id"),
	gate: "finance_submit",
	params: IdParams,
	show: async (ask) => {
		const { env, params, who } = ask;
		const [[row], lines, staff, projects, budgets, [advance], [payment], [line]] = await readRows(
			env.DB,
			documentRow(params.id, readerOf(who)),
			linesOf(params.id),
			...asksOf(ask, { of: params.id }),
		);
		if (!row || (row.state === "draft" && row.applicant_id !== who.userId)) return "missing";
		if (row.kind === "refund" && !mayRefund(who)) return "missing";
		const found = { staff, projects, budgets, advance, payment, line };
		const of = { kind: row.kind, ...found, files: [], key: crypto.randomUUID() };
		const { values, ...fresh } = filledFinance(row, lines);
		const { wanted_on: _day, no_attachment_reason: _reason, ...kept } = values;
		return financeFormPage({ ...of, copyOf: { id: row.id, number: financeNumber(row) } }, { ...fresh, values: kept });
	},
});

/**
 * The routes that make, edit and copy documents. They come before the routes of one document, whose ":id" would match
 * "new".
 */
export const FINANCE_FORM_ROUTES: readonly Route[] = [create.show, store, edit.show, update, copy];
