import * as z from "zod";
import { wantsJson } from "#auth/answer.ts";
import { allows } from "#auth/permissions.ts";
import { IdParams, type Route } from "#auth/route.ts";
import { alikeTo, mergeCandidates } from "#db/people/member-duplicates.ts";
import { memberRow } from "#db/people/member-reads.ts";
import { readRows } from "#db/read.ts";
import { mergeMembers, viewMerge } from "#domain/people/member-merges/actions.ts";
import { MergeForm } from "#domain/people/member-merges/form.ts";
import { PersonSearch, searchWords } from "#domain/people/members/search.ts";
import { paths } from "#http/paths.ts";
import { dateInTaipei } from "#kernel/times.ts";
import { pageWithForms } from "#kits/form/form.ts";
import { freshForm } from "#ui/form-state.ts";
import type { AskMember } from "./asks.ts";
import { mergeChoicePage } from "./merge-choose-page.ts";
import { mergeHref, mergePage } from "./merge-page.ts";
import { offered, optionOf } from "./person-search.ts";

const { members } = paths.admin;

const Query = z.strictObject({
	q: PersonSearch,
	with: z.coerce.number().int().positive().optional(),
});

/**
 * Reads and draws the page that chooses the other record: a search, and the similar records. For a record that was
 * merged before, redirects to the record that it became part of; "missing" when there is no such record.
 */
async function choose(ask: AskMember, q: string) {
	const { env, at } = ask;
	const { id } = ask.params;
	const [[member], alike, found] = await readRows(
		env.DB,
		memberRow(id),
		alikeTo(id),
		mergeCandidates(id, searchWords(q)),
	);
	if (!member) return "missing" as const;
	if (member.merged_into !== null) return { to: members.merge(member.merged_into) };
	if (wantsJson(ask.c))
		return offered(
			q,
			found.map((one) => optionOf(one)),
			(other) => mergeHref(id, Number(other)),
		);
	return mergeChoicePage({ member, q, found, alike, today: dateInTaipei(at) });
}

/** Reads and draws two records side by side; "missing" when one of them does not exist. */
async function beside(ask: AskMember, other: number, state = freshForm()) {
	const { env, db, who, at } = ask;
	const found = await viewMerge(env, db, { of: { kept: ask.params.id, other }, userId: who.userId });
	return found ? mergePage({ ...found, seesAll: allows("members_sensitive", who) }, state, at) : ("missing" as const);
}

const page = pageWithForms({
	path: members.merge(":id"),
	gate: "members_merge",
	params: IdParams,
	query: Query,
	page: async (ask, { sent }) => {
		if (sent) return beside(ask, Number([sent.values.other ?? ""].flat()[0]), sent);
		return ask.query.with === undefined ? choose(ask, ask.query.q) : beside(ask, ask.query.with);
	},
});

const merge = page.form("sent", {
	form: MergeForm,
	run: async ({ env, db, by, params: { id } }, { input: { other, version, picks, own } }) => {
		await mergeMembers(env, db, { kept: { id, version }, other, picks, own, by });
		return { to: members.show(id), flash: "已合併。歷程裡有合併前兩邊的紀錄；舊的編號與網址也找得到這位會員。" };
	},
});

export const MEMBER_MERGE_ROUTES: readonly Route[] = [page.show, merge];
