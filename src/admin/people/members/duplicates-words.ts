import type { Likeness } from "#db/people/member-duplicates.ts";

/** The reasons why two records may be of the same person, in words. */
export const LIKENESS_WORDS: Record<Likeness, string> = {
	birth: "姓名、生日相同",
	mobile: "姓名、手機相同",
	email: "姓名、電子郵件相同",
	similar: "手機相同、姓名相近",
	no_birth: "姓名相同，有一筆沒有生日",
};
