// Made by `npm run client:build` from the API's schemas. Do not edit.
import type { ArticleList, ArticleReply, CategoryList, ChangesReply, DocumentList, DocumentReply, HomepageReply, PageReply, PageTree, Problem, RedirectList, SiteReply, TagList } from "./types.js";
export type * from "./types.js";
export type ArticleType = ArticleReply["data"]["type"];
export type ArticleQuery = {
    type?: ArticleType;
    /** The slug of a category; of several, articles in any of them. */
    category?: string | string[];
    /** The slug of a tag; of several, articles with any of them. */
    tag?: string | string[];
    search?: string;
    pinned?: boolean;
    page?: number;
    per_page?: number;
    sort?: "-published_at" | "published_at" | "title" | "relevance";
};
export type DocumentQuery = {
    category?: string;
    search?: string;
    page?: number;
    per_page?: number;
};
/** Options for `fetch`; Next.js's `next: { tags: [...] }` is passed on. */
export type Init = RequestInit & {
    next?: {
        tags?: string[];
        revalidate?: number | false;
    };
    /**
     * The revision that the answer must have reached, which is `data.rev` of a webhook. While the API answers 503
     * because it has not reached it, the request is repeated up to five times, each time after the number of seconds
     * that the API names.
     */
    minRev?: number;
};
export type ClientOptions = {
    /** The address of the API, such as "https://api.example.org". */
    baseUrl: string;
    /** A function to use in place of the global `fetch`. */
    fetch?: typeof globalThis.fetch;
    /** Options of every request. */
    init?: Init;
};
/**
 * The error for an answer whose status is not 2xx. `problem` is the problem of RFC 9457; undefined when the answer has
 * none.
 */
export declare class ApiError extends Error {
    readonly name = "ApiError";
    readonly status: number;
    readonly problem: Problem | undefined;
    constructor(status: number, problem: Problem | undefined);
}
/**
 * Makes a typed client that reads the API. Every method throws an ApiError when the status is not 2xx; 301 redirects
 * are followed.
 */
export declare function createClient({ baseUrl, fetch, init: always }: ClientOptions): {
    /** Reads a page of article summaries, pinned articles first. */
    articles: (query?: ArticleQuery, init?: Init) => Promise<ArticleList>;
    /** Reads an article with its related articles. The status is 410 when it is archived. */
    article: (slug: string, init?: Init) => Promise<ArticleReply>;
    categories: (init?: Init) => Promise<CategoryList>;
    tags: (init?: Init) => Promise<TagList>;
    /** Reads the tree of pages. */
    pages: (init?: Init) => Promise<PageTree>;
    /** Reads a page by its slug or path, such as "about/team". */
    page: (path: string, init?: Init) => Promise<PageReply>;
    /** Reads what the website shows of the association: its name, logo, contact and links. */
    site: (init?: Init) => Promise<SiteReply>;
    homepage: (init?: Init) => Promise<HomepageReply>;
    documents: (query?: DocumentQuery, init?: Init) => Promise<DocumentList>;
    document: (slug: string, init?: Init) => Promise<DocumentReply>;
    /** Reads where old paths of the website lead. While `meta.has_more` is true, ask again with `meta.after`. */
    redirects: (query?: {
        after?: number;
        path?: string;
    }, init?: Init) => Promise<RedirectList>;
    /** Reads what changed after a revision. While `meta.has_more` is true, ask again with `meta.rev`. */
    changes: (since: number, init?: Init) => Promise<ChangesReply>;
};
