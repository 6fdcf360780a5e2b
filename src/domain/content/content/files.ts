import { PICTURE_WIDTHS } from "./picture-formats.ts";

/** A file as texts name it. */
export type FileRef = { id: string; filename: string };

/** Matches the id of a file: 26 characters of lower-case base32 (RFC 4648). */
export const FILE_ID = /^[a-z2-7]{26}$/;

const ALPHABET = "abcdefghijklmnopqrstuvwxyz234567";

/**
 * Returns the id of a file from the SHA-256 over its name, a NUL and its bytes: the first 130 bits in base32. The same
 * file thus has the same id in every run and database.
 */
export function fileIdOfDigest(digest: Uint8Array): string {
	let bits = 0n;
	for (const byte of digest.subarray(0, 17)) bits = (bits << 8n) | BigInt(byte);
	let id = "";
	for (let i = 0; i < 26; i++) id += ALPHABET[Number((bits >> BigInt(136 - 5 * (i + 1))) & 31n)];
	return id;
}

/** Returns the address of a file in stored texts. Brackets are escaped too, because of Markdown. */
export const fileUrl = ({ id, filename }: FileRef): string =>
	`/api/v1/attachments/${id}/${encodeURIComponent(filename).replace(/[()!'*]/g, (c) => `%${c.charCodeAt(0).toString(16).toUpperCase()}`)}`;

const FILE_URL = /\/api\/v1\/attachments\/([a-z2-7]{26})\//g;

/** Returns the ids of the files that a text shows or links to, sorted. */
export const filesIn = (text: string): string[] =>
	[...new Set([...text.matchAll(FILE_URL)].map(([, id = ""]) => id))].sort();

/** The size of a picture in pixels, and the addresses of its smaller copies, where it has some. */
export type Place = { width: number; height: number; srcset?: string };
/** A function that returns the place of the picture at `url`, where it is known. */
export type Sizes = (url: string) => Place | undefined;
/** `widths` is JSON: the widths of the smaller copies. */
type Sized = FileRef & { width: number | null; height: number | null; widths?: string };

/** Returns the places of the pictures among some files, by their address in a text, absolute or from the root. */
export function sizesOf(files: readonly Sized[]): Sizes {
	const known = new Map(files.map((file) => [file.id, file]));
	return (url) => {
		const file = known.get(filesIn(url)[0] ?? "");
		if (!file || file.width === null || file.height === null) return undefined;
		const { width, height } = file;
		const widths: number[] = OWN.test(url) ? JSON.parse(file.widths ?? "[]") : [];
		return widths.length === 0 ? { width, height } : { width, height, srcset: srcsetOf(file, widths) };
	};
}

/** Matches the address of a file of ours in a stored text; another website's address is never one. */
const OWN = /^\/api\/v1\/attachments\/[a-z2-7]{26}\/[^?#]+$/;

const srcsetOf = (file: FileRef, widths: readonly number[]): string =>
	widths.map((width) => `${fileUrl(file)}?w=${askedFor(width)} ${width}w`).join(", ");

/** Returns the width by which a copy of this width is asked for. */
export const askedFor = (width: number): number => PICTURE_WIDTHS.find((one) => one >= width) ?? width;

/** How wide pictures are expected to stand on a website at most, in CSS pixels, by the class of their figure. */
const WIDEST: Record<string, number> = { small: 400, wide: Number.POSITIVE_INFINITY };
/** The widest column of text that a website is expected to have, in CSS pixels. */
const COLUMN = 800;

/**
 * Returns rendered HTML whose images load lazily, have the sizes that `sizes` knows and name their smaller copies, for a
 * text whose images are known only after rendering. Repeating it changes nothing.
 */
export function placeImages(html: string, sizes: Sizes | undefined): string {
	return html.replace(PLACED, (whole, before: string, kind: string | undefined, attributes: string) => {
		const [stated, src] = / src="([^"]*)"/.exec(attributes) ?? [];
		if (stated === undefined || src === undefined) return whole;
		const rest = withoutSources(attributes.replace(stated, () => ""));
		const place = sizes?.(src.replace(/&amp;/g, "&"));
		const size = place && !/ (?:width|height)="/.test(rest) ? ` width="${place.width}" height="${place.height}"` : "";
		const lazy = / loading="/.test(rest) ? "" : ' loading="lazy"';
		const widest = Math.min(place?.width ?? 0, WIDEST[kind ?? ""] ?? COLUMN);
		return `${before}<img src="${src}"${rest}${size}${lazy}${place?.srcset ? sourcesOf(place.srcset, widest) : ""}>`;
	});
}

/** Matches an image, and what begins the figure around it. */
const PLACED = /((?:<figure(?: data-line="\d+")? class="(small|wide)">\s*)?)<img([^<>]*)>/g;

function sourcesOf(srcset: string, widest: number): string {
	return ` srcset="${srcset}" sizes="(max-width: ${widest}px) 100vw, ${widest}px"`;
}

/** Returns HTML, or the attributes of an image, without the addresses of smaller copies: drafts have no public ones. */
export const withoutSources = (html: string): string => html.replace(SOURCES, "");
const SOURCES = / srcset="\/api\/v1\/attachments\/[^"]*" sizes="[^"]*"(?=[^<>]*$|[^<>]*>)/g;
