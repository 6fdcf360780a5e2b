/** Receipts from before there were marks (0040): two of them may have the same number, and everybody is told which it is. */
import { beforeAll, expect, test } from "vitest";
import { paths } from "#http/paths.ts";
import { issued, receiptsOfPayment, type StoredRow } from "../../support/issued.ts";
import { cells, page, type Shown, shown } from "../../support/pages.ts";
import { ask, type Person, signIn } from "../../support/people.ts";
import { unmark } from "../../support/unmarked-receipts.ts";

const { receipts } = paths.admin;
const DUES = "115-000001（會費）";
const GIFT = "115-000001（捐款）";
let cashier: Person;
let old: StoredRow[];
let paymentId: number;

beforeAll(async () => {
	cashier = await signIn({ roles: ["cashier"] });
	({ paymentId, receipts: old } = await issued({ donation: 300 }));
	await unmark(old.map(({ id }) => id));
	await issued({ donation: 200 });
});

const one = (series: string): StoredRow => {
	const found = old.find((receipt) => receipt.series === series);
	if (!found) throw new Error(`no receipt of ${series}`);
	return found;
};
const words = ({ html }: Pick<Shown, "html">): string => html.replace(/<[^>]+>/g, "").replace(/\s+/g, " ");
const slipsOf = (answer: Shown): string[] =>
	answer.elements.filter(({ name }) => name === "article").map(({ text }) => text);

test("keep number and mark to the database, whatever the series do", async () => {
	expect((await receiptsOfPayment(paymentId)).map(({ mark, number }) => mark + number)).toEqual([
		"115-000001",
		"115-000001",
	]);
});

test.each([
	["", [DUES, GIFT, "會115-000002", "捐115-000002"]],
	["１１５－０００００１", [DUES, GIFT]],
	[GIFT, [GIFT]],
	["會115-000002", ["會115-000002"]],
	["115-000002", ["會115-000002", "捐115-000002"]],
])("the list finds by %j", async (q, found) => {
	const list = await page(`${receipts.list()}?${new URLSearchParams({ q, sort: "number" })}`, cashier);
	expect(cells(list).map(([number]) => number)).toEqual(found);
});

test.each([
	["115-000001", [GIFT, DUES]],
	["115-1", [GIFT, DUES]],
	["１１５－０００００１", [GIFT, DUES]],
	[DUES, [DUES]],
	["115-1（捐款）", [GIFT]],
	["會115-000001", []],
	["捐115-2", ["捐115-000002"]],
	["捐１１５０００００２", ["捐115-000002"]],
])("Ctrl+K finds by %j", async (q, found) => {
	const answer = await ask(`${paths.admin.search()}?${new URLSearchParams({ q, kind: "receipt" })}`, {
		as: cashier,
		headers: { Accept: "application/json" },
	});
	type Hits = { data: { hits: { label: string }[] }[] };
	const { data } = await answer.json<Hits>();
	expect(data.flatMap(({ hits }) => hits.map(({ label }) => label))).toEqual(found);
});

test.each([
	["115-000001", ["1,300"]],
	["115-1（捐款）", ["1,300"]],
	["會115-000001", []],
	["會115-000002", ["1,200"]],
])("the payments are found by %j", async (q, found) => {
	const list = words(await page(`${paths.admin.payments.list()}?${new URLSearchParams({ q })}`, cashier));
	expect(["1,300", "1,200"].filter((amount) => list.includes(amount))).toEqual(found);
});

test("the original says what it would have said; a copy and one that is void say the kind; the title stays", async () => {
	const { id } = one("dues");
	const [copy] = slipsOf(await page(`${receipts.print(id)}?layout=a5`, cashier));
	expect([
		copy?.includes(DUES),
		copy?.includes("副　本"),
		copy?.includes("收　　據"),
		copy?.includes("會　費"),
	]).toEqual([true, true, true, false]);
	const press = await shown(await ask(receipts.printing(id), { as: cashier, form: { layout: "a5" } }));
	expect(slipsOf(press)[0]).toMatch(/收據編號　115-000001(?!（)/);
	const [later] = slipsOf(await page(`${receipts.print(id)}?layout=a5`, cashier));
	expect([later?.includes(DUES), later?.includes("副　本")]).toEqual([true, true]);
});

test("系統狀態 names them once, and is not worried", async () => {
	const operator = await signIn({ roles: ["admin"] });
	const items = (await page(paths.admin.health.show(), operator)).elements
		.filter(({ attributes }) => attributes.class === "item")
		.map(({ text }) => text)
		.filter((text) => text.includes("相同的收據號碼"));
	expect(items).toHaveLength(1);
	expect(items[0]).toContain("正常");
	expect(items[0]).toContain("會費收據與捐款收據有 1 個號碼相同：115-000001。");
});
