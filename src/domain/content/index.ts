// The door of the module content: its rules, schemas and words that other modules may know. Pure, like what it names.
export { ARTICLE_LISTS } from "#domain/content/articles/form.ts";
export {
	ARTICLE_TYPES,
	ArticleList,
	ArticleListQuery,
	ArticleParams,
	ArticleReply,
	PreviewParams,
	PreviewQuery,
	PreviewReply,
} from "#domain/content/articles/schema.ts";
export { CategoryList } from "#domain/content/categories/schema.ts";
export { type Hosts, mapFiles, previewHtml } from "#domain/content/content/addresses.ts";
export { ChangesQuery, ChangesReply, HealthReply, MinRev } from "#domain/content/content/changes.ts";
export { FILE_ID, type FileRef, fileIdOfDigest, filesIn, sizesOf } from "#domain/content/content/files.ts";
export { TEXT_KINDS, type TextKind } from "#domain/content/content/kinds.ts";
export { LINK } from "#domain/content/content/links.ts";
export { FRAME_ORIGINS } from "#domain/content/content/players.ts";
export { pickSlug, slugBase } from "#domain/content/content/slug-choice.ts";
export { STATES, type State } from "#domain/content/content/states.ts";
export { plainText } from "#domain/content/content/text.ts";
export { ReadingQuery } from "#domain/content/documents/form.ts";
export { sees, seesAll, type Visibility } from "#domain/content/documents/rules.ts";
export { DocumentList, DocumentListQuery, DocumentParams, DocumentReply } from "#domain/content/documents/schema.ts";
export { DraftFields, NEW_SLOT } from "#domain/content/drafts/schema.ts";
export { HomepageReply } from "#domain/content/homepage/schema.ts";
export { type PageNode, PageParams, PagePreviewReply, PageReply, PageTree } from "#domain/content/pages/schema.ts";
export { TagList } from "#domain/content/tags/schema.ts";
export { WebhookBulk, WebhookChange, WebhookPing } from "#domain/content/webhooks/payloads.ts";
