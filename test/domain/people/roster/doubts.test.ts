import { describe, expect, test } from "vitest";
import { choicesOf, type Decision, type Settled } from "#domain/people/roster/decisions.ts";
import type { Known, RosterRow } from "#domain/people/roster/match.ts";
import type { PlanRow } from "#domain/people/roster/plan-row.ts";
import { doubtful } from "#domain/people/roster/plan-row.ts";
import { rowNumber, tasksOf } from "#domain/people/roster/writing.ts";
import type { Cell } from "#kernel/table.ts";
import { afterwards, knownRecord, planOf, rosterRows } from "../../../support/roster-plans.ts";
import { nationalId } from "../../../support/rosters.ts";

const IDS = [nationalId("A12345678"), nationalId("B12345678"), nationalId("C12345678")];
const HEADER = ["會員編號", "姓名", "身分證字號", "生日", "手機", "電子郵件"];
const SURVEY = ["姓名", "手機", "電子郵件", "生日"];

/** Chance that a seed repeats (mulberry32). */
function chanceOf(seed: number): () => number {
	let state = seed;
	return () => {
		state = (state + 0x6d2b79f5) | 0;
		const mixed = Math.imul(state ^ (state >>> 15), 1 | state);
		const more = (mixed + Math.imul(mixed ^ (mixed >>> 7), 61 | mixed)) ^ mixed;
		return ((more ^ (more >>> 14)) >>> 0) / 2 ** 32;
	};
}

const NAMES = ["甲乙", "丙丁", "戊己"];
const DAYS = ["1986-03-05", "1990-01-01"];
const PHONES = ["0912345678", "0922333444", "0933444555"];
const EMAILS = ["a@example.org", "b@example.org", "c@example.org"];
const NUMBERS = ["M1", "M2", "M3", "M4"];

type Case = { known: Known[]; people: RosterRow[]; answers: RosterRow[] };
const pickOf =
	(chance: () => number) =>
	<T>(from: readonly T[], empty = 0.4): T | null =>
		chance() < empty ? null : (from[Math.floor(chance() * from.length)] ?? null);

/** Members, a roster and a survey of few names and few values, so that everything meets everything. */
function caseOf(seed: number): Case {
	const chance = chanceOf(seed);
	const pick = pickOf(chance);
	const name = () => pick(NAMES, 0) ?? "";
	const many = (most: number) => Array.from({ length: Math.floor(chance() * (most + 1)) });
	// Numbers and ids are unique in the database.
	const [numbers, ids] = [[...NUMBERS], [...IDS]];
	const known = many(3).map((_, at) =>
		knownRecord(at + 1, {
			...{ name: name(), birth_date: pick(DAYS), phone: pick(PHONES), email: pick(EMAILS) },
			...{ member_no: chance() < 0.5 ? (numbers.pop() ?? null) : null },
			...{ national_id_hash: chance() < 0.4 ? (ids.pop() ?? null) : null },
		}),
	);
	const lines = many(5).map((): Cell[] => [
		...[pick(NUMBERS), name(), chance() < 0.1 ? "A12345" : pick(IDS, 0.6), pick(DAYS), pick(PHONES), pick(EMAILS, 0.7)],
	]);
	const replies = many(4).map((): Cell[] => [name(), pick(PHONES, 0.6), pick(EMAILS, 0), pick(DAYS, 0.8)]);
	return { known, people: rosterRows(HEADER, ...lines), answers: rosterRows(SURVEY, ...replies) };
}

const decided = (plan: readonly PlanRow[], chance: () => number): Settled =>
	Object.fromEntries(
		doubtful(plan).flatMap((row): [string, Decision][] => {
			const choices = choicesOf(row.doubt.reason);
			const one = choices[Math.floor(chance() * (choices.length + 1))];
			return one ? [[String(rowNumber(row)), one]] : [];
		}),
	);

const SEEDS = Array.from({ length: 600 }, (_, seed) => seed + 1);
const surveyOf = ({ answers }: Case) => ({ people: answers, passed: [] });

/** What must hold of every plan, whatever was decided. */
function holds(plan: readonly PlanRow[], known: readonly Known[]): void {
	for (const { outcome, known: of, adds, guardian } of plan)
		if (["conflict", "confirm", "error", "skip"].includes(outcome) && !(outcome === "skip" && of))
			expect([of, adds.changes, guardian]).toEqual([undefined, [], undefined]);
	const tasks = tasksOf(plan, 1_000);
	expect(new Set(tasks.map(({ id }) => id)).size).toBe(tasks.length);
	const after = afterwards(known, plan);
	// No number and no id of two records: the database would refuse the whole import.
	const numbers = after.flatMap((one) => [...new Set(one.numbers)]);
	const hashes = after.flatMap((one) => one.national_id_hash ?? []);
	expect([new Set(numbers).size, new Set(hashes).size]).toEqual([numbers.length, hashes.length]);
}

const settledSame = ({ reasons, known }: PlanRow): boolean =>
	known !== undefined && reasons.some(({ code, members }) => code === "settled_same" && members !== undefined);

describe("random rosters", () => {
	test("a plan never writes a row in doubt, two rows into one record, or one key into two", () => {
		for (const seed of SEEDS) {
			const one = caseOf(seed);
			const plan = planOf(one.people, { known: one.known, survey: surveyOf(one), acceptNames: seed % 2 === 0 });
			holds(plan, one.known);
		}
	});

	test("nor with decisions by chance, which fill empty fields and never overwrite", () => {
		const seen = { same: 0, other: 0, skip: 0, joined: 0 };
		for (const seed of SEEDS) {
			const one = caseOf(seed);
			const more = { known: one.known, survey: surveyOf(one) };
			const settled = decided(planOf(one.people, more), chanceOf(seed * 7));
			const plan = planOf(one.people, { ...more, settled });
			holds(plan, one.known);
			for (const row of plan.filter(settledSame)) {
				seen.same++;
				expect(row.adds.changes.filter(({ fills, from }) => !fills || from !== null)).toEqual([]);
			}
			const codes = plan.flatMap(({ reasons }) => reasons);
			seen.other += codes.filter(({ code }) => code === "settled_other").length;
			seen.skip += codes.filter(({ code }) => code === "set_aside").length;
			seen.joined += codes.filter(({ code, rows }) => code === "settled_same" && rows).length;
		}
		// Each kind of decision took place many times.
		expect(Object.values(seen).filter((many) => many < 30)).toEqual([]);
	});

	test("accepting names changes e-mails that were empty, and nothing else", () => {
		let accepted = 0;
		for (const seed of SEEDS) {
			const one = caseOf(seed);
			const more = { known: one.known, survey: surveyOf(one) };
			const [before, after] = [planOf(one.people, more), planOf(one.people, { ...more, acceptNames: true })];
			const [left, right] = [before, after].map((plan) => afterwards(one.known, plan));
			for (const [at, record] of (left ?? []).entries()) {
				const then = right?.[at];
				if (record.email !== then?.email) accepted++;
				expect(then).toEqual({ ...record, email: record.email ?? then?.email });
			}
			expect(after.filter(({ outcome }) => outcome === "confirm")).toEqual([]);
		}
		expect(accepted).toBeGreaterThan(30);
	});

	test("the same import again changes nothing: only a row that was in doubt may be told apart by what came in since", () => {
		for (const seed of SEEDS) {
			const one = caseOf(seed);
			const more = { survey: surveyOf(one), acceptNames: seed % 2 === 0, fillOnly: seed % 3 === 0 };
			const first = planOf(one.people, { ...more, known: one.known });
			const again = planOf(one.people, { ...more, known: afterwards(one.known, first) });
			const doubts = first.filter(({ outcome }) => outcome === "conflict").map(rowNumber);
			const written = tasksOf(again, 2_000).map(({ plan }) => rowNumber(plan));
			expect([seed, ...written.filter((row) => !doubts.includes(row))]).toEqual([seed]);
		}
	});

	test("a row of the survey gets the outcome that a plain model says", () => {
		const seen = new Set<string>();
		for (const seed of SEEDS) {
			const { known, answers } = caseOf(seed);
			for (const answer of answers) {
				const [row] = planOf([], { known, survey: { people: [answer], passed: [] } });
				seen.add(row?.outcome ?? "");
				expect([seed, answer.row, row?.outcome]).toEqual([seed, answer.row, modelOf(answer, known)]);
			}
		}
		expect([...seen].sort()).toEqual(["confirm", "conflict", "fill", "skip"]);
	});
});

/** What becomes of one answer beside the members alone. */
function modelOf({ name, values }: RosterRow, known: readonly Known[]): string {
	const named = known.filter((one) => one.name === name);
	const fields = ["birth_date", "phone", "email"] as const;
	const same = fields.map((field) => named.filter((one) => values[field] && one[field] === values[field]));
	const sure = same.find((some) => some.length > 0);
	if (named.length === 0) return "skip";
	if ((sure ?? named).length > 1) return "conflict";
	const [one] = sure ?? named;
	if (one?.email === values.email) return "skip";
	if (one?.email) return "conflict";
	const isOther = fields.some((field) => values[field] && one?.[field] && values[field] !== one[field]);
	return sure ? "fill" : isOther ? "conflict" : "confirm";
}

describe("what a decision does", () => {
	const [ID = ""] = IDS;
	const said = (people: RosterRow[], known: Known[], settled: Settled) =>
		planOf(people, { known, settled }).map(({ outcome, known: of, reasons, adds }) => ({
			outcome,
			...(of && { of: of.id }),
			codes: reasons.map(({ code }) => code),
			adds: adds.changes.map(({ field, to }) => `${field} ${to}`),
		}));
	const other = knownRecord(1, { name: "李四", member_no: "M1", phone: "0912345678" });
	const line = rosterRows(HEADER, ["M1", "甲乙", ID, "75/3/5", "0922333444"]);

	test("the same person gets what is empty, and keeps the rest", () => {
		expect(said(line, [other], { 2: "same:m1" })).toEqual([
			{
				...{ outcome: "fill", of: 1, codes: ["settled_same", "kept", "kept"] },
				adds: ["birth_date 1986-03-05", `national_id ${ID}`],
			},
		]);
	});

	test("somebody else is new, without the number that is the record's", () => {
		expect(said(line, [other], { 2: "other" })[0]).toMatchObject({
			outcome: "create",
			codes: ["key_left_out", "settled_other", "no_number", "identity_assumed"],
			adds: ["name 甲乙", "birth_date 1986-03-05", "phone 0922333444", `national_id ${ID}`],
		});
	});

	test("who is left out is left out, and a decision that the doubt does not allow decides nothing", () => {
		expect(said(line, [other], { 2: "skip" })[0]).toMatchObject({ outcome: "skip", codes: ["set_aside"] });
		for (const wrong of ["same:m2", "same:r2"] as const)
			expect(said(line, [other], { 2: wrong })[0]).toMatchObject({ outcome: "conflict", codes: ["other_name"] });
		// A row without a doubt is what its keys say.
		expect(said(line, [], { 2: "skip" })[0]).toMatchObject({ outcome: "create" });
	});

	test("two rows of one person become the first one, which keeps its own", () => {
		const two = rosterRows(HEADER, ["M1", "甲乙", ID, "75/3/5"], ["M2", "甲乙", ID, "", "0922333444"]);
		for (const settled of [{ 3: "same:r2" }, { 2: "same:r3" }, { 2: "same:r3", 3: "same:r2" }] as Settled[]) {
			const [first, second] = said(two, [], settled);
			expect([first?.outcome, second?.outcome, second?.codes]).toEqual(["create", "skip", ["duplicate"]]);
			expect(first?.adds).toEqual([
				"member_no M1",
				"name 甲乙",
				"birth_date 1986-03-05",
				"phone 0922333444",
				`national_id ${ID}`,
			]);
			expect(first?.codes).toContain("row_kept");
		}
	});

	test("two rows of one id that are two people lose it both, because nobody knows whose it is", () => {
		const two = rosterRows(HEADER, ["M1", "甲乙", ID], ["M2", "丙丁", ID]);
		const settled: Settled = { 2: "other", 3: "other" };
		expect(said(two, [], settled).map(({ outcome, adds }) => [outcome, adds])).toEqual([
			["create", ["member_no M1", "name 甲乙"]],
			["create", ["member_no M2", "name 丙丁"]],
		]);
	});
});
