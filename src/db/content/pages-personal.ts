import { personal } from "#db/personal-data.ts";

export const pages = personal({
	freeText: {
		pages: { isLong: true },
	},
	noFreeText: {
		pages: {
			columns: "path seo_image canonical_url toc body_html",
			why: "made of slugs; addresses; made of body_markdown",
		},
	},
});
