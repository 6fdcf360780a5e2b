import * as z from "zod";
import { codePage } from "#admin/system/users/code-page.ts";
import { CodeForm } from "#admin/system/users/code-ways.ts";
import { OF_MEMBERS, told } from "#admin/system/users/told.ts";
import { action, IdParams, type Route, view } from "#auth/route.ts";
import { loginCandidates } from "#db/people/member-picks.ts";
import { type MemberRow, memberRow } from "#db/people/member-reads.ts";
import { readRows } from "#db/read.ts";
import { readSeenUser } from "#db/system/users.ts";
import { issueActivationCode } from "#domain/people/activation-codes/actions.ts";
import { inviteMember, linkLogin } from "#domain/people/member-logins/actions.ts";
import { LoginForm } from "#domain/people/members/form.ts";
import { ACTIVATION_MS } from "#domain/system/users/rules.ts";
import { readConfig } from "#env.ts";
import { paths } from "#http/paths.ts";
import { Refusal } from "#kernel/refusal.ts";
import { relay } from "#platform/queue.ts";
import { freshForm } from "#ui/form-state.ts";
import { type AskMember, oneMember } from "./asks.ts";
import { recordCrumbs } from "./form-page.ts";
import { type LoginStates, loginPage, memberCodePage } from "./login-page.ts";

const { members } = paths.admin;
const place = { gate: "members_manage", params: IdParams } as const;
const version = z.coerce.number().int();
const Search = z.string().trim().max(100).default("");

async function pageOf({ env, params, who }: AskMember, q: string, states: LoginStates = {}) {
	const { id } = params;
	const [[member], found] = await readRows(env.DB, memberRow(id), loginCandidates(id, q));
	return member ? loginPage({ member, q, found, who }, states) : ("missing" as const);
}

const showLogin = view({
	...place,
	path: members.login(":id"),
	query: z.strictObject({ q: Search }),
	show: (ask) => pageOf(ask, ask.query.q),
});

const connect = action({
	...place,
	path: members.login(":id"),
	form: z.strictObject({
		user: z.coerce.number({ error: "請選擇帳號。" }).int().positive({ error: "請選擇帳號。" }),
		q: Search,
		version,
	}),
	run: async ({ env, db, by, params: { id } }, { input }) => {
		await linkLogin(env, db, { ref: { id, version: input.version }, userId: input.user, by });
		return { to: members.show(id), flash: "已連結登入帳號。" };
	},
	page: (ask, state) => pageOf(ask, [state.values.q ?? ""].flat()[0] ?? "", { connect: state }),
});

const disconnect = action({
	...place,
	path: members.loginEnd(":id"),
	form: z.strictObject({ version }),
	run: async ({ env, db, by, params: { id } }, { input }) => {
		await linkLogin(env, db, { ref: { id, version: input.version }, userId: null, by });
		return { to: members.show(id), flash: "已解除連結；帳號本身仍保留。" };
	},
	page: (ask, state) => pageOf(ask, "", { connect: state }),
});

const invite = action({
	...place,
	path: members.invitation(":id"),
	form: LoginForm,
	run: async ({ c, env, db, by, params: { id } }, { input: { version: seen, ...login } }) => {
		await inviteMember(env, db, { ref: { id, version: seen }, login, by });
		if (login.email === null) return { to: members.login(id), flash: "已建立帳號，請核發啟用碼交給本人。" };
		c.executionCtx.waitUntil(relay(env, "mail.due"));
		return { to: members.show(id), flash: `已建立帳號，邀請信將寄到 ${login.email}。` };
	},
	page: (ask, state) => pageOf(ask, "", { invite: state }),
});

/**
 * The page before an activation code, which is given to a member at the counter. It requires a recent confirmation of
 * the current user's identity.
 */
const askCode = view({
	...place,
	path: members.activationCode(":id"),
	fresh: true,
	show: async (ask) => {
		const member = await oneMember(ask);
		if (!member) return "missing";
		return mayHaveCode(member) ? memberCodePage(member, freshForm()) : { to: members.login(member.id) };
	},
});

const mayHaveCode = ({ user_id, user_status }: MemberRow): boolean => user_id !== null && user_status !== "disabled";

const issueCode = action({
	...place,
	path: members.activationCode(":id"),
	fresh: true,
	form: CodeForm,
	run: async (ask, { input }) => {
		const { c, env, db, by, at, surroundings } = ask;
		const member = await oneMember(ask);
		if (!member) return "missing";
		const user = member.user_id === null ? null : await readSeenUser(env.DB, member.user_id);
		if (!user || member.version !== input.version) throw new Refusal("member.stale");
		const issued = await issueActivationCode(db, env, { user, shown: input.shown, ...by });
		if (issued === "waits") return { to: members.show(member.id), ...told(issued, "", OF_MEMBERS) };
		c.executionCtx.waitUntil(relay(env, "mail.due"));
		return codePage({
			user,
			back: {
				area: "會員",
				crumbs: recordCrumbs(member),
				href: members.show(member.id),
			},
			...issued,
			until: (issued.worksFrom ?? at) + ACTIVATION_MS,
			address: readConfig(env).PUBLIC_BASE_URL + paths.activate(),
			association: surroundings.association,
		});
	},
	page: async (ask, state) => {
		const member = await oneMember(ask);
		return member ? memberCodePage(member, state) : "missing";
	},
});

export const LOGIN_ROUTES: readonly Route[] = [showLogin, connect, disconnect, invite, askCode, issueCode];
