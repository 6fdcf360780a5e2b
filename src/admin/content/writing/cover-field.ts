import { ArticleForm } from "#domain/content/articles/form.ts";
import { paths } from "#http/paths.ts";
import { mostIn } from "#kernel/field-limits.ts";
import { checkbox } from "#ui/choices.ts";
import { field } from "#ui/field.ts";
import { typedIn } from "#ui/field-parts.ts";
import { fileField } from "#ui/file-field.ts";
import type { FormState } from "#ui/form-state.ts";
import { html, type VNode } from "#ui/html.ts";
import { icon } from "#ui/icon.ts";
import { part } from "#ui/islands/part.ts";
import type { StoredFile } from "#ui/islands/parts.ts";

export type CoverField = {
	state: FormState;
	/** The picture whose id is `cover_id` in the state. */
	picture: StoredFile | null;
};

/**
 * Draws the cover picture of a text and its alt text. Sends `cover_id`, `cover_alt`, `cover_file` (a new picture) and
 * `cover_removal`.
 */
export function coverField({ state, picture }: CoverField): VNode {
	const media = paths.admin.media.list();
	return part(
		{ name: "cover", props: { media }, when: "visible" },
		html`<div class="stack tight cover">
			<input type="hidden" name="cover_id" value=${typedIn({ state, name: "cover_id", label: "" })} />
			<figure class="cover-picture" hidden=${picture === null}>
				<img
					src=${picture ? paths.admin.media.file(picture.id, picture.filename) : undefined}
					alt="目前的封面"
					width=${picture?.width ?? undefined}
					height=${picture?.height ?? undefined}
				/>
			</figure>
			<div class="cover-file">
				${fileField({
					name: "cover_file",
					label: picture ? "更換封面圖片" : "選擇封面圖片",
					hideLabel: true,
					state,
					accept: "image/*",
					hint: "橫幅的照片最合適，至少 1200 × 630。",
				})}
			</div>
			<ul class="uploads" aria-label="上傳中的封面" hidden></ul>
			<div class="row scripted">
				<button class="btn s" type="button" data-choose>${icon("image")}從媒體庫選擇</button>
				<button class="btn quiet s" type="button" data-remove hidden=${picture === null}>移除</button>
			</div>
			${field({
				name: "cover_alt",
				label: "替代文字",
				state,
				maxlength: mostIn(ArticleForm, "cover_alt"),
				hint: "給看不到圖片的人：一句話說出畫面。",
			})}
			<div class="unscripted">${picture && checkbox({ name: "cover_removal", label: "儲存時移除封面", state })}</div>
		</div>`,
	);
}
