import * as z from "zod";
import { giveSession } from "#account/session-cookie.ts";
import { nextPath } from "#auth/admit.ts";
import { allows } from "#auth/permissions.ts";
import { action, type Route, view } from "#auth/route.ts";
import { themeOf } from "#auth/surroundings.ts";
import { readRows } from "#db/read.ts";
import { deputiesOf, standsInFor } from "#db/system/deputies.ts";
import { liveSessions, securityOf } from "#db/system/sessions.ts";
import { changePassword } from "#domain/system/passwords/actions.ts";
import { confirmPassword } from "#domain/system/sessions/actions.ts";
import { paths } from "#http/paths.ts";
import { needsSecondFactor } from "#kernel/permissions.ts";
import { dateInTaipei } from "#kernel/times.ts";
import { relay } from "#platform/queue.ts";
import { freshForm } from "#ui/form-state.ts";
import { confirmedPage, confirmPage } from "./confirm-page.ts";
import { CONTACT_ROUTES } from "./contact-routes.ts";
import { DEPUTY_ROUTES } from "./deputy-routes.ts";
import { overviewPage } from "./overview-page.ts";
import { passwordPage } from "./password-page.ts";
import { SECOND_FACTOR_ROUTES } from "./second-factor-routes.ts";
import { readSecurity } from "./security.ts";
import { SESSION_ROUTES } from "./session-routes.ts";

const showAccount = view({
	path: paths.account.show(),
	gate: "signed_in",
	show: async ({ c, env, who, surroundings, at }) => {
		const today = dateInTaipei(at);
		const [[security], sessions, deputies, standing] = await readRows(
			env.DB,
			securityOf(who.userId),
			liveSessions(who.userId, at),
			deputiesOf(who.userId, today),
			standsInFor(who.userId, today),
		);
		if (!security) return "missing";
		return overviewPage({
			name: who.name,
			roles: who.roles,
			security,
			lacksSecondFactor:
				surroundings.requiresSecondFactor && !who.hasSecondFactor && needsSecondFactor(who.permissions),
			sessions: sessions.length,
			deputies,
			standsInFor: standing,
			namesDeputies: allows("deputies", who),
			theme: themeOf(c),
			at,
		});
	},
});

const secret = z.string().min(1, "請輸入密碼。").max(1_000);
/** The schema of the user name that password managers fill in beside a password; it is ignored. */
const username = z.string().optional();

const showPassword = view({
	path: paths.account.password(),
	gate: "signed_in",
	show: async (ask) => passwordPage(freshForm(), await readSecurity(ask)),
});

const storePassword = action({
	path: paths.account.password(),
	gate: "signed_in",
	form: z.strictObject({ current: secret, password: z.string().min(1, "請輸入新密碼。").max(1_000), username }),
	run: async ({ c, env, db, who, by }, { input: { current, password } }) => {
		await giveSession(c, await changePassword(db, env, { session: who, current, password, by }));
		c.executionCtx.waitUntil(relay(env, "mail.due"));
		return { to: paths.account.show(), flash: "密碼已變更，其他裝置都已登出。" };
	},
	page: async (ask, state) => passwordPage(state, await readSecurity(ask)),
});

const Next = z.strictObject({ next: z.string().optional() });

const showConfirmation = view({
	path: paths.account.confirm(),
	gate: "signed_in",
	query: Next,
	show: async (ask) => confirmPage(freshForm(), { security: await readSecurity(ask), next: nextPath(ask.query.next) }),
});

const storeConfirmation = action({
	path: paths.account.confirm(),
	gate: "signed_in",
	form: z.strictObject({
		current: secret,
		code: z.string().trim().max(200).default(""),
		next: z.string().optional(),
		username,
	}),
	run: async ({ c, env, db, who, by }, { input: { current, code, next } }) => {
		await giveSession(c, await confirmPassword(db, env, { session: who, password: current, code, by }));
		const to = nextPath(next);
		return to === undefined ? confirmedPage() : { to };
	},
	page: async (ask, state) =>
		confirmPage(state, { security: await readSecurity(ask), next: nextPath(String(state.values.next ?? "")) }),
});

/** The routes of the user's own account. */
export const OWN_ROUTES: readonly Route[] = [
	showAccount,
	showPassword,
	storePassword,
	showConfirmation,
	storeConfirmation,
	...CONTACT_ROUTES,
	...SESSION_ROUTES,
	...SECOND_FACTOR_ROUTES,
	...DEPUTY_ROUTES,
];
