import type { FieldRow } from "#db/people/member-fields.ts";
import { ChoiceName, FieldEdit } from "#domain/people/member-fields/form.ts";
import {
	choicesOf,
	FIELD_KIND_LABELS,
	FIELD_KINDS,
	FOR_WHOM,
	FOR_WHOM_LABELS,
	SEEN_BY,
	SEEN_BY_LABELS,
	SELF,
	SELF_LABELS,
} from "#domain/people/member-fields/rules.ts";
import { paths } from "#http/paths.ts";
import { mostCharacters } from "#kernel/field-limits.ts";
import { fieldsOf } from "#kits/form/fields.ts";
import { againstStored, type Sides, typed } from "#ui/against-stored.ts";
import { card } from "#ui/card.ts";
import { checkbox, segment } from "#ui/choices.ts";
import { field as drawn } from "#ui/field.ts";
import { form } from "#ui/form.ts";
import { type FormState, freshForm } from "#ui/form-state.ts";
import { type Children, html } from "#ui/html.ts";
import { figure } from "#ui/money.ts";
import { notice } from "#ui/notice.ts";
import type { Page } from "#ui/page.ts";
import { FIELD_CRUMBS } from "./list.ts";

const { memberFields } = paths.admin;
const LABELS = { name: "欄位名稱", hint: "說明", purpose: "用途", position: "順序", new_choices: "選項" } as const;
const field = fieldsOf(FieldEdit, LABELS);

const optionsOf = <C extends string>(codes: readonly C[], words: Record<C, string>) =>
	codes.map((value) => ({ value, label: words[value] }));

const fields = (state: FormState, choices: Children): Children => [
	field({ name: "name", state, autocomplete: "off" }),
	field({ name: "hint", state, autocomplete: "off", optional: true, hint: "寫在表單的欄位下面。" }),
	field({
		name: "kind",
		label: "種類",
		state,
		type: "select",
		empty: "請選擇",
		options: optionsOf(FIELD_KINDS, FIELD_KIND_LABELS),
	}),
	choices,
	segment({ name: "for_whom", label: "給誰填", state, options: optionsOf(FOR_WHOM, FOR_WHOM_LABELS) }),
	segment({ name: "seen_by", label: "工作人員誰看得到", state, options: optionsOf(SEEN_BY, SEEN_BY_LABELS) }),
	segment({ name: "self", label: "會員自己", state, options: optionsOf(SELF, SELF_LABELS) }),
	checkbox({
		name: "is_special",
		label: "特種個資（個人資料保護法第 6 條：病歷、醫療、基因、性生活、健康檢查、犯罪前科）",
		state,
		hint: "加密保存；本人同意用途才能填；只有可以查看身分證字號與病況的人打得開，每次都有紀錄。",
	}),
	field({
		name: "purpose",
		state,
		optional: true,
		hint: "特種個資才要寫。會員同意的就是這句話；同一個用途的欄位只要同意一次。",
	}),
	checkbox({
		name: "in_list",
		label: "在會員名冊多一欄",
		state,
		hint: "特種個資，以及只給可以查看身分證字號與病況的人看的欄位，不會出現在名冊。",
	}),
	field({ name: "position", state, type: "number", narrow: true, hint: "1 到 999，數字小的在前。" }),
];

const newChoices = (state: FormState, label: string): Children =>
	field({
		name: "new_choices",
		label,
		state,
		type: "textarea",
		rows: 4,
		optional: true,
		hint: "單選與複選才要填，一行一個。",
	});

/** Returns the form of a new field. */
export const freshField = (): FormState =>
	freshForm({ for_whom: "all", seen_by: "view", self: "none", position: "100" });

/** Draws the page 新增自訂欄位. `key`: the idempotency key, so that sending the same form twice creates one field. */
export const newFieldPage = (key: string, state: FormState): Page => ({
	title: "新增自訂欄位",
	area: "自訂欄位",
	crumbs: FIELD_CRUMBS,
	slim: true,
	body: card(
		{ label: "新增自訂欄位" },
		form(
			{
				...{ action: memberFields.create(), state, key },
				submit: "新增欄位",
				busy: "新增中...",
				cancel: memberFields.list(),
				main: true,
				guard: true,
			},
			fields(state, newChoices(state, "選項")),
		),
	),
});

export const fieldForm = (row: FieldRow): FormState =>
	freshForm({
		...{ name: row.name, hint: row.hint, kind: row.kind, for_whom: row.for_whom, seen_by: row.seen_by },
		...{ self: row.self, purpose: row.purpose, position: String(row.position), new_choices: "" },
		is_special: row.is_special === 1 ? "1" : "",
		in_list: row.in_list === 1 ? "1" : "",
		is_active: row.is_active === 1 ? "1" : "",
		...Object.fromEntries(
			choicesOf(row).flatMap(({ id, name, is_active }) => [
				[`choice.${id}`, name],
				[`choice.${id}.on`, is_active === 1 ? "1" : ""],
			]),
		),
	});

/** Draws the choices that a field has: each with its name, and a box that offers it. */
const heldChoices = (row: FieldRow, state: FormState): Children =>
	(row.kind === "choice" || row.kind === "choices") && [
		choicesOf(row).map(
			({ id }, nth) => html`<div class="cols two">
				${drawn({ name: `choice.${id}`, label: `選項 ${nth + 1}`, state, maxlength: mostCharacters(ChoiceName), autocomplete: "off" })}
				${checkbox({ name: `choice.${id}.on`, label: "可以選", state })}
			</div>`,
		),
		html`<p class="hint">改名會一起改掉填過的人；取消「可以選」之後，填過的人仍然保留，只是不能再選。</p>`,
	];

/** Draws the form of a field. When another user saved meanwhile, it shows both texts of a field that both changed. */
export function editFieldPage(row: FieldRow, state: FormState): Page {
	const sides = (["name", "hint", "purpose"] as const).map(
		(name): Sides => ({ field: name, label: LABELS[name], mine: typed(state, name).trim(), theirs: row[name] }),
	);
	const shown = againstStored(state, { version: row.version, fields: sides });
	const choices = [heldChoices(row, shown), newChoices(shown, row.kind.startsWith("choice") ? "新增選項" : "選項")];
	return {
		title: `編輯自訂欄位「${row.name}」`,
		name: row.name,
		area: "自訂欄位",
		crumbs: FIELD_CRUMBS,
		slim: true,
		body: html`<div class="stack">
			${
				row.used > 0 &&
				notice(
					{ tone: "info" },
					`已有 ${figure(row.used)} 位會員填了這個欄位：種類、是不是特種個資與用途都不能再改。要改時，請停用它，另外新增一個。`,
				)
			}
			${card(
				{ label: "編輯自訂欄位" },
				form(
					{
						...{ action: memberFields.edit(row.id), state: shown, version: row.version },
						submit: "儲存",
						cancel: memberFields.list(),
						main: true,
						guard: true,
					},
					fields(shown, choices),
					checkbox({
						name: "is_active",
						label: "使用中",
						state: shown,
						hint: "取消勾選就停用：不再出現在表單與條件裡，填過的資料都會保留。",
					}),
				),
			)}
		</div>`,
	};
}
