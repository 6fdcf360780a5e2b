import { auditFinance, insertDocument, setLines } from "#db/books/finance-writes.ts";
import { insertRemittance, paidShares, periodSums } from "#db/books/remittances.ts";
import { ratesOn } from "#db/books/withholding.ts";
import type { Db } from "#db/commit.ts";
import { commitOnce, madeBy } from "#db/form-submissions.ts";
import { readRows } from "#db/read.ts";
import { refuseInput } from "#domain/books/finance/checks.ts";
import { type FinanceInput, NOTHING_ELSE } from "#domain/books/finance/form.ts";
import type { ActingUser } from "#domain/books/finance/step-actions.ts";
import { rateOn } from "#domain/books/withholding/rates.ts";
import { figure } from "#kernel/amounts.ts";
import { rocWords } from "#kernel/calendar.ts";
import { Refusal } from "#kernel/refusal.ts";
import { dateInTaipei } from "#kernel/times.ts";
import {
	DUE_WORDS,
	type Due,
	type DueKind,
	dueOn,
	duesOf,
	isOver,
	ownPremium,
	periodWords,
	salariesOf,
	titleOf,
} from "./due.ts";

type Asked = { kind: DueKind; period: string; insured: number };

/**
 * Makes the draft of the request that pays what is due, in the name of the acting user, and returns its id. `insured` is
 * the sum of what the staff are insured for (投保金額), which only `own_premium` needs. The association's own premium is
 * an expense; of the others the line's account is set to where they were withheld to. What earlier requests asked for in excess is taken off. Refuses
 * `withholding.not_over` (of a month), `withholding.day_not_over`, `withholding.nothing_due`, `withholding.rate_missing`, and `withholding.requested` where a request is under way
 * or paid.
 */
export async function requestRemittance(
	db: Db,
	{ asked, key, by }: { asked: Asked; key: string; by: ActingUser },
): Promise<number> {
	const { kind, period } = asked;
	const today = dateInTaipei(by.at);
	if (!isOver(period, today))
		throw new Refusal(kind === "foreign_tax" ? "withholding.day_not_over" : "withholding.not_over");
	const { amount, note } = await sumOf(db, asked);
	if (amount === 0) throw new Refusal("withholding.nothing_due");
	const input = inputOf(asked, { amount, note, today });
	refuseInput(input);
	const id = madeBy(key);
	return commitOnce(db, { key, at: by.at }, [
		insertDocument({ ...input, gross: amount, advanced: 0 }, { applicantId: by.userId, copyOf: null, at: by.at }),
		...setLines(id, input.lines),
		...insertRemittance(id, asked),
		...auditFinance(db, "create", { id, changes: { amount } }, by),
	]);
}

/** Returns the request: paid at a counter by the office's own slip, so that it needs no account of the payee. */
function inputOf(asked: Asked, { amount, note, today }: { amount: number; note: string; today: string }): FinanceInput {
	const last = dueOn(asked.kind, asked.period);
	const title = titleOf(asked);
	return {
		...NOTHING_ELSE,
		kind: "vendor",
		title,
		purpose: [note, `繳納期限 ${rocWords(last)}。`].filter(Boolean).join("\n"),
		payeeName: DUE_WORDS[asked.kind].office,
		payBy: "cash",
		wantedOn: last < today ? null : last,
		lines: [{ summary: title, amount }],
	};
}

const noteOf = ({ amount, carried, from }: Due): string =>
	`代扣 ${figure(amount + carried)} 元，減去${from.map(periodWords).join("、")}多申請的 ${figure(carried)} 元。`;

async function sumOf(db: Db, { kind, period, insured }: Asked): Promise<{ amount: number; note: string }> {
	const month = period.slice(0, 7);
	const [shares, sums, rates] = await readRows(db.$client, paidShares(month), periodSums(), ratesOn(`${month}-01`));
	if (kind !== "own_premium") {
		const due = duesOf(month, shares, sums).find((one) => one.kind === kind && one.period === period);
		return due ? { amount: due.amount, note: due.carried > 0 ? noteOf(due) : "" } : { amount: 0, note: "" };
	}
	const rate = rateOn(rates, "premium_rate", `${month}-01`);
	if (rate === undefined) throw new Refusal("withholding.rate_missing");
	const salaries = salariesOf(shares);
	const note = `薪資總額 ${figure(salaries)} 元，投保金額總額 ${figure(insured)} 元，費率 ${rate / 100}%（健保法第 34 條）。`;
	return { amount: ownPremium({ salaries, insured, rate }), note };
}
