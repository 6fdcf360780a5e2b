/** Returns the width of a text in a font size, in points. */
export type Measure = (text: string, size: number) => number;

/** A text set into a box: its font size and lines. */
export type Fitted = { size: number; lines: string[] };

const STEP = 0.5;
/** The smallest font size: nobody can read less, and only texts beyond any real receipt get there. */
const LEAST = 1;

/**
 * The pieces at which a line may break: a run of Latin letters and digits, or any character with the punctuation
 * attached to it.
 */
const PIECES = /[（「『《〈【(]*(?:[\p{Script=Latin}\d.,'&/@#$%+:-]+|.)[，。、；：！？…）」』》〉】)]*\s*/gsu;

/** Breaks a text into lines that are no wider than `width` points; only a single character may be wider. */
export function breakLines(text: string, width: number, measure: (text: string) => number): string[] {
	const fits = (line: string): boolean => measure(line.trimEnd()) <= width;
	const lines: string[] = [];
	let line = "";
	for (const piece of (text.match(PIECES) ?? []).flatMap((piece) => (fits(piece) ? [piece] : [...piece]))) {
		if (line !== "" && !fits(line + piece)) {
			lines.push(line.trimEnd());
			line = "";
		}
		line += piece;
	}
	return [...lines, line.trimEnd()];
}

/**
 * Sets texts, each from a new line, in the largest font size of at most `most` in which all their lines fit into a box,
 * or in the smallest size, about LEAST, when they fit in none. `leading` returns the line height for a size, as a
 * multiple of the size.
 */
export function fitLines(
	texts: readonly string[],
	box: { width: number; height: number; most: number; leading: (size: number) => number },
	measure: Measure,
): { size: number; lines: string[][] } {
	for (let size = box.most; ; size -= STEP) {
		const lines = texts.map((text) => breakLines(text, box.width, (part) => measure(part, size)));
		const widest = Math.max(0, ...lines.flat().map((line) => measure(line, size)));
		const height = lines.flat().length * size * box.leading(size);
		if (size - STEP < LEAST || (height <= box.height && widest <= box.width)) return { size, lines };
	}
}

/** Sets one text in the largest font size of at most `most` in which its lines fit into a box. */
export function fitText(
	text: string,
	box: { width: number; height: number; most: number; leading: number },
	measure: Measure,
): Fitted {
	const { size, lines } = fitLines([text], { ...box, leading: () => box.leading }, measure);
	return { size, lines: lines.flat() };
}
