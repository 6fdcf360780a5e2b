import type * as z from "zod";
import { type Ask, action, IdParams, type Route, view } from "#auth/route.ts";
import { candidatesOf, type LinkRequestRow, linkRequest } from "#db/people/link-requests.ts";
import { readRows } from "#db/read.ts";
import { openApplication } from "#domain/people/applicants/actions.ts";
import { decideLinkRequest } from "#domain/people/link-requests/actions.ts";
import { LinkDecisionForm, LinkShowQuery } from "#domain/people/link-requests/form.ts";
import { isFamily } from "#domain/people/related.ts";
import { paths } from "#http/paths.ts";
import { nationalIdHash } from "#platform/member-seals.ts";
import { relay } from "#platform/queue.ts";
import type { FormState } from "#ui/form-state.ts";
import type { Said } from "./links-compare.ts";
import { linkList } from "./links-list.ts";
import { linkPage } from "./links-show-page.ts";

const { links } = paths.admin.members;
const gate = "members_manage";
type AskOne = Ask<z.infer<typeof IdParams>>;

async function saidIn(env: AskOne["env"], request: LinkRequestRow): Promise<Said | undefined> {
	if (request.status !== "open") return undefined;
	const { profile } = await openApplication(env, request);
	const { national_id: id } = profile;
	return { profile, nationalIdHash: id === null ? null : await nationalIdHash(env, id) };
}

async function pageOf({ env, who, params, at }: AskOne, { asked, state }: { asked: string; state?: FormState }) {
	const [[request], candidates] = await readRows(env.DB, linkRequest(params.id), candidatesOf(params.id, asked));
	if (!request) return "missing" as const;
	const isOwn = request.user_id === who.userId || isFamily(request, who);
	return linkPage({ request, said: await saidIn(env, request), candidates, asked, isOwn, at }, state);
}

const showLink = view({
	path: links.show(":id"),
	gate,
	params: IdParams,
	query: LinkShowQuery,
	show: (ask) => pageOf(ask, { asked: ask.query.with }),
});

const FLASH = {
	link: "已連結。有電子郵件的申請人會收到通知，其他人下次登入就看得到。",
	create: "已建立入會申請，等候審核。",
	refuse: "已退回。有電子郵件的申請人會收到通知，其他人登入後可以看到原因並補正。",
} as const;

const decide = action({
	path: links.decision(":id"),
	gate,
	params: IdParams,
	form: LinkDecisionForm,
	run: async ({ c, env, db, by, params }, { input: decision }) => {
		await decideLinkRequest(env, db, { ref: { id: params.id, version: decision.version }, decision, by });
		c.executionCtx.waitUntil(relay(env, "mail.due"));
		return { to: links.list(), flash: FLASH[decision.decision] };
	},
	page: (ask, state) => pageOf(ask, { asked: "", state }),
});

/** Redirects a reload of a decision's address to the request's page. */
const decided = view({
	path: links.decision(":id"),
	gate,
	params: IdParams,
	show: async ({ params }) => ({ to: links.show(params.id) }),
});

/** The routes of 連結申請. */
export const LINK_REQUEST_ROUTES: readonly Route[] = [...linkList.routes, showLink, decide, decided];
