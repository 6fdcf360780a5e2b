import { askedFor } from "#domain/content/index.ts";
import type { Site } from "#http/context.ts";
import { paths } from "#http/paths.ts";

/** What a picture's fields are where nothing is known of it: it is on another website, or no picture. */
export const UNKNOWN = { focal: null, blur: null, variants: [] };

type Stored = [x: number | null, y: number | null, blur: string | null, copies: [width: number, height: number][]];

/**
 * Returns the focal point in percent, the blur and the smaller copies of a picture; `stored` is what `pictureFields`
 * selected, `address` that of the original.
 */
export function pictureJson(stored: string | null, address: string) {
	if (stored === null) return UNKNOWN;
	const [x, y, blur, copies]: Stored = JSON.parse(stored);
	return {
		focal: x === null || y === null ? null : { x, y },
		blur,
		variants: copies.map(([width, height]) => ({ url: `${address}?w=${askedFor(width)}`, width, height })),
	};
}

type SeoPicture = {
	id: string;
	filename: string;
	alt: string;
	width: number | null;
	height: number | null;
	picture: string | null;
};

/** Returns the JSON of a picture for search engines; `stored` is what `seoPicture` selected of one of our files. */
export function seoImageJson(url: string, stored: string | null, site: Site) {
	if (stored === null) return { url, alt: "", width: null, height: null, ...UNKNOWN };
	const { id, filename, alt, width, height, picture }: SeoPicture = JSON.parse(stored);
	return { url, alt, width, height, ...pictureJson(picture, site.base + paths.api.attachment(id, filename)) };
}
