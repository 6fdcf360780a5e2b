import type { Opening } from "#db/people/index.ts";
import { dateWords } from "#ui/time.ts";

/** Returns why the health data and certificates are closed to the current user, and when or how they open. */
export const closedWords = ({ opens_at }: Opening): string =>
	opens_at === null
		? "健康資料與證件，待協會第二位同仁確認後可以查看；急需請洽協會。"
		: `健康資料與證件自 ${dateWords(opens_at)}起可以查看；急需請洽協會。`;
