import * as z from "zod";
import { FILE_ID } from "#domain/content/files.ts";

const oneOf = <const T extends readonly string[]>(names: T) =>
	z
		.enum(names)
		.or(z.literal("").transform(() => undefined))
		.optional();

export const MEDIA_SORTS = ["newest", "name", "size"] as const;
export const LONGEST_ALT = 300;

/** What the library is asked for; an empty field of a form without script asks for nothing. */
export const MediaListQuery = z.strictObject({
	q: z.string().trim().max(100).default(""),
	kind: oneOf(["picture", "file"]),
	alt: oneOf(["missing"]),
	use: oneOf(["none"]),
	sort: oneOf(MEDIA_SORTS),
	page: z.coerce.number().int().positive().max(100_000).default(1),
});
export type MediaListQuery = z.infer<typeof MediaListQuery>;

export const MediaParams = z.strictObject({ id: z.string().regex(FILE_ID) });
export const MediaFileParams = MediaParams.extend({ filename: z.string().min(1).max(240) });

/** What staff say of a picture: one line, NFC. */
export const AltInput = z
	.string()
	.max(LONGEST_ALT)
	.transform((text) =>
		text
			.normalize("NFC")
			.replace(/[\s\p{Cc}]+/gu, " ")
			.trim(),
	);
