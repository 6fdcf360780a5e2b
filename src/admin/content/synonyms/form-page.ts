import type { GroupRow } from "#db/content/synonyms.ts";
import { SynonymInput } from "#domain/content/synonyms/form.ts";
import { groupText, wordsIn } from "#domain/content/synonyms/words.ts";
import { paths } from "#http/paths.ts";
import { fieldsOf } from "#kits/form/fields.ts";
import { againstStored, typed } from "#ui/against-stored.ts";
import { linkButton } from "#ui/button.ts";
import { card } from "#ui/card.ts";
import { facts } from "#ui/facts.ts";
import { form } from "#ui/form.ts";
import { type FormState, freshForm } from "#ui/form-state.ts";
import type { Children } from "#ui/html.ts";
import { notice } from "#ui/notice.ts";
import type { Page } from "#ui/page.ts";
import { SYNONYMS_CRUMBS } from "./list.ts";

const { synonyms } = paths.admin;
const field = fieldsOf(SynonymInput);

const fields = (state: FormState): Children =>
	field({
		name: "words",
		label: "意思相同的詞",
		state,
		type: "textarea",
		rows: 5,
		hint: "一行一個，或用頓號分開，2 到 12 個。例如：輪椅、輔具、行動輔具。",
	});

/** Draws the page 新增同義詞. `key`: the idempotency key, so that sending the same form twice creates one group. */
export const newSynonymPage = (state: FormState, key: string): Page => ({
	title: "新增同義詞",
	area: "同義詞",
	crumbs: SYNONYMS_CRUMBS,
	slim: true,
	body: card(
		{ label: "新增同義詞" },
		form(
			{
				action: synonyms.create(),
				state,
				key,
				submit: "新增同義詞",
				busy: "新增中...",
				cancel: synonyms.list(),
				main: true,
				guard: true,
			},
			fields(state),
		),
	),
});

const linesOf = (group: GroupRow): string => wordsIn(group).join("\n");

/** Returns a group's form filled from the stored group. */
export const formOf = (group: GroupRow): FormState => freshForm({ words: linesOf(group) });

/** Draws the page of a group with its form. When another user saved meanwhile, it shows both texts. */
export function editSynonymPage(group: GroupRow, state: FormState): Page {
	const { id, version } = group;
	const shown = againstStored(state, {
		version,
		fields: [{ field: "words", label: "意思相同的詞", theirs: linesOf(group), mine: typed(state, "words") }],
	});
	return {
		title: groupText(group),
		area: "同義詞",
		crumbs: SYNONYMS_CRUMBS,
		slim: true,
		actions: [linkButton({ label: "刪除同義詞...", icon: "trash", href: synonyms.removal(id) })],
		body: card(
			{ label: "編輯同義詞" },
			form(
				{
					action: synonyms.edit(id),
					state: shown,
					version,
					submit: "儲存",
					cancel: synonyms.list(),
					main: true,
					guard: true,
				},
				fields(shown),
			),
		),
	};
}

/** Draws the page 刪除同義詞. */
export const removeSynonymPage = (group: GroupRow, state: FormState = freshForm()): Page => ({
	title: "刪除同義詞",
	area: "同義詞",
	crumbs: [...SYNONYMS_CRUMBS, { label: groupText(group), href: synonyms.edit(group.id) }],
	slim: true,
	body: card(
		{ label: "刪除同義詞" },
		notice(
			{ tone: "warn", title: "搜尋不再把這些詞當成同一個意思" },
			"文章裡照樣寫著的詞還是找得到，之後也可以再加回來。",
		),
		facts([{ name: "意思相同的詞", value: groupText(group) }]),
		form({
			action: synonyms.removal(group.id),
			state,
			version: group.version,
			submit: "刪除同義詞",
			busy: "刪除中...",
			danger: true,
			cancel: synonyms.edit(group.id),
		}),
	),
});
