import * as z from "zod";
import type { Ask } from "#auth/route.ts";
import {
	duesOfNumbers,
	type EntryAccount,
	entryAccounts,
	type NumberedDue,
	transfersThere,
} from "#db/money/payment-entries.ts";
import { readRows } from "#db/read.ts";
import { duesLabel } from "#domain/money/dues/labels.ts";
import {
	Cell,
	duesOfRow,
	MOST_ROWS,
	pastedRows,
	type ReadRow,
	ROW_FIELDS,
	type RowDue,
	readRow,
	rowProblem,
	type TypedRow,
} from "#domain/money/payment-lists/rows.ts";
import type { PaymentInput } from "#domain/money/payments/form.ts";
import { RECEIVED_METHODS } from "#domain/money/payments/labels.ts";
import { dueOf } from "#domain/money/payments/own-form.ts";
import { allocate } from "#domain/money/payments/rules.ts";
import { accountOf } from "#domain/money/payments/staff-form.ts";
import { ChosenId } from "#kernel/typed.ts";
import { dayAt } from "./asks.ts";
import { type CheckedRow, rowWords } from "./many-page.ts";

export const ROWS_SHOWN = 10;
const Cells = z.array(Cell).max(MOST_ROWS + 1);

/** The sent table of payments: one list per column. */
export const ManyForm = z.strictObject({
	no: Cells,
	year: Cells,
	money: Cells,
	day: Cells,
	tail: Cells,
	method: z.enum(RECEIVED_METHODS, "請選擇繳費方式。"),
	account: ChosenId,
	pasted: z.string().max(20_000, "一次最多貼上 100 列。").default(""),
	step: z.enum(["check", "save", "more"]).default("check"),
});
export type ManyForm = z.infer<typeof ManyForm>;

const EMPTY: TypedRow = { no: "", year: "", money: "", day: "", tail: "" };
const isBlank = (row: TypedRow): boolean => ROW_FIELDS.every((name) => row[name].trim() === "");

/**
 * Returns the filled rows as typed, then the pasted ones, with empty rows up to the number that the page shows (ten
 * more after the button for more rows).
 */
function rowsIn({ no, year, money, day, tail, pasted, step }: ManyForm): TypedRow[] {
	const typed = no.map((one, at) => ({
		no: one,
		year: year[at] ?? "",
		money: money[at] ?? "",
		day: day[at] ?? "",
		tail: tail[at] ?? "",
	}));
	const last = typed.findLastIndex((row) => !isBlank(row));
	const rows = [...typed.slice(0, last + 1), ...pastedRows(pasted)].slice(0, MOST_ROWS + 1);
	const shown = Math.min(MOST_ROWS, Math.max(ROWS_SHOWN, step === "more" ? typed.length + ROWS_SHOWN : typed.length));
	return [...rows, ...Array.from({ length: Math.max(0, shown - rows.length) }, () => EMPTY)];
}

type Member = { id: number; name: string; dues: RowDue[] };

const isDue = (row: NumberedDue): row is NumberedDue & RowDue =>
	row.id !== null && row.kind !== null && row.dues_year !== null && row.amount !== null && row.paid_amount !== null;

/** Returns the members by member number, each with the member's open dues. */
function membersIn(found: readonly NumberedDue[]): Map<string, Member> {
	const members = new Map<string, Member>();
	for (const row of found) {
		const one = members.get(row.no) ?? { id: row.member_id, name: row.name, dues: [] };
		if (isDue(row)) one.dues.push(row);
		members.set(row.no, one);
	}
	return members;
}

type Checked = { shown: CheckedRow[]; inputs: PaymentInput[]; accounts: EntryAccount[]; isFine: boolean };

/**
 * Checks every row against the dues open at present and the payments recorded already. Returns the payments to record,
 * and each row with its payment in words or its problem.
 */
export async function check({ env, at }: Pick<Ask, "env" | "at">, form: ManyForm): Promise<Checked> {
	const { today } = dayAt(at);
	const rows = rowsIn(form);
	const readings = rows.map((typed) => readRow(typed, today));
	const read = readings.flatMap((one) => ("row" in one ? [one.row] : []));
	const transfers = read.map(({ paidOn: day, amount, last5 }) => ({ day, amount, last5 }));
	const [found, there, accounts] = await readRows(
		env.DB,
		duesOfNumbers([...new Set(read.map(({ no }) => no))]),
		transfersThere(transfers),
		entryAccounts(),
	);
	const of = { members: membersIn(found), there, seen: new Map<string, number>(), form, accounts };
	let nth = -1;
	const inputs: PaymentInput[] = [];
	const shown = rows.map((typed, at): CheckedRow => {
		const reading = readings[at];
		if (reading === undefined || "isEmpty" in reading) return { typed };
		if (at >= MOST_ROWS) return { typed, problem: `一次最多 ${MOST_ROWS} 筆，請分次登錄。` };
		if ("problem" in reading) return { typed, problem: reading.problem };
		nth += 1;
		const made = inputOf(reading.row, nth, { ...of, line: at + 1 });
		if (typeof made === "string") return { typed, problem: made };
		inputs.push(made.input);
		return { typed, words: made.words };
	});
	const isFine = shown.every(({ problem }) => problem === undefined) && inputs.length > 0;
	return { shown, inputs, accounts, isFine };
}

type Of = {
	members: ReadonlyMap<string, Member>;
	there: readonly { key: number; id: number }[];
	/** The line numbers of earlier rows, by dues item and by bank transfer, to find duplicates. */
	seen: Map<string, number>;
	form: ManyForm;
	accounts: readonly EntryAccount[];
	line: number;
};

/** Returns the payment that the nth row describes, or the problem in words. */
function inputOf(row: ReadRow, nth: number, of: Of): { input: PaymentInput; words: string } | string {
	const member = of.members.get(row.no);
	const problem = rowProblem(row, member, member?.dues ?? []);
	if (problem !== null || !member) return problem ?? "";
	const twin = of.there.find(({ key }) => key === nth);
	if (twin && of.form.method === "transfer") return `同日、同金額、同末五碼的收款 ${twin.id} 已經登錄。`;
	const dues = duesOfRow(row, member.dues);
	const last5 = of.form.method === "transfer" ? row.last5 : null;
	const marks = [
		...dues.map(({ id }) => `item ${id}`),
		...(last5 === null ? [] : [`transfer ${row.paidOn} ${row.amount} ${last5}`]),
	];
	const before = marks.map((mark) => of.seen.get(mark)).find((line) => line !== undefined);
	if (before !== undefined) return `和第 ${before} 列重複。`;
	for (const mark of marks) of.seen.set(mark, of.line);
	const wanted = dues.map((one) => ({ duesItemId: one.id, memberId: member.id, due: dueOf(one) }));
	const allocations = allocate(row.amount, wanted, { creditTo: member.id });
	const credit = allocations.find(({ kind }) => kind === "credit")?.amount ?? 0;
	const owed = wanted.reduce((sum, { due }) => sum + due, 0);
	const rest = credit > 0 ? `，溢繳 ${credit} 元` : owed > row.amount ? `，還欠 ${owed - row.amount} 元` : "";
	return {
		words: `${rowWords(member.name, row.amount, dues.map(duesLabel).join("、"))}${rest}`,
		input: {
			method: of.form.method,
			paidOn: row.paidOn,
			amount: row.amount,
			feeAmount: 0,
			last5,
			bankAccountId: accountOf(of.form, of.accounts),
			payerMemberId: member.id,
			payerTitle: member.name,
			receiptSplit: "one",
			remark: "",
			correctsId: null,
			allocations,
		},
	};
}
