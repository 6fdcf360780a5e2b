import * as z from "zod";
import { type MappingOf, mapSheets } from "#domain/system/index.ts";
import { MOST_COLUMNS, MOST_ROWS, type Sheet } from "#kernel/table.ts";
import { PAYMENT_WORDS, type PaymentField, type PaymentTarget, targetNamed } from "./columns.ts";

const TargetText = z.string().transform((text, context): PaymentTarget => {
	const target = targetNamed(text);
	if (target !== undefined) return target;
	context.addIssue({ code: "custom", message: "unknown target" });
	return z.NEVER;
});

/** The options for reading a list of payments, stored with its import. */
export const PaymentReading = z.object({
	/** The targets of columns, by the column's index from 0. */
	columns: z.record(z.coerce.number().int().min(0).max(MOST_COLUMNS), TargetText).default({}),
	/** The place of the header; rows count from 0. Null: the header is searched. */
	header: z
		.object({ row: z.int().min(0).max(MOST_ROWS), rows: z.union([z.literal(1), z.literal(2)]) })
		.nullable()
		.default(null),
});
export type PaymentReading = z.infer<typeof PaymentReading>;
export const NO_READING: PaymentReading = PaymentReading.parse({});

export type PaymentMapping = MappingOf<PaymentField>;

/** Returns the header of a list of payments and its columns; undefined where no sheet has one. */
export const mapPayments = (
	sheets: readonly Sheet[],
	{ columns, header }: PaymentReading,
): { sheet: Sheet; mapping: PaymentMapping } | undefined =>
	mapSheets(sheets, PAYMENT_WORDS, { columns, ...(header ? { header } : {}) });

/** Whether a mapping has the columns that a payment needs: the member and the amount. */
export const isComplete = ({ columns }: PaymentMapping): boolean =>
	PAYMENT_WORDS.isHeader(new Set(columns.map(({ target }) => target)));
