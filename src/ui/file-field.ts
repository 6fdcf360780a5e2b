import { type FieldProps, labelled, ties } from "./field-parts.ts";
import { html, type VNode } from "./html.ts";
import { icon } from "./icon.ts";

export type FileField = FieldProps & {
	/** The types of file that may be chosen, as in the attribute `accept`: "image/*,.pdf". */
	accept?: string | undefined;
	multiple?: boolean | undefined;
	/** The words in the drop area that look like a link, by default 選擇檔案; the words ，或拖曳到這裡 follow them. */
	prompt?: string | undefined;
	/** A chosen picture is shown before it is sent, when scripts run. */
	preview?: boolean | undefined;
};

/**
 * Draws a field for a file: a wide area to drop a file on, with the browser's own file input over it, so that the field
 * works without scripts.
 */
export function fileField(props: FileField): VNode {
	const { id, attributes } = ties(props);
	return labelled(
		props,
		html`<div class="drop">
			${icon("upload")}
			<span><span class="link">${props.prompt ?? "選擇檔案"}</span>，或拖曳到這裡</span>
			<span class="drop-name" data-file-name=${id}></span>
			${props.preview && html`<span class="picture" data-file-preview=${id} hidden></span>`}
			<input
				class="drop-input"
				type="file"
				id=${id}
				name=${props.name}
				accept=${props.accept}
				multiple=${props.multiple}
				required=${props.required}
				...${attributes}
			/>
		</div>`,
	);
}
