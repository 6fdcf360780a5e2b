/** The width of a text of a size, in points. */
export type Measure = (text: string, size: number) => number;

/** A text set into a box. */
export type Fitted = { size: number; lines: string[] };

const STEP = 0.5;
/** Nobody can read less; only what is beyond any receipt gets there. */
const LEAST = 1;

/** What a line does not tear apart: a run of Latin letters and digits, and any character with the signs that lean on it. */
const PIECES = /[（「『《〈【(]*(?:[\p{Script=Latin}\d.,'&/@#$%+:-]+|.)[，。、；：！？…）」』》〉】)]*\s*/gsu;

/** The lines of a text that is no wider than `width` points in any of them; a single character may be. */
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
 * Texts, each from a new line, in the largest size of at most `most` in which all their lines fit into a box: it is made
 * smaller until they do. `leading` is the height of a line of a size, as a multiple of it.
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

/** One text in the largest size in which it fits into a box. */
export function fitText(
	text: string,
	box: { width: number; height: number; most: number; leading: number },
	measure: Measure,
): Fitted {
	const { size, lines } = fitLines([text], { ...box, leading: () => box.leading }, measure);
	return { size, lines: lines.flat() };
}
