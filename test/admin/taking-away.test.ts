import { env } from "cloudflare:test";
import { Hono } from "hono";
import { beforeAll, describe, expect, test } from "vitest";
import { HOLDS, needsProof } from "#auth/holds.ts";
import { type Route, view } from "#auth/route.ts";
import type { App } from "#http/context.ts";
import { paths } from "#http/paths.ts";
import exportsPage from "../../docs/exports.md?raw";
import { fillLists } from "../support/bulk-rows.ts";
import { shareOf } from "../support/chances.ts";
import { brokenOnPurpose } from "../support/invariants.ts";
import { ask, openSession, type Person, signIn } from "../support/people.ts";
import { routes } from "../support/routes.ts";
import { rows } from "../support/users.ts";

const MOST = 10_000;
const ROLES = ["admin", "secretary", "cashier", "accountant", "chair"];
const MINUTE = 60_000;
const declared = routes.filter(({ holds }) => holds);

/** Files of a list or a book, as CSV and as Excel; what is asked of each, where its rows are not the only ones. */
const LISTS = declared
	.map(({ path, holds }) => ({ path, holds }))
	.filter(({ path }) => /\/export\/(xlsx|csv)$/.test(path));
const ASKED: Record<string, string> = {
	"/admin/members/export": "columns=name",
	"/admin/groups/people/export": "group=1",
	"/admin/dues/report/export": "year=2026",
	"/admin/income/tax/export": "year=2026",
	"/admin/withholding/year/export": "year=2026",
	"/admin/payees/export": "kind=person",
	"/admin/tasks/export": "status=all",
	"/admin/ledger/export": "from=2026-01&to=2026-12",
	"/admin/ledger/general/export": "from=2026-01&to=2026-12&account=3",
	"/admin/ledger/sub/export": "from=2026-01&to=2026-12&by=member",
	"/admin/ledger/by-items/export": "report=budget&year=2026&shape=full",
	"/admin/ledger/cash-book/export": "from=2026-01&to=2026-12",
	"/admin/ledger/trial-balance/export": "from=2026-01&to=2026-12",
	"/admin/ledger/statements/export": "from=2026-01&to=2026-12&kind=balance",
	"/admin/ledger/annual/export": "year=2026",
	"/admin/ledger/budgets/export": "year=2026",
	"/admin/ledger/assets/export": "year=2026",
};
const nounOf = (path: string): string => path.replace(/\/(xlsx|csv)$/, "");
const addressOf = (path: string): string => `${path}?${ASKED[nounOf(path)] ?? ""}`;
/** Their rows are the accounts of the chart, however much was posted, or what people have in common, however many they are. */
const OF_ACCOUNTS = [
	...["trial-balance", "statements", "by-items", "cash-book", "annual"].map((of) => `/admin/ledger/${of}/export`),
	"/admin/members/statistics/export",
];
/** Whole numbers lie sealed: of many see test/admin/money/income.test.ts and test/admin/books/withholding.test.ts. */
const OF_NUMBERS = ["/admin/income/tax/export", "/admin/withholding/year/export"];
/** An organisation is a member too, and would be one more of those: test/admin/people/organisations.test.ts. */
const OF_MEMBERS = "/admin/organisations/export";
const FILLED = LISTS.filter(({ path }) => nounOf(path) !== OF_MEMBERS);
/** The first line of an account is what it held before, also where nothing was posted. */
const HAS_OPENING = "/admin/ledger/general/export";

const fill = (from: number, to: number) => fillLists(from, to, fresh.userId);

let fresh: Person;
let stale: Person;

const flashOf = (answer: Response): string =>
	decodeURIComponent(decodeURIComponent(answer.headers.get("Set-Cookie") ?? ""));
const notedRows = () =>
	rows<{ action: string; changes: string }>(
		"SELECT action, changes FROM audit_log WHERE action LIKE '%export' ORDER BY id",
	);

/** Asks for the file; what came, where it leads instead, and what the log has gained. */
async function taken(address: string, as: Person) {
	const before = await notedRows();
	const answer = await ask(address, { as });
	const text = answer.status === 200 ? await answer.text() : "";
	const noted = (await notedRows())
		.slice(before.length)
		.map(({ changes }): Record<string, unknown> => JSON.parse(changes));
	return {
		status: answer.status,
		to: answer.headers.get("Location") ?? "",
		flash: flashOf(answer),
		isFile: answer.headers.get("Content-Disposition")?.startsWith("attachment") ?? false,
		text,
		noted,
	};
}

beforeAll(async () => {
	brokenOnPurpose("money of plain SQL that stands on no other");
	fresh = await signIn({ name: "剛登入", roles: ROLES });
	stale = { ...fresh, ...(await openSession(fresh.userId, Date.now(), Date.now() - 31 * MINUTE)) };
});

test("what holds sealed columns asks always, what says how to reach people above fifty, nothing else at all", () => {
	const asks = (people: number) => HOLDS.filter((holds) => needsProof(holds, people));
	expect([asks(1), asks(50), asks(51)]).toEqual([["sealed"], ["sealed"], ["sealed", "contacts"]]);
});

describe("every list and book", () => {
	test.each(LISTS)("$path of nothing is no file, and says so", async ({ path }) => {
		const { status, isFile, to, flash, noted, text } = await taken(addressOf(path), fresh);
		if (nounOf(path) === HAS_OPENING) return expect([status, noted.length]).toEqual([200, 1]);
		expect([path, status, isFile, noted, text]).toEqual([path, 303, false, [], ""]);
		expect(flash).toMatch(/沒有可以匯出的|請先在設定填寫/);
		expect((await ask(to, { as: fresh })).status).toBe(200);
	});

	test("one of each", () => fill(1, 1));
	test.each(FILLED)("$path of one leaves, and the log has it; an amount of 0 is a 0", async ({ path, holds }) => {
		if (OF_NUMBERS.includes(nounOf(path))) return;
		const { status, isFile, noted, text } = await taken(addressOf(path), stale);
		expect([path, status, isFile, noted.length]).toEqual([path, 200, true, 1]);
		expect(noted[0]).toMatchObject({ format: path.slice(path.lastIndexOf("/") + 1), filter: expect.anything() });
		if (!OF_ACCOUNTS.includes(nounOf(path))) expect([path, noted[0]?.rows]).toEqual([path, 1]);
		expect(holds).not.toBe("sealed");
		if (path.endsWith("/csv")) expect(text).not.toMatch(/undefined|null|NaN/);
	});
	test("0 is written as 0, and what there is nothing to say of is empty", async () => {
		const lineOf = async (path: string) => (await taken(addressOf(path), fresh)).text.split("\r\n").at(-2);
		expect(await lineOf("/admin/dues/export/csv")).toBe("M1,會員1,個人會員,常年會費,115,100,0,100,0,100,未繳,");
		expect(await lineOf("/admin/ledger/export/csv")).toMatch(/,會費,100,0,M1,,,$/);
		expect(await lineOf("/admin/income/export/csv")).toMatch(/,100,0,,現金,/);
	});

	test("fifty-one of each", () => fill(2, 51));
	test.each(FILLED)("$path of fifty-one asks for what it holds", async ({ path, holds }) => {
		const address = addressOf(path);
		const { status, to, noted } = await taken(address, stale);
		if (!holds || !needsProof(holds, 51)) return expect([path, status, noted.length]).toEqual([path, 200, 1]);
		expect([status, to, noted]).toEqual([303, paths.account.confirm(address), []]);
		const proven = await taken(address, fresh);
		if (!OF_NUMBERS.includes(nounOf(path))) expect([proven.status, proven.noted.length]).toEqual([200, 1]);
	});
	test("a proof counts for thirty minutes", async () => {
		const session = await openSession(fresh.userId, Date.now(), Date.now() - 29 * MINUTE);
		const { status } = await taken(addressOf("/admin/members/export/csv"), { ...fresh, ...session });
		expect(status).toBe(200);
	});

	test("as many as a file takes", () => fill(52, MOST), 60_000);
	const growing = FILLED.filter(({ path }) => ![...OF_ACCOUNTS, ...OF_NUMBERS].includes(nounOf(path)));
	test.each(shareOf(growing, 6))("$path of 10,000 leaves whole", async ({ path }) => {
		const { status, to, noted, text } = await taken(addressOf(path), fresh);
		// A large Excel file is made behind the answer: test/admin/system/large-exports.test.ts.
		const isBehind = path.endsWith("/xlsx");
		expect([path, status, to, noted[0]?.rows]).toEqual(
			isBehind ? [path, 303, paths.admin.works.list(), MOST] : [path, 200, "", MOST],
		);
		if (path.endsWith("/csv")) expect(text.trimEnd().split("\r\n").length).toBeGreaterThan(MOST);
	});
	test("one more", () => fill(MOST + 1, MOST + 1));
	test.each(shareOf(growing, 4))("$path of 10,001 says how to take less", async ({ path }) => {
		const { status, isFile, to, flash, noted } = await taken(addressOf(path), fresh);
		expect([path, status, isFile, noted]).toEqual([path, 303, false, []]);
		expect(flash).toMatch(/一次最多匯出 10,000 .，請.+。/);
		expect((await ask(to, { as: fresh })).status).toBe(200);
	});
});

describe("what leaves is declared", () => {
	test("docs/exports.md names every file with what it holds", () => {
		const table = [...exportsPage.matchAll(/^\| `((?:GET|POST) [^`]+)` \| (\w+) \|/gm)].map(([, name, holds]) => [
			name,
			holds,
		]);
		const all = declared.map(({ method, path, holds }) => [`${method} ${path.replace(/\/(xlsx|csv)$/, "/…")}`, holds]);
		const once = [...new Map(all.map((one) => [one[0], one])).values()];
		expect(table.toSorted()).toEqual(once.toSorted());
	});
	test("a file of which nobody said what it holds does not leave", async () => {
		const headers = { "Content-Disposition": "attachment" };
		const bare = { path: "/file", gate: "anyone", show: async () => new Response("secret", { headers }) } as const;
		const answerOf = async (route: Route) => {
			const app = new Hono<App>()
				.get("/file", (c) => route.handle(c, () => ""))
				.onError((error, c) => c.text(error.message, 500));
			const answer = await app.fetch(new Request("http://localhost/file"), env);
			return [answer.status, await answer.text()];
		};
		expect(await answerOf(view({ ...bare, holds: "own" }))).toEqual([200, "secret"]);
		expect(await answerOf(view(bare))).toEqual([500, "/file: a file of which nobody said what it holds"]);
	});
});
