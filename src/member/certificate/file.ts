import { PURPOSE } from "#domain/system/index.ts";
import type { FormState } from "#ui/form-state.ts";
import type { UploadForm } from "#ui/upload-form.ts";

/** Returns the file field of a certificate, for an application and for later uploads. */
export const certificateFile = (state: FormState, hint: string): Pick<UploadForm, "file" | "maxBytes"> => ({
	file: {
		name: "file",
		label: "證明的照片或 PDF",
		state,
		accept: "image/*,.heic,.heif,application/pdf,.pdf",
		prompt: "拍照或選擇檔案",
		required: true,
		hint,
	},
	maxBytes: PURPOSE.certificate.maxBytes,
});
