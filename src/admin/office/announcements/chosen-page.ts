import {
	type ChosenPeople,
	ChosenQuery,
	chosenFields,
	chosenPage,
	memberList,
	readChosen,
} from "#admin/people/index.ts";
import { ForChosen } from "#domain/office/announcements/chosen-form.ts";
import { createGroup, joinGroup } from "#domain/people/actions.ts";
import { MOST_JOINING } from "#domain/people/index.ts";
import { paths } from "#http/paths.ts";
import { dateInTaipei } from "#kernel/times.ts";
import { fieldsOf } from "#kits/form/fields.ts";
import { formPage } from "#kits/form/form.ts";
import { form } from "#ui/form.ts";
import { type FormState, freshForm } from "#ui/form-state.ts";
import type { VNode } from "#ui/html.ts";
import { timeWords } from "#ui/time.ts";

const { announcements } = paths.admin;
const field = fieldsOf(ForChosen);

const asking = (page: ChosenPeople, state: FormState): VNode =>
	form(
		{
			...{ action: announcements.forChosen(), state, key: page.key },
			submit: "下一步：寫公告",
			busy: "建立中...",
			cancel: memberList.again(page.here),
			main: true,
		},
		chosenFields(page),
		field({
			name: "name",
			label: "這群人的名稱",
			state,
			hint: "會存成一個群組，當作公告的對象；寄完之後，公告頁列得出每一位寄到了沒有。不會再用到時，可以停用群組。",
		}),
	);

/** The page on which chosen members become a group, and the audience of a new announcement. */
export const forChosen = formPage({
	path: announcements.forChosen(),
	gate: "announcements_for_chosen",
	query: ChosenQuery,
	form: ForChosen,
	filled: (_, { at }) => freshForm({ name: `公告對象 ${timeWords(at)}` }),
	page: async (_, state, ask) => {
		const page = await readChosen(ask, state, { schema: ForChosen.shape.members, most: MOST_JOINING });
		return chosenPage(page, {
			title: "寫公告給選取的會員",
			lead: "。",
			most: MOST_JOINING,
			tooMany: "請在名冊把條件存成檢視或條件名單，公告的對象就可以直接選它。",
			form: asking(page, state),
		});
	},
	run: async ({ db, by, at }, { input: { members: memberIds, name }, key }) => {
		const groupId = await createGroup(db, { input: { name, description: "" }, key, by });
		const days = { from_on: dateInTaipei(at), until_on: null };
		// A form that is sent again makes no second group, and takes nobody in twice.
		await joinGroup(db, { groupId, memberIds, days, by });
		return {
			to: announcements.createFor(`group:${groupId}`),
			flash: `已存成群組「${name}」，已故的不在裡面。接著寫公告。`,
		};
	},
});
