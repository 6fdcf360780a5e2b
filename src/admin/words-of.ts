/** The words of a refusal, and the form field beside which they are shown. */
export type Words = { words: string; field?: string };
