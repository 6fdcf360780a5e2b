import type { DonorRow } from "#db/money/donors.ts";
import { DONOR_KIND_LABELS, DONOR_KINDS, DonorForm, NAMING_LABELS, NAMINGS } from "#domain/money/donors/form.ts";
import { paths } from "#http/paths.ts";
import { fieldsOf } from "#kits/form/fields.ts";
import { card } from "#ui/card.ts";
import { checkbox, choices, segment } from "#ui/choices.ts";
import { form } from "#ui/form.ts";
import { type FormState, freshForm } from "#ui/form-state.ts";
import { html } from "#ui/html.ts";
import type { Page } from "#ui/page.ts";
import { DONOR_CRUMBS } from "./words.ts";

const { donors } = paths.admin.income;
const field = fieldsOf(DonorForm);

/** Draws the page 新增捐款人, or with `donor` the form that changes a donor. */
export function donorFormPage(of: { donor?: DonorRow; key?: string; back?: string }, state: FormState): Page {
	const { donor, key, back } = of;
	return {
		title: donor ? `修改${donor.name}` : "新增捐款人",
		area: "捐款人",
		crumbs: donor ? [...DONOR_CRUMBS, { label: donor.name, href: donors.show(donor.id) }] : DONOR_CRUMBS,
		slim: true,
		body: card(
			{ label: "捐款人" },
			form(
				{
					action: donor ? donors.edit(donor.id) : donors.create(),
					state,
					key,
					version: donor?.version,
					submit: donor ? "儲存" : "新增捐款人",
					cancel: donor ? donors.show(donor.id) : back || donors.list(),
					main: true,
					guard: true,
				},
				html`<input type="hidden" name="back" value=${back ?? ""} />`,
				segment({
					name: "kind",
					label: "種類",
					state,
					options: DONOR_KINDS.map((value) => ({ value, label: DONOR_KIND_LABELS[value] })),
				}),
				field({ name: "name", label: "姓名或名稱", state, autocomplete: "off" }),
				field({
					name: "national_id",
					label: "身分證字號或統一編號",
					state,
					optional: true,
					autocomplete: "off",
					narrow: true,
					hint: donor?.national_id_mask
						? `已登記 ${donor.national_id_mask}，留空白就不變。`
						: "個人填身分證字號或居留證號，申報捐贈扣除額時使用；儲存後只顯示遮罩。",
				}),
				donor?.national_id_mask && checkbox({ name: "no_national_id", label: "移除已登記的證號", state }),
				field({
					name: "email",
					label: "電子郵件",
					type: "email",
					state,
					optional: true,
					hint: "登錄捐款後會寄感謝信。",
				}),
				field({ name: "phone", label: "電話", type: "tel", state, optional: true }),
				field({ name: "address", label: "地址", state, optional: true, hint: "寄送收據用。" }),
				field({
					name: "member_no",
					label: "會員編號",
					state,
					optional: true,
					narrow: true,
					hint: "捐款人也是會員時填寫，捐款會記在會員捐款收入。",
				}),
				choices({
					name: "naming",
					label: "捐款徵信怎麼刊登",
					state,
					hint: "問過本人再選。改成不刊登姓名後，已公告的名單要重新發布，「捐款徵信」頁會提醒。",
					options: [
						{ value: "", label: "還沒有問過", sub: "先刊登「善心人士」。" },
						...NAMINGS.map((value) => ({ value, label: NAMING_LABELS[value] })),
					],
				}),
				field({
					name: "public_name",
					label: "另外指定的名稱",
					state,
					optional: true,
					autocomplete: "off",
					hint: "選「刊登另外指定的名稱」時填寫，例如「王府全家」。",
				}),
				field({ name: "note", label: "備註", type: "textarea", rows: 2, state, optional: true }),
			),
		),
	};
}

/** Returns a donor's form filled from the stored donor. */
export const filledDonor = (of: DonorRow): FormState =>
	freshForm({
		kind: of.kind,
		name: of.name,
		email: of.email ?? "",
		phone: of.phone ?? "",
		address: of.address,
		member_no: of.member_no ?? "",
		naming: of.naming ?? "",
		public_name: of.public_name,
		note: of.note,
	});
