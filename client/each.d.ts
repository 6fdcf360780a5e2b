// Made by `npm run client:build` from the API's schemas. Do not edit.
export type PageOfList<T> = {
    data: T[];
    meta: {
        current_page: number;
        last_page: number;
    };
};
/** Gives the items of a list, page after page, each once: what is published meanwhile moves the others to later pages. */
export declare function eachOf<T extends object>(query: object, read: (query: object) => Promise<PageOfList<T>>): AsyncGenerator<T, void, undefined>;
/** Gives the items of a list that is continued from a number which each part tells; null after the last one. */
export declare function eachPart<T>(from: number | string, read: (from: number | string) => Promise<{
    data: T[];
    next: number | null;
}>): AsyncGenerator<T, void, undefined>;
