import { type MarkedExtension, Tokenizer } from "marked";

const inner = (row: string): string => row.trim().replace(/^\||(?<=(?<!\\)(?:\\\\)*)\|$/g, "");
/** Counts the cells of a row; a pipe parts them when no backslash, or an even number of them, stands before it. */
const cells = (row: string): number => (inner(row).match(/\\.|\|/g) ?? []).filter((one) => one === "|").length + 1;

/**
 * The largest number of cells of a table: every row is filled up to the widest one, so a few hundred bytes could ask
 * for a million.
 */
const MOST_CELLS = 50_000;

/**
 * A Markdown extension: a table row keeps cells beyond those of the header, whose text GFM would drop. A table that is
 * too large is shown as text.
 */
export const wideTables: MarkedExtension = {
	tokenizer: {
		table(src) {
			if (!/^[^\n]*\n[^\n]*[|:]/.test(src)) return undefined;
			const [raw, head = "", align = "", rows = ""] = this.rules.block.table.exec(src) ?? [];
			const all = rows.split("\n");
			const width = cells(head);
			const missing = all.reduce((most, row) => Math.max(most, cells(row) - width), 0);
			if ((width + missing) * all.length > MOST_CELLS) return undefined;
			if (raw === undefined || missing === 0) return false;
			const wider = (row: string, cell: string): string => `|${inner(row)} |${`${cell}|`.repeat(missing)}`;
			const table = Tokenizer.prototype.table.call(this, `${wider(head, " ")}\n${wider(align, "---")}\n${rows}`);
			return table ? { ...table, raw } : false;
		},
	},
};
