import * as z from "zod";
import type { BudgetLeft } from "#db/books/budgets.ts";
import type { FinanceFileRow } from "#db/books/finance.ts";
import type { Named } from "#db/books/finance-lists.ts";
import { FINANCE_FIELDS } from "#domain/books/finance/document-form.ts";
import { MOST_LINES } from "#domain/books/finance/form.ts";
import { type FinanceKind, PAY_BY, PAY_BY_LABELS, WITHHOLDING } from "#domain/books/finance/labels.ts";
import { totalWords } from "#domain/books/finance/total.ts";
import { paths } from "#http/paths.ts";
import { mostIn } from "#kernel/field-limits.ts";
import { fieldsOf } from "#kits/form/fields.ts";
import { button } from "#ui/button.ts";
import { card } from "#ui/card.ts";
import { checkbox, checkboxes, segment } from "#ui/choices.ts";
import { disclosure } from "#ui/disclosure.ts";
import { type FieldProps, grouped, ties } from "#ui/field-parts.ts";
import { fileField } from "#ui/file-field.ts";
import { sizeWords } from "#ui/file-size.ts";
import type { FormState } from "#ui/form-state.ts";
import { type Children, html, type VNode } from "#ui/html.ts";
import { part } from "#ui/islands/part.ts";
import { figure } from "#ui/money.ts";

const FinanceForm = z.object(FINANCE_FIELDS);
const field = fieldsOf(FinanceForm);

/** The smallest number of rows for lines that the form shows. */
export const ROWS_SHOWN = 3;

const typed = (state: FormState, name: string): string => [state.values[name] ?? ""].flat()[0] ?? "";
const all = (state: FormState, name: string): string[] => [state.values[name] ?? []].flat();
const options = (list: readonly Named[]) => list.map(({ id, name }) => ({ value: String(id), label: name }));
export const hidden = (name: string, value: string | number): VNode =>
	html`<input type="hidden" name=${name} value=${value} />`;

/**
 * Draws a row of summary and amount for each line. The buttons that add and remove a row send the form, so they work
 * without a script.
 */
export function linesField(state: FormState): VNode {
	const props: FieldProps = {
		name: "lines",
		label: "明細（含稅總額）",
		state,
		hint: "不要的行清空就好，空白的行不會儲存。",
	};
	const [summaries, amounts] = [all(state, "summary"), all(state, "amount")];
	const many = Math.max(summaries.length, amounts.length, ROWS_SHOWN);
	const wrong = (state.errors.lines ?? []).join("");
	return grouped(
		props,
		html`<div class="stack tight">
			<ol class="plain lines-form" id=${ties(props).id} tabindex="-1">
				${Array.from({ length: many }, (_, at) => lineRow(at, { summary: summaries[at], amount: amounts[at], wrong }))}
			</ol>
			${many < MOST_LINES && html`<div class="row">${button({ label: "再加一行", icon: "plus", size: "s", name: "step", value: "more" })}</div>`}
		</div>`,
	);
}

type TypedLine = { summary: string | undefined; amount: string | undefined; wrong: string };

const lineRow = (at: number, { summary = "", amount = "", wrong }: TypedLine): VNode => {
	const isWrong = wrong.includes(`第 ${at + 1} 行`) ? "true" : undefined;
	return html`<li>
		<input class="input" name="summary" value=${summary} maxlength=${mostIn(FinanceForm, "summary")} autocomplete="off" aria-label=${`第 ${at + 1} 行摘要`} aria-invalid=${isWrong} placeholder="摘要" />
		<input class="input money" name="amount" value=${amount} maxlength=${mostIn(FinanceForm, "amount")} autocomplete="off" inputmode="numeric" aria-label=${`第 ${at + 1} 行金額`} aria-invalid=${isWrong} placeholder="金額" />
		${button({ label: "移除", about: `第 ${at + 1} 行`, icon: "x", tone: "quiet", square: true, name: "step", value: `drop.${at}` })}
	</li>`;
};

/**
 * Returns the requested total in words, from the typed amounts, what is withheld, and the amount of the settled advance
 * (`advanced`).
 */
export const totalOf = (state: FormState, advanced: number): string =>
	totalWords({
		amounts: all(state, "amount"),
		withheld: ["income_tax", "nhi"].map((name) => typed(state, name)),
		advanced,
	});

/**
 * Draws the fields 代扣所得稅 and 代扣補充保費, which are withheld from the payment; false for kinds of requests that
 * withhold nothing.
 */
export const withheldFields = (kind: FinanceKind, state: FormState): Children =>
	WITHHOLDING.includes(kind) &&
	disclosure(
		{
			label: "需要代扣所得稅或補充保費",
			open: ["income_tax", "nhi", "is_foreign"].some((name) => typed(state, name) !== "" || state.errors[name]),
		},
		html`<div class="cols two">
			${field({ name: "income_tax", label: "代扣所得稅", type: "money", state, optional: true })}
			${field({ name: "nhi", label: "代扣補充保費", type: "money", state, optional: true })}
		</div>`,
		checkbox({
			name: "is_foreign",
			label: "受款人是非居住者",
			state,
			hint: "代扣的稅要在付款後 10 日內繳納；受款人資料登記為非居住者的，不勾也算。",
		}),
		html`<p class="hint">明細填扣除前的金額；付款時會扣掉代扣的部分，由協會另外繳納。付給個人的請改用勞務清冊：依規定計算，也會列入年度清單。</p>`,
	);

/**
 * Draws the fields of the payee: for `vendor` a name and 統一編號, otherwise a choice between a staff user and another
 * person by name.
 */
export function payeeFields(
	kind: FinanceKind,
	{ staff, state }: { staff: readonly Named[]; state: FormState },
): Children {
	const isVendor = kind === "vendor";
	const name = field({
		name: "payee_name",
		label: isVendor ? "受款人（廠商或個人）" : "姓名",
		state,
		autocomplete: "off",
		hint: isVendor ? "和發票、收據或領據上的名稱相同。" : undefined,
	});
	const taxId = field({
		name: "payee_tax_id",
		label: "統一編號",
		state,
		optional: true,
		inputmode: "numeric",
		narrow: true,
		autocomplete: "off",
	});
	if (isVendor) return [hidden("payee", "other"), name, taxId];
	return [
		segment({
			name: "payee",
			label: "付給誰",
			state,
			options: [
				{ value: "staff", label: "協會同仁" },
				{ value: "other", label: "其他人" },
			],
		}),
		html`<div class="for-staff">
			${field({ name: "payee_user", label: "受款的同仁", type: "select", empty: "請選擇", options: options(staff), state })}
		</div>`,
		html`<div class="for-other">${name}</div>`,
	];
}

/** Draws the card of the payee and the payment, in which payees are suggested while the name is typed. */
export const payeeCard = (kind: FinanceKind, ...fields: Children[]): VNode =>
	part(
		{ name: "picks", props: { of: "payees", found: paths.admin.payees.found() }, when: "touched" },
		card({ title: kind === "settlement" ? "多退少補" : "受款與付款" }, ...fields),
	);

/**
 * Draws the fields of the way of payment, of the payee's bank and account, and of the day on which payment is wished.
 */
export const payFields = (kind: FinanceKind, state: FormState): Children => [
	segment({
		name: "pay_by",
		label: kind === "settlement" ? "多退少補的方式" : "付款方式",
		state,
		options: PAY_BY.map((value) => ({ value, label: PAY_BY_LABELS[value] })),
	}),
	html`<div class="cols two for-transfer">
		${field({ name: "payee_bank", label: "受款銀行與分行", state, autocomplete: "off" })}
		${field({ name: "payee_account", label: "受款帳號", state, inputmode: "numeric", autocomplete: "off" })}
	</div>`,
	field({ name: "wanted_on", label: "希望付款日", type: "date", days: "future", state, optional: true, narrow: true }),
];

/**
 * Draws the attached files, each with a checkbox that removes it, the field for more files, and a field for why a
 * request has no file.
 */
export const filesFields = (files: readonly FinanceFileRow[], state: FormState): Children => [
	files.length > 0 &&
		checkboxes({
			name: "remove_file",
			label: "已附上的憑證（勾選的會移除）",
			state,
			options: files.map(({ file_id, filename, size }) => ({
				value: String(file_id),
				label: filename,
				hint: sizeWords(size),
			})),
		}),
	fileField({
		name: "file",
		label: files.length > 0 ? "再加憑證" : "憑證",
		state,
		optional: files.length > 0,
		multiple: true,
		accept: "image/jpeg,image/png,image/webp,application/pdf,.pdf,.docx,.xlsx,.pptx,.odt,.ods",
		preview: true,
		hint: "發票、收據、領據、契約或估價單。JPEG、PNG、WebP、PDF 或 Office 檔，每個最大 10 MB，一次最多 30 MB。",
	}),
	disclosure(
		{
			label: "沒有憑證",
			open: typed(state, "no_attachment_reason") !== "" || state.errors.no_attachment_reason !== undefined,
		},
		field({
			name: "no_attachment_reason",
			label: "沒有憑證的原因",
			type: "textarea",
			rows: 2,
			state,
			hint: "例如：市場攤販無法開立收據。審核的人會看到。",
		}),
	),
];

/**
 * Draws what is left of each budget item of spending this year, as information for the applicant; false when there is
 * no such item.
 */
export const budgetHints = (budgets: readonly BudgetLeft[]): Children => {
	const spending = budgets.filter(({ code }) => code.startsWith("5"));
	return (
		spending.length > 0 &&
		disclosure(
			{ label: "看本年度的預算還剩多少" },
			html`<dl class="funds">
				${spending.map(({ name, account, amount, used, committed }) => {
					const left = amount - used - committed;
					return html`<div>
						<dt>${name}<span class="soft">　${account}</span></dt>
						<dd>${left < 0 ? html`<b>超過 ${figure(-left)}</b>` : `剩 ${figure(left)}`}<span class="soft"> ／ ${figure(amount)}</span></dd>
					</div>`;
				})}
			</dl>`,
		)
	);
};
