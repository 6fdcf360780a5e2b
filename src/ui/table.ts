import { type Children, html, type VNode } from "./html.ts";
import { type Sorted, sortHeader } from "./sort-header.ts";

export type Column<Row> = {
	label: string;
	/** The name of a column that the reader may leave out; `extra`: it is left out until it is chosen. */
	id?: string | undefined;
	extra?: boolean | undefined;
	cell: (row: Row) => Children;
	/** The name of this column in the address's `sort`, when the table can be sorted by it. */
	sort?: string | undefined;
	/** The cells of this column are the headers of their rows. */
	head?: boolean | undefined;
	/** The cells are aligned to the end, for numbers and actions. */
	end?: boolean | undefined;
	/** The column has a line to its left, because it is the first of a pair of amounts. */
	pair?: boolean | undefined;
	nowrap?: boolean | undefined;
	/** The column's label is only read by screen readers. */
	quiet?: boolean | undefined;
	/**
	 * The cell's place on a phone, where each row is drawn as a card: on a whole line, in the upper corner, among the
	 * actions ("acts"), or nowhere ("away"). The column's label stands beside the cell unless `bare`.
	 */
	sheet?: "line" | "corner" | "acts" | "away" | undefined;
	bare?: boolean | undefined;
	/** The column is left out where a list is too narrow for all of them, between a phone and a desk. */
	spare?: boolean | undefined;
};

export type Table<Row> = {
	caption: string;
	/** The caption is visible, not only read by screen readers. */
	captionShown?: boolean | undefined;
	columns: Column<Row>[];
	rows: Row[];
	sorted?: Sorted | undefined;
	/** Shown in place of rows when there are none: `noneYet()` or `noMatch()`. */
	empty?: VNode | undefined;
	/** On a phone every row becomes a card; otherwise the table scrolls sideways. */
	cards?: boolean | undefined;
	tight?: boolean | undefined;
	/** The table is a list of records: its rows have one line of a fixed height where there is room. */
	list?: boolean | undefined;
	/** The rows have check boxes; the first header gets one for all of them. */
	picked?: boolean | undefined;
	/** The table is an account book (style sheet "ledger"), whose figures are links without underline. */
	book?: boolean | undefined;
	foot?: Children;
	/** Additional classes of a row: `group`, `open-row`. */
	rowClass?: ((row: Row) => string | undefined) | undefined;
	/** Returns the id of a row's element. */
	rowId?: ((row: Row) => string) | undefined;
	/** Draws a second row below a row, as wide as the table; null for none. */
	under?: ((row: Row) => VNode | null) | undefined;
};

const classOf = <Row>(column: Column<Row>): string | undefined =>
	[
		column.end && "num",
		column.pair && "pair",
		column.nowrap && "nowrap",
		column.sheet && `sheet-${column.sheet}`,
		column.head && "head",
		column.spare && "spare",
	]
		.filter(Boolean)
		.join(" ") || undefined;

function cell<Row>(column: Column<Row>, row: Row): VNode {
	const content = column.cell(row);
	// On a phone, a label with nothing behind it says nothing.
	const label = column.bare || column.head || content === "" || content === false ? undefined : column.label;
	const shared = { class: classOf(column), "data-label": label };
	return column.head
		? html`<th role="rowheader" scope="row" ...${shared}>${content}</th>`
		: html`<td role="cell" ...${shared}>${content}</td>`;
}

function body<Row>({ columns, rows, empty, rowClass, rowId, under }: Table<Row>): Children {
	if (rows.length === 0)
		return html`<tr role="row" class="empty-row"><td role="cell" colspan=${columns.length}>${empty ?? "—"}</td></tr>`;
	return rows.map((row) => {
		const below = under?.(row);
		return [
			html`<tr role="row" id=${rowId?.(row)} class=${below ? "open-row" : rowClass?.(row)}>${columns.map((column) => cell(column, row))}</tr>`,
			below && html`<tr role="row" class="panel-row"><td role="cell" colspan=${columns.length}>${below}</td></tr>`,
		];
	});
}

/** Ticks the boxes of all rows of the page; the band of the chosen rows listens to it. */
const allBox = html`<input class="scripted" type="checkbox" data-picks aria-label="本頁全選" />`;

/**
 * Draws a table of typed columns. The ARIA roles are written out, because a table that is laid out as cards on a phone
 * would otherwise lose its meaning for screen readers. An empty table has one row as wide as all columns.
 */
export function table<Row>(props: Table<Row>): VNode {
	const { caption, columns, sorted, cards, tight, list, foot } = props;
	// An empty table is laid out as cards, so that its text is read without scrolling.
	const isSheets = cards || props.rows.length === 0;
	const made = html`<table class=${["table", isSheets && "cards", list && "list", tight && "tight", props.book && "book"].filter(Boolean).join(" ")} role="table">
		<caption class=${props.captionShown ? undefined : "sr"}>${caption}</caption>
		<thead role="rowgroup">
			<tr role="row">${columns.map((column, nth) => sortHeader(column, sorted, nth === 0 && props.picked && allBox))}</tr>
		</thead>
		<tbody role="rowgroup">${body(props)}</tbody>
		${foot && html`<tfoot role="rowgroup">${foot}</tfoot>`}
	</table>`;
	return isSheets ? made : html`<div class="scroll" tabindex="0" role="region" aria-label=${caption}>${made}</div>`;
}
