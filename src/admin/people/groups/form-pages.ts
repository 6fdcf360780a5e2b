import type { GroupRow } from "#db/people/groups.ts";
import { GroupEdit } from "#domain/people/groups/form.ts";
import { paths } from "#http/paths.ts";
import { fieldsOf } from "#kits/form/fields.ts";
import { againstStored, type Sides, typed } from "#ui/against-stored.ts";
import { card } from "#ui/card.ts";
import { checkbox } from "#ui/choices.ts";
import { form } from "#ui/form.ts";
import { type FormState, freshForm } from "#ui/form-state.ts";
import type { Children } from "#ui/html.ts";
import { figure } from "#ui/money.ts";
import type { Page } from "#ui/page.ts";
import { GROUP_CRUMBS } from "./list.ts";

const { groups } = paths.admin;
const LABELS = { name: "群組名稱", description: "說明" } as const;
const field = fieldsOf(GroupEdit, LABELS);

const fields = (state: FormState): Children => [
	field({ name: "name", state, autocomplete: "off", hint: "例如支持團體、北區、志工。" }),
	field({ name: "description", state, type: "textarea", rows: 3, optional: true }),
];

/** Draws the page 新增群組. `key`: the idempotency key, so that sending the same form twice creates one group. */
export const newGroupPage = (key: string, state: FormState): Page => ({
	title: "新增群組",
	area: "群組",
	crumbs: GROUP_CRUMBS,
	slim: true,
	body: card(
		{ label: "新增群組" },
		form(
			{
				...{ action: groups.create(), state, key },
				submit: "新增群組",
				busy: "新增中...",
				cancel: groups.list(),
				main: true,
				guard: true,
			},
			fields(state),
		),
	),
});

export const groupForm = ({ name, description, is_active }: GroupRow): FormState =>
	freshForm({ name, description, is_active: is_active === 1 ? "1" : "" });

/** Draws the form of a group. When another user saved meanwhile, it shows both texts of a field that both changed. */
export function editGroupPage(row: GroupRow, state: FormState): Page {
	const sides = (["name", "description"] as const).map(
		(name): Sides => ({ field: name, label: LABELS[name], mine: typed(state, name).trim(), theirs: row[name] }),
	);
	const shown = againstStored(state, { version: row.version, fields: sides });
	return {
		title: `編輯群組「${row.name}」`,
		name: row.name,
		area: "群組",
		crumbs: [...GROUP_CRUMBS, { label: row.name, href: groups.of(row.id) }],
		slim: true,
		body: card(
			{ label: "編輯群組" },
			form(
				{
					...{ action: groups.edit(row.id), state: shown, version: row.version },
					submit: "儲存",
					cancel: groups.of(row.id),
					main: true,
					guard: true,
				},
				fields(shown),
				checkbox({
					name: "is_active",
					label: "使用中",
					state: shown,
					hint: `取消勾選就停用：不能再加入人，公告也不能再選它。目前的 ${figure(row.people)} 位與過去的紀錄都會保留。`,
				}),
			),
		),
	};
}
