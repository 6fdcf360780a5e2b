import type * as z from "zod";
import { allows } from "#auth/permissions.ts";
import { type Ask, IdParams, type Route, view } from "#auth/route.ts";
import { childrenOfRequest } from "#db/people/application-children.ts";
import { appliedFieldsOfRequest } from "#db/people/application-fields.ts";
import { candidatesOf, type LinkRequestRow, linkRequest } from "#db/people/link-requests.ts";
import { membershipTypes } from "#db/people/membership-types.ts";
import { readRows } from "#db/read.ts";
import { openApplication } from "#domain/people/applications/applicant-actions.ts";
import { decideLinkRequest } from "#domain/people/link-requests/actions.ts";
import { LinkDecisionForm, LinkShowQuery } from "#domain/people/link-requests/form.ts";
import { LINK_STEPS } from "#domain/people/link-requests/rules.ts";
import type { NamedType } from "#domain/people/membership-types/rules.ts";
import { isFamily } from "#domain/people/related.ts";
import { paths } from "#http/paths.ts";
import { pageWithForms, type Refused } from "#kits/form/form.ts";
import { taking } from "#kits/steps/taking.ts";
import { nationalIdHash } from "#platform/member-seals.ts";
import type { Said } from "./links-compare.ts";
import { linkList } from "./links-list.ts";
import { linkPage } from "./links-show-page.ts";

const { links } = paths.admin.members;
const gate = "members_manage";
type AskOne = Ask<z.infer<typeof IdParams>, z.infer<typeof LinkShowQuery>>;

async function saidIn(
	env: AskOne["env"],
	request: LinkRequestRow,
	types: readonly NamedType[],
): Promise<Said | undefined> {
	if (request.status !== "open") return undefined;
	const { profile } = await openApplication(env, request);
	const { national_id: id } = profile;
	return { profile, types, nationalIdHash: id === null ? null : await nationalIdHash(env, id) };
}

async function pageOf({ env, who, params, at, query }: AskOne, { sent }: Refused) {
	const asked = sent ? "" : query.with;
	const [[request], candidates, types, children, applied] = await readRows(
		env.DB,
		linkRequest(params.id),
		candidatesOf(params.id, asked),
		membershipTypes(),
		childrenOfRequest(params.id),
		appliedFieldsOfRequest(params.id, allows("members_sensitive", who)),
	);
	if (!request) return "missing" as const;
	const isOwn = request.user_id === who.userId || isFamily(request, who);
	return linkPage(
		{ request, said: await saidIn(env, request, types), candidates, children, applied, asked, isOwn, at },
		sent,
	);
}

const link = pageWithForms({
	path: links.show(":id"),
	gate,
	params: IdParams,
	query: LinkShowQuery,
	page: pageOf,
});

const decide = taking(link, "sent", {
	step: { tells: LINK_STEPS.link.tells },
	path: links.decision(":id"),
	form: LinkDecisionForm,
	to: () => links.list(),
	take: async ({ env, db, by, params }, { input: decision }) => {
		await decideLinkRequest(env, db, { ref: { id: params.id, version: decision.version }, decision, by });
		return { flash: LINK_STEPS[decision.decision].done };
	},
});

/** Redirects a reload of a decision's address to the request's page. */
const decided = view({
	path: links.decision(":id"),
	gate,
	params: IdParams,
	show: async ({ params }) => ({ to: links.show(params.id) }),
});

/** The routes of link requests (帳號對應待確認). */
export const LINK_REQUEST_ROUTES: readonly Route[] = [...linkList.routes, link.show, decide, decided];
