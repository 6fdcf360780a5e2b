import { type MarkedExtension, Tokenizer } from "marked";

const inner = (row: string): string => row.trim().replace(/^\||(?<!\\)\|$/g, "");
const cells = (row: string): number => inner(row).split(/(?<!\\)\|/).length;

/** A row with more cells than the head of its table keeps them: GFM would drop their text. */
export const wideTables: MarkedExtension = {
	tokenizer: {
		table(src) {
			const [raw, head = "", align = "", rows = ""] = this.rules.block.table.exec(src) ?? [];
			const missing = Math.max(0, ...rows.split("\n").map((row) => cells(row) - cells(head)));
			if (raw === undefined || missing === 0) return false;
			const wider = (row: string, cell: string): string => `|${inner(row)}|${`${cell}|`.repeat(missing)}`;
			const table = Tokenizer.prototype.table.call(this, `${wider(head, " ")}\n${wider(align, "---")}\n${rows}`);
			return table ? { ...table, raw } : false;
		},
	},
};
