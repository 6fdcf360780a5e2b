import { env } from "cloudflare:test";
import { describe, expect, test } from "vitest";
import { COLUMN_NAMES, sheetOf } from "#admin/people/members/export-columns.ts";
import { open } from "#db/commit.ts";
import { listedMembers } from "#db/people/member-exports.ts";
import { readRows } from "#db/read.ts";
import { PLAIN_STANDING, readStanding, standingText } from "#domain/people/members/standing-text.ts";
import { applyRoster, planRoster } from "#domain/people/roster/actions.ts";
import { undoImport } from "#domain/people/roster/import-actions.ts";
import { NO_OPTIONS } from "#domain/people/roster/options.ts";
import { countsOf } from "#domain/people/roster/plan.ts";
import { GuardianStanding } from "#domain/system/index.ts";
import { byImport } from "#kernel/by.ts";
import type { Cell } from "#kernel/table.ts";
import { writeSheet } from "#platform/spreadsheets.ts";
import { rows as rowsOf } from "../../../support/users.ts";

const db = open(env.DB);
const AT = Date.UTC(2026, 10, 21, 4);
let nth = 0;
/** The names of one family, unlike those of the other tests. */
const family = () => {
	nth++;
	return { child: `孩${nth}`, father: `父${nth}`, mother: `母${nth}`, stranger: `外人${nth}` };
};

const HEADER = ["姓名", "身分", "出生日期", "監護人", "監護人身分", "第二位監護人", "第二位監護人身分"];
const planOf = async (rows: Cell[][], header = HEADER) =>
	planRoster(env, db, {
		roster: { filename: "名冊.csv", bytes: await writeSheet({ sheet: "名冊", header, rows }, "csv") },
		options: NO_OPTIONS,
		at: AT,
	});
async function importOf(rows: Cell[][], header = HEADER): Promise<number> {
	const plan = await planOf(rows, header);
	return applyRoster(env, db, { plan, filename: "名冊.csv", by: byImport(AT + nth) });
}
type Links = { first: string | null; second: string | null };
const guardiansOf = async (name: string): Promise<Links | undefined> =>
	(
		await rowsOf<Links>(
			`SELECT g.name AS first, h.name AS second FROM members m LEFT JOIN members g ON g.id = m.guardian_member_id
			LEFT JOIN members h ON h.id = m.second_guardian_id WHERE m.name = ?`,
			name,
		)
	)[0];
const standings = (name: string) =>
	rowsOf(
		`SELECT g.name, s.role, s.authority, s.paper, s.paper_on, s.has_custody, s.named FROM guardianships s JOIN members m ON m.id = s.member_id
		JOIN members g ON g.id = s.guardian_id WHERE m.name = ? AND s.until IS NULL ORDER BY s.id`,
		name,
	);
const codes = async (rows: Cell[][], header = HEADER) =>
	(await planOf(rows, header)).rows.map(({ outcome, reasons }) => [outcome, ...reasons.map(({ code }) => code)]);

const PAPER = "113年度家親聲字第12號";
const parents = ({ father, mother }: ReturnType<typeof family>): Cell[][] => [
	[father, "家長", "60/3/5", null, null, null, null],
	[mother, "家長", "61/3/5", null, null, null, null],
];

describe("a roster names both legal representatives", () => {
	test("each is linked, with 共同／單獨 by its paper, and with whom the member lives", async () => {
		const f = family();
		const child: Cell[] = [
			f.child,
			"病友",
			"105/3/5",
			f.father,
			"父親",
			f.mother,
			`母親，共同行使，同住，依${PAPER}（2024-05-01）`,
		];
		await importOf([...parents(f), child]);
		expect(await guardiansOf(f.child)).toEqual({ first: f.father, second: f.mother });
		expect(await standings(f.child)).toEqual([
			{ name: f.father, role: "parent", authority: null, paper: null, paper_on: null, has_custody: 0, named: "roster" },
			{
				name: f.mother,
				role: "parent",
				authority: "joint",
				paper: PAPER,
				paper_on: "2024-05-01",
				has_custody: 1,
				named: "roster",
			},
		]);
		expect(await codes([child])).toEqual([["skip", "same"]]);
		const other: Cell[] = [f.child, "病友", "105/3/5", f.father, "監護人，同住", f.mother, null];
		expect(await codes([other])).toEqual([["skip", "same", "guardian_standing"]]);
	});

	test("also in one cell, as 父親姓名 and 母親姓名, and the mother alone", async () => {
		const [f, g, h] = [family(), family(), family()];
		await importOf([...parents(f), ...parents(g), ...parents(h)]);
		await importOf([[f.child, "病友", "105/3/5", `${f.father}（父）、${f.mother}（母）`]], HEADER.slice(0, 4));
		await importOf(
			[
				[g.child, "105/3/5", g.father, g.mother],
				[h.child, "105/3/5", null, h.mother],
			],
			["姓名", "出生日期", "父親姓名", "母親姓名"],
		);
		expect(await guardiansOf(f.child)).toEqual({ first: f.father, second: f.mother });
		expect(await guardiansOf(g.child)).toEqual({ first: g.father, second: g.mother });
		expect(await guardiansOf(h.child)).toEqual({ first: h.mother, second: null });
	});

	test("a second one comes beside the first only where the file names both, and undoing takes only that one away", async () => {
		const f = family();
		const born = "105/3/5";
		await importOf([...parents(f), [f.child, "病友", born, f.father]]);
		expect(await codes([[f.child, "病友", born, f.mother]])).toEqual([["skip", "same", "guardian_kept"]]);
		const id = await importOf([[f.child, "病友", born, f.father, null, f.mother]]);
		expect(await guardiansOf(f.child)).toEqual({ first: f.father, second: f.mother });
		await undoImport(env, db, { id, version: 2, by: byImport(AT + 500) });
		expect(await guardiansOf(f.child)).toEqual({ first: f.father, second: null });
	});

	test("nobody stands beside who acts alone, and what takes a paper is not believed without one", async () => {
		const f = family();
		const sole = `單獨行使，依${PAPER}（2024-05-01）`;
		const of = (...more: Cell[]): Cell[] => [f.child, "病友", "105/3/5", ...more];
		await importOf(parents(f));
		expect(await codes([of(f.father, sole, f.mother)])).toEqual([["create", "no_number", "guardian_alone"]]);
		expect(await codes([of(f.father, "單獨監護", f.mother, "什麼")])).toEqual([
			["create", "no_number", "guardian_paper", "guardian_as_unclear"],
		]);
		expect(await codes([of(f.father, `監護人（監護宣告），依${PAPER}（2024-05-01）`)])).toEqual([
			["create", "no_number", "guardian_elsewhere"],
		]);
		expect(await codes([of(f.father, "輔助人")])).toEqual([["create", "no_number", "guardian_elsewhere"]]);
		await importOf([of(f.father, sole, f.mother)]);
		expect(await guardiansOf(f.child)).toEqual({ first: f.father, second: null });
		expect(await codes([of(f.father, null, f.mother)])).toEqual([["skip", "same", "guardian_alone"]]);
	});

	test("who is out of everything about the member is not linked again, and the other rows come in", async () => {
		const f = family();
		await importOf([...parents(f), [f.child, "病友", "105/3/5", f.father]]);
		await env.DB.prepare(
			`INSERT INTO member_bans (member_id, person_id, reason, since) SELECT m.id, g.id, 'court', 1 FROM members m JOIN members g
			WHERE m.name = ?1 AND g.name = ?2`,
		)
			.bind(f.child, f.father)
			.run();
		const lines: Cell[][] = [
			[f.child, "病友", "105/3/5", f.father, null, f.mother],
			[f.stranger, "病友", "66/3/5"],
		];
		expect(await codes(lines)).toEqual([
			["fill", "guardian_banned"],
			["create", "no_number"],
		]);
		await importOf(lines);
		expect(await guardiansOf(f.child)).toEqual({ first: f.mother, second: null });
		expect(await guardiansOf(f.stranger)).toEqual({ first: null, second: null });
	});
});

test("an export has both with as what they stand, and changes nothing when it comes back", async () => {
	const [f, g, h] = [family(), family(), family()];
	const joint = `監護人，共同行使，同住，依調解筆錄「甲」，共同、輔助（2020-01-31）`;
	await importOf([
		...[f, g, h].flatMap(parents),
		[f.child, "病友", "105/3/5", f.father, joint, f.mother, "同住"],
		[g.child, "病友", "105/3/6", g.father, `單獨行使，依${PAPER}（2024-05-01）`],
		[h.child, "病友", "90/3/6", h.mother],
	]);
	await env.DB.prepare(
		`UPDATE guardianships SET role = 'ordered', paper = 'a', paper_on = '2020-01-01' WHERE until IS NULL
		AND member_id = (SELECT id FROM members WHERE name = ?)`,
	)
		.bind(h.child)
		.run();
	const ids = await rowsOf<{ id: number }>("SELECT id FROM members ORDER BY id");
	const [exported] = await readRows(env.DB, listedMembers({ ids: ids.map(({ id }) => id) }, 1_000));
	const { header, rows } = sheetOf({ rows: exported, names: COLUMN_NAMES, own: [], today: "2026-11-21" });
	const [first, as, second, secondAs] = ["監護人", "監護人身分", "第二位監護人", "第二位監護人身分"].map((label) =>
		header.indexOf(label),
	);
	const told = new Map(rows.map((row) => [row[1], [first, as, second, secondAs].map((at) => row[at ?? 0])]));
	expect(told.get(f.child)).toEqual([f.father, joint, f.mother, "監護人，同住"]);
	expect(told.get(h.child)).toEqual([h.mother, "監護人（監護宣告），依a（2020-01-01）", null, null]);
	expect(told.get(f.father)).toEqual([null, null, null, null]);
	const plan = await planOf(rows, header);
	expect(
		plan.rows.flatMap(({ name, outcome, reasons }) =>
			outcome === "skip" && reasons.length === 1 ? [] : [[name, outcome, reasons]],
		),
	).toEqual([]);
	expect(countsOf(plan.rows)).toMatchObject({ same: rows.length });
});

const PAPERS = [null, "a", "依（2020-01-01）", "同住，單獨", "調解（2020-01-01）（二）"];
const STANDINGS = PAPERS.flatMap((paper) =>
	[true, false].flatMap((has_custody) =>
		(["parent joint", "parent sole", "parent", "ordered", "assistant"] as const).map((as): GuardianStanding => {
			const [role = "parent", authority = null] = as.split(" ");
			return GuardianStanding.parse({ role, authority, paper, has_custody, paper_on: paper && "2024-02-29" });
		}),
	),
);
test.each(STANDINGS)("what is written of a standing reads as that standing (%j)", (as) => {
	expect(readStanding(standingText(as))).toEqual(as);
});
test("who is called otherwise is a plain guardian, or nobody", () => {
	expect(readStanding("祖母")).toEqual(PLAIN_STANDING);
	expect(readStanding("鄰居")).toBeUndefined();
});
