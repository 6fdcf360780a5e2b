import { mostCharacters } from "#kernel/field-limits.ts";
import { FileDescription } from "#kernel/form.ts";
import { ties, under } from "#ui/field-parts.ts";
import { fileField } from "#ui/file-field.ts";
import { sizeWords } from "#ui/file-size.ts";
import type { FormState } from "#ui/form-state.ts";
import { html, type VNode } from "#ui/html.ts";
import { icon } from "#ui/icon.ts";
import type { IconName } from "#ui/icon-names.ts";
import { part } from "#ui/islands/part.ts";

export type AttachedFile = { id: string; filename: string; content_type: string; size: number };
export type AttachmentsField = { state: FormState; files: AttachedFile[] };

const nth = ({ values }: FormState, name: string, at: number): string => [values[name] ?? []].flat()[at] ?? "";

const move = (to: "up" | "down", filename: string): VNode => html`<button
	class="btn quiet s square"
	type="button"
	data-move=${to}
>
	${icon(to)}<span class="sr">${`${filename}${to === "up" ? "往上移" : "往下移"}`}</span>
</button>`;

function row(state: FormState, { id, filename, content_type, size }: AttachedFile, at: number): VNode {
	const name: IconName = content_type.startsWith("image/") ? "image" : "file";
	const isGoing = [state.values.file_removals ?? []].flat().includes(id);
	return html`<li class="attached">
		<input type="hidden" name="files" value=${id} />
		<span class="grip scripted" data-grip>${icon("grip")}</span>
		<span class="attached-name">${icon(name)}<b>${filename}</b><small>${sizeWords(size)}</small></span>
		<input
			class="input"
			type="text"
			name="file_descriptions"
			value=${nth(state, "file_descriptions", at)}
			maxlength=${mostCharacters(FileDescription)}
			placeholder="說明（選填）"
			aria-label=${`${filename}的說明`}
		/>
		<span class="row attached-acts">
			<input
				class="input auto unscripted"
				type="text"
				name="file_positions"
				inputmode="numeric"
				size="3"
				value=${nth(state, "file_positions", at) || String(at + 1)}
				aria-label=${`${filename}的順序`}
			/>
			<span class="scripted row none">${move("up", filename)}${move("down", filename)}</span>
			<label class="check"><input type="checkbox" name="file_removals" value=${id} checked=${isGoing} /><span>移除<span class="sr">${filename}</span></span></label>
		</span>
	</li>`;
}

/**
 * Draws the attachments of a text, each with its description and position. Sends `files`, `file_descriptions` and
 * `file_positions` for every row, `file_removals` (ids) and `attach_files` (new files, which come last).
 */
export function attachmentsField({ state, files }: AttachmentsField): VNode {
	const props = { state, name: "files", label: "附件" };
	return part(
		{ name: "attachments", props: {}, when: "visible" },
		html`<div class="stack tight" id=${ties(props).id} tabindex="-1">
			${files.length > 0 && html`<ol class="attachments" aria-label="附件">${files.map((file, at) => row(state, file, at))}</ol>`}
			${fileField({
				name: "attach_files",
				label: "加入附件",
				hideLabel: files.length === 0,
				state,
				multiple: true,
				hint: "PDF、Word、Excel 與圖片，儲存時上傳；讀者會在文末看到。",
			})}
			${under(props)}
		</div>`,
	);
}
