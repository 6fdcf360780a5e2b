import assert from "node:assert/strict";
import { createBudget } from "#domain/books/budgets/actions.ts";
import { createProject } from "#domain/books/projects/actions.ts";
import { paths } from "#http/paths.ts";
import { byUser } from "#kernel/by.ts";
import { dateInTaipei } from "#kernel/times.ts";
import type { Store } from "./admin-server.ts";

const { ledger } = paths.admin;

/** A closed month, budgets and a project; returns the addresses of the pages of periods, years, budgets and projects. */
export async function fillPeriods({ env, db }: Store, at: number): Promise<Record<string, string[]>> {
	const id = async (statement: string): Promise<number> =>
		(await env.DB.prepare(statement).first<number>("id")) ?? assert.fail(statement);
	const userId = await id("SELECT id FROM users WHERE email = 'accountant@example.org'");
	const by = byUser(userId, null, at);
	const [now, year] = [dateInTaipei(at).slice(0, 7), Number(dateInTaipei(at).slice(0, 4))];
	await env.DB.batch([
		env.DB.prepare("INSERT INTO period_events (period, step, user_id, at) VALUES ('2009-01', 'close', ?, ?)").bind(
			userId,
			at,
		),
		env.DB.prepare("INSERT INTO periods (month, updated_at) VALUES ('2009-01', ?)").bind(at),
		env.DB.prepare("UPDATE periods SET status = 'closed', closed_by = ?1, closed_at = ?2 WHERE month = '2009-01'").bind(
			userId,
			at,
		),
	]);
	const account = (code: string) => id(`SELECT id FROM accounts WHERE code = '${code}'`);
	const budget = async (code: string, name: string, amount: number) => {
		const input = { year, account: await account(code), name, amount, note: "理事會通過" };
		return createBudget(db, { input, key: `budget-${name}`, by });
	};
	await budget("4120", "常年會費", 240_000);
	const item = await budget("5310", "理監事會議", 36_000);
	const input = { name: "病友支持團體計畫", starts_on: `${year}-01-01`, ends_on: null, note: "社會局補助" };
	const project = await createProject(db, { input, key: "project", by });
	return {
		[ledger.period(":month")]: [ledger.period(now), ledger.period("2009-01")],
		[ledger.year(":year")]: [ledger.year(year), ledger.year(2009)],
		[ledger.surplusPlan(":year")]: [ledger.surplusPlan(year)],
		[ledger.budgets()]: [ledger.budgets(), `${ledger.budgets()}?year=${year + 1}`],
		[ledger.budget(":id")]: [ledger.budget(item)],
		[ledger.project(":id")]: [ledger.project(project)],
	};
}
