import { sql } from "drizzle-orm";
import { guard, type Write } from "#db/commit.ts";
import { type Select, selectOne } from "#db/read.ts";
import type { SurplusPlan } from "#domain/books/periods/plan.ts";

/** The plan for what a year left; `version` is that of the stored row. */
export type PlanRow = SurplusPlan & { version: number };
export const surplusPlan = (year: number): Select<PlanRow> =>
	selectOne(
		"SELECT first_year, last_year, amount, approval_no, approved_on, version FROM surplus_plans WHERE year = ?",
		year,
	);

type Kept = { plan: SurplusPlan; version: number; at: number };

/** Stores the plan of a year, the first one (version 0) or a later text. Refuses `plan.stale` when it was changed meanwhile. */
export const keepPlan = (year: number, { plan, version, at }: Kept): Write[] => [
	sql`INSERT INTO surplus_plans (year, first_year, last_year, amount, approval_no, approved_on, created_at, updated_at)
		VALUES (${year}, ${plan.first_year}, ${plan.last_year}, ${plan.amount}, ${plan.approval_no}, ${plan.approved_on}, ${at}, ${at})
		ON CONFLICT (year) DO UPDATE SET first_year = excluded.first_year, last_year = excluded.last_year, amount = excluded.amount,
			approval_no = excluded.approval_no, approved_on = excluded.approved_on, version = version + 1, updated_at = excluded.updated_at
		WHERE version = ${version}`,
	guard("plan.stale"),
];

export const dropPlan = (year: number, version: number): Write[] => [
	sql`DELETE FROM surplus_plans WHERE year = ${year} AND version = ${version}`,
	guard("plan.stale"),
];
