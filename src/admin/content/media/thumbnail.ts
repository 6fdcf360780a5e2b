import type { MediaRow } from "#db/content/media.ts";
import { paths } from "#http/paths.ts";
import { html, type VNode } from "#ui/html.ts";
import { icon } from "#ui/icon.ts";
import { isPicture } from "./words.ts";

/** A file's picture in a frame of fixed shape, so that nothing moves when it comes; its icon where it has none. */
export const thumbnail = (file: MediaRow): VNode =>
	isPicture(file)
		? html`<span class="thumb"
				><img
					src=${paths.admin.media.file(file.id, file.filename)}
					alt=""
					width=${file.width ?? undefined}
					height=${file.height ?? undefined}
					loading="lazy"
					decoding="async"
			/></span>`
		: html`<span class="thumb">${icon("file")}</span>`;

/** The picture as large as there is room for. */
export const preview = (file: MediaRow): VNode => html`<a
	class="media-preview"
	href=${paths.admin.media.file(file.id, file.filename)}
	><img
		src=${paths.admin.media.file(file.id, file.filename)}
		alt=${file.alt || `${file.filename} 的預覽`}
		width=${file.width ?? undefined}
		height=${file.height ?? undefined}
/></a>`;
