import { sql } from "drizzle-orm";
import { guard, type Write } from "#db/commit.ts";
import { orders } from "#db/orders.ts";
import { limitTo, type Select, select, selectOne } from "#db/read.ts";
import type { ProjectEdit, ProjectInput } from "#domain/books/projects/form.ts";
import type { By } from "#kernel/by.ts";

/** A project (專案), with its income and expense so far, in whole NT$. */
export type ProjectRow = {
	id: number;
	name: string;
	starts_on: string | null;
	ends_on: string | null;
	note: string;
	is_active: 0 | 1;
	version: number;
	income: number;
	expense: number;
};
const moved = (side: string, from: string): string =>
	`coalesce((SELECT sum(${side}) FROM voucher_lines l JOIN accounts a ON a.id = l.account_id JOIN vouchers v ON v.id = l.voucher_id
		WHERE l.project_id = o.id AND ${from} AND v.state = 'posted' AND v.is_closing = 0), 0)`;
const ROW = `SELECT o.id, o.name, o.starts_on, o.ends_on, o.note, o.is_active, o.version,
	${moved("l.credit - l.debit", "a.code >= '4' AND a.code < '5'")} AS income, ${moved("l.debit - l.credit", "a.code >= '5'")} AS expense
	FROM projects o`;

export type ProjectFilter = { q: string; active: "1" | "0" | undefined };
const WHERE =
	"WHERE (?1 = '' OR instr(lower(o.name), lower(?1)) > 0) AND (?2 = '' OR o.is_active = CAST(?2 AS INTEGER))";

/** The orders of the list; `state` has those in use first, and of them the latest start. */
const ORDER = orders(
	{
		name: "o.name",
		period: ["coalesce(o.starts_on, o.ends_on)", "o.ends_on"],
		income: "income",
		expense: "expense",
		balance: "income - expense",
		state: ["o.is_active = 0", "o.starts_on DESC"],
	},
	"o.id DESC",
);
export const PROJECT_SORTS = ORDER.sorts;
type ProjectPage = { rows: number; page: number; sort?: (typeof PROJECT_SORTS)[number] };

/** Selects one page of the projects in an order. */
export const projectRows = (
	{ q, active }: ProjectFilter,
	{ rows, page, sort = "state" }: ProjectPage,
): Select<ProjectRow> =>
	select(`${ROW} ${WHERE} ${ORDER.by(sort)} ${limitTo(rows, (page - 1) * rows)}`, q, active ?? "");
export const projectCount = ({ q, active }: ProjectFilter): Select<{ many: number; all: number }> =>
	selectOne(
		`SELECT count(*) AS many, (SELECT count(*) FROM projects) AS "all" FROM projects o ${WHERE}`,
		q,
		active ?? "",
	);
export const projectRow = (id: number): Select<ProjectRow> => selectOne(`${ROW} WHERE o.id = ?`, id);

export const insertProject = (input: ProjectInput, by: By): Write =>
	sql`INSERT INTO projects (name, starts_on, ends_on, note, created_at, updated_at)
		VALUES (${input.name}, ${input.starts_on}, ${input.ends_on}, ${input.note}, ${by.at}, ${by.at})`;

/**
 * Changes a project. Refuses with `project.stale` when another user changed it meanwhile; the trigger of migration 0027
 * refuses with `project.taken` a name that another project has.
 */
export const updateProject = (id: number, input: ProjectEdit, by: By): Write[] => [
	sql`UPDATE projects SET name = ${input.name}, starts_on = ${input.starts_on}, ends_on = ${input.ends_on}, note = ${input.note},
			is_active = ${Number(input.is_active)}, version = version + 1, updated_at = ${by.at}
		WHERE id = ${id} AND version = ${input.version}`,
	guard("project.stale"),
];
