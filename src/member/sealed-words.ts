import type { Opening } from "#db/people/index.ts";
import { dateWords } from "#ui/time.ts";

/**
 * Returns why the user cannot see the health data and certificates yet, and when they open: at `opens_at`, or when it
 * is null once a second staff member has confirmed it.
 */
export const closedWords = ({ opens_at }: Opening): string =>
	opens_at === null
		? "健康資料與證件，待協會第二位同仁確認後可以查看；急需請洽協會。"
		: `健康資料與證件自 ${dateWords(opens_at)}起可以查看；急需請洽協會。`;
