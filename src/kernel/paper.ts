/** A column of a paper's table; `width` is its share of the table's width. */
export type PaperColumn = { label: string; width: number; end?: true };
/** A table of a paper, with a heading over it. A row that is `strong` has a line above it, as sums have. */
export type PaperTable = {
	title: string;
	columns: readonly PaperColumn[];
	rows: readonly { cells: readonly string[]; strong?: boolean }[];
};
/** A paper in A4: its title, the lines under it, tables, the lines behind them, and what stands at each page's foot. */
export type Paper = {
	title: string;
	lead: readonly string[];
	tables: readonly PaperTable[];
	notes: readonly string[];
	foot: string;
};
