import type { Route } from "#auth/route.ts";
import { memberCrossings } from "#db/people/member-statistics.ts";
import { membershipTypes } from "#db/people/membership-types.ts";
import { readRows } from "#db/read.ts";
import { type CrossTable, crossTable, TRAIT_LABELS, type Trait } from "#domain/people/members/statistics.ts";
import { paths } from "#http/paths.ts";
import { rocWords } from "#kernel/calendar.ts";
import { dateInTaipei } from "#kernel/times.ts";
import { book } from "#kits/list/book.ts";
import { choice, fieldsOf } from "#kits/list/conditions.ts";
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

/** The conditions: by what the rows and the columns count, and whom. */
const ASKED = {
	rows: choice("橫列", [["age", "gender", "identity", "type"], TRAIT_LABELS], TRAIT_LABELS.city),
	columns: choice("直欄", [["city", "gender", "identity", "type"], TRAIT_LABELS], TRAIT_LABELS.age),
	whom: choice("對象", [["in", "all"], { in: "在會的（含待繳費、停權）", all: "在會過的（含已離會）" }], "有效會員"),
};
type Shown = {
	rows: Trait;
	columns: Trait;
	today: string;
	counted: CrossTable;
	here: Here & { query: Record<string, string> };
};

const TITLE = "人數統計";
const nameOf = ({ rows, columns }: Pick<Shown, "rows" | "columns">): string =>
	rows === columns ? TRAIT_LABELS[rows] : `${TRAIT_LABELS[rows]} × ${TRAIT_LABELS[columns]}`;

/** Draws 人數統計: how many people have two traits in common. */
const statisticsPage = (shown: Shown): Page => ({
	title: TITLE,
	area: "會員",
	crumbs: [{ label: "會員", href: members.list() }],
	lead: `到 ${rocWords(shown.today)}為止的人數，給年度報告與補助申請用。這一頁與檔案都沒有姓名。`,
	actions: [printButton("plain"), exportLinks(members.statisticsFile, shown.here.query)],
	body: card(
		{ label: TITLE, flush: true },
		filters({ here: shown.here, fields: fieldsOf(ASKED, {}) }),
		table({
			caption: nameOf(shown),
			columns: columnsOf(shown),
			rows: shown.counted.rows,
			foot: html`<tr role="row">
				<th role="rowheader" scope="row">合計</th>
				${across(shown).map(({ at }) => html`<td role="cell" class="num">${figure(shown.counted.sums[at] ?? 0)}</td>`)}
				<td role="cell" class="num">${figure(shown.counted.total)}</td>
			</tr>`,
			empty: noMatch({ title: "沒有符合的人", clearHref: members.statistics() }),
		}),
	),
});

/** The columns besides the sum; none where rows and columns count by the same. */
const across = ({ rows, columns, counted }: Pick<Shown, "rows" | "columns" | "counted">) =>
	rows === columns ? [] : counted.columns.map((label, at) => ({ label, at }));

type Row = CrossTable["rows"][number];
const columnsOf = (shown: Shown): Column<Row>[] => [
	{ label: TRAIT_LABELS[shown.rows], head: true, cell: ({ label }) => label },
	...across(shown).map(({ label, at }) => ({ label, end: true, cell: ({ counts }: Row) => figure(counts[at] ?? 0) })),
	{ label: "合計", end: true, cell: ({ total }) => figure(total) },
];

/** Returns the rows of the file: those of the table and its sums. */
function fileRows(shown: Shown): (string | number)[][] {
	const { rows, sums, total } = shown.counted;
	const places = across(shown);
	const line = (label: string, counts: readonly number[], sum: number) => [
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
	conditions: ASKED,
	read: async ({ env, at, query }): Promise<Shown> => {
		const today = dateInTaipei(at);
		const { rows = "city", columns = "age", whom = "active" } = query;
		const [crossings, types] = await readRows(
			env.DB,
			memberCrossings({ rows, columns, whom }, today),
			membershipTypes(),
		);
		const asked = Object.entries(query).filter(
			(one): one is [string, NonNullable<(typeof one)[1]>] => one[1] !== undefined,
		);
		const here = { path: members.statistics(), query: Object.fromEntries(asked) };
		return { rows, columns, today, counted: crossTable(crossings, { rows, columns, types }), here };
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
				header: [TRAIT_LABELS[shown.rows], ...across(shown).map(({ label }) => label), "合計"],
				rows: shown.counted.total === 0 ? [] : fileRows(shown),
			},
			count: shown.counted.rows.length,
		}),
	},
});
