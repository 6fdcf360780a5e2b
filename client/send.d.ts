// Made by `npm run client:build` from the API's schemas. Do not edit.
import type { AnswerCache } from "./cache.js";
/** How often and how long a request is repeated that the API answered with 429 or 503. */
export type Retry = {
    /** Tries after the first one: 5 unless given; 0 asks once. */
    times?: number;
    /**
     * The longest that one request may wait in all, in milliseconds: 150,000 unless given, which is the minute of a 429
     * twice. When the API asks for a longer wait than is left, the error is thrown at once.
     */
    waitMs?: number;
};
/** Options for `fetch`; Next.js's `next: { tags: [...] }` is passed on. `signal` ends waiting, too. */
export type Init = RequestInit & {
    next?: {
        tags?: string[];
        revalidate?: number | false;
    };
    /**
     * The revision that the answer must have reached, which is `data.rev` of a webhook. While the API answers 503
     * because it has not reached it, the request is repeated. 0 names none.
     */
    minRev?: number;
    retry?: Retry;
    /** The longest that one try may take until its answer is whole, in milliseconds: 15,000 unless given. */
    timeoutMs?: number;
};
export type Sending = {
    base: string;
    fetch: typeof globalThis.fetch;
    always: Init | undefined;
    token: string | undefined;
    cache: AnswerCache | undefined;
};
/** What an address says: its JSON, where its thing is now (an absolute address), or that there is nothing (any more). */
export type Said = {
    kind: "json";
    text: string;
} | {
    kind: "moved";
    to: string;
} | {
    kind: "nothing";
};
/** Asks for `path` below /api/v1 until it is answered, as long as `Retry` allows. */
export declare function send(of: Sending, path: string, init?: Init, keeps?: boolean): Promise<Said>;
