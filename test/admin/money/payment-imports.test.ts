import { createExecutionContext, env, waitOnExecutionContext } from "cloudflare:test";
import { beforeAll, describe, expect, test } from "vitest";
import { app } from "#app.ts";
import { paths } from "#http/paths.ts";
import type { Cell } from "#kernel/table.ts";
import { writeSheet } from "#platform/spreadsheets.ts";
import { insert } from "../../support/content.ts";
import { ask, type Person, signIn } from "../../support/people.ts";
import { rows } from "../../support/users.ts";

const { imports } = paths.admin.payments;
const HEADER = ["會員編號", "姓名", "年度", "金額", "繳費日期", "核對日期", "繳費方式", "收據號碼", "鞋號"];
const LINES: Cell[][] = [
	["P0001", "陳<b>父", 113, 1000, "113/3/5", "113/3/8", "轉帳", "舊<i>1", 42],
	["P0001", "陳<b>父", 113, 0, "113/3/5", null, "轉帳", null, null],
	["P0009", "別<u>人", 113, 1000, "113/3/5", null, "轉帳", null, null],
];
let cashier: Person;
beforeAll(async () => {
	cashier = await signIn({ name: "出納", roles: ["cashier"] });
	await insert("members", { name: "陳<b>父", member_no: "P0001", status: "active", created_at: 1, updated_at: 1 });
});

async function draft(lines = LINES, header = HEADER, key = crypto.randomUUID()): Promise<number> {
	const body = new FormData();
	body.set("_key", key);
	const bytes = await writeSheet({ sheet: "繳費", header, rows: lines }, "xlsx");
	body.set("file", new File([new Uint8Array(bytes)], "收款.xlsx"));
	const headers = { Cookie: cashier.cookie, "Sec-Fetch-Site": "same-origin" };
	const request = new Request(`http://localhost:8787${imports.list()}`, { method: "POST", body, headers });
	const context = createExecutionContext();
	const answer = await app.fetch(request, env, context);
	await waitOnExecutionContext(context);
	return Number(/imports\/(\d+)\/columns/.exec(answer.headers.get("Location") ?? "")?.[1]);
}
const text = async (path: string) => (await ask(path, { as: cashier })).text();
const field = (page: string, name: string): string =>
	new RegExp(`name="${name}" value="([^"]*)"`).exec(page)?.[1] ?? "";
const payments = () => rows("SELECT status, amount, old_receipt_no FROM payments ORDER BY id");
const apply = async (id: number) => {
	const page = await text(imports.show(id));
	return ask(imports.apply(id), { as: cashier, form: { version: field(page, "version"), seen: field(page, "seen") } });
};

describe("a list of payments", () => {
	test("comes in once for a form; its columns are shown with what stands in them, and may be changed", async () => {
		const key = crypto.randomUUID();
		const id = await draft(LINES, HEADER, key);
		expect(await draft(LINES, HEADER, key)).toBe(id);
		const page = await text(imports.columns(id));
		expect(page).toContain("有 1 欄認不出來");
		expect(page).toContain("陳&lt;b>父");
		const form = { version: field(page, "version"), header_row: "", header_rows: "1" };
		const kept = ["member_no", "name", "years", "amount", "paid_on", "verified_on", "method"];
		const columns = Object.fromEntries([...kept, "ignore", "ignore"].map((target, at) => [`c${at}`, target]));
		const saved = await ask(imports.columns(id), { as: cashier, form: { ...form, ...columns } });
		expect([saved.status, saved.headers.get("Location")]).toEqual([303, imports.show(id)]);
		expect(await text(imports.show(id))).not.toContain("原收據");
	});

	test("says row by row what it would do, and writes nothing", async () => {
		const page = await text(imports.show(await draft()));
		expect(page).toContain(
			"常年會費 113 年 1,000 元；繳費 113年3月5日；核對 113年3月8日；轉帳／匯款；原收據 舊&lt;i>1",
		);
		expect(page).toContain("金額「0」看不懂或不正確");
		expect(page).toContain("找不到這位會員「P0009」");
		expect(page).toContain("不匯入的欄：鞋號");
		expect(page).toContain("寫入 1 筆");
		expect(await payments()).toEqual([]);
	});

	test("is written as it was shown, once; then taken back", async () => {
		const id = await draft();
		expect((await apply(id)).status).toBe(303);
		expect(await payments()).toEqual([{ status: "verified", amount: 1000, old_receipt_no: "舊<i>1" }]);
		const page = await text(imports.show(id));
		expect(page).toContain("別&lt;u>人");
		expect(page).toContain("原收據 舊&lt;i>1");
		expect(await rows("SELECT deleted_at IS NOT NULL AS gone FROM files ORDER BY id DESC LIMIT 1")).toEqual([
			{ gone: 1 },
		]);
		const seen = { version: "2", seen: "0".repeat(64) };
		expect((await ask(imports.apply(id), { as: cashier, form: seen })).status).toBe(409);
		const again = await text(imports.show(await draft()));
		expect(again).toContain("沒有需要寫入的收款");
		const undone = await ask(imports.undo(id), { as: cashier, form: { version: field(page, "version") } });
		expect(undone.status).toBe(303);
		expect((await payments()).map(({ status }) => status)).toEqual(["reversed"]);
		expect(await text(imports.show(id))).toContain("這次匯入已經復原");
	});

	test("that would come out otherwise than it was shown is refused", async () => {
		const id = await draft();
		const page = await text(imports.show(id));
		await insert("members", { name: "別<u>人", member_no: "P0009", status: "active", created_at: 1, updated_at: 1 });
		const form = { version: field(page, "version"), seen: field(page, "seen") };
		const refused = await ask(imports.apply(id), { as: cashier, form });
		expect([refused.status >= 400, (await payments()).length]).toEqual([true, 1]);
	});

	test("whose header nobody knows asks for it; thrown away it leaves nothing", async () => {
		const id = await draft([["a", 1]], ["甲", "乙"]);
		const page = await text(imports.show(id));
		expect(page).toContain("找不到標題列");
		const gone = await ask(imports.removal(id), { as: cashier, form: { version: field(page, "version") } });
		expect([gone.status, gone.headers.get("Location")]).toEqual([303, imports.list()]);
		expect((await ask(imports.show(id), { as: cashier })).status).toBe(404);
	});
});

test("whom a row may mean is named, before and after it is written", async () => {
	const [member] = await rows<{ id: number }>("SELECT id FROM members WHERE member_no = 'P0001'");
	const id = await draft([
		["P0001", "陳<b>父", 111, 1000, "111/3/5", null, "轉帳", null, null],
		["P0001", "別人", 110, 1000, "110/3/5", null, "轉帳", null, null],
	]);
	const named = `<a href="/admin/members/${member?.id}">P0001 陳&lt;b>父</a></li>`;
	expect(await text(imports.show(id))).toContain(named);
	expect((await apply(id)).status).toBe(303);
	expect(await text(imports.show(id))).toContain(named);
});

test("applying tells a script line by line how far it is, or why not", async () => {
	const id = await draft([["P0001", "陳<b>父", 112, 1000, "112/3/5", null, "轉帳", null, null]]);
	const page = await text(imports.show(id));
	expect(page).toContain('x-island name="long-work"');
	const told = async (seen: string) => {
		const form = { version: field(page, "version"), seen };
		const answer = await ask(imports.apply(id), { as: cashier, form, headers: { Accept: "application/x-ndjson" } });
		return new TextDecoder()
			.decode(await answer.arrayBuffer())
			.trim()
			.split("\n")
			.map((line): unknown => JSON.parse(line));
	};
	expect(await told("0".repeat(64))).toEqual([{ problem: expect.stringContaining("試算之後") }]);
	expect(await told(field(page, "seen"))).toEqual([{ done: 0, all: 1 }, { done: 1, all: 1 }, { to: imports.show(id) }]);
	expect(await text(imports.show(id))).toContain("已匯入");
});
