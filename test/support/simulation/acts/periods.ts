/** Months and years that are closed, and opened again. */
import { balanceRows } from "#db/books/periods.ts";
import { readRows } from "#db/read.ts";
import { postDocument } from "#domain/books/finance/payment-actions.ts";
import {
	closeMonth,
	closeYear,
	keepBalances,
	openYear,
	reopenMonth,
	reopenYear,
} from "#domain/books/periods/actions.ts";
import { removeDraft } from "#domain/books/vouchers/actions.ts";
import { postIncome } from "#domain/money/income/actions.ts";
import { rejectPayment } from "#domain/money/payments/verification-actions.ts";
import { act, type Button, type Ref, type Seeing } from "../seen.ts";

/** What keeps a month from being closed, the oldest of each first. */
const LEFT = `SELECT * FROM (
		SELECT 'voucher' AS kind, id, version FROM vouchers WHERE state = 'draft' AND date <= ?1
		UNION ALL SELECT 'payment', id, version FROM payments WHERE status = 'submitted' AND paid_on <= ?1
		UNION ALL SELECT 'request', id, version FROM finance_documents WHERE state = 'paid' AND paid_on <= ?1
		UNION ALL SELECT 'income', id, version FROM income_records WHERE state = 'recorded' AND received_on <= ?1) LIMIT 20`;
type Left = Ref & { kind: "voucher" | "payment" | "request" | "income" };

/** Clears one thing that is left of a month. */
const clearing = (one: Left): Button["press"] => {
	const ref = { id: one.id, version: one.version };
	return ({ db, reviewer, reviewers, by }) => {
		switch (one.kind) {
			case "voucher":
				return removeDraft(db, ref, by);
			case "payment":
				return rejectPayment(db, { ref, reason: "看不到款項", reviewer, by });
			case "request":
				return postDocument(db, { ref, overBudget: true, reviewers, by });
			case "income":
				return postIncome(db, { ref, accountId: null, projectId: null, reviewer, by });
		}
	};
};

const firstOpen = async ({ one }: Seeing): Promise<{ month: string; version: number }> =>
	(await one(
		`WITH RECURSIVE n (month) AS (SELECT '2025-11' UNION ALL SELECT strftime('%Y-%m', month || '-01', '+1 month') FROM n LIMIT 20)
		SELECT n.month, coalesce(p.version, 0) AS version FROM n LEFT JOIN periods p ON p.month = n.month
		WHERE coalesce(p.status, 'open') = 'open' ORDER BY n.month LIMIT 1`,
	)) ?? { month: "2025-11", version: 0 };

const seqOf = async ({ one }: Seeing, source: string, year: number): Promise<number> =>
	(
		await one<{ seq: number }>(
			"SELECT coalesce(max(source_seq), 0) AS seq FROM vouchers WHERE source = ? AND source_id = ?",
			source,
			year,
		)
	)?.seq ?? 0;

const yearOf =
	(year: number, source: string, close: typeof closeYear) =>
	async (seeing: Seeing): Promise<Button | undefined> => {
		if (seeing.today < "2026-01-01") return undefined;
		const version = await seqOf(seeing, source, year);
		return { about: [year, version], press: ({ db, reviewer, by }) => close(db, { year, version, reviewer, by }) };
	};

export const PERIODS = [
	act("clear a month", ["accountant", 14], async (seeing) => {
		const { month } = await firstOpen(seeing);
		const left = await seeing.one<Left>(LEFT, `${month}-31`);
		return left && month < seeing.today.slice(0, 7) ? { about: left, press: clearing(left) } : undefined;
	}),
	act("note the bank's balances", ["accountant", 2], async (seeing) => {
		const { month } = await firstOpen(seeing);
		const [rows] = await readRows(seeing.db.$client, balanceRows(month));
		const balances = rows.map(({ account_id, held }) => ({ accountId: account_id, amount: held, note: "在途" }));
		return { about: [month, balances], press: ({ db, by }) => keepBalances(db, month, { balances, by }) };
	}),
	act("close a month", ["accountant", 10], async (seeing) => {
		const { month, version } = await firstOpen(seeing);
		const [rows] = await readRows(seeing.db.$client, balanceRows(month));
		const balances = rows.map(({ account_id, held }) => ({ accountId: account_id, amount: held, note: "在途" }));
		if (month >= seeing.today.slice(0, 7)) return undefined;
		return {
			about: [month, version],
			press: async ({ db, reviewer, by }) => {
				await keepBalances(db, month, { balances, by });
				await closeMonth(db, { month, version, reviewer, by });
			},
		};
	}),
	act("reopen a month", ["chair", 2], async ({ one }) => {
		const found = await one<{ month: string; version: number }>(
			"SELECT month, version FROM periods WHERE status = 'closed' ORDER BY month DESC LIMIT 2",
		);
		return (
			found && {
				about: found,
				press: ({ db, reviewer, by }) => reopenMonth(db, { ...found, reason: "更正", reviewer, by }),
			}
		);
	}),
	act("open the year", ["accountant", 7], yearOf(2026, "opening", openYear)),
	act("close the year", ["accountant", 5], yearOf(2025, "closing", closeYear)),
	act("reopen the year", ["chair", 3], async (seeing) => {
		const version = await seqOf(seeing, "closing", 2025);
		if (version === 0) return undefined;
		return {
			about: version,
			press: ({ db, reviewer, by }) => reopenYear(db, { year: 2025, version, reason: "更正", reviewer, by }),
		};
	}),
];
