import * as z from "zod";

export const Tag = z
	.object({
		id: z.int(),
		slug: z.string(),
		name: z.string(),
		articles_count: z.int().meta({ description: "已發布的文章數" }),
	})
	.meta({ id: "Tag" });
export const TagList = z.object({ data: z.array(Tag) }).meta({ id: "TagList" });
