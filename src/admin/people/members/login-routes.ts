import * as z from "zod";
import { CodeForm, codePage, OF_MEMBERS, told } from "#admin/system/index.ts";
import { wantsJson } from "#auth/answer.ts";
import { type Ask, IdParams, type Route } from "#auth/route.ts";
import { loginCandidates } from "#db/people/member-picks.ts";
import { type MemberRow, memberRow } from "#db/people/member-reads.ts";
import { readRows } from "#db/read.ts";
import { readSeenUser } from "#db/system/index.ts";
import { LoginForm } from "#domain/people/members/form.ts";
import { inviteMember, linkLogin } from "#domain/people/members/login-actions.ts";
import { PERSON_QUERY, PersonSearch } from "#domain/people/members/search.ts";
import { isFamily } from "#domain/people/related.ts";
import { issueActivationCode } from "#domain/system/actions.ts";
import { ACTIVATION_MS } from "#domain/system/index.ts";
import { readConfig } from "#env.ts";
import { paths } from "#http/paths.ts";
import { Refusal } from "#kernel/refusal.ts";
import { formPage, pageWithForms } from "#kits/form/form.ts";
import { relay } from "#platform/queue.ts";
import { typed } from "#ui/against-stored.ts";
import { oneMember } from "./asks.ts";
import { recordCrumbs } from "./form-page.ts";
import { type LoginStates, loginOption, loginPage, memberCodePage } from "./login-page.ts";
import { chosenHref, offered } from "./person-search.ts";

const { members } = paths.admin;
const place = { gate: "members_manage", params: IdParams } as const;
const version = z.coerce.number().int();

type LoginQuery = { q: string; chosen?: number | undefined };

async function pageOf(ask: Ask<{ id: number }, LoginQuery>, states: LoginStates) {
	const { c, env, params, who, query } = ask;
	const { id } = params;
	const q = states.connect ? typed(states.connect, "q") : query.q;
	const [[member], found] = await readRows(env.DB, memberRow(id), loginCandidates(id, q));
	if (!member) return "missing" as const;
	if (wantsJson(c)) {
		const options = isFamily(member, who) ? [] : found.map(loginOption);
		return offered(q, options, (chosen) => chosenHref(members.login(id), { q, chosen }));
	}
	return loginPage({ member, q, chosen: query.chosen, found, who }, states);
}

const login = pageWithForms({
	...place,
	path: members.login(":id"),
	query: z.strictObject(PERSON_QUERY),
	page: pageOf,
});

const connect = login.form("connect", {
	form: z.strictObject({
		user: z.coerce.number({ error: "請選擇帳號。" }).int().positive({ error: "請選擇帳號。" }),
		q: PersonSearch,
		version,
	}),
	run: async ({ env, db, by, params: { id } }, { input }) => {
		await linkLogin(env, db, { ref: { id, version: input.version }, userId: input.user, by });
		return { to: members.show(id), flash: "已連結登入帳號。" };
	},
});

const disconnect = login.form("connect", {
	path: members.loginEnd(":id"),
	form: z.strictObject({ version }),
	run: async ({ env, db, by, params: { id } }, { input }) => {
		await linkLogin(env, db, { ref: { id, version: input.version }, userId: null, by });
		return { to: members.show(id), flash: "已解除連結；帳號本身仍保留。" };
	},
});

const invite = login.form("invite", {
	path: members.invitation(":id"),
	form: LoginForm,
	run: async ({ c, env, db, by, params: { id } }, { input: { version: seen, ...given } }) => {
		await inviteMember(env, db, { ref: { id, version: seen }, login: given, by });
		if (given.email === null) return { to: members.login(id), flash: "已建立帳號，請核發啟用碼交給本人。" };
		c.executionCtx.waitUntil(relay(env, "mail.due"));
		return { to: members.show(id), flash: `已建立帳號，邀請信將寄到 ${given.email}。` };
	},
});

const mayHaveCode = ({ user_id, user_status }: MemberRow): boolean => user_id !== null && user_status !== "disabled";

/**
 * The page and the route that make an activation code, which staff hand to the member at the counter. A recent proof of
 * identity is required (`fresh`). Refuses with `member.stale` when the record or its account changed meanwhile.
 */
const code = formPage({
	...place,
	path: members.activationCode(":id"),
	fresh: true,
	form: CodeForm,
	about: async (ask) => (await oneMember(ask)) ?? "missing",
	closed: (member) => (mayHaveCode(member) ? undefined : { to: members.login(member.id) }),
	page: memberCodePage,
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
});

export const LOGIN_ROUTES: readonly Route[] = [login.show, connect, disconnect, invite, ...code];
