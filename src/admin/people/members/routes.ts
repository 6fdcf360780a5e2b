import * as z from "zod";
import { type Ask, IdParams, type Route, view } from "#auth/route.ts";
import { memberRow } from "#db/people/member-reads.ts";
import { readRows } from "#db/read.ts";
import { createMember, revealSensitive, updateMember } from "#domain/people/members/actions.ts";
import { MemberForm, NewMemberForm } from "#domain/people/members/form.ts";
import { isFamily } from "#domain/people/related.ts";
import { paths } from "#http/paths.ts";
import { pageWithForms } from "#kits/form/form.ts";
import { APPLICATION_ROUTES } from "./applications-routes.ts";
import { memberPageOf, oneMember, readMemberPage } from "./asks.ts";
import { editMemberPage, freshMember, newMemberPage } from "./form-page.ts";
import { GUARDIAN_ROUTES } from "./guardian-routes.ts";
import { LOGIN_ROUTES } from "./login-routes.ts";
import { showMemberPage } from "./show-page.ts";
import { STEP_ROUTES } from "./step-routes.ts";

const { members } = paths.admin;

const NewQuery = z.strictObject({ guardian: z.coerce.number().int().positive().optional() });

const guardianRow = async ({ env }: Pick<Ask, "env">, id: number) => (await readRows(env.DB, memberRow(id)))[0][0];

const creation = pageWithForms({
	path: members.create(),
	gate: "members_manage",
	query: NewQuery,
	page: async (ask, { sent }) => {
		const id = sent ? Number(sent.values.guardian) : (ask.query.guardian ?? 0);
		const guardian = id > 0 ? await guardianRow(ask, id) : undefined;
		return newMemberPage({ state: sent ?? freshMember(guardian), key: crypto.randomUUID(), guardian });
	},
});

const storeMember = creation.form("sent", {
	form: NewMemberForm,
	run: async ({ env, db, by }, { input: { guardian, ...input }, key }) => {
		const id = await createMember(env, db, { input, key, source: "admin", by, guardianId: guardian });
		return { to: members.show(id), flash: `已新增${input.name}，目前是「入會審核中」。` };
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

const edit = pageWithForms({
	path: members.edit(":id"),
	gate: "members_manage",
	params: IdParams,
	page: async (ask, { sent }) => {
		const row = await oneMember(ask);
		if (!row || sent) return row ? editMemberPage(row, sent) : "missing";
		if (isFamily(row, ask.who)) return { to: members.show(row.id) };
		return row.merged_into === null ? editMemberPage(row) : { to: members.edit(row.merged_into) };
	},
});

const storeEdit = edit.form("sent", {
	form: MemberForm,
	run: async ({ env, db, by, params }, { input: { version, base: _base, ...input } }) => {
		await updateMember(env, db, { ref: { id: params.id, version }, input, by });
		return { to: members.show(params.id), flash: `已儲存${input.name}的資料。` };
	},
});

/**
 * The address that shows a record with its sealed (encrypted) data after a POST. Opened by GET, it redirects to the
 * record's own page.
 */
const sealed = pageWithForms({
	path: members.sensitive(":id"),
	gate: "members_sensitive",
	params: IdParams,
	page: async (ask, { sent }) => (sent ? memberPageOf(ask, { state: sent }) : { to: members.show(ask.params.id) }),
});

/**
 * Shows the sealed data of a record (顯示) and writes an audit row. The page is the answer to the POST, so that no
 * address shows the data again.
 */
const reveal = sealed.form("sent", {
	form: z.strictObject({}),
	run: async (ask) => {
		const { env, db, by, params } = ask;
		return memberPageOf(ask, { revealed: await revealSensitive(env, db, { id: params.id, by }) });
	},
});

/** The routes of one record come last, because their ":id" would match every other word. */
export const MEMBER_ROUTES: readonly Route[] = [
	creation.show,
	storeMember,
	...APPLICATION_ROUTES,
	showMember,
	edit.show,
	storeEdit,
	reveal,
	sealed.show,
	...GUARDIAN_ROUTES,
	...LOGIN_ROUTES,
	...STEP_ROUTES,
];
