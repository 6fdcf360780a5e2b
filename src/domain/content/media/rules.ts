import { type FileRef, fileUrl } from "#domain/content/content/files.ts";

/** A file of the website as forms and scripts know it. Width and height in pixels, of a picture; `url` as texts name it. */
export type MediaFile = {
	id: string;
	filename: string;
	contentType: string;
	size: number;
	width: number | null;
	height: number | null;
	alt: string;
	url: string;
};

/** The kinds of picture that a page may show; everything else is a file to download. */
const SHOWN = ["image/jpeg", "image/png", "image/gif", "image/webp", "image/avif"];
export const isShownPicture = (contentType: string): boolean => SHOWN.includes(contentType);

type Stored = Omit<MediaFile, "contentType" | "url"> & { content_type: string };

/** A row as forms and scripts know it. */
export const mediaFileOf = ({ content_type: contentType, ...row }: Stored): MediaFile => ({
	id: row.id,
	filename: row.filename,
	contentType,
	size: row.size,
	width: row.width,
	height: row.height,
	alt: row.alt,
	url: fileUrl(row),
});

/** `text` with every address of the file `old` leading to `next`; what stands behind an address (#page=2) stays. */
export function withFile(text: string, old: FileRef, next: FileRef): string {
	const address = new RegExp(`/api/v1/attachments/${old.id}/[^\\s"'<>()[\\]{}|\\\\?#&]*`, "g");
	// A name that was written as it is may hold brackets.
	const plain = `/api/v1/attachments/${old.id}/${old.filename}`;
	return text.replaceAll(plain, () => fileUrl(next)).replace(address, () => fileUrl(next));
}
