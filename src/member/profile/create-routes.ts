import { type Ask, action, type Route, view } from "#auth/route.ts";
import { applicant } from "#db/people/applications.ts";
import { readRows } from "#db/read.ts";
import { standingAsks, standingIn, waitingIn } from "#domain/people/applicants/actions.ts";
import { storeProfile } from "#domain/people/applications/actions.ts";
import { NewProfileForm } from "#domain/people/profiles/form.ts";
import { paths } from "#http/paths.ts";
import { applicationPageOf } from "#member/application/routes.ts";
import type { FormState } from "#ui/form-state.ts";
import { createProfilePage } from "./create-page.ts";

const { profile, home } = paths.member;
const gate = "signed_in";

/** Returns the form; for a user whose application waits, the page of that application. */
async function pageOf(ask: Ask, sent?: FormState) {
	const { env, who, surroundings } = ask;
	const [[row], ...found] = await readRows(env.DB, applicant(who.userId), ...standingAsks(who.userId));
	if (!row) return "missing" as const;
	if (waitingIn(standingIn(found))) return sent ? applicationPageOf(ask, { again: sent }) : ("waits" as const);
	const { fullName: association } = surroundings;
	return createProfilePage({ name: who.name, association, applicant: row, key: crypto.randomUUID() }, sent);
}

const createProfile = view({
	path: profile.create(),
	gate,
	show: async (ask) => {
		const page = ask.who.memberId === null ? await pageOf(ask) : "waits";
		return page === "waits" ? { to: home() } : page;
	},
});

/**
 * Stores an application. The answer is the same whether or not the roster has the person (docs/concepts.md#membership).
 */
const storeOwn = action({
	path: profile.store(),
	gate,
	form: NewProfileForm,
	run: async ({ env, db, who, by }, { input, key }) => {
		if (who.memberId !== null) return { to: home(), flash: "您已經有會員資料。", tone: "info" };
		await storeProfile(env, db, { ...input, key, by: { ...by, userId: who.userId } });
		return { to: home(), flash: "申請已送出。" };
	},
	page: async (ask, sent) => {
		const page = await pageOf(ask, sent);
		return page === "waits" ? "missing" : page;
	},
});

export const CREATE_ROUTES: readonly Route[] = [createProfile, storeOwn];
