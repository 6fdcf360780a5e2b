import { env } from "cloudflare:test";
import fc from "fast-check";
import { beforeAll, describe, expect, test } from "vitest";
import { open } from "#db/commit.ts";
import { fittingMembers, type MemberFilter } from "#db/people/member-lists.ts";
import { isInSegment, segmentRow, segmentRows, segmentsInUse } from "#db/people/segments.ts";
import { readRows } from "#db/read.ts";
import {
	DISABILITY_STATUSES,
	DUES_STANDINGS,
	IDENTITY_TYPES,
	MEMBER_STATUSES,
	TYPE_BASES,
} from "#domain/people/members/codes.ts";
import { STATUSES_NOW } from "#domain/people/members/rules.ts";
import { CONTACT } from "#domain/people/membership-types/rules.ts";
import { createSegment, editSegment } from "#domain/people/segments/actions.ts";
import { SEGMENT_CONDITIONS, SegmentEdit, SegmentInput } from "#domain/people/segments/form.ts";
import { newSeed } from "../../support/chances.ts";
import { codeOf } from "../../support/refusal.ts";
import { auditOf, by, person, rows } from "../../support/users.ts";

const db = open(env.DB);
const DAY = "2026-11-30";
const CITIES = ["臺北市", "高雄市", null] as const;
const seed = newSeed();
const run = (sql: string, ...values: (string | number | null)[]) =>
	env.DB.prepare(sql)
		.bind(...values)
		.run();
const raised = (sql: string) =>
	run(sql).then(
		() => "nothing",
		(error: Error) => /([a-z_]+\.[a-z_]+|CHECK|FOREIGN KEY|UNIQUE)/.exec(error.message)?.[1],
	);
const refused = (verb: Promise<unknown>) => verb.then(() => "nothing", codeOf);

let secretary: { id: number };
beforeAll(async () => {
	secretary = await person({ name: "秘書", roles: ["secretary"] });
});
const made = (said: Record<string, string>) =>
	createSegment(db, { input: SegmentInput.parse(said), own: [], key: crypto.randomUUID(), by: by(secretary) });

const some = <T>(values: readonly T[]) => fc.constantFrom(...values);
const one = fc.record({
	status: some(MEMBER_STATUSES),
	type: some([...TYPE_BASES, "organisation", CONTACT]),
	identity: some(IDENTITY_TYPES),
	disability: some(DISABILITY_STATUSES),
	until: some([null, "2026-11-29", DAY, "2027-05-01"]),
	city: some(CITIES),
	paid: some([null, 2023, 2025, 2026]),
	owed: some(["", "2026", "2025 2026", "2027"]),
	merged: some([false, false, false, true]),
	diet: some([null, "葷食", "全素"]),
	group: some([null, null, "2020-01-01~", "2020-01-01~2026-11-29", "2026-12-01~"]),
});
type Chosen = typeof one extends fc.Arbitrary<infer T> ? T : never;
const maybe = <T>(values: readonly T[]) =>
	fc.oneof({ weight: 2, arbitrary: fc.constant("") }, some(values.map(String)));
const conditions = fc
	.record({
		status: maybe(STATUSES_NOW),
		type: maybe([...TYPE_BASES, "organisation", CONTACT]),
		identity: maybe(IDENTITY_TYPES),
		disability: maybe([...DISABILITY_STATUSES, "expired"]),
		dues: maybe(DUES_STANDINGS),
		city: maybe(["臺北市", "高雄市"]),
		group: maybe(["1"]),
		diet: maybe(["葷食", "全素"]),
	})
	.filter((said) => Object.values(said).some((value) => value !== ""));

/** Inserts a person by plain SQL; a merged one into the record `kept`. */
async function insert(of: Chosen, nth: number, kept: number): Promise<void> {
	const [row] = await rows<{ id: number }>(
		`INSERT INTO members (name, status, type_code, identity_type, disability_status, disability_until, city, paid_year,
			owed_years, created_at, updated_at) VALUES (?, ?, ?, ?, ?, ?, ?, ?, ?, 1, 1) RETURNING id`,
		...[
			`某${nth}`,
			of.type === CONTACT ? "withdrawn" : of.status,
			of.type,
			of.identity,
			of.disability,
			of.disability === "approved" ? of.until : null,
		],
		...[of.city, of.paid, of.owed],
	);
	const id = row?.id ?? 0;
	const [from = null, until = ""] = of.group?.split("~") ?? [];
	if (from !== null)
		await run(
			"INSERT INTO group_memberships (group_id, member_id, from_on, until_on, created_at, updated_at) VALUES (1, ?, ?, ?, 1, 1)",
			...[id, from, until || null],
		);
	if (of.diet !== null)
		await run(
			"INSERT INTO member_field_values (member_id, field_id, value, updated_at) VALUES (?, 50, ?, 1)",
			...[id, of.diet],
		);
	// No organisation is merged into a person.
	if (of.merged && of.type !== "organisation") await run("UPDATE members SET merged_into = ? WHERE id = ?", kept, id);
}

describe("who fits", () => {
	test(`a segment is what the list shows by the same conditions, and is counted as such (seed ${seed})`, async () => {
		await run("INSERT INTO member_groups (id, name, created_at, updated_at) VALUES (1, '北區', 1, 1)");
		await run(
			"INSERT INTO member_fields (id, name, kind, created_at, updated_at) VALUES (50, '便當', 'text', 1, 1), (51, '停用的', 'text', 1, 1)",
		);
		const [people = []] = fc.sample(fc.array(one, { minLength: 150, maxLength: 150 }), { seed, numRuns: 1 });
		const [kept] = await rows<{ id: number }>(
			"INSERT INTO members (name, created_at, updated_at) VALUES ('留下的', 1, 1) RETURNING id",
		);
		for (const [nth, of] of people.entries()) await insert(of, nth, kept?.id ?? 0);
		const wanted = fc.sample(conditions, { seed, numRuns: 120 });
		let filled = 0;
		for (const [nth, { diet, ...said }] of wanted.entries()) {
			const own = diet === "" ? [] : [{ field: 50, value: diet }];
			const input = SegmentInput.parse({ name: `第${nth}`, ...said });
			const id = await createSegment(db, { input, own, key: crypto.randomUUID(), by: by(secretary) });
			const [[row]] = await readRows(env.DB, segmentRow(id));
			const filter = Object.fromEntries(
				SEGMENT_CONDITIONS.flatMap((name) => (row?.[name] ? [[name, row[name]]] : [])),
			) as Omit<MemberFilter, "today">;
			const asked = { conditions: own.map((one) => ({ ...one, plain: one.value, sealed: "-" })), seesAll: false };
			const all = { ...filter, ...(own.length > 0 && { own: asked }), today: DAY };
			const [listed] = await readRows(env.DB, fittingMembers(all, "number", 1_000));
			const fitting = (day: string) =>
				rows<{ id: number }>(
					`SELECT m.id FROM member_segments s JOIN members m WHERE s.id = ? AND ${isInSegment(day)} ORDER BY m.id`,
					id,
				);
			const ids = (of: { id: number }[]) => of.map((each) => each.id).sort((a, b) => a - b);
			expect([said, ids(await fitting(`'${DAY}'`))]).toEqual([said, ids(listed)]);
			// The day as SQL: announcements ask for today's.
			expect([said, ids(await fitting(`date('${DAY}', '+0 days')`))]).toEqual([said, ids(listed)]);
			const [found] = await readRows(
				env.DB,
				segmentRows({ q: `第${nth}`, active: undefined }, { rows: 50, page: 1, today: DAY, counts: true }),
			);
			expect([said, found.find((each) => each.id === id)?.people]).toEqual([said, listed.length]);
			filled += Number(listed.length > 0);
		}
		expect(filled).toBeGreaterThan(20);
	});
});

describe("a segment", () => {
	test("needs a name and a condition that there is", async () => {
		const bad = (said: Record<string, string>) =>
			SegmentInput.safeParse({ name: "某", ...said }).error?.issues.map(({ path }) => path.join());
		expect(await refused(made({ name: "某" }))).toBe("segment.no_condition");
		expect(bad({ city: "火星" })).toEqual(["city"]);
		expect(bad({ status: "gone" })).toEqual(["status"]);
		expect(bad({ group: "x" })).toEqual(["group"]);
		expect(bad({ name: " ", city: "臺北市" })).toEqual(["name"]);
		expect(bad({ name: "字".repeat(41), city: "臺北市" })).toEqual(["name"]);
		expect(bad({ city: "臺北市", color: "red" })).toBeDefined();
	});

	test("is made once, renamed, retired and found by its name; the log keeps it", async () => {
		const key = crypto.randomUUID();
		const input = SegmentInput.parse({ name: "臺北", city: "臺北市" });
		const id = await createSegment(db, { input, own: [], key, by: by(secretary) });
		expect(await createSegment(db, { input, own: [], key, by: by(secretary) })).toBe(id);
		expect(await refused(made({ name: "臺北", dues: "owing" }))).toBe("segment.taken");
		const edit = (said: Record<string, string>) =>
			editSegment(db, id, { input: SegmentEdit.parse(said), own: [], by: by(secretary) });
		await edit({ name: "台北未繳", city: "臺北市", dues: "owing", is_active: "1", version: "1" });
		expect(await refused(edit({ name: "別的", city: "臺北市", is_active: "1", version: "1" }))).toBe("segment.stale");
		expect(await refused(edit({ name: "別的", city: "臺北市", group: "999", version: "2" }))).toBe("group.retired");
		expect(await refused(made({ name: "沒有的群組", group: "999" }))).toBe("group.retired");
		await edit({ name: "台北未繳", city: "臺北市", dues: "owing", version: "2" });
		const [inUse] = await readRows(env.DB, segmentsInUse());
		expect(inUse.map(({ name }) => name)).not.toContain("台北未繳");
		await made({ name: "台北未繳", city: "臺北市" });
		expect(await rows("SELECT text FROM record_texts WHERE kind = 'segment' AND id = ?", id)).toEqual([
			{ text: expect.stringContaining("台北未繳") },
		]);
		expect((await auditOf("segment", id)).map(({ action }) => action)).toEqual([
			"segment.create",
			"segment.edit",
			"segment.edit",
		]);
	});

	test("asks for own fields that everybody sees; one that is switched off finds nobody, and is said to", async () => {
		await run(
			`INSERT INTO member_fields (id, name, kind, seen_by, is_special, purpose, created_at, updated_at)
				VALUES (60, '內部評語', 'text', 'sensitive', 0, '', 1, 1), (61, '病', 'year', 'sensitive', 1, '了解', 1, 1)`,
		);
		const input = SegmentInput.parse({ name: "自訂" });
		const of = (field: number) => ({ input, own: [{ field, value: "全素" }], by: by(secretary) });
		for (const field of [60, 61, 999])
			expect(await refused(createSegment(db, { ...of(field), key: crypto.randomUUID() }))).toBe("segment.field_closed");
		const id = await createSegment(db, { ...of(50), key: crypto.randomUUID() });
		const fits = () =>
			rows(`SELECT m.id FROM member_segments s JOIN members m WHERE s.id = ? AND ${isInSegment(`'${DAY}'`)}`, id);
		expect((await fits()).length).toBeGreaterThan(0);
		await run("UPDATE member_fields SET is_active = 0, version = version + 1 WHERE id = 50");
		expect(await fits()).toEqual([]);
		expect(await raised("UPDATE member_segment_fields SET value = '葷食'")).toBe("segment.stale");
		const edited = SegmentEdit.parse({ name: "自訂", city: "臺北市", is_active: "1", version: "1" });
		await editSegment(db, id, { input: edited, own: [], by: by(secretary) });
		expect(await rows("SELECT * FROM member_segment_fields WHERE segment_id = ?", id)).toEqual([]);
		expect(await raised("DELETE FROM member_fields WHERE id = 50")).not.toBe("nothing");
	});

	test("whoever writes: it stays, changes by its version, and names what there is", async () => {
		const id = await made({ name: "守住", city: "臺北市" });
		expect(await raised(`DELETE FROM member_segments WHERE id = ${id}`)).toBe("segment.is_kept");
		expect(
			await raised(
				`REPLACE INTO member_segments (id, name, city, created_at, updated_at) VALUES (${id}, '換', '臺北市', 1, 1)`,
			),
		).toBe("segment.is_kept");
		expect(await raised(`UPDATE member_segments SET city = '高雄市' WHERE id = ${id}`)).toBe("segment.stale");
		expect(await raised(`UPDATE member_segments SET status = 'gone', version = 2 WHERE id = ${id}`)).toBe("CHECK");
		expect(await raised(`UPDATE member_segments SET group_id = 999, version = 2 WHERE id = ${id}`)).toBe("FOREIGN KEY");
		const announce = (audience: string) =>
			raised(
				`INSERT INTO announcements (slug, title, body_markdown, body_html, audience, created_at, updated_at) VALUES ('${crypto.randomUUID()}', '題', '', '', '${audience}', 1, 1)`,
			);
		expect(await announce(`segment:${id}`)).toBe("nothing");
		expect(await announce("segment:99999")).toBe("announcement.no_audience");
		expect(await announce(`segment:0${id}`)).toBe("announcement.no_audience");
		await run(`UPDATE member_segments SET is_active = 0, version = 2 WHERE id = ${id}`);
		expect(await announce(`segment:${id}`)).toBe("announcement.no_audience");
	});
});
