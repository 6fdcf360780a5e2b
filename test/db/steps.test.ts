/** What the database knows of a workflow is what its table in the code says. */
import { expect, test } from "vitest";
import { POSTS, type PostState, postState } from "#domain/books/concurrent-posts/steps.ts";
import { PERIODS } from "#domain/books/periods/rules.ts";
import { VOUCHER_STEPS } from "#domain/books/vouchers/steps.ts";
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

/** A voucher as its row has it: that it is reversed stands in the row of its reversal. */
const STORED_VOUCHERS: AnyWorkflow = { states: ["draft", "posted"], steps: { post: VOUCHER_STEPS.post } };

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
	["vouchers", "state", STORED_VOUCHERS],
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
	["vouchers_posted_are_final", "vouchers", "state", STORED_VOUCHERS],
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

/** The columns that tell the state of a resolution on both offices; that time is over, no row says. */
const POST_ROWS: Record<Exclude<PostState, "over">, { confirmed_at: number | null; ended_at: number | null }> = {
	waiting: { confirmed_at: null, ended_at: null },
	confirmed: { confirmed_at: 2, ended_at: null },
	withdrawn: { confirmed_at: null, ended_at: 3 },
	ended: { confirmed_at: 2, ended_at: 3 },
};

test("a resolution on both offices goes no other way, by whoever writes its row", async () => {
	const told = Object.entries(POST_ROWS);
	for (const [state, row] of told) expect(postState({ ...row, ends_on: "2026-12-31" }, "2026-12-31")).toBe(state);
	expect(postState({ ...POST_ROWS.confirmed, ends_on: "2026-12-31" }, "2027-01-01")).toBe("over");

	const condition = / WHEN (.*) BEGIN /.exec(await sqlOf("concurrent_posts_are_final"))?.[1];
	const names = (await rows<{ name: string }>("SELECT name FROM pragma_table_info('concurrent_posts')")).map(
		({ name }) => name,
	);
	const row = (of: object) => {
		const values = new Map(Object.entries(of));
		return names.map((name) => `${values.get(name.replace(/_by$/, "_at")) ?? "NULL"} AS ${name}`).join(", ");
	};
	const stored: string[] = [];
	for (const [from, old] of told)
		for (const [to, next] of told) {
			const [refused] = await rows<{ is: number }>(
				`SELECT coalesce((SELECT ${condition} FROM (SELECT ${row(old)}) AS OLD, (SELECT ${row(next)}) AS NEW), 0) AS "is"`,
			);
			if (from !== to && refused?.is === 0) stored.push(`${from} > ${to}`);
		}
	const way = (name: "confirm" | "withdraw" | "end") => {
		const { from, to } = POSTS.steps[name];
		return from.map((one) => `${one} > ${leadsOf({ to }).join()}`);
	};
	// One statement may both confirm and end, which is the two steps one after the other.
	const inCode = [...way("confirm"), ...way("withdraw"), ...way("end"), "waiting > ended"];
	expect(stored.toSorted()).toEqual(inCode.toSorted());
	const { by } = POSTS.steps.confirm;
	const confirming = await sqlOf("concurrent_posts_confirmed_by_the_chair");
	expect(Array.from(confirming.matchAll(/p\.permission = '([^']+)'/g), ([, one]) => one)).toEqual(by);
});
