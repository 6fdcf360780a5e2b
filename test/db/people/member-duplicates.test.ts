import { env } from "cloudflare:test";
import { describe, expect, test } from "vitest";
import { oldestLinks } from "#db/people/link-requests.ts";
import {
	type AlikeRecord,
	alikeCount,
	alikePairs,
	alikeTo,
	distinctPairs,
	type Likeness,
	likenessesOf,
	mergeCandidates,
	PAIRS_PER_PAGE,
} from "#db/people/member-duplicates.ts";
import { memberPage } from "#db/people/member-lists.ts";
import { mergeFacts } from "#db/people/member-merge.ts";
import { memberHistory, mergedInto, oldestApplications } from "#db/people/member-picks.ts";
import { endingRow } from "#db/people/member-reads.ts";
import { turningMembers, turnings } from "#db/people/member-turning.ts";
import { readRows, type Select } from "#db/read.ts";
import { rows } from "../../support/users.ts";

type Given = {
	name?: string;
	birth_date?: string;
	phone?: string;
	email?: string;
	gender?: string;
	national_id_hash?: string;
	guardian_member_id?: number;
};
/** Records by plain SQL, whoever writes; returns their ids. */
async function made(...records: Given[]): Promise<number[]> {
	const ids: number[] = [];
	for (const record of records) {
		const columns = ["created_at", "updated_at", ...Object.keys({ name: "", ...record })];
		const values = [1, 1, ...Object.values({ name: "林美惠", ...record })];
		const row = await env.DB.prepare(
			`INSERT INTO members (${columns.join(", ")}) VALUES (${columns.map(() => "?").join(", ")}) RETURNING id`,
		)
			.bind(...values)
			.first<number>("id");
		ids.push(row ?? 0);
	}
	return ids;
}
const run = (sql: string, ...values: (string | number | null)[]) =>
	env.DB.prepare(sql)
		.bind(...values)
		.run();
const reasons = async (a = 0, b = 0): Promise<Likeness[]> => {
	const found = await rows<{ reasons: number }>(
		"SELECT reasons FROM member_likenesses WHERE a_id = ? AND b_id = ?",
		Math.min(a, b),
		Math.max(a, b),
	);
	return likenessesOf(found[0]?.reasons ?? 0);
};
const BORN = { birth_date: "1980-05-05" };
const PHONE = { phone: "0912000111" };
let cases = 0;
/** The same two with a name and a mobile that nobody of another case has. */
function apart(...given: Given[]): Given[] {
	const own = String.fromCodePoint(0x4e00 + ++cases);
	const phone = `0913${String(cases).padStart(6, "0")}`;
	return given.map((one) => ({
		...one,
		name: (one.name ?? "林美惠").replace("美", own),
		...(one.phone ? { phone } : {}),
	}));
}

describe("two records are alike", () => {
	test.each<[string, Given, Given, Likeness[]]>([
		["by name and birthday", BORN, BORN, ["birth"]],
		["by name and mobile", PHONE, { ...PHONE, ...BORN }, ["mobile", "no_birth"]],
		[
			"by name and e-mail",
			{ email: "a@example.org", ...BORN },
			{ email: "a@example.org", birth_date: "1980-05-06" },
			["email"],
		],
		[
			"by all of them",
			{ ...BORN, ...PHONE, email: "a@example.org" },
			{ ...BORN, ...PHONE, email: "a@example.org" },
			["birth", "mobile", "email"],
		],
		["by name where a birthday is missing", BORN, {}, ["no_birth"]],
		["not by name where both birthdays are known", BORN, { birth_date: "1990-01-01" }, []],
		["not by name where the sex differs", { gender: "male" }, { gender: "female" }, []],
		["not by name where each has an id", { national_id_hash: "x" }, { national_id_hash: "y" }, []],
		[
			"by name and birthday, though each has an id",
			{ ...BORN, national_id_hash: "v" },
			{ ...BORN, national_id_hash: "w" },
			["birth"],
		],
		["by mobile and a name with a space", { ...PHONE, name: "林 美惠" }, PHONE, ["similar"]],
		[
			"by mobile and a name written another way",
			{ ...PHONE, name: "臺美惠" },
			{ ...PHONE, name: "台美惠" },
			["similar"],
		],
		["by mobile and a part of the name", { ...PHONE, name: "美惠" }, PHONE, ["similar"]],
		[
			"by mobile, birthday and one other character",
			{ ...PHONE, ...BORN, name: "林美慧" },
			{ ...PHONE, ...BORN },
			["similar"],
		],
		["not by mobile and one other character: two of a family", { ...PHONE, name: "林美玉" }, PHONE, []],
		[
			"not by mobile with other birthdays",
			{ ...PHONE, ...BORN, name: "林 美惠" },
			{ ...PHONE, birth_date: "2010-01-01" },
			[],
		],
		["not by mobile with other surnames", { ...PHONE, ...BORN, name: "陳美惠" }, { ...PHONE, ...BORN }, []],
		["not by mobile alone: a family", { ...PHONE, name: "石國樑" }, { ...PHONE, name: "石宥安" }, []],
		[
			"not by mobile and e-mail alone",
			{ ...PHONE, email: "a@example.org", name: "石國樑" },
			{ ...PHONE, email: "a@example.org", name: "黃素貞" },
			[],
		],
	])("%s", async (_, one, other, expected) => {
		const [a, b] = await made(...apart(one, other));
		expect(await reasons(a, b)).toEqual(expected);
	});

	test("not two children of one guardian, nor a child and the guardian, for a weak reason", async () => {
		const [guardian = 0] = await made({ name: "康恩綺媽媽", ...PHONE });
		const twin = { ...PHONE, birth_date: "2014-02-28", guardian_member_id: guardian };
		const [a, b] = await made({ ...twin, name: "康恩綺" }, { ...twin, name: "康恩琪" });
		expect([await reasons(a, b), await reasons(guardian, a)]).toEqual([[], []]);
		await run("UPDATE members SET guardian_member_id = NULL WHERE id = ?", b ?? 0);
		expect(await reasons(a, b)).toEqual(["similar"]);
	});

	test("not by a mobile that more than twenty have: an office's", async () => {
		const twenty = Array.from({ length: 20 }, (_, n) => ({ phone: "0900000000", name: `辦公室${n}號` }));
		const ids = await made(
			...twenty,
			{ phone: "0900000000", name: "辦公室" },
			{ phone: "0900000000", name: "辦公室6" },
		);
		expect(await reasons(ids[0], ids[1])).toEqual([]);
		expect([await reasons(ids[6], ids[20]), await reasons(ids[6], ids[21])]).toEqual([[], []]);
		await run("DELETE FROM members WHERE phone = '0900000000' AND id > ?", ids[5] ?? 0);
		const [similar] = await made({ phone: "0900000000", name: "辦公室" });
		expect(await reasons(ids[0], similar)).toEqual(["similar"]);
		await run("DELETE FROM members WHERE phone = '0900000000'");
	});

	test("as long as they are, whoever changes them", async () => {
		const [a = 0, b = 0] = await made(BORN, { name: "別的名字", ...BORN });
		expect(await reasons(a, b)).toEqual([]);
		await run("UPDATE members SET name = '林美惠' WHERE id = ?", b);
		expect(await reasons(a, b)).toEqual(["birth"]);
		await run("UPDATE members SET phone = '0912000111' WHERE id IN (?, ?)", a, b);
		expect(await reasons(a, b)).toEqual(["birth", "mobile"]);
		await run("UPDATE members SET merged_into = ? WHERE id = ?", a, b);
		expect(await reasons(a, b)).toEqual([]);
		await run("UPDATE members SET merged_into = NULL WHERE id = ?", b);
		expect(await reasons(a, b)).toEqual(["birth", "mobile"]);
		await run("UPDATE members SET pseudonymised_at = 1 WHERE id = ?", a);
		expect(await reasons(a, b)).toEqual([]);
	});

	test("and the table is what the view says, after all of this", async () => {
		const stored = await rows("SELECT a_id, b_id, reasons FROM member_likenesses ORDER BY 1, 2");
		const now = await rows(
			"SELECT member_id AS a_id, other_id AS b_id, reasons FROM member_likenesses_now WHERE member_id < other_id AND reasons > 0 ORDER BY 1, 2",
		);
		expect(stored).toEqual(now);
		expect(stored.length).toBeGreaterThan(10);
		expect(
			await rows(
				"SELECT 1 FROM member_likenesses_now x JOIN member_likenesses_now y ON y.member_id = x.other_id AND y.other_id = x.member_id AND y.reasons <> x.reasons",
			),
		).toEqual([]);
	});
});

test("the list has the strongest first, in pages, without those who were told apart", async () => {
	await run("DELETE FROM member_likenesses");
	const names = Array.from({ length: PAIRS_PER_PAGE + 2 }, (_, n) => `同名者${String.fromCodePoint(0x4e00 + n)}`);
	const weak = await made(...names.flatMap((name) => [{ name }, { name }]));
	const [a = 0, b = 0] = await made({ name: "最像的人", ...BORN, ...PHONE }, { name: "最像的人", ...BORN, ...PHONE });
	const [first, [counts]] = await readRows(env.DB, ...alikePairs({ page: 1 }));
	const idsOf = (pairs: { a: string; b: string }[]) =>
		pairs.map((pair) => [pair.a, pair.b].map((one): number => (JSON.parse(one) as AlikeRecord).id));
	const weakPairs = names.map((_, n) => [weak[2 * n], weak[2 * n + 1]]);
	expect(idsOf(first)).toEqual([[a, b], ...weakPairs.slice(0, PAIRS_PER_PAGE - 1)]);
	expect(counts).toEqual({ total: names.length + 1, open: names.length + 1, distinct_pairs: 0 });
	expect(idsOf((await readRows(env.DB, ...alikePairs({ page: 2 })))[0])).toEqual(weakPairs.slice(PAIRS_PER_PAGE - 1));
	expect(idsOf((await readRows(env.DB, ...alikePairs({ page: 1, reason: "mobile" })))[0])).toEqual([[a, b]]);
	await run("INSERT INTO member_distinct (a_id, b_id, at) VALUES (?, ?, 5)", a, b);
	const [rest, [fewer]] = await readRows(env.DB, ...alikePairs({ page: 1, reason: "mobile" }));
	expect([rest, fewer]).toEqual([[], { total: 0, open: names.length, distinct_pairs: 1 }]);
	const [apart] = await readRows(env.DB, ...distinctPairs({ page: 1 }));
	expect([idsOf(apart), apart[0]?.at]).toEqual([[[a, b]], 5]);
	expect((await readRows(env.DB, alikeCount()))[0]).toEqual([{ open: names.length }]);
	const [near] = await readRows(env.DB, alikeTo(weak[1] ?? 0));
	expect(near.map(({ id, reasons: bits }) => [id, likenessesOf(bits)])).toEqual([[weak[0], ["no_birth"]]]);
});

const FEW = /^SCAN (json_each|\(subquery|found|l$|l USING|CONSTANT ROW)/;
test.each<[string, Select<unknown>]>([
	["the pairs", alikePairs({ page: 3 })[0]],
	["how many pairs", alikePairs({ page: 1 })[1]],
	["the pairs of a reason", alikePairs({ page: 1, reason: "mobile" })[0]],
	["who were told apart", distinctPairs({ page: 2 })[0]],
	["who is like one", alikeTo(1)],
	["whom to merge with", mergeCandidates(1, ["m00"])],
	["what goes along", mergeFacts({ kept: 1, other: 2 }, 3)],
	["the history with what was merged", memberHistory(1)],
	["what was merged into one", mergedInto(1)],
	["the ending", endingRow(1)],
	["who comes of age", turningMembers("soon", { today: "2026-03-05", page: 2 })[0]],
	["who is of age", turningMembers("adult", { today: "2026-03-05", page: 1 })[0]],
	["how many come of age", turningMembers("soon", { today: "2026-03-05", page: 1 })[1]],
	["how many of each come of age", turnings("2026-03-05")],
	["how many pairs", alikeCount()],
	["the oldest applications", oldestApplications(1, 12)],
	["the oldest requests to link", oldestLinks(12)],
])("%s walks no table of members", async (_, { sql, params }) => {
	const { results } = await env.DB.prepare(`EXPLAIN QUERY PLAN ${sql}`)
		.bind(...params)
		.all<{ detail: string }>();
	const scans = results.map(({ detail }) => detail).filter((detail) => /^SCAN/.test(detail) && !FEW.test(detail));
	expect(scans.filter((detail) => !/^SCAN (d|r|link_requests|counted|page|s) ?/.test(detail))).toEqual([]);
});

test("a number is found by an index, with or without its dashes", async () => {
	const { sql, params } = memberPage({ filter: { words: ["a-001"], today: "2026-03-05" } });
	const { results } = await env.DB.prepare(`EXPLAIN QUERY PLAN ${sql}`)
		.bind(...params)
		.all<{ detail: string }>();
	expect(results.some(({ detail }) => detail.includes("member_numbers_plain"))).toBe(true);
});
