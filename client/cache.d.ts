// Made by `npm run client:build` from the API's schemas. Do not edit.
/** An answer as it came: its ETag, its text, and what it would cost to keep, in characters. */
export type Kept = {
    etag: string;
    body: string;
};
/**
 * Where answers are kept by their address. An answer that is there is still asked for, with its ETag: 304 costs neither
 * the body nor the database. Any store will do (Redis, a file, KV); what it loses is fetched again.
 */
export type AnswerCache = {
    get(address: string): Kept | undefined | Promise<Kept | undefined>;
    set(address: string, kept: Kept): void | Promise<void>;
};
/**
 * Makes a cache in memory of at most `entries` answers and `characters` of text together. The least recently read
 * leaves first; an answer longer than a quarter of `characters` is not kept.
 */
export declare function memoryCache({ entries, characters }?: {
    characters?: number | undefined;
    entries?: number | undefined;
}): AnswerCache;
