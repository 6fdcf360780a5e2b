/** Receipts on paper, as Chromium prints them: one sheet each, nothing cut, whatever stands on them; and their pages on a phone. */
import assert from "node:assert/strict";
import { after, before, describe, test } from "node:test";
import { PDFDocument } from "pdf-lib";
import { paths } from "#http/paths.ts";
import { type AdminServer, openTab, sessionOf, startAdmin, type Tab, violations } from "../support/admin-server.ts";

const { receipts } = paths.admin;
/** Points of an inch. */
const SIZES = { a4: [595, 842], a5: [595, 420] } as const;
const LONG =
	"財團法人中華民國罕見疾病及身心障礙者家庭扶助暨早期療育社會福利慈善事業基金會附設南區服務中心代收陳美玲女士等十二位會員之會費與捐款合計（含郵資）轉帳";

const item = (nth: number) => ({
	label: `常年會費 ${104 + nth} 年`,
	member_no: `M${String(300 + nth).padStart(4, "0")}`,
	amount: 1_000,
});
const items = (many: number) => Array.from({ length: many }, (_, nth) => item(nth));

type Row = { title: string; items: ReturnType<typeof items>; reason?: string };
/** By what is the matter with them. */
const ROWS: Record<string, Row> = {
	ordinary: { title: "陳怡君", items: items(1) },
	"of three items": { title: "社團法人漣漪病友協會之友", items: items(3) },
	"of twelve items under 80 characters": { title: [...LONG].slice(0, 80).join("").padEnd(80, "字"), items: items(12) },
	"of thirty items": { title: "林俊宏", items: items(30) },
	void: { title: "王小明", items: items(2), reason: "抬頭錯誤，應為王曉明" },
	"void for 500 characters": { title: "王小明", items: items(12), reason: "抬頭錯誤。".repeat(100) },
};

let world: AdminServer;
let session = "";
const ids: Record<string, number> = {};

before(async () => {
	world = await startAdmin({
		prepare: async (store) => {
			const { DB } = store.env;
			await DB.batch([
				DB.prepare("DELETE FROM settings WHERE key LIKE 'association.%'"),
				...Object.entries({
					name: "社團法人漣漪病友協會",
					address: "100012 臺北市中正區重慶南路一段 122 號 3 樓",
					tax_id: "12345675",
					registration_no: "台內團字第 1234567 號",
				}).map(([key, value]) =>
					DB.prepare("INSERT INTO settings (key, value, updated_at) VALUES (?, ?, 1)").bind(
						`association.${key}`,
						value,
					),
				),
			]);
			// Of no payment: their paper alone is looked at.
			await DB.prepare("DROP TRIGGER receipts_name_money").run();
			await DB.prepare("UPDATE users SET name_folded = name WHERE email = 'cashier@example.org'").run();
			for (const [name, row] of Object.entries(ROWS)) ids[name] = await insertReceipt(DB, row);
			session = await sessionOf(store, "cashier@example.org");
		},
	});
});
after(() => world?.stop());

async function insertReceipt(DB: D1Database, { title, items: list, reason }: Row): Promise<number> {
	const id = await DB.prepare(
		`INSERT INTO receipts (series, mark, roc_year, seq, number, payer_title, payer_title_folded, amount, items, method, paid_on, issued_on, issued_by, created_at)
		SELECT 'dues', '會', 115, n.seq, '115-' || printf('%06d', n.seq), ?1, ?1, ?2, ?3, 'postal', '2026-03-03', '2026-03-05',
			(SELECT id FROM users WHERE email = 'cashier@example.org'), 1
		FROM (SELECT coalesce(max(seq), 0) + 1 AS seq FROM receipts WHERE series = 'dues' AND roc_year = 115) n RETURNING id`,
	)
		.bind(title, list.length * 1_000, JSON.stringify(list))
		.first<number>("id");
	if (id === null) throw new Error("no receipt was made");
	if (reason)
		await DB.prepare("UPDATE receipts SET status = 'voided', voided_at = 1772760600000, reason = ? WHERE id = ?")
			.bind(reason, id)
			.run();
	return id;
}

const open = (width = 1280): Promise<Tab> =>
	openTab(world, { cookies: { session }, viewport: { width, height: 800 }, colorScheme: "light" });

/** What stands outside its box: of the slips, and of each row in them. */
const CUT = `[...document.querySelectorAll(".slip, .slip > *, .slip-box > *, .slip-box dd")]
	.filter((box) => box.scrollHeight > box.clientHeight + 1 || box.scrollWidth > box.clientWidth + 1)
	.map((box) => box.className + " " + box.tagName + " " + box.scrollHeight + ">" + box.clientHeight)`;

describe("on paper", () => {
	for (const layout of ["a4", "a5"] as const)
		for (const name of Object.keys(ROWS))
			test(`${name} on ${layout}`, async () => {
				const { page, errors } = await open();
				await page.goto(`${receipts.print(ids[name] ?? 0)}?layout=${layout}`);
				await page.emulateMedia({ media: "print" });
				assert.deepEqual(await page.evaluate(CUT), []);
				const pdf = await PDFDocument.load(await page.pdf({ preferCSSPageSize: true, printBackground: true }));
				assert.deepEqual(
					pdf.getPages().map((one) => [Math.round(one.getWidth()), Math.round(one.getHeight())]),
					[SIZES[layout]],
				);
				assert.deepEqual(errors, []);
				await page.context().close();
			});
	test("many: a sheet each", async () => {
		const { page } = await open();
		await page.goto(`${receipts.printMany()}?ids=${Object.values(ids).join(".")}`);
		const pdf = await PDFDocument.load(await page.pdf({ preferCSSPageSize: true, printBackground: true }));
		assert.equal(pdf.getPageCount(), Object.keys(ROWS).length);
		await page.context().close();
	});
	test("the stub book: its sheets, none empty", async () => {
		const { page } = await open();
		await page.goto(`${receipts.book()}?year=115`);
		const pdf = await PDFDocument.load(await page.pdf({ preferCSSPageSize: true }));
		assert.equal(pdf.getPageCount(), await page.locator(".paper").count());
		await page.context().close();
	});
});

test("no page is wider than a phone", async () => {
	const { page, errors } = await open(360);
	const of = ids.ordinary ?? 0;
	for (const path of [
		receipts.list(),
		receipts.show(of),
		receipts.print(of),
		receipts.book(),
		receipts.gaps(),
		receipts.series(),
	]) {
		await page.goto(path);
		assert.deepEqual([path, await page.evaluate("document.documentElement.scrollWidth - innerWidth")], [path, 0]);
		assert.deepEqual([path, await violations(page)], [path, []]);
	}
	assert.deepEqual(errors, []);
	await page.context().close();
});
