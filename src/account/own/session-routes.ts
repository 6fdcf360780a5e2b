import * as z from "zod";
import { makeKnown } from "#auth/browser-cookie.ts";
import { type Ask, action, type Route, view } from "#auth/route.ts";
import { readRows } from "#db/read.ts";
import { failedSignIns } from "#db/system/failed-sign-ins.ts";
import { liveSessions, securityOf } from "#db/system/sessions.ts";
import { endOtherSessions, endSession } from "#domain/system/sessions/actions.ts";
import { paths } from "#http/paths.ts";
import type { Page } from "#ui/page.ts";
import { failedPage } from "./failed-page.ts";
import { sessionsPage } from "./sessions-page.ts";

async function listed({ env, who, at }: Pick<Ask, "env" | "who" | "at">): Promise<Parameters<typeof sessionsPage>[0]> {
	const [rows] = await readRows(env.DB, liveSessions(who.userId, at));
	return { rows, current: who.sid, at };
}

const showSessions = view({
	path: paths.account.sessions(),
	gate: "signed_in",
	show: async (ask) => sessionsPage(await listed(ask)),
});

const SessionParams = z.strictObject({ id: z.string().max(100) });

const endOne = action({
	path: paths.account.sessionEnd(":id"),
	gate: "signed_in",
	params: SessionParams,
	form: z.strictObject({}),
	run: async ({ db, who, params, by }) => {
		await endSession(db, { sid: params.id, userId: who.userId }, by);
		return { to: paths.account.sessions(), flash: "已登出那個裝置。" };
	},
	page: async (ask, state): Promise<Page> => {
		const list = await listed(ask);
		const isThere = list.rows.some(({ id }) => id === ask.params.id);
		return sessionsPage({ ...list, problem: isThere ? state.problem : "那個裝置已經登出了。" });
	},
});

const endOthers = action({
	path: paths.account.sessionsEnd(),
	gate: "signed_in",
	form: z.strictObject({}),
	run: async ({ c, db, who, by }) => {
		await endOtherSessions(db, who, by);
		await makeKnown(c, { userId: who.userId, sessionVersion: who.sessionVersion + 1 });
		return { to: paths.account.sessions(), flash: "已登出其他所有裝置。" };
	},
	page: async (ask, { problem }) => sessionsPage({ ...(await listed(ask)), problem }),
});

const showFailed = view({
	path: paths.account.failedSignIns(),
	gate: "signed_in",
	show: async ({ env, who, at }) => {
		const [rows, [security]] = await readRows(env.DB, failedSignIns(who.userId), securityOf(who.userId));
		return failedPage({ rows, passwordChangedAt: security?.password_changed_at ?? 0, at });
	},
});

export const SESSION_ROUTES: readonly Route[] = [showSessions, endOne, endOthers, showFailed];
