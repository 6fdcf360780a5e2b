import { rocWords, rocYear } from "#kernel/calendar.ts";
import type { Paper, PaperTable } from "#kernel/paper.ts";

/** Who passed the statements of a year, as the paper names it. Days are YYYY-MM-DD. */
export type Passed = {
	board_on: string;
	board_no: string;
	audit_on: string;
	meeting_on: string | null;
	meeting_no: string;
	filed_on: string | null;
	filed_no: string;
};

/** Returns who passed the statements, line by line; without a meeting of the members that it has to confirm them. */
export const passedWords = (of: Passed): string[] => [
	`${rocWords(of.board_on)}　${of.board_no}通過`,
	`${rocWords(of.audit_on)}　監事會審核`,
	of.meeting_on === null
		? "會員大會尚未召開，由理事會與監事會先行通過，提下次會員大會追認"
		: `${rocWords(of.meeting_on)}　${of.meeting_no}通過`,
	...(of.filed_on === null ? [] : [`${rocWords(of.filed_on)}　報主管機關備查${of.filed_no && `（${of.filed_no}）`}`]),
];

/** Returns a table that says so where it has nothing: an empty one looks as if something were missing. */
const orNone = (table: PaperTable): PaperTable =>
	table.rows.length > 0
		? table
		: { ...table, rows: [{ cells: table.columns.map((_, at) => (at === 1 ? "（本年度無）" : "")) }] };

/** Returns the paper of 財務公告: the statements of a year, and who passed them. */
export const statementPaper = (
	year: number,
	tables: readonly PaperTable[],
	of: { association: string; passed: Passed },
): Paper => ({
	title: `${of.association} ${rocYear(year)} 年度財務報表`,
	lead: ["單位：新臺幣元", ...passedWords(of.passed)],
	tables: tables.map(orNone),
	notes: ["依社會團體財務處理辦法公告。"],
	foot: of.association,
});
