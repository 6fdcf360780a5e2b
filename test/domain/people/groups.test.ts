import { env } from "cloudflare:test";
import { sql } from "drizzle-orm";
import { beforeAll, beforeEach, describe, expect, test } from "vitest";
import { commit, open } from "#db/commit.ts";
import { groupPeopleCounts } from "#db/people/group-people.ts";
import { groupRow } from "#db/people/groups.ts";
import { groups as personal } from "#db/people/groups-personal.ts";
import { movePointers } from "#db/people/member-merge.ts";
import { readRows } from "#db/read.ts";
import {
	changeMembership,
	createGroup,
	editGroup,
	joinByName,
	joinGroup,
	removeMembership,
} from "#domain/people/groups/actions.ts";
import { GroupInput, Joining, MembershipEdit } from "#domain/people/groups/form.ts";
import { calledBy, meantBy, namesIn } from "#domain/people/groups/rules.ts";
import { member } from "../../support/members.ts";
import { codeOf } from "../../support/refusal.ts";
import { AT, auditOf, by, person, rows, TODAY } from "../../support/users.ts";

const db = open(env.DB);
const DAY = 86_400_000;
const run = (sql: string, ...values: (string | number | null)[]) =>
	env.DB.prepare(sql)
		.bind(...values)
		.run();
const refused = (verb: Promise<unknown>) => verb.then(() => "nothing", codeOf);
/** The code with which the database refuses a statement, "nothing" when it does not. */
const raised = (sql: string, ...values: (string | number | null)[]) =>
	run(sql, ...values).then(
		() => "nothing",
		(error: Error) =>
			/([a-z_]+\.[a-z_]+|CHECK|FOREIGN KEY|UNIQUE)[^:]*(?:: SQLITE|$| constraint)/.exec(error.message)?.[1],
	);

let secretary: { id: number; version: number };
let names = 0;
const group = (name = `群組 ${++names}`) =>
	createGroup(db, { input: { name, description: "" }, key: crypto.randomUUID(), by: by(secretary) });
const open_ = { from_on: "2026-01-01", until_on: null };
const times = (groupId: number, memberId?: number) =>
	rows<{ id: number; version: number; member_id: number; from_on: string; until_on: string | null }>(
		"SELECT id, version, member_id, from_on, until_on FROM group_memberships WHERE group_id = ?1 AND (?2 IS NULL OR member_id = ?2) ORDER BY from_on, id",
		groupId,
		memberId ?? null,
	);
const daysOf = async (groupId: number, memberId: number) =>
	(await times(groupId, memberId)).map(({ from_on, until_on }) => `${from_on}~${until_on ?? ""}`);
const insert = (groupId: number, memberId: number, from: string, until: string | null) =>
	run(
		"INSERT INTO group_memberships (group_id, member_id, from_on, until_on, created_at, updated_at) VALUES (?, ?, ?, ?, 1, 1)",
		...[groupId, memberId, from, until],
	);

beforeAll(async () => {
	secretary = await person({ name: "秘書", roles: ["secretary"] });
});

describe("what is typed", () => {
	test.each([
		["M001\nM002\r\n M003 ", ["M001", "M002", "M003"]],
		["王小明、李小華，陳 怡君", ["王小明", "李小華", "陳 怡君"]],
		["M001\tM002;M001", ["M001", "M002"]],
		["０９１２－３４５－６７８", ["0912-345-678"]],
		[" \n、,", []],
	])("%j", (text, names) => expect(namesIn(text)).toEqual(names));

	test("a list means each person once; what means nobody or several is told", () => {
		const found = [
			{ nth: 0, id: 1, name: "王小明", member_no: "M001" },
			{ nth: 1, id: 1, name: "王小明", member_no: "M001" },
			{ nth: 2, id: 2, name: "李小華", member_no: "M002" },
			{ nth: 2, id: 3, name: "李小華", member_no: null },
		];
		expect(meantBy(["王小明", "M001"], found.slice(0, 2))).toEqual({ ids: [1], problems: [] });
		const { problems } = meantBy(["王小明", "M001", "李小華", "誰"], found);
		expect(problems).toEqual(["「李小華」有 2 位：李小華（M002）、李小華（尚無編號），請改填會員編號", "找不到「誰」"]);
		expect(
			meantBy(
				Array.from({ length: 12 }, (_, n) => `X${n}`),
				[],
			).problems,
		).toHaveLength(11);
	});

	test("days in any notation, in their order; a name that says something", () => {
		const days = (from_on: string, until_on = "") => MembershipEdit.safeParse({ from_on, until_on, version: "1" });
		expect(days("115/3/5", "2026-12-31").data).toMatchObject({ from_on: "2026-03-05", until_on: "2026-12-31" });
		for (const wrong of [days(""), days("12/3/5"), days("2026-02-30"), days("2026-03-05", "2026-03-04")])
			expect(wrong.success).toBe(false);
		for (const name of ["", " ", "\u200b", "字".repeat(41)]) expect(GroupInput.safeParse({ name }).success).toBe(false);
		expect(Joining.safeParse({ from_on: TODAY, people: "" }).success).toBe(false);
		expect(
			Joining.safeParse({ from_on: TODAY, people: Array.from({ length: 501 }, (_, n) => n).join("\n") }).success,
		).toBe(false);
	});
});

describe("a group", () => {
	test("is made once for its form; its name is taken while it is in use, whatever the case", async () => {
		const key = crypto.randomUUID();
		const make = (name: string, k = key) =>
			createGroup(db, { input: { name, description: "" }, key: k, by: by(secretary) });
		const id = await make("Taipei 北區");
		expect(await make("Taipei 北區")).toBe(id);
		expect(await refused(make("TAIPEI 北區", "other"))).toBe("group.taken");
		await editGroup(db, id, {
			input: { name: "Taipei 北區", description: "", is_active: false, version: 1 },
			by: by(secretary),
		});
		const second = await make("taipei 北區", "third");
		expect(
			await refused(
				editGroup(db, id, {
					input: { name: "Taipei 北區", description: "", is_active: true, version: 2 },
					by: by(secretary),
				}),
			),
		).toBe("group.taken");
		expect((await auditOf("group", id)).map(({ action }) => action)).toEqual(["group.create", "group.edit"]);
		expect(second).toBeGreaterThan(id);
	});

	test("two tabs do not overwrite each other", async () => {
		const id = await group();
		const edit = (name: string) =>
			editGroup(db, id, { input: { name, description: "", is_active: true, version: 1 }, by: by(secretary) });
		await edit("先存");
		expect(await refused(edit("後存"))).toBe("group.stale");
	});

	test("stays while somebody is or was in it, and takes nobody in once it is retired", async () => {
		const [id, empty] = [await group(), await group()];
		const { id: who } = await member({ name: "在裡面" });
		await joinGroup(db, {
			groupId: id,
			memberIds: [who],
			days: { from_on: "2020-01-01", until_on: "2020-12-31" },
			by: by(secretary),
		});
		expect(await raised("DELETE FROM member_groups WHERE id = ?", id)).toBe("group.is_kept");
		expect(await raised("DELETE FROM member_groups WHERE id = ?", empty)).toBe("nothing");
		expect(await raised("UPDATE member_groups SET name = '改' WHERE id = ?", id)).toBe("group.stale");
		await run("UPDATE member_groups SET is_active = 0, version = version + 1 WHERE id = ?", id);
		expect(await refused(joinGroup(db, { groupId: id, memberIds: [who], days: open_, by: by(secretary) }))).toBe(
			"group.retired",
		);
		expect(await refused(joinGroup(db, { groupId: empty, memberIds: [who], days: open_, by: by(secretary) }))).toBe(
			"group.retired",
		);
		expect(
			await raised(
				"INSERT INTO group_memberships (group_id, member_id, from_on, created_at, updated_at) VALUES (?, ?, '2026-01-01', 1, 1)",
				id,
				who,
			),
		).toBe("group.retired");
	});
});

describe("being in it", () => {
	let id: number;
	let who: number;
	beforeEach(async () => {
		id = await group();
		({ id: who } = await member({ name: "王小明", status: "active" }));
	});

	test("twice at different times is two memberships; times of one member never overlap, whoever writes", async () => {
		await insert(id, who, "2025-01-01", "2025-06-30");
		await insert(id, who, "2025-07-01", null);
		for (const [from, until] of [
			["2025-06-30", "2025-06-30"],
			["2024-01-01", null],
			["2024-01-01", "2025-01-01"],
			["2030-01-01", null],
			["2025-02-01", "2025-03-01"],
		] as const)
			expect([
				from,
				await raised(
					"INSERT INTO group_memberships (group_id, member_id, from_on, until_on, created_at, updated_at) VALUES (?, ?, ?, ?, 1, 1)",
					id,
					who,
					from,
					until,
				),
			]).toEqual([from, "group.overlap"]);
		await insert(id, who, "2024-01-01", "2024-12-31");
		const [first] = await times(id, who);
		expect(
			await raised(
				"UPDATE group_memberships SET until_on = '2025-01-01', version = version + 1 WHERE id = ?",
				first?.id ?? 0,
			),
		).toBe("group.overlap");
		await insert(await group(), who, "2025-01-01", null);
	});

	test("days are days, the last one not before the first; the rest never changes", async () => {
		for (const [from, until] of [
			["2026-02-30", null],
			["2026-1-1", null],
			["2026-01-01", "2025-12-31"],
			["2026-01-01", "bald"],
		] as const)
			expect(
				await raised(
					"INSERT INTO group_memberships (group_id, member_id, from_on, until_on, created_at, updated_at) VALUES (?, ?, ?, ?, 1, 1)",
					id,
					who,
					from,
					until,
				),
			).toBe("CHECK");
		await insert(id, who, "2026-01-01", null);
		const [row] = await times(id);
		const other = await member({ name: "別人" });
		for (const set of [
			"group_id = group_id + 1",
			"created_at = 2",
			`member_id = ${other.id}`,
			"from_on = '2026-01-02', version = version",
		])
			expect([
				set,
				await raised(
					`UPDATE group_memberships SET version = version + 1, ${set} WHERE id = ?`.replace(
						"version = version + 1, from_on",
						"from_on",
					),
					row?.id ?? 0,
				),
			]).toEqual([set, "group.stale"]);
	});

	test("many join at once, with an audit row of each; who is in it on one of the days is left as they are", async () => {
		const more = await Promise.all([member({ name: "甲" }), member({ name: "乙", status: "active" })]);
		await insert(id, who, "2026-02-01", "2026-02-28");
		const all = [who, ...more.map((one) => one.id)];
		const join = (days = open_) => joinGroup(db, { groupId: id, memberIds: all, days, by: by(secretary) });
		expect(await join()).toEqual({ joined: 2, left: [who] });
		expect(await join()).toEqual({ joined: 0, left: all });
		expect(await daysOf(id, who)).toEqual(["2026-02-01~2026-02-28"]);
		const [audit] = (await auditOf("member", more[0]?.id ?? 0)).slice(-1);
		expect(audit).toMatchObject({ action: "group.join" });
		await run("UPDATE members SET status = 'deceased' WHERE id = ?", more[1]?.id ?? 0);
		expect(await joinGroup(db, { groupId: await group(), memberIds: all, days: open_, by: by(secretary) })).toEqual({
			joined: 2,
			left: [more[1]?.id],
		});
	});

	test("people are found by name, number and phone, all or none", async () => {
		const numbered = await member({
			name: "臺大 綠川",
			member_no: `G${names}77`,
			phone: "0912777888",
			status: "active",
		});
		const landline = await member({ name: "林志豪豪豪豪豪豪豪豪", phone_home: "02-23456789" });
		await member({ name: "同名" });
		await member({ name: "同名" });
		const find = (text: string) =>
			joinByName(db, { groupId: id, people: namesIn(text), days: open_, by: by(secretary) });
		expect(await find(`同名\n沒有這個人\ng${names}77`)).toMatchObject({
			problems: [expect.stringContaining("「同名」有 2 位"), "找不到「沒有這個人」"],
		});
		expect(await times(id)).toEqual([]);
		expect(await find(`g${names}-77\n台大 綠川\n0912-777-888\n(02)2345-6789\n林志豪豪豪豪豪豪豪豪`)).toEqual({
			joined: 2,
			left: [],
		});
		expect((await times(id)).map(({ member_id }) => member_id).sort()).toEqual([numbered.id, landline.id].sort());
		expect(await find("林志豪豪豪豪豪豪豪")).toHaveProperty("problems");
		expect(calledBy("0912-777-888").phone).toBe("0912777888");
	});

	test("its end is set, taken back and corrected, with what changed in the audit row; two tabs do not overwrite each other", async () => {
		await joinGroup(db, { groupId: id, memberIds: [who], days: open_, by: by(secretary) });
		const [row] = await times(id);
		const ref = (version: number) => ({ id: row?.id ?? 0, version });
		const change = (version: number, days: { from_on: string; until_on: string | null }) =>
			changeMembership(db, ref(version), { days, by: by(secretary) });
		expect(await change(1, { ...open_, until_on: "2026-03-31" })).toMatchObject({ group_id: id, until_on: null });
		expect(await refused(change(1, open_))).toBe("group.stale");
		await change(2, { ...open_, until_on: "2026-03-31" });
		await change(2, open_);
		expect(await times(id)).toMatchObject([{ version: 3, ...open_ }]);
		const changes = await rows<{ changes: string }>(
			"SELECT changes FROM audit_log WHERE action = 'group.change' AND auditable_type = 'member' AND auditable_id = ? ORDER BY id",
			String(who),
		);
		expect(changes.map(({ changes }) => JSON.parse(changes).until_on)).toEqual([
			{ from: null, to: "2026-03-31" },
			{ from: "2026-03-31", to: null },
		]);
	});

	test("a wrong one is removed on the day on which it was recorded, in Taipei, and never later", async () => {
		await joinGroup(db, { groupId: id, memberIds: [who], days: open_, by: by(secretary) });
		const [row] = await times(id);
		const ref = { id: row?.id ?? 0, version: 1 };
		const remove = (at: number, version = 1) => removeMembership(db, { ...ref, version }, by(secretary, at));
		expect(await refused(remove(AT + DAY))).toBe("group.not_today");
		expect(await refused(remove(Date.UTC(2026, 2, 5, 16, 0)))).toBe("group.not_today");
		expect(await refused(remove(AT, 2))).toBe("group.stale");
		await remove(Date.UTC(2026, 2, 5, 15, 59));
		expect(await times(id)).toEqual([]);
		expect((await auditOf("member", who)).at(-1)).toMatchObject({ action: "group.remove" });
		expect(await refused(remove(AT))).toBe("group.stale");
	});

	test("who died is in it no more; the counts say so, and a record that is merged or pseudonymised takes none", async () => {
		await insert(id, who, "2026-01-01", null);
		const count = async () => (await readRows(env.DB, groupRow(id, TODAY)))[0][0]?.people;
		const parts = async () =>
			(await readRows(env.DB, groupPeopleCounts({ words: [], group: id, time: "now", today: TODAY })))[0][0];
		expect([await count(), await parts()]).toEqual([1, { now: 1, later: 0, past: 0 }]);
		await run("UPDATE members SET status = 'deceased' WHERE id = ?", who);
		expect([await count(), await parts()]).toEqual([0, { now: 0, later: 0, past: 1 }]);
		await run("UPDATE members SET pseudonymised_at = 1 WHERE id = ?", who);
		expect(
			await raised(
				"INSERT INTO group_memberships (group_id, member_id, from_on, created_at, updated_at) VALUES (?, ?, '2020-01-01', 1, 1)",
				await group(),
				who,
			),
		).toBe("group.no_member");
	});
});

describe("a merge", () => {
	test.each([
		["apart", ["2024-01-01~2024-12-31"], ["2025-01-01~"], ["2024-01-01~2024-12-31", "2025-01-01~"]],
		["one inside the other", ["2024-01-01~"], ["2024-02-01~2024-03-01"], ["2024-01-01~"]],
		["the same", ["2024-01-01~"], ["2024-01-01~"], ["2024-01-01~"]],
		[
			"a chain",
			["2024-01-01~2024-03-01", "2024-05-01~2024-09-01"],
			["2024-02-01~2024-06-01", "2024-12-01~"],
			["2024-01-01~2024-09-01", "2024-12-01~"],
		],
		[
			"two in one that is open",
			["2023-01-01~"],
			["2022-01-01~2022-06-01", "2022-12-01~2023-02-01", "2024-01-01~2024-02-01"],
			["2022-01-01~2022-06-01", "2022-12-01~"],
		],
		["one side alone", [], ["2024-01-01~2024-12-31", "2025-06-01~"], ["2024-01-01~2024-12-31", "2025-06-01~"]],
	])("joins what overlaps: %s", async (_, mine, theirs, after) => {
		const [id, another] = [await group(), await group()];
		const [kept, other] = [await member({ name: "留" }), await member({ name: "併" })];
		for (const [who, all] of [
			[kept.id, mine],
			[other.id, theirs],
		] as const)
			for (const time of all) {
				const [from = "", until = ""] = time.split("~");
				await insert(id, who, from, until || null);
			}
		await insert(another, kept.id, "2024-01-01", null);
		await run("UPDATE members SET merged_into = ?1, version = version + 1 WHERE id = ?2", kept.id, other.id);
		await commit(db, movePointers({ kept: kept.id, other: other.id }, by(secretary)));
		expect(await daysOf(id, kept.id)).toEqual(after);
		expect(await daysOf(id, other.id)).toEqual([]);
		expect(await daysOf(another, kept.id)).toEqual(["2024-01-01~"]);
	});
});

test("an erasure deletes in which groups somebody was, with those of the records merged into theirs", async () => {
	const [id, gone, merged] = [await group(), await member({ name: "要刪" }), await member({ name: "併入的" })];
	const other = await member({ name: "別人" });
	for (const { id: who } of [gone, merged, other]) await insert(id, who, "2024-01-01", null);
	await run("UPDATE members SET merged_into = ?1, version = version + 1 WHERE id = ?2", gone.id, merged.id);
	const files = sql`(SELECT 0)`;
	const erasing = { id: gone.id, userId: null, at: AT, by: by(secretary), files };
	await commit(
		db,
		personal.erases.flatMap(({ run }) => run(erasing)),
	);
	expect((await times(id)).map(({ member_id }) => member_id)).toEqual([other.id]);
});
