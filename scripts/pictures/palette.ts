/** Makes PNG files of at most 256 colours, because a page's picture then has a third of the size and looks the same. */
import { crc32, deflateSync, inflateSync } from "node:zlib";

const SIGNATURE = Buffer.from("89504e470d0a1a0a", "hex");
/**
 * How many colours of a picture, the most frequent ones (surfaces and texts), are in the palette exactly; the other
 * colours share the rest of its MOST places.
 */
const EXACT = 160;
const MOST = 256;

type Pixels = { width: number; height: number; colours: Uint32Array };
type Counted = { colour: number; many: number };

/** Converts a screenshot of Chromium (8 bits, not interlaced; any other PNG is refused) to a PNG with a palette. */
export function withPalette(png: Buffer): Buffer {
	const pixels = decode(png);
	const counts = new Map<number, number>();
	for (const colour of pixels.colours) counts.set(colour, (counts.get(colour) ?? 0) + 1);
	const all = [...counts].map(([colour, many]) => ({ colour, many })).sort((a, b) => b.many - a.many);
	const palette = all.length <= MOST ? all.map(({ colour }) => colour) : choose(all);
	return encode(pixels, palette);
}

/**
 * Chooses the palette: the most frequent colours, and the means of boxes into which the others are cut, always the
 * widest box at its middle.
 */
function choose(all: Counted[]): number[] {
	const boxes = [all.slice(EXACT)];
	while (boxes.length < MOST - EXACT) {
		const widths = boxes.map((box) => Math.max(...CHANNELS.map((shift) => spread(box, shift))));
		const at = widths.indexOf(Math.max(...widths));
		const [box = []] = boxes.splice(at, 1);
		const [widest = 0] = [...CHANNELS].sort((a, b) => spread(box, b) - spread(box, a));
		box.sort((a, b) => channel(a.colour, widest) - channel(b.colour, widest));
		boxes.push(box.slice(0, box.length >> 1), box.slice(box.length >> 1));
	}
	return [...all.slice(0, EXACT).map(({ colour }) => colour), ...boxes.filter((box) => box.length > 0).map(mean)];
}

const CHANNELS: readonly number[] = [16, 8, 0];
const channel = (colour: number, shift: number): number => (colour >> shift) & 255;

function spread(box: Counted[], shift: number): number {
	let [least, most] = [255, 0];
	for (const { colour } of box) {
		const value = channel(colour, shift);
		if (value < least) least = value;
		if (value > most) most = value;
	}
	return most - least;
}

function mean(box: Counted[]): number {
	const total = box.reduce((sum, { many }) => sum + many, 0);
	const of = (shift: number): number =>
		Math.round(box.reduce((sum, { colour, many }) => sum + channel(colour, shift) * many, 0) / total);
	return (of(16) << 16) | (of(8) << 8) | of(0);
}

const distance = (a: number, b: number): number =>
	CHANNELS.reduce((sum, shift) => sum + (channel(a, shift) - channel(b, shift)) ** 2, 0);

function nearest(palette: number[], colour: number): number {
	let [best, least] = [0, Number.POSITIVE_INFINITY];
	for (const [index, known] of palette.entries()) {
		const far = distance(known, colour);
		if (far < least) [best, least] = [index, far];
	}
	return best;
}

/**
 * Decodes a PNG (PNG 1.2, 2.3 and 6): chunks, and rows that store each byte as the difference to the bytes at the left
 * and above.
 */
function decode(png: Buffer): Pixels {
	const parts: Buffer[] = [];
	for (let at = 8; at < png.length; ) {
		const length = png.readUInt32BE(at);
		if (png.toString("latin1", at + 4, at + 8) === "IDAT") parts.push(png.subarray(at + 8, at + 8 + length));
		at += 12 + length;
	}
	const [width, height] = [png.readUInt32BE(16), png.readUInt32BE(20)];
	const [bits, kind, interlace] = [png.readUInt8(24), png.readUInt8(25), png.readUInt8(28)];
	if (bits !== 8 || (kind !== 2 && kind !== 6) || interlace !== 0) throw new Error("not a PNG as Chromium writes it");
	const size = kind === 2 ? 3 : 4;
	const bytes = unfilter(inflateSync(Buffer.concat(parts)), width * size, size);
	const colours = Uint32Array.from({ length: width * height }, (_, pixel) => bytes.readUIntBE(pixel * size, 3));
	return { width, height, colours };
}

function unfilter(raw: Buffer, stride: number, size: number): Buffer {
	const rows = raw.length / (stride + 1);
	const out = Buffer.alloc(rows * stride);
	for (let row = 0; row < rows; row++) {
		const filter = raw[row * (stride + 1)] ?? 0;
		for (let x = 0; x < stride; x++) {
			const at = row * stride + x;
			const left = x < size ? 0 : (out[at - size] ?? 0);
			const up = row === 0 ? 0 : (out[at - stride] ?? 0);
			const corner = row === 0 || x < size ? 0 : (out[at - stride - size] ?? 0);
			out[at] = (raw[row * (stride + 1) + 1 + x] ?? 0) + predicted(filter, left, up, corner);
		}
	}
	return out;
}

function predicted(filter: number, left: number, up: number, corner: number): number {
	if (filter === 1) return left;
	if (filter === 2) return up;
	if (filter === 3) return (left + up) >> 1;
	if (filter !== 4) return 0;
	const [a, b, c] = [Math.abs(up - corner), Math.abs(left - corner), Math.abs(left + up - 2 * corner)];
	if (a <= b && a <= c) return left;
	return b <= c ? up : corner;
}

function encode({ width, height, colours }: Pixels, palette: number[]): Buffer {
	const places = new Map(palette.map((colour, index) => [colour, index]));
	const rows = Buffer.alloc(height * (width + 1));
	for (const [pixel, colour] of colours.entries()) {
		let place = places.get(colour);
		if (place === undefined) {
			place = nearest(palette, colour);
			places.set(colour, place);
		}
		rows[Math.floor(pixel / width) * (width + 1) + 1 + (pixel % width)] = place;
	}
	const header = Buffer.alloc(13);
	header.writeUInt32BE(width, 0);
	header.writeUInt32BE(height, 4);
	header.set([8, 3, 0, 0, 0], 8);
	const table = Buffer.from(palette.flatMap((colour) => CHANNELS.map((shift) => channel(colour, shift))));
	return Buffer.concat([
		SIGNATURE,
		chunk("IHDR", header),
		chunk("PLTE", table),
		chunk("IDAT", deflateSync(rows, { level: 9 })),
		chunk("IEND", Buffer.alloc(0)),
	]);
}

function chunk(name: string, data: Buffer): Buffer {
	const body = Buffer.concat([Buffer.from(name, "latin1"), data]);
	const [length, sum] = [Buffer.alloc(4), Buffer.alloc(4)];
	length.writeUInt32BE(data.length);
	sum.writeUInt32BE(crc32(body));
	return Buffer.concat([length, body, sum]);
}
