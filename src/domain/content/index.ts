// The door of the module content: its rules, schemas and words that other modules may know. Pure, like what it names.
export { ARTICLE_LISTS } from "#domain/content/articles/form.ts";
export {
	ARTICLE_TYPES,
	ArticleList,
	ArticleListQuery,
	ArticleParams,
	ArticleReply,
	ArticlesReply,
	PreviewParams,
	PreviewQuery,
	PreviewReply,
	WholeArticleList,
} from "#domain/content/articles/schema.ts";
export { CategoryList } from "#domain/content/categories/schema.ts";
export { type Hosts, mapFiles, previewHtml } from "#domain/content/content/addresses.ts";
export { ChangesQuery, ChangesReply, HealthReply, MinRev } from "#domain/content/content/changes.ts";
export {
	askedFor,
	FILE_ID,
	type FileRef,
	fileIdOfDigest,
	filesIn,
	sizesOf,
	withoutSources,
} from "#domain/content/content/files.ts";
export { TEXT_KINDS, type TextKind } from "#domain/content/content/kinds.ts";
export { LINK } from "#domain/content/content/links.ts";
export { PICTURE_FORMATS, PICTURE_WIDTHS, type PictureFormat } from "#domain/content/content/picture-formats.ts";
export { FRAME_ORIGINS } from "#domain/content/content/players.ts";
export { publishedBetween } from "#domain/content/content/schema.ts";
export { SearchQuery, SearchReply } from "#domain/content/content/search-schema.ts";
export { pickSlug, slugBase } from "#domain/content/content/slug-choice.ts";
export { STATES, type State } from "#domain/content/content/states.ts";
export { plainText } from "#domain/content/content/text.ts";
export { ReadingQuery } from "#domain/content/documents/form.ts";
export { DOCUMENT_KIND_LABELS, DOCUMENT_KINDS, type DocumentKind } from "#domain/content/documents/kinds.ts";
export { sees, seesAll, type Visibility } from "#domain/content/documents/rules.ts";
export { DocumentList, DocumentListQuery, DocumentParams, DocumentReply } from "#domain/content/documents/schema.ts";
export { DraftFields, NEW_SLOT } from "#domain/content/drafts/schema.ts";
export {
	AnnouncementList,
	AnnouncementListQuery,
	AnnouncementParams,
	AnnouncementReply,
} from "#domain/content/homepage/announcement.ts";
export { HomepageReply } from "#domain/content/homepage/schema.ts";
export { namedAs } from "#domain/content/media/pictures.ts";
export { Menus } from "#domain/content/menus/schema.ts";
export { menusOf } from "#domain/content/menus/tree.ts";
export {
	type PageNode,
	PageParams,
	PagePreviewReply,
	PageReply,
	PagesQuery,
	PagesReply,
	PageTree,
	WholePageList,
} from "#domain/content/pages/schema.ts";
export { asLocation } from "#domain/content/redirects/old-paths.ts";
export { RedirectList, RedirectQuery } from "#domain/content/redirects/schema.ts";
export { STORY_MARKS } from "#domain/content/releases/rules.ts";
export { TagList } from "#domain/content/tags/schema.ts";
export { WebhookBulk, WebhookChange, WebhookPing } from "#domain/content/webhooks/payloads.ts";
