import * as z from "zod";
import { openFields, ownFileColumns } from "#admin/people/member-fields/file-parts.ts";
import { allows } from "#auth/permissions.ts";
import { isUnproven, type Route, view } from "#auth/route.ts";
import { countChosen, listedMembers } from "#db/people/member-exports.ts";
import { activeFields } from "#db/people/member-fields.ts";
import { membershipTypes } from "#db/people/membership-types.ts";
import { readRows } from "#db/read.ts";
import { CONDITION_NAMES } from "#domain/people/member-fields/rules.ts";
import { paths } from "#http/paths.ts";
import { dateInTaipei } from "#kernel/times.ts";
import { CHOSEN } from "#kits/list/chosen.ts";
import { backTo, takenAway } from "#kits/list/taking-away.ts";
import { ChosenQuery, chosenOf, fileWords, notedRows, toldOf } from "./bulk-chosen.ts";
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
		const chosen = await chosenOf(query, ask);
		const [[count], fields, types] = await readRows(env.DB, countChosen(chosen), activeFields(), membershipTypes());
		const total = count?.total ?? 0;
		const own = openFields(fields, allows("members_sensitive", ask.who));
		return isUnproven(ask, "contacts", total)
			? "not_fresh"
			: exportPage({ total, told: toldOf(chosen)(total), query, own, types, asked: c.req.query() });
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
		const names = columns.filter(isColumn);
		const asked = columns.filter((name) => CONDITION_NAMES.test(name)).map((name) => Number(name.slice(1)));
		if (names.length + asked.length < columns.length) return "bad_query";
		if (columns.length === 0) return backTo(ask, { page: members.exports(), drop: ["columns"] }, "請至少選一個欄位。");
		const chosen = await chosenOf(query, ask);
		const [rows, fields, types] = await readRows(
			ask.env.DB,
			listedMembers(chosen, most, asked),
			activeFields(),
			membershipTypes(),
		);
		const taken = openFields(fields, allows("members_sensitive", ask.who)).filter(({ id }) => asked.includes(id));
		if (taken.length < asked.length) return "bad_query";
		// A file with special data needs a fresh proof of who asks, as each file with sealed columns does.
		const isSealed = taken.some(({ is_special }) => is_special === 1);
		if (isSealed && rows.length < most && isUnproven(ask, "sealed", rows.length)) return "not_fresh";
		const own = rows.length < most ? await ownFileColumns(ask.env, taken, rows) : [];
		const today = dateInTaipei(ask.at);
		const file = `會員-${today}${fileWords(query, types)}`;
		return { file, table: sheetOf({ rows, names, own, today }), noted: notedRows(chosen, rows.length), columns };
	},
});

/** The routes of exports. They come before the routes of one record, whose ":id" would match "export" too. */
export const MEMBER_EXPORT_ROUTES: readonly Route[] = [chooseColumns, ...files];
