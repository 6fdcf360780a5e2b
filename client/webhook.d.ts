// Made by `npm run client:build` from the API's schemas. Do not edit.
import type { WebhookBulk, WebhookChange, WebhookPing } from "./types.js";
/** What a webhook says. `data.tags` and `data.paths` are what a website drops from its caches, whatever the type. */
export type WebhookMessage = WebhookChange | WebhookBulk | WebhookPing;
/** Why a message is refused. */
export type WebhookRefusal = "no-secret" | "bad-secret" | "missing-header" | "bad-timestamp" | "too-old" | "too-new" | "too-large" | "bad-signature" | "bad-body";
/** The error for a message that must not be believed. Answer it with `status`: 500 when the secret is ours to set. */
export declare class WebhookError extends Error {
    readonly name = "WebhookError";
    readonly code: WebhookRefusal;
    readonly status: 400 | 401 | 500;
    constructor(code: WebhookRefusal);
}
export type VerifyOptions = {
    /** How far the message's time may be from ours, in seconds: 300 unless given. */
    toleranceSeconds?: number;
    /** Our time, in milliseconds since 1970: now unless given. */
    now?: number;
};
/**
 * Verifies a message of Standard Webhooks 1.0 and returns what it says, with its id, which stays the same when it is
 * sent again. `secret` is one secret or, while it is being rotated, both: a list, or one text with a space between.
 * Throws a WebhookError for a message that must not be believed. It reads the request's body; comparing takes constant
 * time (WebCrypto's own).
 */
export declare function verifyWebhook(request: Request | {
    headers: Headers | Record<string, string | string[] | undefined>;
    body: string | Uint8Array;
}, secret: string | readonly string[] | undefined, { toleranceSeconds, now }?: VerifyOptions): Promise<WebhookMessage & {
    id: string;
}>;
