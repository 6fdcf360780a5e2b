/** What a rule says when it says no, and the form field that it is said beside. */
export type Words = { words: string; field?: string };
