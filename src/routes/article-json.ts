import type { ArticleRow, SummaryRow } from "#db/content/index.ts";
import type { Site } from "#http/context.ts";
import { paths } from "#http/paths.ts";
import { isoInTaipei } from "#kernel/times.ts";
import { pictureJson, seoImageJson } from "#routes/picture-json.ts";

/** Returns the JSON of an article as lists show it. */
export function summaryJson(row: SummaryRow, site: Site) {
	return {
		id: row.id,
		slug: row.slug,
		type: row.type,
		title: row.title,
		excerpt: row.excerpt,
		cover_image: coverJson(row, site),
		is_pinned: row.is_pinned === 1,
		published_at: isoInTaipei(row.published_at),
		updated_at: isoInTaipei(row.updated_at),
		reading_minutes: row.reading_minutes,
		author: row.author_name === null ? null : { name: row.author_name },
		categories: JSON.parse(row.categories),
		tags: JSON.parse(row.tags),
		url: site.origin + paths.site.article(row.slug),
	};
}

function coverJson(row: SummaryRow, site: Site) {
	if (row.cover_id === null || row.cover_filename === null) return null;
	const url = site.base + paths.api.attachment(row.cover_id, row.cover_filename);
	const picture = pictureJson(row.cover_picture, url);
	return { url, alt: row.cover_alt, width: row.cover_width, height: row.cover_height, ...picture };
}

/** Returns a whole article as the API sends it; links and files in its text are absolute addresses. */
export function articleJson(row: ArticleRow, site: Site) {
	const summary = summaryJson(row, site);
	const attachments: { id: string; filename: string; picture: string | null }[] = JSON.parse(row.attachments);
	const neighbour = (json: string | null) => {
		if (json === null) return null;
		const { slug, title }: { slug: string; title: string } = JSON.parse(json);
		return { slug, title, url: site.origin + paths.site.article(slug) };
	};
	return {
		...summary,
		body_markdown: absolute(row.body_markdown, site),
		body_html: absolute(row.body_html, site),
		toc: JSON.parse(row.toc),
		attachments: attachments.map(({ picture, ...file }) => {
			const url = site.base + paths.api.attachment(file.id, file.filename);
			return { ...file, url, ...pictureJson(picture, url) };
		}),
		seo: seoJson(row, { url: summary.url, image: summary.cover_image, site }),
		previous: neighbour(row.previous),
		next: neighbour(row.next),
	};
}

type SeoRow = Pick<
	ArticleRow,
	"title" | "excerpt" | "seo_title" | "seo_description" | "seo_image" | "seo_picture" | "canonical_url" | "noindex"
>;

/**
 * Returns the JSON of what a search engine and a shared link show: what the editor wrote, else what the text itself
 * has.
 */
export const seoJson = (row: SeoRow, own: { url: string; image: ReturnType<typeof coverJson>; site: Site }) => ({
	title: row.seo_title ?? row.title,
	description: row.seo_description ?? row.excerpt,
	image:
		row.seo_image === null ? own.image : seoImageJson(absolute(row.seo_image, own.site), row.seo_picture, own.site),
	canonical_url: row.canonical_url ?? own.url,
	noindex: row.noindex === 1,
});

const FILE = /(?<![\w.:/-])\/api\/v1\/attachments\//g;
const SITE_LINK = /(<a\s[^<>]*?href=")\/(?!\/)/g;
const SITE_LINK_MARKDOWN = /(\]\()\/(?!\/)/g;

/** Replaces root-relative links by absolute ones: stored texts name files and other texts from the root. */
export const absolute = (text: string, site: Site): string =>
	text
		.replace(FILE, `${site.base}/api/v1/attachments/`)
		.replace(SITE_LINK, `$1${site.origin}/`)
		.replace(SITE_LINK_MARKDOWN, `$1${site.origin}/`);
