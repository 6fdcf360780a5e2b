import * as z from "zod";
import { TermName } from "#domain/content/categories/names.ts";
import { FILE_ID } from "#domain/content/content/files.ts";
import { NewSlot } from "#domain/content/drafts/schema.ts";
import { ReleaseNumbers } from "#domain/content/releases/form.ts";
import { TAG_SEPARATORS } from "#domain/content/tags/form.ts";
import { TAGS_PER_ARTICLE } from "#domain/content/tags/rules.ts";
import { Checked, FileDescription, LookedAt, line, orNull, PUBLISHING_FIELDS, TEXT_FIELDS } from "#kernel/form.ts";
import { fromTaipeiInput } from "#kernel/times.ts";
import { dayOrNone } from "#kernel/typed.ts";
import { ARTICLE_TYPES } from "./schema.ts";

const FILES_MAX = 50;
/** The largest number of related articles: as many as the public article shows. */
const RELATED_MAX = 3;

/** The names of tags as typed in one line, "冬季、呼吸照護", with any separator; each once. */
const TagNames = z
	.string()
	.transform((text) => [
		...new Set(
			text
				.split(TAG_SEPARATORS)
				.map((name) => name.normalize("NFC").replace(/\s+/g, " ").trim())
				.filter((name) => name !== ""),
		),
	])
	.refine((names) => names.length <= TAGS_PER_ARTICLE, { error: `最多 ${TAGS_PER_ARTICLE} 個標籤。` })
	.refine((names) => names.every((name) => [...name].length <= 80), { error: "每個標籤最多 80 個字。" })
	.refine((names) => names.every((name) => TermName.safeParse(name).success), {
		error: "每個標籤至少要有一個文字或數字，也不要有看不見的字元。",
	});

/** The slugs of related articles, one a line; of a pasted address, the part after its last slash counts. */
const RelatedSlugs = z
	.string()
	.transform((text) => [
		...new Set(
			text
				.split(/\s+/)
				.map((slug) => decoded(slug.replace(/^.*\//, "")).normalize("NFC"))
				.filter((slug) => slug !== ""),
		),
	])
	.refine((slugs) => slugs.length <= RELATED_MAX, { error: `最多指定 ${RELATED_MAX} 篇。` });

function decoded(slug: string): string {
	try {
		return decodeURIComponent(slug);
	} catch {
		return slug;
	}
}

const FileId = z.string().regex(FILE_ID);
const Descriptions = z.array(FileDescription).max(FILES_MAX).default([]);
const Positions = z.array(z.string().max(500)).max(FILES_MAX).default([]);
/** Reads a day as its end in Taipei, in UTC milliseconds; null when empty. */
const EndOfDay = dayOrNone().transform((day) => (day === null ? null : fromTaipeiInput(`${day}T23:59`)));

/**
 * The fields that the editor of an article sends, except uploaded files. The lists about attachments have the values of
 * one attachment at the same index.
 */
const FIELDS = {
	...TEXT_FIELDS,
	...PUBLISHING_FIELDS,
	type: z.enum(ARTICLE_TYPES),
	categories: z.array(z.coerce.number().int().positive()).max(50).default([]),
	tags: TagNames,
	author_name: line(80).transform(orNull),
	cover_id: FileId.or(z.literal("").transform(() => null)).default(null),
	cover_alt: line(300),
	cover_removal: Checked,
	files: z.array(FileId).max(FILES_MAX).default([]),
	file_descriptions: Descriptions,
	file_positions: Positions,
	file_removals: z.array(FileId).max(FILES_MAX).default([]),
	related: RelatedSlugs,
	is_pinned: Checked,
	pinned_until: EndOfDay,
	/** Missing in a form without the section 同意: then the article keeps its releases and its mark. */
	releases: ReleaseNumbers.optional(),
	nobody_shown: Checked,
};

/** The fields that may occur more than once. */
export const ARTICLE_LISTS = ["categories", "files", "file_descriptions", "file_positions", "file_removals"] as const;

export type AttachedFile = { id: string; description: string };
/** The data of an article as its editor sends it. Times are UTC milliseconds; `categories` are ids, `related` slugs. */
export type ArticleInput = Omit<
	z.infer<typeof Sent>,
	`file${string}` | "cover_removal" | "publish" | "releases" | "nobody_shown"
> & {
	attachments: AttachedFile[];
	publish: "now" | "later";
	/** By what a story may be public; without it, that stays as it is. */
	ground?: { releases: number[]; nobodyShown: boolean } | undefined;
};

const Sent = z.strictObject(FIELDS);

/** Returns the sent fields with the lists about attachments joined in one list, in their order. */
function gather({
	files,
	file_descriptions,
	file_positions,
	file_removals,
	cover_removal,
	releases,
	nobody_shown: nobodyShown,
	...rest
}: z.infer<typeof Sent>) {
	const place = (at: number): number => Number.parseInt(file_positions[at] ?? "", 10) || at + 1;
	const attachments = files
		.map((id, at) => ({ id, description: (file_descriptions[at] ?? "").trim().slice(0, 200), place: place(at), at }))
		.filter(({ id, at }) => !file_removals.includes(id) && files.indexOf(id) === at)
		.sort((a, b) => a.place - b.place || a.at - b.at)
		.map(({ id, description }): AttachedFile => ({ id, description }));
	const cover = cover_removal ? { cover_id: null, cover_alt: "" } : {};
	return { ...rest, ...cover, attachments, ground: releases && { releases, nobodyShown } };
}

export const ArticleForm = Sent.extend({
	slot: NewSlot,
	version: z.coerce.number().int().min(0),
	checked: LookedAt,
}).transform(({ slot, version, checked, ...sent }) => ({
	slot,
	version,
	checked,
	article: gather(sent) satisfies ArticleInput,
}));
