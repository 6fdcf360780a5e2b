import * as z from "zod";
import { makeKnown } from "#auth/browser-cookie.ts";
import { type Ask, type Route, view } from "#auth/route.ts";
import { readRows } from "#db/read.ts";
import { failedSignIns, liveSessions, securityOf } from "#db/system/index.ts";
import { endOtherSessions, endSession } from "#domain/system/actions.ts";
import { paths } from "#http/paths.ts";
import { pageWithForms, type Refused } from "#kits/form/form.ts";
import { failedPage } from "./failed-page.ts";
import { sessionsPage } from "./sessions-page.ts";

async function listed({ c, env, who, at }: Ask, { one, others }: Refused<"one" | "others">) {
	const [rows] = await readRows(env.DB, liveSessions(who.userId, at));
	const isThere = rows.some(({ id }) => id === c.req.param("id"));
	const problem = one && !isThere ? "那個裝置已經登出了。" : (one ?? others)?.problem;
	return sessionsPage({ rows, current: who.sid, at, problem });
}

const sessions = pageWithForms({ path: paths.account.sessions(), gate: "signed_in", page: listed });

const SessionParams = z.strictObject({ id: z.string().max(100) });

const endOne = sessions.form("one", {
	path: paths.account.sessionEnd(":id"),
	params: SessionParams,
	form: z.strictObject({}),
	run: async ({ db, who, params, by }) => {
		await endSession(db, { sid: params.id, userId: who.userId }, by);
		return { to: paths.account.sessions(), flash: "已登出那個裝置。" };
	},
});

const endOthers = sessions.form("others", {
	path: paths.account.sessionsEnd(),
	form: z.strictObject({}),
	run: async ({ c, db, who, by }) => {
		await endOtherSessions(db, who, by);
		await makeKnown(c, { userId: who.userId, sessionVersion: who.sessionVersion + 1 });
		return { to: paths.account.sessions(), flash: "已登出其他所有裝置。" };
	},
});

const showFailed = view({
	path: paths.account.failedSignIns(),
	gate: "signed_in",
	show: async ({ env, who, at }) => {
		const [rows, [security]] = await readRows(env.DB, failedSignIns(who.userId), securityOf(who.userId));
		return failedPage({ rows, passwordChangedAt: security?.password_changed_at ?? 0, at });
	},
});

export const SESSION_ROUTES: readonly Route[] = [sessions.show, endOne, endOthers, showFailed];
