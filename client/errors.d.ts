// Made by `npm run client:build` from the API's schemas. Do not edit.
import type { Problem } from "./types.js";
/**
 * The error for an answer whose status is not 2xx and not told otherwise. `problem` is the problem of RFC 9457;
 * undefined when the answer has none.
 */
export declare class ApiError extends Error {
    readonly name = "ApiError";
    readonly status: number;
    readonly problem: Problem | undefined;
    constructor(status: number, problem: Problem | undefined, path?: string);
}
/** The error for an answer that did not come whole within `timeoutMs` of one try. */
export declare class ApiTimeout extends Error {
    readonly name = "ApiTimeout";
    readonly timeoutMs: number;
    constructor(path: string, timeoutMs: number);
}
