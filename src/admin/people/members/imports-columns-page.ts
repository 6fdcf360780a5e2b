import { columnsCard, headerFields, mappingValues, previewCard } from "#admin/imports-form.ts";
import type { ImportRow } from "#db/people/import-drafts.ts";
import { isNationalId, maskNationalId } from "#domain/people/members/national-id.ts";
import { FIELDS, type Target } from "#domain/people/roster/columns.ts";
import type { Column, Mapping } from "#domain/people/roster/mapping.ts";
import type { RosterOptions } from "#domain/people/roster/options.ts";
import { paths } from "#http/paths.ts";
import { readDate } from "#kernel/calendar.ts";
import { type Cell, cellText, type Sheet } from "#kernel/table.ts";
import { card } from "#ui/card.ts";
import { checkbox } from "#ui/choices.ts";
import { form } from "#ui/form.ts";
import { type FormState, freshForm } from "#ui/form-state.ts";
import type { VNode } from "#ui/html.ts";
import type { Page } from "#ui/page.ts";
import { IMPORT_CRUMBS } from "./imports-list-page.ts";
import { targetWords } from "./imports-words.ts";

const { imports } = paths.admin.members;
/** How many past years of dues the form offers; the headers of a roster may name other years. */
const YEARS_BACK = 15;

export type ColumnsPage = {
	row: ImportRow;
	sheet: Sheet;
	mapping: Mapping | undefined;
	options: RosterOptions;
	year: number;
};

/** Returns the form filled from the present mapping of the file's columns to fields, and the options. */
export const columnsForm = ({ mapping, options }: ColumnsPage): FormState => {
	const flags = ["accept_dates", "leave_empty", "keep_unknown", "fill_only"] as const;
	return freshForm({
		...mappingValues(options.header, mapping?.columns ?? []),
		...Object.fromEntries(flags.map((flag) => [flag, options[flag] ? "1" : ""])),
	});
};

/** Draws the page 欄位與選項: what each column is, with example cells, and how the rows are read. */
export const importColumnsPage = (page: ColumnsPage, state: FormState): Page => ({
	title: "欄位與選項",
	name: page.row.filename,
	area: "匯入名冊",
	crumbs: [...IMPORT_CRUMBS, { label: page.row.filename, href: imports.show(page.row.id) }],
	lead: page.mapping
		? `工作表「${page.mapping.sheet}」，標題在第 ${page.mapping.header + 1} 列。請確認每一欄是什麼，再看試算結果。`
		: "找不到標題列，請指定它在第幾列。",
	body: form(
		{
			action: imports.columns(page.row.id),
			state,
			version: page.row.version,
			submit: "看試算結果",
			busy: "試算中...",
			cancel: imports.show(page.row.id),
			main: true,
		},
		page.mapping
			? columnsCard<Target>({
					sheet: page.sheet,
					mapping: page.mapping,
					state,
					list: "名冊",
					unknown: "預設不匯入；可以選擇欄位，或併入備忘錄。",
					options: ({ target }) => targets(target, page.year).map((value) => ({ value, label: targetWords(value) })),
					example: exampleOf,
				})
			: previewCard(page.sheet),
		optionsCard(state, page.mapping !== undefined),
	),
});

/**
 * Returns an example cell's text. National ids are masked in every column, and dates that a spreadsheet stores as
 * numbers are shown as dates.
 */
function exampleOf(cell: Cell | undefined, { target }: Column): string {
	const text = cellText(cell);
	if (text !== "" && (target === "national_id" || isNationalId(text))) return maskNationalId(text);
	if (typeof cell === "number" && DATES.has(target)) return readDate(cell)?.date ?? text;
	return [...text].length > LONGEST ? `${[...text].slice(0, LONGEST).join("")}...` : text;
}
const LONGEST = 20;
const DATES: ReadonlySet<Target> = new Set<Target>(["birth_date", "joined_on", "left_on"]);

function targets(now: Target, year: number): Target[] {
	const years = Array.from({ length: YEARS_BACK + 2 }, (_, at): Target => `paid:${year + 1 - at}`);
	return [...new Set<Target>(["ignore", "note", ...FIELDS, ...years, now])];
}

const optionsCard = (state: FormState, isFound: boolean): VNode =>
	card(
		{ title: "選項" },
		headerFields(state, isFound),
		checkbox({ name: "accept_dates", label: "接受有兩種讀法的日期（例如 12/3/5 讀作民國 12 年）", state }),
		checkbox({ name: "leave_empty", label: "看不懂的欄位留空，其餘照樣匯入（不勾選則整列不匯入）", state }),
		checkbox({ name: "keep_unknown", label: "認不出來的欄位都併入備忘錄", state }),
		checkbox({ name: "fill_only", label: "只補空白：與系統不同的資料保持系統的", state }),
	);
