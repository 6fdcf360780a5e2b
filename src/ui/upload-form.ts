import { part } from "#ui/islands/part.ts";
import { type FileField, fileField } from "./file-field.ts";
import { type Form, form } from "./form.ts";
import { type Children, html, type VNode } from "./html.ts";

export type UploadForm = {
	form: Form;
	file: FileField;
	/** Shown above the file field. */
	before?: Children;
	/** The largest file that the server accepts, in bytes. */
	maxBytes: number;
};

/**
 * Draws a form with one file, mostly a photograph. It works as a plain form; when scripts run, a picture is shown and
 * made smaller before it is sent, and a bar shows the progress. The form's route must answer a script with `json: { to
 * }`, the address of the next page.
 */
export const uploadForm = (of: UploadForm, ...children: Children[]): VNode =>
	part(
		{ name: "upload-form", props: { maxBytes: of.maxBytes } },
		form(
			{ ...of.form, upload: true },
			of.before,
			fileField(of.file),
			html`<div data-upload hidden>
				<div data-picture hidden></div>
				<div data-problem role="alert" hidden><p class="error"></p></div>
				<div data-progress hidden>
					<p class="label"></p>
					<progress max="1" value="0" aria-label="上傳進度"></progress>
				</div>
			</div>`,
			children,
		),
	);
