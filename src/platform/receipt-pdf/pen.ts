import {
	grayscale,
	type PDFImage,
	type PDFPage,
	popGraphicsState,
	pushGraphicsState,
	rotateDegrees,
	translate,
} from "pdf-lib";
import { fitText, type Measure } from "#platform/receipt-pdf/lines.ts";

/** A box in points; its position is its upper left corner. */
export type Box = { x: number; y: number; width: number; height: number };
type Align = "start" | "middle" | "end";
type Fit = { most: number; align?: Align; leading?: number };

type Ink = { gray?: number; thickness?: number };

/** Grey values, as shares of white. */
const BLACK = 0;
export const SOFT = 0.35;
/** How far the middle of a Chinese character lies above its base line, as a share of its size. */
const MIDDLE = 0.38;
const THIN = 0.5;

/** A pen that draws on a part of a page which begins `top` points below the page's upper edge. */
export type Pen = ReturnType<typeof penOn>;

/** Makes a pen for a part of a page; `measure` measures texts in the page's font. */
export function penOn(page: PDFPage, measure: Measure, top: number) {
	const down = (y: number): number => page.getHeight() - top - y;

	/** Draws one line of text: `y` is the middle of its characters, `x` its start, middle or end, by `align`. */
	function line(text: string, at: { x: number; y: number; size: number; align?: Align; gray?: number }): void {
		if (text === "") return;
		const { x, y, size, align = "start", gray = BLACK } = at;
		const before = { start: 0, middle: 0.5, end: 1 }[align] * measure(text, size);
		page.drawText(text, { x: x - before, y: down(y) - MIDDLE * size, size, color: grayscale(gray) });
	}

	return {
		measure,
		line,
		/**
		 * Draws a text in a box, vertically in its middle, in font size `most` or, when the text does not fit, in
		 * several lines or smaller. `leading` is the line height as a multiple of the size.
		 */
		text(text: string, box: Box, { most, align = "start", leading = 1.25 }: Fit): void {
			const { size, lines } = fitText(text, { ...box, most, leading }, measure);
			const x = box.x + { start: 0, middle: 0.5, end: 1 }[align] * box.width;
			const first = box.y + box.height / 2 - ((lines.length - 1) / 2) * size * leading;
			for (const [at, words] of lines.entries()) line(words, { x, y: first + at * size * leading, size, align });
		},
		/** Draws a label with its characters spread over a width. */
		spread(text: string, { x, y, width, size }: { x: number; y: number; width: number; size: number }): void {
			const characters = [...text];
			const step = (width - size) / Math.max(1, characters.length - 1);
			for (const [at, one] of characters.entries())
				line(one, { x: x + size / 2 + at * step, y, size, align: "middle", gray: SOFT });
		},
		/** Draws a picture in the middle of a box, as large as fits. */
		picture(picture: PDFImage, box: Box): void {
			const { width, height } = picture.scaleToFit(box.width, box.height);
			const x = box.x + (box.width - width) / 2;
			page.drawImage(picture, { x, y: down(box.y + (box.height + height) / 2), width, height });
		},
		rule(from: { x: number; y: number }, to: { x: number; y: number }, dash: number[] = []): void {
			const [start, end] = [from, to].map(({ x, y }) => ({ x, y: down(y) }));
			if (start && end)
				page.drawLine({
					start,
					end,
					thickness: THIN,
					color: grayscale(SOFT),
					...(dash.length > 0 && { dashArray: dash }),
				});
		},
		frame({ x, y, width, height }: Box, { gray = BLACK, thickness = THIN }: Ink = {}): void {
			const corner = { x, y: down(y + height) };
			page.drawRectangle({ ...corner, width, height, borderWidth: thickness, borderColor: grayscale(gray) });
		},
		/** Runs `draw` so that all it draws is turned about a point by `angle` degrees, counter-clockwise. */
		turned({ x, y }: { x: number; y: number }, angle: number, draw: () => void): void {
			const about = [translate(x, down(y)), rotateDegrees(angle), translate(-x, -down(y))];
			page.pushOperators(pushGraphicsState(), ...about);
			draw();
			page.pushOperators(popGraphicsState());
		},
	};
}
