import { OF_MEMBERS, told } from "#admin/system/index.ts";
import { wantsJson } from "#auth/answer.ts";
import { IdParams, type Route } from "#auth/route.ts";
import { guardianshipsOf } from "#db/people/guardianships.ts";
import { guardianCandidates } from "#db/people/member-picks.ts";
import { kinOf, memberRow } from "#db/people/member-reads.ts";
import { readRows } from "#db/read.ts";
import { GuardianForm, GuardianQuery, standingOf } from "#domain/people/members/guardian-form.ts";
import { setGuardian } from "#domain/people/members/guardianship-actions.ts";
import { dependents, guardians } from "#domain/people/members/rules.ts";
import { searchWords } from "#domain/people/members/search.ts";
import { isFamily } from "#domain/people/related.ts";
import { paths } from "#http/paths.ts";
import { formPage } from "#kits/form/form.ts";
import { relay } from "#platform/queue.ts";
import { typed } from "#ui/against-stored.ts";
import { freshForm } from "#ui/form-state.ts";
import { guardianPage } from "./guardian-page.ts";
import { chosenHref, offered, optionOf } from "./person-search.ts";

const { members } = paths.admin;

export const GUARDIAN_ROUTES: readonly Route[] = formPage({
	path: members.guardian(":id"),
	gate: "members_manage",
	params: IdParams,
	query: GuardianQuery,
	form: GuardianForm,
	filled: (_, { query: { q, slot, chosen } }) => freshForm({ q, slot, ...(chosen && { guardian: String(chosen) }) }),
	page: async (_, state, { c, env, params: { id }, who }) => {
		const [q, slot] = [typed(state, "q"), typed(state, "slot") === "second" ? ("second" as const) : ("first" as const)];
		const [[member], kin, standing, found] = await readRows(
			env.DB,
			memberRow(id),
			kinOf(id),
			guardianshipsOf(id),
			guardianCandidates(id, searchWords(q)),
		);
		if (!member) return "missing";
		if (wantsJson(c)) {
			const options = isFamily(member, who) ? [] : found.map((one) => optionOf(one));
			return offered(q, options, (chosen) => chosenHref(members.guardian(id), { q, slot, chosen }));
		}
		const family = { guardians: guardians(member, kin), dependents: dependents(member, kin) };
		return guardianPage({ member, isFamily: isFamily(member, who), ...family, standing, slot, q, found }, state);
	},
	run: async ({ c, env, db, by, params: { id } }, { input }) => {
		const { guardian: guardianId, slot, version } = input;
		const change = { ref: { id, version }, guardianId, slot, as: standingOf(input), by };
		const outcome = await setGuardian(env, db, change);
		c.executionCtx.waitUntil(relay(env, "mail.due"));
		const done = guardianId === null ? "已解除這位監護人。" : "已儲存監護人；健康資料與證件要等第二人確認才會開放。";
		return { to: members.show(id), ...told(outcome, done, OF_MEMBERS) };
	},
});
