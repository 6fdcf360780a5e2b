import * as z from "zod";
import { FILE_ID } from "#domain/content/content/files.ts";
import { Version } from "#kernel/form.ts";
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

const Percent = z
	.string()
	.trim()
	.regex(/^(?:[0-9]{1,3})?$/, "請填 0 到 100 的整數。")
	.transform((text) => (text === "" ? null : Number(text)))
	.refine((value) => value === null || value <= 100, "請填 0 到 100 的整數。");

/** What staff say about a picture; the two numbers of the focal point are given together or not at all. */
export const SaidInput = z
	.strictObject({
		alt: AltInput,
		focal_x: Percent,
		focal_y: Percent,
		version: Version,
	})
	.check(({ value, issues }) => {
		if ((value.focal_x === null) === (value.focal_y === null)) return;
		const path = value.focal_x === null ? "focal_x" : "focal_y";
		issues.push({ code: "custom", input: value, path: [path], message: "焦點的兩個數字要一起填，或都留白。" });
	});
