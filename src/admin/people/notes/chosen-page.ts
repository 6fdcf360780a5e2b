import { ChosenQuery } from "#admin/people/members/bulk-chosen.ts";
import { type ChosenPeople, chosenFields, chosenPage, readChosen } from "#admin/people/members/chosen-people.ts";
import { memberList } from "#admin/people/members/list.ts";
import { addNotes } from "#domain/people/notes/actions.ts";
import { MOST_NOTED, NoteOnMany } from "#domain/people/notes/form.ts";
import { paths } from "#http/paths.ts";
import { fieldsOf } from "#kits/form/fields.ts";
import { formPage } from "#kits/form/form.ts";
import { form } from "#ui/form.ts";
import { type FormState, freshForm } from "#ui/form-state.ts";
import type { VNode } from "#ui/html.ts";
import { figure } from "#ui/money.ts";
import { NOUNS } from "./nouns.ts";

const { notes } = paths.admin;
const field = fieldsOf(NoteOnMany);

const asking = (page: ChosenPeople, state: FormState): VNode =>
	form(
		{
			...{ action: notes.chosen(), state, key: page.key },
			submit: `寫在 ${page.told} 位的備忘錄`,
			busy: "儲存中...",
			cancel: memberList.again(page.here),
			guard: true,
			main: true,
		},
		chosenFields(page),
		field({ name: "content", label: "備忘錄", type: "textarea", rows: 6, state, hint: NOUNS.member.hint }),
	);

/** The page on which one note is written about each of the chosen members. */
export const onChosen = formPage({
	path: notes.chosen(),
	gate: NOUNS.member.gate,
	query: ChosenQuery,
	form: NoteOnMany,
	filled: () => freshForm(),
	page: async (_, state, ask) => {
		const page = await readChosen(ask, state, { schema: NoteOnMany.shape.members, most: MOST_NOTED });
		return chosenPage(page, {
			title: "寫備忘錄",
			lead: "，每一位都有一則同樣的備忘錄。",
			most: MOST_NOTED,
			tooMany: "請回到列表加上條件（例如縣市、狀態），分次寫。",
			form: asking(page, state),
		});
	},
	run: async ({ db, by }, { input: { members, content, here }, key }) => {
		await addNotes(db, { memberIds: members, content, by, key });
		return { to: memberList.again(here), flash: `已在 ${figure(members.length)} 位的備忘錄寫下這則。` };
	},
});
