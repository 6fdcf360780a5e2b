/** Accounts of cash, in whatever order and by whichever writer: their sub-accounts alone take postings, and no month closes below zero. */
import { env } from "cloudflare:test";
import fc from "fast-check";
import { beforeAll, expect, test } from "vitest";
import { post, postVoucher, reverseVoucher } from "#db/books/vouchers.ts";
import { commit } from "#db/commit.ts";
import { brokenInvariants } from "#db/invariants/suite.ts";
import { mapAccounts } from "#domain/books/accounts/actions.ts";
import { CASH_CLASS, isCash } from "#domain/books/ledger/cash.ts";
import { credit, debit, type Entry } from "#domain/books/ledger/postings.ts";
import { closeMonth, reopenMonth } from "#domain/books/periods/actions.ts";
import { openBooks, reverseManual } from "#domain/books/vouchers/actions.ts";
import { stepsOf } from "../support/chances.ts";
import { db } from "../support/payments.ts";
import { codeOf } from "../support/refusal.ts";
import { AT, by, person, rows } from "../support/users.ts";

const people = { accountant: 0, chair: 0 };
beforeAll(async () => {
	people.accountant = (await person({ roles: ["accountant"] })).id;
	people.chair = (await person({ roles: ["chair"] })).id;
});
const mine = () => by({ id: people.accountant });
const refused = (promise: Promise<unknown>) =>
	promise.then(
		() => "",
		(error: unknown) => /[a-z_]+\.[a-z_]+/.exec(String(codeOf(error)))?.[0] ?? String(error),
	);

const MONTHS = ["2025-12", "2026-01", "2026-02"] as const;
const CODES = ["1110", "1110-01", "1130", "1130-01", "1130-02", "4220", "5310", "2110"] as const;

type Line = { code: string; debit: number; credit: number };
type Voucher = { id: number; month: string; kind: string; lines: Line[] };
async function posted(): Promise<Voucher[]> {
	const found = await rows<{ id: number; month: string; kind: string; lines: string }>(
		`SELECT v.id, substr(v.date, 1, 7) AS month, v.kind, (SELECT json_group_array(json_object('code', a.code, 'debit', l.debit, 'credit', l.credit))
			FROM voucher_lines l JOIN accounts a ON a.id = l.account_id WHERE l.voucher_id = v.id) AS lines
		FROM vouchers v WHERE v.state = 'posted' ORDER BY v.posted_at, v.id`,
	);
	return found.map(({ lines, ...rest }) => ({ ...rest, lines: JSON.parse(lines) as Line[] }));
}
const movedOn = (code: string, vouchers: readonly Voucher[]) =>
	vouchers
		.flatMap(({ lines }) => lines)
		.reduce((sum, one) => sum + (one.code === code ? one.debit - one.credit : 0), 0);
const upTo = (month: string, vouchers: readonly Voucher[]) => vouchers.filter((one) => one.month <= month);
const inUse = async () =>
	(await rows<{ code: string }>("SELECT code FROM accounts WHERE is_active = 1")).map(({ code }) => code);
const parentsIn = (codes: readonly string[]) =>
	CASH_CLASS.filter((four) => codes.some((code) => code.startsWith(`${four}-`)));

/** What must hold of what was posted between two looks, with the accounts that had sub-accounts then. */
function judge(before: Voucher[], after: Voucher[], parents: readonly string[]): void {
	for (const parent of parents) {
		for (const voucher of after.filter(({ id }) => !before.some((one) => one.id === id)))
			if (voucher.lines.some(({ code }) => code === parent))
				expect([parent, voucher.kind]).toEqual([parent, "transfer"]);
		for (const month of [...MONTHS, "9999-12"]) {
			const [was, is] = [movedOn(parent, upTo(month, before)), movedOn(parent, upTo(month, after))];
			expect(Math.abs(is), `${parent} in ${month}: ${was} to ${is}`).toBeLessThanOrEqual(Math.abs(was));
			expect(is * was, `${parent} in ${month}: ${was} to ${is}`).toBeGreaterThanOrEqual(0);
		}
	}
}
async function judgeMonths(vouchers: readonly Voucher[]): Promise<void> {
	const closed = await rows<{ month: string }>("SELECT month FROM periods WHERE status = 'closed'");
	const codes = new Set(vouchers.flatMap(({ lines }) => lines.map(({ code }) => code)).filter(isCash));
	for (const { month } of closed)
		for (const code of codes)
			expect(movedOn(code, upTo(month, vouchers)), `${code} at the end of ${month}`).toBeGreaterThanOrEqual(0);
}

let drafts = 0;
/** A draft of a manual voucher by plain SQL; returns its id. */
async function draft(date: string, lines: readonly Line[]): Promise<number> {
	drafts += 1;
	const [made] = await rows<{ id: number }>(
		"INSERT INTO vouchers (date, description, created_at, updated_at) VALUES (?, ?, 1, 1) RETURNING id",
		date,
		`第 ${drafts} 張`,
	);
	for (const [at, line] of lines.entries())
		await rows(
			"INSERT INTO voucher_lines (voucher_id, line_no, account_id, debit, credit) SELECT ?, ?, id, ?, ? FROM accounts WHERE code = ?",
			made?.id ?? 0,
			at + 1,
			line.debit,
			line.credit,
			line.code,
		);
	return made?.id ?? 0;
}

const SEEDS = Array.from({ length: stepsOf(1) }, (_, nth) => nth + 1);

test.each(SEEDS)("whatever is tried in whatever order (walk %i)", async (seed) => {
	const numbers = fc.sample(fc.noBias(fc.nat(999_999)), { seed, numRuns: 6_000 });
	const chance = () => (numbers.pop() ?? 0) / 1_000_000;
	const one = <T>(list: readonly T[]): T => list[Math.floor(chance() * list.length)] as T;
	const day = () => `${one(MONTHS)}-${String(1 + Math.floor(chance() * 28)).padStart(2, "0")}`;
	const amount = () => 100 * (1 + Math.floor(chance() * 9));
	const pair = (): Line[] => {
		const [left, right, sum] = [one(CODES), one(CODES), amount()];
		return [
			{ code: left, debit: sum, credit: 0 },
			{ code: right, debit: 0, credit: sum },
		];
	};
	let source = seed * 10_000;
	const said: string[] = [];
	const steps: (() => Promise<unknown>)[] = [
		// Somebody with SQL posts anything, dated anew in the same statement or not.
		async () => {
			const id = await draft(day(), pair());
			return commit(db, [post(id, mine())]);
		},
		async () => {
			const id = await draft("2026-02-01", [...pair(), ...pair()]);
			const [of] = await rows<{ kind: string }>("SELECT kind FROM voucher_sums WHERE voucher_id = ?", id);
			return rows(
				`UPDATE vouchers SET date = ?, state = 'posted', kind = ?2, posted_at = 1, roc_year = CAST(substr(?1, 1, 4) AS INTEGER) - 1911,
					seq = coalesce((SELECT last_no + 1 FROM number_series WHERE series = 'voucher:' || ?2
						AND roc_year = CAST(substr(?1, 1, 4) AS INTEGER) - 1911), 1) WHERE id = ?3`,
				day(),
				of?.kind ?? "transfer",
				id,
			);
		},
		// The program's own roads.
		async () => {
			source += 1;
			const [into, sum] = [one(["bank", "cash", "1130-01"]), amount()];
			const lines: Entry[] =
				chance() < 0.6
					? [debit(into, sum, ""), credit("4220", sum, "")]
					: [debit("5310", sum, ""), credit(into, sum, "")];
			return commit(
				db,
				postVoucher({ source: "bank_line", id: source, date: day(), description: "收付", lines }, mine()),
			);
		},
		async () => {
			const [found] = await rows<{ id: number; date: string; version: number; source: string }>(
				`SELECT id, date, version, source FROM vouchers v WHERE state = 'posted' AND reverses_id IS NULL AND source IN ('manual', 'bank_line')
					AND NOT EXISTS (SELECT 1 FROM vouchers r WHERE r.reverses_id = v.id) ORDER BY (id * ?) % 97 LIMIT 1`,
				1 + Math.floor(chance() * 96),
			);
			if (!found) return undefined;
			const poster = { userId: people.chair, standsFor: [null] };
			const how = { date: found.date, description: "沖銷", by: mine() };
			return found.source === "manual"
				? reverseManual(db, { ref: found, date: found.date, reason: "更正", poster, by: by({ id: people.chair }) })
				: commit(db, reverseVoucher({ voucherId: found.id }, how));
		},
		async () => {
			const [now] = await rows<{ id: number }>(
				"SELECT id FROM vouchers v WHERE source = 'opening' AND NOT EXISTS (SELECT 1 FROM vouchers r WHERE r.reverses_id = v.id) ORDER BY id DESC",
			);
			const [code, sum] = [one(["1110", "1130", "1130-01"]), amount()];
			const lines = [debit(code, sum, "開帳"), credit("accumulated", sum, "開帳")];
			return openBooks(db, {
				date: "2025-12-01",
				lines,
				seen: now?.id ?? 0,
				by: by({ id: one([people.chair, people.accountant]) }),
			});
		},
		// Moving what an account above still holds, too much or to the wrong side at times.
		async () => {
			const parent = one(["1110", "1130"]);
			const held = movedOn(parent, await posted());
			const sum = chance() < 0.7 ? Math.abs(held) : amount();
			const right = held > 0 === chance() < 0.8;
			const lines = [
				{ code: `${parent}-01`, debit: right ? sum : 0, credit: right ? 0 : sum },
				{ code: parent, debit: right ? 0 : sum, credit: right ? sum : 0 },
			];
			const id = await draft(chance() < 0.7 ? "2026-02-27" : day(), lines);
			return commit(db, [post(id, mine())]);
		},
		// The chart changes below what is posted.
		async () =>
			rows(
				"INSERT INTO accounts (code, name, created_at, updated_at) VALUES (?, '子目', 1, 1)",
				one(["1110-01", "1130-01", "1130-02"]),
			),
		async () =>
			rows("UPDATE accounts SET is_active = 1 - is_active WHERE code = ?", one(["1110-01", "1130-01", "1130-02"])),
		async () => {
			const purpose = one(["bank", "cash"]);
			const [row] = await rows<{ version: number }>("SELECT version FROM posting_accounts WHERE purpose = ?", purpose);
			const [account] = await rows<{ id: number }>(
				"SELECT id FROM accounts WHERE code = ?",
				one(["1110", "1130", "1130-01", "1110-01"]),
			);
			return mapAccounts(db, [{ purpose, accountId: account?.id ?? 0, version: row?.version ?? 0 }], mine());
		},
		// Months close and open, by their pages and by SQL.
		async () => {
			const month = one(MONTHS);
			const [row] = await rows<{ version: number }>("SELECT version FROM periods WHERE month = ?", month);
			return closeMonth(db, {
				month,
				version: row?.version ?? 0,
				reviewer: { userId: people.accountant, standsFor: [null] },
				by: mine(),
			});
		},
		async () => {
			const month = one(MONTHS);
			// The event, the month and that it is closed stand or fall together, as the program writes them.
			return env.DB.batch([
				env.DB.prepare("INSERT INTO period_events (period, step, user_id, at) VALUES (?, 'close', ?, ?)").bind(
					month,
					people.accountant,
					AT,
				),
				env.DB.prepare(
					"INSERT INTO periods (month, updated_at) SELECT ?1, ?2 WHERE NOT EXISTS (SELECT 1 FROM periods WHERE month = ?1)",
				).bind(month, AT),
				env.DB.prepare("UPDATE periods SET status = 'closed', closed_by = ?2, closed_at = ?3 WHERE month = ?1").bind(
					month,
					people.accountant,
					AT,
				),
			]);
		},
		async () => {
			const [row] = await rows<{ month: string; version: number }>(
				"SELECT month, version FROM periods WHERE status = 'closed' ORDER BY (version * 31 + length(month) + ?) % 7 LIMIT 1",
				Math.floor(chance() * 7),
			);
			if (!row) return undefined;
			const reviewer = { userId: people.chair, standsFor: [null] };
			return reopenMonth(db, { ...row, reason: "更正", reviewer, by: by({ id: people.chair }) });
		},
	];
	for (let at = 0; at < 150; at += 1) {
		const [before, parents] = [await posted(), parentsIn(await inUse())];
		said.push(await refused(one(steps)()));
		const after = await posted();
		judge(before, after, parents);
		await judgeMonths(after);
	}
	expect(await brokenInvariants(env.DB)).toEqual([]);
	// The walk met what it is about.
	expect(said.filter((code) => code === "").length).toBeGreaterThan(25);
	expect(said).toContain("ledger.cash_sub_account");
	expect(said.some((code) => code === "ledger.cash_below_zero" || code === "ledger.cash_closed_month")).toBe(true);
});
