import * as z from "zod";

export const Category = z
	.object({
		id: z.int(),
		slug: z.string(),
		name: z.string(),
		description: z.string(),
		articles_count: z.int().meta({ description: "已發布的文章數" }),
	})
	.meta({ id: "Category" });
export const CategoryList = z.object({ data: z.array(Category) }).meta({ id: "CategoryList" });
