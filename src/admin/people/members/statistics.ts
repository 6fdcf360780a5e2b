import * as z from "zod";
import { countedBy, isOwnTrait, ownTraits } from "#admin/people/member-fields/statistics-parts.ts";
import { allows } from "#auth/permissions.ts";
import type { Route } from "#auth/route.ts";
import { activeFields } from "#db/people/member-fields.ts";
import { memberCrossings } from "#db/people/member-statistics.ts";
import { membershipTypes } from "#db/people/membership-types.ts";
import { readRows } from "#db/read.ts";
import { notingCount } from "#domain/people/member-fields/filter-actions.ts";
import { CONDITION_NAMES } from "#domain/people/member-fields/rules.ts";
import { crossTable, type ToldTable, TRAIT_LABELS, TRAITS, toldTable } from "#domain/people/members/statistics.ts";
import { paths } from "#http/paths.ts";
import { dateInTaipei } from "#kernel/times.ts";
import { dayText } from "#kernel/written.ts";
import { book } from "#kits/list/book.ts";
import { choice, fieldsOf, oneOf } from "#kits/list/conditions.ts";
import { card } from "#ui/card.ts";
import { noMatch } from "#ui/empty.ts";
import { exportLinks } from "#ui/export-links.ts";
import { filters } from "#ui/filters.ts";
import { html } from "#ui/html.ts";
import { figure } from "#ui/money.ts";
import type { Page } from "#ui/page.ts";
import { printButton } from "#ui/print-button.ts";
import { type Column, table } from "#ui/table.ts";
import type { Here } from "#ui/url-state.ts";

const { members } = paths.admin;

/** A trait of the record, or an own field. */
const TraitCode = z.union([z.enum(TRAITS), z.string().regex(CONDITION_NAMES)]);

/** The conditions: by what the rows and the columns count, and whom. */
const ASKED = {
	rows: oneOf("橫列", TraitCode, TRAIT_LABELS.city),
	columns: oneOf("直欄", TraitCode, TRAIT_LABELS.age),
	whom: choice("對象", [["in", "all"], { in: "在會的（含待繳費、停權）", all: "在會過的（含已離會）" }], "有效會員"),
};
type Shown = {
	rows: string;
	columns: string;
	/** The names of everything that people are counted by: of the record, and of own fields. */
	labels: Readonly<Record<string, string>>;
	/** Whether an own field of several choices is among them, in which one person counts more than once. */
	isSeveral: boolean;
	today: string;
	counted: ToldTable;
	here: Here & { query: Record<string, string> };
};

const TITLE = "人數統計";
const labelOf = ({ labels }: Pick<Shown, "labels">, trait: string): string => labels[trait] ?? trait;
const nameOf = (shown: Shown): string =>
	[...new Set([shown.rows, shown.columns])].map((trait) => labelOf(shown, trait)).join(" × ");
/** The options of a condition; one that is left out is what is counted by default. */
const optionsOf = ({ labels }: Shown, without: string) =>
	Object.entries(labels).flatMap(([value, label]) => (value === without ? [] : [{ value, label }]));
const told = (many: number | string) => (typeof many === "number" ? figure(many) : many);

/** Draws 人數統計: how many people have two traits in common. */
const statisticsPage = (shown: Shown): Page => ({
	title: TITLE,
	area: "會員",
	crumbs: [{ label: "會員", href: members.list() }],
	lead: `到 ${dayText(shown.today)}為止的人數，給年度報告與補助申請用。這一頁與檔案都沒有姓名。${shown.isSeveral ? "複選的人在每個選項各算一次。" : ""}`,
	actions: [printButton("plain"), exportLinks(members.statisticsFile, shown.here.query)],
	body: card(
		{ label: TITLE, flush: true },
		filters({
			here: shown.here,
			fields: fieldsOf(ASKED, { rows: optionsOf(shown, "city"), columns: optionsOf(shown, "age") }),
		}),
		table({
			caption: nameOf(shown),
			columns: columnsOf(shown),
			rows: shown.counted.rows,
			foot: html`<tr role="row">
				<th role="rowheader" scope="row">合計</th>
				${across(shown).map(({ at }) => html`<td role="cell" class="num">${told(shown.counted.sums[at] ?? 0)}</td>`)}
				<td role="cell" class="num">${told(shown.counted.total)}</td>
			</tr>`,
			empty: noMatch({ title: "沒有符合的人", clearHref: members.statistics() }),
		}),
	),
});

/** The columns besides the sum; none where rows and columns count by the same. */
const across = ({ rows, columns, counted }: Pick<Shown, "rows" | "columns" | "counted">) =>
	rows === columns ? [] : counted.columns.map((label, at) => ({ label, at }));

type Row = ToldTable["rows"][number];
const columnsOf = (shown: Shown): Column<Row>[] => [
	{ label: labelOf(shown, shown.rows), head: true, cell: ({ label }) => label },
	...across(shown).map(({ label, at }) => ({ label, end: true, cell: ({ counts }: Row) => told(counts[at] ?? 0) })),
	{ label: "合計", end: true, cell: ({ total }) => told(total) },
];

/** Returns the rows of the file: those of the table and its sums. */
function fileRows(shown: Shown): (string | number)[][] {
	const { rows, sums, total } = shown.counted;
	const places = across(shown);
	const line = (label: string, counts: readonly (number | string)[], sum: number | string) => [
		label,
		...places.map(({ at }) => counts[at] ?? 0),
		sum,
	];
	return [...rows.map((row) => line(row.label, row.counts, row.total)), line("合計", sums, total)];
}

/** The routes of 人數統計, the page and its file. */
export const STATISTICS_ROUTES: readonly Route[] = book({
	path: members.statistics(),
	gate: "members_statistics",
	isPaper: true,
	conditions: ASKED,
	read: async ({ env, who, by, at, query }): Promise<Shown | "missing"> => {
		const today = dateInTaipei(at);
		const { rows = "city", columns = "age", whom = "active" } = query;
		const seesAll = allows("members_sensitive", who);
		const [crossings, fields, types] = await readRows(
			env.DB,
			memberCrossings({ rows: countedBy(rows), columns: countedBy(columns), whom, seesAll }, today),
			activeFields(),
			membershipTypes(),
			...(seesAll ? notingCount([rows, columns], by) : []),
		);
		const own = ownTraits(env, { fields, seesAll, asked: [rows, columns] });
		if ([rows, columns].some((trait) => isOwnTrait(trait) && own.labels[trait] === undefined)) return "missing";
		const asked = Object.entries(query).filter(
			(one): one is [string, NonNullable<(typeof one)[1]>] => one[1] !== undefined,
		);
		const here = { path: members.statistics(), query: Object.fromEntries(asked) };
		const table = crossTable(crossings, { rows, columns, types }, own.values);
		const isSealed = own.isSealed(rows) || own.isSealed(columns);
		const counted = toldTable(table, { isSealed, isAlone: rows === columns });
		const labels = { ...TRAIT_LABELS, ...own.labels };
		return { rows, columns, labels, isSeveral: own.isSeveral(rows) || own.isSeveral(columns), today, counted, here };
	},
	page: (shown) => statisticsPage(shown),
	file: {
		path: members.statisticsFile,
		holds: "books",
		name: TITLE,
		unit: "列",
		narrow: "請少選一些",
		noted: ["member.statistics_export", "member"],
		of: (shown) => ({
			file: `${TITLE}-${shown.today}`,
			table: {
				sheet: TITLE,
				header: [labelOf(shown, shown.rows), ...across(shown).map(({ label }) => label), "合計"],
				rows: shown.counted.rows.length === 0 ? [] : fileRows(shown),
			},
			count: shown.counted.rows.length,
		}),
	},
});
