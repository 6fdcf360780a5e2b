import { utf8 } from "./bytes.ts";

/** The largest size of a text's Markdown, in bytes. */
export const BODY_BYTES = 500_000;
/** The largest size of Markdown that is previewed while it is typed, in bytes: more would delay other requests. */
export const PREVIEW_BYTES = 200_000;
/** The largest size of Markdown together with its rendered form, in bytes, because a row of D1 holds 2 MB. */
export const ROW_BYTES = 1_700_000;

export const bytesOf = (text: string): number => utf8(text).length;
