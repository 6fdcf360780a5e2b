import * as z from "zod";
import type { Ask, Route } from "#auth/route.ts";
import {
	collectedByMonth,
	collectedYears,
	duesByMember,
	duesByType,
	duesByYear,
	MEMBERS_PER_PAGE,
	membersWithDues,
} from "#db/money/dues-report.ts";
import { readRows } from "#db/read.ts";
import { paths } from "#http/paths.ts";
import { dateInTaipei } from "#kernel/times.ts";
import { book } from "#kits/list/book.ts";
import { takenAway } from "#kits/list/taking-away.ts";
import { duesReportPage, REPORT } from "./report-page.ts";
import { membersSheet, monthRows, monthsSheet, REPORT_PARTS, typesSheet, yearsSheet } from "./report-tables.ts";

const { dues } = paths.admin;
const gate = "reports";

const thisYear = (at: number): number => Number(dateInTaipei(at).slice(0, 4));

const report = book({
	path: dues.report(),
	gate,
	isPaper: true,
	conditions: REPORT,
	read: async ({ env, at, who, query }) => {
		const [year, owing, page] = [query.year ?? thisYear(at), query.owing === "1", query.page];
		const [byYear, byType, byMonth, collected, members, [count]] = await readRows(
			env.DB,
			duesByYear(),
			duesByType(year),
			collectedByMonth(year),
			collectedYears(),
			duesByMember(year, { owing, limit: MEMBERS_PER_PAGE, offset: (page - 1) * MEMBERS_PER_PAGE }),
			membersWithDues(year, owing),
		);
		const years = new Set([year, ...byYear.map((row) => row.year), ...collected.map((row) => row.year)]);
		return {
			year,
			years: [...years].sort((a, b) => b - a),
			byYear,
			byType,
			byMonth,
			members,
			total: count?.total ?? 0,
			page,
			owing,
			who,
		};
	},
	page: duesReportPage,
});

const ExportQuery = z.strictObject({
	year: REPORT.year.schema,
	owing: REPORT.owing.schema,
	part: z.enum(REPORT_PARTS).default("members"),
});
/** Reads one part of the report with one statement and returns its sheet. */
async function sheetOf(
	{ env }: Pick<Ask, "env">,
	{ year, owing, part, most }: { year: number; owing: boolean; part: string; most: number },
) {
	if (part === "years") return yearsSheet((await readRows(env.DB, duesByYear()))[0]);
	if (part === "types") return typesSheet((await readRows(env.DB, duesByType(year)))[0], year);
	if (part === "months") return monthsSheet(monthRows((await readRows(env.DB, collectedByMonth(year)))[0]), year);
	return membersSheet((await readRows(env.DB, duesByMember(year, { owing, limit: most })))[0], year);
}

/** The routes that download a table of the report as a file. */
const files = takenAway({
	path: dues.reportExport,
	gate,
	query: ExportQuery,
	holds: "books",
	name: "會費",
	unit: "位",
	narrow: "請只看未繳的，或改用年度別、種類別的表",
	page: dues.report(),
	drop: ["part"],
	noted: ["dues.export", "dues"],
	read: async ({ env, query, at }, most) => {
		const { part, year = thisYear(at), owing } = query;
		const table = await sheetOf({ env }, { year, owing: owing === "1", part, most });
		return { file: table.sheet, table, filter: { year: String(year) } };
	},
});

export const DUES_REPORT_ROUTES: readonly Route[] = [...report, ...files];
