/** Own fields by the hundred, most of them switched off again, and conditions over fields that went. */
import { env } from "cloudflare:test";
import { beforeAll, expect, test } from "vitest";
import { open } from "#db/commit.ts";
import { isInSegment } from "#db/people/segments.ts";
import { planRoster } from "#domain/people/roster/actions.ts";
import { NO_OPTIONS } from "#domain/people/roster/options.ts";
import { createSegment } from "#domain/people/segments/actions.ts";
import { SegmentInput } from "#domain/people/segments/form.ts";
import { paths } from "#http/paths.ts";
import { byOperator } from "#kernel/by.ts";
import { writeSheet } from "#platform/spreadsheets.ts";
import { member } from "../support/members.ts";
import { ask, type Person, signIn } from "../support/people.ts";
import { rows } from "../support/users.ts";

const db = open(env.DB);
const MANY = 200;
const ACTIVE = 40;
const nameOf = (nth: number): string => `欄位第${nth}`;
let secretary: Person;
let id: number;
beforeAll(async () => {
	secretary = await signIn({ name: "會務", roles: ["secretary"] });
	id = (await member({ name: "填很多的人" })).id;
	await rows("UPDATE member_fields SET is_active = 0, version = version + 1 WHERE is_active = 1");
	for (let nth = 1; nth <= MANY; nth++) {
		await rows(
			"INSERT INTO member_fields (id, name, kind, in_list, position, created_at, updated_at) VALUES (?, ?, 'text', 1, ?, 1, 1)",
			...[1000 + nth, nameOf(nth), nth],
		);
		await rows(
			"INSERT INTO member_field_values (member_id, field_id, value, updated_at) VALUES (?, ?, ?, 1)",
			...[id, 1000 + nth, `內容 ${nth}`],
		);
		if (nth <= MANY - ACTIVE)
			await rows("UPDATE member_fields SET is_active = 0, version = version + 1 WHERE id = ?", 1000 + nth);
	}
});

test("the pages of fields and of members stand, with the values of all, and no 41st is in use", async () => {
	expect(
		await rows("UPDATE member_fields SET is_active = 1, version = version + 1 WHERE id = 1001").catch(String),
	).toContain("member_field.too_many");
	const { members, memberFields } = paths.admin;
	const all = [memberFields.list(), members.list(), members.show(id), members.edit(id), members.exports()];
	for (const path of [...all, `${members.list()}?f1001=${encodeURIComponent("內容 1")}`, `${members.list()}?f1200=x`])
		expect([path, (await ask(path, { as: secretary })).status]).toEqual([path, 200]);
	const shown = await (await ask(members.show(id), { as: secretary })).text();
	for (const nth of [1, 100, MANY]) expect(shown).toContain(`內容 ${nth}`);
	const query = Array.from({ length: ACTIVE }, (_, nth) => `columns=f${1000 + MANY - nth}`).join("&");
	const file = await ask(`${members.export("csv")}?columns=name&${query}`, { as: secretary });
	expect(await file.text()).toContain(`內容 ${MANY}`);
	expect((await ask(`${members.export("csv")}?columns=f1001`, { as: secretary })).status).toBe(400);
});

test("a roster with 200 columns of them takes those in use, and lists the others as unknown", async () => {
	const header = ["姓名", ...Array.from({ length: MANY - 1 }, (_, nth) => nameOf(nth + 2))];
	const cells = ["新的人", ...Array.from({ length: MANY - 1 }, (_, nth) => `值 ${nth + 2}`)];
	const bytes = await writeSheet({ sheet: "名冊", header, rows: [cells] }, "xlsx");
	const plan = await planRoster(env, db, { roster: { filename: "名冊.xlsx", bytes }, options: NO_OPTIONS, at: 1 });
	expect(plan.rows[0]?.adds.own.length).toBe(ACTIVE);
	expect(plan.mapping.columns.filter(({ known }) => !known).length).toBe(MANY - ACTIVE - 1);
});

test("a segment over a field that goes, or is closed, finds nobody and takes nothing down", async () => {
	const by = byOperator(1);
	const input = SegmentInput.parse({ name: "最後一欄" });
	const of = { input, own: [{ field: 1000 + MANY, value: `內容 ${MANY}` }], by };
	const segment = await createSegment(db, { ...of, key: crypto.randomUUID() });
	const fits = () =>
		rows(
			`SELECT m.id FROM member_segments s JOIN members m WHERE s.id = ? AND ${isInSegment("'2026-11-20'")}`,
			segment,
		);
	expect(await fits()).toEqual([{ id }]);
	const set = (what: string) =>
		rows(`UPDATE member_fields SET ${what}, version = version + 1 WHERE id = ?`, 1000 + MANY);
	for (const [gone, back] of [
		["seen_by = 'sensitive', in_list = 0", "seen_by = 'view'"],
		["is_active = 0", "is_active = 1"],
	] as const) {
		await set(gone);
		expect([gone, await fits()]).toEqual([gone, []]);
		for (const path of [
			paths.admin.segments.list(),
			paths.admin.segments.edit(segment),
			`${paths.admin.members.list()}?f${1000 + MANY}=x`,
		])
			expect([gone, path, (await ask(path, { as: secretary })).status]).toEqual([gone, path, 200]);
		await set(back);
	}
	expect(await fits()).toEqual([{ id }]);
	expect(await rows("DELETE FROM member_fields WHERE id = ?", 1000 + MANY).catch(String)).toContain(
		"member_field.is_kept",
	);
});
