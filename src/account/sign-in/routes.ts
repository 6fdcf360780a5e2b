import * as z from "zod";
import { homeOf } from "#account/front-door.ts";
import { timesWords } from "#account/own/failed-page.ts";
import { dropSession, givePending, giveSession, takePending } from "#account/session-cookie.ts";
import { codePage, loginPage } from "#account/sign-in/login-page.ts";
import { nextPath } from "#auth/admit.ts";
import type { Done } from "#auth/answer.ts";
import { knownIn } from "#auth/browser-cookie.ts";
import { type Ask, action, type Route } from "#auth/route.ts";
import type { Visitor } from "#auth/visitor.ts";
import { completeSecondFactor, type Entered, signIn, signOut, tellOwner } from "#domain/system/actions.ts";
import { paths } from "#http/paths.ts";
import { Refusal } from "#kernel/refusal.ts";
import { formPage } from "#kits/form/form.ts";
import { relay } from "#platform/queue.ts";

const Next = z.strictObject({ next: z.string().optional() });
const identifier = z.string().trim().min(1, "請輸入手機號碼或電子郵件。").max(200);
const code = z.string().trim().min(1, "請輸入驗證碼。").max(200);
const secret = z.string().min(1, "請輸入密碼。").max(1_000);

type AtDoor = Pick<Ask<object, object, Visitor | undefined>, "c" | "db" | "env" | "who" | "by">;

/**
 * Signs the user in. The session that this browser had before is ended (ASVS 5.0, 7.2.4), because the browser loses its
 * cookie and could no longer end it. The user is told of sign-ins that failed since the last one.
 */
async function enter({ c, db, who, by }: AtDoor, entered: Entered, to: string): Promise<Done> {
	if (who) await signOut(db, { sid: who.sid, userId: who.userId }, by);
	await giveSession(c, entered);
	if (entered.failed === 0) return { to };
	return {
		to,
		tone: "info",
		flash: `上次登入之後，有 ${timesWords(entered.failed)}登入失敗。如果都是您自己打錯，不必處理。`,
		link: { href: paths.account.failedSignIns(), label: "查看紀錄" },
	};
}

const placeOf = async ({ c }: AtDoor) => ({
	known: await knownIn(c),
	userAgent: c.req.header("User-Agent")?.slice(0, 300) ?? null,
});

/**
 * Mails the account's owner about a failed sign-in, after the answer was sent and whether the account exists or not, so
 * that the answer's time tells nothing.
 */
function tellBehind({ c, db, env, by }: AtDoor, identifier: string): void {
	c.executionCtx.waitUntil(tellOwner(db, { identifier, at: by.at }).then(() => relay(env, "mail.due")));
}

const login = formPage({
	path: paths.login(),
	gate: "anyone",
	query: Next,
	closed: (_, { who, query }) => who && { to: nextPath(query.next) ?? homeOf(who) },
	page: (_, state, { query }) => loginPage(state, nextPath(String(state.values.next ?? query.next ?? ""))),
	form: z.strictObject({
		identifier,
		password: secret,
		remember: z.literal("1").optional(),
		next: z.string().optional(),
	}),
	run: async (ask, { input }) => {
		const { c, db, env, by } = ask;
		const { identifier, password } = input;
		const next = nextPath(input.next);
		const place = await placeOf(ask);
		const signed = await signIn(db, env, {
			identifier,
			password,
			remember: input.remember === "1",
			...place,
			by,
		}).catch((error: unknown) => {
			if (error instanceof Refusal && error.code === "sign_in.wrong") tellBehind(ask, identifier);
			throw error;
		});
		if (signed.kind === "second_factor") {
			await givePending(c, signed);
			return { to: paths.loginCode(next) };
		}
		return enter(ask, signed, next ?? paths.home());
	},
});

const secondFactor = formPage({
	path: paths.loginCode(),
	gate: "anyone",
	query: Next,
	about: async ({ c }) => ({ isPending: Boolean(await takePending(c)) }),
	closed: ({ isPending }, { query }) => (isPending ? undefined : { to: paths.login(nextPath(query.next)) }),
	page: (_, state, { query }) => codePage(state, nextPath(String(state.values.next ?? query.next ?? ""))),
	form: z.strictObject({ code, next: z.string().optional() }),
	run: async (ask, { input }) => {
		const { c, db, env, by } = ask;
		const pending = await takePending(c);
		if (!pending) return { to: paths.login(nextPath(input.next)), flash: "等候太久，請重新登入。", tone: "info" };
		const entered = await completeSecondFactor(db, env, { pending, code: input.code, ...(await placeOf(ask)), by });
		return enter(ask, entered, nextPath(input.next) ?? paths.home());
	},
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

export const SIGN_IN_ROUTES: readonly Route[] = [...login, ...secondFactor, storeLogout];
