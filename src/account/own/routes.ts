import * as z from "zod";
import { giveSession } from "#account/session-cookie.ts";
import { nextPath } from "#auth/admit.ts";
import { wantsJson } from "#auth/answer.ts";
import { allows } from "#auth/permissions.ts";
import { type Route, view } from "#auth/route.ts";
import { themeOf } from "#auth/surroundings.ts";
import { readRows } from "#db/read.ts";
import { deputiesOf, liveSessions, securityOf, standsInFor } from "#db/system/index.ts";
import { changePassword } from "#domain/system/actions.ts";
import { paths } from "#http/paths.ts";
import { dateInTaipei } from "#kernel/times.ts";
import { formPage, pageWithForms } from "#kits/form/form.ts";
import { needsSecondFactor } from "#permissions.ts";
import { relay } from "#platform/queue.ts";
import { freshForm } from "#ui/form-state.ts";
import { confirmedPage, confirmPage } from "./confirm-page.ts";
import { CONTACT_ROUTES } from "./contact-routes.ts";
import { DEPUTY_ROUTES } from "./deputy-routes.ts";
import { overviewPage } from "./overview-page.ts";
import { passwordPage } from "./password-page.ts";
import { prove } from "./prove.ts";
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

const password = formPage({
	path: paths.account.password(),
	gate: "signed_in",
	form: z.strictObject({ current: secret, password: z.string().min(1, "請輸入新密碼。").max(1_000), username }),
	about: readSecurity,
	page: (security, state) => passwordPage(state, security),
	run: async ({ c, env, db, who, by }, { input: { current, password } }) => {
		await giveSession(c, await changePassword(db, env, { session: who, current, password, by }));
		c.executionCtx.waitUntil(relay(env, "mail.due"));
		return { to: paths.account.show(), flash: "密碼已變更，其他裝置都已登出。" };
	},
});

const Next = z.strictObject({ next: z.string().optional() });

const confirming = pageWithForms({
	path: paths.account.confirm(),
	gate: "signed_in",
	query: Next,
	page: async (ask, { sent }) => {
		const { c, who, query, at } = ask;
		const { hasSecondFactor } = who;
		const security = await readSecurity(ask);
		// A script asks in a dialog what this page asks; `age` is how many milliseconds old the last proof is.
		if (!sent && wantsJson(c)) {
			const username = security.email ?? security.phone;
			return { data: { userId: who.userId, age: at - who.authenticatedAt, hasSecondFactor, username } };
		}
		const state = sent ?? freshForm();
		return confirmPage(state, { security, next: nextPath(String(state.values.next ?? query.next ?? "")) });
	},
});

const confirm = confirming.form("sent", {
	form: z.strictObject({
		current: secret,
		code: z.string().trim().max(200).default(""),
		next: z.string().optional(),
		username,
	}),
	run: async ({ c, who, by }, { input: { current, code, next } }) => {
		await prove(c, { who, by, password: current, code });
		const to = nextPath(next);
		return to === undefined ? confirmedPage() : { to };
	},
});

/** The routes of the user's own account. */
export const OWN_ROUTES: readonly Route[] = [
	showAccount,
	...password,
	confirming.show,
	confirm,
	...CONTACT_ROUTES,
	...SESSION_ROUTES,
	...SECOND_FACTOR_ROUTES,
	...DEPUTY_ROUTES,
];
