import * as z from "zod";
import { type Ask, type Route, view } from "#auth/route.ts";
import { countChosen, listedMembers } from "#db/member-exports.ts";
import { readRows } from "#db/read.ts";
import { dateInTaipei } from "#domain/content/times.ts";
import { noteMemberExport } from "#domain/member-lists/actions.ts";
import { paths } from "#http/paths.ts";
import { type SheetFormat, sheetFile } from "#http/sheet-file.ts";
import { ChosenQuery, chosenOf, fileWords, filterNoted } from "./bulk-chosen.ts";
import { type ColumnName, isColumn, sheetOf } from "./export-columns.ts";
import { EXPORT_MAX, exportPage } from "./export-page.ts";

const { members } = paths.admin;

const chooseColumns = view({
	path: members.exports(),
	gate: "members_manage",
	query: ChosenQuery,
	fresh: true,
	show: async ({ c, env, who, query, at }) => {
		const [[count]] = await readRows(env.DB, countChosen(chosenOf(query, { who, at })));
		return exportPage({ total: count?.total ?? 0, query, asked: c.req.query() });
	},
});

const ExportQuery = ChosenQuery.extend({
	/** May stand more than once; which ones is read from the address itself. */
	columns: z.string().optional(),
});

/** The members of the list as a file, with a row in the audit log before it leaves. */
const download = (format: SheetFormat): Route =>
	view({
		path: members.export(format),
		gate: "members_manage",
		query: ExportQuery,
		fresh: true,
		show: async (ask) => {
			const { columns: _columns, ...query } = ask.query;
			const columns = ask.c.req.queries("columns") ?? [];
			if (!columns.every(isColumn)) return "bad_query";
			if (columns.length === 0) return again(ask, "請至少選一個欄位。");
			const [rows] = await readRows(ask.env.DB, listedMembers(chosenOf(query, ask), EXPORT_MAX + 1));
			// The page itself says that there are none, or too many.
			if (rows.length === 0 || rows.length > EXPORT_MAX) return again(ask);
			return file(ask, { format, query, columns, rows });
		},
	});

type Taken = {
	format: SheetFormat;
	query: ChosenQuery;
	columns: readonly ColumnName[];
	rows: Parameters<typeof sheetOf>[0];
};

async function file({ db, by, at }: Ask, { format, query, columns, rows }: Taken): Promise<Response> {
	const today = dateInTaipei(at);
	const made = await sheetFile(`會員-${today}${fileWords(query)}`, sheetOf(rows, columns, today), format);
	await noteMemberExport(db, by, { format, members: rows.length, columns, filter: filterNoted(query) });
	return made;
}

/** Back to the choice of columns. */
function again({ c }: Pick<Ask, "c">, flash?: string) {
	const { columns: _columns, ...asked } = c.req.query();
	const to = Object.keys(asked).length > 0 ? `${members.exports()}?${new URLSearchParams(asked)}` : members.exports();
	return flash ? { to, flash, tone: "warn" as const } : { to };
}

/** Taking members' data away. Before the record's: "export" is no id. */
export const MEMBER_EXPORT_ROUTES: readonly Route[] = [chooseColumns, download("xlsx"), download("csv")];
