import * as z from "zod";
import { type Ask, action, IdParams, type Route, view } from "#auth/route.ts";
import { memberRow } from "#db/people/member-reads.ts";
import { readRows } from "#db/read.ts";
import { createMember, revealSensitive, updateMember } from "#domain/people/members/actions.ts";
import { MemberForm, NewMemberForm } from "#domain/people/members/form.ts";
import { isFamily } from "#domain/people/related.ts";
import { paths } from "#http/paths.ts";
import { APPLICATION_ROUTES } from "./applications-routes.ts";
import { memberPageOf, oneMember, readMemberPage } from "./asks.ts";
import { editMemberPage, freshMember, newMemberPage } from "./form-page.ts";
import { GUARDIAN_ROUTES } from "./guardian-routes.ts";
import { HISTORY_ROUTES } from "./history-routes.ts";
import { LOGIN_ROUTES } from "./login-routes.ts";
import { showMemberPage } from "./show-page.ts";
import { STEP_ROUTES } from "./step-routes.ts";

const { members } = paths.admin;

const NewQuery = z.strictObject({ guardian: z.coerce.number().int().positive().optional() });

const newMember = view({
	path: members.create(),
	gate: "members_manage",
	query: NewQuery,
	show: async (ask) => {
		const guardian = ask.query.guardian === undefined ? undefined : await guardianRow(ask, ask.query.guardian);
		return newMemberPage({ state: freshMember(guardian), key: crypto.randomUUID(), guardian });
	},
});

const guardianRow = async ({ env }: Pick<Ask, "env">, id: number) => (await readRows(env.DB, memberRow(id)))[0][0];

const storeMember = action({
	path: members.create(),
	gate: "members_manage",
	form: NewMemberForm,
	run: async ({ env, db, by }, { input: { guardian, ...input }, key }) => {
		const id = await createMember(env, db, { input, key, source: "admin", by, guardianId: guardian });
		return { to: members.show(id), flash: `已新增${input.name}，目前是「入會審核中」。` };
	},
	page: async (ask, state) => {
		const id = Number(state.values.guardian);
		const guardian = id > 0 ? await guardianRow(ask, id) : undefined;
		return newMemberPage({ state, key: crypto.randomUUID(), guardian });
	},
});

const showMember = view({
	path: members.show(":id"),
	gate: "members",
	params: IdParams,
	show: async (ask) => {
		const page = await readMemberPage(ask);
		if (!page) return "missing";
		const { merged_into, member_no, name } = page.member;
		if (merged_into === null) return showMemberPage(page);
		return { to: members.show(merged_into), flash: `${member_no ?? name}已併入這位會員。`, tone: "info" };
	},
});

const editMemberForm = view({
	path: members.edit(":id"),
	gate: "members_manage",
	params: IdParams,
	show: async (ask) => {
		const row = await oneMember(ask);
		if (!row) return "missing";
		if (isFamily(row, ask.who)) return { to: members.show(row.id) };
		return row.merged_into === null ? editMemberPage(row) : { to: members.edit(row.merged_into) };
	},
});

const storeEdit = action({
	path: members.edit(":id"),
	gate: "members_manage",
	params: IdParams,
	form: MemberForm,
	run: async ({ env, db, by, params }, { input: { version, base: _base, ...input } }) => {
		await updateMember(env, db, { ref: { id: params.id, version }, input, by });
		return { to: members.show(params.id), flash: `已儲存${input.name}的資料。` };
	},
	page: async (ask, state) => {
		const row = await oneMember(ask);
		return row ? editMemberPage(row, state) : "missing";
	},
});

/**
 * Shows (顯示) a record's encrypted values once and logs the access. The page is the answer to a POST, so that no
 * address shows the values again.
 */
const reveal = action({
	path: members.sensitive(":id"),
	gate: "members_sensitive",
	params: IdParams,
	form: z.strictObject({}),
	run: async (ask) => {
		const { env, db, by, params } = ask;
		return memberPageOf(ask, { revealed: await revealSensitive(env, db, { id: params.id, by }) });
	},
	page: (ask, state) => memberPageOf(ask, { state }),
});

/** Redirects a reload of that address to the record's page. */
const revealed = view({
	path: members.sensitive(":id"),
	gate: "members_sensitive",
	params: IdParams,
	show: async ({ params }) => ({ to: members.show(params.id) }),
});

/** The routes of one record come last, because their ":id" would match every other word. */
export const MEMBER_ROUTES: readonly Route[] = [
	newMember,
	storeMember,
	...APPLICATION_ROUTES,
	showMember,
	editMemberForm,
	storeEdit,
	reveal,
	revealed,
	...HISTORY_ROUTES,
	...GUARDIAN_ROUTES,
	...LOGIN_ROUTES,
	...STEP_ROUTES,
];
