import type { ArticleInput } from "#domain/content/articles/form.ts";

/** An article as its editor sends it: news with a title and nothing else, unless told. */
export const articleInput = (more: Partial<ArticleInput> = {}): ArticleInput => ({
	title: "標題",
	slug: "",
	type: "news",
	excerpt: "",
	body: "",
	seo_title: null,
	seo_description: null,
	canonical_url: null,
	noindex: false,
	publish: "now",
	publish_at: null,
	unpublish_at: null,
	published_at: null,
	categories: [],
	tags: [],
	author_name: null,
	cover_id: null,
	cover_alt: "",
	related: [],
	is_pinned: false,
	pinned_until: null,
	attachments: [],
	...more,
});
