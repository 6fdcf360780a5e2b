import * as z from "zod";
import { activatePage, deadLinkPage, forgotPage, forgotSentPage, linkPage } from "#account/sign-in/password-pages.ts";
import { makeKnown } from "#auth/browser-cookie.ts";
import type { Ask, Route } from "#auth/route.ts";
import type { Visitor } from "#auth/visitor.ts";
import { acceptInvitation, activate, openLink, requestReset, resetPassword } from "#domain/system/actions.ts";
import { paths } from "#http/paths.ts";
import { formPage } from "#kits/form/form.ts";
import { relay } from "#platform/queue.ts";

const identifier = z.string().trim().min(1, "請輸入手機號碼或電子郵件。").max(200);
const code = z.string().trim().min(1, "請輸入啟用碼。").max(200);
const password = z.string().min(1, "請輸入新密碼。").max(1_000);

/**
 * Asks for a link to set a new password. The account is looked up after the answer, so that neither the page nor the
 * response time reveals whether it exists.
 */
const forgot = formPage({
	path: paths.forgot(),
	gate: "anyone",
	form: z.strictObject({ identifier }),
	page: (_, state) => forgotPage(state),
	run: async ({ c, db, env, by }, { input }) => {
		const asked = requestReset(db, env, { identifier: input.identifier, by }).then(() => relay(env, "mail.due"));
		c.executionCtx.waitUntil(asked);
		return forgotSentPage();
	},
});

const Token = z.strictObject({ token: z.string().max(200) });
type LinkAsk = Ask<z.infer<typeof Token>, object, Visitor | undefined>;
type Kind = "invitation" | "password_reset";

const byLink = (kind: Kind, path: string, set: typeof resetPassword, flash: string): readonly Route[] =>
	formPage({
		path,
		gate: "anyone",
		params: Token,
		form: z.strictObject({ password, username: z.string().optional() }),
		about: ({ db, env, params: { token }, at }: LinkAsk) => openLink(db, env, { purpose: kind, token, at }),
		page: (opened, state, { params: { token } }) => {
			if (!opened) return deadLinkPage(kind);
			const { name, email, phone } = opened.login;
			return linkPage(state, { kind, token, name, login: { email, phone } });
		},
		run: async ({ c, db, env, params, by }: LinkAsk, { input }) => {
			await makeKnown(c, await set(db, env, { token: params.token, password: input.password, by }));
			c.executionCtx.waitUntil(relay(env, "mail.due"));
			return { to: paths.login(), flash };
		},
	});

const activation = formPage({
	path: paths.activate(),
	gate: "anyone",
	form: z.strictObject({ identifier, code, password }),
	page: (_, state) => activatePage(state),
	run: async ({ c, db, env, by }, { input }) => {
		await makeKnown(c, await activate(db, env, { ...input, by }));
		c.executionCtx.waitUntil(relay(env, "mail.due"));
		return { to: paths.login(), flash: "帳號已開通，請用新密碼登入。" };
	},
});

export const PASSWORD_ROUTES: readonly Route[] = [
	...forgot,
	...byLink("password_reset", paths.reset(":token"), resetPassword, "密碼已更新，請用新密碼登入。"),
	...byLink("invitation", paths.invite(":token"), acceptInvitation, "帳號已開通，請登入。"),
	...activation,
];
