import { contentTypeOfZip } from "./zip.ts";

type TypeRule = {
	/** The extensions of the type; the first is given to a file whose name has none. */
	extensions: readonly [string, ...string[]];
	/** Other Content-Types that browsers and systems declare for the type. */
	aliases: readonly string[];
};

const OPEN_XML = "application/vnd.openxmlformats-officedocument";
const OPEN_DOCUMENT = "application/vnd.oasis.opendocument";

/**
 * All types that are ever accepted. Files that a browser could run (SVG, HTML, XML) and files with macros are not among
 * them.
 */
export const TYPES = {
	"image/jpeg": { extensions: ["jpg", "jpeg", "jfif"], aliases: ["image/jpg", "image/pjpeg"] },
	"image/png": { extensions: ["png"], aliases: ["image/x-png"] },
	"image/webp": { extensions: ["webp"], aliases: [] },
	"application/pdf": { extensions: ["pdf"], aliases: ["application/x-pdf"] },
	[`${OPEN_XML}.wordprocessingml.document`]: { extensions: ["docx"], aliases: [] },
	[`${OPEN_XML}.spreadsheetml.sheet`]: { extensions: ["xlsx"], aliases: [] },
	[`${OPEN_XML}.presentationml.presentation`]: { extensions: ["pptx"], aliases: [] },
	[`${OPEN_DOCUMENT}.text`]: { extensions: ["odt"], aliases: [] },
	[`${OPEN_DOCUMENT}.spreadsheet`]: { extensions: ["ods"], aliases: [] },
	[`${OPEN_DOCUMENT}.presentation`]: { extensions: ["odp"], aliases: [] },
	// Windows with Excel declares every CSV as a spreadsheet.
	"text/csv": {
		extensions: ["csv", "txt"],
		aliases: ["text/plain", "text/x-csv", "application/csv", "application/vnd.ms-excel"],
	},
} as const satisfies Record<string, TypeRule>;
export type FileType = keyof typeof TYPES;

export const PICTURES = ["image/jpeg", "image/png", "image/webp"] as const satisfies readonly FileType[];
export const SPREADSHEETS = [`${OPEN_XML}.spreadsheetml.sheet`, `${OPEN_DOCUMENT}.spreadsheet`] as const;
export const OFFICE = [
	...SPREADSHEETS,
	`${OPEN_XML}.wordprocessingml.document`,
	`${OPEN_XML}.presentationml.presentation`,
	`${OPEN_DOCUMENT}.text`,
	`${OPEN_DOCUMENT}.presentation`,
] as const satisfies readonly FileType[];
/** The types that a browser may show; all others are only downloaded. */
export const SHOWN = [...PICTURES, "application/pdf"] as const satisfies readonly FileType[];
export type PictureType = (typeof PICTURES)[number];

export const isPicture = (type: string): type is PictureType => PICTURES.some((picture) => picture === type);

const ENTRIES = Object.entries(TYPES) as [FileType, TypeRule][];

/** Returns the type of a file name's extension (lower case, no dot); undefined for an unknown one. */
export const typeOfExtension = (extension: string): FileType | undefined =>
	ENTRIES.find(([, { extensions }]) => extensions.includes(extension))?.[0];

/** Returns the type that a Content-Type names, under any of the type's names; undefined for an unknown one. */
export const typeOfDeclared = (declared: string): FileType | undefined =>
	ENTRIES.find(([type, { aliases }]) => type === declared || aliases.includes(declared))?.[0];

/** Whether a declared Content-Type is one of the type's names; several types share "application/vnd.ms-excel". */
export function isDeclared(type: FileType, declared: string): boolean {
	const { aliases }: TypeRule = TYPES[type];
	return declared === type || aliases.includes(declared);
}

/** Returns the type of a file by its first bytes; undefined for anything that is not in TYPES. */
export function typeOfBytes(bytes: Uint8Array): FileType | undefined {
	const head = String.fromCharCode(...bytes.subarray(0, 12));
	if (head.startsWith("\x89PNG\r\n\x1a\n")) return "image/png";
	if (head.startsWith("\xff\xd8\xff")) return "image/jpeg";
	if (head.startsWith("RIFF") && head.endsWith("WEBP")) return "image/webp";
	if (head.startsWith("%PDF-")) return "application/pdf";
	if (head.startsWith("PK\x03\x04")) return ENTRIES.find(([type]) => type === contentTypeOfZip(bytes))?.[0];
	return isPlainText(bytes) ? "text/csv" : undefined;
}

/**
 * Whether the bytes are text in an encoding that contains ASCII (UTF-8, Big5), without control characters and not
 * beginning like markup.
 */
function isPlainText(bytes: Uint8Array): boolean {
	const isControl = (byte: number) => byte < 0x20 && byte !== 0x09 && byte !== 0x0a && byte !== 0x0d;
	if (bytes.some(isControl)) return false;
	const start = new TextDecoder().decode(bytes.subarray(0, 256));
	return !start.trimStart().startsWith("<");
}
