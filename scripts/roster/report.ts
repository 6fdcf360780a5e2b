import { maskNationalId } from "#domain/people/members/national-id.ts";
import { FIELDS } from "#domain/people/roster/columns.ts";
import type { Column, Mapping } from "#domain/people/roster/mapping.ts";
import { type Counts, countsOf, reasonCounts } from "#domain/people/roster/plan.ts";
import type { PlanRow } from "#domain/people/roster/plan-row.ts";
import { OUTCOMES, type Outcome, type ReasonCode, TO_CONFIRM } from "#domain/people/roster/reasons.ts";
import { columnName } from "#kernel/table.ts";
import { writePrivate } from "./command.ts";
import { changeWords, reasonWords, valueWords } from "./words.ts";

/** The most rows of an outcome that are printed; the report has all rows. */
const SHOWN = 100;

/**
 * Prints which field each column of the file is, the columns that are not recognised, and the essential fields that
 * have no column.
 */
export function printMapping(name: string, { sheet, header, columns }: Mapping): void {
	const known = columns.filter(({ target }) => target !== "ignore");
	console.log(`${name}: sheet "${sheet}", header in row ${header + 1}`);
	console.log(`  ${known.map((column) => `${titleOf(column)} = ${column.target}`).join(", ")}`);
	const unknown = columns.filter(({ target, known: isKnown }) => target === "ignore" && !isKnown);
	if (unknown.length > 0) console.log(`  Not imported (--keep-unknown, or --map): ${unknown.map(titleOf).join(", ")}`);
	for (const field of FIELDS.filter((one) => ESSENTIAL.includes(one)))
		if (!known.some(({ target }) => target === field)) console.log(`  There is no column for ${field}.`);
}
const ESSENTIAL: readonly string[] = ["member_no", "name", "birth_date", "national_id", "phone"];
const titleOf = ({ header, index }: Column): string => `${columnName(index)} ${header || "(no header)"}`;

/**
 * Prints what the import would do with each row, by outcome, SHOWN rows of each at most, the rows that need a person's
 * decision first.
 */
export function printTable(rows: readonly PlanRow[]): void {
	for (const outcome of OUTCOMES) {
		const some = rows.filter((row) => row.outcome === outcome);
		if (some.length === 0) continue;
		console.log(`\n${outcome} (${some.length})`);
		for (const row of some.slice(0, SHOWN)) console.log(line(row));
		if (some.length > SHOWN) console.log(`  … and ${some.length - SHOWN} more in the report`);
	}
}

function line(row: PlanRow): string {
	const says = row.outcome === "update" || row.outcome === "fill" ? changeWords(row) : valueWords(row.values);
	const reasons = row.reasons.map(reasonWords).join("; ");
	const place = `${row.source === "survey" ? "survey " : ""}${row.row}`;
	return `  ${place.padStart(5)}  ${row.name}${reasons ? `  [${reasons}]` : ""}${says && row.outcome !== "skip" ? `  ${says}` : ""}`;
}

/** Writes in one line how many rows have each outcome. */
export const countWords = (counts: Counts): string =>
	OUTCOMES.map((outcome: Outcome) => `${outcome} ${counts[outcome]}`).join(", ") + ` (${counts.same} of them the same)`;

const ASKED: ReadonlySet<ReasonCode> = new Set(TO_CONFIRM);

/** Prints how many rows have each reason that a person must confirm. */
export function printToConfirm(rows: readonly PlanRow[]): void {
	const counts = reasonCounts(rows);
	for (const [code, count] of counts)
		if (ASKED.has(code)) console.log(`To confirm: ${reasonWords({ code })} (${count})`);
}

/**
 * Writes the whole report as JSON that only the operator can read, because it contains personal data. Of national ids
 * it has only the ends.
 */
export function writeReport(file: string, rows: readonly PlanRow[], more: Record<string, unknown>): void {
	const told = rows.map(({ source, row, name, outcome, reasons, values, known }) => ({
		source,
		row,
		name,
		outcome,
		record: known?.id ?? null,
		reasons: reasons.map(reasonWords),
		values: { ...values, ...(values.national_id ? { national_id: maskNationalId(values.national_id) } : {}) },
	}));
	writePrivate(file, { ...more, counts: countsOf(rows), rows: told });
}
