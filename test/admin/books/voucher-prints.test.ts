import { env } from "cloudflare:test";
import { beforeAll, expect, test } from "vitest";
import { PRINT_MAX, vouchersPrintPage } from "#admin/books/ledger/voucher-print-page.ts";
import { vouchersToPrint } from "#db/books/voucher-drafts.ts";
import { readRows } from "#db/read.ts";
import { paths } from "#http/paths.ts";
import { toHtml } from "#ui/html.ts";
import { tripsOf } from "../../support/pages.ts";
import { ask, type Person, signIn } from "../../support/people.ts";

const { ledger } = paths.admin;
let accountant: Person;
const ids: number[] = [];
beforeAll(async () => {
	accountant = await signIn({ roles: ["accountant"] });
	for (const [date, description, account, to] of [
		["2026-03-05", "乙", "5250", "1130"],
		["2026-03-02", "甲", "1130", "4910"],
		["2026-04-01", "丙", "5250", "1130"],
	] as const) {
		const form = {
			...{ _key: crypto.randomUUID(), date, description, step: "post" },
			...{ account: [account, to], memo: ["", ""], debit: ["100", ""], credit: ["", "100"], member: ["", ""] },
		};
		const answer = await ask(ledger.voucherCreate(), { as: accountant, form });
		ids.push(Number(answer.headers.get("Location")?.split("/").at(-1)));
	}
});

const page = async (path: string, as = accountant) => {
	const answer = await ask(path, { as });
	return { status: answer.status, text: await answer.text() };
};
/** The numbers of the papers of a page, in its order. */
const papersIn = (text: string): string[] =>
	[...text.matchAll(/<span class="h2">[^<]*<\/span><b>([^<]*)<\/b>/g)].map(([, number]) => number ?? "");

test("prints what the conditions of 日記簿 find, by day, on whole and half sheets", async () => {
	const march = "from=2026-03&to=2026-03";
	const all = await page(`${ledger.vouchersPrint()}?${march}`);
	expect(papersIn(all.text)).toEqual(["收115-0001", "支115-0001"]);
	expect(all.text).toContain("列印 2 張傳票");
	expect(all.text).toContain(`${march.replace("&", "&amp;")}&amp;paper=half`);
	expect(papersIn((await page(`${ledger.vouchersPrint()}?${march}&kind=expense`)).text)).toEqual(["支115-0001"]);
	expect(papersIn((await page(`${ledger.vouchersPrint()}?from=2026-03&to=2026-04&q=丙`)).text)).toEqual(["支115-0002"]);
	const half = await page(`${ledger.vouchersPrint()}?${march}&paper=half`);
	expect(half.text.match(/class="paper voucher half"/g)).toHaveLength(2);
	expect((await page(`${ledger.vouchersPrint()}?from=2025-01&to=2025-01`)).text).toContain("沒有可以列印的傳票");
});

test("prints the ticked rows of 日記簿, whatever their order, and asks for a choice when there is none", async () => {
	const journal = await page(`${ledger.journal()}?from=2026-03&to=2026-04`);
	expect(journal.text).toContain("列印傳票");
	expect(journal.text.match(/name="ids"/g)).toHaveLength(3);
	expect((await page(`${ledger.journal()}?from=2026-03&to=2026-04&print=1`)).text).not.toContain('name="ids"');
	const choose = async (form: Record<string, string | string[]>) =>
		(await ask(ledger.vouchersChoice(), { as: accountant, form })).headers.get("Location") ?? "";
	const ticked = await choose({ ids: [String(ids[2]), String(ids[0])], here: "from=2026-03&to=2026-04" });
	expect(papersIn((await page(ticked)).text)).toEqual(["支115-0001", "支115-0002"]);
	const every = await choose({ ids: [], all: "from=2026-03&to=2026-03", here: "from=2026-03&to=2026-03" });
	expect(papersIn((await page(every)).text)).toEqual(["收115-0001", "支115-0001"]);
	expect(await choose({ ids: [], here: "from=2026-03&to=2026-04" })).toBe(
		`${ledger.journal()}?from=2026-03&to=2026-04`,
	);
	expect((await page(`${ledger.vouchersPrint()}?ids=x`)).status).toBe(400);
	expect((await page(`${ledger.vouchersPrint()}?ids=999`)).text).toContain("沒有可以列印的傳票");
	expect((await page(ticked, await signIn({ roles: ["editor"] }))).status).toBe(403);
});

test("draws no draft, and says so when there are more than can be printed at once", async () => {
	const draft = await env.DB.prepare(
		"INSERT INTO vouchers (date, description, created_at, updated_at) VALUES ('2026-03-09', '草稿', 1, 1) RETURNING id",
	).first<{ id: number }>();
	expect((await page(`${ledger.vouchersPrint()}?ids=${draft?.id}`)).text).toContain("沒有可以列印的傳票");
	expect(await tripsOf(`${ledger.vouchersPrint()}?ids=${ids.join(".")}`, accountant)).toBe(2);
	const [[one]] = await readRows(env.DB, vouchersToPrint({ ids }, PRINT_MAX + 1));
	if (!one) throw new Error("there is no voucher");
	const drawn = (many: number) =>
		toHtml(
			vouchersPrintPage(
				Array.from({ length: many }, () => one),
				{
					association: "協會",
					signers: ["理事長"],
					size: "half",
					back: ledger.journal(),
					here: { path: ledger.vouchersPrint(), query: {} },
				},
			).body,
		);
	expect(papersIn(drawn(PRINT_MAX))).toHaveLength(PRINT_MAX);
	expect(papersIn(drawn(PRINT_MAX + 1))).toEqual([]);
	expect(drawn(PRINT_MAX + 1)).toContain("一次最多列印 200 張傳票");
});
