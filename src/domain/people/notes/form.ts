import * as z from "zod";
import { lines, Version } from "#kernel/form.ts";
import { idsUpTo } from "#kernel/query.ts";

/** The largest length of a note, in code points. */
export const NOTE_MAX = 2_000;
const REASON_MAX = 300;

/**
 * Matches control characters, characters that change the reading direction, invisible ones and spaces: a text of these
 * alone is empty.
 */
const UNSEEN = /[\p{Cc}\p{Default_Ignorable_Code_Point}\s]/gu;
const says = (text: string): boolean => text.replace(UNSEEN, "") !== "";
/**
 * Removes control characters: SQLite measures a text only up to its first NUL, and the others do not belong in a
 * sentence.
 */
const clean = (text: string): string => text.replace(/(?![\t\n\r])\p{Cc}/gu, "");

/** The text of a note: not empty, NOTE_MAX characters at most. */
export const NoteContent = z
	.string()
	.default("")
	.transform((text) => clean(text.normalize("NFC").replace(/\r\n?/g, "\n")).trim())
	.refine(says, { error: "請輸入備忘錄內容" })
	.refine((text) => [...text].length <= NOTE_MAX, { error: "備忘錄最多 2,000 字" });

/** The most members who get one note at a time. */
export const MOST_NOTED = 500;
/** One text for many members; `here` is the query of the list that the user came from. */
export const NoteOnMany = z.strictObject({
	content: NoteContent,
	members: idsUpTo(MOST_NOTED),
	here: z.string().max(2_000).default(""),
});
export const NoteInput = z.strictObject({ content: NoteContent });
export const NoteEdit = z.strictObject({ content: NoteContent, version: Version });
export const NoteHiding = z.strictObject({
	reason: lines(REASON_MAX).refine(says, { error: "請寫下隱藏的理由。" }),
	version: Version,
});
