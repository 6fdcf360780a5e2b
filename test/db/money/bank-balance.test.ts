import { env } from "cloudflare:test";
import { expect, test } from "vitest";
import { bankBalance } from "#db/books/index.ts";
import { bankAccount } from "../../support/bank.ts";
import { type Chance, chances, newSeed, stepsOf, WALK_MS } from "../../support/chances.ts";
import { rows } from "../../support/users.ts";

/* What a bank held at an end of a day is the same as when it is counted line by line, and is found in the day's lines alone. */

type Line = { statement: number; row: number; amount: number; balance: number | null };
const DAY = "2026-03-03";

/** The lines of a day: small amounts that come back to the same balances, some of them in files that begin with the newest. */
function linesOf({ step, a, b, c }: Chance): { lines: Line[]; isNewestFirst: boolean[] } {
	const isNewestFirst = [a % 2 === 0, b % 2 === 0];
	let balance = (c % 3) * 100;
	const lines = Array.from({ length: step % 7 }, (_, nth) => {
		const amount = ((a >> nth) % 2 === 0 ? 1 : -1) * (((b >> nth) % 2) + 1) * 100;
		// A file that lacks a line breaks the chain.
		balance += (c >> nth) % 5 === 0 ? 300 : amount;
		return { statement: nth % 2, row: nth, amount, balance: (step + nth) % 6 === 0 ? null : balance };
	});
	return {
		lines: lines.map((line) => (isNewestFirst[line.statement] ? { ...line, row: 100 - line.row } : line)),
		isNewestFirst,
	};
}

/** Counts at which balance of `lines` one more ends (or starts) than starts (or ends); the last in the files' order. */
function counted({ lines, isNewestFirst }: ReturnType<typeof linesOf>, end: "last" | "first"): number | null {
	const told = lines.flatMap((line) => (line.balance === null ? [] : [{ ...line, balance: line.balance }]));
	const after = told.map(({ balance }) => balance);
	const before = told.map(({ balance, amount }) => balance - amount);
	const [own, other] = end === "last" ? [after, before] : [before, after];
	const many = (of: number[], value: number): number => of.filter((one) => one === value).length;
	const inOrder = told
		.map(({ statement, row }, nth) => {
			const at = own[nth] ?? 0;
			const place = statement * 1_000 + (isNewestFirst[statement] ? -row : row);
			return { at, more: many(own, at) - many(other, at), place: end === "last" ? place : -place };
		})
		.sort((x, y) => y.more - x.more || y.place - x.place);
	return inOrder[0]?.at ?? null;
}

/** A file with the lines of the day among those of the days around it, which tell the order that it has. */
async function file(account: number, isNewestFirst: boolean, lines: readonly Line[]): Promise<void> {
	const statement = await env.DB.prepare(
		"INSERT INTO bank_statements (bank_account_id, filename, state, created_at) VALUES (?, 'lines', 'applied', 1) RETURNING id",
	)
		.bind(account)
		.first<number>("id");
	const [top, bottom] = isNewestFirst ? ["2026-03-04", "2026-03-02"] : ["2026-03-02", "2026-03-04"];
	const all = [
		{ day: top, row: -1, amount: 1, balance: null },
		...lines.map((line) => ({ day: DAY, ...line })),
		{ day: bottom, row: 101, amount: 1, balance: null },
	];
	await env.DB.batch(
		all.map(({ day, row, amount, balance }) =>
			env.DB.prepare(
				`INSERT INTO bank_lines (statement_id, bank_account_id, row, booked_on, amount, balance, fingerprint, created_at, updated_at)
				VALUES (?1, ?2, ?3, ?4, ?5, ?6, ?1 || ' ' || ?3, 1, 1)`,
			).bind(statement, account, row, day, amount, balance),
		),
	);
}

const SEED = newSeed();
test(
	`the balance at an end of a day is that of its lines one by one (seed ${SEED})`,
	async () => {
		let told = 0;
		for (const chance of chances(stepsOf(60), SEED)) {
			const account = await bankAccount();
			const day = linesOf(chance);
			for (const [nth, isNewestFirst] of day.isNewestFirst.entries())
				await file(
					account,
					isNewestFirst,
					day.lines.filter(({ statement }) => statement === nth),
				);
			const found = await rows(
				`SELECT ${bankBalance("?1", "?2")} AS last, ${bankBalance("?1", "?2", "first")} AS first`,
				account,
				DAY,
			);
			expect(found).toEqual([{ last: counted(day, "last"), first: counted(day, "first") }]);
			if (day.lines.length > 2) told += 1;
		}
		expect(told).toBeGreaterThan(10);
	},
	WALK_MS,
);

test("of a day of many lines each is read some times, not once for each other line", async () => {
	const account = await bankAccount();
	const lines = Array.from({ length: 90 }, (_, row) => ({ statement: 0, row, amount: 1, balance: row }));
	await file(account, false, lines);
	for (const end of ["last", "first"] as const) {
		const { meta } = await env.DB.prepare(`SELECT ${bankBalance("?1", "?2", end)} AS balance`)
			.bind(account, DAY)
			.all();
		expect(meta.rows_read).toBeLessThan(20 * lines.length);
	}
});
