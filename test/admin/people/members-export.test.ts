import { env } from "cloudflare:test";
import { readXlsx } from "hucre/xlsx";
import { beforeEach, describe, expect, test } from "vitest";
import { COLUMN_NAMES } from "#admin/people/members/export-columns.ts";
import { paths } from "#http/paths.ts";
import { dateInTaipei } from "#kernel/times.ts";
import { insert } from "../../support/content.ts";
import { emptied, insertDuesItem } from "../../support/money-fixtures.ts";
import { slowness } from "../../support/pace.ts";
import { page } from "../../support/pages.ts";
import { ask, type Person, signIn } from "../../support/people.ts";
import { rows } from "../../support/users.ts";

const { members } = paths.admin;
let secretary: Person;

type Row = Record<string, string | number | null>;
const member = (id: number, more: Row = {}) =>
	insert("members", { id, name: `會員${id}`, status: "active", created_at: 1, updated_at: 1, ...more });

beforeEach(async () => {
	secretary = await signIn({ name: "林書瑜", roles: ["secretary"] });
	await env.DB.prepare("UPDATE members SET guardian_member_id = NULL").run();
	await emptied("dues_events", "dues_items", "member_numbers", "members");
});

const ALL = COLUMN_NAMES.map((name): [string, string] => ["columns", name]);
const take = (format: "xlsx" | "csv", more: [string, string][] = ALL, as = secretary) =>
	ask(`${members.export(format)}?${new URLSearchParams(more)}`, { as });
async function sheetIn(answer: Response): Promise<unknown[][]> {
	const { sheets } = await readXlsx(new Uint8Array(await answer.arrayBuffer()));
	return sheets[0]?.rows ?? [];
}
const noted = () =>
	rows<{ changes: string }>(
		"SELECT changes FROM audit_log WHERE action = 'member.export' AND user_id = ?1 ORDER BY id",
		secretary.userId,
	);
/** The name of the file, which no header can carry as it is. */
const nameOf = (answer: Response): string =>
	decodeURIComponent(/filename\*=UTF-8''(.*)$/.exec(answer.headers.get("Content-Disposition") ?? "")?.[1] ?? "");
const flashOf = (answer: Response): string =>
	decodeURIComponent(decodeURIComponent(answer.headers.get("Set-Cookie") ?? ""));

const FULL: Row = {
	member_no: "M0187",
	name: "=HYPERLINK(1)",
	name_en: "+Chen",
	gender: "female",
	birth_date: "1985-03-05",
	national_id_mask: "A12****789",
	phone: "0912345678",
	phone_home: "02-23456789",
	email: "a@example.org",
	line_id: "-line",
	postal_code: "100",
	city: "臺北市",
	district: "中正區",
	address: "@忠孝東路 1 號",
	occupation: "教師",
	emergency_name: "陳大文",
	emergency_relation: "父",
	emergency_phone: "0922333444",
	guardian_member_id: 2,
	joined_on: "2020-01-02",
	left_on: null,
	disability_status: "approved",
	disability_until: "2020-12-31",
};
const HEADER = [
	"會員編號",
	"姓名",
	"英文姓名",
	"身分",
	"會員類別",
	"狀態",
	"有效期限",
	"性別",
	"出生日期",
	"身分證字號",
	"手機",
	"市話",
	"電子郵件",
	"LINE ID",
	"郵遞區號",
	"縣市",
	"鄉鎮市區",
	"地址",
	"職業",
	"緊急聯絡人",
	"緊急聯絡人關係",
	"緊急聯絡電話",
	"監護人",
	"監護人身分",
	"第二位監護人",
	"第二位監護人身分",
	"入會日期",
	"離會日期",
	"身心障礙證明",
];
const CELLS = [
	"M0187",
	"'=HYPERLINK(1)",
	"'+Chen",
	"病友",
	"個人會員",
	"有效",
	"2099-12-31",
	"女",
	"1985-03-05",
	"A12****789",
	"0912345678",
	"02-23456789",
	"a@example.org",
	"'-line",
	"100",
	"臺北市",
	"中正區",
	"'@忠孝東路 1 號",
	"教師",
	"陳大文",
	"父",
	"0922333444",
	"王媽媽",
	"監護人",
	null,
	null,
	"2020-01-02",
	null,
	"已到期（2020-12-31）",
];

describe("the file", () => {
	beforeEach(async () => {
		await member(2, { name: "王媽媽", member_no: "M0188", status: "deceased" });
		await member(1, FULL);
		await insertDuesItem({
			member_id: 1,
			kind: "annual",
			dues_year: 2099,
			base_amount: 0,
			amount: 0,
			status: "paid",
			created_at: 1,
			updated_at: 1,
		});
	});
	test("is an XLSX with every column, no cell a formula", async () => {
		const answer = await take("xlsx");
		expect(answer.headers.get("Content-Type")).toBe(
			"application/vnd.openxmlformats-officedocument.spreadsheetml.sheet",
		);
		const [head, first, second] = await sheetIn(answer);
		expect(head).toEqual(HEADER);
		expect(first).toEqual(CELLS);
		expect(second?.slice(0, 6)).toEqual(["M0188", "王媽媽", null, "病友", "個人會員", "已故"]);
	});
	test("is a CSV of the same, with a mark of UTF-8", async () => {
		const bytes = new Uint8Array(await (await take("csv")).arrayBuffer());
		expect([...bytes.subarray(0, 3)]).toEqual([0xef, 0xbb, 0xbf]);
		const lines = new TextDecoder().decode(bytes).split("\r\n");
		expect(lines[0]).toBe(HEADER.join(","));
		expect(lines[1]).toBe(CELLS.map((cell) => cell ?? "").join(","));
		expect(lines.length).toBe(4);
	});
	test("has the columns that were chosen, in their order", async () => {
		const answer = await take("xlsx", [
			["columns", "phone"],
			["columns", "name"],
		]);
		expect(await sheetIn(answer)).toEqual([
			["手機", "姓名"],
			["0912345678", "'=HYPERLINK(1)"],
			[null, "王媽媽"],
		]);
	});
	test("has whom the list shows, in its order, or who was ticked", async () => {
		const name: [string, string] = ["columns", "name"];
		expect(await sheetIn(await take("xlsx", [["sort", "-number"], name]))).toEqual([
			["姓名"],
			["王媽媽"],
			["'=HYPERLINK(1)"],
		]);
		expect((await sheetIn(await take("xlsx", [["status", "deceased"], name]))).length).toBe(2);
		expect((await sheetIn(await take("xlsx", [["ids", "2"], name]))).length).toBe(2);
	});
	test("is named by day and conditions, never by the name that was searched for", async () => {
		const day = dateInTaipei(Date.now());
		const asked: [string, string][] = [...ALL, ["status", "active"], ["city", "臺北市"], ["q", "陳/..\\"]];
		const empty = await take("xlsx", asked);
		expect(empty.status).toBe(303);
		expect(nameOf(await take("xlsx", asked.slice(0, -1)))).toBe(`會員-${day}-有效-臺北市.xlsx`);
		expect(nameOf(await take("csv", [...ALL, ["q", "M0187"]]))).toBe(`會員-${day}-搜尋結果.csv`);
		expect(nameOf(await take("csv", [...ALL, ["ids", "1"]]))).toBe(`會員-${day}-勾選的1位.csv`);
	});
	test("is written down before it leaves: who, what, how many, and no name", async () => {
		await take("csv", [
			["columns", "name"],
			["status", "active"],
			["q", "M0187"],
		]);
		expect((await noted()).map(({ changes }) => JSON.parse(changes))).toEqual([
			{ format: "csv", rows: 1, columns: ["name"], filter: { search: "yes", status: "active" } },
		]);
	});
});

describe("what does not leave", () => {
	test("more than 50 members without the password of the last thirty minutes, either page", async () => {
		const old = await signIn({ roles: ["secretary"], authenticatedAt: Date.now() - 31 * 60_000 });
		await many(50);
		expect((await ask(members.exports(), { as: old })).status).toBe(200);
		expect((await take("csv", [["columns", "name"]], old)).status).toBe(200);
		await member(9_051);
		for (const address of [`${members.export("xlsx")}?columns=name`, members.exports()]) {
			const answer = await ask(address, { as: old });
			expect([answer.status, answer.headers.get("Location")]).toEqual([303, paths.account.confirm(address)]);
		}
	});
	test("to somebody who may only look", async () => {
		const reader = await signIn({ permissions: ["members.view"] });
		await member(1);
		for (const address of [`${members.export("csv")}?columns=name`, members.exports()])
			expect((await ask(address, { as: reader })).status).toBe(403);
		expect((await ask(`${members.export("csv")}?columns=name`)).status).toBe(303);
	});
	test("an unknown column, no column, nobody, another condition", async () => {
		await member(1);
		expect((await take("xlsx", [["columns", "national_id_hash"]])).status).toBe(400);
		expect((await take("xlsx", [["columns", "__proto__"]])).status).toBe(400);
		expect((await take("xlsx", [["colour", "red"]])).status).toBe(400);
		const none = await take("xlsx", [["status", "active"]]);
		expect([none.status, none.headers.get("Location")]).toEqual([303, `${members.exports()}?status=active`]);
		expect(flashOf(none)).toContain("請至少選一個欄位");
		expect((await take("xlsx", [...ALL, ["status", "expelled"]])).status).toBe(303);
		expect(await noted()).toEqual([]);
	});
	test("more than 10,000 members: both pages say so", async () => {
		await many(10_001);
		const answer = await take("csv");
		expect([answer.status, answer.headers.get("Location")]).toEqual([303, members.exports()]);
		const { html } = await page(members.exports(), secretary);
		expect(html).toContain("一次最多匯出 10,000 位，目前符合條件的有 10,001 位");
		expect(html).not.toContain('name="columns"');
		expect(await noted()).toEqual([]);
	});
});

/** That many members, each with everything. */
const many = (count: number) =>
	env.DB.prepare(
		`INSERT INTO members (name, member_no, status, phone, email, city, district, address, occupation, emergency_name, joined_on, created_at, updated_at)
		SELECT '會員' || i, 'M' || printf('%06d', i), 'active', '0912345678', 'someone' || i || '@example.org', '臺北市', '中正區',
			'忠孝東路一段 ' || i || ' 號', '教師', '陳大文', '2020-01-02', 1, 1
		FROM (WITH RECURSIVE n (i) AS (SELECT 1 UNION ALL SELECT i + 1 FROM n WHERE i < ?1) SELECT i FROM n)`,
	)
		.bind(count)
		.run();

test("5,000 members leave within ten seconds, either way", async () => {
	await many(5_000);
	for (const format of ["xlsx", "csv"] as const) {
		const start = Date.now();
		const answer = await take(format);
		await answer.arrayBuffer();
		expect(answer.status).toBe(200);
		const took = Date.now() - start;
		expect(took).toBeLessThan(10_000 * (await slowness()));
	}
	const sheet = await sheetIn(await take("xlsx"));
	expect([sheet.length, sheet[5_000]?.[0]]).toEqual([5_001, "M005000"]);
});
