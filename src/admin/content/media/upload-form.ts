import { TYPES, UPLOADS } from "#domain/system/index.ts";
import { paths } from "#http/paths.ts";
import { fileField } from "#ui/file-field.ts";
import { form } from "#ui/form.ts";
import type { FormState } from "#ui/form-state.ts";
import { html, type VNode } from "#ui/html.ts";
import { part } from "#ui/islands/part.ts";

const MB = 1024 * 1024;
const { maxBytes, maxPictureBytes = maxBytes, types } = UPLOADS.media;

/** The file extensions for the `accept` attribute of the file input. */
export const ACCEPT = types.flatMap((type) => TYPES[type].extensions.map((extension) => `.${extension}`)).join(",");
/** A sentence that says which files may be uploaded. */
export const LIMITS = `圖片（JPEG、PNG、WebP）最大 ${maxPictureBytes / MB} MB；PDF、Office、OpenDocument 與 CSV 檔最大 ${maxBytes / MB} MB。照片裡的拍攝地點會自動移除。`;

/**
 * Draws the upload form for several files: a plain form, whose client part sends the files one by one with a progress
 * bar each.
 */
export const uploadForm = (state: FormState): VNode =>
	part(
		{ name: "media-upload", props: { action: paths.admin.media.list() } },
		form(
			{
				action: paths.admin.media.list(),
				state,
				upload: true,
				submit: "上傳",
				busy: "上傳中...",
				id: "upload",
			},
			fileField({
				name: "file",
				label: "上傳檔案",
				state,
				accept: ACCEPT,
				multiple: true,
				prompt: "選擇檔案（可以多選）",
				hint: LIMITS,
			}),
			html`<ul class="uploads" aria-label="上傳進度" hidden></ul>`,
			html`<p class="hint unscripted">一次送出的檔案合計最大 ${maxBytes / MB} MB。</p>`,
		),
	);
