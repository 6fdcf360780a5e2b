// The door to the SQL of the module content: the reads and writes that other modules may use.
export {
	type ArticleRow,
	articleBySlug,
	articleForPreview,
	homepageArticles,
	newestArticles,
	type SummaryRow,
} from "#db/content/articles.ts";
export { namedFiles, setUses } from "#db/content/attachment-uses.ts";
export { type AttachmentRow, type PictureRow, publicAttachment, publicPicture } from "#db/content/attachments.ts";
export { contentHits } from "#db/content/content-hits.ts";
export {
	newestReadable,
	READ_PER_PAGE,
	READABLE,
	type ReadableDocument,
	type ReadingList,
	readingList,
} from "#db/content/document-reading.ts";
export {
	countDocuments,
	type DocumentRow,
	documentBySlug,
	documentsByIds,
	listDocuments,
} from "#db/content/documents.ts";
export type { DraftSlot } from "#db/content/drafts.ts";
export { latestPublishes, type PublishRow } from "#db/content/live.ts";
export { knownPublic } from "#db/content/media.ts";
export { menuRows } from "#db/content/menus.ts";
export {
	countPublishedPages,
	listPages,
	type PageNodeRow,
	type PageRow,
	type PageSummaryRow,
	pageByPath,
	pagesAround,
	type WholePageRow,
	wholePages,
} from "#db/content/pages.ts";
export { inPieces } from "#db/content/pieces.ts";
export { aroundPreview, type PreviewRow, pageForPreview, previewFile, previewOf } from "#db/content/previews.ts";
export {
	articlesByIds,
	countArticles,
	listArticles,
	wholeArticles,
	wholeArticlesByIds,
} from "#db/content/published.ts";
export { redirectFrom, redirectsAfter } from "#db/content/redirects.ts";
export { isOpen } from "#db/content/releases.ts";
export { changesSince, hasChanges, publicSettings, type Revision, readRevision } from "#db/content/revision.ts";
export { type FoundText, type NearText, nearTexts, textsByRef } from "#db/content/search-hits.ts";
export { sitemapRows } from "#db/content/sitemap.ts";
export { listCategories, listTags } from "#db/content/terms.ts";
export { waitingWork } from "#db/content/webhook-deliveries.ts";
