import * as z from "zod";
import {
	checkList,
	Highlight,
	Include,
	Instant,
	listOf,
	PageQuery,
	PublishedQuery,
	SearchText,
	Slug,
	Url,
} from "#domain/content/content/schema.ts";

export const DocumentListQuery = z
	.strictObject({
		category: z
			.string()
			.min(1)
			.max(120)
			.transform((category) => category.normalize("NFC"))
			.optional(),
		search: SearchText.optional(),
		...PublishedQuery,
		// A document's text is its file: whole and listed it is the same, and one loop may fetch all three kinds.
		include: Include,
		...PageQuery,
	})
	.check(checkList);
export type DocumentListQuery = z.infer<typeof DocumentListQuery>;

export const DocumentParams = z.object({ slug: Slug });

export const Document = z
	.object({
		id: z.int(),
		slug: z.string(),
		title: z.string(),
		description: z.string(),
		category: z.string(),
		version: z.int().meta({ description: "檔案版次，從 1 起" }),
		filename: z.string(),
		content_type: z.string(),
		size: z.int().meta({ description: "位元組" }),
		published_at: Instant,
		updated_at: Instant,
		download_url: Url,
		highlight: Highlight.optional().meta({ description: "僅搜尋結果有" }),
	})
	.meta({ id: "Document" });
export const DocumentList = listOf(Document).meta({ id: "DocumentList" });
export const DocumentReply = z.object({ data: Document.omit({ highlight: true }) }).meta({ id: "DocumentReply" });
