import type { Likeness } from "#db/member-duplicates.ts";

/** Why two records may be of one person. */
export const LIKENESS_WORDS: Record<Likeness, string> = {
	birth: "同名同生日",
	mobile: "同名同手機",
	email: "同名同電子郵件",
	similar: "同手機、姓名相近",
	no_birth: "同名，有一筆沒有生日",
};
