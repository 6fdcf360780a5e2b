import { env } from "cloudflare:test";
import { expect, test } from "vitest";
import { auditTail, contentFigures, failures, peopleFigures } from "#db/dashboard.ts";
import type { Select } from "#db/read.ts";
import { VISITOR, visitorParams } from "#db/visitors.ts";

const visitor: Select<unknown> = { sql: VISITOR, params: visitorParams("x", 1, "2026-01-01") };
/** Small tables may be walked: a page of people, web-hooks, or a list that was handed in. */
const SMALL = /^SCAN (users|u|a|roles|webhook_endpoints|json_each|\(subquery-\d+\)|v|CONSTANT ROW)/;

test.each([
	["the visitor of each request", visitor],
	["content", contentFigures()],
	["people", peopleFigures()],
	["failures", failures()],
	["audit", auditTail()],
] as const)("%s walks no table that grows", async (_, { sql, params }) => {
	const { results } = await env.DB.prepare(`EXPLAIN QUERY PLAN ${sql}`)
		.bind(...params)
		.all<{ detail: string }>();
	const scans = results.map(({ detail }) => detail).filter((detail) => /^SCAN/.test(detail));
	expect(scans.filter((detail) => !SMALL.test(detail) && !/USING (COVERING )?INDEX/.test(detail))).toEqual([]);
});
