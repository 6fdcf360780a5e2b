import { halfWords } from "#domain/money/index.ts";
import { paths } from "#http/paths.ts";
import { rocYear } from "#kernel/calendar.ts";
import { card } from "#ui/card.ts";
import type { Children } from "#ui/html.ts";
import { type Item, items } from "#ui/items.ts";

const drawNotices = (title: string, list: Item[]): Children =>
	list.length > 0 && card({ title, count: list.length, due: true, flush: true }, items(list));

/** Draws the published lists of gifts (捐款徵信) that are not true any more, until somebody publishes them anew. */
export const drawGiftLists = (rows: readonly { half: string }[]): Children =>
	drawNotices(
		"要重新發布的捐款徵信",
		rows.map(({ half }) => ({
			title: `${halfWords(half)}捐款徵信`,
			href: paths.admin.giftLists.show(half),
			sub: "刊登姓名的意願或捐款有變更",
		})),
	);

/** Draws the published statements (財務公告) that are not what was passed, or not what the books are any more. */
export const drawStatements = (rows: readonly { year: number }[]): Children =>
	drawNotices(
		"要重新發布的財務公告",
		rows.map(({ year }) => ({
			title: `${rocYear(year)} 年度財務報表`,
			href: paths.admin.statements.show(year),
			sub: "公告之後，帳或決議有變動",
		})),
	);
