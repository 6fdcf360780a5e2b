import { ChosenQuery, chosenOf, toldOf } from "#admin/people/members/bulk-chosen.ts";
import { MEMBER_CRUMBS } from "#admin/people/members/form-page.ts";
import { memberList } from "#admin/people/members/list.ts";
import { named } from "#admin/people/members/named.ts";
import type { Ask } from "#auth/route.ts";
import { namedMembers } from "#db/people/member-exports.ts";
import { readRows } from "#db/read.ts";
import { addNotes } from "#domain/people/notes/actions.ts";
import { MOST_NOTED, NoteOnMany } from "#domain/people/notes/form.ts";
import { paths } from "#http/paths.ts";
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
import { NOUNS } from "./nouns.ts";

const { notes } = paths.admin;
const field = fieldsOf(NoteOnMany);
const TITLE = "寫備忘錄";

type Noted = {
	people: readonly { id: number; member_no: string | null; name: string }[];
	/** How many they are, in words. */
	told: string;
	here: string;
	key: string;
};

/** Reads the chosen members: those of the form that was sent, else those that the address names. */
async function readChosen(ask: Ask<object, ChosenQuery>, state: FormState): Promise<Noted> {
	const sent = NoteOnMany.shape.members.safeParse(typed(state, "members")).data;
	const chosen = sent ? { ids: sent } : await chosenOf(ask.query, ask);
	const [people] = await readRows(ask.env.DB, namedMembers(chosen, MOST_NOTED + 1));
	const here = sent ? typed(state, "here") : ask.query.here;
	return { people, told: toldOf(chosen)(people.length), here, key: crypto.randomUUID() };
}

const asking = ({ people, told, here, key }: Noted, state: FormState): VNode =>
	form(
		{
			...{ action: notes.chosen(), state, key },
			submit: `寫在 ${told} 位的備忘錄`,
			busy: "儲存中...",
			cancel: memberList.again(here),
			guard: true,
			main: true,
		},
		html`<input type="hidden" name="members" value=${people.map(({ id }) => id).join(".")} />`,
		html`<input type="hidden" name="here" value=${here} />`,
		field({ name: "content", label: "備忘錄", type: "textarea", rows: 6, state, hint: NOUNS.member.hint }),
	);

function whole(page: Noted, state: FormState): VNode {
	const { people, told, here } = page;
	const back = linkButton({ label: "回到名冊", href: memberList.again(here) });
	if (people.length === 0)
		return card({ flush: true, label: TITLE }, noneNow({ title: "沒有選到會員", actions: back }));
	if (people.length > MOST_NOTED)
		return notice(
			{ tone: "warn", title: "一次選太多" },
			html`<p>一次最多 ${MOST_NOTED} 位。請回到列表加上條件（例如縣市、狀態），分次寫。</p>
				<p>${back}</p>`,
		);
	return html`<div class="stack">${named(people, `看看是哪 ${told} 位`)} ${card({ label: TITLE }, asking(page, state))}</div>`;
}

/** The page on which one note is written about each of the chosen members. */
export const onChosen = formPage({
	path: notes.chosen(),
	gate: NOUNS.member.gate,
	query: ChosenQuery,
	form: NoteOnMany,
	filled: () => freshForm(),
	page: async (_, state, ask) => {
		const page = await readChosen(ask, state);
		const isMany = page.people.length > MOST_NOTED;
		return {
			title: TITLE,
			area: "會員",
			crumbs: MEMBER_CRUMBS,
			lead: isMany ? undefined : `選了 ${page.told} 位，每一位都有一則同樣的備忘錄。`,
			slim: true,
			body: whole(page, state),
		};
	},
	run: async ({ db, by }, { input: { members, content, here }, key }) => {
		await addNotes(db, { memberIds: members, content, by, key });
		return { to: memberList.again(here), flash: `已在 ${figure(members.length)} 位的備忘錄寫下這則。` };
	},
});
