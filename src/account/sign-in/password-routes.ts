import * as z from "zod";
import { activatePage, deadLinkPage, forgotPage, forgotSentPage, linkPage } from "#account/sign-in/password-pages.ts";
import { makeKnown } from "#auth/browser-cookie.ts";
import { type Ask, action, type Route, view } from "#auth/route.ts";
import type { Visitor } from "#auth/visitor.ts";
import { acceptInvitation, activate, openLink, requestReset, resetPassword } from "#domain/system/passwords/actions.ts";
import { paths } from "#http/paths.ts";
import { relay } from "#platform/queue.ts";
import { type FormState, freshForm } from "#ui/form-state.ts";
import type { Page } from "#ui/page.ts";

const identifier = z.string().trim().min(1, "請輸入手機號碼或電子郵件。").max(200);
const code = z.string().trim().min(1, "請輸入啟用碼。").max(200);
const password = z.string().min(1, "請輸入新密碼。").max(1_000);

const showForgot = view({ path: paths.forgot(), gate: "anyone", show: async () => forgotPage(freshForm()) });

/**
 * Requests a password reset. The account is looked up after the answer was sent, so that neither the page nor its time
 * tells whether it exists.
 */
const storeForgot = action({
	path: paths.forgot(),
	gate: "anyone",
	form: z.strictObject({ identifier }),
	run: async ({ c, db, env, by }, { input }) => {
		const asked = requestReset(db, env, { identifier: input.identifier, by }).then(() => relay(env, "mail.due"));
		c.executionCtx.waitUntil(asked);
		return forgotSentPage();
	},
	page: async (_, state) => forgotPage(state),
});

const Token = z.strictObject({ token: z.string().max(200) });
type LinkAsk = Ask<z.infer<typeof Token>, object, Visitor | undefined>;
type Kind = "invitation" | "password_reset";

async function linked(kind: Kind, { db, env, params, at }: LinkAsk, state: FormState): Promise<Page> {
	const opened = await openLink(db, env, { purpose: kind, token: params.token, at });
	if (!opened) return deadLinkPage(kind);
	const { name, email, phone } = opened.login;
	return linkPage(state, { kind, token: params.token, name, login: { email, phone } });
}

const byLink = (kind: Kind, path: string, set: typeof resetPassword, flash: string): readonly Route[] => [
	view({ path, gate: "anyone", params: Token, show: async (ask: LinkAsk) => linked(kind, ask, freshForm()) }),
	action({
		path,
		gate: "anyone",
		params: Token,
		form: z.strictObject({ password, username: z.string().optional() }),
		run: async ({ c, db, env, params, by }: LinkAsk, { input }) => {
			await makeKnown(c, await set(db, env, { token: params.token, password: input.password, by }));
			c.executionCtx.waitUntil(relay(env, "mail.due"));
			return { to: paths.login(), flash };
		},
		page: (ask, state) => linked(kind, ask, state),
	}),
];

const showActivate = view({ path: paths.activate(), gate: "anyone", show: async () => activatePage(freshForm()) });

const storeActivate = action({
	path: paths.activate(),
	gate: "anyone",
	form: z.strictObject({ identifier, code, password }),
	run: async ({ c, db, env, by }, { input }) => {
		await makeKnown(c, await activate(db, env, { ...input, by }));
		c.executionCtx.waitUntil(relay(env, "mail.due"));
		return { to: paths.login(), flash: "帳號已開通，請用新密碼登入。" };
	},
	page: async (_, state) => activatePage(state),
});

export const PASSWORD_ROUTES: readonly Route[] = [
	showForgot,
	storeForgot,
	...byLink("password_reset", paths.reset(":token"), resetPassword, "密碼已更新，請用新密碼登入。"),
	...byLink("invitation", paths.invite(":token"), acceptInvitation, "帳號已開通，請登入。"),
	showActivate,
	storeActivate,
];
