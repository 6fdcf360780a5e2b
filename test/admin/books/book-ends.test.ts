import { beforeAll, expect, test } from "vitest";
import { paths } from "#http/paths.ts";
import { fillLists, withoutAnyTriggers } from "../../support/bulk-rows.ts";
import { donor } from "../../support/income.ts";
import { brokenOnPurpose } from "../../support/invariants.ts";
import { cells, page } from "../../support/pages.ts";
import { type Person, signIn } from "../../support/people.ts";

/** More than any page of a book shows at once. */
const MANY = 5_001;
const GIFTS = 501;
const { ledger, members, receipts, income } = paths.admin;
const YEAR = "from=2026-01&to=2026-12";

let staff: Person;

beforeAll(async () => {
	brokenOnPurpose("money of plain SQL that stands on no other");
	staff = await signIn({ roles: ["admin", "secretary", "cashier", "accountant", "chair"] });
	await fillLists(1, MANY, staff.userId);
	await donor();
	await withoutAnyTriggers(
		["income_records"],
		[
			`INSERT INTO income_records (id, state, kind, roc_year, seq, received_on, donor_id, payer_title, amount, method, recorded_by, recorded_at, created_at, updated_at)
			SELECT 10000 + id, 'recorded', 'donation', 115, id, '2026-03-05', 1, '林淑芬', 100, 'cash', ${staff.userId}, 1, 1, 1 FROM members WHERE id <= ${GIFTS}`,
		],
	);
});

test.each([
	["日記簿", `${ledger.journal()}?${YEAR}&print=1`, 2_000],
	["總分類帳", `${ledger.general()}?${YEAR}&account=3&print=1`, 2_000],
	["明細分類帳", `${ledger.sub()}?${YEAR}&by=member&print=1`, 2_000],
])("%s on paper ends at 2,000 rows and says how to go on", async (_, address, most) => {
	const book = await page(address, staff);
	expect(book.html).toContain("一次最多列印 2,000 行，後面的沒有列出來。請縮短期間，分次列印。");
	expect(cells(book).length).toBeGreaterThanOrEqual(most);
	expect(cells(book).length).toBeLessThan(MANY);
});

test.each([
	["存根簿", `${receipts.book()}?year=115`, "一次最多列印 5,000 張收據，請選擇月份，分次列印。"],
	["收據", receipts.printMany(), "一次最多"],
	["名冊", members.print("roster"), "一次最多列印 5,000 位"],
])("%s of more than paper takes is none, and says so", async (_, address, words) => {
	const paper = await page(address, staff);
	expect(paper.html).toContain(words);
	expect(paper.elements.filter(({ attributes }) => attributes.class?.split(" ").includes("paper"))).toEqual([]);
});

test("a donor's page lists the newest 500 gifts and says so; its sums, and the statement of a year, are of all", async () => {
	const shown = await page(income.donors.show(1), staff);
	expect(shown.html).toContain("只列出最新的 500 筆");
	expect(shown.html).toContain("捐款合計 50,100 元");
	const statement = await page(`${income.donors.statement(1)}?year=2026`, staff);
	expect(cells(statement).filter((row) => row.at(-1) === "100").length).toBe(GIFTS);
	expect(statement.html).toContain("50,100");
});

test("the check of the numbers counts every missing one, also where it names only the first", async () => {
	await withoutAnyTriggers(["receipts"], ["DELETE FROM receipts WHERE seq % 2 = 0 AND seq <= 600"]);
	const { html } = await page(receipts.gaps(), staff);
	expect(html).toContain("缺 300 號：");
	expect(html).toContain("只列出前 200 段");
});
