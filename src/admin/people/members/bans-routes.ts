import * as z from "zod";
import { wantsJson } from "#auth/answer.ts";
import { type Ask, IdParams, type Route } from "#auth/route.ts";
import { banCandidates, bansOf } from "#db/people/member-bans.ts";
import { memberRow } from "#db/people/member-reads.ts";
import { readRows } from "#db/read.ts";
import { banPerson, stepBan } from "#domain/people/members/ban-actions.ts";
import { BanForm, LiftForm } from "#domain/people/members/bans.ts";
import { PERSON_QUERY, searchWords } from "#domain/people/members/search.ts";
import { isFamily } from "#domain/people/related.ts";
import { paths } from "#http/paths.ts";
import { pageWithForms, type Refused } from "#kits/form/form.ts";
import { typed } from "#ui/against-stored.ts";
import { freshForm } from "#ui/form-state.ts";
import { bansPage } from "./bans-page.ts";
import { chosenHref, offered, optionOf } from "./person-search.ts";

const { members } = paths.admin;
type States = Refused<"sent" | "end">;

type BansQuery = { q: string; chosen?: number | undefined };

async function pageOf({ c, env, who, params: { id }, query }: Ask<{ id: number }, BansQuery>, states: States) {
	const { q, chosen } = query;
	const state = states.sent ?? freshForm({ q, ...(chosen && { person: String(chosen) }) });
	const [[member], bans, found] = await readRows(
		env.DB,
		memberRow(id),
		bansOf(id),
		banCandidates(id, searchWords(typed(state, "q"))),
	);
	if (!member) return "missing" as const;
	if (wantsJson(c)) {
		const options = q === "" || isFamily(member, who) ? [] : found.map((one) => optionOf(one));
		return offered(q, options, (person) => chosenHref(members.bans(id), { q, chosen: person }));
	}
	return bansPage(
		{ member, bans, found, isFamily: isFamily(member, who), userId: who.userId, ended: states.end },
		state,
	);
}

const page = pageWithForms<"sent" | "end", { id: number }, BansQuery, "members_manage">({
	path: members.bans(":id"),
	gate: "members_manage",
	params: IdParams,
	query: z.strictObject(PERSON_QUERY),
	page: pageOf,
});

const set = page.form("sent", {
	form: BanForm,
	run: async ({ db, by, params: { id } }, { input: { person: personId, reason } }) => {
		await banPerson(db, { memberId: id, personId, reason }, by);
		return { to: members.show(id), flash: "已設為不得告知，現在就生效。" };
	},
});

const DONE = {
	ask: "已提出，要另一位同仁確認才會解除。",
	lift: "已解除不得告知。要再當監護人，請另外指定。",
	keep: "維持不得告知。",
} as const;

const end = page.form("end", {
	path: members.banEnd(":id"),
	form: LiftForm,
	run: async ({ db, by, params: { id } }, { input: { ban, step } }) => {
		await stepBan(db, { id: ban, memberId: id, step }, by);
		return { to: members.bans(id), flash: DONE[step] };
	},
});

export const BAN_ROUTES: readonly Route[] = [page.show, set, end];
