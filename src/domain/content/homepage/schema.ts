import * as z from "zod";
import { type ARTICLE_TYPES, ArticleSummary } from "#domain/content/articles/schema.ts";
import { Category } from "#domain/content/categories/schema.ts";
import { PageNode } from "#domain/content/pages/schema.ts";
import { Announcement } from "./announcement.ts";

const Shelf = z.array(ArticleSummary);
/** A field for each type, so that each is known to be there. */
const ByType = z.object({
	news: Shelf,
	event: Shelf,
	knowledge: Shelf,
	story: Shelf,
	research: Shelf,
	media: Shelf,
} satisfies Record<(typeof ARTICLE_TYPES)[number], typeof Shelf>);

export const HomepageReply = z
	.object({
		pinned: z.array(ArticleSummary).meta({ description: "至多 5 篇" }),
		latest: z.array(ArticleSummary).meta({ description: "最新 9 篇，不論是否置頂" }),
		by_type: ByType.meta({ description: "各類型最新 4 篇" }),
		categories: z.array(Category),
		pages: z.array(PageNode),
		announcements: z.array(Announcement).meta({ description: "目前公開中的公告，至多 10 則" }),
	})
	.meta({ id: "HomepageReply" });
