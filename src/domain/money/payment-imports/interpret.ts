import type { ReceivedMethod } from "#domain/money/payments/labels.ts";
import { filledRows, isNothing, type Passed, paidYearsOf, readField, type Values } from "#domain/people/index.ts";
import { readAmount, readLast5 } from "#kernel/amounts.ts";
import { readDate } from "#kernel/calendar.ts";
import { type Cell, cellText, plainWord, type Sheet } from "#kernel/table.ts";
import { type PaymentField, PERSON_FIELDS, targetOfHeader } from "./columns.ts";
import type { PaymentMapping } from "./options.ts";
import type { PaymentReason } from "./reasons.ts";
import { kindsOf, methodOf, type PaidKind } from "./words.ts";

/** A row of a list of payments as it was read; days are YYYY-MM-DD, years western, amounts whole NT$. */
export type ReadPayment = {
	/** The number of the row; rows count from 1, as in spreadsheets. */
	row: number;
	name: string;
	/** The values that identify the member, as a roster has them. */
	values: Values;
	kinds: PaidKind[];
	years: number[];
	amount: number;
	paidOn: string;
	verifiedOn: string;
	method: ReceivedMethod;
	last5: string | null;
	receiptNo: string | null;
	payerTitle: string | null;
	remark: string;
	errors: PaymentReason[];
	conflicts: PaymentReason[];
	/** Remarks to be shown; they do not stop the row. */
	notices: PaymentReason[];
};

/** The current day in Taipei, YYYY-MM-DD; a later day of payment is an error. */
type Reading = { today: string };
type Told = Pick<ReadPayment, "errors" | "conflicts" | "notices">;

/**
 * Reads every row below the header: payments, and the rows that are none (`passed`) with the reason; blank rows are
 * left out.
 */
export function readPayments(
	{ rows, formulas }: Sheet,
	mapping: PaymentMapping,
	reading: Reading,
): { payments: ReadPayment[]; passed: Passed[] } {
	const { filled, passed } = filledRows(rows, mapping, targetOfHeader);
	const payments = filled.map(({ cells, at }) => {
		const row = new Row(cells, mapping, reading);
		for (const { index, target } of mapping.columns)
			if (target !== "ignore" && formulas.has(`${at},${index}`))
				row.told.notices.push({ code: "formula", text: cellText(cells[index]) });
		return { row: at + 1, ...row.person(), ...row.money(), ...row.told };
	});
	return { payments, passed };
}

/** A row, and the remarks collected while it is read. */
class Row {
	readonly told: Told = { errors: [], conflicts: [], notices: [] };
	private readonly cells: readonly Cell[];
	private readonly mapping: PaymentMapping;
	private readonly reading: Reading;

	constructor(cells: readonly Cell[], mapping: PaymentMapping, reading: Reading) {
		this.cells = cells;
		this.mapping = mapping;
		this.reading = reading;
	}

	/** Returns the cells of this row in the columns of a field, without those that say nothing. */
	private given(field: PaymentField): Cell[] {
		return this.mapping.columns
			.filter(({ target }) => target === field)
			.map(({ index }) => this.cells[index] ?? null)
			.filter((cell) => !isNothing(cellText(cell)));
	}

	private text = (field: PaymentField): string => this.given(field).map(cellText).join("；");

	private refuse(field: PaymentField): undefined {
		this.told.errors.push({ code: "bad_value", field, text: this.text(field) });
		return undefined;
	}

	/** Reads who the member is, by the rules of a roster. */
	person(): { name: string; values: Values } {
		const values: Values = {};
		for (const field of PERSON_FIELDS)
			for (const cell of this.given(field)) {
				const reading = {
					...this.reading,
					types: [],
					acceptDates: false,
					leaveEmpty: false,
					strict: true,
					keepUnknown: false,
				};
				const read = readField(field, { cell, reading, hasCity: false, values });
				Object.assign(values, read.values);
				if (read.refused?.code === "date_ambiguous")
					this.told.conflicts.push({ ...read.refused, field, text: read.text });
				else if (read.refused) this.told.errors.push({ ...read.refused, field, text: read.text });
			}
		if (!values.name && !values.member_no && this.told.errors.length === 0)
			this.told.errors.push({ code: "no_member" });
		return { name: values.name ?? "", values };
	}

	money(): Omit<ReadPayment, "row" | "name" | "values" | keyof Told> {
		return {
			...this.purpose(),
			amount: this.amount(),
			...this.days(),
			...this.way(),
			receiptNo: this.limited("receipt_no", 40) || null,
			payerTitle: this.limited("payer_title", 80) || null,
			remark: this.limited("remark", 500),
		};
	}

	private limited(field: PaymentField, most: number): string {
		const text = this.text(field);
		return text.length <= most ? text : (this.refuse(field) ?? "");
	}

	private purpose(): Pick<ReadPayment, "kinds" | "years"> {
		const [kind, years] = [this.text("kind"), this.text("years")];
		if (kind === "") this.told.notices.push({ code: "kind_assumed" });
		const kinds: PaidKind[] | undefined = kind === "" ? ["annual"] : kindsOf(kind);
		const read = years === "" ? [] : paidYearsOf(years);
		return { kinds: kinds ?? this.refuse("kind") ?? [], years: read ?? this.refuse("years") ?? [] };
	}

	private amount(): number {
		const text = this.text("amount");
		if (text === "" && this.given("amount").length === 0 && !this.hasZero()) {
			this.told.errors.push({ code: "no_amount" });
			return 0;
		}
		return readAmount(text) ?? this.zero();
	}

	/** Whether an amount cell says 0: a roster reads 0 as empty, but a payment of 0 is an error. */
	private hasZero = (): boolean =>
		this.mapping.columns.some(
			({ index, target }) => target === "amount" && plainWord(cellText(this.cells[index])) === "0",
		);

	private zero(): 0 {
		const text = this.hasZero() ? "0" : this.text("amount");
		this.told.errors.push({ code: "bad_value", field: "amount", text });
		return 0;
	}

	/** Reads the day of the payment and the day of its verification; where one is missing, the other one is used. */
	private days(): { paidOn: string; verifiedOn: string } {
		const [paid, verified] = [this.day("paid_on"), this.day("verified_on")];
		const any = paid ?? verified;
		if (any === undefined) {
			if (!this.told.errors.some(({ field }) => field === "paid_on" || field === "verified_on"))
				this.told.errors.push({ code: "no_day" });
			return { paidOn: "", verifiedOn: "" };
		}
		if (paid === undefined) this.told.notices.push({ code: "paid_on_assumed", read: any });
		if (verified === undefined) this.told.notices.push({ code: "verified_on_assumed", read: any });
		if (paid && verified && verified < paid)
			this.told.errors.push({ code: "verified_early", text: verified, read: paid });
		return { paidOn: paid ?? any, verifiedOn: verified ?? any };
	}

	/**
	 * Reads a day. An ambiguous one (12/3/5) needs no question: read as 民國 12 it is refused, like any day before
	 * 1980.
	 */
	private day(field: "paid_on" | "verified_on"): string | undefined {
		const [cell = null] = this.given(field);
		if (cell === null) return undefined;
		const read = readDate(typeof cell === "number" ? cell : cellText(cell));
		if (read === null || read.date > this.reading.today || read.date < "1980-01-01") return this.refuse(field);
		return read.date;
	}

	private way(): Pick<ReadPayment, "method" | "last5"> {
		const said = this.text("method");
		const last5 = this.last5();
		const method = said === "" ? undefined : methodOf(said);
		if (method !== undefined) return { method, last5 };
		const assumed = said === "" && last5 !== null ? "transfer" : "other";
		this.told.notices.push({ code: "method_assumed", ...(said === "" ? {} : { text: said }) });
		return { method: assumed, last5 };
	}

	/**
	 * Reads the last five digits: a number cell has lost its leading zeros; of a whole account number the end is taken.
	 */
	private last5(): string | null {
		const [cell = null] = this.given("last5");
		if (cell === null) return null;
		const text = cellText(cell).normalize("NFKC").replaceAll(/[\s-]/g, "");
		const digits = typeof cell === "number" ? text.padStart(5, "0") : text;
		return readLast5(/^[0-9]{6,16}$/.test(digits) ? digits.slice(-5) : digits) ?? this.refuse("last5") ?? null;
	}
}
