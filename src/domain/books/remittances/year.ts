import { CATEGORY_LABELS, type Category } from "#domain/books/withholding/rules.ts";
import { rocYear } from "#kernel/calendar.ts";

/** What a payee was paid in a year in one category, in whole NT$; a person's number is sealed. */
export type YearPayee = {
	payee_id: number;
	kind: "person" | "company";
	name: string;
	seal_id: string;
	national_id: string | null;
	national_id_mask: string | null;
	tax_id: string | null;
	is_resident: 0 | 1;
	address: string;
	is_erased: 0 | 1;
	category: Category;
	many: number;
	gross: number;
	tax: number;
	premium: number;
};

/** The most, in whole NT$, that need not be listed when it is all of a year and nothing was withheld. */
const UNLISTED = 1_000;

/** Whether a year's payments need no statement. */
export const needsNone = ({ gross, tax }: Pick<YearPayee, "gross" | "tax">): boolean => gross <= UNLISTED && tax === 0;

/**
 * Whether the number of a payee is missing without which the year cannot be declared. One whose data was erased has no
 * number any more, and keeps nobody from taking the list.
 */
export const lacksNumber = (one: YearPayee): boolean =>
	!needsNone(one) && one.is_erased === 0 && (one.kind === "person" ? one.national_id : one.tax_id) === null;

/** Writes the number of a payee as the page shows it: a person's masked. */
export const shownNumber = ({ kind, national_id_mask, tax_id }: YearPayee): string =>
	(kind === "person" ? national_id_mask : tax_id) ?? "";

export const standingWords = (one: YearPayee): string => (needsNone(one) ? "免列（全年 1,000 元以下）" : "列單");

/** Returns the year whose list is usually made: in January last year's, afterwards this year's. `today` is YYYY-MM-DD. */
export const usualYear = (today: string): number => Number(today.slice(0, 4)) - (today.slice(5, 7) === "01" ? 1 : 0);

/** The columns of the year's list; `number` is the complete number of the payee. */
export const YEAR_COLUMNS: readonly {
	label: string;
	width: number;
	cell: (row: YearPayee & { year: number; number: string }) => string | number;
}[] = [
	{ label: "給付年度", width: 10, cell: ({ year }) => rocYear(year) },
	{ label: "格式代號", width: 10, cell: ({ category }) => category },
	{ label: "所得類別", width: 14, cell: ({ category }) => CATEGORY_LABELS[category] },
	{ label: "所得人", width: 18, cell: ({ name }) => name },
	{ label: "證號", width: 14, cell: ({ number }) => number },
	{ label: "地址", width: 36, cell: ({ address }) => address },
	{ label: "居住者", width: 8, cell: ({ is_resident }) => (is_resident === 1 ? "是" : "否") },
	{ label: "給付次數", width: 10, cell: ({ many }) => many },
	{ label: "給付總額", width: 12, cell: ({ gross }) => gross },
	{ label: "扣繳稅額", width: 12, cell: ({ tax }) => tax },
	{ label: "補充保費", width: 12, cell: ({ premium }) => premium },
	{ label: "列單", width: 24, cell: standingWords },
];
