import type { DuesSums, MemberSums, MonthSum } from "#db/money/dues-report.ts";
import { DUES_KIND_LABELS } from "#domain/money/dues/labels.ts";
import type { DuesKind } from "#domain/people/index.ts";
import { rocYear } from "#kernel/calendar.ts";

/** The dues collected in a month, by kind, in NT$; `of_import`: the part that came with imports. */
export type MonthRow = { month: number; entrance: number; annual: number; of_import: number };

/** Returns the dues collected in each of the twelve months of a year. */
export function monthRows(sums: readonly MonthSum[]): MonthRow[] {
	const of = (month: number, kind?: DuesKind): MonthSum[] =>
		sums.filter((one) => Number(one.month.slice(5)) === month && (kind === undefined || one.kind === kind));
	const total = (rows: readonly MonthSum[], what: "collected" | "of_import"): number =>
		rows.reduce((sum, row) => sum + row[what], 0);
	return Array.from({ length: 12 }, (_, at) => ({
		month: at + 1,
		entrance: total(of(at + 1, "entrance"), "collected"),
		annual: total(of(at + 1, "annual"), "collected"),
		of_import: total(of(at + 1), "of_import"),
	}));
}

/** Returns the sums over several rows. */
export const sumOfSums = (rows: readonly DuesSums[]): DuesSums =>
	rows.reduce(
		(sum, row) => ({
			items: sum.items + row.items,
			due: sum.due + row.due,
			paid: sum.paid + row.paid,
			waived: sum.waived + row.waived,
			owed: sum.owed + row.owed,
		}),
		{ items: 0, due: 0, paid: 0, waived: 0, owed: 0 },
	);

const SUMS = ["筆數", "應繳", "已繳", "免繳", "未繳"] as const;
const cellsOf = ({ items, due, paid, waived, owed }: DuesSums): number[] => [items, due, paid, waived, owed];

/** The parts of the report that can be downloaded. */
export const REPORT_PARTS = ["members", "years", "types", "months"] as const;
export type ReportPart = (typeof REPORT_PARTS)[number];
export const PART_WORDS: Record<ReportPart, string> = {
	members: "會員別",
	years: "年度別",
	types: "種類別",
	months: "月份別",
};

export const membersSheet = (rows: readonly MemberSums[], year: number) => ({
	sheet: `會費收繳-會員別-${rocYear(year)}年`,
	header: ["會員編號", "姓名", "會員類別", ...SUMS],
	rows: rows.map((row) => [row.member_no, row.name, row.type_name, ...cellsOf(row)]),
});
export const yearsSheet = (rows: readonly (DuesSums & { year: number })[]) => ({
	sheet: "會費收繳-年度別",
	header: ["年度（民國）", ...SUMS],
	rows: rows.map((row) => [rocYear(row.year), ...cellsOf(row)]),
});
export const typesSheet = (rows: readonly (DuesSums & { kind: DuesKind; type: string })[], year: number) => ({
	sheet: `會費收繳-種類別-${rocYear(year)}年`,
	header: ["會費種類", "會員類別", ...SUMS],
	rows: rows.map((row) => [DUES_KIND_LABELS[row.kind], row.type, ...cellsOf(row)]),
});
export const monthsSheet = (rows: readonly MonthRow[], year: number) => ({
	sheet: `會費收入-月份別-${rocYear(year)}年`,
	header: ["月份", "入會費", "常年會費", "合計", "其中匯入的過去收款"],
	rows: rows.map(({ month, entrance, annual, of_import }) => [month, entrance, annual, entrance + annual, of_import]),
});
