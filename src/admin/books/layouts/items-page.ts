import { layoutSeen } from "#db/books/layouts.ts";
import { ItemName } from "#domain/books/layouts/form.ts";
import type { Item } from "#domain/books/layouts/lines.ts";
import { paths } from "#http/paths.ts";
import { mostCharacters } from "#kernel/field-limits.ts";
import { card } from "#ui/card.ts";
import { field } from "#ui/field.ts";
import { form } from "#ui/form.ts";
import { type FormState, freshForm } from "#ui/form-state.ts";
import { html, type VNode } from "#ui/html.ts";
import type { Page } from "#ui/page.ts";
import { LAYOUT_CRUMBS } from "./notes-page.ts";

const { layouts, ledger } = paths.admin;
const CLASSES = [
	{ value: "5", label: "款2 支出" },
	{ value: "4", label: "款1 收入" },
];

/** Returns the first values of the form: the 項 in their order, and an empty one. */
export const itemValues = (items: readonly Item[]): FormState =>
	freshForm(
		Object.fromEntries([
			...items.flatMap(({ id, name, position }) => [
				[`name_${id}`, name],
				[`position_${id}`, String(position)],
			]),
			["position_new", String(Math.min(9999, Math.max(0, ...items.map(({ position }) => position)) + 10))],
			["class_new", "5"],
		]),
	);

/** Draws the page 款項目的設定: the 項 of the statements, to which accounts are assigned on their own pages. */
export const itemsPage = (items: readonly Item[], state: FormState): Page => ({
	title: "款項目的設定",
	area: "預決算表",
	crumbs: LAYOUT_CRUMBS,
	lead: html`<span>收入與支出各分成項，項底下的目是會計科目。哪個科目列在哪一項，在<a href=${ledger.accounts()}>會計科目</a>選；沒有選的科目自成一項。</span>`,
	slim: true,
	body: card(
		{ label: "款項目的設定" },
		form(
			{ action: layouts.items(), state, submit: "儲存", cancel: layouts.show(), main: true, guard: true },
			html`<input type="hidden" name="seen" value=${layoutSeen(items)} />`,
			html`<p class="hint">依順序的數字由小到大列出；名稱清空就刪除，還有科目的項不能刪除。</p>`,
			items.map((item) => itemFields(item, state)),
			html`<h2>新增一項</h2>`,
			html`<div class="cols">
				${field({ name: "class_new", label: "款", state, type: "select", options: CLASSES })}
				${field({ name: "name_new", label: "名稱", state, optional: true, maxlength: mostCharacters(ItemName), autocomplete: "off" })}
				${field({ name: "position_new", label: "順序", state, type: "number", narrow: true })}
			</div>`,
		),
	),
});

const itemFields = ({ id, class: digit }: Item, state: FormState): VNode => html`<div class="cols">
	${field({ name: `name_${id}`, label: digit === "4" ? "收入的項" : "支出的項", state, maxlength: mostCharacters(ItemName), autocomplete: "off" })}
	${field({ name: `position_${id}`, label: "順序", state, type: "number", narrow: true })}
</div>`;
