import type { Route } from "#auth/route.ts";
import { surplusPlan } from "#db/books/surplus-plans.ts";
import { readRows } from "#db/read.ts";
import { YearParams } from "#domain/books/periods/form.ts";
import { PlanForm, PlanRemoval } from "#domain/books/periods/plan.ts";
import { dropSurplusPlan, keepSurplusPlan } from "#domain/books/periods/plan-actions.ts";
import { paths } from "#http/paths.ts";
import { pageWithForms } from "#kits/form/form.ts";
import { freshForm } from "#ui/form-state.ts";
import { planForm, surplusPlanPage } from "./surplus-plan-page.ts";

const { ledger } = paths.admin;

const page = pageWithForms<"sent" | "removal", { year: number }>({
	path: ledger.surplusPlan(":year"),
	gate: "ledger_post",
	params: YearParams,
	page: async ({ env, params: { year } }, { sent, removal }) => {
		const [[plan]] = await readRows(env.DB, surplusPlan(year));
		return surplusPlanPage({
			year,
			plan,
			state: sent ?? planForm(year, plan),
			removal: removal ? { ...removal, prefix: "d" } : freshForm({}, "d"),
		});
	},
});

const keep = page.form("sent", {
	form: PlanForm,
	run: async ({ db, by, params: { year } }, { input }) => {
		await keepSurplusPlan(db, year, { input, by });
		return { to: ledger.year(year), flash: "已儲存結餘使用計畫。" };
	},
});

const drop = page.form("removal", {
	path: ledger.surplusPlanRemoval(":year"),
	form: PlanRemoval,
	run: async ({ db, by, params: { year } }, { input: { version } }) => {
		await dropSurplusPlan(db, year, { version, by });
		return { to: ledger.year(year), flash: "已刪除結餘使用計畫。" };
	},
});

/** The routes of the plan for what a year left (結餘使用計畫). */
export const SURPLUS_PLAN_ROUTES: readonly Route[] = [page.show, keep, drop];
