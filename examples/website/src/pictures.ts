import type { Image } from "bingyou-client";
import { type Html, html } from "./html.ts";

/** The widest picture that other websites fetch for a link to a page. */
const SHARED_WIDTH = 1280;

/** The address of a picture for other websites: a JPEG of moderate size, or the original where there is no copy. */
export function shared({ url, variants }: Image): string {
	const copy = variants.findLast(({ width }) => width <= SHARED_WIDTH);
	return copy ? `${copy.url}&format=jpeg` : url;
}

type Shown = {
	/** How wide it is shown, as `sizes` says it. */
	sizes: string;
	/** The first picture of a page is fetched before the others. */
	isFirst?: boolean;
	/** Beside a link with the same words the picture says nothing. */
	isDecoration?: boolean;
};

/** A picture in the copy that fits the reader's screen, cropped around its focal point. */
export function picture(image: Image, { sizes, isFirst, isDecoration }: Shown): Html {
	const { url, alt, width, height, variants, focal } = image;
	const set = variants.map((copy) => `${copy.url} ${copy.width}w`).join(", ");
	const size = width !== null && height !== null && html` width="${width}" height="${height}"`;
	const sources = set !== "" && html` srcset="${set}" sizes="${sizes}"`;
	const haste = isFirst ? html` fetchpriority="high"` : html` loading="lazy"`;
	const focus = focal && html` class="x${tens(focal.x)} y${tens(focal.y)}"`;
	return html`<img src="${url}" alt="${isDecoration ? "" : alt}"${focus}${size}${sources}${haste} decoding="async">`;
}

/** The nearest ten percent: the page's policy forbids styles in attributes, so every focal point needs a rule. */
const tens = (percent: number): number => Math.round(percent / 10) * 10;

/** The rules for the classes of focal points. */
export const FOCAL_STYLE = Array.from(
	{ length: 11 },
	(_, n) => `.x${n * 10}{--x:${n * 10}%}.y${n * 10}{--y:${n * 10}%}`,
).join("");
