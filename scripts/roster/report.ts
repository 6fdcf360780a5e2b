import {
	fieldWords,
	guardianWords,
	OUTCOME_LOOKS,
	ownValues,
	reasonTitle,
	reasonWords,
	targetWords,
	valuesOf,
	valueWords,
} from "#admin/people/members/imports-words.ts";
import { maskNationalId } from "#domain/people/members/national-id.ts";
import type { PlannedImport } from "#domain/people/roster/actions.ts";
import type { Column, Mapping } from "#domain/people/roster/mapping.ts";
import { type Counts, countsOf, reasonCounts } from "#domain/people/roster/plan.ts";
import type { PlanRow } from "#domain/people/roster/plan-row.ts";
import { OUTCOMES, type Outcome, type Reason, type ReasonCode, TO_CONFIRM } from "#domain/people/roster/reasons.ts";
import { columnName } from "#kernel/table.ts";
import { writePrivate } from "./command.ts";

/** The most rows of an outcome that are printed; the report has all rows. */
const SHOWN = 100;

/**
 * Prints which field each column of the file is, the columns that are not recognised, and the essential fields that
 * have no column.
 */
export function printMapping(name: string, { sheet, header, columns, own }: Mapping): void {
	const known = columns.filter(({ target }) => target !== "ignore");
	console.log(`${name}：工作表「${sheet}」，標題在第 ${header + 1} 列`);
	console.log(`  ${known.map((column) => `${titleOf(column)} = ${targetWords(column.target, own)}`).join("、")}`);
	const unknown = columns.filter(({ target, known: isKnown }) => target === "ignore" && !isKnown);
	if (unknown.length > 0)
		console.log(`  不匯入的欄（可用 --map 指定，或用 --keep-unknown 併入備忘錄）：${unknown.map(titleOf).join("、")}`);
	const missing = ESSENTIAL.filter((field) => !known.some(({ target }) => target === field));
	if (missing.length > 0) console.log(`  沒有這些欄：${missing.map(nameOf).join("、")}`);
}
const ESSENTIAL = ["member_no", "name", "birth_date", "national_id", "phone"] as const;
const nameOf = (field: string): string => fieldWords(field).replace(/（[^（）]*）$/, "");
const titleOf = ({ header, index }: Column): string => `${columnName(index)} ${header || "（沒有標題）"}`;

/**
 * Prints what the import would do with each row, by outcome, SHOWN rows of each at most, the rows that need a person's
 * decision first.
 */
export function printTable({ rows, types }: Pick<PlannedImport, "rows" | "types">): void {
	for (const outcome of OUTCOMES) {
		const some = rows.filter((row) => row.outcome === outcome);
		if (some.length === 0) continue;
		console.log(`\n${OUTCOME_LOOKS[outcome].word}（${some.length} 列）`);
		for (const row of some.slice(0, SHOWN)) console.log(line(row, types));
		if (some.length > SHOWN) console.log(`  ...還有 ${some.length - SHOWN} 列，全部寫在報告裡`);
	}
}

type Types = PlannedImport["types"];
function line(row: PlanRow, types: Types): string {
	const says = row.outcome === "update" || row.outcome === "fill" ? changeWords(row, types) : readWords(row, types);
	const reasons = row.reasons.map(reasonOf).join("；");
	const place = `${row.source === "survey" ? "問卷 " : ""}${row.row}`;
	return `  ${place.padStart(5)}  ${row.name}${reasons ? `  [${reasons}]` : ""}${says && row.outcome !== "skip" ? `  ${says}` : ""}`;
}

/** Writes a reason as the pages of the admin do, with the numbers of the records that it is about. */
const reasonOf = (reason: Reason): string =>
	`${reasonWords(reason)}${reason.members?.length ? `（會員 ${reason.members.map((id) => `#${id}`).join("、")}）` : ""}`;

/** Writes the fields of a row as they were understood; of a national id only the ends. */
const readWords = ({ values, adds }: PlanRow, types: Types): string =>
	[...valuesOf(values, types), ...ownValues(adds.own, false)]
		.map(({ field, value }) => `${nameOf(field)} ${value}`)
		.join("，");

/** Writes what a row changes in an existing record; of a new national id only the ends. */
const changeWords = ({ adds, guardian, second }: PlanRow, types: Types): string =>
	[
		...adds.changes.map(({ field, from, to }) => {
			const [before, after] = [from, to].map((value) => valueWords(field, value ?? "", types));
			return `${nameOf(field)} ${from === null ? after : `${before} → ${after}`}`;
		}),
		...ownValues(adds.own, true).map(({ field, value }) => `${field} ${value}`),
		...(adds.notes.length > 0 ? [`備忘錄 ${adds.notes.length} 則`] : []),
		...(adds.paidYears.length > 0 ? [`已繳 ${adds.paidYears.map((year) => year - 1911).join("、")} 年`] : []),
		...(adds.groups.length > 0 ? [`群組 ${adds.groups.join("、")}`] : []),
		...[guardian, second].flatMap((link) => (link ? [`監護人 ${guardianWords(link, (id) => `會員 #${id}`)}`] : [])),
	].join("，");

/** Writes in one line how many rows have each outcome. */
export const countWords = (counts: Counts): string =>
	`${OUTCOMES.map((outcome: Outcome) => `${OUTCOME_LOOKS[outcome].word} ${counts[outcome]}`).join("、")}（其中 ${counts.same} 列與系統相同）`;

const ASKED: ReadonlySet<ReasonCode> = new Set(TO_CONFIRM);

/** Prints how many rows have each reason that a person must confirm. */
export function printToConfirm(rows: readonly PlanRow[]): void {
	const counts = reasonCounts(rows);
	for (const [code, count] of counts) if (ASKED.has(code)) console.log(`請確認：${reasonTitle(code)}（${count} 列）`);
}

/**
 * Writes the whole report as JSON that only the operator can read, because it contains personal data. Of national ids
 * it has only the ends, and of special data that they are filled in.
 */
export function writeReport(file: string, rows: readonly PlanRow[], more: Record<string, unknown>): void {
	const told = rows.map(({ source, row, name, outcome, reasons, values, known, adds }) => ({
		source,
		row,
		name,
		outcome,
		record: known?.id ?? null,
		reasons: reasons.map(reasonOf),
		values: { ...values, ...(values.national_id ? { national_id: maskNationalId(values.national_id) } : {}) },
		own: Object.fromEntries(ownValues(adds.own, false).map(({ field, value }) => [field, value])),
	}));
	writePrivate(file, { ...more, counts: countsOf(rows), rows: told });
}
