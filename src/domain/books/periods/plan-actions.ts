import { recordAudit } from "#db/audit.ts";
import * as stored from "#db/books/surplus-plans.ts";
import { commit, type Db, type Write } from "#db/commit.ts";
import type { By } from "#kernel/by.ts";
import { Refusal } from "#kernel/refusal.ts";
import { dateInTaipei } from "#kernel/times.ts";
import { type PlanForm, planYears } from "./plan.ts";

const audited = (db: Db, action: string, of: { year: number; changes: Record<string, unknown>; by: By }): Write[] =>
	recordAudit(db, {
		...of.by,
		action,
		auditableType: "period",
		auditableId: String(of.year),
		description: String(of.year),
		changes: of.changes,
	});

/**
 * Stores the plan for what a year left. Refuses `plan.years` (not within the years after it), `plan.future` (the
 * authority has not agreed yet) and `plan.stale` (changed meanwhile).
 */
export async function keepSurplusPlan(db: Db, year: number, { input, by }: { input: PlanForm; by: By }): Promise<void> {
	const { version, ...plan } = input;
	const years = planYears(year);
	if (![plan.first_year, plan.last_year].every((one) => years.includes(one))) throw new Refusal("plan.years");
	if (plan.approved_on > dateInTaipei(by.at)) throw new Refusal("plan.future");
	await commit(db, [
		...stored.keepPlan(year, { plan, version, at: by.at }),
		...audited(db, "year.plan", { year, changes: plan, by }),
	]);
}

/** Deletes the plan of a year, which was recorded by mistake. Refuses `plan.stale` when it was changed meanwhile. */
export const dropSurplusPlan = (db: Db, year: number, { version, by }: { version: number; by: By }): Promise<void> =>
	commit(db, [...stored.dropPlan(year, version), ...audited(db, "year.plan_drop", { year, changes: {}, by })]);
