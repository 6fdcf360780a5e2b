import * as z from "zod";
import { isUnproven, type Route, view } from "#auth/route.ts";
import { countChosen, listedMembers } from "#db/people/member-exports.ts";
import { readRows } from "#db/read.ts";
import { paths } from "#http/paths.ts";
import { dateInTaipei } from "#kernel/times.ts";
import { CHOSEN } from "#kits/list/chosen.ts";
import { backTo, takenAway } from "#kits/list/taking-away.ts";
import { ChosenQuery, chosenOf, fileWords } from "./bulk-chosen.ts";
import { isColumn, sheetOf } from "./export-columns.ts";
import { exportPage } from "./export-page.ts";
import { memberList } from "./list.ts";

const { members } = paths.admin;

const chooseColumns = view({
	path: members.exports(),
	gate: "members_manage",
	query: ChosenQuery,
	show: async (ask) => {
		const { c, env, query } = ask;
		const [[count]] = await readRows(env.DB, countChosen(chosenOf(query, ask)));
		const total = count?.total ?? 0;
		return isUnproven(ask, "contacts", total) ? "not_fresh" : exportPage({ total, query, asked: c.req.query() });
	},
});

const ExportQuery = memberList.asking({
	...CHOSEN,
	/**
	 * The chosen columns. The parameter may occur several times, so all its values are read from the address instead.
	 */
	columns: z.string().optional(),
});

const files = takenAway({
	path: members.export,
	gate: "members_manage",
	query: ExportQuery,
	holds: "contacts",
	name: "會員",
	unit: "位",
	narrow: "請加上條件（例如縣市、狀態）分次匯出",
	page: members.exports(),
	drop: ["columns"],
	noted: ["member.export", "member"],
	read: async (ask, most) => {
		const { columns: _columns, ...query } = ask.query;
		const columns = ask.c.req.queries("columns") ?? [];
		if (!columns.every(isColumn)) return "bad_query";
		if (columns.length === 0) return backTo(ask, { page: members.exports(), drop: ["columns"] }, "請至少選一個欄位。");
		const [rows] = await readRows(ask.env.DB, listedMembers(chosenOf(query, ask), most));
		const today = dateInTaipei(ask.at);
		const file = `會員-${today}${fileWords(query)}`;
		return { file, table: sheetOf(rows, columns, today), columns };
	},
});

/** The routes of exports. They come before the routes of one record, whose ":id" would match "export" too. */
export const MEMBER_EXPORT_ROUTES: readonly Route[] = [chooseColumns, ...files];
