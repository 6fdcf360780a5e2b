/** For how long a note's author may correct it, in milliseconds. */
export const CORRECTABLE_FOR = 24 * 3_600_000;

type Written = { user_id: number | null; created_at: number; hidden_at: number | null };

/**
 * Whether the user may correct a note at the time `at` (UTC milliseconds): only its author, within 24 hours, while the
 * note is not hidden.
 */
export const mayCorrect = (note: Written, { userId, at }: { userId: number | null; at: number }): boolean =>
	userId !== null && note.user_id === userId && note.hidden_at === null && at < note.created_at + CORRECTABLE_FOR;

/** Folds a text for searching: full width, case and 臺 for 台 make no difference. */
const folded = (text: string): string => text.normalize("NFKC").toLowerCase().replaceAll("臺", "台");

/** Whether one of a note's texts (content or author) contains the searched words. */
export const noteHas = (words: string, ...texts: readonly string[]): boolean =>
	texts.some((text) => folded(text).includes(folded(words.trim())));
