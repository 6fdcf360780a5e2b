import { env } from "cloudflare:test";
import { beforeAll, describe, expect, test } from "vitest";
import { paths } from "#http/paths.ts";
import { readSheet } from "#platform/spreadsheets.ts";
import { issued, issuedOne, receiptsOfPayment, type StoredRow } from "../../support/issued.ts";
import { cells, fieldValue, newestAudit, page, shown, tripsOf } from "../../support/pages.ts";
import { ask, type Person, signIn } from "../../support/people.ts";
import { AT } from "../../support/users.ts";

const { receipts } = paths.admin;
let cashier: Person;
let accountant: Person;
let first: StoredRow;
let family: Awaited<ReturnType<typeof issued>>;

beforeAll(async () => {
	cashier = await signIn({ name: "許雅雯", roles: ["cashier"] });
	accountant = await signIn({ name: "何會計", roles: ["accountant"] });
	first = await issuedOne({ payerTitle: "陳<怡君>臺中" });
	family = await issued({ members: 3, donation: 300, payerTitle: "林俊宏" });
	await issuedOne({ payerTitle: "去年的", at: Date.UTC(2025, 4, 5, 2) });
});

const words = ({ html }: { html: string }): string => html.replace(/<[^>]+>/g, "").replace(/\s+/g, " ");
const titles = async (query: string): Promise<string[]> =>
	cells(await page(`${receipts.list()}?${query}`, cashier)).map((row) => row[1] ?? "");

describe("the list", () => {
	test("has every receipt, the newest first, with what counts of them", async () => {
		const list = await page(receipts.list(), cashier);
		expect(cells(list)).toEqual([
			["會114-000001", "去年的M0005", "常年會費 115 年", "114年5月5日", "1,000", "已開立正本未列印"],
			["捐115-000001", "林俊宏M0002", "捐款", "115年3月5日", "300", "已開立正本未列印"],
			["會115-000002", "林俊宏M0002", "常年會費 115 年", "115年3月5日", "3,000", "已開立正本未列印"],
			["會115-000001", "陳&lt;怡君>臺中M0001", "常年會費 115 年", "115年3月5日", "1,000", "已開立正本未列印"],
		]);
		expect(words(list)).toContain("共 4 張，未作廢的合計 5,300 元。");
	});
	test.each([
		["q=115-000002", ["林俊宏M0002"]],
		["q=%E5%8F%B0%E4%B8%AD", ["陳&lt;怡君>臺中M0001"]],
		// 台 for 臺, a member who is one of several on a receipt, an amount as it is typed.
		["q=m0003", ["林俊宏M0002"]],
		["q=NT%24+3%2C000", ["林俊宏M0002"]],
		["series=donation", ["林俊宏M0002"]],
		["year=114", ["去年的M0005"]],
		["from=2026-03-05&to=2026-03-05&series=dues&sort=number", ["陳&lt;怡君>臺中M0001", "林俊宏M0002"]],
		["sort=-amount&series=dues&year=115", ["林俊宏M0002", "陳&lt;怡君>臺中M0001"]],
		["original=taken", [""]],
		["status=voided", [""]],
	])("narrowed by %s", async (query, found) => expect(await titles(query)).toEqual(found));
	test("says what it does not know", async () => {
		expect((await page(`${receipts.list()}?series=gift`, cashier)).status).toBe(400);
		expect(words(await page(`${receipts.list()}?page=9`, cashier))).toContain("這一頁沒有收據");
	});
	test("is one round trip with 1 and with more", async () => {
		expect(await tripsOf(`${receipts.list()}?year=114`, cashier)).toBe(2);
		expect(await tripsOf(receipts.list(), cashier)).toBe(2);
	});
	test("is found by the search of the bar, too", async () => {
		const box = (as: Person) =>
			ask(`${paths.admin.search()}?q=115-000002&kind=receipt`, { as, headers: { Accept: "application/json" } });
		const { data } = await (await box(cashier)).json<{ data: { kind: string; hits: { href: string }[] }[] }>();
		expect(data.map(({ kind, hits }) => [kind, hits.map(({ href }) => href)])).toEqual([
			["收據", [receipts.show(family.receipts[0]?.id ?? 0)]],
		]);
		const editor = await signIn({ roles: ["editor"] });
		expect(await (await box(editor)).json()).toEqual({ data: [] });
	});
	test("leads chosen rows to their papers", async () => {
		const form = { ids: [String(first.id), "999"] };
		const chosen = await ask(receipts.bulk("print"), { as: cashier, form });
		expect(chosen.headers.get("Location")).toBe(`${receipts.printMany()}?ids=${first.id}.999`);
		const all = await ask(receipts.bulk("pdf"), { as: cashier, form: { all: "series=dues&year=115" } });
		expect(all.headers.get("Location")).toBe(`${receipts.pdfMany()}?series=dues&year=115`);
		const none = await ask(receipts.bulk("print"), { as: cashier, form: {} });
		expect(none.headers.get("Location")).toBe(receipts.list());
	});
});

describe("an export", () => {
	test("has the rows of the list, and is noted before it leaves", async () => {
		const answer = await ask(`${receipts.export("csv")}?series=dues&year=115&q=${encodeURIComponent("台中")}`, {
			as: cashier,
		});
		const [sheet] = await readSheet(new Uint8Array(await answer.arrayBuffer()), "a.csv");
		expect(sheet?.rows.map((row) => row.slice(0, 7).map(String))).toEqual([
			["收據編號", "種類", "開立日期", "抬頭", "會員編號", "收入項目", "金額"],
			["會115-000001", "會費收據", "2026-03-05", "陳<怡君>臺中", "M0001", "常年會費 115 年", "1000"],
		]);
		expect(await newestAudit(1)).toEqual(["receipt.export receipt  "]);
		const noted = await env.DB.prepare("SELECT changes FROM audit_log ORDER BY id DESC LIMIT 1").first<string>(
			"changes",
		);
		expect(JSON.parse(noted ?? "")).toEqual({
			format: "csv",
			rows: 1,
			filter: { search: "yes", series: "dues", year: "115" },
		});
	});
	test("of nothing leads back", async () => {
		const answer = await ask(`${receipts.export("xlsx")}?year=99`, { as: cashier });
		expect(answer.headers.get("Location")).toBe(`${receipts.list()}?year=99`);
	});
});

describe("a receipt", () => {
	test("says what it says, where its money is booked, and what may be done", async () => {
		const shownTo = (as: Person) => page(receipts.show(first.id), as).then(words);
		const said = await shownTo(cashier);
		for (const one of [
			"收據 會115-000001",
			"陳&lt;怡君>臺中",
			"新臺幣壹仟元整",
			"轉帳／匯款",
			"115年3月3日",
			"收115-0001",
		])
			expect(said).toContain(one);
		expect(said).toContain(`收款 ${first.payment_id}（已收款）`);
		expect([said.includes("作廢"), said.includes("重寄電子郵件")]).toEqual([false, true]);
		const forAccountant = await shownTo(accountant);
		expect([forAccountant.includes("作廢"), forAccountant.includes("重寄電子郵件")]).toEqual([true, false]);
		expect(await tripsOf(receipts.show(first.id), cashier)).toBe(2);
	});
	test("that is not there is a 404, whatever is asked of it", async () => {
		for (const path of [receipts.show(9_999), receipts.print(9_999), receipts.pdf(9_999), receipts.voiding(9_999)])
			expect([path, (await ask(path, { as: accountant })).status]).toEqual([path, 404]);
		const form = { version: "1", reason: "x", replacement: "none" };
		expect((await ask(receipts.voiding(9_999), { as: accountant, form })).status).toBe(404);
		expect((await ask(receipts.printing(9_999), { as: cashier, form: {} })).status).toBe(404);
	});
	test("is sent again, and that is in its history", async () => {
		const sent = await ask(receipts.mail(first.id), { as: cashier, form: {} });
		expect([sent.status, sent.headers.get("Location")]).toEqual([303, receipts.show(first.id)]);
		expect(words(await page(receipts.show(first.id), cashier))).toContain("重寄電子郵件許雅雯");
	});
});

describe("voiding", () => {
	const send = (receipt: StoredRow, form: Record<string, string>) =>
		ask(receipts.voiding(receipt.id), {
			as: accountant,
			form: { version: String(receipt.version), payer_title: "", ...form },
		});
	test("says first what it does; wants a reason and a title, and keeps what was typed", async () => {
		const asked = words(await page(receipts.voiding(first.id), accountant));
		for (const one of ["作廢不能復原", "換抬頭重開", "只作廢"]) expect(asked).toContain(one);
		expect(asked).not.toContain("改為每位會員一張");
		const bare = await shown(await send(first, { reason: " ", replacement: "title", payer_title: "字".repeat(81) }));
		expect([bare.status, fieldValue(bare, "payer_title")]).toEqual([422, "字".repeat(81)]);
		expect(words(bare)).toContain("請說明作廢的原因。");
		const long = await shown(await send(first, { reason: "寫錯", replacement: "title", payer_title: "字".repeat(81) }));
		expect(words(long)).toContain("抬頭最多 80 個字。");
		const undecided = await shown(await send(first, { reason: "寫錯" }));
		expect(words(undecided)).toContain("請選擇要不要重開。");
	});
	test("issues another with 80 characters; both pages say so, and an old page is told", async () => {
		const title = "字".repeat(80);
		const form = { reason: "抬頭錯誤", replacement: "title", payer_title: title };
		expect((await send(first, form)).status).toBe(422);
		const another = await signIn({ roles: ["accountant"] });
		const waits = words(await page(receipts.show(first.id), another));
		for (const said of ["等另一位確認", title, "確認，作廢並重開"]) expect(waits).toContain(said);
		expect(words(await page(receipts.show(first.id), accountant))).not.toContain("確認，作廢並重開");
		expect(words(await page("/admin", another))).toContain("收據抬頭");
		const done = await ask(receipts.voiding(first.id), {
			as: another,
			form: { version: String(first.version), ...form },
		});
		const [, fresh] = await receiptsOfPayment(first.payment_id);
		if (!fresh) throw new Error("no new receipt");
		expect([done.status, done.headers.get("Location")]).toEqual([303, receipts.show(fresh.id)]);
		expect([fresh.payer_title, fresh.number]).toEqual([title, "115-000003"]);
		expect(words(await page(receipts.show(fresh.id), accountant))).toContain("取代已作廢的 會115-000001");
		const old = words(await page(receipts.show(first.id), accountant));
		expect(old).toContain("原因：抬頭錯誤");
		expect(old).toContain("改開：會115-000003");
		const stale = await shown(await send(first, { reason: "再一次", replacement: "none" }));
		expect([stale.status, words(stale).includes("這張收據剛剛已被其他人處理")]).toEqual([409, true]);
		expect((await ask(receipts.voiding(first.id), { as: accountant })).headers.get("Location")).toBe(
			receipts.show(first.id),
		);
	});
	test("offers one for each member where there are several, and 補開 where nothing took the place", async () => {
		const [receipt] = family.receipts;
		if (!receipt) throw new Error("no receipt");
		expect(words(await page(receipts.voiding(receipt.id), accountant))).toContain("3 位會員各一張");
		await send(receipt, { reason: "重複", replacement: "none" });
		const asked = await page(receipts.replacement(receipt.id), accountant);
		expect(fieldValue(asked, "payer_title")).toBe("林俊宏");
		const form = { version: fieldValue(asked, "version") ?? "", payer_title: "林俊宏先生" };
		const made = await ask(receipts.replacement(receipt.id), { as: accountant, form });
		expect(made.status).toBe(303);
		expect(words(await page(made.headers.get("Location") ?? "", accountant))).toContain("林俊宏先生");
		expect((await ask(receipts.replacement(receipt.id), { as: accountant, form })).status).toBe(409);
	});
	test("is not the cashier's", async () => {
		const receipt = await issuedOne({ at: AT });
		const form = { version: "1", reason: "x", replacement: "none" };
		expect((await ask(receipts.voiding(receipt.id), { as: cashier, form })).status).toBe(403);
	});
});
