import { beforeAll, expect, test } from "vitest";
import { postVoucher } from "#db/books/vouchers.ts";
import { commit } from "#db/commit.ts";
import { credit, debit } from "#domain/books/ledger/postings.ts";
import { paths } from "#http/paths.ts";
import { db } from "../../support/payments.ts";
import { ask, type Person, signIn } from "../../support/people.ts";
import { by, rows } from "../../support/users.ts";

const { ledger } = paths.admin;
const id: Record<string, number> = {};
let accountant: Person;
let chair: Person;

beforeAll(async () => {
	accountant = await signIn({ roles: ["accountant"] });
	chair = await signIn({ roles: ["chair"] });
	for (const row of await rows<{ id: number; code: string }>("SELECT id, code FROM accounts")) id[row.code] = row.id;
	const who = by({ id: accountant.userId }, Date.UTC(2026, 10, 20));
	const voucher = (n: number, to: string) =>
		postVoucher(
			{
				source: "bank_line",
				id: n,
				date: "2026-03-05",
				description: "收入",
				lines: [debit("1110", n, ""), credit(to, n, "")],
			},
			who,
		);
	await commit(db, [...voucher(1, "4120"), ...voucher(2, "4410")]);
});

type Browser = { as: Person; kept: string };
/** Opens an address in a browser that keeps the cookie of the ledger, if it has one. */
async function open(address: string, { as, kept }: Browser) {
	const answer = await ask(address, { as, headers: { Cookie: [as.cookie, kept].filter(Boolean).join("; ") } });
	const set = answer.headers.getSetCookie().find((cookie) => cookie.startsWith("ledger="));
	const text = await answer.text();
	return {
		status: answer.status,
		text,
		set,
		heading: /<h1[^>]*>(.*?)<\/h1>/s.exec(text)?.[1]?.trim(),
		kept: set?.split(";")[0] ?? kept,
	};
}
const general = (query = "") => `${ledger.general()}${query}`;

test("the ledger opens with the account and the months that were looked at last", async () => {
	const before = await open(general(), { as: accountant, kept: "" });
	expect([before.heading, before.set]).toEqual(["總分類帳", undefined]);
	const seen = await open(general(`?account=${id["4120"]}&from=2026-03&to=2026-04`), { as: accountant, kept: "" });
	expect(seen.set).toMatch(/; Max-Age=\d+; Path=\/; HttpOnly; SameSite=Lax/);
	const again = await open(general(), { as: accountant, kept: seen.kept });
	expect([again.status, again.heading]).toEqual([200, "4120 常年會費收入"]);
	expect(again.text).toContain("中華民國 115 年 3 月 1 日至 115 年 4 月 30 日");
	const named = await open(general("?named=4410&from=2026-03-05&to=2026-03-06"), { as: accountant, kept: seen.kept });
	expect((await open(general(), { as: accountant, kept: named.kept })).text).toContain(
		"115 年 3 月 5 日至 115 年 3 月 6 日",
	);
	// A form without an account asks for one, and keeps what was seen.
	const none = await open(general("?named=&from=2026-03&to=2026-03"), { as: accountant, kept: named.kept });
	expect([none.heading, none.set]).toEqual(["總分類帳", undefined]);
});

test("the file of the bare address is the book of that account too", async () => {
	const { kept } = await open(general(`?account=${id["4120"]}&from=2026-03&to=2026-03`), { as: accountant, kept: "" });
	const file = await open(ledger.generalExport("csv"), { as: accountant, kept });
	expect(file.text).toContain("期初餘額");
	expect((await open(ledger.generalExport("csv"), { as: accountant, kept: "" })).status).toBe(404);
});

test("明細分類帳 opens with it, too, and all accounts are one condition less", async () => {
	const seen = await open(general("?named=4120&from=2026-03&to=2026-04"), { as: accountant, kept: "" });
	const sub = await open(ledger.sub(), { as: accountant, kept: seen.kept });
	expect([sub.status, sub.text.includes("4120 常年會費收入　中華民國 115 年 3 月 1 日至 115 年 4 月 30 日")]).toEqual([
		200,
		true,
	]);
	const other = await open(`${ledger.sub()}?named=4410&from=2026-03&to=2026-03`, { as: accountant, kept: sub.kept });
	expect((await open(general(), { as: accountant, kept: other.kept })).heading).toMatch(/^4410 /);
	const all = await open(`${ledger.sub()}?by=member&from=2026-03&to=2026-03`, { as: accountant, kept: other.kept });
	expect([all.status, all.set]).toEqual([200, undefined]);
	expect(all.text).not.toMatch(/4410[^<]*　中華民國/);
	expect((await open(ledger.sub(), { as: chair, kept: other.kept })).text).not.toMatch(/4410[^<]*　中華民國/);
});

test("nobody else gets it in the same browser, and signing out drops it", async () => {
	const { kept } = await open(general(`?account=${id["4120"]}`), { as: accountant, kept: "" });
	const other = await open(general(), { as: chair, kept });
	expect([other.heading, other.text.includes("4120 常年會費收入</h1>")]).toEqual(["總分類帳", false]);
	const out = await ask(paths.logout(), { form: {}, as: accountant });
	expect(out.headers.getSetCookie().filter((cookie) => cookie.startsWith("ledger=;"))).toEqual([
		expect.stringContaining("Max-Age=0"),
	]);
});

test("an account that is gone, and a cookie of other words, open without an error", async () => {
	const as = await signIn({ roles: ["accountant"] });
	for (const [value, heading] of [
		[`${as.userId}.999999..`, "總分類帳"],
		[`${as.userId}.${id["4120"]}.2026-99.`, "總分類帳"],
		[`${as.userId}.-1..`, "總分類帳"],
		[`${as.userId}.1e3..`, "總分類帳"],
		["x", "總分類帳"],
		[`%00${as.userId}.1..`, "總分類帳"],
	]) {
		const opened = await open(general(), { as, kept: `ledger=${value}` });
		expect([value, opened.status, opened.heading]).toEqual([value, 200, heading]);
	}
	expect((await open(general("?account=999999"), { as, kept: "" })).status).toBe(404);
});

test("the accounts with postings before and after are one press away, in the same months", async () => {
	const links = async (code: string) =>
		[
			...(await open(general(`?account=${id[code]}&from=2026-03&to=2026-04`), { as: chair, kept: "" })).text.matchAll(
				/<a rel="(prev|next)" href="([^"]*)">/g,
			),
		].map(([, rel, href]) => [rel, href?.replaceAll("&amp;", "&")]);
	const to = (code: string) => `${ledger.general()}?account=${id[code]}&from=2026-03&to=2026-04`;
	expect(await links("1110")).toEqual([["next", to("4120")]]);
	expect(await links("4120")).toEqual([
		["prev", to("1110")],
		["next", to("4410")],
	]);
	expect(await links("4410")).toEqual([["prev", to("4120")]]);
	// From an account without any, too.
	expect(await links("4210")).toEqual([
		["prev", to("4120")],
		["next", to("4410")],
	]);
});
