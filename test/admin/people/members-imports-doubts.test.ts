import { createExecutionContext, env, waitOnExecutionContext } from "cloudflare:test";
import { beforeAll, beforeEach, describe, expect, test } from "vitest";
import { app } from "#app.ts";
import { paths } from "#http/paths.ts";
import type { Cell } from "#kernel/table.ts";
import { writeSheet } from "#platform/spreadsheets.ts";
import { ask, type Person, signIn } from "../../support/people.ts";
import { nationalId } from "../../support/rosters.ts";

const { imports } = paths.admin.members;
const ID = nationalId("A12345678");
let secretary: Person;
beforeAll(async () => {
	secretary = await signIn({ name: "會務", roles: ["secretary"] });
});
beforeEach(async () => {
	const tables = ["roster_import_rows", "roster_imports", "member_numbers", "members"];
	await env.DB.batch(tables.map((table) => env.DB.prepare(`DELETE FROM ${table}`)));
	await env.DB.prepare(
		"INSERT INTO members (id, member_no, name, phone, created_at, updated_at) VALUES (7, 'M0001', '李<b>四', '0912345678', 1, 1)",
	).run();
});

const ROSTER: Cell[][] = [
	["M0001", "王大明", "病友", ID, "75/3/5", "0922333444"],
	["M0002", "陳三", "病友", null, null, null],
	["M0003", "林五", "病友", null, null, null],
];
const SURVEY: Cell[][] = [
	["陳三", null, "three@example.org"],
	["林五", null, "five@example.org"],
];

/** Uploads a roster with a survey, as a form does, and returns the id of the draft. */
async function draft(): Promise<number> {
	const header = ["會員編號", "姓名", "身分", "身分證字號", "出生日期", "聯絡電話"];
	const body = new FormData();
	body.set("_key", crypto.randomUUID());
	const roster = await writeSheet({ sheet: "名冊", header, rows: ROSTER }, "xlsx");
	const survey = await writeSheet({ sheet: "問卷", header: ["姓名", "手機", "電子郵件"], rows: SURVEY }, "xlsx");
	body.set("file", new File([new Uint8Array(roster)], "名冊.xlsx"));
	body.set("survey", new File([new Uint8Array(survey)], "問卷.xlsx"));
	const headers = { Cookie: secretary.cookie, "Sec-Fetch-Site": "same-origin" };
	const context = createExecutionContext();
	const request = new Request(`http://localhost:8787${imports.list()}`, { method: "POST", body, headers });
	const answer = await app.fetch(request, env, context);
	await waitOnExecutionContext(context);
	return Number(/imports\/(\d+)\//.exec(answer.headers.get("Location") ?? "")?.[1]);
}
const text = async (path: string) => (await ask(path, { as: secretary })).text();
const field = (page: string, name: string): string =>
	new RegExp(`name="${name}" value="([^"]*)"`).exec(page)?.[1] ?? "";
/** The link of a reason to the record that it mentions. */
const NAMED = '<a href="/admin/members/7">M0001 李&lt;b>四</a></li>';
const settle = async (id: number, form: Record<string, string>) =>
	ask(imports.doubts(id), {
		as: secretary,
		form: { version: field(await text(imports.doubts(id)), "version"), ...form },
	});
const members = async () =>
	(await env.DB.prepare("SELECT member_no, name, phone, birth_date, email FROM members ORDER BY id").all()).results;

describe("rows in doubt", () => {
	test("stand beside whom they may mean, escaped and without a whole national id", async () => {
		const id = await draft();
		const preview = await text(imports.show(id));
		expect(preview).toContain("逐列釐清（3 列）");
		const page = await text(imports.doubts(id));
		for (const one of [preview, page]) expect(one).toContain(NAMED);
		expect(page).toContain("共 3 列，還有 3 列沒有決定");
		expect(page).toContain("李&lt;b>四");
		expect(page).not.toContain("李<b>四");
		expect([page.includes(ID), page.includes("A12****789")]).toEqual([false, true]);
		expect([page.includes("0922333444"), page.includes("0912345678")]).toEqual([true, true]);
		for (const words of ["同一人", "不同人，新增", "略過", "全部是不同人", "這 2 列我都看過了，是同一人"])
			expect(page).toContain(words);
	});

	test("are settled one by one, and the same person only gets what is empty", async () => {
		const id = await draft();
		const answer = await settle(id, { d2: "same:m7", "d-2": "same:r3", "d-3": "skip" });
		expect([answer.status, answer.headers.get("Location")]).toEqual([303, imports.show(id)]);
		const page = await text(imports.show(id));
		expect(page).toContain("有疑義的列都決定了");
		const form = { version: field(page, "version"), seen: field(page, "seen") };
		expect((await ask(imports.apply(id), { as: secretary, form })).status).toBe(303);
		expect(await members()).toEqual([
			{ member_no: "M0001", name: "李<b>四", phone: "0912345678", birth_date: "1986-03-05", email: null },
			{ member_no: "M0002", name: "陳三", phone: null, birth_date: null, email: "three@example.org" },
			{ member_no: "M0003", name: "林五", phone: null, birth_date: null, email: null },
		]);
		const audit = await env.DB.prepare("SELECT count(*) AS many FROM audit_log WHERE action = 'roster.settle'").first();
		expect(audit).toEqual({ many: 1 });
		expect((await ask(imports.doubts(id), { as: secretary })).headers.get("Location")).toBe(imports.show(id));
	});

	test("that nobody settled name whom they may mean after the others are written, too", async () => {
		const id = await draft();
		const page = await text(imports.show(id));
		const form = { version: field(page, "version"), seen: field(page, "seen") };
		expect((await ask(imports.apply(id), { as: secretary, form })).status).toBe(303);
		expect(await text(imports.show(id))).toContain(NAMED);
	});

	test("of one reason are settled by one tick or one press, and a decision can be taken back", async () => {
		const id = await draft();
		await settle(id, { tick: "name_once:same" });
		expect(await text(imports.doubts(id))).toContain("還有 1 列沒有決定");
		await settle(id, { all: "other_name:other" });
		expect(await text(imports.show(id))).toContain("寫入 5 列");
		await settle(id, { all: "name_once:skip", d2: "" });
		expect(await text(imports.doubts(id))).toContain("還有 1 列沒有決定");
		expect(await text(imports.show(id))).toContain("寫入 2 列");
		expect((await members()).length).toBe(1);
	});

	test("refuse what is no decision, an old page, and who does not manage members", async () => {
		const id = await draft();
		expect((await settle(id, { d2: "same:x7" })).status).toBe(422);
		expect((await settle(id, { all: "other_name:nobody" })).status).toBe(422);
		const { version } = { version: field(await text(imports.doubts(id)), "version") };
		await settle(id, { d2: "skip" });
		const stale = await ask(imports.doubts(id), { as: secretary, form: { version, d2: "other" } });
		expect(stale.status).toBe(409);
		const chair = await signIn({ roles: ["chair"] });
		expect((await ask(imports.doubts(id), { as: chair })).status).toBe(403);
	});
});
