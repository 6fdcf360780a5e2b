/** Whatever the order and the statement: no two receipts that bear a mark show the same number, and no series has a gap (0040). */
import { env } from "cloudflare:test";
import { beforeAll, expect, test } from "vitest";
import { issueReceipt } from "#domain/money/income/actions.ts";
import { Answers, type Chance, newSeed, one, stepsOf, walk } from "../../support/chances.ts";
import { recorded } from "../../support/income.ts";
import { issued } from "../../support/issued.ts";
import { db } from "../../support/payments.ts";
import { by, person, rows } from "../../support/users.ts";

const STEPS = stepsOf(80);
const seed = newSeed();
const MARKS: Record<string, string> = { dues: "會", donation: "捐", other: "其他" };
const SERIES = ["dues", "donation", "other", "event", ""];
const SOME = ["會", "捐", "其他", "", "活"];
const YEARS = [114, 115, 116];
/** A receipt of each series: those that are issued by SQL are of the same money. */
const first: Record<string, number> = {};

beforeAll(async () => {
	const cashier = await person({ roles: ["cashier"] });
	const { receipts } = await issued({ donation: 500 });
	const income = await recorded(cashier.id, { kind: "other", method: "cash", payerTitle: "福田書店" });
	await issueReceipt(db, {
		id: income,
		by: { ...by(cashier), userId: cashier.id },
	});
	const others = await rows<{ id: number; series: string }>(
		"SELECT id, series FROM receipts WHERE income_id = ?",
		income,
	);
	for (const { id, series } of [...receipts, ...others]) first[series] = id;
});

/** What the database says to a statement. */
async function said(query: string, ...params: (string | number)[]): Promise<string> {
	try {
		await env.DB.prepare(query)
			.bind(...params)
			.run();
		return "done";
	} catch (error) {
		return /D1_ERROR: ([a-z_]+\.[a-z_]+|[A-Z]+(?: KEY)? constraint failed)/.exec(String(error))?.[1] ?? String(error);
	}
}

/** The paper: where each series and year stands. */
class Register extends Answers {
	readonly last = new Map<string, number>();
	private note(name: string, code: string, expected: string): boolean {
		expect(`${name}: ${code}`).toBe(`${name}: ${expected}`);
		this.told.set(`${name}: ${code}`, 1);
		return code === "done";
	}

	/** What was issued of the money before is void by then, so that money refuses nothing. */
	async issue({ a, b, c }: Chance): Promise<void> {
		const [series, year] = [one(SERIES, a), one(YEARS, b)];
		const mark = c % 3 === 0 ? one(SOME, Math.floor(c / 3)) : (MARKS[series] ?? one(SOME, c));
		const skipped = b % 7 === 0 ? 1 : b % 11 === 0 ? -1 : 0;
		const key = `${series} ${year}`;
		const seq = (this.last.get(key) ?? 0) + 1 + skipped;
		const like = first[series] ?? first.dues ?? 0;
		await rows(
			`UPDATE receipts SET status = 'voided', voided_at = 1, reason = 'x' WHERE status = 'issued' AND id IN (SELECT o.id FROM receipts o
				JOIN receipts l ON o.payment_id = l.payment_id AND o.series = l.series OR o.income_id = l.income_id WHERE l.id = ?)`,
			like,
		);
		const code = await said(
			`INSERT ${a % 2 === 0 ? "OR REPLACE " : ""}INTO receipts (series, mark, roc_year, seq, number, payment_id, income_id,
				payer_title, amount, items, method, paid_on, issued_on, created_at)
			SELECT ?1, ?2, ?3, ?4, ?6, payment_id, income_id, 'x', amount, items,
				method, paid_on, ?7, 1 FROM receipts WHERE id = ?5`,
			series,
			mark,
			year,
			seq,
			like,
			`${year}-${String(seq).padStart(6, "0")}`,
			`${year + 1911}-06-01`,
		);
		const isRight = MARKS[series] === mark;
		if (isRight) {
			if (this.note("issue", code, skipped === 0 ? "done" : "number.not_next")) this.last.set(key, seq);
		} else {
			// Where more than one rule is broken either may speak.
			const codes = skipped === 0 ? ["receipt.wrong_mark"] : ["receipt.wrong_mark", "number.not_next"];
			expect(codes).toContain(code);
			this.told.set(`issue: ${code}`, 1);
		}
	}

	async change({ a, b, c }: Chance): Promise<void> {
		const [series, mark] = [one(SERIES, a), one(SOME, b)];
		const id = one(Object.values(first), c);
		const [now] = await rows<{ series: string; mark: string }>("SELECT series, mark FROM receipts WHERE id = ?", id);
		const same = now?.series === series && now.mark === mark;
		const code = await said(
			`UPDATE ${c % 2 === 0 ? "OR REPLACE" : ""} receipts SET series = ?1, mark = ?2 WHERE id = ?3`,
			series,
			mark,
			id,
		);
		this.note("change", code, same ? "done" : "receipt.is_final");
	}

	async begin({ a, b, c }: Chance): Promise<void> {
		const [series, year, firstNo] = [one(SERIES, a), one(YEARS, b), (c % 40) + 1];
		const key = `${series} ${year}`;
		const code = await said(
			`INSERT INTO number_series (series, roc_year, first_no, last_no) VALUES ('receipt:' || ?1, ?2, ?3, ?3 - 1)`,
			series,
			year,
			firstNo,
		);
		const expected = series in MARKS ? (this.last.has(key) ? "number.in_use" : "done") : "receipt.wrong_mark";
		if (this.note("begin", code, expected)) this.last.set(key, firstNo - 1);
	}

	async remark({ a, b, c }: Chance): Promise<void> {
		const statement = one(
			[
				"UPDATE receipt_marks SET mark = ?2 WHERE series = ?1",
				"UPDATE OR REPLACE receipt_marks SET series = ?1, mark = ?2 || 'x' WHERE mark = '捐'",
				"INSERT OR REPLACE INTO receipt_marks (series, mark) VALUES (?1, ?2)",
				"DELETE FROM receipt_marks WHERE series = ?1 AND ?2 <> 'x'",
			],
			a,
		);
		this.note(
			"remark",
			await said(statement, one(Object.keys(MARKS), b), one(SOME.slice(0, 3), c)),
			"receipt.wrong_mark",
		);
	}

	async look(): Promise<void> {
		const [doubles] = await rows(
			"SELECT count(*) - count(DISTINCT mark || number) AS same, sum(mark = '') AS unmarked FROM receipts",
		);
		expect(doubles).toEqual({ same: 0, unmarked: 0 });
		const series = await rows<{ name: string; mark: string; gap: number; last: number }>(
			`SELECT r.series || ' ' || r.roc_year AS name, group_concat(DISTINCT mark) AS mark, n.last_no AS last,
				n.last_no - n.first_no + 1 - count(*) + max(r.seq) - n.last_no AS gap
			FROM receipts r JOIN number_series n ON n.series = 'receipt:' || r.series AND n.roc_year = r.roc_year GROUP BY 1`,
		);
		for (const { name, mark, gap, last } of series)
			expect([name, mark, gap, last]).toEqual([name, MARKS[name.split(" ")[0] ?? ""], 0, this.last.get(name)]);
	}
}

test(`${STEPS} statements by chance (seed ${seed})`, async () => {
	const register = new Register();
	for (const series of Object.keys(first)) register.last.set(`${series} 115`, 1);
	const reached = ["issue: done", "issue: number.not_next", "issue: receipt.wrong_mark", "change: receipt.is_final"];
	const lacks = () =>
		register.missing([...reached, "begin: number.in_use", "begin: receipt.wrong_mark", "remark: receipt.wrong_mark"]);
	for (const [, chance] of walk(STEPS, seed, lacks)) {
		const kind = chance.step % 10;
		if (kind < 6) await register.issue(chance);
		else if (kind < 8) await register.change(chance);
		else if (kind < 9) await register.begin(chance);
		else await register.remark(chance);
		await register.look();
	}
	expect(lacks()).toEqual([]);
});

test("a series that comes later has its mark before its first number, and no digit in it", async () => {
	for (const [series, mark, code] of [
		["event", "1活", "CHECK constraint failed"],
		["event", "", "CHECK constraint failed"],
		["event", "會", "receipt.wrong_mark"],
		["event", "活", "done"],
	] as const)
		expect(await said("INSERT INTO receipt_marks (series, mark) VALUES (?, ?)", series, mark)).toBe(code);
	expect(await said("INSERT INTO number_series (series, roc_year, last_no) VALUES ('receipt:event', 115, 0)")).toBe(
		"done",
	);
});
