import { type Route, view } from "#auth/route.ts";
import { readMembership } from "#db/members.ts";
import { paths } from "#http/paths.ts";
import { createProfilePage } from "#member/create-profile-page.ts";
import { homePage } from "#member/home-page.ts";

/** A member's own dashboard; whoever has no member record yet is sent to where one is made. */
export const showHome = view({
	path: paths.member.home(),
	gate: "signed_in",
	show: async ({ who, db }) => {
		const membership = who.memberId === null ? undefined : await readMembership(db, who.memberId);
		return membership ? homePage(membership) : { to: paths.member.profile.create() };
	},
});

export const createProfile = view({
	path: paths.member.profile.create(),
	gate: "signed_in",
	show: async ({ who, surroundings }) =>
		who.memberId === null ? createProfilePage(who.name, surroundings) : { to: paths.member.home() },
});

export const MEMBER_ROUTES: readonly Route[] = [showHome, createProfile];
