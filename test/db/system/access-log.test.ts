import { env } from "cloudflare:test";
import { beforeAll, describe, expect, test } from "vitest";
import { type AccessFilter, listReads, readersOffered, readsOf } from "#db/people/access-log.ts";
import { dueRequests, firstDue, privacyRequests, requestsOf } from "#db/people/privacy.ts";
import { readRows, type Select, select } from "#db/read.ts";
import { erasureOf, filesToErase, toEraseAgain } from "#db/shell/erasures.ts";
import { READS } from "#domain/people/privacy/access.ts";
import { insert } from "../../support/content.ts";
import { AT, makeLogin } from "../../support/logins.ts";
import { member } from "../../support/members.ts";

let [first, second] = [0, 0];
let reader = 0;
let at = AT;

const note = (action: string, type: string, id: string | number, more: Record<string, unknown> = {}) =>
	insert("audit_log", {
		at: at++,
		user_id: reader,
		actor: `user:${reader}`,
		action,
		auditable_type: type,
		auditable_id: String(id),
		description: "",
		ip_address: "192.0.2.9",
		...more,
	});

const reads = async (filter: AccessFilter = {}, cursor = {}, limit = 50) =>
	(await readRows(env.DB, listReads(filter, cursor, limit)))[0].map(({ action, member_id }) => [action, member_id]);

beforeAll(async () => {
	reader = (await makeLogin({ role: "secretary" })).id;
	first = (await member({ name: "甲", member_no: "A0001" })).id;
	second = (await member({ name: "乙" })).id;
	await insert("disability_certificates", { id: 5, member_id: first, created_at: 1, updated_at: 1 });
	await note("member.view_sensitive", "member", first);
	await note("member.edit", "member", first);
	await note("file.view", "file", 9, { description: "certificate" });
	await note("certificate.view", "certificate", 5);
	await note("member.export", "member", "", { changes: '{"members":120}' });
	await note("file.view", "file", 10, { description: "import" });
	await note("member.copy", "member", second, { user_id: null, actor: "cron" });
});

describe("the reads of what is sensitive", () => {
	test("are the log's, the newest first, each once and with whose it was", async () => {
		expect(await reads()).toEqual([
			["member.copy", second],
			["file.view", null],
			["member.export", null],
			["certificate.view", first],
			["member.view_sensitive", first],
		]);
	});
	test.each([
		[
			"a member's number",
			() => ({ member: "a0001" }),
			() => [
				["certificate.view", first],
				["member.view_sensitive", first],
			],
		],
		["a record's id", () => ({ member: String(second) }), () => [["member.copy", second]]],
		["nobody's number", () => ({ member: "Z999" }), () => []],
		["who", () => ({ actor: "cron" }), () => [["member.copy", second]]],
		["what", () => ({ action: "member.export" as const }), () => [["member.export", null]]],
		["since", () => ({ from: AT + 6 }), () => [["member.copy", second]]],
		["until", () => ({ to: AT + 1 }), () => [["member.view_sensitive", first]]],
	])("are found by %s", async (_, filter, found) => {
		expect(await reads(filter())).toEqual(found());
	});
	test("are walked in pages, both ways", async () => {
		const [rows] = await readRows(env.DB, listReads({}, {}, 2));
		const last = rows.at(-1)?.id ?? 0;
		expect(await reads({}, { before: last }, 2)).toEqual([
			["member.export", null],
			["certificate.view", first],
		]);
		expect(await reads({}, { after: last }, 2)).toEqual([["member.copy", second]]);
	});
	test("of a member, tell them by what they are, never by name", async () => {
		const [rows] = await readRows(env.DB, readsOf(first, 10));
		expect(rows).toEqual([
			{ at: AT + 3, reader: "staff", action: "certificate.view", changes: "{}", ip_address: null },
			{ at: AT, reader: "staff", action: "member.view_sensitive", changes: "{}", ip_address: null },
		]);
	});
});

const planOf = async ({ sql, params }: Select<unknown>): Promise<string[]> =>
	(
		await env.DB.prepare(`EXPLAIN QUERY PLAN ${sql}`)
			.bind(...params)
			.all<{ detail: string }>()
	).results.map(({ detail }) => detail);

test("the list of reads goes along its own index, which has the same actions", async () => {
	for (const filter of [{}, { actor: "user:1" }, { action: "member.copy" as const }, { from: 1, to: 2 }]) {
		const plan = await planOf(listReads(filter, {}, 51));
		expect(plan.filter((detail) => /^(SCAN|SEARCH) a /.test(detail))).toEqual([
			expect.stringContaining("USING INDEX audit_log_of_all_reads"),
		]);
	}
	const [index] = (
		await env.DB.prepare("SELECT sql FROM sqlite_master WHERE name = 'audit_log_of_all_reads'").all<{ sql: string }>()
	).results;
	expect(index?.sql.match(/'[a-z_.]+'/g)?.map((quoted) => quoted.slice(1, -1))).toEqual([...READS]);
});

test.each([
	["the reads of a member", () => listReads({ member: "A0001" }, {}, 51)],
	["who reads", () => readersOffered(0)],
	["a member's own reads", () => readsOf(1, 30)],
	["open requests", () => privacyRequests({ open: true, kind: undefined, page: 1 })[0]],
	["closed requests", () => privacyRequests({ open: false, kind: "copy", page: 1 })[0]],
	["requests of a member", () => requestsOf(1)],
	["the dashboard's", () => firstDue(12)],
	["what is due", () => dueRequests("2026-03-05")],
	["a pseudonymisation", () => erasureOf(1)],
	["its files", () => filesToErase(1)],
	["the register", () => toEraseAgain([])],
])("%s: no walk through a table that grows", async (_, select) => {
	const scans = (await planOf(select() as Select<unknown>)).filter((detail) => /^SCAN/.test(detail));
	expect(
		scans.filter(
			(detail) =>
				!/USING (COVERING )?INDEX|^SCAN (u|j|o|own|d|roster_imports|payment_imports|CONSTANT ROW|\(subquery|json_each|r$)/.test(
					detail,
				),
		),
	).toEqual([]);
});

test("0.1.0 still finds the index of its own list of actions by its name", async () => {
	const known = READS.filter((action) => action !== "member_field.view").map((action) => `'${action}'`);
	const plan = await planOf(
		select(
			`SELECT a.id FROM audit_log a INDEXED BY audit_log_of_reads WHERE a.action IN (${known.join(", ")}) ORDER BY a.at, a.id`,
		),
	);
	expect(plan).toEqual([expect.stringContaining("USING INDEX audit_log_of_reads")]);
});
