/** The tables and diagrams of workflows in the documents are those of the code, and every workflow has one. */
import assert from "node:assert/strict";
import { globSync, readFileSync } from "node:fs";
import { test } from "node:test";
import { DUES_STEPS } from "#domain/money/dues/rules.ts";
import { INCOME_STEPS } from "#domain/money/income/rules.ts";
import { CERTIFICATE_STEPS } from "#domain/people/certificates/rules.ts";
import { DOCUMENTED, markdownOf } from "../support/workflows.ts";

const PAGE = readFileSync("docs/workflows.md", "utf8");

const under = (page: string, heading: string): string =>
	readFileSync(page, "utf8")
		.split(new RegExp(`\\n##+ ${heading}\\n`))[1]
		?.split(/^##/m)[0] ?? "";

for (const { heading, page, workflow } of DOCUMENTED)
	test(`${heading} in ${page}`, () => {
		const there = under(page, heading)
			.match(/^\| Step \|[\s\S]*?```\n/m)?.[0]
			.trim();
		assert.equal(there, markdownOf(workflow));
	});

test("every workflow has its place there", () => {
	const made = globSync("src/**/*.ts").flatMap((file) => readFileSync(file, "utf8").match(/= workflow</g) ?? []);
	assert.equal(made.length, DOCUMENTED.length);
});

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

test("income", () => {
	const steps = Object.entries(INCOME_STEPS).map(([step, { from, to, by }]) => [step, from.join(", "), to, by]);
	assert.deepEqual(table("Income"), steps);
});
