import * as z from "zod";
import { homeOf } from "#account/front-door.ts";
import { dropSession, givePending, giveSession, takePending } from "#account/session-cookie.ts";
import { codePage, loginPage } from "#account/sign-in/login-page.ts";
import { freshForm } from "#admin/ui/form.ts";
import { nextPath } from "#auth/admit.ts";
import { type Ask, action, type Route, view } from "#auth/route.ts";
import type { Visitor } from "#auth/visitor.ts";
import { completeSecondFactor, type Granted, signIn, signOut } from "#domain/sessions/actions.ts";
import { paths } from "#http/paths.ts";

const Next = z.strictObject({ next: z.string().optional() });
const identifier = z.string().trim().min(1, "請輸入手機號碼或電子郵件。").max(200);
const code = z.string().trim().min(1, "請輸入驗證碼。").max(200);
const secret = z.string().min(1, "請輸入密碼。").max(1_000);

/** The session that this browser had until now ends (ASVS 5.0, 7.2.4): nobody could end it from here any more. */
async function replaceSession(
	{ c, db, who, by }: Pick<Ask<object, object, Visitor | undefined>, "c" | "db" | "who" | "by">,
	granted: Granted,
): Promise<void> {
	if (who) await signOut(db, { sid: who.sid, userId: who.userId }, by);
	await giveSession(c, granted);
}

const showLogin = view({
	path: paths.login(),
	gate: "anyone",
	query: Next,
	show: async ({ who, query }) =>
		who ? { to: nextPath(query.next) ?? homeOf(who) } : loginPage(freshForm(), nextPath(query.next)),
});

const storeLogin = action({
	path: paths.login(),
	gate: "anyone",
	form: z.strictObject({
		identifier,
		password: secret,
		remember: z.literal("1").optional(),
		next: z.string().optional(),
	}),
	run: async (ask, { input }) => {
		const { c, db, env, by } = ask;
		const { identifier, password, remember } = input;
		const userAgent = c.req.header("User-Agent")?.slice(0, 300) ?? null;
		const next = nextPath(input.next);
		const signed = await signIn(db, env, { identifier, password, remember: remember === "1", userAgent, by });
		if (signed.kind === "second_factor") {
			await givePending(c, signed);
			return { to: paths.loginCode(next) };
		}
		await replaceSession(ask, signed);
		return { to: next ?? paths.home() };
	},
	page: async (_, state) => loginPage(state, nextPath(String(state.values.next ?? ""))),
});

const showCode = view({
	path: paths.loginCode(),
	gate: "anyone",
	query: Next,
	show: async ({ c, query }) =>
		(await takePending(c)) ? codePage(freshForm(), nextPath(query.next)) : { to: paths.login(nextPath(query.next)) },
});

const storeCode = action({
	path: paths.loginCode(),
	gate: "anyone",
	form: z.strictObject({ code, next: z.string().optional() }),
	run: async (ask, { input }) => {
		const { c, db, env, by } = ask;
		const pending = await takePending(c);
		if (!pending) return { to: paths.login(nextPath(input.next)), flash: "等候太久，請重新登入。", tone: "info" };
		const userAgent = c.req.header("User-Agent")?.slice(0, 300) ?? null;
		await replaceSession(ask, await completeSecondFactor(db, env, { pending, code: input.code, userAgent, by }));
		return { to: nextPath(input.next) ?? paths.home() };
	},
	page: async (_, state) => codePage(state, nextPath(String(state.values.next ?? ""))),
});

const storeLogout = action({
	path: paths.logout(),
	gate: "anyone",
	form: z.strictObject({}),
	run: async ({ c, db, who, by }) => {
		if (who) await signOut(db, { sid: who.sid, userId: who.userId }, by);
		dropSession(c);
		return { to: paths.login(), flash: "已登出。" };
	},
	page: async (_, state) => loginPage(state, undefined),
});

export const SIGN_IN_ROUTES: readonly Route[] = [showLogin, storeLogin, showCode, storeCode, storeLogout];
