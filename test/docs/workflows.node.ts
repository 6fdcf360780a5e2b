/** The tables and diagrams of workflows in the documents are those of the code, and every workflow has one. */
import assert from "node:assert/strict";
import { globSync, readFileSync } from "node:fs";
import { test } from "node:test";
import { DOCUMENTED, markdownOf } from "../support/workflows.ts";

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
