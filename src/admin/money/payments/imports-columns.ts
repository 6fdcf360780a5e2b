import { shownCell } from "#admin/people/index.ts";
import type { ImportRow } from "#db/system/index.ts";
import { PAYMENT_FIELDS, type PaymentTarget, targetNamed } from "#domain/money/payment-imports/columns.ts";
import type { PaymentMapping, PaymentReading } from "#domain/money/payment-imports/options.ts";
import { paths } from "#http/paths.ts";
import { chosenByIndex } from "#kits/import/columns-form.ts";
import type { ColumnsOf } from "#kits/import/declaration.ts";
import { targetWords } from "./imports-words.ts";

const TARGETS: readonly PaymentTarget[] = ["ignore", ...PAYMENT_FIELDS];
const DAYS: ReadonlySet<PaymentTarget> = new Set<PaymentTarget>(["paid_on", "verified_on", "birth_date"]);

/** The columns page (欄位) of a payment list. */
export const paymentColumns: ColumnsOf<ImportRow, PaymentReading, PaymentMapping, never> = {
	title: "欄位",
	lead: ({ sheet, header }) => `工作表「${sheet}」，標題在第 ${header + 1} 列。請確認每一欄是什麼，再看試算結果。`,
	noHeader: "找不到標題列，請指定它在第幾列。",
	submit: "看試算結果",
	busy: "試算中...",
	cancel: ({ id }) => paths.admin.payments.imports.show(id),
	column: "清冊的欄",
	becomes: "匯入成",
	unknown: {
		is: ({ target, known }) => target === "ignore" && !known,
		tone: "warn",
		words: "預設不匯入；可以選擇欄位。",
	},
	targets: () => TARGETS.map((value) => ({ value, label: targetWords(value) })),
	examples: (cells, { target }) =>
		cells
			.map((cell) => shownCell(cell, { isId: target === "national_id", isDate: DAYS.has(target) }))
			.filter((text) => text !== ""),
	options: "標題列",
	exampleRow: "3",
	twoRows: "兩列（上面一列是分組）",
	boxes: {},
	told: (before, { header, chosen, isSameHeader }, mapping) => ({
		options: {
			header,
			columns: isSameHeader ? { ...before.columns, ...chosenByIndex(chosen, targetNamed, mapping) } : {},
		},
		isKnown: isSameHeader,
	}),
};
