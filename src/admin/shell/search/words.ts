import type { EntryKind } from "#domain/system/index.ts";
import { paths } from "#http/paths.ts";

export const CONTENT_NAMES: Record<EntryKind, string> = { article: "文章", page: "單頁", document: "文件" };

/**
 * The kinds of content; by kind, the addresses of the editor (`EDITORS`) and the gate of its users (`CONTENT_GATES`).
 */
export const CONTENT_KINDS = ["article", "page", "document"] as const satisfies readonly EntryKind[];
export const EDITORS = { article: paths.admin.articles, page: paths.admin.pages, document: paths.admin.documents };
export const CONTENT_GATES = { article: "articles", page: "pages", document: "documents" } as const;
