import { ChosenQuery, chosenOf, MEMBER_CRUMBS, memberList, named, toldOf } from "#admin/people/index.ts";
import type { Ask } from "#auth/route.ts";
import { namedMembers } from "#db/people/index.ts";
import { readRows } from "#db/read.ts";
import { ForChosen } from "#domain/office/announcements/form.ts";
import { createGroup, joinGroup } from "#domain/people/actions.ts";
import { MOST_JOINING } from "#domain/people/index.ts";
import { paths } from "#http/paths.ts";
import { dateInTaipei } from "#kernel/times.ts";
import { fieldsOf } from "#kits/form/fields.ts";
import { formPage } from "#kits/form/form.ts";
import { typed } from "#ui/against-stored.ts";
import { linkButton } from "#ui/button.ts";
import { card } from "#ui/card.ts";
import { noneNow } from "#ui/empty.ts";
import { form } from "#ui/form.ts";
import { type FormState, freshForm } from "#ui/form-state.ts";
import { html, type VNode } from "#ui/html.ts";
import { figure } from "#ui/money.ts";
import { notice } from "#ui/notice.ts";
import { timeWords } from "#ui/time.ts";

const { announcements } = paths.admin;
const field = fieldsOf(ForChosen);
const TITLE = "寫公告給選取的會員";

type Chosen = {
	people: readonly { id: number; member_no: string | null; name: string }[];
	/** How many they are, in words. */
	told: string;
	here: string;
	key: string;
};

/** Reads the chosen members: those of the form that was sent, else those that the address names. */
async function readChosen(ask: Ask<object, ChosenQuery>, state: FormState): Promise<Chosen> {
	const sent = ForChosen.shape.members.safeParse(typed(state, "members")).data;
	const chosen = sent ? { ids: sent } : await chosenOf(ask.query, ask);
	const [people] = await readRows(ask.env.DB, namedMembers(chosen, MOST_JOINING + 1));
	const here = sent ? typed(state, "here") : ask.query.here;
	return { people, told: toldOf(chosen)(people.length), here, key: crypto.randomUUID() };
}

const asking = ({ people, here, key }: Chosen, state: FormState): VNode =>
	form(
		{
			...{ action: announcements.forChosen(), state, key },
			submit: "下一步：寫公告",
			busy: "建立中...",
			cancel: memberList.again(here),
			main: true,
		},
		html`<input type="hidden" name="members" value=${people.map(({ id }) => id).join(".")} />`,
		html`<input type="hidden" name="here" value=${here} />`,
		field({
			name: "name",
			label: "這群人的名稱",
			state,
			hint: "會存成一個群組，當作公告的對象；寄完之後，公告頁列得出每一位寄到了沒有。不會再用到時，可以停用群組。",
		}),
	);

function whole(page: Chosen, state: FormState): VNode {
	const { people, told, here } = page;
	const back = linkButton({ label: "回到名冊", href: memberList.again(here) });
	if (people.length === 0)
		return card({ flush: true, label: TITLE }, noneNow({ title: "沒有選到會員", actions: back }));
	if (people.length > MOST_JOINING)
		return notice(
			{ tone: "warn", title: "一次選太多" },
			html`<p>一次最多 ${figure(MOST_JOINING)} 位。請在名冊把條件存成檢視或條件名單，公告的對象就可以直接選它。</p>
				<p>${back}</p>`,
		);
	return html`<div class="stack">${named(people, `看看是哪 ${told} 位`)} ${card({ label: TITLE }, asking(page, state))}</div>`;
}

/** The page on which chosen members become a group, and the audience of a new announcement. */
export const forChosen = formPage({
	path: announcements.forChosen(),
	gate: "announcements_for_chosen",
	query: ChosenQuery,
	form: ForChosen,
	filled: (_, { at }) => freshForm({ name: `公告對象 ${timeWords(at)}` }),
	page: async (_, state, ask) => {
		const page = await readChosen(ask, state);
		return {
			title: TITLE,
			area: "會員",
			crumbs: MEMBER_CRUMBS,
			lead: page.people.length > MOST_JOINING ? undefined : `選了 ${page.told} 位。`,
			slim: true,
			body: whole(page, state),
		};
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
