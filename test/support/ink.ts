import { execFileSync } from "node:child_process";
import { mkdtempSync, rmSync, writeFileSync } from "node:fs";
import { tmpdir } from "node:os";
import { join } from "node:path";
import { create, type Font } from "fontkit";
import { findMutool } from "../../scripts/mutool.ts";

const DPI = 600;
const PER_POINT = DPI / 72;

/** A box in points, from the upper left corner of the page. */
type Box = { left: number; top: number; right: number; bottom: number };
/** A character as MuPDF found it: the box of its drawing, and what part of the ink is in it that it should have. */
export type Drawn = { character: string; box: Box; ink: number };
type Picture = { width: number; pixels: Uint8Array };

/** Renders the only page of a PDF with MuPDF and weighs each character but spaces by its outline in `font`, in drawing order. */
export function drawnIn(pdf: Uint8Array, font: Uint8Array): Drawn[] {
	const mutool = findMutool();
	const folder = mkdtempSync(join(tmpdir(), "ink-"));
	const file = join(folder, "page.pdf");
	writeFileSync(file, pdf);
	const draw = (format: string, ...more: string[]) =>
		execFileSync(mutool, ["draw", "-q", "-F", format, "-o", "-", ...more, file, "1"], {
			maxBuffer: 64 * 1024 * 1024,
			stdio: ["ignore", "pipe", "ignore"],
		});
	const text = draw("stext").toString();
	const picture = readPgm(draw("pgm", "-r", String(DPI), "-c", "gray"));
	rmSync(folder, { recursive: true });
	const outlines = create(font);
	return charactersOf(text).flatMap((one) => (one.character.trim() === "" ? [] : [weigh(one, outlines, picture)]));
}

/**
 * The characters of which a part is missing, or a blank: outlines that overlap themselves are counted twice, which makes a
 * whole one 0.89 at least.
 */
export const inkless = (drawn: readonly Drawn[]): string[] =>
	drawn.flatMap(({ character, ink }) => (ink > 0.8 ? [] : [character]));

/** The characters that something else is drawn over. */
export const blotted = (drawn: readonly Drawn[]): string[] =>
	drawn.flatMap(({ character, ink }) => (ink < 1.1 ? [] : [character]));

type Placed = { character: string; x: number; y: number; size: number; dark: number; along: [number, number] };

function charactersOf(xml: string): Placed[] {
	const found: Placed[] = [];
	let along: [number, number] = [1, 0];
	let size = 0;
	for (const [, tag, attributes = ""] of xml.matchAll(/<(line|font|char) ([^>]*)>/g)) {
		const at = (name: string): string => new RegExp(`\\b${name}="([^"]*)"`).exec(attributes)?.[1] ?? "";
		const [x = 1, y = 0] = at("dir").split(" ").map(Number);
		if (tag === "line") along = [x, y];
		else if (tag === "font") size = Number(at("size"));
		else {
			const dark = 1 - Number.parseInt(at("color").slice(1, 3), 16) / 255;
			found.push({ character: unescaped(at("c")), x: Number(at("x")), y: Number(at("y")), size, dark, along });
		}
	}
	return found;
}

const unescaped = (text: string): string =>
	text
		.replace(/&#x([0-9a-f]+);/g, (_, code) => String.fromCodePoint(Number.parseInt(code, 16)))
		.replaceAll("&lt;", "<")
		.replaceAll("&amp;", "&");

function weigh({ character, x, y, size, dark, along }: Placed, font: Font, picture: Picture): Drawn {
	const glyph = font.glyphForCodePoint(character.codePointAt(0) ?? 0);
	const scale = size / font.unitsPerEm;
	const { minX, minY, maxX, maxY } = glyph.bbox;
	const corners = [minX, maxX].flatMap((right) =>
		[minY, maxY].map((up) => [
			x + (right * along[0] + up * along[1]) * scale,
			y + (right * along[1] - up * along[0]) * scale,
		]),
	);
	const [xs, ys] = [corners.map(([one = 0]) => one), corners.map(([, one = 0]) => one)];
	const box = { left: Math.min(...xs), top: Math.min(...ys), right: Math.max(...xs), bottom: Math.max(...ys) };
	return { character, box, ink: inkIn(box, picture) / (areaOf(glyph.path.commands) * scale ** 2 * dark) };
}

/** How much of a box is black, in square points. */
function inkIn({ left, top, right, bottom }: Box, { width, pixels }: Picture): number {
	let sum = 0;
	for (let row = Math.floor(top * PER_POINT); row < Math.ceil(bottom * PER_POINT); row++)
		for (let column = Math.floor(left * PER_POINT); column < Math.ceil(right * PER_POINT); column++)
			sum += 255 - (pixels[row * width + column] ?? 255);
	return sum / 255 / PER_POINT ** 2;
}

/** What an outline encloses, its holes taken off, in square units: each curve stands for itself, by Green's theorem. */
function areaOf(commands: readonly { command: string; args: number[] }[]): number {
	let [area, x, y, startX, startY] = [0, 0, 0, 0, 0];
	const lineTo = (toX: number, toY: number): void => {
		area += (x * toY - toX * y) / 2;
		[x, y] = [toX, toY];
	};
	for (const { command, args } of commands) {
		const [a = 0, b = 0, c = 0, d = 0] = args;
		if (command === "moveTo") [x, y, startX, startY] = [a, b, a, b];
		else if (command === "lineTo") lineTo(a, b);
		else if (command === "closePath") lineTo(startX, startY);
		else {
			const [fromX, fromY] = [x, y];
			for (let step = 1; step <= 8; step++) {
				const [t, s] = [step / 8, 1 - step / 8];
				lineTo(s * s * fromX + 2 * s * t * a + t * t * c, s * s * fromY + 2 * s * t * b + t * t * d);
			}
		}
	}
	return Math.abs(area);
}

/** Netpbm's gray picture: "P5", width, height, 255, then a byte for each pixel. */
function readPgm(bytes: Uint8Array): Picture {
	const head = /^P5\s(\d+) \d+\s255\s/.exec(Buffer.from(bytes.subarray(0, 40)).toString("latin1"));
	if (!head) throw new Error("mutool drew no gray picture");
	return { width: Number(head[1]), pixels: bytes.subarray(head[0].length) };
}
