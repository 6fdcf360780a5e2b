import { env } from "cloudflare:test";
import { PDFDocument } from "pdf-lib";
import { beforeAll, describe, expect, test } from "vitest";
import { PRINT_MAX } from "#domain/money/receipts/form.ts";
import { paths } from "#http/paths.ts";
import { issued, issuedOne, type StoredRow } from "../../support/issued.ts";
import { fieldValue, newestAudit, page, type Shown, shown, tripsOf } from "../../support/pages.ts";
import { ask, type Person, signIn } from "../../support/people.ts";

const { receipts } = paths.admin;
let cashier: Person;
let auditor: Person;

beforeAll(async () => {
	cashier = await signIn({ name: "許雅雯", roles: ["cashier"] });
	auditor = await signIn({ name: "監事", roles: ["auditor"] });
	await env.DB.prepare(
		`INSERT INTO settings (key, value, updated_at) VALUES ('association.name', '漣漪病友協會', 1),
			('association.address', '100 臺北市中正區忠孝東路 1 號', 1), ('association.tax_id', '12345675', 1),
			('association.registration_no', '台內團字第 1234567 號', 1)`,
	).run();
});

/** The slips on the papers, as texts. */
const slips = ({ elements }: Pick<Shown, "elements">): string[] =>
	elements.filter(({ name }) => name === "article").map(({ text }) => text);
const copies = (one: Shown): number => slips(one).filter((text) => text.includes("副　本")).length;
const press = (receipt: StoredRow, form: Record<string, string> = {}) =>
	ask(receipts.printing(receipt.id), { as: cashier, form });
const pdfOf = async (answer: Response) => {
	expect([answer.status, answer.headers.get("Content-Type")]).toEqual([200, "application/pdf"]);
	return PDFDocument.load(await answer.arrayBuffer(), { updateMetadata: false });
};

describe("on paper", () => {
	test("A4 has the stub above the original, A5 the original alone, with all that a receipt says", async () => {
		const receipt = await issuedOne({ payerTitle: "陳怡君" });
		const [stub, original, ...more] = slips(await page(receipts.print(receipt.id), cashier));
		expect([stub?.includes("存根聯"), original?.includes("收據聯"), more]).toEqual([true, true, []]);
		for (const one of [
			"漣漪病友協會",
			`收據編號　${receipt.mark}${receipt.number}`,
			"中華民國115年3月5日",
			"陳怡君",
			"新臺幣壹仟元整",
			"NT$1,000",
			"常年會費 115 年",
			"轉帳／匯款",
			"115年3月3日",
			"100 臺北市中正區忠孝東路 1 號",
			"統一編號　12345675",
			"立案證書字號　台內團字第 1234567 號",
			"理事長會計出納經手人陳同仁",
		])
			expect([one, original?.includes(one), stub?.includes(one)]).toEqual([one, true, true]);
		expect(slips(await page(`${receipts.print(receipt.id)}?layout=a5`, cashier)).length).toBe(1);
		expect((await page(`${receipts.print(receipt.id)}?layout=a3`, cashier)).status).toBe(400);
		expect(await tripsOf(receipts.print(receipt.id), cashier)).toBe(2);
	});
	test("what the settings said at the foot when it was issued stays on it, whatever they say later", async () => {
		const set = (values: Record<string, string>) =>
			env.DB.batch(
				Object.entries(values).map(([name, value]) =>
					env.DB.prepare(
						"INSERT INTO settings (key, value, updated_at) VALUES (?1, ?2, 1) ON CONFLICT (key) DO UPDATE SET value = ?2",
					).bind(`receipts.${name}`, value),
				),
			);
		await set({ dues_note: "印花稅總繳", donation_note: "可列舉扣除。", permit_no: "衛部救字第 1 號" });
		const [dues, gift] = (await issued({ donation: 500 })).receipts;
		await set({ dues_note: "", donation_note: "換了說法", permit_no: "" });
		const [, later] = (await issued({ donation: 500 })).receipts;
		const foot = async (one: StoredRow | undefined) =>
			slips(await page(receipts.print(one?.id ?? 0), cashier)).map((text) => /備註(.*?)理事長/.exec(text)?.[1]);
		expect(await foot(dues)).toEqual(["印花稅總繳。", "印花稅總繳。"]);
		expect(await foot(gift)).toEqual(Array.from({ length: 2 }, () => "可列舉扣除。勸募許可文號：衛部救字第 1 號。"));
		expect(await foot(later)).toEqual(["換了說法。", "換了說法。"]);
		await expect(env.DB.prepare("UPDATE receipts SET note = '' WHERE id = ?").bind(dues?.id).run()).rejects.toThrow(
			"receipt.is_final",
		);
	});
	test("a gift is free of stamp tax on paper only while a registration as a legal person is recorded, whoever writes", async () => {
		const set = (key: string, value: string) =>
			env.DB.prepare(
				"INSERT INTO settings (key, value, updated_at) VALUES (?1, ?2, 1) ON CONFLICT (key) DO UPDATE SET value = ?2",
			)
				.bind(key, value)
				.run();
		const notes = async () => {
			const { receipts: made } = await issued({ donation: 500 });
			const { results } = await env.DB.prepare(
				`SELECT note FROM receipts WHERE id IN (${made.map(({ id }) => id).join(",")}) ORDER BY id`,
			).all<{ note: string }>();
			return results.map(({ note }) => note);
		};
		for (const series of ["dues", "gift"]) {
			await set(`statutes.${series}_stamp`, "exempt");
			await set(`statutes.${series}_stamp_words`, "免納印花稅");
		}
		await set("receipts.donation_note", "可列舉扣除");
		expect(await notes()).toEqual(["免納印花稅", "可列舉扣除"]);
		await set("statutes.court", "臺灣臺北地方法院");
		await set("statutes.court_no", "第 1 號");
		expect(await notes()).toEqual(["免納印花稅", "可列舉扣除"]);
		await set("statutes.court_date", "2023-03-05");
		expect(await notes()).toEqual(["免納印花稅", "可列舉扣除\n免納印花稅"]);
		await set("statutes.dues_stamp", "affixed");
		await set("statutes.gift_stamp", "bulk");
		await set("statutes.gift_stamp_words", "財北國稅第 1 號");
		await set("receipts.permit_no", "衛部救字第 1 號");
		expect(await notes()).toEqual([
			"本收據貼用印花稅票",
			"可列舉扣除\n印花稅彙總繳納：財北國稅第 1 號\n勸募許可文號：衛部救字第 1 號",
		]);
		await env.DB.prepare("DELETE FROM settings WHERE key LIKE 'statutes.%' OR key LIKE 'receipts.%'").run();
		expect(await notes()).toEqual(["", ""]);
	});
	test("has the place of the association's seal where the settings ask for it, on each half", async () => {
		const receipt = await issuedOne();
		const places = async () =>
			(await page(receipts.print(receipt.id), cashier)).elements.filter(
				({ attributes }) => attributes.class === "slip-seal",
			).length;
		expect(await places()).toBe(0);
		await env.DB.prepare("INSERT INTO settings (key, value, updated_at) VALUES ('receipts.seal', 'place', 1)").run();
		expect(await places()).toBe(2);
		await pdfOf(await ask(`${receipts.pdf(receipt.id)}?layout=a5`, { as: cashier }));
		await env.DB.prepare("DELETE FROM settings WHERE key = 'receipts.seal'").run();
	});
	test("a void one says so, with its reason and what took its place", async () => {
		const [receipt, next] = [await issuedOne(), await issuedOne()];
		await env.DB.prepare(
			"UPDATE receipts SET status = 'voided', voided_at = 1772674200000, reason = '抬頭<錯誤', replaced_by = ? WHERE id = ?",
		)
			.bind(next.id, receipt.id)
			.run();
		const [stub] = slips(await page(receipts.print(receipt.id), cashier));
		expect(stub).toContain("作 廢");
		expect(stub).toContain(`已於 115年3月5日 作廢，原因：抬頭&lt;錯誤。另開立 ${next.mark}${next.number} 取代。`);
	});
});

describe("the original", () => {
	test("is what one press shows, and the same form again; every later print is a copy", async () => {
		const receipt = await issuedOne();
		const before = await page(receipts.print(receipt.id), cashier);
		expect(copies(before)).toBe(2);
		const key = fieldValue(before, "_key") ?? "";
		const original = await shown(await press(receipt, { _key: key, layout: "a4", as: "page" }));
		expect([original.status, copies(original), slips(original).length]).toEqual([200, 0, 2]);
		expect(original.html).toContain("這是正本，請現在列印");
		expect(copies(await shown(await press(receipt, { _key: key, layout: "a4", as: "page" })))).toBe(0);
		// On another paper it is the same press: nothing is made of what the form says.
		const other = await shown(await press(receipt, { _key: key, layout: "a5", as: "page" }));
		expect([other.status, copies(other), slips(other).length]).toEqual([200, 0, 1]);
		expect(await newestAudit(1)).toEqual([
			`receipt.print receipt ${receipt.id} receipt ${receipt.mark}${receipt.number}`,
		]);
		const later = await page(receipts.print(receipt.id), cashier);
		expect([copies(later), later.html.includes("列印正本")]).toEqual([2, false]);
	});
	test("of two tabs: the second is told, and has a copy", async () => {
		const receipt = await issuedOne();
		const tab = await page(receipts.print(receipt.id), cashier);
		await press(receipt, { _key: "first" });
		const second = await shown(await press(receipt, { _key: fieldValue(tab, "_key") ?? "" }));
		expect([second.status, copies(second)]).toEqual([422, 2]);
		expect(second.html).toContain("正本已經列印過");
	});
	test("is taken by whoever issues; who reads has copies", async () => {
		const receipt = await issuedOne();
		const read = await page(receipts.print(receipt.id), auditor);
		expect([copies(read), read.html.includes("列印正本")]).toEqual([2, false]);
		expect((await ask(receipts.printing(receipt.id), { as: auditor, form: {} })).status).toBe(403);
	});
});

describe("a PDF", () => {
	test("is a copy, or the original of a press", async () => {
		const receipt = await issuedOne();
		const copy = await ask(`${receipts.pdf(receipt.id)}?layout=a5`, { as: cashier });
		expect(copy.headers.get("Content-Disposition")).toContain(encodeURIComponent("（副本）"));
		expect((await pdfOf(copy)).getPage(0).getHeight()).toBeCloseTo(420.9, 0);
		const original = await press(receipt, { as: "pdf", layout: "a4" });
		expect(original.headers.get("Content-Disposition")).not.toContain(encodeURIComponent("（副本）"));
		expect((await pdfOf(original)).getPage(0).getHeight()).toBeCloseTo(841.9, 0);
	});
	test("with a character that the font lacks is printed from the page, which says so", async () => {
		const receipt = await issuedOne({ payerTitle: "林𡍼明" });
		const copy = await page(receipts.pdf(receipt.id), cashier);
		expect([copy.status, copies(copy)]).toEqual([200, 2]);
		expect(copy.html).toContain("PDF 的字型沒有「𡍼」");
		expect(slips(copy)[0]).toContain("林𡍼明");
		const original = await shown(await press(receipt, { as: "pdf" }));
		expect([copies(original), original.html.includes("PDF 的字型沒有「𡍼」")]).toEqual([0, true]);
	});
});

describe("many at once", () => {
	test("by their ids or by the days of issue, each on its sheet, in order", async () => {
		const at = Date.UTC(2026, 6, 1, 2);
		const some = [await issuedOne({ at }), await issuedOne({ at }), await issuedOne({ at: at + 86_400_000 })];
		const numbers = async (query: string) =>
			(await page(`${receipts.printMany()}?${query}`, cashier)).elements
				.filter(({ attributes }) => attributes.class === "sheet")
				.map(({ attributes }) => attributes["aria-label"]);
		const named = some.map(({ mark, number }) => `會費收據 ${mark}${number}`);
		expect(await numbers(`ids=${some[1]?.id}.${some[0]?.id}`)).toEqual(named.slice(0, 2));
		expect(await numbers("from=2026-07-01&to=2026-07-01")).toEqual(named.slice(0, 2));
		expect(await numbers("from=2026-07-01&to=2026-07-31")).toEqual(named);
		const file = await pdfOf(await ask(`${receipts.pdfMany()}?from=2026-07-01`, { as: cashier }));
		expect(file.getPageCount()).toBe(3);
		expect(await tripsOf(`${receipts.printMany()}?from=2026-07-01`, cashier)).toBe(2);
	});
	test("the originals that are still there, in one press", async () => {
		const [one, two] = [await issuedOne(), await issuedOne()];
		await press(one);
		const many = await page(`${receipts.printMany()}?ids=${one.id}.${two.id}&layout=a5`, cashier);
		expect(many.html).toContain("1 張的正本還沒有列印");
		const form = { ids: fieldValue(many, "ids") ?? "", layout: "a5", as: "page" };
		const pressed = await shown(await ask(receipts.printingMany(), { as: cashier, form }));
		expect([slips(pressed).length, copies(pressed)]).toEqual([2, 1]);
		expect(pressed.html).toContain("其中 1 張是正本，請現在列印；1 張是副本或已作廢");
	});
	test("are not more than a printer is given", async () => {
		const ids = Array.from({ length: PRINT_MAX + 1 }, (_, nth) => nth + 1).join(".");
		expect((await page(`${receipts.printMany()}?ids=${ids}`, cashier)).status).toBe(400);
		expect((await page(`${receipts.printMany()}?year=99`, cashier)).html).toContain("沒有可以列印的收據");
	});
});
