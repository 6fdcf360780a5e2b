import * as z from "zod";
import { ENTRY_KINDS } from "#domain/system/index.ts";
import { Highlight, Instant, listOf, Match, PageQuery, SearchMeta, SearchText, Url } from "./schema.ts";

export const SearchQuery = z.strictObject({
	q: SearchText.meta({ description: "1–100 字；中文一個字即可搜尋，空白分開的字詞都要符合" }),
	kind: z.enum(ENTRY_KINDS).optional().meta({ description: "只要這一種；meta.counts 仍是各種的筆數" }),
	...PageQuery,
});
export type SearchQuery = z.infer<typeof SearchQuery>;

const SearchHit = z
	.object({
		kind: z.enum(ENTRY_KINDS),
		id: z.int().meta({ description: "同一種之中不重複" }),
		title: z.string(),
		excerpt: z.string().meta({ description: "文章與頁面的摘要、文件的說明" }),
		slug: z.string().meta({ description: "文章與文件的網址代稱，頁面的路徑；未編碼" }),
		url: Url.meta({ description: "官網上的網址" }),
		published_at: Instant,
		highlight: Highlight,
		match: Match,
	})
	.meta({ id: "SearchHit" });

const Page = listOf(SearchHit);
export const SearchReply = Page.extend({
	meta: Page.shape.meta.extend({
		...SearchMeta,
		counts: z
			.object({ article: z.int(), page: z.int(), document: z.int() })
			.meta({ description: "各種的筆數，不論 kind" }),
	}),
}).meta({ id: "SearchReply" });
