import type { Image } from "bingyou-client";
import { type Html, html } from "./html.ts";

const WIDTHS = [320, 640, 960, 1280, 1920];

/** A smaller copy of a picture, as the service makes it. */
export const copyOf = (url: string, width: number, format: "webp" | "jpeg" = "webp"): string =>
	`${url}${url.includes("?") ? "&" : "?"}w=${width}&format=${format}`;

type Shown = {
	/** How wide it is shown, as `sizes` says it. */
	sizes: string;
	/** The first picture of a page is fetched before the others. */
	isFirst?: boolean;
	/** Beside a link with the same words the picture says nothing. */
	isDecoration?: boolean;
};

/** A picture in the copy that fits the reader's screen. */
export function picture({ url, alt, width, height }: Image, { sizes, isFirst, isDecoration }: Shown): Html {
	const set = WIDTHS.filter((one) => width !== null && one < width).map((one) => `${copyOf(url, one)} ${one}w`);
	if (width !== null) set.push(`${copyOf(url, WIDTHS.find((one) => one >= width) ?? 1920)} ${Math.min(width, 1920)}w`);
	const size = width !== null && height !== null && html` width="${width}" height="${height}"`;
	const sources = set.length > 0 && html` srcset="${set.join(", ")}" sizes="${sizes}"`;
	const haste = isFirst ? html` fetchpriority="high"` : html` loading="lazy"`;
	return html`<img src="${url}" alt="${isDecoration ? "" : alt}"${size}${sources}${haste} decoding="async">`;
}
