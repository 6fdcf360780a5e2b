import { accountField, projectField } from "#admin/money-fields.ts";
import { otherMoney } from "#admin/money-lines.ts";
import { offered } from "#admin/people/index.ts";
import type { Visitor } from "#auth/visitor.ts";
import type { ShowingLine } from "#db/money/bank-shown.ts";
import type { DonorPick } from "#db/money/donors.ts";
import type { FreeLine, StoredIncome } from "#db/money/income.ts";
import type { EntryAccount } from "#db/money/payment-entries.ts";
import { DONOR_KIND_LABELS, DonorSearch } from "#domain/money/donors/form.ts";
import { IncomeForm } from "#domain/money/income/form.ts";
import {
	ANONYMOUS,
	INCOME_KIND_LABELS,
	INCOME_KINDS,
	INCOME_METHOD_LABELS,
	INCOME_METHODS,
} from "#domain/money/income/labels.ts";
import { paths } from "#http/paths.ts";
import { mostCharacters } from "#kernel/field-limits.ts";
import { dayText } from "#kernel/written.ts";
import { fieldsOf } from "#kits/form/fields.ts";
import { button, linkButton } from "#ui/button.ts";
import { card } from "#ui/card.ts";
import { checkbox, segment } from "#ui/choices.ts";
import { disclosure } from "#ui/disclosure.ts";
import { field } from "#ui/field.ts";
import { form } from "#ui/form.ts";
import { type FormState, freshForm } from "#ui/form-state.ts";
import { type Children, html, type VNode } from "#ui/html.ts";
import { part } from "#ui/islands/part.ts";
import { items } from "#ui/items.ts";
import { figure, money } from "#ui/money.ts";
import { notice } from "#ui/notice.ts";
import type { Page } from "#ui/page.ts";
import { INCOME_CRUMBS } from "./words.ts";

const { income, bank } = paths.admin;
const asked = fieldsOf(IncomeForm);

export type IncomeFormPage = {
	donor: DonorPick | undefined;
	line: FreeLine | undefined;
	accounts: readonly EntryAccount[];
	projects: readonly { id: number; name: string }[];
	/** The searched text and the donors found. */
	search: { q: string; found: readonly DonorPick[] };
	edits?: { id: number; version: number } | undefined;
	/**
	 * The bank lines that may be the bank's record of the sent amount, when the form was refused because of them or
	 * says that the income is other money.
	 */
	shown: readonly ShowingLine[];
	who: Visitor;
	/** The number of the reversed record that this record replaces. */
	corrects?: string | undefined;
	key: string;
};

/** Draws the page 登錄收入: the donor, then the income, on one page; also the form that changes a draft. */
export function incomeFormPage(of: IncomeFormPage, state: FormState): Page {
	const { edits, corrects, line } = of;
	return {
		title: edits ? "修改收入草稿" : corrects ? "更正後重新登錄" : "登錄收入",
		area: "收入",
		crumbs: [...INCOME_CRUMBS, ...(edits ? [{ label: "草稿", href: income.show(edits.id) }] : [])],
		slim: true,
		body: html`<div class="stack">
			${corrects && notice({ tone: "info" }, `這是收入 ${corrects} 的更正：請改正登錄錯的地方再送出。`)}
			${line && lineNotice(line)} ${donorCard(of, state)} ${card({ label: "收入內容" }, incomeForm(of, state))}
		</div>`,
	};
}

const lineNotice = (line: FreeLine): VNode =>
	notice(
		{ tone: "info", title: "由銀行明細登錄" },
		html`<a href=${bank.line(line.id)}>${line.account_name}　${dayText(line.booked_on)}　存入 ${money(line.amount)}</a>`,
		line.memo !== "" && html`<span>　${line.memo}</span>`,
	);

/** Returns the address of this page with the fields `asked`, such as another donor or a search, in its query. */
const here = ({ edits, line }: IncomeFormPage, asked: Record<string, string>): string => {
	const all = new URLSearchParams({ ...(line && !edits ? { line: String(line.id) } : {}), ...asked });
	return `${edits ? income.edit(edits.id) : income.create()}${all.size > 0 ? `?${all}` : ""}`;
};

function donorCard(of: IncomeFormPage, state: FormState): VNode {
	const { donor, search, line, edits } = of;
	if (donor)
		return card(
			{
				title: donor.name,
				beside: html`<span class="soft small">${describe(donor)}</span>`,
				link: { href: here(of, { donor: "0" }), label: "換一位" },
			},
			donor.national_id_mask === null &&
				html`<p class="small soft">還沒有登記證號；要申報捐贈扣除額時，請到捐款人的資料補上。</p>`,
		);
	const back = typed(state, "kind") === "interest" ? "" : here(of, {});
	return card(
		{ title: "捐款人" },
		html`<p class="small">不選捐款人時，以「${ANONYMOUS}」登錄；利息與其他收入不需要選。</p>`,
		part(
			{ name: "search-picks", props: { label: "捐款人" } },
			html`<form class="row" method="get" action=${edits ? income.edit(edits.id) : income.create()} role="search" aria-label="找捐款人">
			${line && !edits && html`<input type="hidden" name="line" value=${line.id} />`}
			${edits && html`<input type="hidden" name="donor" value="0" />`}
			${field({ name: "q", label: "搜尋捐款人", hideLabel: true, state: freshForm({ q: search.q }, "q"), type: "search", placeholder: "姓名、電話、會員編號", maxlength: mostCharacters(DonorSearch) })}
			${button({ label: "搜尋" })}
			${linkButton({ label: "新增捐款人", icon: "plus", tone: "quiet", href: `${income.donors.create()}?${new URLSearchParams({ back, name: search.q })}` })}
		</form>`,
		),
		search.q !== "" && search.found.length === 0 && html`<p class="soft">找不到「${search.q}」。</p>`,
		search.found.length > 0 &&
			items(
				search.found.map((one) => ({
					title: one.name,
					href: here(of, { donor: String(one.id) }),
					sub: describe(one),
				})),
			),
	);
}

/** Returns the donors found as the field offers them. */
export const offeredDonors = (of: IncomeFormPage) =>
	offered(
		of.search.q,
		of.search.found.map((one) => ({ value: String(one.id), label: one.name, sub: describe(one) })),
		(donor) => here(of, { donor }),
	);

const describe = ({ kind, national_id_mask, member_no }: DonorPick): string =>
	[DONOR_KIND_LABELS[kind], national_id_mask, member_no && `會員 ${member_no}`].filter(Boolean).join("　");

const typed = (state: FormState, name: string): string => [state.values[name] ?? ""].flat()[0] ?? "";

function incomeForm(of: IncomeFormPage, state: FormState): VNode {
	const { edits, donor, line, key, projects } = of;
	return form(
		{
			action: edits ? income.edit(edits.id) : income.create(),
			state,
			key: edits ? undefined : key,
			version: edits?.version,
			main: true,
			guard: true,
		},
		html`<input type="hidden" name="donor" value=${donor?.id ?? ""} />`,
		html`<input type="hidden" name="line" value=${line?.id ?? ""} />`,
		segment({
			name: "kind",
			label: "種類",
			state,
			options: INCOME_KINDS.map((value) => ({ value, label: INCOME_KIND_LABELS[value] })),
		}),
		moneyFields(of, state),
		asked({ name: "received_on", label: "收到日期", state, type: "date", days: "past", narrow: true }),
		asked({
			name: "payer_title",
			label: "收據抬頭或來源",
			state,
			autocomplete: "off",
			hint: `捐款留空白就是「${ANONYMOUS}」；補助請填補助機關的全名。`,
		}),
		checkbox({ name: "wants_receipt", label: "是捐款時，開立捐款收據", state }),
		asked({
			name: "purpose",
			label: "指定用途",
			state,
			optional: true,
			hint: "例如：病友急難救助。會寫在收據上。",
		}),
		projectField(projects, state),
		asked({ name: "note", label: "備註", type: "textarea", rows: 2, state, optional: true }),
		otherMoney(of.shown, { state, who: of.who }),
		html`<div class="row form-end">
			${button({ label: "登錄收入", tone: "primary", icon: "check", busy: "登錄中...", name: "as", value: "record" })}
			${button({ label: "儲存草稿", busy: "儲存中...", name: "as", value: "draft" })}
			${linkButton({ label: "取消", href: edits ? income.show(edits.id) : line ? bank.line(line.id) : income.list() })}
		</div>`,
	);
}

const moneyFields = ({ accounts, line }: IncomeFormPage, state: FormState): Children => [
	html`<div class="cols two">
		${asked({ name: "amount", label: "金額", type: "money", state, autocomplete: "off" })}
		${asked({
			name: "fee",
			label: "手續費",
			type: "money",
			state,
			optional: true,
			hint: "銀行或郵局從中扣掉的；金額填全額。",
		})}
	</div>`,
	asked({
		name: "method",
		label: "收款方式",
		state,
		type: "select",
		empty: "請選擇",
		options: INCOME_METHODS.map((value) => ({ value, label: INCOME_METHOD_LABELS[value] })),
	}),
	!line && accountField(accounts, state),
	!line &&
		disclosure(
			{
				label: "實物捐贈（沒有金額）",
				open: typed(state, "is_in_kind") === "1" || (state.errors.items ?? []).length > 0,
			},
			html`<div class="stack">
				${checkbox({ name: "is_in_kind", label: "這是實物捐贈，不填金額", state })}
				${asked({ name: "items", label: "物品與數量", type: "textarea", rows: 2, state, hint: "例如：輪椅 2 台。" })}
			</div>`,
		),
];

/** Returns a new record's form, filled from the bank line if there is one. */
export const freshIncome = ({
	donor,
	line,
	today,
	kind = "donation",
}: {
	donor: DonorPick | undefined;
	line: FreeLine | undefined;
	today: string;
	kind?: string | undefined;
}): FormState =>
	freshForm({
		kind,
		wants_receipt: "1",
		received_on: line?.booked_on ?? today,
		payer_title: donor?.name ?? "",
		method: line ? (line.account_kind === "postal" ? "postal" : "transfer") : "transfer",
		...(line
			? {
					amount: figure(line.amount + line.fee_amount),
					fee: line.fee_amount > 0 ? figure(line.fee_amount) : "",
					account: String(line.bank_account_id),
				}
			: {}),
	});

/** Returns the form filled from a stored record. */
export const filledIncome = (of: StoredIncome): FormState =>
	freshForm({
		kind: of.kind,
		received_on: of.received_on,
		payer_title: of.payer_title,
		is_in_kind: of.is_in_kind === 1 ? "1" : "",
		items: of.items,
		amount: of.amount === null ? "" : figure(of.amount),
		fee: of.fee_amount > 0 ? figure(of.fee_amount) : "",
		method: of.method ?? "",
		account: of.bank_account_id === null ? "" : String(of.bank_account_id),
		project: of.project_id === null ? "" : String(of.project_id),
		purpose: of.purpose,
		wants_receipt: of.wants_receipt === 1 ? "1" : "",
		note: of.note,
	});
