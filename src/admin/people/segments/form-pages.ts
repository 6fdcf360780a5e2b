import { groupOptions } from "#admin/people/groups/choice.ts";
import type { GroupName } from "#db/people/groups.ts";
import type { SegmentRow } from "#db/people/segments.ts";
import { type NamedType, typeOptions } from "#domain/people/membership-types/rules.ts";
import { SEGMENT_CONDITIONS, type SegmentCondition, SegmentEdit } from "#domain/people/segments/form.ts";
import { paths } from "#http/paths.ts";
import { fieldsOf } from "#kits/form/fields.ts";
import { againstStored, sidesOf, type Told } from "#ui/against-stored.ts";
import { card } from "#ui/card.ts";
import { checkbox } from "#ui/choices.ts";
import { field as plainField } from "#ui/field.ts";
import type { Option } from "#ui/field-parts.ts";
import type { Filter } from "#ui/filters.ts";
import { form } from "#ui/form.ts";
import { type FormState, freshForm } from "#ui/form-state.ts";
import { html, type VNode } from "#ui/html.ts";
import type { Page } from "#ui/page.ts";
import { SEGMENT_CRUMBS } from "./list.ts";
import { conditionOf, ownOf, segmentHref, wordOf } from "./words.ts";

const { segments } = paths.admin;
const LABELS = { name: "名稱", description: "說明" } as const;
const field = fieldsOf(SegmentEdit, LABELS);

/** The membership types, groups and conditions on own fields that a segment can ask for. */
export type Offered = { types: readonly NamedType[]; groups: readonly GroupName[]; own: readonly Filter[] };

function optionsOf(name: SegmentCondition, { types, groups }: Offered): Option[] {
	if (name === "type") return typeOptions(types);
	return name === "group" ? (groupOptions(groups) ?? []) : conditionOf(name).options;
}

function fields(state: FormState, offered: Offered): VNode {
	const shown = SEGMENT_CONDITIONS.map((name) => ({ name, options: optionsOf(name, offered) }))
		.filter(({ options }) => options.length > 0)
		.map(({ name, options }) =>
			field({ name, label: conditionOf(name).label, state, type: "select", empty: "全部", options }),
		);
	return html`<div class="stack">
		${field({ name: "name", state, autocomplete: "off", hint: "例如臺北本年未繳、證明已到期的病友。" })}
		${field({ name: "description", state, type: "textarea", rows: 2, optional: true })}
		<h2>條件</h2>
		<p class="hint">選了的條件要全部符合；沒選的不限。</p>
		<div class="cols two">${shown} ${offered.own.map((one) => ownField(state, one))}</div>
	</div>`;
}

/** Draws the field of a condition on an own field. */
const ownField = (state: FormState, filter: Filter): VNode => {
	const { name, label } = filter;
	if ("options" in filter)
		return plainField({ name, label, state, type: "select", empty: "全部", options: filter.options });
	return plainField({ name, label, state, ...(filter.type === "date" ? { type: "date" } : {}) });
};

type NewPage = Offered & { key: string; isLess: boolean };

/** Draws the page 新增條件名單. `isLess`: the list that it comes from has a condition that a segment does not keep. */
export const newSegmentPage = ({ key, isLess, ...offered }: NewPage, state: FormState): Page => ({
	title: "新增條件名單",
	area: "條件名單",
	crumbs: SEGMENT_CRUMBS,
	lead: isLess ? "搜尋的字、有沒有備忘錄、敏感的自訂欄位，這幾種條件不會存進條件名單。" : undefined,
	slim: true,
	body: card(
		{ label: "新增條件名單" },
		form(
			{
				...{ action: segments.create(), state, key },
				submit: "新增條件名單",
				busy: "新增中...",
				cancel: segments.list(),
				main: true,
				guard: true,
			},
			fields(state, offered),
		),
	),
});

/** Returns the fields of a segment as a conflict tells them: a condition by the label of its option. */
const toldOf = (offered: Offered): Told[] => [
	{ field: "name", label: LABELS.name },
	{ field: "description", label: LABELS.description },
	...SEGMENT_CONDITIONS.map((field) => {
		const options = optionsOf(field, offered);
		const words = (value: string) => options.find((one) => one.value === value)?.label ?? "全部";
		return { field, label: conditionOf(field).label, words };
	}),
	...offered.own.map((one) => ({
		...{ field: one.name, label: one.label },
		words: (value: string) => (value === "" ? "全部" : wordOf(one, value)),
	})),
];

const textsOf = (row: SegmentRow): Record<string, string> => ({
	name: row.name,
	description: row.description,
	...Object.fromEntries(SEGMENT_CONDITIONS.map((name) => [name, String(row[name] ?? "")])),
	...Object.fromEntries(ownOf(row)),
});
export const segmentForm = (row: SegmentRow): FormState =>
	freshForm({ ...textsOf(row), is_active: row.is_active === 1 ? "1" : "" });

export type EditedSegment = Offered & { row: SegmentRow; announcements: number };

/** Draws the form of a segment. When another user saved meanwhile, it shows both values of a field that both changed. */
export function editSegmentPage({ row, announcements, ...offered }: EditedSegment, state: FormState): Page {
	const sides = sidesOf(toldOf(offered), { mine: state.values, theirs: textsOf(row), base: undefined });
	const shown = againstStored(state, { version: row.version, fields: sides });
	return {
		title: `編輯條件名單「${row.name}」`,
		name: row.name,
		area: "條件名單",
		crumbs: SEGMENT_CRUMBS,
		lead: html`<p><a href=${segmentHref(row)}>看名單</a></p>`,
		slim: true,
		body: card(
			{ label: "編輯條件名單" },
			form(
				{
					...{ action: segments.edit(row.id), state: shown, version: row.version },
					submit: "儲存",
					cancel: segments.list(),
					main: true,
					guard: true,
				},
				fields(shown, offered),
				announcements > 0 &&
					html`<p class="hint">有 ${announcements} 則公告是給這份名單的；改了條件，看得到的人也跟著改。</p>`,
				checkbox({
					name: "is_active",
					label: "使用中",
					state: shown,
					hint: "取消勾選就停用：會員列表與公告不能再選它。已經選它的公告不受影響。",
				}),
			),
		),
	};
}
