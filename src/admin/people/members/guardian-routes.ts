import * as z from "zod";
import { OF_MEMBERS, told } from "#admin/system/index.ts";
import { IdParams, type Route } from "#auth/route.ts";
import { guardianCandidates } from "#db/people/member-picks.ts";
import { kinOf, memberRow } from "#db/people/member-reads.ts";
import { readRows } from "#db/read.ts";
import { OptionalId } from "#domain/people/members/form.ts";
import { setGuardian } from "#domain/people/members/guardianship-actions.ts";
import { dependents, guardian } from "#domain/people/members/rules.ts";
import { PersonSearch, searchWords } from "#domain/people/members/search.ts";
import { isFamily } from "#domain/people/related.ts";
import { paths } from "#http/paths.ts";
import { formPage } from "#kits/form/form.ts";
import { relay } from "#platform/queue.ts";
import { typed } from "#ui/against-stored.ts";
import { freshForm } from "#ui/form-state.ts";
import { guardianPage } from "./guardian-page.ts";

const { members } = paths.admin;

export const GUARDIAN_ROUTES: readonly Route[] = formPage({
	path: members.guardian(":id"),
	gate: "members_manage",
	params: IdParams,
	query: z.strictObject({ q: PersonSearch }),
	form: z.strictObject({ guardian: OptionalId, q: PersonSearch, version: z.coerce.number().int() }),
	filled: (_, { query: { q } }) => freshForm({ q }),
	page: async (_, state, { env, params: { id }, who }) => {
		const q = typed(state, "q");
		const [[member], kin, found] = await readRows(
			env.DB,
			memberRow(id),
			kinOf(id),
			guardianCandidates(id, searchWords(q)),
		);
		if (!member) return "missing";
		const family = { guardian: guardian(member, kin), dependents: dependents(member, kin) };
		return guardianPage({ member, isFamily: isFamily(member, who), ...family, q, found }, state);
	},
	run: async ({ c, env, db, by, params: { id } }, { input: { guardian, version } }) => {
		const outcome = await setGuardian(env, db, { ref: { id, version }, guardianId: guardian, by });
		c.executionCtx.waitUntil(relay(env, "mail.due"));
		const done =
			guardian === null ? "已儲存，目前沒有監護人。" : "已儲存監護人；健康資料與證件要等第二人確認才會開放。";
		return { to: members.show(id), ...told(outcome, done, OF_MEMBERS) };
	},
});
