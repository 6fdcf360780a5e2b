import { FINANCE_CRUMBS } from "#admin/books/finance/words.ts";
import type { DocumentRow } from "#db/books/finance.ts";
import type { Named } from "#db/books/finance-lists.ts";
import type { PayeeRow } from "#db/books/payees.ts";
import { PAYEE_KIND_LABELS, PAYEE_KINDS, PayeeForm } from "#domain/books/payees/form.ts";
import { paths } from "#http/paths.ts";
import { fieldsOf } from "#kits/form/fields.ts";
import { card } from "#ui/card.ts";
import { checkbox, segment } from "#ui/choices.ts";
import { facts } from "#ui/facts.ts";
import { form } from "#ui/form.ts";
import { type FormState, freshForm } from "#ui/form-state.ts";
import { type Children, html, type VNode } from "#ui/html.ts";
import type { Page } from "#ui/page.ts";
import { BANK_LIST, bankList } from "./bank-field.ts";

const { payees } = paths.admin;
const field = fieldsOf(PayeeForm);

export const PAYEE_CRUMBS = [...FINANCE_CRUMBS, { label: "受款人", href: payees.list() }];

type FormOf = { staff: readonly Named[]; payee?: PayeeRow | undefined; key?: string | undefined };

/** Draws the page 新增受款人, or with `payee` the form that changes a payee. */
export function payeeFormPage({ staff, payee, key }: FormOf, state: FormState): Page {
	return {
		title: payee ? `修改${payee.name}` : "新增受款人",
		area: "受款人",
		crumbs: payee ? [...PAYEE_CRUMBS, { label: payee.name, href: payees.show(payee.id) }] : PAYEE_CRUMBS,
		slim: true,
		sheets: ["finance"],
		body: form(
			{
				action: payee ? payees.edit(payee.id) : payees.create(),
				state,
				key,
				version: payee?.version,
				submit: payee ? "儲存" : "新增受款人",
				cancel: payee ? payees.show(payee.id) : payees.list(),
				main: true,
				guard: true,
			},
			card({ title: "受款人" }, kindField(payee, state), fields({ staff, payee }, state)),
			!payee && card({ title: "收款帳號（可以之後再加）" }, accountFields(state), bankList()),
		),
	};
}

const kindField = (payee: PayeeRow | undefined, state: FormState): Children =>
	payee
		? [
				html`<input type="hidden" name="kind" value=${payee.kind} />`,
				facts([{ name: "種類", value: PAYEE_KIND_LABELS[payee.kind] }]),
			]
		: segment({
				name: "kind",
				label: "種類",
				state,
				hint: "儲存後不能改。",
				options: PAYEE_KINDS.map((value) => ({ value, label: PAYEE_KIND_LABELS[value] })),
			});

function fields({ staff, payee }: Pick<FormOf, "staff" | "payee">, state: FormState): Children {
	const kind = payee?.kind ?? [state.values.kind ?? ""].flat()[0];
	const isShown = (of: string): boolean => !payee || kind === of;
	return [
		field({
			name: "name",
			label: "姓名或名稱",
			state,
			autocomplete: "off",
			hint: "和發票、收據或領據上的名稱相同。",
		}),
		isShown("person") && html`<div class="for-person stack loose">${personFields(staff, payee, state)}</div>`,
		isShown("company") &&
			html`<div class="for-company">
				${field({ name: "tax_id", label: "統一編號", state, optional: true, narrow: true, inputmode: "numeric", autocomplete: "off" })}
			</div>`,
		field({ name: "phone", label: "電話", type: "tel", state, optional: true }),
		field({ name: "email", label: "電子郵件", type: "email", state, optional: true }),
		field({ name: "address", label: "地址", state, optional: true, hint: "個人填戶籍或居留地址，扣繳憑單使用。" }),
		field({ name: "note", label: "備註", type: "textarea", rows: 2, state, optional: true }),
		payee &&
			checkbox({
				name: "is_active",
				label: "使用中",
				state,
				hint: "取消勾選就停用：填支出申請時不再建議，付過的款項都會保留。",
			}),
	];
}

const personFields = (staff: readonly Named[], payee: PayeeRow | undefined, state: FormState): Children => [
	field({
		name: "national_id",
		label: "身分證字號或居留證號",
		state,
		optional: true,
		autocomplete: "off",
		narrow: true,
		hint: payee?.national_id_mask
			? `已登記 ${payee.national_id_mask}，留空白就不變。`
			: "代扣所得稅或補充保費時要用；加密保存，儲存後只顯示遮罩。",
	}),
	payee?.national_id_mask && checkbox({ name: "no_national_id", label: "移除已登記的證號", state }),
	checkbox({
		name: "is_foreign",
		label: "非居住者",
		state,
		hint: "在臺灣沒有住所，而且一個課稅年度內居留不滿 183 天的人（所得稅法 §7）；扣繳率不同。",
	}),
	field({
		name: "user",
		label: "協會同仁",
		type: "select",
		empty: "不是同仁",
		options: staff.map(({ id, name }) => ({ value: String(id), label: name })),
		state,
		optional: true,
	}),
	field({
		name: "member_no",
		label: "會員編號",
		state,
		optional: true,
		narrow: true,
		hint: "受款人是會員時填寫，付款會列在會員的個人資料複本。",
	}),
];

/** Draws the fields of an account, whose bank is suggested by code and name from `bankList`. */
export const accountFields = (state: FormState): VNode =>
	html`<div class="stack loose">
		<div class="cols two">
			${field({ name: "bank", label: "金融機構代碼或名稱", state, optional: true, autocomplete: "off", list: BANK_LIST, placeholder: "004" })}
			${field({ name: "branch", label: "分行", state, optional: true, autocomplete: "off" })}
		</div>
		<div class="cols two">
			${field({ name: "account", label: "帳號", state, optional: true, inputmode: "numeric", autocomplete: "off" })}
			${field({ name: "holder", label: "戶名", state, optional: true, autocomplete: "off", hint: "和受款人同名可以不填。" })}
		</div>
	</div>`;

/** Returns the form of a new payee filled with the payee of a request. */
export const payeeFromRequest = (of: DocumentRow): FormState =>
	freshForm({
		kind: of.payee_tax_id === null ? "person" : "company",
		name: of.payee_name,
		tax_id: of.payee_tax_id ?? "",
		user: String(of.payee_user_id ?? ""),
		member_no: of.payee_member_no ?? "",
		bank: of.payee_bank,
		account: of.payee_account,
	});

/** Returns a payee's form filled from the stored payee. */
export const filledPayee = (of: PayeeRow): FormState =>
	freshForm({
		kind: of.kind,
		name: of.name,
		tax_id: of.tax_id ?? "",
		is_foreign: of.is_resident === 0 ? "1" : "",
		user: String(of.user_id ?? ""),
		member_no: of.member_no ?? "",
		email: of.email ?? "",
		phone: of.phone ?? "",
		address: of.address,
		note: of.note,
		is_active: of.is_active === 1 ? "1" : "",
	});
