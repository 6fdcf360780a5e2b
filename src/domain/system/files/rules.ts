import { Refusal } from "#kernel/refusal.ts";
import { extensionOf, tidyName } from "./names.ts";
import { cleanPicture } from "./picture.ts";
import { UPLOADS, type UploadKind } from "./purposes.ts";
import {
	type FileType,
	isDeclared,
	isPicture,
	OFFICE,
	TYPES,
	typeOfBytes,
	typeOfDeclared,
	typeOfExtension,
} from "./types.ts";
import { checkUnpackedSize } from "./zip.ts";

/** A file as a form sent it; nothing of it is checked yet. */
export type UploadedFile = { filename: string; declaredType: string; bytes: Uint8Array };

/** A checked file, as it is stored. Width and height are in pixels, null unless it is a picture. */
export type CheckedFile = {
	filename: string;
	contentType: FileType;
	bytes: Uint8Array;
	width: number | null;
	height: number | null;
};

/** The marker at the end of a PDF (ISO 32000, 7.5.5); some programs write a little after it. */
const PDF_END = "%%EOF";
const PDF_TAIL_BYTES = 4096;

/**
 * Checks an upload by the rule of its kind and cleans it: a picture loses its metadata about people and places. Refuses
 * `file.empty` (no bytes), `file.too_large` (over the rule's limit), `file.type_refused` (a type that the kind does not
 * accept), `file.type_mismatch` when name, declared type and bytes disagree, and what cannot be read or is too large
 * inside: `file.damaged`, `file.too_many_pixels`, `file.unpacks_too_large`.
 */
export function checkUpload(kind: UploadKind, upload: UploadedFile): CheckedFile {
	const rule = UPLOADS[kind];
	if (upload.bytes.length === 0) throw new Refusal("file.empty");
	if (upload.bytes.length > rule.maxBytes) throw new Refusal("file.too_large");
	const name = tidyName(upload.filename);
	const contentType = typeOf(upload, name);
	if (!rule.types.includes(contentType)) throw new Refusal("file.type_refused");
	if (isPicture(contentType) && upload.bytes.length > (rule.maxPictureBytes ?? rule.maxBytes))
		throw new Refusal("file.too_large");
	if (typeOfBytes(upload.bytes) !== contentType) throw new Refusal("file.type_mismatch");
	const filename = rule.keepsName
		? withExtension(name, contentType, kind)
		: `${kind}.${TYPES[contentType].extensions[0]}`;
	return { filename, contentType, ...checkContent(contentType, upload.bytes) };
}

/**
 * Returns the type that an upload claims to have. Refuses `file.type_refused` for an unknown type, and
 * `file.type_mismatch` when the file's name and the declared type disagree.
 */
function typeOf({ declaredType }: UploadedFile, name: string): FileType {
	const declared = declaredType.split(";")[0]?.trim().toLowerCase() ?? "";
	const isUndeclared = declared === "" || declared === "application/octet-stream";
	const extension = extensionOf(name);
	// Some phones give pictures a number as name, without an extension.
	const type = extension === "" ? typeOfDeclared(declared) : typeOfExtension(extension);
	if (!type) throw new Refusal("file.type_refused");
	if (!isUndeclared && !isDeclared(type, declared)) throw new Refusal("file.type_mismatch");
	return type;
}

function withExtension(name: string, type: FileType, kind: UploadKind): string {
	if (extensionOf(name) !== "") return name;
	return tidyName(`${name === "" ? kind : name}.${TYPES[type].extensions[0]}`);
}

function checkContent(type: FileType, bytes: Uint8Array): Pick<CheckedFile, "bytes" | "width" | "height"> {
	if (isPicture(type)) return cleanPicture(type, bytes);
	if (OFFICE.some((office) => office === type)) checkUnpackedSize(bytes);
	if (type === "application/pdf" && !new TextDecoder().decode(bytes.subarray(-PDF_TAIL_BYTES)).includes(PDF_END))
		throw new Refusal("file.damaged");
	return { bytes, width: null, height: null };
}
