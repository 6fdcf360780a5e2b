import { columnsCard, headerFields, mappingValues, previewCard } from "#admin/imports-form.ts";
import type { ImportRow } from "#db/people/import-drafts.ts";
import { PAYMENT_FIELDS, type PaymentTarget } from "#domain/money/payment-imports/columns.ts";
import type { PaymentMapping, PaymentReading } from "#domain/money/payment-imports/options.ts";
import { isNationalId, maskNationalId } from "#domain/people/members/national-id.ts";
import { paths } from "#http/paths.ts";
import { readDate } from "#kernel/calendar.ts";
import { type Cell, cellText, type Sheet } from "#kernel/table.ts";
import { card } from "#ui/card.ts";
import { form } from "#ui/form.ts";
import { type FormState, freshForm } from "#ui/form-state.ts";
import type { Page } from "#ui/page.ts";
import { IMPORT_CRUMBS } from "./imports-list-page.ts";
import { targetWords } from "./imports-words.ts";

const { imports } = paths.admin.payments;

export type ColumnsPage = {
	row: ImportRow;
	sheet: Sheet;
	mapping: PaymentMapping | undefined;
	options: PaymentReading;
};

/** Returns the form filled from the present mapping of the file's columns to fields. */
export const columnsForm = ({ mapping, options }: ColumnsPage): FormState =>
	freshForm(mappingValues(options.header, mapping?.columns ?? []));

/** Draws the page 欄位: what each column is, with example cells. */
export const importColumnsPage = ({ row, sheet, mapping }: ColumnsPage, state: FormState): Page => ({
	title: "欄位",
	name: row.filename,
	area: "匯入收款",
	crumbs: [...IMPORT_CRUMBS, { label: row.filename, href: imports.show(row.id) }],
	lead: mapping
		? `工作表「${mapping.sheet}」，標題在第 ${mapping.header + 1} 列。請確認每一欄是什麼，再看試算結果。`
		: "找不到標題列，請指定它在第幾列。",
	body: form(
		{
			action: imports.columns(row.id),
			state,
			version: row.version,
			submit: "看試算結果",
			busy: "試算中...",
			cancel: imports.show(row.id),
			main: true,
		},
		mapping
			? columnsCard({
					sheet,
					mapping,
					state,
					list: "清冊",
					unknown: "預設不匯入；可以選擇欄位。",
					options: () => TARGETS.map((value) => ({ value, label: targetWords(value) })),
					example: exampleOf,
				})
			: previewCard(sheet),
		card({ title: "標題列" }, headerFields(state, mapping !== undefined)),
	),
});

const TARGETS: readonly PaymentTarget[] = ["ignore", ...PAYMENT_FIELDS];
const DAYS: ReadonlySet<PaymentTarget> = new Set<PaymentTarget>(["paid_on", "verified_on", "birth_date"]);
const LONGEST = 20;

/**
 * Returns an example cell's text. National ids are masked in every column, and dates that a spreadsheet stores as
 * numbers are shown as dates.
 */
function exampleOf(cell: Cell | undefined, { target }: { target: PaymentTarget }): string {
	const text = cellText(cell);
	if (text !== "" && (target === "national_id" || isNationalId(text))) return maskNationalId(text);
	if (typeof cell === "number" && DAYS.has(target)) return readDate(cell)?.date ?? text;
	return [...text].length > LONGEST ? `${[...text].slice(0, LONGEST).join("")}...` : text;
}
