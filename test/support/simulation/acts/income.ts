/** Income that is no member's payment, and cash that is taken to the bank. */
import { undepositedCash } from "#db/money/deposits.ts";
import { readRows } from "#db/read.ts";
import { createDeposit, nameDepositLine, reverseDeposit } from "#domain/money/deposits/actions.ts";
import {
	createIncome,
	editIncome,
	issueReceipt,
	postIncome,
	recordIncome,
	removeIncome,
	reverseIncome,
} from "#domain/money/income/actions.ts";
import type { IncomeInput } from "#domain/money/income/form.ts";
import { incomeInput } from "../../income.ts";
import { act, onRow, type Ref, type Seeing } from "../seen.ts";

function came({ pick, oneIn, upTo, ago, setting }: Seeing): IncomeInput {
	const method = pick(["cash", "cash", "transfer", "postal"] as const) ?? "cash";
	const kind = pick(["donation", "donation", "grant", "interest", "other"] as const) ?? "other";
	const account = setting.accounts.find((one) => one.kind === (method === "transfer" ? "bank" : method));
	const isInKind = kind === "donation" && oneIn(8);
	return incomeInput({
		...{ kind, method, isInKind, receivedOn: ago(upTo(10)), amount: upTo(5_000) + 100 },
		...(method !== "cash" && oneIn(3) ? { feeAmount: 15 } : {}),
		bankAccountId: account?.id ?? null,
		wantsReceipt: kind === "donation" && !isInKind && !oneIn(4),
		...(isInKind ? { items: "輪椅 2 台", amount: null, method: null, feeAmount: 0, bankAccountId: null } : {}),
	});
}

const inState = (states: string): string =>
	`SELECT id, version FROM income_records WHERE state IN (${states}) ORDER BY received_on, id LIMIT 5`;
const OPEN_LINES = "SELECT id, version FROM bank_lines WHERE status = 'unmatched' AND amount > 0";
const reason = "登錄錯誤";

export const INCOME = [
	act("record income", ["cashier", 8], async (seeing) => {
		const input = came(seeing);
		const line = seeing.oneIn(5)
			? await seeing.one<Ref & { amount: number }>(
					OPEN_LINES.replace("version", "version, amount - explained AS amount"),
				)
			: undefined;
		const of = line
			? {
					...input,
					isInKind: false,
					items: "",
					amount: line.amount,
					feeAmount: 0,
					method: "transfer" as const,
					bankLineId: line.id,
				}
			: input;
		const [record, again] = [!seeing.oneIn(4), seeing.oneIn(2)];
		return { about: [of, record], press: ({ db, key, by }) => createIncome(db, { input: of, record, again, key, by }) };
	}),
	act("edit income", ["cashier", 2], async (seeing) => {
		const ref = await seeing.one<Ref>(inState("'draft'"));
		const [input, record] = [came(seeing), seeing.oneIn(2)];
		return (
			ref && {
				about: [ref, input, record],
				press: ({ db, by }) => editIncome(db, { ref, input, record, again: true, by }),
			}
		);
	}),
	onRow<Ref>({
		name: "record a draft of income",
		by: ["cashier", 3],
		of: inState("'draft'"),
		press: (ref, { db, by }) => recordIncome(db, { ref, again: true, by }),
	}),
	onRow<Ref>({
		name: "remove income",
		by: ["cashier", 1],
		of: inState("'draft'"),
		press: (ref, { db, by }) => removeIncome(db, { ref, by }),
	}),
	onRow<Ref>({
		name: "issue a receipt",
		by: ["second", 4],
		of: "SELECT id, version FROM income_records i WHERE kind IN ('donation', 'other') AND state IN ('recorded', 'posted') AND NOT EXISTS (SELECT 1 FROM receipts WHERE income_id = i.id)",
		press: ({ id }, { db, by }) => issueReceipt(db, { id, by }),
	}),
	onRow<Ref>({
		name: "post income",
		by: ["accountant", 12],
		of: inState("'recorded'"),
		press: (ref, { db, reviewer, by }) => postIncome(db, { ref, accountId: null, projectId: null, reviewer, by }),
	}),
	onRow<Ref>({
		name: "reverse income",
		by: ["chair", 3],
		of: "SELECT id, version FROM income_records WHERE state IN ('recorded', 'posted') ORDER BY id DESC LIMIT 5",
		press: (ref, { db, reviewer, by }) => reverseIncome(db, { ref, reason, reviewer, by }),
	}),
	act("take cash to the bank", ["cashier", 10], async ({ db, upTo, pick, setting, today, oneIn }) => {
		const [cash] = await readRows(db.$client, undepositedCash());
		const items = cash.slice(0, upTo(4) + 1).map(({ kind, id, amount }) => ({ kind, id, amount }));
		const amount = items.reduce((sum, one) => sum + one.amount, oneIn(15) ? 1 : 0);
		const account = pick(setting.accounts)?.id ?? 0;
		const input = { items, account, deposited_on: today, amount, note: "" };
		return items.length === 0
			? undefined
			: { about: input, press: ({ db, key, by }) => createDeposit(db, { input, key, by }) };
	}),
	onRow<Ref>({
		name: "reverse a deposit",
		by: ["cashier", 2],
		of: "SELECT id, version FROM cash_deposits WHERE reversed_at IS NULL",
		press: (ref, { db, by }) => reverseDeposit(db, { ref, reason, by }),
	}),
	act("name a deposit's line", ["cashier", 24], async ({ one }) => {
		const found = await one<Ref & { line: number; seen: number }>(
			`SELECT d.id, d.version, l.id AS line, l.version AS seen FROM cash_deposits d JOIN bank_lines l
				ON l.bank_account_id = d.bank_account_id AND l.amount - l.explained = d.amount AND l.status = 'unmatched'
			WHERE d.reversed_at IS NULL AND NOT EXISTS (SELECT 1 FROM bank_line_parts x WHERE x.kind = 'deposit' AND x.record_id = d.id)`,
		);
		const line = { id: found?.line ?? 0, version: found?.seen ?? 0 };
		return found && { about: found, press: ({ db, by }) => nameDepositLine(db, { ref: found, line, by }) };
	}),
];
