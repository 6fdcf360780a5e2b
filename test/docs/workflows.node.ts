/** The tables of docs/workflows.md are those of the code. */
import assert from "node:assert/strict";
import { readFileSync } from "node:fs";
import { test } from "node:test";
import { FINANCE_STATES } from "#domain/books/finance/labels.ts";
import { permissionsFor, STEP_NAMES, stepTo } from "#domain/books/finance/steps.ts";
import { DUES_STEPS } from "#domain/money/dues/rules.ts";
import { INCOME_STEPS } from "#domain/money/income/rules.ts";
import { CERTIFICATE_STEPS } from "#domain/people/certificates/rules.ts";

const PAGE = readFileSync("docs/workflows.md", "utf8");

/** The rows of the table under a heading, without its head. */
function table(heading: string): string[][] {
	const under = PAGE.split(`\n## ${heading}\n`)[1]?.split(/^## /m)[0] ?? "";
	const rows = Array.from(under.matchAll(/^\| (.*) \|$/gm), ([, row = ""]) => row.split(" | "));
	assert.ok(rows.length > 2, `${heading} has no table`);
	return rows.slice(2);
}

test("certificates", () => {
	const steps = Object.entries(CERTIFICATE_STEPS).map(([step, { from, to, by }]) => [step, from, to, by]);
	assert.deepEqual(table("Certificates"), steps);
});

test("dues items", () => {
	const steps = Object.entries(DUES_STEPS).map(([step, from]) => [step, from.join(", ")]);
	assert.deepEqual(table("Fees"), steps);
});

test("expense requests", () => {
	const steps = STEP_NAMES.map((step) => {
		const states = FINANCE_STATES.filter((state) => stepTo(step, state) !== undefined);
		const asked = states.map((state) => permissionsFor(step, state));
		const holders = new Set(asked.flat().map((permission) => `\`${permission}\``));
		const isEachHolders = asked.length > 1 && holders.size === asked.length;
		const who = holders.size === 0 ? "applicant" : isEachHolders ? "holder of the step" : [...holders].join(", ");
		return [step, states.join(", "), [...new Set(states.map((state) => stepTo(step, state)))].join(", "), who];
	});
	assert.deepEqual(table("Expense requests"), steps);
});

test("income", () => {
	const steps = Object.entries(INCOME_STEPS).map(([step, { from, to, by }]) => [step, from.join(", "), to, by]);
	assert.deepEqual(table("Income"), steps);
});
