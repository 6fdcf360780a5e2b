// Made by `npm run client:build` from the API's schemas. Do not edit.
import type { Change, ChangesReply } from "./types.js";
export type PageOfList<T> = {
    data: T[];
    meta: {
        current_page: number;
        last_page: number;
    };
};
/** Gives the items of a list, page after page, each once: what is published meanwhile moves the others to later pages. */
export declare function eachOf<T extends object>(query: object, read: (query: object) => Promise<PageOfList<T>>): AsyncGenerator<T, void, undefined>;
/** Gives every change after a revision, oldest first. */
export declare function eachChange(since: number | string, read: (since: number | string) => Promise<ChangesReply>): AsyncGenerator<Change, void, undefined>;
