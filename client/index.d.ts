// Made by `npm run client:build` from the API's schemas. Do not edit.
import type { ArticleList, ArticleReply, CategoryList, ChangesReply, DocumentList, DocumentReply, HomepageReply, PageReply, PageTree, Problem, TagList } from "./types.js";
export type * from "./types.js";
export type ArticleType = ArticleReply["data"]["type"];
export type ArticleQuery = {
    type?: ArticleType;
    /** Slugs: any of them. */
    category?: string | string[];
    /** Slugs: any of them. */
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
/** What `fetch` takes besides, so that Next.js's `next: { tags: [...] }` goes through. */
export type Init = RequestInit & {
    next?: {
        tags?: string[];
        revalidate?: number | false;
    };
    /**
     * The revision that the answer must have reached: `data.rev` of a web-hook. An answer that is not there yet (503) is
     * asked for again, five times, each after the seconds that the API names.
     */
    minRev?: number;
};
export type ClientOptions = {
    /** The API's address, e.g. "https://api.example.org". */
    baseUrl: string;
    /** Another fetch than the global one. */
    fetch?: typeof globalThis.fetch;
    /** Goes into every request. */
    init?: Init;
};
/** An answer that is not 2xx: RFC 9457's problem, or what could be told of it. */
export declare class ApiError extends Error {
    readonly name = "ApiError";
    readonly status: number;
    readonly problem: Problem | undefined;
    constructor(status: number, problem: Problem | undefined);
}
/** A typed reader of the content service. Every call throws an ApiError when the answer is not 2xx; 301s are followed. */
export declare function createClient({ baseUrl, fetch, init: always }: ClientOptions): {
    /** A page of summaries, pinned ones first. */
    articles: (query?: ArticleQuery, init?: Init) => Promise<ArticleList>;
    /** One article with its related ones. 410 when it is archived. */
    article: (slug: string, init?: Init) => Promise<ArticleReply>;
    categories: (init?: Init) => Promise<CategoryList>;
    tags: (init?: Init) => Promise<TagList>;
    /** The tree of pages. */
    pages: (init?: Init) => Promise<PageTree>;
    /** One page by slug or path, "about/team". */
    page: (path: string, init?: Init) => Promise<PageReply>;
    homepage: (init?: Init) => Promise<HomepageReply>;
    documents: (query?: DocumentQuery, init?: Init) => Promise<DocumentList>;
    document: (slug: string, init?: Init) => Promise<DocumentReply>;
    /** What changed after a revision; ask again from `meta.rev` while `meta.has_more`. */
    changes: (since: number, init?: Init) => Promise<ChangesReply>;
};
