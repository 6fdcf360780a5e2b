import * as z from "zod";
import { makeKnown } from "#auth/browser-cookie.ts";
import { type Ask, action, type Route, view } from "#auth/route.ts";
import {
	disableTotp,
	enableTotp,
	newRecoveryCodes,
	startTotp,
	waitingSetup,
} from "#domain/system/second-factor/actions.ts";
import { paths } from "#http/paths.ts";
import { needsSecondFactor } from "#kernel/permissions.ts";
import { relay } from "#platform/queue.ts";
import { type FormState, freshForm } from "#ui/form-state.ts";
import type { Page } from "#ui/page.ts";
import { renewPage, secondFactorPage, turnOffPage } from "./second-factor-pages.ts";
import { readSecurity } from "./security.ts";
import { preparePage, recoveryCodesPage, setupPage } from "./totp-pages.ts";

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
 * Draws the page with the secret that waits to be confirmed, or the step before it when none waits. The user must have
 * proved their identity just before.
 */
async function setup({ env, db, who }: Pick<Ask, "env" | "db" | "who">, state: FormState): Promise<Page> {
	const waiting = await waitingSetup(db, env, who.userId);
	if (waiting) return setupPage(state, { setup: waiting, key: newKey() });
	// That page has no field for the code, so the code's errors are dropped.
	return preparePage(state.problem ? state : freshForm(), newKey());
}

const showSetup = view({
	path: paths.account.secondFactorSetup(),
	gate: "signed_in",
	fresh: true,
	show: async (ask) => (ask.who.hasSecondFactor ? home : setup(ask, freshForm())),
});

const startSetup = action({
	path: paths.account.secondFactorSetup(),
	gate: "signed_in",
	fresh: true,
	form: z.strictObject({}),
	run: async ({ env, db, who, by }) => {
		await startTotp(db, env, { userId: who.userId, by });
		return { to: paths.account.secondFactorSetup() };
	},
	page: setup,
});

/** Turns the second factor on. The answer itself shows the recovery codes, because nothing stores them in clear. */
const enable = action({
	path: paths.account.secondFactor(),
	gate: "signed_in",
	fresh: true,
	form: z.strictObject({ code: z.string().trim().min(1, "請輸入驗證碼。").max(200) }),
	run: async (ask, { input: { code } }) => {
		const { c, env, db, who, by } = ask;
		const codes = await enableTotp(db, env, { session: who, code, by });
		await makeKnown(c, { userId: who.userId, sessionVersion: who.sessionVersion + 1 });
		c.executionCtx.waitUntil(relay(env, "mail.due"));
		return codesPage(ask, { codes, title: "兩步驟驗證已開啟" });
	},
	page: setup,
});

const codesPage = (
	{ who, surroundings, at }: Pick<Ask, "who" | "surroundings" | "at">,
	{ codes, title }: { codes: string[]; title: string },
): Page => recoveryCodesPage(codes, { title, name: who.name, association: surroundings.fullName, at });

const showRenewal = view({
	path: paths.account.recoveryCodes(),
	gate: "signed_in",
	fresh: true,
	show: async ({ who }) => (who.hasSecondFactor ? renewPage(freshForm(), newKey()) : home),
});

const renew = action({
	path: paths.account.recoveryCodes(),
	gate: "signed_in",
	fresh: true,
	form: z.strictObject({}),
	run: async (ask) => {
		const { c, env, db, who, by } = ask;
		const codes = await newRecoveryCodes(db, env, { userId: who.userId, by });
		c.executionCtx.waitUntil(relay(env, "mail.due"));
		return codesPage(ask, { codes, title: "新的備用碼" });
	},
	page: async (_, state) => renewPage(state, newKey()),
});

const showTurnOff = view({
	path: paths.account.secondFactorEnd(),
	gate: "signed_in",
	fresh: true,
	show: async (ask) => (ask.who.hasSecondFactor && !isRequired(ask) ? turnOffPage(freshForm(), newKey()) : home),
});

const turnOff = action({
	path: paths.account.secondFactorEnd(),
	gate: "signed_in",
	fresh: true,
	form: z.strictObject({}),
	run: async (ask) => {
		const { c, env, db, who, by } = ask;
		await disableTotp(db, { session: who, isRequired: isRequired(ask), by });
		await makeKnown(c, { userId: who.userId, sessionVersion: who.sessionVersion + 1 });
		c.executionCtx.waitUntil(relay(env, "mail.due"));
		return { ...home, flash: "兩步驟驗證已關閉，其他裝置都已登出。" };
	},
	page: async (_, state) => turnOffPage(state, newKey()),
});

export const SECOND_FACTOR_ROUTES: readonly Route[] = [
	showSecondFactor,
	showSetup,
	startSetup,
	enable,
	showRenewal,
	renew,
	showTurnOff,
	turnOff,
];
