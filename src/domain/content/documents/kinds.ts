/** What a document is to its readers; the website shows each kind at a place of its own. */
export const DOCUMENT_KINDS = ["general", "finance", "donations"] as const;
export type DocumentKind = (typeof DOCUMENT_KINDS)[number];
export const DOCUMENT_KIND_LABELS: Record<DocumentKind, string> = {
	general: "一般文件",
	finance: "財務公告",
	donations: "捐款徵信",
};
