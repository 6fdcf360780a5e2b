/** How long a note's author may correct it, in milliseconds. */
export const CORRECTABLE_FOR = 24 * 3_600_000;

type Written = { user_id: number | null; created_at: number; hidden_at: number | null };

/** Whether somebody may correct a note at a time in UTC milliseconds: its author, within 24 hours, while it is shown. */
export const mayCorrect = (note: Written, { userId, at }: { userId: number | null; at: number }): boolean =>
	userId !== null && note.user_id === userId && note.hidden_at === null && at < note.created_at + CORRECTABLE_FOR;

/** Full width, case and 臺 for 台 make no difference to somebody who searches. */
const folded = (text: string): string => text.normalize("NFKC").toLowerCase().replaceAll("臺", "台");

/** Whether a note has these words, in its text or its author's name. */
export const noteHas = (words: string, ...texts: readonly string[]): boolean =>
	texts.some((text) => folded(text).includes(folded(words.trim())));
