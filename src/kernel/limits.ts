import { utf8 } from "./bytes.ts";

/** Bytes of Markdown that a text may have. */
export const BODY_BYTES = 500_000;
/** Bytes of Markdown that are drawn while they are typed: more of it would keep everybody else waiting. */
export const PREVIEW_BYTES = 200_000;
/** Bytes of Markdown and what is made of it together: a row of D1 holds 2 MB. */
export const ROW_BYTES = 1_700_000;

export const bytesOf = (text: string): number => utf8(text).length;
