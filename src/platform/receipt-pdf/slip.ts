import type { PDFImage } from "pdf-lib";
import { HALVES, type Half, LABELS, type ReceiptWords } from "#domain/money/index.ts";
import { fitLines } from "#platform/receipt-pdf/lines.ts";
import { type Box, type Pen, SOFT } from "#platform/receipt-pdf/pen.ts";

/** The size of a slip in points: an A5 in landscape, half an A4. */
export const SLIP = { width: 595.28, height: 841.89 / 2 };

const LEFT = 45;
const RIGHT = SLIP.width - LEFT;
const WIDTH = RIGHT - LEFT;
const MIDDLE = SLIP.width / 2;
const TABLE = { top: 102, bottom: 338 };
const ROWS = { payer: 30, amount: 30, method: 24, remarks: 24, heads: 18 };
/**
 * Measures in points: LABEL has the width of the column of labels, the width of the words in it and their font size;
 * AMOUNT and MEMBER_NO are the widths of the columns of amounts and member numbers; PADDING is the space at a column's
 * edge.
 */
const LABEL = { width: 70, words: 42, size: 9.5 };
const AMOUNT = 92;
const MEMBER_NO = 80;
const PADDING = 9;
/** The height of the mark behind the last item, in points. */
const END_HEIGHT = 12;

/**
 * Draws one slip; `half` says whether it is the stub or the original. Nothing is drawn outside its margins, however
 * long the texts are.
 */
export function drawSlip(pen: Pen, words: ReceiptWords, half: Half): void {
	if (words.voidedOn !== null) drawStamp(pen, words.voidedOn);
	if (words.hasSealPlace) drawSealPlace(pen);
	drawHead(pen, words, half);
	const remarks = words.remarks.length > 0 ? ROWS.remarks : 0;
	const foot = TABLE.bottom - remarks - ROWS.method - ROWS.amount;
	drawPayer(pen, words.payer);
	drawItems(pen, words, { top: TABLE.top + ROWS.payer, bottom: foot });
	drawAmount(pen, words, foot);
	drawMethod(pen, words, foot + ROWS.amount);
	if (remarks > 0) drawRemarks(pen, words.remarks, TABLE.bottom - remarks);
	pen.frame({ x: LEFT, y: TABLE.top, width: WIDTH, height: TABLE.bottom - TABLE.top }, { thickness: 1 });
	drawSigners(pen, words.signers);
	pen.text(words.imprint.join("　　"), { x: LEFT, y: 382, width: WIDTH, height: 21 }, { most: 8, align: "middle" });
}

function drawHead(pen: Pen, words: ReceiptWords, half: Half): void {
	const { name, holder } = HALVES[half];
	pen.text(words.association, { x: LEFT + 70, y: 26, width: WIDTH - 140, height: 26 }, { most: 15, align: "middle" });
	pen.line(words.heading, { x: MIDDLE, y: 67, size: 20, align: "middle" });
	pen.line(name, { x: RIGHT, y: 33, size: 11, align: "end" });
	pen.line(holder, { x: RIGHT, y: 47, size: 8, align: "end" });
	if (words.isCopy) {
		pen.frame({ x: LEFT, y: 28, width: 56, height: 23 }, { thickness: 1 });
		pen.line([...LABELS.copy].join("　"), { x: LEFT + 28, y: 39.5, size: 12, align: "middle" });
	}
	pen.line(`${LABELS.issuedOn}　${words.issuedOn}`, { x: LEFT, y: 89, size: 9.5 });
	pen.line(`${LABELS.number}　${words.number}`, { x: RIGHT, y: 89, size: 11, align: "end" });
}

type Row = { top: number; bottom: number; left?: number };

/** Draws a row's upper line, its label, and the line behind the label. */
function drawRow(pen: Pen, label: string, { top, bottom, left = LEFT }: Row): void {
	if (top > TABLE.top) pen.rule({ x: left, y: top }, { x: RIGHT, y: top });
	const x = left + (LABEL.width - LABEL.words) / 2;
	pen.spread(label, { x, y: (top + bottom) / 2, width: LABEL.words, size: LABEL.size });
	pen.rule({ x: left + LABEL.width, y: top }, { x: left + LABEL.width, y: bottom });
}

const VALUE = LEFT + LABEL.width + PADDING;

function drawPayer(pen: Pen, payer: string): void {
	const row = { top: TABLE.top, bottom: TABLE.top + ROWS.payer };
	drawRow(pen, LABELS.payer, row);
	pen.text(payer, inner({ x: VALUE, y: row.top, width: RIGHT - PADDING - VALUE, height: ROWS.payer }), { most: 13 });
}

/**
 * Draws the items. Member numbers get a column when there are any; the room that is left is closed with a mark, so that
 * nobody can write in it.
 */
function drawItems(pen: Pen, words: ReceiptWords, { top, bottom }: Row): void {
	drawRow(pen, LABELS.items, { top, bottom });
	const amounts = RIGHT - AMOUNT;
	const memberNos = amounts - (words.hasMemberNos ? MEMBER_NO : 0);
	const headed = top + ROWS.heads;
	const columns = [
		{ label: LABELS.item, x: VALUE, align: "start" },
		...(words.hasMemberNos ? [{ label: LABELS.memberNo, x: memberNos, align: "start" } as const] : []),
		{ label: LABELS.itemAmount, x: RIGHT - PADDING, align: "end" },
	] as const;
	for (const { label, x, align } of columns) pen.line(label, { x, y: top + ROWS.heads / 2, size: 8, align });
	pen.rule({ x: LEFT + LABEL.width, y: headed }, { x: RIGHT, y: headed });
	pen.rule({ x: amounts, y: top }, { x: amounts, y: bottom });

	const texts = words.items.map(({ label }) => label);
	const room = { width: memberNos - VALUE - PADDING, height: bottom - headed - 6, most: 11, leading: itemLeading };
	const { size, lines } = fitLines(texts, room, pen.measure);
	const leading = itemLeading(size);
	const pitch = size * leading;
	let y = headed + 3;
	for (const [at, { memberNo, amount }] of words.items.entries()) {
		// These cells have one line: a text that is too wide is made smaller.
		const cell = { y, height: pitch };
		pen.text(memberNo, { ...cell, x: memberNos, width: MEMBER_NO - PADDING }, { most: size, leading });
		const right = { ...cell, x: amounts + PADDING, width: AMOUNT - 2 * PADDING };
		pen.text(amount, right, { most: size, leading, align: "end" });
		for (const line of lines[at] ?? []) {
			pen.line(line, { x: VALUE, y: y + pitch / 2, size });
			y += pitch;
		}
	}
	const end = y + Math.max(pitch, END_HEIGHT) / 2;
	if (end + END_HEIGHT / 2 <= bottom) pen.line(LABELS.end, { x: VALUE, y: end, size: 8, gray: SOFT });
}

/** Returns the line height of items: few items stand apart, many close. */
const itemLeading = (size: number): number => 1.25 + Math.max(0, size - 8) * 0.1;

function drawAmount(pen: Pen, words: ReceiptWords, top: number): void {
	drawRow(pen, LABELS.amount, { top, bottom: top + ROWS.amount });
	const figures = RIGHT - AMOUNT - 24;
	const box = { y: top, height: ROWS.amount };
	pen.text(words.capitals, inner({ ...box, x: VALUE, width: figures - PADDING - VALUE }), { most: 13 });
	const right = inner({ ...box, x: figures, width: RIGHT - PADDING - figures });
	pen.text(words.figures, right, { most: 13, leading: right.height / 13, align: "end" });
}

function drawMethod(pen: Pen, words: ReceiptWords, top: number): void {
	const row = { top, bottom: top + ROWS.method };
	const second = LEFT + LABEL.width + (WIDTH - LABEL.width) / 2;
	drawRow(pen, LABELS.method, row);
	drawRow(pen, LABELS.paidOn, { ...row, left: second });
	pen.rule({ x: second, y: row.top }, { x: second, y: row.bottom });
	const box = { y: top, height: ROWS.method };
	pen.text(words.method, inner({ ...box, x: VALUE, width: second - PADDING - VALUE }), { most: 10.5 });
	const date = second + LABEL.width + PADDING;
	pen.text(words.paidOn, inner({ ...box, x: date, width: RIGHT - PADDING - date }), { most: 10.5 });
}

function drawRemarks(pen: Pen, remarks: readonly string[], top: number): void {
	drawRow(pen, LABELS.remarks, { top, bottom: TABLE.bottom });
	const box = { x: VALUE, y: top, width: RIGHT - PADDING - VALUE, height: ROWS.remarks };
	pen.text(remarks.join(""), inner(box), { most: 9.5 });
}

/** Returns a box with a little less height, so that there is space above and below the text. */
const inner = (box: Box): Box => ({ ...box, y: box.y + 2, height: box.height - 4 });

function drawSigners(pen: Pen, signers: ReceiptWords["signers"]): void {
	const each = WIDTH / signers.length;
	for (const [at, { role, name }] of signers.entries()) {
		const x = LEFT + at * each;
		const wide = pen.measure(role, 10);
		pen.line(role, { x, y: 363, size: 10 });
		pen.text(name, { x: x + wide + 6, y: 353, width: each - wide - 18, height: 20 }, { most: 10.5 });
		pen.rule({ x: x + wide + 6, y: 373 }, { x: x + each - 12, y: 373 });
	}
}

/** Draws the stamp of a voided receipt. It lies under the words, so that all of them can still be read. */
function drawStamp(pen: Pen, on: string): void {
	const at = { x: MIDDLE - 5, y: 196 };
	const frame = { x: at.x - 88, y: at.y - 38, width: 176, height: 76 };
	pen.turned(at, 12, () => {
		pen.frame(frame, { gray: STAMP, thickness: 3 });
		pen.frame({ x: frame.x + 5, y: frame.y + 5, width: 166, height: 66 }, { gray: STAMP, thickness: 1 });
		pen.line([...LABELS.voided].join(" "), { x: at.x, y: at.y - 9, size: 38, align: "middle", gray: STAMP });
		pen.line(on, { x: at.x, y: at.y + 23, size: 11, align: "middle", gray: STAMP });
	});
}

/** Draws the place of the association's seal (圖記), which lies under the words like the stamp. */
function drawSealPlace(pen: Pen): void {
	pen.frame(SEAL_BOX, { gray: SOFT });
	const middle = { x: SEAL_BOX.x + SEAL / 2, y: SEAL_BOX.y + SEAL / 2 };
	pen.line(LABELS.seal, { ...middle, size: 8, align: "middle", gray: SOFT });
}

/** Draws the picture of the seal in its place, before the words, which stand over it. */
export const drawSeal = (pen: Pen, picture: PDFImage): void => pen.picture(picture, SEAL_BOX);

/** The side of the place of the seal in points: 34 mm. */
const SEAL = 96;
const SEAL_BOX = { x: 278, y: 170, width: SEAL, height: SEAL };
const STAMP = 0.55;
