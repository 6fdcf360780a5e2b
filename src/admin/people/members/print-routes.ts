import type { Holds } from "#auth/holds.ts";
import { isUnproven, type Route, view } from "#auth/route.ts";
import { listedMembers } from "#db/people/member-exports.ts";
import { membershipTypes } from "#db/people/membership-types.ts";
import { representativesOn } from "#db/people/representatives.ts";
import { readRows } from "#db/read.ts";
import { selectSettings } from "#db/system/index.ts";
import { noteTaken, parseSettings } from "#domain/system/actions.ts";
import { keysOf } from "#domain/system/index.ts";
import { paths } from "#http/paths.ts";
import { dateInTaipei } from "#kernel/times.ts";
import { notedOf } from "#kits/list/taking-away.ts";
import { chosenOf, notedRows, toldOf } from "./bulk-chosen.ts";
import { printPage } from "./print-page.ts";
import { PrintQuery } from "./print-query.ts";
import { isRosterColumn, ROSTER_USUAL } from "./print-tables.ts";
import { PRINT_KINDS, PRINT_MAX, type PrintKind } from "./print-words.ts";

/**
 * Returns what personal data a print holds, for the log: the roster holds contacts; labels and sign-in sheets hold
 * names and addresses.
 */
const holdsOf = (kind: PrintKind): Holds => (kind === "roster" ? "contacts" : "labels");

const print = (kind: PrintKind): Route =>
	view({
		path: paths.admin.members.print(kind),
		isPaper: true,
		gate: "members",
		holds: holdsOf(kind),
		query: PrintQuery,
		show: async (ask) => {
			const { c, env, db, query, by, at, surroundings } = ask;
			const columns = c.req.queries("columns") ?? [...ROSTER_USUAL];
			if (!columns.every(isRosterColumn)) return "bad_query";
			const chosen = await chosenOf(query, ask);
			const [rows, types, representatives, settings] = await readRows(
				env.DB,
				listedMembers(chosen, PRINT_MAX + 1),
				membershipTypes(),
				representativesOn(query.on ?? dateInTaipei(at)),
				selectSettings(keysOf("members")),
			);
			if (rows.length > 0 && rows.length <= PRINT_MAX) {
				if (isUnproven(ask, holdsOf(kind), rows.length)) return "not_fresh";
				const changes = {
					format: kind,
					rows: notedRows(chosen, rows.length),
					columns: kind === "roster" ? columns : [],
					filter: notedOf(query),
				};
				await noteTaken(db, { action: "member.print", type: "member", changes }, by);
			}
			const voting = { fromAge: parseSettings("members", settings).voting_from_age };
			const association = surroundings.fullName;
			return printPage(kind, {
				rows,
				query,
				asked: c.req.query(),
				columns,
				types,
				representatives,
				voting,
				association,
				at,
				told: toldOf(chosen),
			});
		},
	});

/** The routes of prints. They come before the routes of one record, whose ":id" would match "print" too. */
export const MEMBER_PRINT_ROUTES: readonly Route[] = PRINT_KINDS.map(print);
