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

/** A function that returns width and height in pixels of the image at `url`, where known. */
export type Sizes = (url: string) => { width: number; height: number } | undefined;
type Sized = FileRef & { width: number | null; height: number | null };

/** Returns the sizes of the pictures among some files, by their address in a text, absolute or from the root. */
export function sizesOf(files: readonly Sized[]): Sizes {
	const known = new Map(files.map((file) => [file.id, file]));
	return (url) => {
		const { width = null, height = null } = known.get(filesIn(url)[0] ?? "") ?? {};
		return width === null || height === null ? undefined : { width, height };
	};
}

/**
 * Returns rendered HTML whose images load lazily and have the sizes that `sizes` knows, for a text whose images are
 * known only after rendering. Repeating it changes nothing.
 */
export function placeImages(html: string, sizes: Sizes | undefined): string {
	return html.replace(/<img([^<>]*)>/g, (whole, attributes: string) => {
		const [stated, src] = / src="([^"]*)"/.exec(attributes) ?? [];
		if (stated === undefined || src === undefined) return whole;
		const rest = attributes.replace(stated, () => "");
		const size = / (?:width|height)="/.test(rest) ? undefined : sizes?.(src.replace(/&amp;/g, "&"));
		const place = size ? ` width="${size.width}" height="${size.height}"` : "";
		return `<img src="${src}"${rest}${place}${/ loading="/.test(rest) ? "" : ' loading="lazy"'}>`;
	});
}
