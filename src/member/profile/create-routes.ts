import type { FormState } from "#admin/ui/form.ts";
import { type Ask, action, type Route, view } from "#auth/route.ts";
import { applicant } from "#db/link-requests.ts";
import { readRows } from "#db/read.ts";
import { storeProfile } from "#domain/profiles/actions.ts";
import { NewProfileForm } from "#domain/profiles/form.ts";
import { paths } from "#http/paths.ts";
import { createProfilePage } from "./create-page.ts";

const { profile, home } = paths.member;
const gate = "signed_in";

async function pageOf({ env, who, surroundings }: Ask, sent?: FormState) {
	const [[row]] = await readRows(env.DB, applicant(who.userId));
	if (!row) return "missing" as const;
	const { fullName: association } = surroundings;
	return createProfilePage({ name: who.name, association, applicant: row, key: crypto.randomUUID() }, sent);
}

const createProfile = view({
	path: profile.create(),
	gate,
	show: async (ask) => (ask.who.memberId === null ? pageOf(ask) : { to: home() }),
});

/** The same answer whether the roster knows them or not (DOMAIN 2). */
const storeOwn = action({
	path: profile.store(),
	gate,
	form: NewProfileForm,
	run: async ({ env, db, who, by }, { input, key }) => {
		if (who.memberId !== null) return { to: home(), flash: "您已經有會員資料。", tone: "info" };
		await storeProfile(env, db, { ...input, key, by: { ...by, userId: who.userId } });
		return { to: profile.create(), flash: "已送出，請等候協會確認。" };
	},
	page: async (ask, sent) => pageOf(ask, sent),
});

export const CREATE_ROUTES: readonly Route[] = [createProfile, storeOwn];
