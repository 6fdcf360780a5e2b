import * as z from "zod";
import { checkList, Include, Instant, listOf, PageQuery, Seo, TocEntry } from "#domain/content/content/schema.ts";

export const PageNode = z
	.object({
		slug: z.string(),
		title: z.string(),
		path: z.string(),
		get children() {
			return z.array(PageNode);
		},
	})
	.meta({ id: "PageNode" });
export type PageNode = z.infer<typeof PageNode>;
export const PageTree = z.object({ data: z.array(PageNode) }).meta({ id: "PageTree" });

export const PageParams = z.object({
	path: z
		.string()
		.min(1)
		.max(600)
		.transform((path) => path.normalize("NFC")),
});

export const PageSummary = z
	.object({
		id: z.int(),
		slug: z.string(),
		path: z.string(),
		title: z.string(),
		excerpt: z.string(),
		updated_at: Instant,
	})
	.meta({ id: "PageSummary" });

export const Page = z
	.object({
		id: z.int(),
		slug: z.string(),
		path: z.string().meta({ description: "含上層路徑，例如 about/team" }),
		title: z.string(),
		excerpt: z.string(),
		body_markdown: z.string(),
		body_html: z.string(),
		toc: z.array(TocEntry),
		parent: PageSummary.nullable(),
		children: z.array(PageSummary).meta({ description: "依排列順序" }),
		seo: Seo,
		updated_at: Instant,
	})
	.meta({ id: "Page" });

export const PagesQuery = z
	.strictObject({ include: Include, ...PageQuery })
	.check(checkList)
	.refine(({ include, page, per_page }) => include !== undefined || (page === 1 && per_page === 15), {
		path: ["include"],
		message: "the tree has no pages: page and per_page need include=body",
	});
export type PagesQuery = z.infer<typeof PagesQuery>;
export const WholePageList = listOf(Page).meta({ id: "WholePageList" });
export const PagesReply = z
	.union([WholePageList, PageTree])
	.meta({ id: "PagesReply", description: "include=body 時為 WholePageList" });

export const PageReply = z.object({ data: Page }).meta({ id: "PageReply" });
export const PagePreviewReply = z.object({ data: Page.extend({ state: z.string() }) }).meta({ id: "PagePreviewReply" });
