import * as z from "zod";
import { checkedFields } from "#auth/input.ts";
import { allows } from "#auth/permissions.ts";
import { type Ask, IdParams, type Route, view } from "#auth/route.ts";
import { documentRow, linesOf } from "#db/books/finance.ts";
import { advancesToSettle, suspenseLines } from "#db/books/finance-forms.ts";
import { readRows } from "#db/read.ts";
import { createDocument } from "#domain/books/finance/actions.ts";
import { FINANCE_MANY, financeForm } from "#domain/books/finance/document-form.ts";
import { FINANCE_KINDS, financeNumber } from "#domain/books/finance/labels.ts";
import { paths } from "#http/paths.ts";
import { asked } from "#kernel/query.ts";
import { pageWithForms } from "#kits/form/form.ts";
import type { FormState } from "#ui/form-state.ts";
import { readerOf } from "./asks.ts";
import { FINANCE_EDIT_ROUTES } from "./edit-routes.ts";
import { filledFinance, financeFormPage, freshFinance } from "./form-page.ts";
import { asksOf, isRefundable, mayRefund, surroundingsOf } from "./form-reads.ts";
import { namedIn, numberIn, Sent, sendStored, sentOn, split, textIn, UPLOAD_BYTES, withLines } from "./form-sent.ts";
import { advanceChoicePage, kindPage, RefundedPayment, refundChoicePage } from "./kind-page.ts";

const { finance } = paths.admin;

const Id = asked(z.coerce.number().int().positive().max(1e15));
const NewQuery = z.strictObject({
	kind: asked(z.enum(FINANCE_KINDS)),
	advance: Id,
	payment: asked(RefundedPayment),
	line: Id,
});

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
			const [lines] = await readRows(env.DB, suspenseLines(allows("bank", who)));
			const { payment: found } = of;
			return refundChoicePage({
				typed: query.payment ?? "",
				payment: found,
				lines,
				maySeePayments: allows("payments", who),
			});
		}
		return financeFormPage(of, freshFinance(of, who.userId));
	},
});

async function newFormOf(ask: Ask, state: FormState, status?: number) {
	const kind = FINANCE_KINDS.find((one) => one === textIn(state.values, "kind"));
	if (kind === undefined || (kind === "refund" && !mayRefund(ask.who))) return "missing" as const;
	const of = await surroundingsOf(ask, kind, namedIn(state.values));
	const copyId = numberIn(textIn(state.values, "copy_of"));
	const copyOf = copyId ? { copyOf: { id: copyId, number: "原申請" } } : {};
	return { ...financeFormPage({ ...of, ...copyOf }, state), ...(status ? { status } : {}) };
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

/** Draws 複製為新單: the form of a new request, filled from a stored one. */
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
export const FINANCE_FORM_ROUTES: readonly Route[] = [create.show, store, ...FINANCE_EDIT_ROUTES, copy];
