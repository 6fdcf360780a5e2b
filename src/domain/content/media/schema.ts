import * as z from "zod";
import { FILE_ID } from "#domain/content/content/files.ts";
import { asked, PageNumber } from "#kernel/query.ts";

export const MEDIA_SORTS = ["newest", "name", "size"] as const;
export const LONGEST_ALT = 300;

/** The query of the media library; an empty field, as a form without script sends it, sets no condition. */
export const MediaListQuery = z.strictObject({
	q: z.string().trim().max(100).default(""),
	kind: asked(z.enum(["picture", "file"])),
	alt: asked(z.enum(["missing"])),
	use: asked(z.enum(["none"])),
	sort: asked(z.enum(MEDIA_SORTS)),
	page: PageNumber,
});
export type MediaListQuery = z.infer<typeof MediaListQuery>;

export const MediaParams = z.strictObject({ id: z.string().regex(FILE_ID) });
export const MediaFileParams = MediaParams.extend({ filename: z.string().min(1).max(240) });

/** The alternative text of a picture: one line, NFC. */
export const AltInput = z
	.string()
	.max(LONGEST_ALT)
	.transform((text) =>
		text
			.normalize("NFC")
			.replace(/[\s\p{Cc}]+/gu, " ")
			.trim(),
	);
