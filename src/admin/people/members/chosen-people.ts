import type * as z from "zod";
import type { Ask } from "#auth/route.ts";
import { namedMembers } from "#db/people/member-exports.ts";
import { readRows } from "#db/read.ts";
import { typed } from "#ui/against-stored.ts";
import { linkButton } from "#ui/button.ts";
import { card } from "#ui/card.ts";
import { noneNow } from "#ui/empty.ts";
import type { FormState } from "#ui/form-state.ts";
import { type Children, html, type VNode } from "#ui/html.ts";
import { figure } from "#ui/money.ts";
import { notice } from "#ui/notice.ts";
import type { Page } from "#ui/page.ts";
import { type ChosenQuery, chosenOf, toldOf } from "./bulk-chosen.ts";
import { MEMBER_CRUMBS } from "./form-page.ts";
import { memberList } from "./list.ts";
import { named } from "./named.ts";

export type ChosenPeople = {
	/** The chosen members; more than `most` when there are too many. */
	people: readonly { id: number; member_no: string | null; name: string }[];
	/** How many they are, in words. */
	told: string;
	/** The query of the list that the user came from, to go back to. */
	here: string;
	key: string;
};

/**
 * Reads the chosen members: those of the form that was sent (its field `members`, read by `schema`), else those that the
 * address names; `most` of them, and one more when there are more.
 */
export async function readChosen(
	ask: Ask<object, ChosenQuery>,
	state: FormState,
	{ schema, most }: { schema: z.ZodType<number[]>; most: number },
): Promise<ChosenPeople> {
	const sent = schema.safeParse(typed(state, "members")).data;
	const chosen = sent ? { ids: sent } : await chosenOf(ask.query, ask);
	const [people] = await readRows(ask.env.DB, namedMembers(chosen, most + 1));
	const here = sent ? typed(state, "here") : ask.query.here;
	return { people, told: toldOf(chosen)(people.length), here, key: crypto.randomUUID() };
}

/** The fields of a form about chosen members that the user does not see. */
export const chosenFields = ({ people, here }: ChosenPeople): Children => [
	html`<input type="hidden" name="members" value=${people.map(({ id }) => id).join(".")} />`,
	html`<input type="hidden" name="here" value=${here} />`,
];

type Drawn = {
	title: string;
	/** What follows how many were chosen, in the page's lead. */
	lead: string;
	most: number;
	/** The advice to whoever chose more than `most`. */
	tooMany: string;
	form: VNode;
};

/** Draws the page of a form about chosen members: who they are and the form, or why there is none. */
export function chosenPage(page: ChosenPeople, { title, lead, most, tooMany, form }: Drawn): Page {
	const { people, told, here } = page;
	const isMany = people.length > most;
	const back = linkButton({ label: "回到名冊", href: memberList.again(here) });
	const nobody = () => card({ flush: true, label: title }, noneNow({ title: "沒有選到會員", actions: back }));
	const many = () =>
		notice(
			{ tone: "warn", title: "一次選太多" },
			html`<p>一次最多 ${figure(most)} 位。${tooMany}</p>`,
			html`<p>${back}</p>`,
		);
	return {
		title,
		area: "會員",
		crumbs: MEMBER_CRUMBS,
		lead: isMany ? undefined : `選了 ${told} 位${lead}`,
		slim: true,
		body:
			people.length === 0
				? nobody()
				: isMany
					? many()
					: html`<div class="stack">${named(people, `看看是哪 ${told} 位`)} ${card({ label: title }, form)}</div>`,
	};
}
