import { PDFDocument, type PDFFont } from "pdf-lib";
import type { Bindings } from "#env.ts";
import type { Paper, PaperTable } from "#kernel/paper.ts";
import { embedFont, measureWith, missingIn, openFont, readFont } from "#platform/receipt-pdf/font.ts";
import { breakLines, type Measure } from "#platform/receipt-pdf/lines.ts";
import { type Pen, penOn, SOFT } from "#platform/receipt-pdf/pen.ts";

// Like receipt-pdf.ts, this is imported with `await import(...)`, so that the Worker starts without pdf-lib.

const A4 = { width: 595.28, height: 841.89 };
const EDGE = { side: 48, top: 56, bottom: 64 };
const WIDTH = A4.width - 2 * EDGE.side;
const SIZE = 9.5;
const LEADING = 1.4;
const PADDING = 4;
/** What stands for a character that the font cannot draw, as in printed books of names. */
const UNKNOWN = "〓";

/** Makes the PDF file of a paper, the same bytes for the same paper. A table that is longer than a page goes on, with its head. */
export async function paperPdf(env: Pick<Bindings, "ASSETS">, paper: Paper): Promise<Uint8Array> {
	const font = openFont(await readFont(env));
	const missing = new Set(missingIn(font, [JSON.stringify(paper)]));
	const known = JSON.parse(
		[...JSON.stringify(paper)].map((one) => (missing.has(one) ? UNKNOWN : one)).join(""),
	) as Paper;
	const pdf = await PDFDocument.create({ updateMetadata: false });
	pdf.setTitle(known.title, { showInWindowTitleBar: true });
	pdf.setLanguage("zh-Hant-TW");
	const face = await embedFont(pdf, font);
	const sheets = sheetsOf(pdf, face);
	sheets.line(known.title, { size: 17, align: "middle" });
	for (const line of known.lead) sheets.line(line, { size: 10, align: "middle" });
	for (const table of known.tables) drawTable(sheets, table);
	sheets.gap(8);
	for (const note of known.notes) sheets.text(note);
	sheets.number(known.foot);
	return pdf.save({ objectsPerTick: Number.POSITIVE_INFINITY });
}

type Sheets = ReturnType<typeof sheetsOf>;

/** The pages of a paper, and the place on the last of them where it goes on. */
function sheetsOf(pdf: PDFDocument, face: PDFFont) {
	const measure: Measure = measureWith(face);
	const pens: Pen[] = [];
	let y = 0;
	const add = (): Pen => {
		const page = pdf.addPage([A4.width, A4.height]);
		page.setFont(face);
		y = EDGE.top;
		const pen = penOn(page, measure, 0);
		pens.push(pen);
		return pen;
	};
	let pen = add();
	/** Goes to a new page when `height` points do not fit any more; says whether it did. */
	const need = (height: number): boolean => {
		if (y + height <= A4.height - EDGE.bottom) return false;
		pen = add();
		return true;
	};
	const X = { start: EDGE.side, middle: A4.width / 2, end: A4.width - EDGE.side };
	return {
		measure,
		need,
		gap: (height: number): void => {
			y += height;
		},
		/** Runs `draw` at the present place, and goes on `height` points below it. */
		take: (height: number, draw: (pen: Pen, y: number) => void): void => {
			draw(pen, y);
			y += height;
		},
		line(text: string, { size, align = "start" }: { size: number; align?: "start" | "middle" }): void {
			need(size * 1.7);
			pen.line(text, { x: X[align], y: y + size * 0.85, size, align });
			y += size * 1.7;
		},
		text(text: string): void {
			for (const one of breakLines(text, WIDTH, (part) => measure(part, SIZE))) this.line(one, { size: SIZE });
		},
		number(foot: string): void {
			for (const [at, one] of pens.entries()) {
				const place = { y: A4.height - 36, size: 8, gray: SOFT };
				one.line(foot, { x: X.start, ...place });
				one.line(`第 ${at + 1} 頁，共 ${pens.length} 頁`, { x: X.end, align: "end", ...place });
			}
		},
	};
}

type Row = { lines: string[][]; height: number };

function drawTable(sheets: Sheets, { title, columns, rows }: PaperTable): void {
	const all = columns.reduce((sum, { width }) => sum + width, 0);
	const places = placesOf(columns.map(({ width, end = false }) => ({ width: (width / all) * WIDTH, isEnd: end })));
	const rowOf = (cells: readonly string[]): Row => {
		const lines = cells.map((cell, at) =>
			breakLines(cell, (places[at]?.width ?? 0) - 2 * PADDING, (part) => sheets.measure(part, SIZE)),
		);
		return { lines, height: Math.max(1, ...lines.map(({ length }) => length)) * SIZE * LEADING + 5 };
	};
	const draw = (row: Row, isStrong: boolean): void =>
		sheets.take(row.height, (pen, y) => {
			for (const [at, cell] of row.lines.entries()) drawCell(pen, cell, { ...places[at], y });
			for (const edge of isStrong ? [y, y + row.height] : [y + row.height])
				pen.rule({ x: EDGE.side, y: edge }, { x: EDGE.side + WIDTH, y: edge });
		});
	const head = rowOf(columns.map(({ label }) => label));
	sheets.gap(12);
	sheets.need(90);
	if (title !== "") sheets.line(title, { size: 12 });
	draw(head, true);
	for (const { cells, strong = false } of rows) {
		const row = rowOf(cells);
		if (sheets.need(row.height)) draw(head, true);
		draw(row, strong);
	}
}

/** Returns each column with the place where it begins. */
function placesOf(columns: readonly { width: number; isEnd: boolean }[]) {
	let left = EDGE.side;
	return columns.map((column) => {
		const place = { ...column, left };
		left += column.width;
		return place;
	});
}

type Cell = { left?: number; width?: number; isEnd?: boolean; y: number };
function drawCell(pen: Pen, lines: readonly string[], { left = 0, width = 0, isEnd = false, y }: Cell): void {
	const x = isEnd ? left + width - PADDING : left + PADDING;
	for (const [n, line] of lines.entries())
		pen.line(line, { x, y: y + 2.5 + (n + 0.5) * SIZE * LEADING, size: SIZE, align: isEnd ? "end" : "start" });
}
