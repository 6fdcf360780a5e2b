import type { MediaRow } from "#db/content/media.ts";
import { paths } from "#http/paths.ts";
import { html, type VNode } from "#ui/html.ts";
import { icon } from "#ui/icon.ts";
import { isPicture } from "./words.ts";

/**
 * Draws the smallest copy of a picture in a frame of fixed shape, so that the layout does not move while it loads; other files show
 * an icon.
 */
export const thumbnail = (file: MediaRow): VNode =>
	isPicture(file) ? html`<span class="thumb">${small(file)}</span>` : html`<span class="thumb">${icon("file")}</span>`;

/** Draws the smallest copy of a picture. */
export const small = (file: MediaRow): VNode => html`<img
	src=${`${paths.admin.media.file(file.id, file.filename)}?small=1`}
	alt=""
	width=${file.width ?? undefined}
	height=${file.height ?? undefined}
	loading="lazy"
	decoding="async"
/>`;

/** Draws a picture, as large as the page has room for, as a link to its file. */
export const preview = (file: MediaRow): VNode => html`<a
	class="media-preview"
	href=${paths.admin.media.file(file.id, file.filename)}
	><img
		src=${paths.admin.media.file(file.id, file.filename)}
		alt=${file.alt || `${file.filename} 的預覽`}
		width=${file.width ?? undefined}
		height=${file.height ?? undefined}
/></a>`;
