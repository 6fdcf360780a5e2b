import * as z from "zod";
import {
	checkList,
	foundListOf,
	HitFields,
	Include,
	Instant,
	PageQuery,
	PublishedQuery,
	SearchText,
	Slug,
	Url,
} from "#domain/content/content/schema.ts";
import { DOCUMENT_KINDS } from "./kinds.ts";

const Kind = z.enum(DOCUMENT_KINDS).meta({ description: "general 一般文件、finance 財務公告、donations 捐款徵信" });

export const DocumentListQuery = z
	.strictObject({
		kind: Kind.optional(),
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
		kind: Kind,
		version: z.int().meta({ description: "檔案版次，從 1 起" }),
		filename: z.string(),
		content_type: z.string(),
		size: z.int().meta({ description: "位元組" }),
		published_at: Instant,
		updated_at: Instant,
		download_url: Url,
		...HitFields,
	})
	.meta({ id: "Document" });
export const DocumentList = foundListOf(Document).meta({ id: "DocumentList" });
export const DocumentReply = z
	.object({ data: Document.omit({ highlight: true, match: true }) })
	.meta({ id: "DocumentReply" });
