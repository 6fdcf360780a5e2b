import { type Children, html, type VNode } from "./html.ts";
import { type Sorted, sortHeader } from "./sort-header.ts";

export type Column<Row> = {
	label: string;
	cell: (row: Row) => Children;
	/** The name it is sorted by, when it can be. */
	sort?: string | undefined;
	/** The cell names its row. */
	head?: boolean | undefined;
	/** Numbers and actions stand at the end. */
	end?: boolean | undefined;
	/** A line to its left: the first of a pair of amounts. */
	pair?: boolean | undefined;
	nowrap?: boolean | undefined;
	/** Its label is only read out. */
	quiet?: boolean | undefined;
	/** Its place on a phone's sheet: a whole line, the upper corner, the actions, or away. Its label goes with it unless `bare`. */
	sheet?: "line" | "corner" | "acts" | "away" | undefined;
	bare?: boolean | undefined;
};

export type Table<Row> = {
	caption: string;
	/** The caption is shown, not only read out. */
	captionShown?: boolean | undefined;
	columns: Column<Row>[];
	rows: Row[];
	sorted?: Sorted | undefined;
	/** What stands in place of rows: `noneYet()` or `noMatch()`. */
	empty?: VNode | undefined;
	/** On a phone every row becomes a sheet; without it the table scrolls sideways. */
	cards?: boolean | undefined;
	tight?: boolean | undefined;
	/** A book of accounts (sheet "ledger"): its figures are quiet links. */
	book?: boolean | undefined;
	foot?: Children;
	/** More classes of a row: `group`, `open-row`. */
	rowClass?: ((row: Row) => string | undefined) | undefined;
	/** A row under a row, as wide as the table. */
	under?: ((row: Row) => VNode | null) | undefined;
};

const classOf = <Row>(column: Column<Row>): string | undefined =>
	[
		column.end && "num",
		column.pair && "pair",
		column.nowrap && "nowrap",
		column.sheet && `sheet-${column.sheet}`,
		column.head && "head",
	]
		.filter(Boolean)
		.join(" ") || undefined;

function cell<Row>(column: Column<Row>, row: Row): VNode {
	const shared = { class: classOf(column), "data-label": column.bare || column.head ? undefined : column.label };
	return column.head
		? html`<th role="rowheader" scope="row" ...${shared}>${column.cell(row)}</th>`
		: html`<td role="cell" ...${shared}>${column.cell(row)}</td>`;
}

function body<Row>({ columns, rows, empty, rowClass, under }: Table<Row>): Children {
	if (rows.length === 0)
		return html`<tr role="row" class="empty-row"><td role="cell" colspan=${columns.length}>${empty ?? "—"}</td></tr>`;
	return rows.map((row) => {
		const below = under?.(row);
		return [
			html`<tr role="row" class=${rowClass?.(row)}>${columns.map((column) => cell(column, row))}</tr>`,
			below && html`<tr role="row" class="panel-row"><td role="cell" colspan=${columns.length}>${below}</td></tr>`,
		];
	});
}

/**
 * A table of typed columns. The roles are written out, because a table laid out as sheets on a phone would otherwise stop
 * being one for screen readers. An empty table is one row as wide as all columns.
 */
export function table<Row>(props: Table<Row>): VNode {
	const { caption, columns, sorted, cards, tight, foot } = props;
	// What stands in place of rows is read without scrolling.
	const isSheets = cards || props.rows.length === 0;
	const made = html`<table class=${["table", isSheets && "cards", tight && "tight", props.book && "book"].filter(Boolean).join(" ")} role="table">
		<caption class=${props.captionShown ? undefined : "sr"}>${caption}</caption>
		<thead role="rowgroup">
			<tr role="row">${columns.map((column) => sortHeader(column, sorted))}</tr>
		</thead>
		<tbody role="rowgroup">${body(props)}</tbody>
		${foot && html`<tfoot role="rowgroup">${foot}</tfoot>`}
	</table>`;
	return isSheets ? made : html`<div class="scroll" tabindex="0" role="region" aria-label=${caption}>${made}</div>`;
}
