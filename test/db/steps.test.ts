/** What the database knows of a workflow is what its table in the code says. */
import { expect, test } from "vitest";
import { PERIODS } from "#domain/books/periods/rules.ts";
import { CONTENT } from "#domain/content/content/states.ts";
import { LINES } from "#domain/money/bank/rules.ts";
import { DUES } from "#domain/money/dues/rules.ts";
import { INCOME } from "#domain/money/income/rules.ts";
import { PAYMENTS } from "#domain/money/payments/rules.ts";
import { RECEIPTS } from "#domain/money/receipts/steps.ts";
import { CERTIFICATES } from "#domain/people/certificates/rules.ts";
import { LINK_REQUESTS } from "#domain/people/link-requests/rules.ts";
import { MEMBERSHIP } from "#domain/people/members/rules.ts";
import { REQUESTS } from "#domain/people/privacy/steps.ts";
import { CONFIRMATIONS } from "#domain/system/second-persons/kinds.ts";
import { leadsOf } from "#kernel/steps.ts";
import { rows } from "../support/users.ts";
import type { AnyWorkflow } from "../support/workflows.ts";

const COLUMNS: [string, "status" | "state", AnyWorkflow][] = [
	["articles", "state", CONTENT],
	["pages", "state", CONTENT],
	["documents", "state", CONTENT],
	["bank_lines", "status", LINES],
	["confirmations", "state", CONFIRMATIONS],
	["disability_certificates", "status", CERTIFICATES],
	["dues_items", "status", DUES],
	["income_records", "state", INCOME],
	["link_requests", "status", LINK_REQUESTS],
	["members", "status", MEMBERSHIP],
	["payments", "status", PAYMENTS],
	["periods", "status", PERIODS],
	["privacy_requests", "status", REQUESTS],
	["receipts", "status", RECEIPTS],
];

async function sqlOf(name: string): Promise<string> {
	const [row] = await rows<{ sql: string }>("SELECT sql FROM sqlite_master WHERE name = ?", name);
	return (row?.sql ?? "").replace(/--.*$/gm, "").replace(/\s+/g, " ");
}

test.each(COLUMNS)("the states of %s", async (table, column, { states }) => {
	const checks = (await sqlOf(table)).matchAll(new RegExp(`\\(${column} IN \\(([^)]*)\\)\\)`, "g"));
	const lists = Array.from(checks, ([, list = ""]) => Array.from(list.matchAll(/'(\w+)'/g), ([, state]) => state));
	expect(lists.map((list) => list.toSorted())).toContainEqual([...states].toSorted());
});

const TRIGGERS: [string, string, "status" | "state", AnyWorkflow][] = [
	["payments_take_steps", "payments", "status", PAYMENTS],
	["income_records_take_steps", "income_records", "state", INCOME],
	["confirmations_keep_what_was_asked", "confirmations", "state", CONFIRMATIONS],
];

/** From where to where the trigger lets a row go that changes its state alone: its own condition, asked of each pair. */
async function waysOf(trigger: string, table: string, column: string, states: readonly string[]): Promise<string[]> {
	const condition = / WHEN (.*) BEGIN /.exec(await sqlOf(trigger))?.[1];
	const names = (await rows<{ name: string }>("SELECT name FROM pragma_table_info(?)", table)).map(({ name }) => name);
	const row = (state: string) => names.map((name) => `${name === column ? state : "NULL"} AS ${name}`).join(", ");
	const ways = await rows<{ way: string }>(
		`SELECT a.value || ' > ' || b.value AS way FROM json_each(?1) a, json_each(?1) b WHERE a.value <> b.value
			AND NOT coalesce((SELECT ${condition} FROM (SELECT ${row("a.value")}) AS OLD, (SELECT ${row("b.value")}) AS NEW), 0)`,
		JSON.stringify(states),
	);
	return ways.map(({ way }) => way);
}

test.each(TRIGGERS)("%s lets nothing else through", async (trigger, table, column, { states, steps }) => {
	const inCode = Object.values(steps).flatMap((step) =>
		step.from.flatMap((from) => leadsOf(step).flatMap((to) => (from === to ? [] : [`${from} > ${to}`]))),
	);
	expect((await waysOf(trigger, table, column, states)).toSorted()).toEqual([...new Set(inCode)].toSorted());
});
