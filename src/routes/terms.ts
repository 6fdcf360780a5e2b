import * as z from "zod";
import { listCategories as everyCategory, listTags as everyTag } from "#db/content/index.ts";
import { CategoryList, TagList } from "#domain/content/index.ts";
import { endpoint } from "#http/endpoint.ts";

export const listCategories = endpoint({
	path: "/categories",
	summary: "分類",
	description: "全部分類，依選單順序，附已發布文章數。",
	params: z.object({}),
	query: z.strictObject({}),
	reply: CategoryList,
	example: "/categories",
	fill: async (fill) => {
		const [data] = await fill.read(everyCategory());
		return { kind: "json", known: true, body: { data } };
	},
});

export const listTags = endpoint({
	path: "/tags",
	summary: "標籤",
	description: "全部標籤，依名稱排列，附已發布文章數。",
	params: z.object({}),
	query: z.strictObject({}),
	reply: TagList,
	example: "/tags",
	fill: async (fill) => {
		const [data] = await fill.read(everyTag());
		return { kind: "json", known: true, body: { data } };
	},
});
