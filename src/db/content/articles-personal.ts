import { personal } from "#db/personal-data.ts";

export const articles = personal({
	freeText: {
		articles: { isLong: true },
	},
	noFreeText: {
		article_counts: { columns: "type", why: "a code" },
		article_terms: { columns: "categories tags", why: "made of categories and tags" },
		articles: {
			columns: "seo_image canonical_url toc body_html",
			why: "addresses of files and pages; made of body_markdown",
		},
	},
});
