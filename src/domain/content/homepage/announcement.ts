import * as z from "zod";
import { Instant, listOf, PageQuery, Slug, Url } from "#domain/content/content/schema.ts";

export const Announcement = z
	.object({
		id: z.int(),
		slug: z.string(),
		title: z.string(),
		body_html: z.string(),
		is_pinned: z.boolean(),
		published_at: Instant,
		until: Instant.nullable().meta({ description: "公開到何時；null 為不限" }),
		updated_at: Instant,
		url: Url.meta({ description: "官網上的公告網址" }),
	})
	.meta({ id: "Announcement" });

export const AnnouncementListQuery = z.strictObject(PageQuery);
export const AnnouncementParams = z.object({ slug: Slug });
export const AnnouncementList = listOf(Announcement).meta({ id: "AnnouncementList" });
export const AnnouncementReply = z.object({ data: Announcement }).meta({ id: "AnnouncementReply" });
