// Made by `npm run client:build` from the API's schemas. Do not edit.
import type { AnswerCache } from "./cache.js";
import { type Init } from "./send.js";
import type { AnnouncementList, ArticleList, DocumentList, Page, PageTree, Queries, Replies, SearchHit, WholeArticleList } from "./types.js";
export { type AnswerCache, type Kept, memoryCache } from "./cache.js";
export { type WatchedDraft, watchDraft } from "./draft.js";
export { ApiError, ApiTimeout } from "./errors.js";
export type { Init, Retry } from "./send.js";
export type * from "./types.js";
export { type VerifyOptions, verifyWebhook, WebhookError, type WebhookMessage, type WebhookRefusal, } from "./webhook.js";
export type ArticleType = Replies["/articles/{slug}"]["data"]["type"];
export type ArticleQuery = Queries["/articles"];
export type DocumentQuery = Queries["/documents"];
export type SearchQuery = Queries["/search"];
export type ClientOptions = {
    /** The address of the API, such as "https://api.example.org". */
    baseUrl: string;
    /** A read token of the association's administration. It belongs on a server, never in a browser. */
    token?: string | undefined;
    /** Keeps answers with their ETags, as `memoryCache()` does. None unless given. */
    cache?: AnswerCache | undefined;
    /** A function to use in place of the global `fetch`. */
    fetch?: typeof globalThis.fetch;
    /** Options of every request. */
    init?: Init;
};
/** A thing that has another address now: `movedTo` is its present slug (of a page its path) as plain text. */
export type Moved = {
    movedTo: string;
};
/** What there is at an address: the reply, where it is now, or null where there is nothing (404) or no more (410). */
export type Found<T> = (T & {
    movedTo?: undefined;
}) | Moved | null;
/** What each list answers: as it is, and with `include=body`. */
type Lists = {
    "/articles": {
        plain: ArticleList;
        body: WholeArticleList;
    };
    "/documents": {
        plain: DocumentList;
        body: DocumentList;
    };
    "/announcements": {
        plain: AnnouncementList;
        body: AnnouncementList;
    };
};
type PageOf<P extends keyof Lists, Q> = Lists[P][Q extends {
    include: "body";
} ? "body" : "plain"];
type ItemOf<P extends keyof Lists, Q> = PageOf<P, Q>["data"][number];
/** Makes a typed client that reads the API. Its methods throw an ApiError for an answer that they do not tell. */
export declare function createClient(options: ClientOptions): {
    /** Article summaries, pinned articles first. */
    articles: (<Q extends Queries["/articles"]>(query?: Q | undefined, init?: Init) => Promise<PageOf<"/articles", Q>>) & {
        all: <Q extends Queries["/articles"]>(query?: Q | undefined, init?: Init) => AsyncGenerator<ItemOf<"/articles", Q>, void, undefined>;
    };
    /** An article with its related articles. */
    article: (slug: string, init?: Init) => Promise<Found<import("./types.js").ArticleReply>>;
    categories: (init?: Init) => Promise<import("./types.js").CategoryList>;
    tags: (init?: Init) => Promise<import("./types.js").TagList>;
    /** The tree of pages; `all` goes through the whole pages, with their texts. */
    pages: ((init?: Init) => Promise<PageTree>) & {
        all: (init?: Init) => AsyncGenerator<Page, void, undefined>;
    };
    /** A page by its slug or path, such as "about/team". */
    page: (slug: string, init?: Init) => Promise<Found<import("./types.js").PageReply>>;
    homepage: (init?: Init) => Promise<import("./types.js").HomepageReply>;
    documents: (<Q extends Queries["/documents"]>(query?: Q | undefined, init?: Init) => Promise<PageOf<"/documents", Q>>) & {
        all: <Q extends Queries["/documents"]>(query?: Q | undefined, init?: Init) => AsyncGenerator<ItemOf<"/documents", Q>, void, undefined>;
    };
    document: (slug: string, init?: Init) => Promise<Found<import("./types.js").DocumentReply>>;
    /** Articles, pages and documents that have the words of `q`: the exact hits first, then those that have a part of them. */
    search: ((query: SearchQuery, init?: Init) => Promise<import("./types.js").SearchReply>) & {
        all: (query: SearchQuery, init?: Init) => AsyncGenerator<SearchHit, void, undefined>;
    };
    /** The announcements that are public now, pinned ones first. */
    announcements: (<Q extends Queries["/announcements"]>(query?: Q | undefined, init?: Init) => Promise<PageOf<"/announcements", Q>>) & {
        all: <Q extends Queries["/announcements"]>(query?: Q | undefined, init?: Init) => AsyncGenerator<ItemOf<"/announcements", Q>, void, undefined>;
    };
    announcement: (slug: string, init?: Init) => Promise<Found<import("./types.js").AnnouncementReply>>;
    /** What the association says of itself, for header and footer. */
    site: (init?: Init) => Promise<import("./types.js").SiteReply>;
    /** Where old paths of the website lead, or one of them. While `meta.has_more`, ask again with `meta.after`, or use `all`. */
    redirects: ((query?: Queries["/redirects"], init?: Init) => Promise<import("./types.js").RedirectList>) & {
        all: (init?: Init) => AsyncGenerator<import("./types.js").Redirect, void, undefined>;
    };
    /** What changed after a revision, oldest first. While `meta.has_more`, ask again with `meta.rev`, or use `all`. */
    changes: ((query: Queries["/changes"], init?: Init) => Promise<import("./types.js").ChangesReply>) & {
        all: ({ since }: Queries["/changes"], init?: Init) => AsyncGenerator<import("./types.js").Change, void, undefined>;
    };
    preview: {
        article: (id: number | string, token: string, init?: Init) => Promise<import("./types.js").PreviewReply | null>;
        page: (id: number | string, token: string, init?: Init) => Promise<import("./types.js").PagePreviewReply | null>;
    };
};
export type Client = ReturnType<typeof createClient>;
