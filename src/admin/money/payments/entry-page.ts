import type { EntryAccount, PayerRow } from "#db/money/payment-entries.ts";
import type { OpenDue } from "#db/money/payment-reviews.ts";
import { duesLabel } from "#domain/money/dues/labels.ts";
import { outcomeWords } from "#domain/money/payments/outcome.ts";
import { dueOf, itemValue } from "#domain/money/payments/own-form.ts";
import { StaffPaymentForm } from "#domain/money/payments/staff-form.ts";
import { paths } from "#http/paths.ts";
import { readAmount } from "#kernel/amounts.ts";
import { fieldsOf } from "#kits/form/fields.ts";
import { linkButton } from "#ui/button.ts";
import { card } from "#ui/card.ts";
import { checkbox } from "#ui/choices.ts";
import { form } from "#ui/form.ts";
import { type FormState, freshForm, isFresh } from "#ui/form-state.ts";
import { html, type VNode } from "#ui/html.ts";
import { part } from "#ui/islands/part.ts";
import { money } from "#ui/money.ts";
import { notice } from "#ui/notice.ts";
import type { Page } from "#ui/page.ts";
import { howFields, itemsField, receiptFields, tickedIn } from "./entry-fields.ts";
import type { Kept } from "./entry-kept.ts";
import { payerField } from "./payer-page.ts";
import { PAYMENT_CRUMBS } from "./show-page.ts";
import { paymentName } from "./words.ts";

const { payments } = paths.admin;
const field = fieldsOf(StaffPaymentForm);

export type EntryPage = {
	payer: PayerRow;
	/** The open dues of the family. */
	dues: readonly OpenDue[];
	accounts: readonly EntryAccount[];
	/** The present day in Taipei (YYYY-MM-DD). */
	today: string;
	key: string;
	/** The payment that is changed; undefined for a new payment. */
	edits?: { id: number; version: number; isRejected: boolean; hasProof: boolean } | undefined;
	/** The id of the reversed payment that this payment replaces. */
	corrects?: number | undefined;
	/** What a new payment took over from the one before. */
	kept?: Kept | undefined;
	mayVerify: boolean;
};

/**
 * Draws the page 登錄收款: what was paid for whom, in one form; also the form that changes a payment or records it
 * again after a reversal.
 */
export function entryPage(of: EntryPage, state: FormState): Page {
	const { payer, edits, corrects, dues } = of;
	const isNew = !edits && corrects === undefined;
	return {
		title: edits ? `修改${paymentName(edits.id)}` : corrects ? "更正後重新登錄" : "登錄收款",
		area: "收款",
		crumbs: [...PAYMENT_CRUMBS, ...(edits ? [{ label: paymentName(edits.id), href: payments.show(edits.id) }] : [])],
		slim: true,
		lead: of.mayVerify ? "您自己登錄的收款，要由另一位有核對權限的人核對。" : undefined,
		actions: isNew && linkButton({ label: "一次登錄多筆", icon: "table", href: payments.createMany() }),
		body: html`<div class="stack">
			${corrects !== undefined && notice({ tone: "info" }, `這是${paymentName(corrects)}的更正：請改正登錯的地方再送出。`)}
			${isNew && payerField({ q: payer.name, kept: of.kept ?? {}, focus: false })}
			${card(
				{
					title: payer.name,
					beside: html`<span class="soft small">${[payer.member_no, payer.credit > 0 && `溢繳款 ${money(payer.credit)}`].filter(Boolean).join("　")}</span>`,
				},
				dues.length === 0 && html`<p class="soft">這位會員與家人沒有未繳的會費；收到的錢會記為捐款或溢繳款。</p>`,
				entryForm(of, state),
			)}
		</div>`,
	};
}

const typed = (state: FormState, name: string): string => [state.values[name] ?? ""].flat()[0] ?? "";
const hidden = (name: string, value: string | number): VNode =>
	html`<input type="hidden" name=${name} value=${value} />`;

function entryForm(of: EntryPage, state: FormState): VNode {
	const { payer, edits, corrects, key, dues } = of;
	const isNew = !edits && corrects === undefined;
	const creditTo = { id: payer.id, name: payer.name };
	const kinds = Object.fromEntries(of.accounts.map(({ id, kind }) => [id, kind]));
	return part(
		{ name: "payment-entry", props: { creditTo, kinds } },
		form(
			{
				action: edits ? payments.edit(edits.id) : payments.create(),
				state,
				key,
				version: edits?.version,
				submit: edits?.isRejected ? "重新送出" : edits ? "儲存" : "登錄，送交核對",
				busy: "送出中...",
				cancel: edits ? payments.show(edits.id) : payments.list(),
				main: true,
				guard: true,
				upload: true,
			},
			hidden("member", payer.id),
			hidden("corrects", corrects ?? ""),
			itemsField(dues, state),
			html`<div class="cols two">
				${field({
					name: "donation",
					label: "捐款",
					type: "money",
					state,
					optional: true,
					autocomplete: "off",
					hint: "其中的捐款部分，會另開捐款收據。",
				})}
				<div class="stack tight">
					${field({
						name: "amount",
						label: "實收金額",
						type: "money",
						state,
						autocomplete: "off",
						autofocus: isNew && isFresh(state),
						hint: "留空白就是勾選的合計。多的記為溢繳款，少的只繳一部分。",
					})}
					<p class="small" data-outcome role="status">${outcomeOf(of, state)}</p>
				</div>
			</div>`,
			howFields(of.accounts, state),
			receiptFields({ payer: payer.name, hasProof: edits?.hasProof ?? false, open: !isNew }, state),
			isTwin(state) && checkbox({ name: "confirm_duplicate", label: "我確認過，這是另一筆收款，不是重複登錄", state }),
		),
	);
}

/**
 * Returns whether the checkbox for a second equal payment is shown: it was ticked, or the form was refused because an
 * equal payment exists.
 */
const isTwin = (state: FormState): boolean =>
	typed(state, "confirm_duplicate") === "1" ||
	(state.errors.confirm_duplicate ?? []).length > 0 ||
	(state.problem ?? "").includes("相同");

/** Returns in words what the payment will pay, from the sent values, for a page without a script. */
function outcomeOf({ payer, dues }: EntryPage, state: FormState): string {
	if (typed(state, "amount").trim() === "") return "";
	const ticked = tickedIn(state);
	const wanted = dues
		.filter(({ id }) => ticked.has(id))
		.map((one) => ({
			duesItemId: one.id,
			memberId: one.member_id,
			due: dueOf(one),
			label: `${one.name} ${duesLabel(one)}`,
		}));
	const donation = readAmount(typed(state, "donation")) ?? 0;
	return outcomeWords(readAmount(typed(state, "amount")), { wanted, donation, creditTo: payer }).join("");
}

/**
 * Returns the form of a new payment. All open dues of the member (not of the family) that no other payment claims are
 * ticked. Method, day and account are those of the payment before, if there was one.
 */
export const freshEntry = ({
	payer,
	dues,
	today,
	kept = {},
}: Pick<EntryPage, "payer" | "dues" | "today" | "kept">): FormState =>
	freshForm({
		items: dues
			.filter((one) => one.member_id === payer.id && one.claims === 0)
			.map((one) => itemValue(one.id, dueOf(one))),
		method: kept.method ?? "transfer",
		account: String(kept.account ?? ""),
		paid_on: (kept.paid_on ?? today).replaceAll("-", "/"),
		payer_title: payer.name,
		receipt_split: "one",
	});
