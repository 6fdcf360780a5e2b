import * as z from "zod";
import { wantsJson } from "#auth/answer.ts";
import { allows } from "#auth/permissions.ts";
import { type Ask, IdParams, type Route } from "#auth/route.ts";
import { entryAccounts, payerCandidates, payerRow, payersOwing } from "#db/money/payment-entries.ts";
import { openDuesBeside, openDuesOfFamily, type PaymentReview, paymentReview } from "#db/money/payment-reviews.ts";
import { type AllocationRow, allocationsOf } from "#db/money/payments.ts";
import { readRows } from "#db/read.ts";
import { resubmitPayment, submitPayment } from "#domain/money/payments/actions.ts";
import { dueOf, itemValue } from "#domain/money/payments/own-form.ts";
import { PAYMENTS } from "#domain/money/payments/rules.ts";
import { StaffPaymentEdit, StaffPaymentForm, staffPaymentOf } from "#domain/money/payments/staff-form.ts";
import { PersonSearch, searchWords } from "#domain/people/index.ts";
import { PURPOSE } from "#domain/system/index.ts";
import { paths } from "#http/paths.ts";
import { sumOf } from "#kernel/amounts.ts";
import { asked } from "#kernel/query.ts";
import { Refusal } from "#kernel/refusal.ts";
import { pageWithForms, type Refused } from "#kits/form/form.ts";
import { type FormState, freshForm } from "#ui/form-state.ts";
import { figure, money } from "#ui/money.ts";
import { dayAt } from "./asks.ts";
import { entryHref, KEPT_FIELDS, type Kept, keptIn, keptOf } from "./entry-kept.ts";
import { entryPage, freshEntry } from "./entry-page.ts";
import { offeredPayers, payerPage } from "./payer-page.ts";
import type { AskPayment } from "./review-routes.ts";
import { paymentName } from "./words.ts";

const { payments } = paths.admin;
const UPLOAD_BYTES = PURPOSE.payment_proof.maxBytes + 1024 * 1024;
const Id = asked(z.coerce.number().int().positive().max(1e15));

const EntryQuery = z.strictObject({
	q: PersonSearch,
	member: Id,
	corrects: Id,
	...KEPT_FIELDS,
});

const common = ({ at, who }: Pick<Ask, "at" | "who">) => ({
	today: dayAt(at).today,
	key: crypto.randomUUID(),
	mayVerify: allows("payments_verify", who),
});

/**
 * Reads and draws the form of a payment by the member `memberId`: new, or as it was sent. "missing" when there is no
 * such payer.
 */
async function entryOf(ask: Ask<object, Kept>, memberId: number, sent?: FormState) {
	const [[payer], dues, accounts] = await readRows(
		ask.env.DB,
		payerRow(memberId),
		openDuesOfFamily(memberId),
		entryAccounts(),
	);
	if (!payer) return "missing" as const;
	const corrects = Number([sent?.values.corrects ?? ""].flat()[0]) || undefined;
	const of = { payer, dues, accounts, corrects, kept: keptIn(ask.query), ...common(ask) };
	return entryPage(of, sent ?? freshEntry(of));
}

/**
 * Reads and draws the form of a new payment, filled from the reversed payment that it corrects. Redirects to the
 * payment that corrected it already; "missing" when the payment is not reversed.
 */
async function correctionOf(ask: Ask, id: number) {
	const { today } = dayAt(ask.at);
	const [[old], parts, dues, accounts] = await readRows(
		ask.env.DB,
		paymentReview(id, today),
		allocationsOf(id),
		openDuesBeside(id),
		entryAccounts(),
	);
	if (old?.status !== "reversed" || old.payer_member_id === null) return "missing" as const;
	if (old.corrected_by !== null) return { to: payments.show(old.corrected_by) };
	const payer = payerIn(old);
	return entryPage({ payer, dues, accounts, corrects: id, ...common(ask) }, filled(old, parts, dues));
}

const payerIn = (of: PaymentReview) => ({
	id: of.payer_member_id ?? 0,
	member_no: of.payer_no,
	name: of.payer ?? of.payer_title,
	status: "active" as const,
	guardian: null,
	owed: 0,
	credit: of.payer_credit,
});

/** Returns the form filled from a stored payment; the dues items that its parts pay are ticked. */
function filled(
	of: PaymentReview,
	parts: readonly AllocationRow[],
	dues: readonly { id: number; amount: number; paid_amount: number }[],
): FormState {
	const paid = new Set(parts.map(({ dues_item_id }) => dues_item_id));
	const donation = sumOf(parts.filter(({ kind }) => kind === "donation"));
	return freshForm({
		items: dues.filter(({ id }) => paid.has(id)).map((one) => itemValue(one.id, dueOf(one))),
		donation: donation > 0 ? figure(donation) : "",
		amount: figure(of.amount),
		method: of.method,
		account: of.bank_account_id === null ? "" : String(of.bank_account_id),
		fee: of.fee_amount > 0 ? figure(of.fee_amount) : "",
		paid_on: of.paid_on.replaceAll("-", "/"),
		last5: of.last5 ?? "",
		payer_title: of.payer_title,
		receipt_split: of.receipt_split,
		remark: of.remark,
	});
}

const creation = pageWithForms({
	path: payments.create(),
	gate: "payments_record",
	query: EntryQuery,
	page: async (of, { sent }) => {
		if (sent) return entryOf(of, Number([sent.values.member ?? ""].flat()[0]) || 0, sent);
		const { q, member, corrects } = of.query;
		if (corrects !== undefined) return correctionOf(of, corrects);
		if (member !== undefined) return entryOf(of, member);
		const [found] = await readRows(of.env.DB, q === "" ? payersOwing() : payerCandidates(searchWords(q)));
		const asked = { q, found, kept: keptIn(of.query) };
		return wantsJson(of.c) ? { data: offeredPayers(asked) } : payerPage(asked);
	},
});

/**
 * Returns the payer and the payment that a form describes, from the dues open at present. Refuses with `payment.not_owed` when there
 * is no such payer, and with what `staffPaymentOf` refuses.
 */
async function inputOf({ env, at }: Pick<Ask, "env" | "at">, form: StaffPaymentForm) {
	const [[payer], dues, accounts] = await readRows(
		env.DB,
		payerRow(form.member),
		openDuesOfFamily(form.member),
		entryAccounts(),
	);
	if (!payer) throw new Refusal("payment.not_owed");
	return { payer, input: staffPaymentOf(form, { dues, accounts, today: dayAt(at).today }) };
}

const record = creation.form("sent", {
	form: StaffPaymentForm,
	many: ["items"],
	maxBytes: UPLOAD_BYTES,
	run: async (of, { input, files, key }) => {
		const { env, db, who } = of;
		const { payer, input: recorded } = await inputOf(of, input);
		const id = await submitPayment(env, db, {
			input: recorded,
			source: "staff",
			upload: files.file?.[0],
			key,
			confirmDuplicate: input.confirm_duplicate,
			by: { ...of.by, userId: who.userId },
		});
		return {
			// A correction is one payment; otherwise the next one follows, most often of the same day and way.
			to: input.corrects === null ? entryHref(keptOf(input)) : payments.show(id),
			flash: `已登錄${paymentName(id)}：${payer.name}，${money(recorded.amount)}，等待其他人核對。`,
			link: { href: payments.show(id), label: "看這一筆" },
		};
	},
});

/**
 * Returns the form of a payment that the current user recorded; "missing" for other payments. Redirects to the
 * payment's page when it cannot be edited any more.
 */
async function editOf(of: AskPayment, { sent }: Refused) {
	const { env, params, who } = of;
	const { today } = dayAt(of.at);
	const [[old], parts, dues, accounts] = await readRows(
		env.DB,
		paymentReview(params.id, today),
		allocationsOf(params.id),
		openDuesBeside(params.id),
		entryAccounts(),
	);
	if (!old || old.submitted_by !== who.userId || old.source !== "staff") return "missing" as const;
	const edits = {
		id: old.id,
		version: old.version,
		isRejected: old.status === "rejected",
		hasProof: old.proof_file_id !== null,
	};
	const isOpen = PAYMENTS.can("edit", old.status) || PAYMENTS.can("resubmit", old.status);
	if (!sent && !isOpen) return { to: payments.show(old.id) };
	const own = { payer: payerIn(old), dues, accounts, edits, corrects: old.corrects_id ?? undefined, ...common(of) };
	return entryPage(own, sent ?? filled(old, parts, dues));
}

const editing = pageWithForms({
	path: payments.edit(":id"),
	gate: "payments_record",
	params: IdParams,
	page: editOf,
});

const edit = editing.form("sent", {
	form: StaffPaymentEdit,
	many: ["items"],
	maxBytes: UPLOAD_BYTES,
	run: async (of, { input: { version, ...form }, files }) => {
		const { env, db, params, who } = of;
		await resubmitPayment(env, db, {
			ref: { id: params.id, version },
			input: (await inputOf(of, form)).input,
			upload: files.file?.[0],
			confirmDuplicate: form.confirm_duplicate,
			by: { ...of.by, userId: who.userId },
		});
		return { to: payments.show(params.id), flash: "已儲存，等待其他人核對。" };
	},
});

/**
 * The routes by which staff record payments. They come before the routes of one payment, whose ":id" would match "new".
 */
export const PAYMENT_ENTRY_ROUTES: readonly Route[] = [creation.show, record, editing.show, edit];
