import { env } from "cloudflare:test";
import { expect, test } from "vitest";
import { paymentsInTimeline, paymentsOfMember } from "#db/money/member-timeline.ts";
import { tasksInTimeline } from "#db/office/member-timeline.ts";
import { certificatesInTimeline, changesInTimeline, notesInTimeline } from "#db/people/member-timeline.ts";
import type { Select } from "#db/read.ts";
import { mailsInTimeline } from "#db/system/member-timeline.ts";
import { timelineCounts, timelineOf } from "#db/timeline.ts";

const SOURCES = {
	notes: notesInTimeline({ hidden: true }),
	payments: paymentsInTimeline,
	mails: mailsInTimeline,
	certificates: certificatesInTimeline,
	tasks: tasksInTimeline({ userId: 1, seesAll: false }),
	changes: changesInTimeline,
};
const KINDS = Object.entries(SOURCES).map(([kind, sql]) => ({ kind, sql }));
const STRETCH = { member: 1, rank: 0, limit: 21 };

const scansOf = async ({ sql, params }: Select<unknown>): Promise<string[]> => {
	const { results } = await env.DB.prepare(`EXPLAIN QUERY PLAN ${sql}`)
		.bind(...params)
		.all<{ detail: string }>();
	return results.map(({ detail }) => detail).filter((detail) => /^SCAN (?!CONSTANT ROW|\(subquery)/.test(detail));
};

const QUERIES: [string, Select<unknown>][] = [
	...KINDS.map(({ kind, sql }): [string, Select<unknown>] => [kind, timelineOf(sql, { ...STRETCH, after: undefined })]),
	...KINDS.map(({ kind, sql }): [string, Select<unknown>] => [
		`older ${kind}`,
		timelineOf(sql, { ...STRETCH, after: { at: 1, rank: 0, id: "1" } }),
	]),
	["the counts", timelineCounts(KINDS, 1)],
	["the payments on the page", paymentsOfMember(1, 5)],
];

test.each(QUERIES)("of a member's timeline, %s are found by indexes", async (_, query) => {
	expect(await scansOf(query)).toEqual([]);
});

test.each(
	[undefined, { at: 1, rank: 0, id: "1" }].map(
		(after): Select<unknown> => timelineOf(changesInTimeline, { ...STRETCH, after }),
	),
)("changes are looked up by the member, not met among those of all members", async ({ sql, params }) => {
	const { results } = await env.DB.prepare(`EXPLAIN QUERY PLAN ${sql}`)
		.bind(...params)
		.all<{ detail: string }>();
	const log = results.map(({ detail }) => detail).filter((detail) => /^(SCAN|SEARCH) a\b/.test(detail));
	expect(log).toEqual([
		expect.stringMatching(/^SEARCH a USING INDEX audit_log_of_record \(auditable_type=\? AND auditable_id=\?/),
	]);
});
