import { createExecutionContext, env, waitOnExecutionContext } from "cloudflare:test";
import { beforeAll, beforeEach, describe, expect, test } from "vitest";
import { COLUMN_NAMES } from "#admin/people/members/export-columns.ts";
import { app } from "#app.ts";
import { paths } from "#http/paths.ts";
import type { Cell } from "#kernel/table.ts";
import { writeSheet } from "#platform/spreadsheets.ts";
import { ask, type Person, signIn } from "../../support/people.ts";
import { nationalId } from "../../support/rosters.ts";

const { imports } = paths.admin.members;
const HEADER = ["會員編號", "姓名", "身分", "身分證字號", "出生日期", "聯絡電話", "監護人", "身心障礙證明", "鞋號"];
const ID = nationalId("A12345678");
const ROWS: Cell[][] = [
	["M0001", "陳<b>父", "家長", ID, "60/3/5", 912_345_678, null, "無", "42"],
	["M0002", "陳子", "病友家屬", null, "12/3/5", null, "陳<b>父", "有", null],
	["M0003", "陳三", "病友", "A123456788", null, "12345", null, null, null],
	[null, "小計", null, null, null, null, null, null, "3 人"],
];
let secretary: Person;
beforeAll(async () => {
	secretary = await signIn({ name: "會務", roles: ["secretary"] });
});
beforeEach(async () => {
	await env.DB.batch(
		["roster_import_rows", "dues_items", "roster_imports", "disability_certificates"].map((table) =>
			env.DB.prepare(`DELETE FROM ${table}`),
		),
	);
	await env.DB.batch(
		["UPDATE members SET guardian_member_id = NULL", "DELETE FROM member_numbers", "DELETE FROM members"].map((sql) =>
			env.DB.prepare(sql),
		),
	);
});

const roster = (rows = ROWS, header = HEADER) => writeSheet({ sheet: "名冊", header, rows }, "xlsx");

/** Uploads as a form does. */
async function upload(
	as: Person,
	files: Record<string, { name: string; bytes: Uint8Array }>,
	key = crypto.randomUUID(),
): Promise<Response> {
	const body = new FormData();
	body.set("_key", key);
	for (const [field, { name, bytes }] of Object.entries(files))
		body.set(field, new File([new Uint8Array(bytes)], name));
	const request = new Request(`http://localhost:8787${imports.list()}`, {
		method: "POST",
		body,
		headers: { Cookie: as.cookie, "Sec-Fetch-Site": "same-origin" },
	});
	const context = createExecutionContext();
	const answer = await app.fetch(request, env, context);
	await waitOnExecutionContext(context);
	return answer;
}
const draft = async (rows = ROWS, header = HEADER): Promise<number> => {
	const answer = await upload(secretary, { file: { name: "名冊.xlsx", bytes: await roster(rows, header) } });
	return Number(/imports\/(\d+)\/columns/.exec(answer.headers.get("Location") ?? "")?.[1]);
};
const text = async (path: string, as = secretary) => (await ask(path, { as })).text();
const field = (page: string, name: string): string =>
	new RegExp(`name="${name}" value="([^"]*)"`).exec(page)?.[1] ?? "";
const count = async (table: string) =>
	(await env.DB.prepare(`SELECT count(*) AS many FROM ${table}`).first<{ many: number }>())?.many;
const audited = async () =>
	(
		await env.DB.prepare(
			"SELECT action FROM audit_log WHERE action LIKE 'roster.%' AND action <> 'roster.view' ORDER BY id DESC LIMIT 1",
		).first<{ action: string }>()
	)?.action;

const FLAGS = { header_row: "", header_rows: "1" };

describe("a roster comes in", () => {
	test("sealed, once for a form, and its columns are shown with what is in them", async () => {
		const file = { name: "名冊.xlsx", bytes: await roster() };
		const answers = [await upload(secretary, { file }, "one"), await upload(secretary, { file }, "one")];
		expect(answers.map(({ status }) => status)).toEqual([303, 303]);
		expect(await count("roster_imports")).toBe(1);
		const [to = ""] = answers.map(({ headers }) => headers.get("Location") ?? "");
		const page = await text(to);
		expect(page).toContain("M0001、M0002、M0003");
		expect(page).toContain("A12****789、A12****788");
		expect(page).not.toContain(ID);
		expect(page).toContain("有 1 欄認不出來");
		expect(/<select[^>]*name="c8"[\s\S]*?<option value="ignore" selected/.test(page)).toBe(true);
		const file_row = await env.DB.prepare(
			"SELECT purpose, is_sealed, subject_type FROM files ORDER BY id DESC LIMIT 1",
		).first();
		expect(file_row).toEqual({ purpose: "import", is_sealed: 1, subject_type: "roster_import" });
		expect(await audited()).toBe("roster.upload");
	});

	test("nothing, something else, macros and an empty sheet are refused beside the field", async () => {
		const refused = async (name: string, bytes: Uint8Array) => {
			const answer = await upload(secretary, { file: { name, bytes } });
			return [
				answer.status,
				/class="error" id="f-file-error">[\s\S]*?<span>([^<]*)/.exec(await answer.text())?.[1]?.slice(0, 12),
			];
		};
		expect(await refused("a.xlsx", new TextEncoder().encode("<html>"))).toEqual([422, "這個檔案已損壞或不完整，"]);
		expect(await refused("a.csv", new TextEncoder().encode("\n"))).toEqual([422, "檔案裡沒有資料，請確認選"]);
		expect(await refused("a.xlsm", await roster())).toEqual([422, "不接受這種檔案，請改用欄"]);
		expect(await count("roster_imports")).toBe(0);
	});

	test("a roster whose header nobody finds asks for its row", async () => {
		const id = await draft(
			[
				["甲", "0912345678"],
				["乙", "0922333444"],
			],
			["某某", "某號"],
		);
		const page = await text(imports.columns(id));
		expect(page).toContain("找不到標題列");
		const version = field(page, "version");
		await ask(imports.columns(id), { as: secretary, form: { version, header_row: "1", header_rows: "1" } });
		const found = await text(imports.columns(id));
		const sent = await ask(imports.columns(id), {
			as: secretary,
			form: { version: field(found, "version"), header_row: "1", header_rows: "1", c0: "name", c1: "phone" },
		});
		expect(sent.headers.get("Location")).toBe(imports.show(id));
		const shown = await text(imports.show(id));
		expect(shown).toContain("0912345678");
		expect(shown).toContain("寫入 2 列");
	});
});

describe("the dry run", () => {
	test("shows every row, what stops first, escaped, and writes nothing", async () => {
		const id = await draft();
		const page = await text(imports.show(id));
		expect(page).toContain("陳&lt;b>父");
		expect(page).not.toContain("陳<b>");
		expect(page).toContain("生日「12/3/5」有兩種讀法");
		expect(page).toContain("讀作 民國12年3月5日");
		expect(page).toContain("電話（手機或市話）「12345」看不懂或不正確");
		expect(page).toContain("不匯入的欄：鞋號");
		expect(page.indexOf("陳子")).toBeLessThan(page.indexOf("陳&lt;b>父</"));
		expect(page).toContain("寫入 1 列");
		expect(await count("members")).toBe(0);
		const version = field(await text(imports.columns(id)), "version");
		await ask(imports.columns(id), { as: secretary, form: { ...FLAGS, version, strict: "1" } });
		expect(await text(imports.show(id))).toContain("身分證字號「A12****788」看不懂或不正確");
		const errors = await text(`${imports.show(id)}?outcome=error`);
		expect([errors.includes("陳三"), errors.includes("陳子")]).toEqual([true, false]);
	});

	test("takes a row without a national id that cannot be read, and says so without showing it", async () => {
		const page = await text(imports.show(await draft([["M0003", "陳三", "病友", "A123456788"]])));
		expect(page).toContain("身分證字號看不懂或不正確，沒有匯入「A12****788」");
		expect([page.includes("A123456788"), page.includes("寫入 1 列")]).toEqual([false, true]);
	});

	test("follows the columns and options that somebody chose", async () => {
		const id = await draft();
		const version = field(await text(imports.columns(id)), "version");
		await ask(imports.columns(id), {
			as: secretary,
			form: { ...FLAGS, version, accept_dates: "1", leave_empty: "1", c8: "note" },
		});
		const page = await text(imports.show(id));
		expect(page).toContain("寫入 3 列");
		expect(page).toContain("鞋號：42");
		const again = await text(imports.columns(id));
		expect(/<option value="note" selected/.test(again)).toBe(true);
		const stale = await ask(imports.columns(id), { as: secretary, form: { ...FLAGS, version } });
		expect(stale.status).toBe(409);
	});
});

describe("applying", () => {
	const apply = async (id: number, more = {}, headers = {}) => {
		const page = await text(imports.show(id));
		const form = { version: field(page, "version"), seen: field(page, "seen"), ...more };
		return ask(imports.apply(id), { as: secretary, form, headers });
	};

	test("writes it once, shows the result, and forgets the file", async () => {
		const id = await draft();
		const before = await text(imports.show(id));
		const answer = await apply(id);
		expect([answer.status, answer.headers.get("Location")]).toEqual([303, imports.show(id)]);
		expect(
			await env.DB.prepare("SELECT member_no, name, source FROM members")
				.all()
				.then(({ results }) => results),
		).toEqual([{ member_no: "M0001", name: "陳<b>父", source: "roster:名冊.xlsx" }]);
		const page = await text(imports.show(id));
		expect(page).toContain("已匯入");
		expect(page).toContain("生日「12/3/5」有兩種讀法");
		expect(await audited()).toBe("roster.import");
		// The result tells what the roster said of people: whoever looks is written down.
		const views = await env.DB.prepare("SELECT count(*) AS many FROM audit_log WHERE action = 'roster.view'").first();
		expect(views).toEqual({ many: 1 });
		const files = await env.DB.prepare(
			"SELECT count(*) AS many FROM files WHERE subject_type = 'roster_import' AND subject_id = ? AND deleted_at IS NULL",
		)
			.bind(String(id))
			.first();
		expect(files).toEqual({ many: 0 });
		const again = await ask(imports.apply(id), {
			as: secretary,
			form: { version: field(before, "version"), seen: field(before, "seen") },
		});
		expect(again.status).toBe(409);
		expect(await count("members")).toBe(1);
	});

	test("tells a script line by line how far it is", async () => {
		const id = await draft();
		const answer = await apply(id, {}, { Accept: "application/x-ndjson" });
		const lines = new TextDecoder()
			.decode(await answer.arrayBuffer())
			.trim()
			.split("\n")
			.map((line): unknown => JSON.parse(line));
		expect(lines).toEqual([{ done: 0, all: 4 }, { done: 4, all: 4 }, { to: imports.show(id) }]);
		const { results } = await env.DB.prepare("SELECT kind, state, done, total FROM works WHERE href = ?")
			.bind(imports.show(id))
			.all();
		expect(results).toEqual([{ kind: "roster", state: "done", done: 4, total: 4 }]);
	});

	test("refuses what would come out otherwise than it was shown", async () => {
		const id = await draft();
		const page = await text(imports.show(id));
		await env.DB.prepare(
			"INSERT INTO members (member_no, name, created_at, updated_at) VALUES ('M0001', '別人', 1, 1)",
		).run();
		const answer = await ask(imports.apply(id), {
			as: secretary,
			form: { version: field(page, "version"), seen: field(page, "seen") },
		});
		expect(answer.status).toBe(409);
		expect(await answer.text()).toContain("試算之後，系統裡的會員資料或檔案的解讀有變動");
		expect(await count("members")).toBe(1);
	});

	test("is undone as a whole, unless somebody changed a record since, who is listed", async () => {
		const id = await draft();
		await apply(id);
		const version = field(await text(imports.show(id)), "version");
		await env.DB.prepare("UPDATE members SET version = version + 1").run();
		const refused = await ask(imports.undo(id), { as: secretary, form: { version } });
		const said = await refused.text();
		expect([refused.status, said.includes("匯入之後有資料被修改過"), said.includes("M0001 陳&lt;b>父")]).toEqual([
			422,
			true,
			true,
		]);
		await env.DB.prepare("UPDATE members SET version = version - 1").run();
		const done = await ask(imports.undo(id), { as: secretary, form: { version } });
		expect([done.status, await count("members")]).toEqual([303, 0]);
		expect(await text(imports.show(id))).toContain("這次匯入已經復原，下面是當時寫入的結果。");
		expect(await audited()).toBe("roster.undo");
	});

	test("is not offered to be undone once what the records were is forgotten; one that only made records is", async () => {
		const id = await draft();
		await apply(id);
		const old = async () => (await text(imports.show(id))).match(/復原匯入|不能再整批復原/g);
		await env.DB.prepare("UPDATE roster_imports SET applied_at = applied_at - 91 * 86400000 WHERE id = ?")
			.bind(id)
			.run();
		expect(await old()).toEqual(["復原匯入"]);
		await env.DB.prepare("UPDATE roster_imports SET counts = json_set(counts, '$.update', 1) WHERE id = ?")
			.bind(id)
			.run();
		expect(await old()).toEqual(["不能再整批復原"]);
		await env.DB.prepare("UPDATE roster_imports SET applied_at = applied_at + 2 * 86400000 WHERE id = ?")
			.bind(id)
			.run();
		expect(await old()).toEqual(["復原匯入"]);
	});

	test("a draft is thrown away with its file", async () => {
		const id = await draft();
		const version = field(await text(imports.show(id)), "version");
		expect((await ask(imports.removal(id), { as: secretary, form: { version } })).headers.get("Location")).toBe(
			imports.list(),
		);
		expect((await ask(imports.show(id), { as: secretary })).status).toBe(404);
	});
});

test.each(["xlsx", "csv"])("our own export as .%s changes nothing", async (format) => {
	const rows: Cell[][] = [
		...ROWS.slice(0, 1),
		["M0002", "陳子", "病友", null, "100/3/5", "02-23456789#12", "陳<b>父", "有", null],
	];
	const id = await draft([...rows, ["M0004", "江 宥雅", "病友", null, "民國75年1月2日", null, null, null, null]]);
	const page = await text(imports.show(id));
	await ask(imports.apply(id), { as: secretary, form: { version: field(page, "version"), seen: field(page, "seen") } });
	await env.DB.prepare(
		"UPDATE members SET name = '江 宥雅', status = 'suspended', address = '臺北市信義路1號', occupation = '=1+1' WHERE member_no = 'M0004'",
	).run();
	const before = await env.DB.prepare("SELECT * FROM members ORDER BY id").all();
	expect(before.results).toHaveLength(3);
	const exported = await ask(
		`${paths.admin.members.export(format)}?${COLUMN_NAMES.map((name) => `columns=${name}`).join("&")}`,
		{ as: secretary },
	);
	expect(exported.status).toBe(200);
	const bytes = new Uint8Array(await exported.arrayBuffer());
	const answer = await upload(secretary, { file: { name: `會員.${format}`, bytes } });
	const shown = await text((answer.headers.get("Location") ?? "").replace("/columns", ""));
	expect(shown).toContain("沒有需要寫入的資料");
	expect(/略過<span class="count">3<\/span>/.test(shown)).toBe(true);
});

test("the list tells of every import, and only who manages members sees it", async () => {
	expect(await text(imports.list())).toContain("還沒有匯入過");
	await draft();
	expect(await text(imports.list())).toContain("待確認");
	const chair = await signIn({ roles: ["chair"] });
	expect((await ask(imports.list(), { as: chair })).status).toBe(403);
});
