import type { Ask, Route } from "#auth/route.ts";
import { applicant, currentTexts, membershipTypes } from "#db/people/index.ts";
import { readRows } from "#db/read.ts";
import { standingAsks, standingIn, storeProfile, waitingIn } from "#domain/people/actions.ts";
import { NewProfileForm, OWN_NAMES, openTypes } from "#domain/people/index.ts";
import { paths } from "#http/paths.ts";
import { pageWithForms, type Refused } from "#kits/form/form.ts";
import { drawnAgain, pressedIn, SentApplication } from "#member/application/pressed.ts";
import { applicationPageOf, textsOf } from "#member/application/routes.ts";
import { createProfilePage } from "./create-page.ts";

const { profile, home } = paths.member;
const gate = "signed_in";

/**
 * Returns the page with the form of an application. A user who is a member, or whose application waits for a decision,
 * is redirected to the home page; after a refused form, the waiting application is shown instead.
 */
async function pageOf(ask: Ask, { sent }: Refused) {
	const { env, who, surroundings } = ask;
	if (!sent && who.memberId !== null) return { to: home() };
	const [[row], stored, types, ...found] = await readRows(
		env.DB,
		applicant(who.userId),
		currentTexts(),
		membershipTypes(),
		...standingAsks(who.userId),
	);
	if (!row) return "missing" as const;
	const standing = standingIn(found);
	if (waitingIn(standing)) return sent ? applicationPageOf(ask, { again: sent }) : { to: home() };
	const texts = textsOf(stored, surroundings.fullName);
	const of = {
		name: who.name,
		texts,
		applicant: row,
		types: openTypes(types),
		own: standing.own,
		key: crypto.randomUUID(),
	};
	return createProfilePage(of, sent);
}

const createProfile = pageWithForms({ path: profile.create(), gate, page: pageOf });

/**
 * Stores an application. The answer is the same whether or not the association's roster has the person
 * (docs/concepts.md#membership).
 */
const storeOwn = createProfile.form("sent", {
	path: profile.store(),
	form: SentApplication,
	aside: OWN_NAMES,
	run: async (ask, { input, key, values, aside: own }) => {
		const { env, db, who, by } = ask;
		if (who.memberId !== null) return { to: home(), flash: "您已經有會員資料。", tone: "info" };
		const pressed = pressedIn(NewProfileForm, input, values);
		if ("draw" in pressed) return drawnAgain(await pageOf(ask, { sent: pressed.draw }), pressed.status);
		await storeProfile(env, db, { ...pressed.input, own, key, by: { ...by, userId: who.userId } });
		return { to: home(), flash: "申請已送出。" };
	},
});

export const CREATE_ROUTES: readonly Route[] = [createProfile.show, storeOwn];
