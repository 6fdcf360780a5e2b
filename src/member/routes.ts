import { html } from "#admin/html.ts";
import { type Route, view } from "#auth/route.ts";
import { paths } from "#http/paths.ts";

/** A member's own dashboard; whoever has no member record yet is sent to make one. */
export const showHome = view({
	path: paths.member.home(),
	gate: "member",
	show: async ({ who }) =>
		who.memberId === null
			? { to: paths.member.profile.create() }
			: { title: `${who.name}，您好`, body: html`<div class="stack loose"></div>` },
});

export const MEMBER_ROUTES: readonly Route[] = [showHome];
