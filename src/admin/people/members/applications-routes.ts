import * as z from "zod";
import type { Route } from "#auth/route.ts";
import { APPLICATIONS_SHOWN, applications } from "#db/people/member-picks.ts";
import { readRows } from "#db/read.ts";
import { stepMembers } from "#domain/people/members/actions.ts";
import { RESOLUTION_FIELDS } from "#domain/people/members/form.ts";
import { paths } from "#http/paths.ts";
import { formPage } from "#kits/form/form.ts";
import { applicationsPage } from "./applications-page.ts";
import { deciderOf } from "./asks.ts";

const { members } = paths.admin;
const PERMISSION = "members.approve";

/** The schema of a ticked application with the version that the user saw, sent as "id:version". */
const Seen = z
	.string()
	.regex(/^[1-9]\d{0,14}:\d{1,9}$/)
	.transform((text) => {
		const [id = 0, version = 0] = text.split(":").map(Number);
		return { id, version };
	});

const ApprovalForm = z.strictObject({
	ids: z.array(Seen).min(1, { error: "請先勾選要核准的申請。" }).max(APPLICATIONS_SHOWN),
	...RESOLUTION_FIELDS,
});

export const APPLICATION_ROUTES: readonly Route[] = formPage({
	path: members.applications(),
	gate: "members_approve",
	form: ApprovalForm,
	many: ["ids"],
	about: async ({ env }) => (await readRows(env.DB, applications()))[0],
	page: (rows, state, { who, at }) => applicationsPage({ rows, who, at }, state),
	run: async (ask, { input: { ids: refs, ...resolution } }) => {
		const move = { step: "approve", ...resolution } as const;
		await stepMembers(ask.env, ask.db, { refs, move, by: deciderOf(ask, PERMISSION) });
		return { to: members.applications(), flash: `已核准 ${refs.length} 位入會，會員編號已經編好。` };
	},
});
