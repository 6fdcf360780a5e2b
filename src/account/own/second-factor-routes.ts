import * as z from "zod";
import { makeKnown } from "#auth/browser-cookie.ts";
import { type Ask, type Route, view } from "#auth/route.ts";
import { disableTotp, enableTotp, newRecoveryCodes, startTotp, waitingSetup } from "#domain/system/actions.ts";
import { paths } from "#http/paths.ts";
import { formPage, pageWithForms, type Refused } from "#kits/form/form.ts";
import { needsSecondFactor } from "#permissions.ts";
import { relay } from "#platform/queue.ts";
import { freshForm } from "#ui/form-state.ts";
import type { Page } from "#ui/page.ts";
import { renewPage, secondFactorPage, turnOffPage } from "./second-factor-pages.ts";
import { readSecurity } from "./security.ts";
import { preparePage, recoveryCodesPage, SetupForm, setupPage } from "./totp-pages.ts";

const newKey = (): string => crypto.randomUUID();
const home = { to: paths.account.secondFactor() };

const isRequired = ({ who, surroundings }: Pick<Ask, "who" | "surroundings">): boolean =>
	surroundings.requiresSecondFactor && needsSecondFactor(who.permissions);

const showSecondFactor = view({
	path: paths.account.secondFactor(),
	gate: "signed_in",
	show: async (ask) => secondFactorPage({ security: await readSecurity(ask), isRequired: isRequired(ask), at: ask.at }),
});

/**
 * Returns the page that shows the new secret while it waits for its first code; without such a secret, the page from
 * which the setup starts. A user who has a second factor already is redirected. The page needs a recent proof of
 * identity.
 */
async function setup({ env, db, who }: Ask, { sent }: Refused) {
	if (!sent && who.hasSecondFactor) return home;
	const state = sent ?? freshForm();
	const waiting = await waitingSetup(db, env, who.userId);
	if (waiting) return setupPage(state, { setup: waiting, key: newKey() });
	// That page has no field for the code, so the code's errors are dropped.
	return preparePage(state.problem ? state : freshForm(), newKey());
}

const setupForms = pageWithForms({
	path: paths.account.secondFactorSetup(),
	gate: "signed_in",
	fresh: true,
	page: setup,
});

const startSetup = setupForms.form("sent", {
	fresh: true,
	form: z.strictObject({}),
	run: async ({ env, db, who, by }) => {
		await startTotp(db, env, { userId: who.userId, by });
		return { to: paths.account.secondFactorSetup() };
	},
});

/**
 * Turns the second factor on by its first code. The recovery codes are in the answer itself, because they are not
 * stored in a form that could be shown again.
 */
const enable = setupForms.form("sent", {
	path: paths.account.secondFactor(),
	fresh: true,
	form: SetupForm,
	run: async (ask, { input: { code } }) => {
		const { c, env, db, who, by } = ask;
		const codes = await enableTotp(db, env, { session: who, code, by });
		await makeKnown(c, { userId: who.userId, sessionVersion: who.sessionVersion + 1 });
		c.executionCtx.waitUntil(relay(env, "mail.due"));
		return codesPage(ask, { codes, title: "兩步驟驗證已開啟" });
	},
});

const codesPage = (
	{ who, surroundings, at }: Pick<Ask, "who" | "surroundings" | "at">,
	{ codes, title }: { codes: string[]; title: string },
): Page => recoveryCodesPage(codes, { title, name: who.name, association: surroundings.fullName, at });

const renewal = formPage({
	path: paths.account.recoveryCodes(),
	gate: "signed_in",
	fresh: true,
	form: z.strictObject({}),
	closed: (_, { who }) => (who.hasSecondFactor ? undefined : home),
	page: (_, state) => renewPage(state, newKey()),
	run: async (ask) => {
		const { c, env, db, who, by } = ask;
		const codes = await newRecoveryCodes(db, env, { userId: who.userId, by });
		c.executionCtx.waitUntil(relay(env, "mail.due"));
		return codesPage(ask, { codes, title: "新的備用碼" });
	},
});

const turningOff = formPage({
	path: paths.account.secondFactorEnd(),
	gate: "signed_in",
	fresh: true,
	form: z.strictObject({}),
	closed: (_, ask) => (ask.who.hasSecondFactor && !isRequired(ask) ? undefined : home),
	page: (_, state) => turnOffPage(state, newKey()),
	run: async (ask) => {
		const { c, env, db, who, by } = ask;
		await disableTotp(db, { session: who, isRequired: isRequired(ask), by });
		await makeKnown(c, { userId: who.userId, sessionVersion: who.sessionVersion + 1 });
		c.executionCtx.waitUntil(relay(env, "mail.due"));
		return { ...home, flash: "兩步驟驗證已關閉，其他裝置都已登出。" };
	},
});

export const SECOND_FACTOR_ROUTES: readonly Route[] = [
	showSecondFactor,
	setupForms.show,
	startSetup,
	enable,
	...renewal,
	...turningOff,
];
