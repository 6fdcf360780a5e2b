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
