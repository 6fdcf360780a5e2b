import { type FieldProps, labelled, ties } from "./field-parts.ts";
import { html, type VNode } from "./html.ts";
import { icon } from "./icon.ts";

export type FileField = FieldProps & {
	/** What may be chosen, as of `accept`: "image/*,.pdf". */
	accept?: string | undefined;
	multiple?: boolean | undefined;
	/** The words inside: 選擇檔案, or drag it here. */
	prompt?: string | undefined;
	/** Shows the chosen picture before it is sent, where scripts run. */
	preview?: boolean | undefined;
};

/** Where a file goes: a wide target to drop on, with the browser's own file input over it, so that it needs no script. */
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
