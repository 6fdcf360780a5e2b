import type { ListViewRow } from "#db/system/list-views.ts";
import { ListViewInput } from "#domain/system/list-views/form.ts";
import { paths } from "#http/paths.ts";
import { fieldsOf } from "#kits/form/fields.ts";
import { linkButton } from "#ui/button.ts";
import { card } from "#ui/card.ts";
import { checkbox } from "#ui/choices.ts";
import { form } from "#ui/form.ts";
import { type FormState, freshForm } from "#ui/form-state.ts";
import { type Children, html } from "#ui/html.ts";
import type { Page } from "#ui/page.ts";

const { listViews } = paths.admin;
const field = fieldsOf(ListViewInput);

/** The list of a view: its name and its address with the conditions. */
export type ViewedList = { label: string; path: string; query: string };

/** Returns the address of a list with the conditions of a view. */
export const addressOf = (list: string, query: string, id?: number): string => {
	const asked = new URLSearchParams(query);
	if (id !== undefined) asked.set("view", String(id));
	return asked.size > 0 ? `${list}?${asked}` : list;
};

const crumbsOf = ({ label, path, query }: ViewedList) => [{ label, href: addressOf(path, query) }];

const fields = (state: FormState): Children => [
	field({
		name: "name",
		label: "名稱",
		state,
		required: true,
		hint: "顯示在列表上方的分頁，例如：雙北未繳、本月入會。",
	}),
	checkbox({ name: "shared", label: "給打得開這個列表的同仁一起用", state }),
];

/** Draws the page 存成檢視: the conditions, order and columns of a list get a name. */
export const newViewPage = (list: ViewedList, state: FormState, key: string): Page => ({
	title: "存成檢視",
	area: list.label,
	crumbs: crumbsOf(list),
	slim: true,
	lead: "條件、排序與欄位會一起存下來，下次點一下就是同一份列表；搜尋框裡打的字不會存。",
	body: card(
		{ label: "存成檢視" },
		form(
			{
				action: listViews.create(),
				state,
				key,
				submit: "存成檢視",
				busy: "儲存中...",
				cancel: addressOf(list.path, list.query),
				main: true,
			},
			[
				html`<input type="hidden" name="list" value=${list.path} />`,
				html`<input type="hidden" name="query" value=${list.query} />`,
				...[fields(state)],
			],
		),
	),
});

/** Returns the form of a view filled from what is stored, with the conditions that the list has now. */
export const formOf = (view: ListViewRow): FormState =>
	freshForm({ name: view.name, ...(view.is_shared ? { shared: "1" } : {}) });

/** Draws the page of a view. `now`: the conditions of the list from which it was opened. */
export function editViewPage(
	view: ListViewRow,
	{ label, now, state }: { label: string; now: string; state: FormState },
): Page {
	const list = { label, path: view.list, query: now };
	const isOther = now !== view.query;
	return {
		title: view.name,
		area: "檢視",
		crumbs: crumbsOf(list),
		slim: true,
		actions: [linkButton({ label: "刪除檢視...", icon: "trash", href: listViews.removal(view.id) })],
		body: card(
			{ label: "修改檢視" },
			form(
				{
					action: listViews.edit(view.id),
					state,
					version: view.version,
					submit: "儲存",
					cancel: addressOf(view.list, now, view.id),
					main: true,
				},
				[
					...[fields(state)],
					html`<input type="hidden" name="query" value=${now} />`,
					isOther && html`<p class="small soft">列表現在的條件、排序與欄位，會取代原來存下的。</p>`,
				],
			),
		),
	};
}

/** Draws the page 刪除檢視. */
export const removeViewPage = (view: ListViewRow, label: string, state: FormState): Page => ({
	title: "刪除檢視",
	area: "檢視",
	crumbs: [
		...crumbsOf({ label, path: view.list, query: view.query }),
		{ label: view.name, href: listViews.edit(view.id) },
	],
	slim: true,
	body: card(
		{ label: "刪除檢視" },
		html`<p>檢視「${view.name}」會從列表上方消失${view.is_shared ? "，同仁也不再看得到" : ""}；列表裡的資料不受影響。</p>`,
		form({
			action: listViews.removal(view.id),
			state,
			version: view.version,
			submit: "刪除檢視",
			busy: "刪除中...",
			danger: true,
			cancel: addressOf(view.list, view.query, view.id),
		}),
	),
});
