import { type FileRef, fileUrl } from "#domain/content/content/files.ts";

/**
 * A file of the website for forms and scripts. Width and height are in pixels, null unless it is a picture; `url` is
 * its address in texts.
 */
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

/** The types of pictures that a page may show; other files are only downloaded. */
const SHOWN = ["image/jpeg", "image/png", "image/gif", "image/webp", "image/avif"];
export const isShownPicture = (contentType: string): boolean => SHOWN.includes(contentType);

type Stored = Omit<MediaFile, "contentType" | "url"> & { content_type: string };

/** Returns a stored row as a MediaFile. */
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

/**
 * Returns `text` with every address of the file `old` replaced by that of `next`; what follows an address (#page=2)
 * stays.
 */
export function withFile(text: string, old: FileRef, next: FileRef): string {
	const address = new RegExp(`/api/v1/attachments/${old.id}/[^\\s"'<>()[\\]{}|\\\\?#&]*`, "g");
	// A name that was written unescaped may contain brackets.
	const plain = `/api/v1/attachments/${old.id}/${old.filename}`;
	return text.replaceAll(plain, () => fileUrl(next)).replace(address, () => fileUrl(next));
}
